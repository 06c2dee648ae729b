package gametest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// PlaySamples are the positions of one game that [SuitePlay] looks at.
type PlaySamples struct {
	// Positions are texts of positions so small that everything that can be reached
	// from all of them together is a few thousand positions.
	Positions []string
	// Equal are groups of texts that denote the same position.
	Equal [][]string
	// Malformed are texts that are no position.
	Malformed []string
	// Illegal are texts that are no legal move of Left, by position.
	Illegal map[string][]string
	// Undecided says that Judge may say Unknown, as where it needs a solver that it was
	// not given.
	Undecided bool
}

// SuitePlay checks that a game keeps the contract of package play, and that its
// judge agrees with brute force over its own moves. Each promise is a subtest.
func SuitePlay(t *testing.T, rules play.Rules, samples PlaySamples) {
	t.Helper()
	require.NotEmpty(t, samples.Positions, "no sample positions")
	var positions []play.Position
	for _, text := range samples.Positions {
		p, err := rules.Parse(text)
		require.NoError(t, err, "sample %q", text)
		positions = append(positions, p)
	}
	graph := NewPlayGraph(positions...)
	t.Run("About", func(t *testing.T) { checkAbout(t, rules) })
	t.Run("Parse", func(t *testing.T) { checkPlayTexts(t, rules, samples) })
	t.Run("Positions", func(t *testing.T) { graph.checkPositions(t, rules) })
	t.Run("Moves", func(t *testing.T) { graph.checkMoves(t, rules.About().Partizan) })
	t.Run("Illegal", func(t *testing.T) { checkIllegal(t, rules, samples.Illegal) })
	t.Run("Judge", func(t *testing.T) {
		for _, misere := range []bool{false, true} {
			if misere && !rules.About().Misere {
				_, err := rules.Judge(t.Context(), positions[0], play.Left, true)
				require.Error(t, err, "the game has no misère form")
				continue
			}
			graph.checkJudge(t, rules, misere, samples.Undecided)
		}
	})
	if n, ok := rules.(play.Nimbers); ok && !rules.About().Partizan {
		t.Run("Nimbers", func(t *testing.T) { graph.checkNimbers(t, n, samples.Undecided) })
	}
}

// checkAbout wants a game to say what it is, and to have a start position.
func checkAbout(t *testing.T, rules play.Rules) {
	t.Helper()
	about := rules.About()
	require.Equal(t, strings.ToLower(rules.Name()), rules.Name())
	require.NotEmpty(t, about.Title)
	require.NotEmpty(t, about.Goal)
	require.NotEmpty(t, about.Move)
	p, err := rules.Start(play.Options{})
	require.NoError(t, err)
	again, err := rules.Start(play.Options{})
	require.NoError(t, err)
	require.Equal(t, p.String(), again.String(), "the same start each time")
	_, err = rules.Start(play.Options{Size: -1})
	require.Error(t, err, "size -1")
}

// checkPlayTexts reads good and bad texts.
func checkPlayTexts(t *testing.T, rules play.Rules, samples PlaySamples) {
	t.Helper()
	for _, group := range samples.Equal {
		var want string
		for i, text := range group {
			p, err := rules.Parse(text)
			require.NoError(t, err, "%q", text)
			if i == 0 {
				want = p.String()
			}
			require.Equal(t, want, p.String(), "%q and %q", group[0], text)
		}
	}
	for _, text := range samples.Malformed {
		_, err := rules.Parse(text)
		var wrong *game.ParseError
		require.ErrorAs(t, err, &wrong, "%q", text)
		require.Equal(t, text, wrong.Input)
		require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(text), "%q: offset %d", text, wrong.Offset)
		require.NotEmpty(t, wrong.Reason, "%q", text)
		require.NotEmpty(t, wrong.Remedy, "%q", text)
	}
}

// checkIllegal tries moves that are none.
func checkIllegal(t *testing.T, rules play.Rules, illegal map[string][]string) {
	t.Helper()
	for text, moves := range illegal {
		p, err := rules.Parse(text)
		require.NoError(t, err, "%q", text)
		for _, move := range moves {
			_, err := p.Play(play.Left, move)
			var wrong *play.MoveError
			require.ErrorAs(t, err, &wrong, "%s: %q", text, move)
			require.Equal(t, move, wrong.Move)
			require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(move), "%s: %q: offset %d", text, move, wrong.Offset)
			require.NotEmpty(t, wrong.Reason, "%s: %q", text, move)
			require.NotEmpty(t, wrong.Remedy, "%s: %q", text, move)
		}
	}
}

// PlayGraph is everything that can be reached from some positions, found by
// nothing but their own Moves, and decided by brute force.
type PlayGraph struct {
	nodes map[string]*playNode
	order []*playNode
}

// playNode is a position with the moves of both sides.
type playNode struct {
	position play.Position
	moves    [2][]play.Move
}

// NewPlayGraph explores positions. It needs memory for all that can be reached.
func NewPlayGraph(positions ...play.Position) *PlayGraph {
	g := &PlayGraph{nodes: map[string]*playNode{}}
	for _, p := range positions {
		g.add(p)
	}
	for i := 0; i < len(g.order); i++ {
		n := g.order[i]
		for _, side := range []play.Side{play.Left, play.Right} {
			n.moves[side] = slices.Collect(n.position.Moves(side))
			for _, m := range n.moves[side] {
				g.add(m.To)
			}
		}
	}
	return g
}

// Len returns the number of positions.
func (g *PlayGraph) Len() int { return len(g.order) }

func (g *PlayGraph) add(p play.Position) {
	if key := p.String(); g.nodes[key] == nil {
		n := &playNode{position: p}
		g.nodes[key] = n
		g.order = append(g.order, n)
	}
}

// Turn is a position with a side to move.
type Turn struct {
	Position string
	Side     play.Side
}

// Outcomes decides all positions for both sides, from the ends of play backwards:
// what is left without an outcome can be drawn out for ever.
func (g *PlayGraph) Outcomes(misere bool) map[Turn]game.Outcome {
	outcomes := map[Turn]game.Outcome{}
	for changed := true; changed; {
		changed = false
		for _, n := range slices.Backward(g.order) {
			for _, side := range []play.Side{play.Left, play.Right} {
				at := Turn{n.position.String(), side}
				if outcomes[at] != game.Unknown {
					continue
				}
				if o := n.outcome(side, outcomes, misere); o != game.Unknown {
					outcomes[at], changed = o, true
				}
			}
		}
	}
	return outcomes
}

// outcome decides a position from those that its moves lead to.
func (n *playNode) outcome(side play.Side, outcomes map[Turn]game.Outcome, misere bool) game.Outcome {
	if len(n.moves[side]) == 0 {
		if misere {
			return game.Win
		}
		return game.Loss
	}
	all := game.Loss
	for _, m := range n.moves[side] {
		switch outcomes[Turn{m.To.String(), side.Other()}] {
		case game.Loss:
			return game.Win
		case game.Unknown:
			all = game.Unknown
		case game.Win:
		}
	}
	return all
}

// checkPositions wants texts that can be read again, and drawings.
func (g *PlayGraph) checkPositions(t *testing.T, rules play.Rules) {
	t.Helper()
	for key, n := range g.nodes {
		again, err := rules.Parse(key)
		require.NoError(t, err, "%q", key)
		require.Equal(t, key, again.String())
		drawing := n.position.Draw()
		require.True(t, strings.HasSuffix(drawing, "\n"), "drawing of %s", key)
		for line := range strings.Lines(drawing) {
			require.Equal(t, strings.TrimRight(line, " \n")+"\n", line, "blanks at the end of a line of %s", key)
		}
	}
}

// checkMoves wants each move once, and playable as it is written.
func (g *PlayGraph) checkMoves(t *testing.T, partizan bool) {
	t.Helper()
	for key, n := range g.nodes {
		for side, moves := range n.moves {
			seen := map[string]bool{}
			for _, m := range moves {
				require.False(t, seen[m.Text], "%s: move %s comes twice", key, m.Text)
				seen[m.Text] = true
				to, err := n.position.Play(play.Side(side), m.Text)
				require.NoError(t, err, "%s: move %s", key, m.Text)
				require.Equal(t, m.To.String(), to.String(), "%s: move %s", key, m.Text)
			}
		}
		if !partizan {
			require.Equal(t, texts(n.moves[play.Left]), texts(n.moves[play.Right]), "moves of both sides at %s", key)
		}
	}
}

func texts(moves []play.Move) (list []string) {
	for _, m := range moves {
		list = append(list, m.Text)
	}
	return list
}

// checkJudge compares all verdicts with brute force.
func (g *PlayGraph) checkJudge(t *testing.T, rules play.Rules, misere, undecided bool) {
	t.Helper()
	outcomes := g.Outcomes(misere)
	for key, n := range g.nodes {
		for side, moves := range n.moves {
			what := fmt.Sprintf("%s, %s to move, misère %t", key, play.Side(side), misere)
			v, err := rules.Judge(context.Background(), n.position, play.Side(side), misere)
			require.NoError(t, err, what)
			require.NotEmpty(t, v.Why, what)
			want := outcomes[Turn{key, play.Side(side)}]
			if v.Outcome == game.Unknown && undecided {
				continue
			}
			require.Equal(t, want, v.Outcome, what)
			winning := []string{}
			for _, m := range moves {
				if outcomes[Turn{m.To.String(), play.Side(side).Other()}] == game.Loss {
					winning = append(winning, m.Text)
				}
			}
			if want != game.Win || misere && len(moves) == 0 {
				require.Empty(t, v.Moves, what)
				continue
			}
			require.NotEmpty(t, v.Moves, what)
			require.Subset(t, winning, v.Moves, what)
			if v.All {
				require.ElementsMatch(t, winning, v.Moves, what)
			}
		}
	}
}

// checkNimbers compares all nimbers with the least excluded one of the moves.
func (g *PlayGraph) checkNimbers(t *testing.T, n play.Nimbers, undecided bool) {
	t.Helper()
	values := map[string]uint64{}
	var value func(key string) uint64
	value = func(key string) uint64 {
		if v, ok := values[key]; ok {
			return v
		}
		taken := map[uint64]bool{}
		for _, m := range g.nodes[key].moves[play.Left] {
			taken[value(m.To.String())] = true
		}
		v := uint64(0)
		for taken[v] {
			v++
		}
		values[key] = v
		return v
	}
	for key, node := range g.nodes {
		got, err := n.Nimber(context.Background(), node.position)
		if undecided && err != nil {
			continue
		}
		require.NoError(t, err, "nimber of %s", key)
		require.Equal(t, value(key), got, "nimber of %s", key)
	}
}
