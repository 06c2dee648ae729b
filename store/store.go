package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// MaxComponent is the largest length of a component, in bytes. The engine's
// keys end at 65,000.
const MaxComponent = 60_000

// Entry is one component and what is proven about it.
type Entry struct {
	Component game.Component
	Fact      game.Fact
}

// Identity says which results may share a store.
type Identity struct {
	Game    string // game.Game.Name
	Version string // game.Game.Version: the rules and the canonical form
}

// String returns the game and the version, quoted.
func (id Identity) String() string { return fmt.Sprintf("%s %q", id.Game, id.Version) }

// validate reports what cannot stand in a line of the file STORE.
func (id Identity) validate() error {
	for _, s := range []string{id.Game, id.Version} {
		if s == "" || strings.TrimSpace(s) != s || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }) {
			return fmt.Errorf("identity %q: game and version must be one line of text without blanks at its ends", id)
		}
	}
	return nil
}

// Store keeps facts and records. Implementations are safe for concurrent use.
// After Close every method returns ErrClosed, and Close itself nil.
type Store interface {
	Facts
	Numbered
	Records

	// Sync returns once all that was written would survive power loss.
	Sync() error

	// Stats returns counts. The first call walks all entries, later ones do not.
	Stats() (Stats, error)

	// Close ends the use of the store once the calls at work have returned.
	Close() error
}

// Facts is the part of a store that maps components to facts.
type Facts interface {
	// Get returns what is known about c, the zero Fact if nothing. A stored value
	// that fails its checksum is counted in Stats and treated as nothing.
	Get(c game.Component) (game.Fact, error)

	// Put merges the entries into the store. It returns once they would survive
	// the death of the process. A contradiction, with the store or inside the
	// batch, gives a *game.ConflictError, is counted in Stats, and leaves the
	// store as it was; so does an entry that is no valid fact.
	Put(entries []Entry) error

	// Range calls yield for each entry in the order of the components' bytes and
	// stops at its first error, which it returns. It may or may not see what is
	// put meanwhile. yield may use the store, but not close it.
	Range(yield func(Entry) error) error
}

// Stats is what a store holds and what happened to it since it was opened.
type Stats struct {
	Nimbers      int64 // components whose nimber is known
	Exclusions   int64 // components of which only excluded nimbers are known
	DiskBytes    int64 // blocks taken on disk; files are sparse, so their lengths say little
	CorruptReads int64 // values read that failed their checksum, of facts or records
	Conflicts    int64 // Puts refused because they contradicted a fact
}

// add counts a component that changed from one fact to another.
func (s *Stats) add(from, to game.Fact) {
	s.kind(from, -1)
	s.kind(to, +1)
}

func (s *Stats) kind(f game.Fact, n int64) {
	switch {
	case f.IsKnown():
		s.Nimbers += n
	case f.Mask() != 0:
		s.Exclusions += n
	}
}

// change is a component about which a batch says something new.
type change struct {
	component game.Component
	now, old  content
}

// merge works out what a batch changes, given what the store has. Entry i has the
// sequence number first+i, or none if first is 0. The order is that in which
// components first occur. Source names the store in a conflict.
func merge(entries []Entry, first uint64, have func(game.Component) (content, error), source string) ([]change, error) {
	changes := make([]change, 0, len(entries))
	index := make(map[game.Component]int, len(entries))
	seq := first
	for i, e := range entries {
		if err := e.validate(); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
		at, seen := index[e.Component]
		if !seen {
			old, err := have(e.Component)
			if err != nil {
				return nil, err
			}
			at = len(changes)
			index[e.Component] = at
			changes = append(changes, change{e.Component, old, old})
		}
		c := &changes[at]
		now, ok := c.now.learn(e.Fact, seq)
		if !ok {
			return nil, conflict(c, e, source)
		}
		c.now = now
		if first > 0 {
			seq++
		}
	}
	return slices.DeleteFunc(changes, func(c change) bool { return c.now.fact == c.old.fact }), nil
}

// conflict names the side of c that e contradicts: the store or the batch.
func conflict(c *change, e Entry, source string) error {
	err := &game.ConflictError{
		Component: e.Component,
		Have:      c.old.fact, HaveFrom: source,
		New: e.Fact, NewFrom: "a new result",
	}
	if !c.old.fact.Contradicts(e.Fact) {
		err.Have, err.HaveFrom = c.now.fact, "an earlier result of the same batch"
	}
	return err
}

// forget works out what it changes to know nothing about components.
func forget(components []game.Component, have func(game.Component) (content, error)) ([]change, error) {
	var changes []change
	seen := make(map[game.Component]bool, len(components))
	for _, c := range components {
		if seen[c] {
			continue
		}
		seen[c] = true
		old, err := have(c)
		if err != nil {
			return nil, err
		}
		if old.fact != 0 {
			changes = append(changes, change{component: c, old: old})
		}
	}
	return changes, nil
}

// validate reports what no store can hold.
func (e Entry) validate() error {
	if !e.Fact.Valid() {
		return fmt.Errorf("component %x: %#x is no valid fact", string(e.Component), uint32(e.Fact))
	}
	if len(e.Component) > MaxComponent {
		return fmt.Errorf("component of %d bytes: at most %d fit", len(e.Component), MaxComponent)
	}
	return nil
}

// isConflict reports whether err is a contradiction between facts.
func isConflict(err error) bool {
	var conflict *game.ConflictError
	return errors.As(err, &conflict)
}
