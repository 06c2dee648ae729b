package store

import (
	"errors"
	"fmt"
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

// Store is a durable map from components to facts. Implementations are safe for
// concurrent use. After Close every method returns ErrClosed, and Close itself
// nil.
type Store interface {
	// Get returns what is known about c, the zero Fact if nothing. A stored value
	// that fails its checksum is counted in Stats and treated as nothing.
	Get(c game.Component) (game.Fact, error)

	// Put merges the entries into the store. It returns once they would survive
	// the death of the process. A contradiction, with the store or inside the
	// batch, gives a *game.ConflictError, is counted in Stats, and leaves the
	// store as it was; so does an entry that is no valid fact.
	Put(entries []Entry) error

	// Sync returns once all earlier Puts would survive power loss.
	Sync() error

	// Range calls yield for each entry in the order of the components' bytes and
	// stops at its first error, which it returns. It may or may not see what is
	// put meanwhile. yield may use the store, but not close it.
	Range(yield func(Entry) error) error

	// Stats returns counts. The first call walks all entries, later ones do not.
	Stats() (Stats, error)

	// Close ends the use of the store once the calls at work have returned.
	Close() error
}

// Stats is what a store holds and what happened to it since it was opened.
type Stats struct {
	Nimbers      int64 // components whose nimber is known
	Exclusions   int64 // components of which only excluded nimbers are known
	DiskBytes    int64 // blocks taken on disk; files are sparse, so their lengths say little
	CorruptReads int64 // values read that failed their checksum
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

// change is an entry that adds to what the store has.
type change struct {
	Entry
	old game.Fact
}

// merge works out what a batch changes, given what the store has. It keeps the
// order in which components first occur. Source names the store in a conflict.
func merge(entries []Entry, have func(game.Component) (game.Fact, error), source string) ([]change, error) {
	changes := make([]change, 0, len(entries))
	index := make(map[game.Component]int, len(entries))
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
			changes = append(changes, change{Entry{e.Component, old}, old})
		}
		c := &changes[at]
		merged, ok := c.Fact.Merge(e.Fact)
		if !ok {
			return nil, conflict(c, e, source)
		}
		c.Fact = merged
	}
	kept := changes[:0]
	for _, c := range changes {
		if c.Fact != c.old {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// conflict names the side of c that e contradicts: the store or the batch.
func conflict(c *change, e Entry, source string) error {
	err := &game.ConflictError{
		Component: e.Component,
		Have:      c.old, HaveFrom: source,
		New: e.Fact, NewFrom: "a new result",
	}
	if !c.old.Contradicts(e.Fact) {
		err.Have, err.HaveFrom = c.Fact, "an earlier result of the same batch"
	}
	return err
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
