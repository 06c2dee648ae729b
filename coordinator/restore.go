package coordinator

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

// Changes is what must become durable, in this order.
type Changes struct {
	Records []Record
	Facts   []Entry  // fact i has the sequence number First+i
	First   uint64   // 1 + Core.Last if there are none
	Dropped [][]byte // all records whose keys begin so are to be removed
}

// Changes returns what has changed since the last call. It must be called after each
// call that brings facts, or at the latest when Options.RingSize - Options.MaxBatch of
// them have come.
func (c *Core) Changes() Changes {
	for _, r := range c.runs {
		if r.changed {
			c.write(runKey(r.id), encodeRun(r))
			r.changed = false
		}
		if r.tree != nil {
			c.writeTree(r)
		}
	}
	if bound, changed := c.facts.reserve(); changed {
		c.write([]byte{kindBound}, encodeNumber(bound))
	}
	for _, s := range c.facts.spans {
		span := Span{First: s.first, Last: s.last, Worker: s.source, Mixed: s.mixed, Epoch: c.epoch}
		c.records = append(c.records, span.record())
	}
	changes := Changes{Records: c.records, Facts: c.facts.pending, Dropped: c.dropped}
	changes.First = c.facts.last + 1 - uint64(len(changes.Facts))
	c.records, c.dropped, c.facts.pending, c.facts.spans = nil, nil, nil, nil
	return changes
}

// writeTree notes what has changed in the tree of a run.
func (c *Core) writeTree(r *run) {
	r.tree.Dirty(func(key, value []byte) {
		r.recorded = true
		c.write(treeKey(r.id, key), slices.Clone(value))
	})
}

// dropRun ends what the journal has of a run that is no longer remembered.
func (c *Core) dropRun(r *run) {
	c.write(runKey(r.id), nil)
	for _, q := range r.aside {
		c.write(quarantineKey(r.id, q.Couple), nil)
	}
}

// setEpoch begins an epoch.
func (c *Core) setEpoch(epoch uint64) {
	c.epoch = epoch
	c.write([]byte{kindEpoch}, encodeNumber(epoch))
}

// Restore takes back the records of earlier lives, in any order, and begins the
// next epoch. Records that are missing cost work, not truth. It must be the first
// call. Nobody may be served before the Changes after it are durable, since they
// hold the new epoch. A record that cannot have been written gives an error.
func (c *Core) Restore(records iter.Seq[Record]) error {
	b := rebuilder{core: c, runs: map[RunID]*run{}, useless: map[string]bool{}}
	for r := range records {
		if len(r.Value) == 0 {
			continue
		}
		if err := b.take(r); err != nil {
			return r.fault(err)
		}
	}
	return b.finish()
}

// rebuilder collects records.
type rebuilder struct {
	core           *Core
	runs           map[RunID]*run
	epoch          uint64
	durable, bound uint64
	early          []Record        // of runs that have not come yet
	useless        map[string]bool // prefixes of records that nobody needs
}

// take takes one record.
func (b *rebuilder) take(r Record) (err error) {
	var n uint64
	switch r.kind() {
	case kindEpoch:
		n, err = decodeNumber(r)
		b.epoch = max(b.epoch, n)
	case kindBound:
		n, err = decodeNumber(r)
		b.bound = max(b.bound, n)
	case kindSpan:
		var s Span
		s, err = decodeSpan(r)
		b.durable = max(b.durable, s.Last)
		b.epoch = max(b.epoch, s.Epoch)
	case kindCheck:
		var name string
		name, n, err = decodeCheck(r)
		if err == nil {
			b.core.checks.good[name] = n
		}
	case kindRun:
		err = b.takeRun(r)
	case kindTree, kindQuarantine:
		var known bool
		if known, err = b.takePart(r); err == nil && !known {
			b.early = append(b.early, Record{slices.Clone(r.Key), slices.Clone(r.Value)})
		}
	default:
		err = errNewer
	}
	return err
}

// takeRun takes the record of a run.
func (b *rebuilder) takeRun(record Record) error {
	r, err := decodeRun(record)
	if err != nil {
		return err
	}
	if err := b.core.checkSpec(r.spec); err != nil {
		return err
	}
	b.runs[r.id] = r
	return nil
}

// takePart takes a piece of a run. It returns false if the run has not come yet.
func (b *rebuilder) takePart(record Record) (known bool, err error) {
	id, key, err := splitKey(record.Key)
	if err != nil {
		return false, err
	}
	r := b.runs[RunID(id)]
	if r == nil {
		return false, nil
	}
	if record.kind() == kindQuarantine {
		_, j, err := decodeQuarantine(record)
		if err == nil {
			r.jobs[j.couple] = j
		}
		return true, err
	}
	if r.state.Ended() {
		b.useless[string(record.Key[:prefixSize])] = true
		return true, nil
	}
	if r.tree == nil {
		t, ok := b.core.grow(r)
		if !ok {
			return true, b.core.err
		}
		b.core.plant(r, t)
		r.recorded = true
	}
	// What cannot be read is a leaf again, and is written anew when it has kids.
	if err := r.tree.Restore(key, record.Value); err != nil {
		b.core.counters.TreeRecordsLost++
	}
	return true, nil
}

// finish puts everything in its place.
func (b *rebuilder) finish() error {
	c := b.core
	for _, r := range b.early {
		known, err := b.takePart(r)
		if err != nil {
			return r.fault(err)
		}
		if !known {
			b.useless[string(r.Key[:prefixSize])] = true
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(b.useless)) {
		c.dropped = append(c.dropped, []byte(prefix))
	}
	for _, r := range b.runs {
		c.runs = append(c.runs, r)
		c.lastRun = max(c.lastRun, r.id)
	}
	slices.SortFunc(c.runs, func(a, b *run) int { return int(a.id) - int(b.id) })
	c.records = slices.DeleteFunc(c.records, func(r Record) bool { return r.kind() == kindEpoch })
	c.setEpoch(max(1, b.epoch+1))
	c.facts.begin(b.durable, max(b.durable, b.bound))
	for _, r := range c.runs {
		if err := b.finishRun(r); err != nil {
			return err
		}
	}
	c.settle()
	return c.err
}

// finishRun makes a run ready to go on.
func (b *rebuilder) finishRun(r *run) error {
	c := b.core
	if r.state.Ended() {
		r.aside = c.listQuarantined(r)
		clear(r.jobs)
		return nil
	}
	r.created = int64(len(r.jobs))
	c.counters.JobsCreated += r.created
	if r.state == RunActive && r.tree == nil {
		if t, ok := c.grow(r); ok {
			c.plant(r, t)
		}
	}
	if r.tree == nil {
		return c.err
	}
	if err := r.tree.Restored(); err != nil {
		return fmt.Errorf("restore the tree of run %d: %w", r.id, c.contradiction(coordinatorName, err))
	}
	r.state = RunActive
	return nil
}
