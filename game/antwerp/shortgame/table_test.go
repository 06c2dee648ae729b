package shortgame_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game/antwerp/shortgame"
)

// builder makes values from the texts of games, for tests.
type builder struct {
	t     require.TestingT
	table *shortgame.Table
}

func newBuilder(t require.TestingT) builder { return builder{t, shortgame.NewTable(20_000, nil)} }

func (b builder) game(left, right []shortgame.Value) shortgame.Value {
	v, err := b.table.New(left, right)
	require.NoError(b.t, err)
	return v
}

func (b builder) sum(list ...shortgame.Value) shortgame.Value {
	total := shortgame.Zero
	for _, v := range list {
		var err error
		total, err = b.table.Sum(total, v)
		require.NoError(b.t, err)
	}
	return total
}

func (b builder) minus(v shortgame.Value) shortgame.Value {
	n, err := b.table.Negate(v)
	require.NoError(b.t, err)
	return n
}

func (b builder) text(v shortgame.Value) string {
	text, err := b.table.Format(v)
	require.NoError(b.t, err)
	return text
}

// read makes the game of a text with braces around zeros: {0,{0|0}|}.
func (b builder) read(text string) shortgame.Value {
	v, rest := b.parse(text)
	require.Empty(b.t, rest)
	return v
}

func (b builder) parse(text string) (shortgame.Value, string) {
	if rest, ok := strings.CutPrefix(text, "0"); ok {
		return shortgame.Zero, rest
	}
	var sides [2][]shortgame.Value
	side, rest := 0, text[1:]
	for {
		switch rest[0] {
		case '}':
			return b.game(sides[0], sides[1]), rest[1:]
		case '|':
			side, rest = 1, rest[1:]
		case ',':
			rest = rest[1:]
		default:
			var v shortgame.Value
			v, rest = b.parse(rest)
			sides[side] = append(sides[side], v)
		}
	}
}

// TestNames builds values by their options, as the literature has them.
func TestNames(t *testing.T) {
	const one, minusOne, star = "{0|}", "{|0}", "{0|0}"
	for text, want := range map[string]string{
		"{|}":                               "0",
		one:                                 "1",
		"{" + one + "|}":                    "2",
		minusOne:                            "-1",
		"{0|" + one + "}":                   "1/2",
		"{0|{0|" + one + "}}":               "1/4",
		"{{0|" + one + "}|" + one + "}":     "3/4",
		"{" + minusOne + "|{" + one + "|}}": "0", // the simplest number between
		"{" + minusOne + "|}":               "0",
		"{0|{" + one + "|}}":                "1",
		star:                                "*",
		"{0," + star + "|0," + star + "}":   "*2",
		"{0|" + star + "}":                  "↑",
		"{" + star + "|0}":                  "↓",
		"{0," + star + "|0}":                "↑*",
		"{0|{0|" + star + "}}":              "(2↑)*",
		"{0|{0," + star + "|0}}":            "(2↑)",
		"{" + one + "|" + one + "}":         "1*",
		"{" + one + "|" + minusOne + "}":    "±1",
		"{" + one + "|0}":                   "{1|0}",
		"{" + star + "|" + star + "}":       "0",          // reversible both ways
		"{0|{0|" + minusOne + "}}":          "{0|{0|-1}}", // tiny-one
		"{" + one + ",{" + one + "|}|0}":    "{2|0}",      // 1 is dominated
	} {
		b := newBuilder(t)
		require.Equal(t, want, b.text(b.read(text)), text)
	}
}

// TestUps adds ups and nimbers and wants the names of the sums.
func TestUps(t *testing.T) {
	b := newBuilder(t)
	star := b.read("{0|0}")
	up := b.game([]shortgame.Value{shortgame.Zero}, []shortgame.Value{star})
	nimbers := []shortgame.Value{shortgame.Zero}
	for k := 1; k < 6; k++ {
		nimbers = append(nimbers, b.game(nimbers, nimbers))
	}
	ups := shortgame.Zero
	for n := 1; n < 5; n++ {
		ups = b.sum(ups, up)
		for k, nimber := range nimbers {
			arrows, stars := fmt.Sprintf("(%d↑)", n), fmt.Sprintf("*%d", k)
			if n == 1 {
				arrows = "↑"
			}
			if k < 2 {
				stars = "*"[:k]
			}
			v := b.sum(ups, nimber)
			require.Equal(t, arrows+stars, b.text(v))
			require.Equal(t, strings.ReplaceAll(arrows+stars, "↑", "↓"), b.text(b.minus(v)))
			two, err := b.table.Integer(2)
			require.NoError(t, err)
			require.Equal(t, "2"+arrows+stars, b.text(b.sum(two, v)))
		}
	}
}

// random draws a game of small depth.
func (b builder) random(t *rapid.T, depth int) shortgame.Value {
	var sides [2][]shortgame.Value
	if depth > 0 {
		for side := range sides {
			for range rapid.IntRange(0, 2).Draw(t, "options") {
				sides[side] = append(sides[side], b.random(t, depth-1))
			}
		}
	}
	return b.game(sides[0], sides[1])
}

// TestGroup wants sums to be those of an ordered abelian group.
func TestGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBuilder(t)
		x, y, z := b.random(t, 2), b.random(t, 2), b.random(t, 2)
		require.Equal(t, b.sum(x, y), b.sum(y, x))
		require.Equal(t, b.sum(b.sum(x, y), z), b.sum(x, b.sum(y, z)))
		require.Equal(t, shortgame.Zero, b.sum(x, b.minus(x)))
		require.Equal(t, b.table.AtMost(x, y), b.table.AtMost(shortgame.Zero, b.sum(y, b.minus(x))))
		require.Equal(t, b.table.AtMost(x, y), b.table.AtMost(b.sum(x, z), b.sum(y, z)))
		require.Equal(t, x == y, b.table.AtMost(x, y) && b.table.AtMost(y, x))
	})
}

// wins decides a sum by play, without values of sums.
func (b builder) wins(list []shortgame.Value, left bool) bool {
	for i, v := range list {
		options := b.table.Right(v)
		if left {
			options = b.table.Left(v)
		}
		for _, o := range options {
			next := append([]shortgame.Value{o}, list[:i]...)
			if !b.wins(append(next, list[i+1:]...), !left) {
				return true
			}
		}
	}
	return false
}

// TestOutcomesOfSums plays sums out.
func TestOutcomesOfSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBuilder(t)
		x, y := b.random(t, 3), b.random(t, 2)
		sum := b.sum(x, y)
		require.Equal(t, b.wins([]shortgame.Value{x, y}, true), b.table.LeftWins(sum, true))
		require.Equal(t, !b.wins([]shortgame.Value{x, y}, false), b.table.LeftWins(sum, false))
	})
}

// TestTextsDoNotDependOnHistory makes one value in two tables.
func TestTextsDoNotDependOnHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, c := newBuilder(t), newBuilder(t)
		x, y := b.random(t, 3), b.random(t, 3)
		_, x2 := c.copyOf(b, y), c.copyOf(b, x)
		require.Equal(t, b.text(x), c.text(x2))
	})
}

func (b builder) copyOf(from builder, v shortgame.Value) shortgame.Value {
	var sides [2][]shortgame.Value
	for _, o := range from.table.Left(v) {
		sides[0] = append(sides[0], b.copyOf(from, o))
	}
	for _, o := range from.table.Right(v) {
		sides[1] = append(sides[1], b.copyOf(from, o))
	}
	return b.game(sides[0], sides[1])
}

func TestLimits(t *testing.T) {
	table := shortgame.NewTable(3, nil)
	_, err := table.Integer(2)
	require.NoError(t, err)
	require.Equal(t, 3, table.Len())
	_, err = table.Integer(3)
	require.ErrorIs(t, err, shortgame.ErrTooLarge)
	_, err = table.Integer(1 << 50)
	require.ErrorIs(t, err, shortgame.ErrTooLarge)

	halted := errors.New("halted")
	_, err = shortgame.NewTable(3, func() error { return halted }).Integer(1)
	require.ErrorIs(t, err, halted)
}

// TestLongText has hundreds of switches to choose from, none better than another.
func TestLongText(t *testing.T) {
	b := newBuilder(t)
	integer := func(n int64) shortgame.Value {
		v, err := b.table.Integer(n)
		require.NoError(t, err)
		return v
	}
	var switches []shortgame.Value
	for k := range int64(500) {
		switches = append(switches, b.game([]shortgame.Value{integer(k + 1)}, []shortgame.Value{integer(-k - 2)}))
	}
	v := b.game(switches, []shortgame.Value{integer(-1000)})
	require.Len(t, b.table.Left(v), len(switches))
	_, err := b.table.Format(v)
	require.ErrorIs(t, err, shortgame.ErrTooLarge)
}
