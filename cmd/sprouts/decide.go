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
// formula: from the store, the embedded table and by search, until a context ends. Nil
// is the one of a game that needs none.
type decider struct {
	g      *GlobalOptions
	mu     sync.Mutex // one question at a time
	engine *engine    // nil before open
}

// open opens the store of the game, or of its misère form. If another process has it,
// the decider goes without.
func (d *decider) open(ctx context.Context, misere bool) error {
	if d == nil {
		return nil
	}
	d.g.playBy(misere)
	e, err := openEngine(ctx, d.g)
	if errors.Is(err, store.ErrInUse) {
		d.g.say("another process uses the store: what it knows is not asked")
		d.g.NoStore = true
		e, err = openEngine(ctx, d.g)
	}
	if err == nil {
		d.engine = e
	}
	return err
}

// close closes the store.
func (d *decider) close() error {
	if d == nil || d.engine == nil {
		return nil
	}
	return d.engine.close()
}

// decide returns who wins a position of Sprouts in canon's notation, Unknown if that is
// not known when ctx ends, or if the decider is not open for that kind of play.
func (d *decider) decide(ctx context.Context, text string, misere bool) (game.Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.engine
	if e == nil || misere != d.g.Misere {
		return game.Unknown, nil
	}
	p, err := e.form.parse(text)
	if err != nil {
		return game.Unknown, err
	}
	e.watch.ctx = ctx
	o, err := e.outcome(p.Position, text)
	if err != nil && ctx.Err() != nil {
		return game.Unknown, nil
	}
	return o, err
}

// rulesOf returns the rules of a game with what decides its positions, which must be
// opened before anything is asked, and closed.
func (g *GlobalOptions) rulesOf(entry all.Game) (play.Rules, *decider) {
	g.Entry, g.Game = entry, entry.Sums
	if !entry.Asks {
		return entry.Rules, nil
	}
	d := &decider{g: g}
	for _, decided := range all.Games(d.decide) {
		if decided.Name() == entry.Name() {
			return decided.Rules, d
		}
	}
	return entry.Rules, d
}
