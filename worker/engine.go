package worker

import (
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/search"
)

// Reasons for which a search returns early.
var (
	// errPause: Interrupt was called, or a fact came about what is searched.
	errPause = errors.New("pause")
	// errForeign: a fact from elsewhere is about bytes that are no component.
	errForeign = errors.New("fact about no component")
)

// loadAll makes a memo load all that it has: more visits than any search makes.
const loadAll = 1 << 50

// renew gives the group a search with empty tables. Facts go on: the new search asks
// for them as it meets their components.
func (e *Executor) renew() error {
	s, err := e.newSolver(e.memo, e.o.MaxMemory, e.tick)
	if err != nil {
		return err
	}
	if e.solver != nil {
		e.past.add(e.solver.Stats())
		e.past.Renewals++
		e.met.clear()
	}
	e.solver = s
	if _, err := e.memo.Load(loadAll); err != nil {
		return fmt.Errorf("load memo: %w", err)
	}
	return nil
}

func (e *Executor) newSolver(m search.Memo, memory int64, tick func(search.Stats) error) (*search.Solver, error) {
	s, err := search.New(e.g, search.Options{
		Threads:   e.o.Threads,
		MaxMemory: memory,
		Seed:      e.o.Seed,
		Memo:      m,
		Tick:      tick,

		TickVisits: e.o.TickVisits,
		Pace:       e.o.Pace,
	})
	if err != nil {
		return nil, fmt.Errorf("new search: %w", err)
	}
	return s, nil
}

// tick is called by the group's search at work. It takes facts from elsewhere, and
// stops the search when somebody or something asks for it.
func (e *Executor) tick(st search.Stats) error {
	now := e.past
	now.add(st)
	now.Memory = st.Memory
	e.publish(now)
	e.solver.RecordLeast(e.tellLeast.Load())
	if _, err := e.takeFacts(); err != nil {
		return err
	}
	if e.interrupted.Swap(false) || e.moot {
		return errPause
	}
	return nil
}

// found is what a search came to.
type found struct {
	numbers search.Numbers // zero: not known
	failure string         // why the couple cannot be worked on, or ""
}

// decided reports whether the couple is. Zero numbers would say so too.
func (f found) decided() bool { return known(f.numbers) && f.numbers.Outcome() != 0 }

// known reports whether numbers are there.
func known(n search.Numbers) bool { return n != (search.Numbers{}) }

// search works on a couple with the group's tables. After a failure, and after facts
// about no component, the tables are new.
//
// Tables that are full of what earlier jobs left are thrown away too, and the couple
// gets a second chance, marked in renewed. It fails if it fills the new ones as well.
func (e *Executor) search(c search.Couple, turn, visits int64, renewed *bool) (f found, err error) {
	e.solver.RecordLeast(e.tellLeast.Load())
	f.numbers, err = work(e.solver, c, turn, visits)
	panicked, isPanic := errors.AsType[*panicError](err)
	switch {
	case err == nil, errors.Is(err, errPause):
		return f, nil
	case errors.Is(err, search.ErrMemoryLimit):
		if *renewed {
			f.failure = err.Error()
		}
		*renewed = true
	case isPanic:
		f.failure = panicked.Error()
	case !errors.Is(err, errForeign):
		return f, err
	}
	f.numbers = search.Numbers{}
	return f, e.renew()
}

// work is Solver.Work, with panics turned into errors.
func work(s *search.Solver, c search.Couple, turn, visits int64) (n search.Numbers, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = newPanicError(r)
		}
	}()
	return s.Work(c, turn, visits)
}
