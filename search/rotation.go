package search

import "errors"

// How long a search takes is luck: two settings of its guesses differ by up to ten
// times on one root, two seeds by up to four, and which is the better one changes
// from root to root (docs/experiments.md). So a search takes several settings in turns.
// At each change it forgets its numbers and keeps its facts and child lists. A
// setting that suits the root needs few turns, and all profit from the nimbers that
// the others have found; such restarts pay wherever run times are spread so wide
// (Gomes, Selman, Kautz, "Boosting combinatorial search through randomization",
// AAAI 1998).
var rotation = []Tuning{
	{Estimate: EstimateProduct},
	{Estimate: EstimateRoot},
	{Sums: SumDisproof},
	{Estimate: EstimateMoves},
	{EstimateScale: 18},
	{Estimate: EstimateProduct, Sums: SumDisproof},
}

// In misère play one setting is used.
var misereRotation = []Tuning{{Estimate: EstimateProduct}}

// settings returns the settings that take turns.
func (s *Solver) settings() []Tuning {
	if s.misere != nil {
		return misereRotation
	}
	return rotation
}

// Turns grow, since what was forgotten must be gone through again.
const (
	firstTurn  = 20_000 // visits
	turnGrowth = 1.1
)

// errTurn stops a search so that it can go on with the next setting.
var errTurn = errors.New("next turn")

// turn is where in the rotation a search is.
type turn struct {
	visits  int64 // in this turn
	end     int64 // Stats.Visits when the next one begins, of all threads, 0 if there is no next one
	setting int64 // which of the rotation
}

// beginRotation sets the first tuning, or the only one.
func (s *Solver) beginRotation(only *Tuning) {
	if only != nil {
		s.setTuning(*only)
		return
	}
	s.setTuning(s.settings()[0])
	if len(s.settings()) == 1 {
		return
	}
	s.turn = turn{visits: firstTurn, end: firstTurn}
}

// nextTurn goes on with the next setting.
func (s *Solver) nextTurn() {
	s.turns++
	settings := s.settings()
	s.turn.setting = s.turns % int64(len(settings))
	s.setTuning(settings[s.turn.setting])
	s.forget()
	s.turn.visits = int64(float64(s.turn.visits) * turnGrowth)
	s.turn.end = s.visits() + s.turn.visits
}

// forget drops all numbers.
func (s *Solver) forget() {
	s.table.clear()
	s.credit(0)
}
