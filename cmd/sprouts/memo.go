package main

import (
	"errors"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// memo is what a search may ask and must tell: the table embedded in the
// program first, then the store. Either may be missing.
type memo struct {
	table search.Memo // read only; knows nothing until it is loaded
	store search.Memo
	whole *wholeMemo // in misère play, with a store
	fresh bool       // do not ask the store
}

// embeddedTable is the table of small components that comes with the program,
// nil if the game has none.
func embeddedTable(g game.Game) search.Memo {
	if g.Name() == sprouts.New().Name() {
		return &sprouts.SmallLands{}
	}
	return nil
}

// Load lets the table and the store load what is worth it after so many visits.
func (m *memo) Load(visits int64) (more bool, err error) {
	moreTable, err := m.loadTable(visits)
	if m.whole != nil {
		more, storeErr := m.whole.load(visits)
		return moreTable || more, errors.Join(err, storeErr)
	}
	if m.store == nil || m.fresh {
		return moreTable, err
	}
	moreStore, storeErr := m.store.Load(visits)
	return moreTable || moreStore, errors.Join(err, storeErr)
}

// loadTable loads the embedded table.
func (m *memo) loadTable(visits int64) (more bool, err error) {
	if m.table == nil {
		return false, nil
	}
	return m.table.Load(visits)
}

// Lookup returns the first known nimber, or else what the store excludes.
func (m *memo) Lookup(c []byte) game.Fact {
	f := m.lookupTable(c)
	if m.store != nil && !m.fresh && !f.IsKnown() {
		f = m.store.Lookup(c)
	}
	return f
}

// lookupTable asks the embedded table.
func (m *memo) lookupTable(c []byte) game.Fact {
	if m.table == nil {
		return 0
	}
	return m.table.Lookup(c)
}

// Record tells the store. It fails if the store knows better.
func (m *memo) Record(c []byte, f game.Fact) error {
	if m.store == nil {
		return nil
	}
	return m.store.Record(c, f)
}
