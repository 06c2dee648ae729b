package search

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
)

// maxWork bounds estimates, so that sums of numbers stay far from infinity.
const maxWork = 1 << 24

// workOf estimates the size of the tree below a component: what it takes to
// refute all its moves. Of the many forms tried, those that grow like the number
// of moves times a slowly growing function of the lives do best; steeper ones lose
// on large components, where everything not yet expanded looks hopeless beside
// what is.
func (t *thread) workOf(id uint32) uint32 {
	r := t.record(id)
	return uint32(min(r.moves*t.growth[min(int(r.lives), len(t.growth)-1)], maxWork))
}

// growthLives bounds the lives that estimates grow with.
const growthLives = 1 << 10

// setTuning sets the guesses from now on.
func (s *Solver) setTuning(t Tuning) {
	s.tuning = t.withDefaults()
	s.tuning.NoHints = s.tuning.NoHints || s.misere != nil // no families there
	s.growth = s.growth[:0]
	for lives := range growthLives {
		g := 1 / s.tuning.EstimateScale
		switch s.tuning.Estimate {
		case EstimateRoot:
			g *= math.Sqrt(float64(lives))
		case EstimateProduct:
			g *= float64(lives)
		case EstimateMoves:
		}
		s.growth = append(s.growth, float32(g))
	}
}

// numbersOf returns the numbers of a couple, from the table or estimated: to win
// it, one move may do; to lose it, all of them must be refuted.
func (t *thread) numbersOf(id uint32, n game.Nimber) numbers {
	if v, ok := t.table.find(coupleKey(id, n)); ok {
		return v
	}
	if t.misere != nil {
		return t.numbersOfWhole(id)
	}
	v := numbers{1, 1 + t.workOf(id)}
	if t.tuning.NoHints {
		return v
	}
	return t.hinted(v, t.predict(id, n))
}

// numbersOfSum returns the numbers of a sum, from the table or estimated.
func (t *thread) numbersOfSum(ids []uint32, n game.Nimber) numbers {
	if v, ok := t.table.find(sumKey(ids, n)); ok {
		return v
	}
	if t.misere != nil {
		return t.numbersOfWhole(ids...)
	}
	v := numbers{1, 1}
	for _, id := range ids {
		v.dn = addNumbers(v.dn, t.workOf(id))
	}
	if t.tuning.Sums == SumDisproof {
		v.pn = v.dn
	}
	if t.tuning.NoHints {
		return v
	}
	return t.hinted(v, t.predictSum(ids, n))
}

// numbersOfWhole estimates the numbers of a position of misère play: as one component
// with the moves and lives of all parts.
func (t *thread) numbersOfWhole(ids ...uint32) numbers {
	lives, moves := uint32(0), float32(0)
	for _, id := range ids {
		r := t.record(id)
		lives += uint32(r.lives)
		moves += r.moves
	}
	work := moves * t.growth[min(int(lives), len(t.growth)-1)]
	return numbers{1 + lives/livesPerProof, 1 + uint32(min(work, maxWork))}
}

// livesPerProof is how many lives of a position add one to what it takes to win it.
const livesPerProof = 4

// hinted bends an estimate towards a prediction, mildly: predictions are right
// nine times in ten, and a strong bend to the wrong side costs more than a strong
// one to the right side gains.
func (s *Solver) hinted(v numbers, prediction game.Outcome) numbers {
	switch prediction {
	case game.Loss:
		v.pn += uint32(float64(v.dn) * s.tuning.HintProof)
		v.dn = uint32(float64(v.dn)*s.tuning.HintLoss) + 1
	case game.Win:
		v.dn = uint32(min(float64(v.dn)*s.tuning.HintWin, infinity/2))
	case game.Unknown:
	}
	return v
}
