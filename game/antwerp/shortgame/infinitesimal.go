package shortgame

// infinitesimal is ups times up plus a nimber, or none of that kind.
type infinitesimal struct {
	ups, nim int
	is       bool
}

// findInfinitesimal recognises, by canonical options, the nimbers
// *k = {0,*,..,*(k-1)|the same}, and for n > 0 n.up + *k = {0|(n-1).up + *(k xor 1)}
// but for up + * = {0,*|0}; for n < 0 the same with the sides exchanged.
func (t *Table) findInfinitesimal(left, right []Value) infinitesimal {
	if k, ok := t.nimber(left, right); ok {
		return infinitesimal{0, k, true}
	}
	for _, sign := range []int{1, -1} {
		if n, ok := t.ups(sign, left, right); ok {
			return n
		}
		left, right = right, left
	}
	return infinitesimal{}
}

// nimber recognises *k.
func (t *Table) nimber(left, right []Value) (k int, ok bool) {
	if len(left) != len(right) {
		return 0, false
	}
	seen := make([]bool, len(left))
	for i, v := range left {
		s := t.smalls[v]
		if v != right[i] || !s.is || s.ups != 0 || s.nim >= len(seen) {
			return 0, false
		}
		seen[s.nim] = true
	}
	return len(left), true // distinct values, so that none is missing
}

// ups recognises n.up + *k for n of this sign. Zero is an option of the side that
// the sign favours.
func (t *Table) ups(sign int, favoured, other []Value) (infinitesimal, bool) {
	if len(other) != 1 || len(favoured) == 0 || len(favoured) > 2 || favoured[0] != Zero {
		return infinitesimal{}, false
	}
	s := t.smalls[other[0]]
	if len(favoured) == 2 {
		star := t.smalls[favoured[1]]
		return infinitesimal{sign, 1, true}, star == infinitesimal{0, 1, true} && other[0] == Zero
	}
	if !s.is || s.ups*sign < 0 || other[0] == Zero {
		return infinitesimal{}, false
	}
	return infinitesimal{s.ups + sign, s.nim ^ 1, true}, true
}
