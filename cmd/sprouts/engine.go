package main

import (
	"context"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// engine answers questions about positions, cheapest source first:
//
//  1. what the store holds about the components, by point lookups
//  2. a search, which loads the embedded table and the whole store once it
//     proves long enough, and records what it proves
//
// It serves one goroutine and keeps its search between questions.
type engine struct {
	g        *GlobalOptions
	expander game.Expander
	memo     memo
	kept     *kept // nil with --no-store
	watch    *watch
	asked    struct{ table, store int } // facts that each gave without a search
	solver   *search.Solver             // nil until a search is needed
}

// openEngine opens the store, which need not exist yet. The caller must close
// the engine, whatever happens.
func openEngine(ctx context.Context, g *GlobalOptions) (*engine, error) {
	e := &engine{g: g, expander: g.Game.NewExpander(), watch: newWatch(ctx, g)}
	e.memo = memo{table: embeddedTable(g.Game), fresh: g.Fresh}
	if g.NoStore {
		return e, nil
	}
	k, err := openKept(g)
	if err != nil {
		return nil, err
	}
	e.kept, e.memo.store = k, k.cache
	return e, nil
}

// close saves what is not saved yet and closes the store.
func (e *engine) close() error {
	e.watch.end()
	if e.kept == nil {
		return nil
	}
	return e.kept.close()
}

// fact returns all that is known about a component without a search.
func (e *engine) fact(c game.Component) (game.Fact, error) {
	var f game.Fact
	if e.solver != nil {
		f = e.solver.Fact(c)
	}
	if !f.IsKnown() {
		small := e.memo.lookupTable([]byte(c))
		e.asked.table += int(min(small, 1))
		f |= small
	}
	if f.IsKnown() || e.kept == nil || e.g.Fresh {
		return f, nil
	}
	stored, err := e.kept.store.Get(c)
	if err != nil {
		return f, err
	}
	e.asked.store += int(min(stored, 1))
	merged, ok := f.Merge(stored)
	if !ok {
		return f, &game.ConflictError{Component: c, Have: stored, New: f,
			HaveFrom: "store " + e.g.storeDir(), NewFrom: "this search"}
	}
	return merged, nil
}

// known returns the nimber of p if the facts give it without a search.
func (e *engine) known(p game.Position) (game.Nimber, bool, error) {
	total := p.Heap
	for _, c := range p.Components {
		f, err := e.fact(c)
		n, ok := f.Nimber()
		if err != nil || !ok {
			return 0, false, err
		}
		total ^= n
	}
	return total, true, nil
}

// decided returns the outcome of p if the facts give it without a search.
func (e *engine) decided(p game.Position) (game.Outcome, error) {
	heap := p.Heap
	var open []game.Fact
	for _, c := range p.Components {
		f, err := e.fact(c)
		if err != nil {
			return game.Unknown, err
		}
		if n, ok := f.Nimber(); ok {
			heap ^= n
		} else {
			open = append(open, f)
		}
	}
	switch {
	case len(open) == 0 && heap == 0:
		return game.Loss, nil
	case len(open) == 0:
		return game.Win, nil
	case len(open) == 1:
		return open[0].Outcome(heap), nil
	default:
		return game.Unknown, nil
	}
}

// outcome decides p, by search if it must.
func (e *engine) outcome(p game.Position, question string) (game.Outcome, error) {
	if o, err := e.decided(p); o != game.Unknown || err != nil {
		return o, err
	}
	return searched(e, question, func(s *search.Solver) (game.Outcome, error) { return s.Outcome(p) })
}

// nimber finds the nimber of p, by search if it must.
func (e *engine) nimber(p game.Position, question string) (game.Nimber, error) {
	if n, ok, err := e.known(p); ok || err != nil {
		return n, err
	}
	return searched(e, question, func(s *search.Solver) (game.Nimber, error) { return s.Nimber(p) })
}

// searched asks the search, with a status meanwhile.
func searched[T any](e *engine, question string, ask func(*search.Solver) (T, error)) (answer T, err error) {
	s, err := e.search()
	if err != nil {
		return answer, err
	}
	e.watch.begin(question)
	defer e.watch.end()
	return ask(s)
}

// search returns the solver, made at the first need.
func (e *engine) search() (*search.Solver, error) {
	if e.solver != nil {
		return e.solver, nil
	}
	e.g.detail("what is stored does not decide it: searching")
	s, err := search.New(e.g.Game, search.Options{
		MaxNodes:  e.g.MaxNodes,
		MaxMemory: e.searchMemory(),
		Memo:      &e.memo,
		Tick:      e.watch.tick,
	})
	e.solver = s
	return s, err
}

// searchMemory is the part of --max-memory that the search may use: what the
// cache of the store leaves.
func (e *engine) searchMemory() int64 {
	if e.kept == nil {
		return e.g.MaxMemory
	}
	return e.g.MaxMemory - cacheMemory(e.g.MaxMemory)
}

// stats are the numbers of the search, zero if there was none.
func (e *engine) stats() search.Stats {
	if e.solver == nil {
		return search.Stats{}
	}
	return e.solver.Stats()
}

// recorded is the number of facts that the search gave to the store.
func (e *engine) recorded() int64 {
	if e.kept == nil {
		return 0
	}
	return e.kept.cache.Stats().Recorded
}

// save stores what is known about the components of these positions, also what
// the embedded table knew, so that the same question needs point lookups only.
func (e *engine) save(positions ...game.Position) error {
	if e.kept == nil {
		return nil
	}
	var entries []store.Entry
	for _, p := range positions {
		for _, c := range p.Components {
			f, err := e.fact(c)
			if err != nil {
				return err
			}
			if f != 0 {
				entries = append(entries, store.Entry{Component: c, Fact: f})
			}
		}
	}
	if err := e.kept.store.Put(entries); err != nil {
		return err
	}
	return e.kept.store.Sync()
}

// winningMoves returns the options of p that are lost for who must move there:
// one of them, or all. Options that the facts do not decide are searched. After
// an error the moves found so far are returned with it.
func (e *engine) winningMoves(p game.Position, all bool) ([]game.Position, error) {
	var winning, open []game.Position
	for _, option := range game.Options(e.expander, p) {
		switch o, err := e.decided(option); {
		case err != nil:
			return winning, err
		case o == game.Loss:
			winning = append(winning, option)
			if !all {
				return winning, nil
			}
		case o == game.Unknown:
			open = append(open, option)
		}
	}
	for _, option := range open {
		text, err := game.FormatPosition(e.g.Game, option)
		if err != nil {
			return winning, err
		}
		o, err := e.outcome(option, text)
		if err != nil {
			return winning, err
		}
		if o == game.Loss {
			winning = append(winning, option)
			if !all {
				return winning, nil
			}
		}
	}
	return winning, nil
}
