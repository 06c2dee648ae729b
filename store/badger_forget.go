package store

import "github.com/sprouts-solver/sprouts/game"

// Forget makes the store know nothing about the components: the engine gets a new
// value that says so, since keys that it deleted have been seen to come back.
func (b *Badger) Forget(components []game.Component) error {
	return b.writing(func() error {
		changes, err := b.forget(components)
		if err != nil {
			return err
		}
		return b.changeLocked(changes)
	})
}

// forget works out what Forget changes.
func (b *Badger) forget(components []game.Component) ([]change, error) {
	txn := b.db.NewTransaction(false)
	defer txn.Discard()
	return forget(components, func(c game.Component) (content, error) { return b.content(txn, c) })
}

// distrustBatch is the number of components that Distrust changes at once.
const distrustBatch = 10_000

// Distrust takes back what came with the numbers in the spans. It walks all facts,
// about 0.5 s for each million.
func (b *Badger) Distrust(spans []Span) (components int64, err error) {
	err = b.writing(func() error {
		gone := contains(spans)
		var changes []change
		flush := func() error {
			err := b.changeLocked(changes)
			if err == nil {
				components += int64(len(changes))
			}
			changes = changes[:0]
			return err
		}
		err := b.contents("", func(component []byte, old content) error {
			now, less := old.without(gone)
			if !less {
				return nil
			}
			changes = append(changes, change{game.Component(component), now, old})
			if len(changes) < distrustBatch {
				return nil
			}
			return flush()
		})
		if err != nil {
			return err
		}
		return flush()
	})
	return components, err
}
