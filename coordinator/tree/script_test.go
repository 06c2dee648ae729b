package tree_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// The scripts in testdata tell what happens to a tree step by step. They name a
// couple "5*1", component 5 with heap 1, and a sum "3+5*1". Numbers are pn/dn.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/scripts", func(t *testing.T, path string) {
		t.Helper()
		s := &script{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			t.Helper()
			do, ok := commands[d.Cmd]
			require.True(t, ok, "no command %q", d.Cmd)
			out := do(s, t, d)
			if s.run != nil && !s.broken {
				s.requireSound()
			}
			return out
		})
	})
}

// script is the state of one file.
type script struct {
	*run
	toy    *toy
	broken bool
}

var commands = map[string]func(*script, *testing.T, *datadriven.TestData) string{
	"toy":      (*script).cmdToy,
	"root":     (*script).cmdRoot,
	"select":   (*script).cmdSelect,
	"update":   (*script).cmdUpdate,
	"expand":   (*script).cmdExpand,
	"release":  (*script).cmdRelease,
	"learn":    (*script).cmdLearn,
	"wanted":   (*script).cmdWanted,
	"proven":   (*script).cmdProven,
	"records":  (*script).cmdRecords,
	"restart":  (*script).cmdRestart,
	"forget":   (*script).cmdForget,
	"show":     (*script).cmdShow,
	"counts":   (*script).cmdCounts,
	"decision": (*script).cmdDecision,
}

// cmdToy reads a game: "5: 3+4 | 2 | !" are the options of component 5, "!" is the
// end of the game. A component has as many lives as its number, and as many moves as
// options.
func (s *script) cmdToy(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	var options [][][]byte
	for i, line := range strings.Split(d.Input, "\n") {
		head, tail, ok := strings.Cut(line, ":")
		require.True(t, ok && head == strconv.Itoa(i), "line %d is %q", i, line)
		var of [][]byte
		for _, text := range strings.FieldsFunc(tail, func(r rune) bool { return r == '|' }) {
			var option []byte
			for _, c := range strings.FieldsFunc(text, func(r rune) bool { return r == '+' || r == ' ' || r == '!' }) {
				option = append(option, number(t, c))
			}
			of = append(of, option)
		}
		options = append(options, of)
	}
	s.toy = newToy(options...)
	return ""
}

// number reads a small number.
func number(t *testing.T, text string) byte {
	t.Helper()
	n, err := strconv.ParseUint(text, 10, 8)
	require.NoError(t, err)
	return byte(n)
}

// cmdRoot plants a root: "root 3+5*1", with "goal=nimber" if it is that. Lines of
// input are facts that are known outside: "3 is 2", "3 not 0".
func (s *script) cmdRoot(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	goal := tree.Outcome
	if d.HasArg("goal") {
		goal = tree.Nimber
	}
	s.broken = false
	s.run = &run{
		tb: t, game: s.toy, goal: goal, root: position(t, d.CmdArgs[0].Key),
		known: map[game.Component]game.Fact{}, journal: map[string][]byte{},
	}
	for line := range strings.Lines(d.Input) {
		c, f := fact(t, line)
		s.note(c, f)
	}
	s.plant()
	return s.cmdShow(t, d)
}

// position reads "3+5*1".
func position(t *testing.T, text string) game.Position {
	t.Helper()
	sum, heap, ok := strings.Cut(text, "*")
	require.True(t, ok, "%q has no heap", text)
	p := toyPosition(game.Nimber(number(t, heap)))
	for _, c := range strings.FieldsFunc(sum, func(r rune) bool { return r == '+' }) {
		p.Components = append(p.Components, toyPosition(0, number(t, c)).Components[0])
	}
	return p
}

// fact reads "3 is 2" or "3 not 0".
func fact(t *testing.T, line string) (game.Component, game.Fact) {
	t.Helper()
	words := strings.Fields(line)
	require.Len(t, words, 3)
	n := game.Nimber(number(t, words[2]))
	f := game.Excluded(n)
	if words[1] == "is" {
		f = game.Known(n)
	}
	return toyPosition(0, number(t, words[0])).Components[0], f
}

// couple reads "5*1".
func couple(t *testing.T, text string) search.Couple {
	t.Helper()
	p := position(t, text)
	require.Len(t, p.Components, 1)
	return search.Couple{Component: p.Components[0], Nimber: p.Heap}
}

// children reads arguments "5*1=3/7".
func children(t *testing.T, args []datadriven.CmdArg) (children []search.Child) {
	t.Helper()
	for _, a := range args {
		var n search.Numbers
		_, err := fmt.Sscanf(a.Vals[0], "%d/%d", &n.Proof, &n.Disproof)
		require.NoError(t, err)
		children = append(children, search.Child{Couple: couple(t, a.Key), Numbers: n})
	}
	return children
}

// cmdSelect selects a leaf for a group: "select 1".
func (s *script) cmdSelect(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	leaf, ok := s.take(uint32(number(t, d.CmdArgs[0].Key)))
	if !ok {
		return "nothing"
	}
	out := coupleText(leaf.Couple)
	for _, above := range slices.Backward(leaf.Path) {
		out += " < " + coupleText(above)
	}
	return out
}

// leaf returns the held leaf of a couple, the one selected first, and its index.
func (s *script) leaf(t *testing.T, text string) (tree.LeafID, int) {
	t.Helper()
	c := couple(t, text)
	i := slices.IndexFunc(s.held, func(l tree.Leaf) bool { return l.Couple == c })
	require.GreaterOrEqual(t, i, 0, "%s is not held", text)
	return s.held[i].ID, i
}

// cmdUpdate reports on a leaf: "update 5*1=2/3", children follow like that.
func (s *script) cmdUpdate(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	all := children(t, d.CmdArgs)
	id, _ := s.leaf(t, coupleText(all[0].Couple))
	s.Update(id, all[0].Numbers, all[1:])
	return s.cmdShow(t, d)
}

// cmdExpand expands a leaf: "expand 5*1", children follow as "3*0=1/4".
func (s *script) cmdExpand(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	id, _ := s.leaf(t, d.CmdArgs[0].Key)
	err := s.Expand(id, search.Numbers{Proof: 1, Disproof: 1}, children(t, d.CmdArgs[1:]))
	if err != nil {
		return s.fails(t, err)
	}
	return s.cmdShow(t, d)
}

func (s *script) cmdRelease(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	_, i := s.leaf(t, d.CmdArgs[0].Key)
	s.release(i)
	return s.cmdShow(t, d)
}

// cmdLearn tells facts, one in each line of input.
func (s *script) cmdLearn(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	for line := range strings.Lines(d.Input) {
		c, f := fact(t, line)
		if err := s.Learn([]byte(c), f); err != nil {
			return s.fails(t, err)
		}
		s.note(c, f)
	}
	return s.cmdShow(t, d)
}

// fails tells a conflict, after which the tree does nothing more.
func (s *script) fails(t *testing.T, err error) string {
	t.Helper()
	s.broken = true
	var conflict *game.ConflictError
	require.ErrorAs(t, err, &conflict)
	require.ErrorIs(t, s.Check(), err)
	require.ErrorIs(t, s.Learn([]byte{0}, 0), err)
	_, ok := s.Select(1)
	require.False(t, ok)
	return err.Error()
}

func (s *script) cmdWanted(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	id, _ := s.leaf(t, d.CmdArgs[0].Key)
	return fmt.Sprint(s.Wanted(id))
}

// cmdProven tells what the tree has proven.
func (s *script) cmdProven(*testing.T, *datadriven.TestData) string {
	var b strings.Builder
	s.Proven(func(c game.Component, f game.Fact) {
		s.note(c, f)
		fmt.Fprintf(&b, "%d: %s\n", c[0], f)
	})
	return b.String()
}

// cmdRecords tells the records that changed.
func (s *script) cmdRecords(*testing.T, *datadriven.TestData) string {
	var b strings.Builder
	s.Dirty(func(key, value []byte) {
		if value == nil {
			fmt.Fprintf(&b, "%x removed\n", key)
			delete(s.journal, string(key))
			return
		}
		fmt.Fprintf(&b, "%x: %x\n", key, value)
		s.journal[string(key)] = slices.Clone(value)
	})
	return b.String()
}

// cmdRestart makes the tree anew from its records, without those of the couples
// that follow.
func (s *script) cmdRestart(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	lost := map[string]bool{}
	for _, a := range d.CmdArgs {
		c := couple(t, a.Key)
		key := string([]byte{1, byte(c.Nimber)}) + string(c.Component)
		require.Contains(t, s.journal, key)
		lost[key] = true
	}
	s.restart(func(key string) bool { return lost[key] })
	return s.cmdShow(t, d)
}

func (s *script) cmdForget(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	s.Forget()
	return s.cmdShow(t, d)
}

// cmdDecision tells what is known of the root.
func (s *script) cmdDecision(*testing.T, *datadriven.TestData) string {
	n, ok := s.Nimber()
	return fmt.Sprintf("decided %v, %s, nimber %v %v, %s", s.Decided(), s.Outcome(), n, ok, s.Numbers())
}

func (s *script) cmdCounts(*testing.T, *datadriven.TestData) string {
	c := s.Stats()
	return fmt.Sprintf("%d nodes: %d open, %d expanded, %d sums, %d tombstones; %d held, %d edges, %d components, %d solved",
		c.Nodes, c.Open, c.Expanded, c.Sums, c.Tombstones, c.Held, c.Edges, c.Components, c.Solved)
}

// cmdShow draws the tree, each node once.
func (s *script) cmdShow(*testing.T, *datadriven.TestData) string {
	root, ok := s.Root()
	if !ok {
		return s.cmdDecision(nil, nil)
	}
	var b strings.Builder
	s.draw(&b, root, 0, map[tree.NodeID]bool{})
	return b.String()
}

func (s *script) draw(b *strings.Builder, n tree.Node, depth int, seen map[tree.NodeID]bool) {
	fmt.Fprintf(b, "%s%s %s", strings.Repeat("  ", depth), nodeText(n), n.Numbers)
	if n.Marks > 0 {
		fmt.Fprintf(b, " marks %d", n.Marks)
	}
	if n.Held {
		b.WriteString(" held")
	}
	if seen[n.ID] && n.Kids > 0 {
		b.WriteString(" as above")
	}
	b.WriteByte('\n')
	if seen[n.ID] {
		return
	}
	seen[n.ID] = true
	s.Kids(n.ID, func(kid tree.Node) bool {
		s.draw(b, kid, depth+1, seen)
		return true
	})
}

func nodeText(n tree.Node) string {
	var parts []string
	for _, c := range n.Components {
		parts = append(parts, fmt.Sprint(c[0]))
	}
	slices.Sort(parts)
	return fmt.Sprintf("%s*%d", strings.Join(parts, "+"), n.Heap)
}

func coupleText(c search.Couple) string { return fmt.Sprintf("%d*%d", c.Component[0], c.Nimber) }
