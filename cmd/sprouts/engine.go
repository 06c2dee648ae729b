package main

import (
	"context"
	"errors"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// engine answers questions about positions, cheapest source first:
//
//  1. what the rules say at once, and what the store holds about the components, by
//     point lookups
//  2. a search, which loads the embedded table and the whole store once it
//     proves long enough, and records what it proves
//
// It serves one goroutine and keeps its search between questions.
type engine struct {
	g      *GlobalOptions
	form   *form
	memo   memo
	kept   *kept // nil with --no-store
	watch  *watch
	asked  struct{ table, store int } // facts that each gave without a search
	solver *search.Solver             // nil until a search is needed
}

// openEngine opens the store, which need not exist yet. The caller must close
// the engine, whatever happens.
func openEngine(ctx context.Context, g *GlobalOptions) (*engine, error) {
	e := &engine{g: g, form: newForm(g.Game), watch: newWatch(ctx, g)}
	e.memo = memo{table: embeddedTable(g.Game), fresh: g.Fresh}
	if g.NoStore {
		return e, nil
	}
	k, err := openKept(g)
	if err != nil {
		return nil, err
	}
	e.kept, e.memo.store = k, k.cache
	if g.Misere && !g.Fresh {
		e.memo.whole = &wholeMemo{store: k.store}
	}
	return e, nil
}

// withEngine asks about the position or positions of arg with an open engine.
// An error that leaves work to be resumed is explained.
func (g *GlobalOptions) withEngine(ctx context.Context, arg string, ask func(*engine, asked, string) (report, error)) error {
	if arg != "-" {
		// A position that cannot be read must not create a store.
		if _, err := g.Game.Parse(arg); err != nil {
			return err
		}
	}
	e, err := openEngine(ctx, g)
	if err != nil {
		return err
	}
	err = eachPosition(ctx, g, arg, e.form.parse, func(p asked, text string) (report, error) { return ask(e, p, text) })
	err = errors.Join(err, e.close())
	if conflict, ok := errors.AsType[*game.ConflictError](err); ok && conflict.Text == "" {
		conflict.Text, _ = g.Game.Format(conflict.Component) // else its bytes are shown
	}
	if code := exitCode(err); code == exitLimit || code == exitInterrupt || code == exitTerminate {
		e.explainStop()
	}
	return err
}

// explainStop says what is kept and how to go on.
func (e *engine) explainStop() {
	if e.kept == nil {
		e.g.say("nothing is kept without a store")
		return
	}
	e.g.say("%s new nimbers are kept in %s; the same command goes on from there",
		term.Count(e.recorded()), tilde(e.g.storeDir()))
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
func (e *engine) fact(c game.Component) (f game.Fact, err error) {
	if e.solver != nil {
		f = e.solver.Fact(c)
	}
	if f.IsKnown() {
		return f, nil
	}
	if f, err = merge(c, f, e.form.fact(c), "the rules"); f.IsKnown() || err != nil {
		return f, err
	}
	table := e.memo.lookupTable([]byte(c))
	if f, err = merge(c, f, table, "the embedded table"); f.IsKnown() || err != nil {
		e.asked.table++
		return f, err
	}
	if e.kept == nil || e.g.Fresh {
		return f, nil
	}
	stored, err := e.kept.store.Get(c)
	if err != nil {
		return f, err
	}
	if stored != 0 {
		e.asked.store++
	}
	return merge(c, f, stored, "store "+e.g.storeDir())
}

// merge adds to what the search knows of a component what another source has.
func merge(c game.Component, searched, have game.Fact, source string) (game.Fact, error) {
	f, ok := searched.Merge(have)
	if !ok {
		return f, &game.ConflictError{Component: c, Have: have, New: searched, HaveFrom: source, NewFrom: "this search"}
	}
	return f, nil
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
func (e *engine) decided(p game.Position) (game.Outcome, error) { return decidedBy(p, e.fact) }

// decidedBy returns the outcome of p if facts give it.
func decidedBy(p game.Position, fact func(game.Component) (game.Fact, error)) (game.Outcome, error) {
	heap := p.Heap
	var open []game.Fact
	for _, c := range p.Components {
		f, err := fact(c)
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
	return searched(e, p, question, (*search.Solver).Outcome)
}

// nimber finds the nimber of p, by search if it must.
func (e *engine) nimber(p game.Position, question string) (game.Nimber, error) {
	if n, ok, err := e.known(p); ok || err != nil {
		return n, err
	}
	return searched(e, p, question, (*search.Solver).Nimber)
}

// searched asks the search about p, with a status meanwhile, and saves the
// answer.
func searched[T any](e *engine, p game.Position, question string, ask func(*search.Solver, game.Position) (T, error)) (answer T, err error) {
	s, err := e.search()
	if err != nil {
		return answer, err
	}
	e.watch.begin(question)
	defer e.watch.end()
	if answer, err = ask(s, p); err != nil {
		return answer, err
	}
	return answer, e.save(p)
}

// search returns the solver, made at the first need.
func (e *engine) search() (*search.Solver, error) {
	if e.solver != nil {
		return e.solver, nil
	}
	e.g.detail("what is stored does not decide it: searching")
	memory, _ := shareMemory(e.g.MaxMemory, e.kept != nil)
	s, err := search.New(e.g.Game, search.Options{
		Threads:   e.g.Threads,
		MaxNodes:  e.g.MaxNodes,
		MaxMemory: memory,
		Memo:      &e.memo,
		Tick:      e.watch.tick,
	})
	e.solver = s
	return s, err
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
