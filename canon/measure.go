package canon

// Measure returns the lives of a land and an estimate of how many moves it has,
// counted with equal boundaries grouped but equal children not. It reads the key
// alone: linear, without allocation.
//
// In a region whose classes have l_i vertices and m_i members, a boundary of class
// i can be cut in about l_i(l_i+1)/2 ways, each with m_i * product over j != i of
// (m_j + 1) ways to share out the others, and joined to another one in l_i * l_j
// ways.
func Measure(land []byte) (lives int, moves float64) {
	var m measure
	m.cut = 1
	for i := 0; i < len(land); i++ {
		switch c := land[i]; {
		case c <= byte(spot1Life):
			m.add(3-int(c), false)
		case c == codeBoundaryEnd:
			m.endBoundary(1)
		case c == codeRepeat:
			i++
			m.endBoundary(int(land[i]))
		case c == codeRegionEnd:
			m.endRegion()
		case c == codeLowerMore || c == codeUpperMore:
			for i++; land[i] == 255; i++ { // each 255 is followed by another byte
			}
			m.add(1, true)
		default:
			m.add(1, true)
		}
	}
	m.endRegion()
	return m.lives + m.letters/2, m.moves
}

// measure sums up one land.
type measure struct {
	lives, letters int // of the land
	moves          float64

	// Of the boundary being read.
	bound, boundLetters, boundVerts int

	// Of the region being read: sum and sum of squares of the lengths of its
	// boundaries, for pairs; product of m_j + 1; sum of l(l+1)/2 * m/(m+1).
	sum, squares, cut, cuts float64
}

func (m *measure) add(lives int, letter bool) {
	m.bound += lives
	m.boundVerts++
	if letter {
		m.boundLetters++
	}
}

func (m *measure) endBoundary(count int) {
	if m.bound == 0 {
		return
	}
	l, k := float64(m.boundVerts), float64(count)
	m.lives += (m.bound - m.boundLetters) * count
	m.letters += m.boundLetters * count
	m.cut *= k + 1
	m.cuts += l * (l + 1) / 2 * k / (k + 1)
	m.sum += l
	m.squares += l * l
	if count > 1 {
		m.moves += l * l / 2 // pairs inside the class
	}
	m.bound, m.boundLetters, m.boundVerts = 0, 0, 0
}

func (m *measure) endRegion() {
	m.endBoundary(1)
	m.moves += m.cuts*m.cut + (m.sum*m.sum-m.squares)/2
	m.sum, m.squares, m.cut, m.cuts = 0, 0, 1, 0
}
