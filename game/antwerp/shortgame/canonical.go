package shortgame

import "slices"

// New returns the value of the game with these options. It keeps neither slice.
func (t *Table) New(left, right []Value) (Value, error) {
	f := &form{t: t, left: slices.Clone(left), right: slices.Clone(right), below: map[Value]bool{}, above: map[Value]bool{}}
	for {
		f.dropDominated()
		if !f.bypass() {
			break
		}
	}
	return t.intern(f.left, f.right)
}

// form is a game whose options are values, but which need not be canonical itself.
// Comparisons with it stay right while its options change, as its value does not.
type form struct {
	t            *Table
	left, right  []Value
	below, above map[Value]bool // whether a value is at most, at least the form
}

// atLeast reports whether x <= f.
func (f *form) atLeast(x Value) bool {
	if known, ok := f.below[x]; ok {
		return known
	}
	result := !slices.ContainsFunc(f.t.Left(x), f.atMost) &&
		!slices.ContainsFunc(f.right, func(r Value) bool { return f.t.AtMost(r, x) })
	f.below[x] = result
	return result
}

// atMost reports whether f <= x.
func (f *form) atMost(x Value) bool {
	if known, ok := f.above[x]; ok {
		return known
	}
	result := !slices.ContainsFunc(f.left, func(l Value) bool { return f.t.AtMost(x, l) }) &&
		!slices.ContainsFunc(f.t.Right(x), f.atLeast)
	f.above[x] = result
	return result
}

// dropDominated leaves of each side's options those that no other is better than.
func (f *form) dropDominated() {
	f.left = best(f.left, f.t.AtMost)
	f.right = best(f.right, func(a, b Value) bool { return f.t.AtMost(b, a) })
}

// best returns, sorted, the options that no other option is at least as good as.
func best(options []Value, worse func(a, b Value) bool) []Value {
	slices.Sort(options)
	options = slices.Compact(options)
	var kept []Value
	for _, a := range options {
		if !slices.ContainsFunc(options, func(b Value) bool { return a != b && worse(a, b) }) {
			kept = append(kept, a)
		}
	}
	return kept
}

// bypass replaces one reversible option by those that it leads to, and reports
// whether there was one. Left's option l is reversible if Right can answer it with
// something at most f, that is no worse for Right than f was.
func (f *form) bypass() bool {
	for i, l := range f.left {
		if k := slices.IndexFunc(f.t.Right(l), f.atLeast); k >= 0 {
			f.left = slices.Concat(f.left[:i], f.t.Left(f.t.Right(l)[k]), f.left[i+1:])
			return true
		}
	}
	for i, r := range f.right {
		if k := slices.IndexFunc(f.t.Left(r), f.atMost); k >= 0 {
			f.right = slices.Concat(f.right[:i], f.t.Right(f.t.Left(r)[k]), f.right[i+1:])
			return true
		}
	}
	return false
}

// Negate returns -v: the sides exchanged.
func (t *Table) Negate(v Value) (Value, error) {
	if known, ok := t.negated[v]; ok {
		return known, nil
	}
	var sides [2][]Value
	for side, options := range t.options[v] {
		for _, o := range options {
			n, err := t.Negate(o)
			if err != nil {
				return Zero, err
			}
			sides[1-side] = append(sides[1-side], n)
		}
		slices.Sort(sides[1-side])
	}
	n, err := t.intern(sides[0], sides[1])
	if err == nil {
		t.negated[v], t.negated[n] = n, v
	}
	return n, err
}

// Sum returns a + b.
func (t *Table) Sum(a, b Value) (Value, error) {
	if a > b {
		a, b = b, a
	}
	if a == Zero {
		return b, nil
	}
	key := [2]Value{a, b}
	if known, ok := t.sums[key]; ok {
		return known, nil
	}
	v, err := t.sum(a, b)
	if err == nil {
		t.sums[key] = v
	}
	return v, err
}

// sum adds by moves in either game. In a number nobody moves but who must: if the
// other game is none, its moves are all that count (number translation).
func (t *Table) sum(a, b Value) (Value, error) {
	x, y := t.numbers[a], t.numbers[b]
	if x.is && y.is {
		if z := x.plus(y); z.is {
			return t.fromDyadic(z)
		}
		return Zero, ErrTooLarge
	}
	var sides [2][]Value
	for side := range sides {
		for _, pair := range [][2]Value{{a, b}, {b, a}} {
			if t.numbers[pair[0]].is {
				continue
			}
			for _, o := range t.options[pair[0]][side] {
				v, err := t.Sum(o, pair[1])
				if err != nil {
					return Zero, err
				}
				sides[side] = append(sides[side], v)
			}
		}
	}
	return t.New(sides[0], sides[1])
}
