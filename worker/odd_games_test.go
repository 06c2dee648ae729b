package worker_test

import (
	"sync"

	"github.com/sprouts-solver/sprouts/game"
)

// poisoned is a game whose expander does something else when it meets one
// component: it panics, or waits.
type poisoned struct {
	game.Game
	at game.Component
	do func()
}

func (p poisoned) NewExpander() game.Expander { return poisonedExpander{p.Game.NewExpander(), p} }

type poisonedExpander struct {
	game.Expander
	p poisoned
}

func (e poisonedExpander) Expand(c []byte, yield func(option *game.Sum) bool) {
	if string(c) == string(e.p.at) {
		e.p.do()
	}
	e.Expander.Expand(c, yield)
}

// hook is a memo that knows nothing and calls a function at each lookup.
type hook struct {
	mu       sync.Mutex
	lookup   func(c []byte)
	recorded map[game.Component]game.Fact
	err      error // of Record
	failures int   // how often it still fails
}

func (*hook) Load(int64) (bool, error) { return false, nil }

func (h *hook) Lookup(c []byte) game.Fact {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lookup != nil {
		h.lookup(c)
	}
	return 0
}

func (h *hook) Record(c []byte, f game.Fact) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.recorded == nil {
		h.recorded = map[game.Component]game.Fact{}
	}
	if h.failures > 0 {
		h.failures--
		return h.err
	}
	h.recorded[game.Component(c)] = f
	return nil
}
