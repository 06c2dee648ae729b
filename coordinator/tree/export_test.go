package tree

// Compact has the components numbered anew, as happens when most have gone and
// Proven has nothing to tell.
func Compact(t *Tree) { t.compact() }
