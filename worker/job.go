package worker

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// LeaseID names a lease within one life of the coordinator. An Executor only hands
// it back.
type LeaseID uint64

// Kind is what a job asks for.
type Kind uint8

// The kinds of jobs.
const (
	KindSearch Kind = iota // the numbers of the couple
	KindCheck              // the couple's outcome, found without what is known of its component
)

// String returns "search" or "check".
func (k Kind) String() string {
	if k == KindCheck {
		return "check"
	}
	return "search"
}

// Job is what a coordinator leases to a group of threads.
type Job struct {
	ID     LeaseID
	Kind   Kind
	Couple search.Couple
	// Path are the couples above, the root first, without Couple itself: what to go
	// on with when the job has ended.
	Path []search.Couple
	// Turn selects the settings of the search's guesses, see [search.Solver.Work].
	Turn int64
	// Budget is how many couples and sums to visit; 0 is no limit.
	Budget int64
	// Claim is what somebody claims of the component, where Kind is KindCheck. It is
	// compared with what the check finds, and steers nothing.
	Claim game.Fact
}

// validate says why a job makes no sense. It does not look at the bytes of
// components: who takes them from elsewhere has to, and the game panics on foreign
// ones.
func (j *Job) validate() error {
	switch {
	case j.Kind > KindCheck:
		return fmt.Errorf("kind %d is not known", j.Kind)
	case j.Budget < 0 || j.Turn < 0:
		return fmt.Errorf("budget %d or turn %d is negative", j.Budget, j.Turn)
	case j.Kind == KindCheck && !j.Claim.Valid():
		return fmt.Errorf("claim %x is no fact", uint32(j.Claim))
	}
	for _, c := range append([]search.Couple{j.Couple}, j.Path...) {
		if c.Nimber > game.MaxNimber {
			return fmt.Errorf("nimber %d is above %d", c.Nimber, game.MaxNimber)
		}
	}
	return nil
}

// Verdict is what a check came to.
type Verdict uint8

// The verdicts. The zero value belongs to jobs that are no checks.
const (
	NoVerdict    Verdict = iota
	Match                // the claim holds
	Mismatch             // the claim is wrong
	Inconclusive         // budget or memory did not suffice
)

// String returns the verdict as one word.
func (v Verdict) String() string {
	switch v {
	case Match:
		return "match"
	case Mismatch:
		return "mismatch"
	case Inconclusive:
		return "inconclusive"
	default:
		return "none"
	}
}

// Progress is what a group has come to with a job since it began.
type Progress struct {
	Job  LeaseID
	Kind Kind
	// Numbers are those of the couple when the search last came up to it. They are
	// zero, and say nothing, if it has not yet.
	Numbers search.Numbers
	// Children are the undecided couples below, each once, as far as they have been
	// made. A check has none.
	Children []search.Child
	// Visits, Expansions and Nimbers count the work done, and the nimbers it proved.
	Visits, Expansions, Nimbers int64
	// Verdict is the result of a check that has ended, and Found what it proved of the
	// component by itself.
	Verdict Verdict
	Found   game.Fact
	// Failure says why the group could not work on the couple, or is empty.
	Failure string
}

// Entry is one component and what is proven about it.
type Entry struct {
	Component game.Component
	Fact      game.Fact
}
