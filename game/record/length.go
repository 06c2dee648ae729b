package record

// Survivors returns the live spots in ascending order. At the end of a game each has
// one life, since a spot with two can be joined to itself, so there are 3n - m of them
// after m moves from n spots.
func (p Position) Survivors() (list []int) {
	for s := range p.degree {
		if p.lives(s+1) > 0 {
			list = append(list, s+1)
		}
	}
	return list
}

// Pharisees returns the dead spots that are no neighbour of a survivor, in ascending
// order. The two neighbours of a survivor are the spots that its lines lead to; if both
// lead to one spot, that and the spot behind it. They mean something at the end of a
// game, where no spot is the neighbour of two survivors: there are m - 2n times four
// Pharisees.
func (p Position) Pharisees() (list []int) {
	neighbour := make([]bool, len(p.degree)+1)
	nextTo := p.nextTo()
	for _, s := range p.Survivors() {
		for _, o := range nextTo[s] {
			neighbour[o] = true
			if count(nextTo[s], o) == 2 {
				for _, behind := range nextTo[o] {
					neighbour[behind] = true
				}
			}
		}
	}
	for s := range p.degree {
		if p.lives(s+1) == 0 && !neighbour[s+1] {
			list = append(list, s+1)
		}
	}
	return list
}

// nextTo returns the other ends of the lines at each spot: as a boundary leaves each
// corner of a spot along a line of its own, what comes after it there.
func (d drawing) nextTo() [][]int { return linesFrom(len(d.degree), d.regions) }

// linesFrom returns what nextTo does, of regions with n spots.
func linesFrom(n int, regions []region) [][]int {
	nextTo := make([][]int, n+1)
	for _, r := range regions {
		for _, w := range r {
			for k, s := range w {
				if len(w) > 1 {
					nextTo[s] = append(nextTo[s], w.after(k))
				}
			}
		}
	}
	return nextTo
}
