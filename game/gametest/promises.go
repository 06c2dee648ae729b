package gametest

import (
	"regexp"
	"slices"
	"sync"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
)

// promises is the contract of package game, one line each.
var promises = []promise{
	{"the name is a word for the command line", checkName},
	{"the version says something and stays the same", checkVersion},
	{"every game can write the empty position and nim-heaps", checkCommonNotation},
	{"format and parse are inverse", checkRoundTrip},
	{"texts of one position give one position", checkEqual},
	{"malformed texts are refused with place and remedy", checkMalformed},
	{"format refuses bytes that are not canonical", checkForeignBytes},
	{"options are canonical components", checkOptions},
	{"the order of options is the same each time", checkOrder},
	{"expand stops when yield says so", checkStop},
	{"expanders work side by side", checkIndependence},
	{"lives bound the longest game", checkLives},
	{"an analogy is a hint of the contract's size", checkAnalogy},
}

var commandWord = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func checkName(t require.TestingT, s subject) {
	require.Regexp(t, commandWord, s.game.Name())
}

func checkVersion(t require.TestingT, s subject) {
	first := s.game.Version()
	require.NotEmpty(t, first)
	require.Equal(t, first, s.game.Version(), "version, second time")
}

func checkCommonNotation(t require.TestingT, s subject) {
	p, err := s.game.Parse("!")
	require.NoError(t, err, `"!" is the empty position`)
	if s.samples.Whole {
		require.Len(t, p.Components, 1, `"!" is a position like others`)
		require.Equal(t, "!", s.text(t, p))
		return
	}
	require.Equal(t, game.Position{}.Key(), p.Key(), `"!" is the empty position`)
	for n := game.Nimber(0); n <= game.MaxNimber; n++ {
		p, err := s.game.Parse("*" + n.String())
		require.NoError(t, err)
		require.Equal(t, game.Position{Heap: n}.Key(), p.Key(), "*%d is a nim-heap", n)
	}
}

func checkRoundTrip(t require.TestingT, s subject) {
	for _, p := range slices.Concat(s.positions, s.sums(), s.singles()) {
		requireNormal(t, p)
		text := s.text(t, p)
		again := requireParse(t, s.game, text)
		require.Equal(t, p.Key(), again.Key(), "parse %q", text)
		require.Equal(t, text, s.text(t, again), "the canonical text of %q", text)
		if len(p.Components) == 0 || s.samples.Whole {
			continue
		}
		twice := requireParse(t, s.game, text+"+"+text)
		require.Equal(t, game.Position{}.Key(), twice.Key(), "%q and its equal cancel", text)
		starred := requireParse(t, s.game, text+"+*3")
		require.Equal(t, p.Add(game.Position{Heap: 3}).Key(), starred.Key(), "%q and a nim-heap", text)
	}
}

// requireNormal demands what [game.NewPosition] gives: sorted, no equal pairs.
func requireNormal(t require.TestingT, p game.Position) {
	normal := game.NewPosition(slices.Clone(p.Components), p.Heap)
	require.Equal(t, normal.Key(), p.Key(), "components not as game.NewPosition leaves them: %q", p.Components)
	for _, c := range p.Components {
		require.NotEmpty(t, c, "a component without bytes")
	}
}

func requireParse(t require.TestingT, g game.Game, text string) game.Position {
	p, err := g.Parse(text)
	require.NoError(t, err, "parse %q", text)
	requireNormal(t, p)
	return p
}

func checkEqual(t require.TestingT, s subject) {
	for _, group := range s.samples.Equal {
		first := requireParse(t, s.game, group[0])
		for _, text := range group[1:] {
			require.Equal(t, first.Key(), requireParse(t, s.game, text).Key(), "%q and %q", group[0], text)
		}
	}
}

func checkMalformed(t require.TestingT, s subject) {
	for _, text := range s.samples.Malformed {
		_, err := s.game.Parse(text)
		var e *game.ParseError
		require.ErrorAs(t, err, &e, "parse %q", text)
		require.Equal(t, text, e.Input)
		require.GreaterOrEqual(t, e.Offset, 0, "offset of %v", e)
		require.LessOrEqual(t, e.Offset, len(text), "offset of %v", e)
		require.NotEmpty(t, e.Reason, "reason of %v", e)
		require.NotEmpty(t, e.Remedy, "remedy of %v", e)
	}
}

// checkForeignBytes damages canonical bytes. What comes out may by chance be
// another canonical component; then its text must lead back to the same bytes.
func checkForeignBytes(t require.TestingT, s subject) {
	_, err := s.game.Format("")
	require.Error(t, err, "no bytes are no component")
	for _, c := range s.components {
		for _, damaged := range damage(c) {
			text, err := s.game.Format(damaged)
			if err != nil {
				continue
			}
			p, err := s.game.Parse(text)
			require.NoError(t, err, "format takes bytes %x for %q", string(damaged), text)
			require.Equal(t, game.Position{Components: []game.Component{damaged}}.Key(), p.Key(),
				"format takes bytes %x for %q", string(damaged), text)
		}
	}
}

// damage returns c with each bit flipped, each byte dropped, and bytes added.
func damage(c game.Component) []game.Component {
	damaged := []game.Component{c + "\x00", "\x00" + c, c + "\xff", c + c}
	for i := range len(c) {
		damaged = append(damaged, c[:i]+c[i+1:])
		for bit := range 8 {
			b := []byte(c)
			b[i] ^= 1 << bit
			damaged = append(damaged, game.Component(b))
		}
	}
	return damaged
}

func checkOptions(t require.TestingT, s subject) {
	e := s.game.NewExpander()
	for _, c := range s.components {
		for _, option := range optionsOf(e, c) {
			for _, part := range option {
				require.NotEmpty(t, part, "an option of %x has a component without bytes", string(c))
				text, err := s.game.Format(part)
				require.NoError(t, err, "an option of %x", string(c))
				p := requireParse(t, s.game, text)
				require.Equal(t, []game.Component{part}, p.Components, "%q as an option and as a text", text)
				require.Zero(t, p.Heap, "heap of %q", text)
			}
		}
	}
}

func checkOrder(t require.TestingT, s subject) {
	e := s.game.NewExpander()
	for _, c := range s.components {
		buffer := []byte(c)
		first := optionsOf(e, c)
		e.Expand(buffer, func(*game.Sum) bool { return true })
		require.Equal(t, string(c), string(buffer), "expand writes to its input")
		clear(buffer) // an expander must not keep its input
		require.Equal(t, first, optionsOf(e, c), "options of %x, second time", string(c))
		require.Equal(t, first, optionsOf(s.game.NewExpander(), c), "options of %x, new expander", string(c))
	}
}

func checkStop(t require.TestingT, s subject) {
	e := s.game.NewExpander()
	for _, c := range s.components {
		all := optionsOf(e, c)
		for stop := 1; stop <= len(all); stop++ {
			calls := 0
			e.Expand([]byte(c), func(*game.Sum) bool {
				calls++
				return calls < stop
			})
			require.Equal(t, stop, calls, "calls of yield for %x", string(c))
		}
		require.Equal(t, all, optionsOf(e, c), "options of %x after early stops", string(c))
	}
}

// checkIndependence is of most use under the race detector.
func checkIndependence(t require.TestingT, s subject) {
	const workers = 2
	var texts [workers][]string
	var options [workers][][][]game.Component
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			e := s.game.NewExpander()
			for _, c := range s.components {
				options[w] = append(options[w], optionsOf(e, c))
				text, _ := s.game.Format(c) // an error shows in the comparison below
				texts[w] = append(texts[w], text)
				_, _ = s.game.Parse(text)
			}
		})
	}
	wg.Wait()
	e := s.game.NewExpander()
	for w := range workers {
		for i, c := range s.components {
			require.Equal(t, optionsOf(e, c), options[w][i], "options of %x beside another expander", string(c))
			require.Equal(t, s.text(t, game.Position{Components: []game.Component{c}}), texts[w][i])
		}
	}
}

func checkLives(t require.TestingT, s subject) {
	e := s.game.NewExpander()
	for _, c := range s.components {
		m := e.Measure([]byte(c))
		require.GreaterOrEqual(t, m.Lives, s.brute.Longest(c), "lives of %x", string(c))
		require.GreaterOrEqual(t, m.Moves, 0.0, "moves of %x", string(c))
		require.Equal(t, m, e.Measure([]byte(c)), "measure of %x, second time", string(c))
	}
}

func checkAnalogy(t require.TestingT, s subject) {
	e := s.game.NewExpander()
	for _, c := range s.components {
		family, shift := e.Analogy([]byte(c))
		require.LessOrEqual(t, shift, game.Nimber(game.MaxNimber), "shift of %x", string(c))
		name := string(family)
		again, sameShift := s.game.NewExpander().Analogy([]byte(c))
		require.Equal(t, name, string(again), "family of %x, second time", string(c))
		require.Equal(t, shift, sameShift, "shift of %x, second time", string(c))
	}
}
