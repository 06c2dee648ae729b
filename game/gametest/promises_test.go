package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// broken is Nim with some of its parts replaced.
type broken struct {
	game.Game
	name     func() string
	version  func() string
	parse    func(text string) (game.Position, error)
	format   func(c game.Component) (string, error)
	expander func() game.Expander
}

func (b broken) Name() string                             { return b.name() }
func (b broken) Version() string                          { return b.version() }
func (b broken) Parse(text string) (game.Position, error) { return b.parse(text) }
func (b broken) Format(c game.Component) (string, error)  { return b.format(c) }
func (b broken) NewExpander() game.Expander               { return b.expander() }

// sound returns Nim in parts, none of them replaced yet.
func sound() broken {
	g := nim.New()
	return broken{Game: g, name: g.Name, version: g.Version, parse: g.Parse, format: g.Format, expander: g.NewExpander}
}

// brokenExpander is an expander of Nim with some of its parts replaced.
type brokenExpander struct {
	game.Expander
	expand  func(c []byte, yield func(*game.Sum) bool)
	measure func(c []byte) game.Measure
	analogy func(c []byte) ([]byte, game.Nimber)
}

func (b *brokenExpander) Expand(c []byte, yield func(*game.Sum) bool) { b.expand(c, yield) }
func (b *brokenExpander) Measure(c []byte) game.Measure               { return b.measure(c) }
func (b *brokenExpander) Analogy(c []byte) ([]byte, game.Nimber)      { return b.analogy(c) }

// withExpander returns Nim whose expanders have been through breakIt.
func withExpander(breakIt func(e *brokenExpander)) broken {
	b := sound()
	b.expander = func() game.Expander {
		e := nim.New().NewExpander()
		be := &brokenExpander{Expander: e, expand: e.Expand, measure: e.Measure, analogy: e.Analogy}
		breakIt(be)
		return be
	}
	return b
}

// reversed yields the options of e from last to first.
func reversed(e game.Expander, c []byte, yield func(*game.Sum) bool) {
	for _, option := range slices.Backward(optionsOf(e, game.Component(c))) {
		var sum game.Sum
		for _, part := range option {
			sum.Append([]byte(part))
		}
		if !yield(&sum) {
			return
		}
	}
}

// breaches has for each promise games that break it.
func breaches() map[string][]broken {
	const (
		name     = "the name is a word for the command line"
		version  = "the version says something and stays the same"
		common   = "every game can write the empty position and nim-heaps"
		inverse  = "format and parse are inverse"
		equal    = "texts of one position give one position"
		refused  = "malformed texts are refused with place and remedy"
		foreign  = "format refuses bytes that are not canonical"
		options  = "options are canonical components"
		order    = "the order of options is the same each time"
		stop     = "expand stops when yield says so"
		parallel = "expanders work side by side"
		lives    = "lives bound the longest game"
		analogy  = "an analogy is a hint of the contract's size"
	)
	all := map[string][]broken{}
	add := func(promise string, breakIt func(b *broken)) {
		b := sound()
		breakIt(&b)
		all[promise] = append(all[promise], b)
	}
	addExpander := func(promise string, breakIt func(e *brokenExpander)) {
		all[promise] = append(all[promise], withExpander(breakIt))
	}

	add(name, func(b *broken) { b.name = func() string { return "" } })
	add(name, func(b *broken) { b.name = func() string { return "Nim game" } })
	add(version, func(b *broken) { b.version = func() string { return "" } })
	add(version, func(b *broken) {
		calls := 0
		b.version = func() string { calls++; return fmt.Sprint(calls) }
	})
	add(common, func(b *broken) {
		b.parse = func(text string) (game.Position, error) {
			if text == "!" {
				return game.Position{}, errors.New("not a heap size")
			}
			return nim.New().Parse(text)
		}
	})
	add(common, func(b *broken) {
		b.parse = func(text string) (game.Position, error) { return nim.New().Parse(strings.ReplaceAll(text, "*", "")) }
	})
	add(inverse, func(b *broken) { b.format = func(game.Component) (string, error) { return "1", nil } })
	add(inverse, func(b *broken) {
		b.parse = func(text string) (game.Position, error) {
			p, err := nim.New().Parse(text)
			slices.Reverse(p.Components)
			return p, err
		}
	})
	add(equal, func(b *broken) {
		b.parse = func(text string) (game.Position, error) {
			p, err := nim.New().Parse(text)
			if strings.HasPrefix(text, "3") {
				p.Heap = 1
			}
			return p, err
		}
	})
	add(refused, func(b *broken) {
		b.parse = func(text string) (game.Position, error) {
			p, err := nim.New().Parse(text)
			if err != nil {
				return p, errors.New("no")
			}
			return p, nil
		}
	})
	add(refused, func(b *broken) {
		b.parse = func(text string) (game.Position, error) {
			p, err := nim.New().Parse(text)
			if e, ok := errors.AsType[*game.ParseError](err); ok {
				e.Offset = len(text) + 1
			}
			return p, err
		}
	})
	add(foreign, func(b *broken) {
		b.format = func(c game.Component) (string, error) { return nim.New().Format((c + "\x01")[:1]) }
	})
	addExpander(options, func(e *brokenExpander) {
		e.expand = func(c []byte, yield func(*game.Sum) bool) {
			var sum game.Sum
			if len(c) == 1 {
				sum.Append([]byte("zz"))
				yield(&sum)
			}
		}
	})
	addExpander(order, func(e *brokenExpander) {
		calls := 0
		sound := e.expand
		e.expand = func(c []byte, yield func(*game.Sum) bool) {
			if calls++; calls%2 == 0 {
				reversed(e.Expander, c, yield)
				return
			}
			sound(c, yield)
		}
	})
	addExpander(order, func(e *brokenExpander) {
		sound := e.expand
		e.expand = func(c []byte, yield func(*game.Sum) bool) { sound(c, yield); c[0] = 1 }
	})
	addExpander(stop, func(e *brokenExpander) {
		sound := e.expand
		e.expand = func(c []byte, yield func(*game.Sum) bool) {
			sound(c, func(option *game.Sum) bool { yield(option); return true })
		}
	})
	var expanders atomic.Int32
	addExpander(parallel, func(e *brokenExpander) {
		if expanders.Add(1)%2 == 0 {
			e.expand = func(c []byte, yield func(*game.Sum) bool) { reversed(e.Expander, c, yield) }
		}
	})
	addExpander(lives, func(e *brokenExpander) {
		e.measure = func(c []byte) game.Measure { return game.Measure{Lives: int(c[0]) - 1} }
	})
	addExpander(analogy, func(e *brokenExpander) {
		e.analogy = func([]byte) ([]byte, game.Nimber) { return []byte("all"), game.MaxNimber + 1 }
	})
	return all
}

// verdict catches what a check has to say.
type verdict struct{ complaint string }

type enough struct{}

func (v *verdict) Errorf(format string, args ...any) { v.complaint += fmt.Sprintf(format, args...) }
func (*verdict) FailNow()                            { panic(enough{}) }

// judge runs one check and returns its complaint, "" for none.
func judge(p promise, g game.Game) (complaint string) {
	v := &verdict{}
	defer func() {
		if r := recover(); r != nil && r != (enough{}) {
			panic(r)
		}
		complaint = v.complaint
	}()
	p.check(v, subjectOf(g))
	return v.complaint
}

// subjectOf returns the game with samples of Nim that sound Nim has solved, so
// that a broken one is looked at by the check alone.
func subjectOf(g game.Game) subject {
	v := &verdict{}
	s := newSubject(v, nim.New(), Samples{
		Positions: []string{"1", "1+3", "5+*2"},
		Equal:     [][]string{{"1+3", "3+1"}},
		Malformed: []string{"x"},
	})
	s.game = g
	return s
}

// TestPromisesCanBeBroken is the test of the tests: each check must refuse games
// that break its promise, and accept one that does not.
func TestPromisesCanBeBroken(t *testing.T) {
	games := breaches()
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			require.Empty(t, judge(p, sound()), "a sound game")
			require.NotEmpty(t, games[p.name], "no game breaks this promise")
			for i, g := range games[p.name] {
				require.NotEmpty(t, judge(p, g), "broken game %d passes", i)
			}
		})
	}
	require.Len(t, games, len(promises), "a breach of no promise")
}

func TestSolverCheckCanFail(t *testing.T) {
	s := subjectOf(nim.New())
	for _, c := range []struct {
		name      string
		solve     func(game.Position) (game.Nimber, error)
		complains bool
	}{
		{"right", func(p game.Position) (game.Nimber, error) { return s.brute.Nimber(p), nil }, false},
		{"wrong", func(p game.Position) (game.Nimber, error) { return s.brute.Nimber(p) ^ 1, nil }, true},
		{"gives up", func(p game.Position) (game.Nimber, error) { return s.brute.Nimber(p), errors.New("tired") }, true},
	} {
		complaint := judge(promise{check: func(t require.TestingT, s subject) {
			checkSolver(t, s, s.sums(), c.solve)
		}}, nim.New())
		require.Equal(t, c.complains, complaint != "", "%s: %s", c.name, complaint)
	}
}
