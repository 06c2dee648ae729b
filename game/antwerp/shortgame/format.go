package shortgame

import (
	"slices"
	"strconv"
	"strings"
)

// MaxText bounds what [Table.Format] writes, in bytes.
const MaxText = 4000

// Format writes a value in the usual notation, see the package comment. It gives
// [ErrTooLarge] for more than [MaxText] bytes, or if there is no room in the table for
// what it compares with.
func (t *Table) Format(v Value) (string, error) {
	text, err := t.name(v)
	if text != "" || err != nil {
		return text, err
	}
	var sides [2]string
	for side, options := range t.options[v] {
		texts := make([]string, len(options))
		length := 0
		for i, o := range options {
			if texts[i], err = t.Format(o); err != nil {
				return "", err
			}
			if length += len(texts[i]); length > MaxText {
				return "", ErrTooLarge
			}
		}
		slices.Sort(texts)
		sides[side] = strings.Join(texts, ",")
	}
	if len(sides[0])+len(sides[1])+len("{|}") > MaxText {
		return "", ErrTooLarge
	}
	return "{" + sides[0] + "|" + sides[1] + "}", nil
}

// name returns the name of a value that has one: a number, ups and a nimber, the
// sum of both kinds, or a switch plus or minus something; "" if it has none.
func (t *Table) name(v Value) (string, error) {
	if x := t.numbers[v]; x.is {
		return x.String(), nil
	}
	if s := t.smalls[v]; s.is {
		return s.String(), nil
	}
	left, right := t.Left(v), t.Right(v)
	if len(left) != 1 || len(right) != 1 {
		return t.nearNumber(v)
	}
	minus, err := t.Negate(left[0])
	if err != nil {
		return "", err
	}
	if minus != right[0] {
		return t.nearNumber(v)
	}
	text, err := t.Format(left[0])
	if t.numbers[left[0]].is {
		return "±" + text, err
	}
	return "±(" + text + ")", err
}

// nearNumber names a number plus ups and a nimber, other values get "". The two
// stops of such a sum are the number.
func (t *Table) nearNumber(v Value) (string, error) {
	x := t.stops[v][0]
	if x != t.stops[v][1] {
		return "", nil
	}
	minus, err := t.fromDyadic(number(-x.over, x.down))
	if err != nil {
		return "", err
	}
	rest, err := t.Sum(v, minus)
	if err != nil || !t.smalls[rest].is {
		return "", err
	}
	return x.String() + t.smalls[rest].String(), nil
}

// String writes 0, *2, ↑, ↓*, 3↑*2: to a number before it, it is added.
func (s infinitesimal) String() string {
	var text strings.Builder
	arrow, ups := "↑", s.ups
	if ups < 0 {
		arrow, ups = "↓", -ups
	}
	if ups > 1 {
		text.WriteString("(" + strconv.Itoa(ups) + arrow + ")")
	} else if ups == 1 {
		text.WriteString(arrow)
	}
	if s.nim > 0 {
		text.WriteString("*")
	}
	if s.nim > 1 {
		text.WriteString(strconv.Itoa(s.nim))
	}
	if text.Len() == 0 {
		return "0"
	}
	return text.String()
}
