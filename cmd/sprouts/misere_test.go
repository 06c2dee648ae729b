package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// spots are start positions as lines, and the outcomes of misère play behind a tab.
func spots(from, to int) (questions, answers string) {
	for n := from; n <= to; n++ {
		line := fmt.Sprintf("%d\n", n)
		questions += line
		answers += strings.TrimSpace(line) + map[byte]string{'W': "\twin\n", 'L': "\tloss\n"}[misereOutcomes[n]]
	}
	return questions, answers
}

func TestKnownOutcomesOfMiserePlay(t *testing.T) {
	questions, answers := spots(0, 11)
	code, stdout, stderr := call(strings.NewReader(questions), "outcome", "--misere", "--no-store", "-")
	require.Zero(t, code, stderr)
	require.Equal(t, answers, stdout)
}

// One folder keeps what is known of both kinds of play, and never mixes it up.
func TestMisereAndNormalPlayShareAFolder(t *testing.T) {
	dir := t.TempDir()
	questions := map[string]string{"6": "loss win", "7": "loss loss", "9": "win loss", "10": "win win", "12": "loss win"} // normal, misère
	ask := func(question, want string, more ...string) {
		normal, misere, _ := strings.Cut(want, " ")
		for flag, want := range map[string]string{"--misere=false": normal, "--misere": misere} {
			code, stdout, stderr := call(nil, append([]string{"outcome", question, flag, "--store", dir, "--verbose"}, more...)...)
			require.Zero(t, code, stderr)
			require.Equal(t, want+"\n", stdout, "%s %s", question, flag)
			if more != nil {
				require.NotContains(t, stderr, "searching", "%s %s", question, flag)
			}
		}
	}
	for question, want := range questions {
		ask(question, want)
	}
	for question, want := range questions {
		ask(question, want, "--max-nodes", "1")
	}

	normal, form := sprouts.New(), misere.New(sprouts.New())
	identity := func(g game.Game) store.Identity { return store.Identity{Game: g.Name(), Version: g.Version()} }
	for folder, c := range map[string]struct{ own, other game.Game }{"sprouts": {normal, form}, "sprouts-misere": {form, normal}} {
		_, err := store.Open(filepath.Join(dir, folder), identity(c.other), store.Options{ReadOnly: true})
		require.ErrorContains(t, err, c.own.Name(), folder)
		s, err := store.Open(filepath.Join(dir, folder), identity(c.own), store.Options{ReadOnly: true})
		require.NoError(t, err)
		for question := range questions {
			own, err := c.own.Parse(question)
			require.NoError(t, err)
			other, err := c.other.Parse(question)
			require.NoError(t, err)
			require.NotEqual(t, own.Components, other.Components)
			fact, err := s.Get(own.Components[0])
			require.NoError(t, err)
			require.NotZero(t, fact, "%s in %s", question, folder)
			fact, err = s.Get(other.Components[0])
			require.NoError(t, err)
			require.Zero(t, fact, "%s of the other in %s", question, folder)
		}
		require.NoError(t, s.Close())
	}
}

// Moves are those of the tree of all positions, and each is decided as the search
// decides it: what is shown as lands, heaps and trees is what was asked about.
func TestMovesOfMiserePlay(t *testing.T) {
	g := newGlobalOptions(nil, io.Discard, io.Discard)
	g.Game = sprouts.New()
	g.playBy(true)
	form := newForm(g.Game)
	solver, err := search.New(g.Game, search.Options{})
	require.NoError(t, err)
	for question, want := range map[string]string{
		"!":               "!",
		"1":               "0.",
		"*1+*1":           "!",
		"*3":              "*3",
		"*2+*2":           "*2+*2",
		"3+3+*2+*1":       "0*3+0*3+*3",
		"4+4":             "0*4+0*4",
		"5+{2;0,a}+*1":    "0*5+{2;0,a}+*1",
		"0*2.AB|AB+*2+*3": "0*2.AB|AB+*2+*3",
	} {
		p, err := form.parse(question)
		require.NoError(t, err)
		text, err := form.text(p)
		require.NoError(t, err)
		require.Equal(t, want, text)
		outcome, err := solver.Outcome(p.Position)
		require.NoError(t, err)
		lost := 0
		options := form.options(p)
		for _, option := range options {
			text, err := form.text(option)
			require.NoError(t, err)
			again, err := form.parse(text)
			require.NoError(t, err)
			require.Equal(t, option.Position, again.Position, text)
			o, err := solver.Outcome(option.Position)
			require.NoError(t, err)
			if o == game.Loss {
				lost++
			}
		}
		require.Equal(t, outcome == game.Win, lost > 0 || len(options) == 0, question)
	}
}

// A coordinator of misère play, a worker that plays by the same rule, and one that does
// not.
func TestClusterOfMiserePlay(t *testing.T) {
	home, at := t.TempDir(), freeAddress(t)
	t.Setenv("SPROUTS_COORDINATOR", at)
	coordinator := begin(t, home, "coordinator", "--misere", "--listen", at, "--store", home, "solve", "8", "9", "11")
	awaitOutput(t, home, "sprouts status", "sprouts-misere")
	for command, remedy := range map[string]string{
		"sprouts worker":   "the coordinator sprouts-misere",
		"sprouts submit 7": "the coordinator solves sprouts-misere",
	} {
		code, output := shell(t, home, command)
		require.Equal(t, exitVersion, code, output)
		require.Contains(t, output, remedy)
		require.Contains(t, output, "; say --misere to all of them, or to none\n")
	}
	begin(t, home, "worker", "--misere", "--threads", "1")
	require.Zero(t, coordinator.exitCode(t))
	require.Equal(t, "8\tloss\n9\tloss\n11\twin\n", coordinator.stdout.String())

	// What it has kept is what "solve" asks.
	code, output := shell(t, home, "sprouts outcome --misere 11 --max-nodes 1 --store "+home)
	require.Zero(t, code, output)
	require.Equal(t, "win\n", output)
}
