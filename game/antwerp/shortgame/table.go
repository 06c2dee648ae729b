package shortgame

import (
	"errors"
	"slices"
)

// ErrTooLarge says that a table is full or a text would be too long.
var ErrTooLarge = errors.New("the value is too large to compute")

// Value is a short game in canonical form, by its number in a [Table]. Two games in
// one table are equal if and only if their Values are.
type Value int32

// Zero is the game without options, in every table.
const Zero Value = 0

// Table holds values. It serves one goroutine at a time.
type Table struct {
	options [][2][]Value    // by value: what Left and Right can move to, sorted
	numbers []dyadic        // by value: which number it is, if any
	smalls  []infinitesimal // by value: which ups and nimber it is, if any
	stops   [][2]dyadic     // by value: the number reached if Left, if Right begins
	index   map[string]Value
	atMost  map[[2]Value]bool
	sums    map[[2]Value]Value
	negated map[Value]Value
	limit   int
	halt    func() error
}

// comparisonsPerValue bounds the remembered comparisons and sums of a table, which
// weigh about 40 bytes each, against a few hundred for a value.
const comparisonsPerValue = 200

// NewTable returns a table that holds at most limit values. It asks halt, if that is
// not nil, before it makes one, and gives up with the error.
func NewTable(limit int, halt func() error) *Table {
	t := &Table{
		index: map[string]Value{}, atMost: map[[2]Value]bool{},
		sums: map[[2]Value]Value{}, negated: map[Value]Value{},
		limit: limit, halt: halt,
	}
	t.add(nil, nil)
	return t
}

// Len returns how many values the table holds.
func (t *Table) Len() int { return len(t.options) }

// Left returns the canonical options of Left. The slice belongs to the table.
func (t *Table) Left(v Value) []Value { return t.options[v][0] }

// Right returns the canonical options of Right. The slice belongs to the table.
func (t *Table) Right(v Value) []Value { return t.options[v][1] }

// intern returns the value with these canonical options, both sorted.
func (t *Table) intern(left, right []Value) (Value, error) {
	if v, known := t.index[optionKey(left, right)]; known {
		return v, nil
	}
	if len(t.options) >= t.limit || len(t.atMost)+len(t.sums) > comparisonsPerValue*t.limit {
		return Zero, ErrTooLarge
	}
	if t.halt != nil {
		if err := t.halt(); err != nil {
			return Zero, err
		}
	}
	return t.add(left, right), nil
}

func (t *Table) add(left, right []Value) Value {
	v := Value(len(t.options))
	t.options = append(t.options, [2][]Value{left, right})
	t.numbers = append(t.numbers, t.findNumber(left, right))
	t.smalls = append(t.smalls, t.findInfinitesimal(left, right))
	t.stops = append(t.stops, t.findStops(v))
	t.index[optionKey(left, right)] = v
	return v
}

func optionKey(left, right []Value) string {
	key := make([]byte, 0, 4*(len(left)+len(right)+1))
	for _, v := range slices.Concat(left, []Value{-1}, right) {
		key = append(key, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
	}
	return string(key)
}

// AtMost reports whether a <= b: Left to move has no good move in a - b, that is no
// option of a is at least b, and no option of Right in b is at most a.
func (t *Table) AtMost(a, b Value) bool {
	if a == b {
		return true
	}
	if x, y := t.numbers[a], t.numbers[b]; x.is && y.is {
		return x.compare(y) <= 0
	}
	key := [2]Value{a, b}
	if known, ok := t.atMost[key]; ok {
		return known
	}
	result := !slices.ContainsFunc(t.Left(a), func(l Value) bool { return t.AtMost(b, l) }) &&
		!slices.ContainsFunc(t.Right(b), func(r Value) bool { return t.AtMost(r, a) })
	t.atMost[key] = result
	return result
}

// LeftWins reports whether Left wins the game, with Left to move if first, with
// Right to move if not.
func (t *Table) LeftWins(v Value, first bool) bool {
	if first {
		return !t.AtMost(v, Zero)
	}
	return t.AtMost(Zero, v)
}
