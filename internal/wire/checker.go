package wire

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
)

// Checker reads components of one game and refuses bytes that are not canonical.
// Any number of goroutines may use it.
type Checker struct {
	g    game.Game
	pool sync.Pool // of canonizers

	// seen holds hashes of components that have passed, each in the one slot that
	// its hash names. A false hit, once in 2^48 or so, lets one component pass
	// unchecked.
	seed maphash.Seed
	seen []atomic.Uint64
}

// canonizer is what an Expander may offer beside its duties: to tell whether bytes
// are a canonical component, faster than game.Game.Format does.
type canonizer interface {
	Check(c []byte) error
}

// seenSlots is how many components a Checker remembers: 512 KiB.
const seenSlots = 1 << 16

// NewChecker returns a checker for a game.
func NewChecker(g game.Game) *Checker {
	c := &Checker{g: g, seed: maphash.MakeSeed(), seen: make([]atomic.Uint64, seenSlots)}
	c.pool.New = func() any {
		if x, ok := g.NewExpander().(canonizer); ok {
			return x
		}
		return formatter{g}
	}
	return c
}

// check returns an error unless b is a canonical component.
func (c *Checker) check(b []byte) error {
	hash := maphash.Bytes(c.seed, b)
	slot := &c.seen[hash%seenSlots]
	if slot.Load() == hash {
		return nil
	}
	x := c.pool.Get().(canonizer)
	if err := x.Check(b); err != nil {
		return wrong("component", "no canonical component of %s: %s", c.g.Name(), game.Shorten(err.Error()))
	}
	c.pool.Put(x)
	slot.Store(hash)
	return nil
}

// formatter asks the game itself, for games whose Expander does not Check.
type formatter struct{ g game.Game }

// Check returns the error of writing the component as text.
func (f formatter) Check(c []byte) error {
	_, err := f.g.Format(game.Component(c))
	return err
}
