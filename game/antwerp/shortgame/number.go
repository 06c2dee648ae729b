package shortgame

import "strconv"

// dyadic is the number over / 2^down, in lowest terms, or no number at all.
type dyadic struct {
	over int64
	down uint
	is   bool
}

// Bounds of numbers, so that sums and comparisons stay within 63 bits.
const (
	mostDown = 20
	mostOver = 1 << 40
)

// number returns over / 2^down in lowest terms, no number if out of bounds.
func number(over int64, down uint) dyadic {
	for down > 0 && over%2 == 0 {
		over, down = over/2, down-1
	}
	if down > mostDown || over > mostOver || over < -mostOver {
		return dyadic{}
	}
	return dyadic{over, down, true}
}

// scaled returns both numbers over the same power of two.
func (x dyadic) scaled(y dyadic) (a, b int64, down uint) {
	down = max(x.down, y.down)
	return x.over << (down - x.down), y.over << (down - y.down), down
}

// compare returns a negative number if x < y, 0 if they are equal.
func (x dyadic) compare(y dyadic) int {
	a, b, _ := x.scaled(y)
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (x dyadic) plus(y dyadic) dyadic {
	a, b, down := x.scaled(y)
	return number(a+b, down)
}

// String writes 3, -1/2, 5/8.
func (x dyadic) String() string {
	if x.down == 0 {
		return strconv.FormatInt(x.over, 10)
	}
	return strconv.FormatInt(x.over, 10) + "/" + strconv.FormatInt(1<<x.down, 10)
}

// findNumber recognises a number by its canonical options: {|} = 0, {n|} = n + 1,
// {|-n} = -n - 1, and {x|y} with x < y is the middle.
func (t *Table) findNumber(left, right []Value) dyadic {
	if len(left) > 1 || len(right) > 1 {
		return dyadic{}
	}
	var x, y dyadic
	if len(left) == 1 {
		x = t.numbers[left[0]]
	}
	if len(right) == 1 {
		y = t.numbers[right[0]]
	}
	switch {
	case len(left)+len(right) == 0:
		return number(0, 0)
	case len(right) == 0 && x.is:
		return number(x.over+1, 0)
	case len(left) == 0 && y.is:
		return number(y.over-1, 0)
	case x.is && y.is && x.compare(y) < 0:
		a, b, down := x.scaled(y)
		return number(a+b, down+1)
	}
	return dyadic{}
}

// Integer returns the value n. It needs the values between 0 and n, too.
func (t *Table) Integer(n int64) (Value, error) {
	if z := number(n, 0); z.is {
		return t.fromDyadic(z)
	}
	return Zero, ErrTooLarge
}

// fromDyadic returns the value of a number.
func (t *Table) fromDyadic(x dyadic) (Value, error) {
	if x.down > 0 {
		left, err := t.fromDyadic(number(x.over-1, x.down))
		if err != nil {
			return Zero, err
		}
		right, err := t.fromDyadic(number(x.over+1, x.down))
		if err != nil {
			return Zero, err
		}
		return t.intern([]Value{left}, []Value{right})
	}
	v := Zero
	for n := int64(0); n != x.over; {
		var err error
		if x.over > 0 {
			n++
			v, err = t.intern([]Value{v}, nil)
		} else {
			n--
			v, err = t.intern(nil, []Value{v})
		}
		if err != nil {
			return Zero, err
		}
	}
	return v, nil
}

// findStops returns the numbers at which the game stops when the sides move by
// turns until there is one, Left for a large and Right for a small one.
func (t *Table) findStops(v Value) [2]dyadic {
	if x := t.numbers[v]; x.is {
		return [2]dyadic{x, x}
	}
	var stops [2]dyadic
	for _, l := range t.Left(v) {
		if x := t.stops[l][1]; !stops[0].is || x.compare(stops[0]) > 0 {
			stops[0] = x
		}
	}
	for _, r := range t.Right(v) {
		if x := t.stops[r][0]; !stops[1].is || x.compare(stops[1]) < 0 {
			stops[1] = x
		}
	}
	return stops
}
