package main

import (
	"context"
	"errors"
	"sync"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/all"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/store"
)

// decider decides positions for people who play or replay a game whose rules have no
// formula: from the store, the embedded table and by search, until a context ends.
type decider struct {
	mu     sync.Mutex // one question at a time
	engine *engine
}

// openDecider opens the store of Sprouts. If another process has it, the decider
// goes without.
func openDecider(ctx context.Context, g *GlobalOptions) (*decider, error) {
	e, err := openEngine(ctx, g)
	if errors.Is(err, store.ErrInUse) {
		g.say("another process uses the store: what it knows is not asked")
		g.NoStore = true
		e, err = openEngine(ctx, g)
	}
	if err != nil {
		return nil, err
	}
	return &decider{engine: e}, nil
}

// close closes the store.
func (d *decider) close() error { return d.engine.close() }

// decide returns who wins a position of Sprouts in canon's notation, Unknown if that is
// not known when ctx ends.
func (d *decider) decide(ctx context.Context, text string, misere bool) (game.Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.engine
	p, err := e.g.Game.Parse(text)
	if err != nil || misere {
		return game.Unknown, err
	}
	e.watch.ctx = ctx
	o, err := e.outcome(p, text)
	if err != nil && ctx.Err() != nil {
		return game.Unknown, nil
	}
	return o, err
}

// rulesOf returns the rules of a game with what decides its positions, and what must be
// called when they are of no more use.
func (g *GlobalOptions) rulesOf(ctx context.Context, entry all.Game) (rules play.Rules, done func() error, err error) {
	g.Entry, g.Game = entry, entry.Sums
	if !entry.Asks {
		return entry.Rules, func() error { return nil }, nil
	}
	d, err := openDecider(ctx, g)
	if err != nil {
		return nil, nil, err
	}
	for _, decided := range all.Games(d.decide) {
		if decided.Name() == entry.Name() {
			rules = decided.Rules
		}
	}
	return rules, d.close, nil
}
