package search

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// Tuning are the knobs of the search's guesses. They change how long a search
// takes, never what it answers. docs/experiments.md compares them; a search takes
// several in turns (rotation.go).
type Tuning struct {
	// Estimate is how the work below an unexpanded component is guessed from its
	// moves and lives. The zero value is EstimateRoot.
	Estimate Estimate
	// EstimateScale divides the estimate. 0 is the one that suits Estimate.
	EstimateScale float64
	// Sums is how the number of a sum is made from those of its components.
	Sums SumRule
	// NoHints ignores families of analogous components.
	NoHints bool
	// A family that predicts a loss adds HintProof times the disproof number to
	// the proof number, and multiplies the disproof number by HintLoss; one that
	// predicts a win multiplies it by HintWin. 0 is 1/4, 1/2 and 2.
	HintProof, HintLoss, HintWin float64
}

// Estimate is a rule to guess the work below a component.
type Estimate int

// The rules: moves times the root of lives, moves times lives, moves alone.
const (
	EstimateRoot Estimate = iota
	EstimateProduct
	EstimateMoves
)

// estimates names the rules and gives the scale that suits each.
var estimates = map[Estimate]struct {
	name  string
	scale float64
}{
	EstimateRoot:    {"root", 12},
	EstimateProduct: {"product", 64},
	EstimateMoves:   {"moves", 4},
}

// String returns "root", "product" or "moves".
func (e Estimate) String() string { return estimates[e].name }

// SumRule is a rule for the number of a sum, whose proof and disproof number are
// one: how hard it is to find the nimbers of its components.
type SumRule int

// The rules: the sum over the components of the lesser of their two numbers (as
// in arXiv 2511.10339), or of their disproof numbers, since only a loss tells a
// nimber.
const (
	SumLeast SumRule = iota
	SumDisproof
)

// String returns "least" or "disproof".
func (r SumRule) String() string { return [...]string{"least", "disproof"}[r] }

// withDefaults fills in what the zero value means.
func (t Tuning) withDefaults() Tuning {
	t.EstimateScale = cmp.Or(t.EstimateScale, estimates[t.Estimate].scale)
	t.HintProof = cmp.Or(t.HintProof, 0.25)
	t.HintLoss = cmp.Or(t.HintLoss, 0.5)
	t.HintWin = cmp.Or(t.HintWin, 2)
	return t
}

// validate reports all that is out of range.
func (t Tuning) validate() error {
	var errs []error
	if _, ok := estimates[t.Estimate]; !ok {
		errs = append(errs, fmt.Errorf("tuning: Estimate is %d, which names no rule", int(t.Estimate)))
	}
	if t.Sums != SumLeast && t.Sums != SumDisproof {
		errs = append(errs, fmt.Errorf("tuning: Sums is %d, which names no rule", int(t.Sums)))
	}
	for name, x := range map[string]float64{
		"EstimateScale": t.EstimateScale, "HintProof": t.HintProof, "HintLoss": t.HintLoss, "HintWin": t.HintWin,
	} {
		if x < 0 || math.IsNaN(x) || x > 1e6 {
			errs = append(errs, fmt.Errorf("tuning: %s is %g, it must be from 0 to 1e6", name, x))
		}
	}
	return errors.Join(errs...)
}
