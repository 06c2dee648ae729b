package record

import (
	"math/rand/v2"

	"github.com/sprouts-solver/sprouts/game/play"
)

// RandomMove returns a legal move, false if there is none. Which one depends on the
// position and on chance alone: the two ends are drawn evenly from all pairs of corners
// that a line can join, and each other boundary's side by the toss of a coin.
func (p Position) RandomMove(chance *rand.Rand) (play.Move, bool) {
	for {
		l, ok := p.random(chance)
		if !ok {
			return play.Move{}, false
		}
		if r := p.regions[l.region]; r.spot(l.from) > r.spot(l.to) {
			l = l.turned()
		}
		// A line that has no text of its own is drawn again: its twin has one.
		if text, read, ok := p.spell(l); ok {
			return play.Move{Text: text, To: p.after(read)}, true
		}
	}
}

// Playout returns the end of a random game from the position, with moves drawn as
// RandomMove draws them. It writes no move down and takes a microsecond or two each.
func (p Position) Playout(chance *rand.Rand) Position {
	d := p.drawing
	for {
		l, ok := d.random(chance)
		if !ok {
			return Position{d.normal()}
		}
		d = d.draw(l)
	}
}

// random returns a line drawn by chance, false if there is none.
func (d drawing) random(chance *rand.Rand) (line, bool) {
	total := 0
	d.pairs(func(line) bool { total++; return true })
	if total == 0 {
		return line{}, false
	}
	pick := chance.IntN(total)
	var l line
	d.pairs(func(pair line) bool { l = pair; pick--; return pick >= 0 })
	if l.cuts() {
		l.left = make([]bool, len(d.regions[l.region]))
		for i := range l.left {
			l.left[i] = chance.IntN(2) == 0
		}
	}
	return l, true
}

// pairs calls yield with all pairs of corners that a line can join, until it returns
// false.
func (d drawing) pairs(yield func(line) bool) {
	for i, r := range d.regions {
		ends := d.liveCorners(r)
		for k, a := range ends {
			for _, b := range ends[k:] {
				if l := (line{region: i, from: a, to: b}); d.legal(l) && !yield(l) {
					return
				}
			}
		}
	}
}
