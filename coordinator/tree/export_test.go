package tree

// Compact has the components numbered anew, as happens when most have gone.
func Compact(t *Tree) { t.compact() }
