package tree

// Stats counts what is in the tree.
type Stats struct {
	Nodes      int // all nodes, tombstones included
	Open       int // couples that have no kids yet, held ones included
	Expanded   int // couples with kids
	Sums       int
	Tombstones int   // nodes that only wait for a Release
	Held       int   // held leaves
	Edges      int   // from a parent to a kid
	Components int   // components that couples in the tree need
	Solved     int64 // couples that have been decided in the tree since New
	Memory     int64 // bytes of all tables
}

// Stats returns the counts. It costs nothing.
func (t *Tree) Stats() Stats {
	return Stats{
		Nodes:      t.nodeCount,
		Open:       t.counts.couples - t.counts.expanded,
		Expanded:   t.counts.expanded,
		Sums:       t.counts.sums,
		Tombstones: t.counts.tombstones,
		Held:       len(t.held),
		Edges:      t.edgeCount,
		Components: t.components.live,
		Solved:     t.counts.solved,
		Memory:     t.memory(),
	}
}

// memory returns the bytes of the tables. What is held for leaves and for the next
// Dirty is little beside them.
func (t *Tree) memory() int64 {
	words := cap(t.sums.slots) + cap(t.changed.ids) + cap(t.stale.ids) + cap(t.orphans) + cap(t.journal.dirty)
	return t.nodes.Memory() + t.edges.Memory() +
		t.components.keys.Memory() + t.components.records.Memory() + 4*int64(words)
}
