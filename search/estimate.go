package search

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
)

// Params are knobs under test.
type Params struct {
	Sum     bool
	Kind    int // 0: moves*lives/Div, 1: log2, 2: sqrt
	Div     float64
	Hints   bool
	SumKind int
}

var params = Params{Div: 64, Hints: true}

// SetParams is for experiments.
func SetParams(p Params) { params = p }

// workOf estimates the size of the tree below a component.
func (s *Solver) workOf(m game.Measure) float32 {
	w := m.Moves * float64(m.Lives)
	switch params.Kind {
	case 0:
		w /= params.Div
	case 1:
		w = math.Log2(1+w) * params.Div
	case 2:
		w = math.Sqrt(w) / params.Div
	case 3:
		w = math.Pow(w, params.Div)
	}
	return float32(min(w, 1<<24))
}

// numbersOf returns the numbers of a couple, from the table or estimated.
func (s *Solver) numbersOf(id uint32, n game.Nimber) numbers {
	if v, ok := s.table.find(coupleKey(id, n)); ok {
		return v
	}
	v := numbers{1, 1 + uint32(s.record(id).work)}
	if params.Hints {
		switch s.predict(id, n) {
		case game.Loss:
			v.pn += v.dn / 4
			v.dn = v.dn/2 + 1
		case game.Win:
			v.dn *= 2
		}
	}
	return v
}

// numbersOfSum returns the numbers of a sum, from the table or estimated.
func (s *Solver) numbersOfSum(ids []uint32, n game.Nimber) numbers {
	if v, ok := s.table.find(sumKey(ids, n)); ok {
		return v
	}
	v := numbers{1, 1}
	switch params.SumKind {
	case 0:
		for _, id := range ids {
			v.dn = addNumbers(v.dn, uint32(s.record(id).work))
		}
	case 1:
		v.pn, v.dn = uint32(len(ids)), uint32(len(ids))
	}
	if params.Hints && params.SumKind == 0 {
		switch s.predictSum(ids, n) {
		case game.Loss:
			v.pn += v.dn / 4
			v.dn = v.dn/2 + 1
		case game.Win:
			v.dn *= 2
		}
	}
	return v
}
