package store

import "cmp"

// PutFrom writes facts with sequence numbers through to the store, and then into
// the table, so that Lookup knows them when it returns. Like the store's, it returns
// once they would survive the death of the process, and does not sync. Exclusions
// are always written, and kept in the table if KeepExclusions is set.
//
// A *game.ConflictError of the store leaves store and cache as they were, and usable:
// whoever sent the facts is to be asked. After a contradiction of Record nothing is
// written.
func (c *Cache) PutFrom(entries []Entry, first uint64) error {
	c.mu.Lock()
	err := c.fatal
	if c.closed {
		err = cmp.Or(err, ErrClosed)
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	if err := c.store.PutFrom(entries, first); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.table.Load()
	for _, e := range entries {
		if !e.Fact.IsKnown() && !c.o.KeepExclusions {
			continue
		}
		// Only what Record took and nobody has written yet can contradict.
		if old, ok := t.merge([]byte(e.Component), e.Fact); !ok {
			c.fatal = c.conflict([]byte(e.Component), old, e.Fact)
			return c.fatal
		}
	}
	return nil
}
