package main

import (
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
)

// wholeMemo is what a search of misère play wants of the store beside answers: all facts
// at once, since it has its own table of positions, and the trees of lands.
type wholeMemo struct {
	store  store.Store
	loaded bool
}

// wholesPerVisit is how many facts are worth reading for each visit of the search: it then
// takes a quarter of the time that the search has taken.
const wholesPerVisit = 2

// load reports, once, that the store may be read: when it has few enough facts for a search
// that has got so far.
func (m *wholeMemo) load(visits int64) (more bool, err error) {
	if m.loaded {
		return false, nil
	}
	left := wholesPerVisit * visits
	err = m.store.Range(func(store.Entry) error {
		if left--; left < 0 {
			return errMany
		}
		return nil
	})
	if errors.Is(err, errMany) {
		return false, nil
	}
	m.loaded = err == nil
	return m.loaded, err
}

// errMany ends a look at a store that holds too much for now.
var errMany = errors.New("more facts than are worth the time")

// List lists all facts of the store; see search.Lister.
func (m *memo) List(yield func(c []byte, f game.Fact) error) error {
	if m.whole == nil {
		return nil
	}
	return m.whole.store.Range(func(e store.Entry) error { return yield([]byte(e.Component), e.Fact) })
}

// treePrefix is what the keys of records of trees begin with: their kind and the version
// of their form. What follows is the component of the game that is played.
const treePrefix = "tree/1/"

// maxTree bounds the trees that are kept, in bytes.
const maxTree = 64 << 10

// ListTrees lists the trees that the store has; see search.TreeMemo.
func (m *memo) ListTrees(yield func(c, tree []byte) error) error {
	if m.whole == nil {
		return nil
	}
	return m.whole.store.RangeRecords([]byte(treePrefix), func(r store.Record) error {
		return yield(r.Key[len(treePrefix):], r.Value)
	})
}

// RecordTree keeps a tree in the store; see search.TreeMemo.
func (m *memo) RecordTree(c, tree []byte) error {
	if m.whole == nil || len(tree) > maxTree {
		return nil
	}
	err := m.whole.store.PutRecords([]store.Record{{Key: append([]byte(treePrefix), c...), Value: tree}})
	if err != nil {
		return fmt.Errorf("keep a tree: %w", err)
	}
	return nil
}
