package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// treeHelp says where verbs about trees stop, and how they are written.
const treeHelp = `

Trees grow more than twofold with each life: that of 4 spots has 8 nodes, that
of 6 has 24,498. After 100,000 trees on the way, a minute of work, the verb
gives up, unless --max-nodes says otherwise. A position may have trees in it,
too, as "sprouts rct" writes them.`

func newRCTCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rct POSITION|-",
		Short: "Print the reduced canonical tree of a position in misère play",
		Long: `Print the reduced canonical tree of a position, and what it is like. In misère
play, where who makes the last move loses, two positions are worth the same in
every sum if and only if they have the same tree: that of all moves, without
repetitions and reversible moves.

  {2;0,a}   two nodes, each written as its options: the first has the nim-heap
            *2, the second, which is the tree, has *0 and the first, called a
  nodes     different trees in it, itself and nim-heaps among them
  birthday  the longest line of play in it
  genus     as "sprouts genus" explains
  kind      tame: in sums with tame ones it is like a sum of nim-heaps, so that
            genera tell who wins; or wild
  value     the misère Grundy value: of the nim-heap beside which it is lost` + treeHelp + notationHelp,
		Example: `  sprouts rct 4
  sprouts rct '0*2.AB|0*2.AB'
  sprouts rct '{2;0,a}+*2'
  sprouts rct 6    # minutes
  sprouts rct 7 --max-nodes none    # minutes`,
		Args: wantArgs("POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error { return runRCT(cmd.Context(), g, args[0]) },
	}
	exits(cmd, exitsOfPlain, exitLimit, exitInterrupt, exitTerminate)
	return cmd
}

// rctReport is the reduced canonical tree of a position.
type rctReport struct {
	Schema   string `json:"schema"`
	Input    string `json:"input"`
	Position string `json:"position"` // canonical
	Tree     string `json:"tree"`     // as package misere writes it
	Nodes    int    `json:"nodes"`
	Birthday int    `json:"birthday"`
	Options  int    `json:"options"`
	Genus    string `json:"genus"`
	Tame     bool   `json:"tame"`
	Outcome  string `json:"outcome"` // in misère play, for the player to move
	Value    int    `json:"misere_value"`
	Nimber   int    `json:"nimber"` // in normal play
}

func runRCT(ctx context.Context, g *GlobalOptions, arg string) error {
	return g.eachTree(ctx, arg, func(f *misere.Forest, t misere.Tree, position, text string) report {
		info := f.Info(t)
		return &rctReport{
			Schema: "sprouts.rct.v1", Input: text, Position: position, Tree: f.Text(t),
			Nodes: f.Nodes(t), Birthday: info.Birthday, Options: info.Options, Genus: f.Genus(t).String(), Tame: info.Tame,
			Outcome: info.Outcome.String(), Value: info.Grundy, Nimber: info.Nimber,
		}
	})
}

func (r *rctReport) lines() []string { return []string{r.Tree} }

func (r *rctReport) page(w io.Writer) error {
	kind := map[bool]string{true: "tame", false: "wild"}[r.Tame]
	var b term.Block
	b.Line("position", r.Position)
	b.Line("tree", game.Shorten(r.Tree))
	b.Linef("size", "%s, %s, birthday %d", plural(int64(r.Nodes), "node"), plural(int64(r.Options), "option"), r.Birthday)
	b.Line("genus", r.Genus)
	b.Line("kind", kind)
	b.Line("outcome", outcomeLine(r.Outcome, "the player to move in misère play"))
	b.Line("misère value", strconv.Itoa(r.Value))
	b.Linef("nimber", "%d in normal play", r.Nimber)
	return b.Write(w)
}

func newGenusCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "genus POSITION|-",
		Short: "Print the genus of a position: what it is worth beside nim-heaps",
		Long: `Print the genus of a position (Winning Ways, ch. 13): its nimber in normal play,
then "^", then the misère Grundy values of the position alone, with one more
nim-heap *2, with two of them, and so on. The last two go on in turn. So
nothing has the genus 0^120, *1 has 1^031, *2 has 2^20, and *2+*2 has 0^02. A
value above 9 stands in parentheses.

The first value behind "^" is 0 if and only if the player to move loses in
misère play.` + treeHelp + notationHelp,
		Example: `  sprouts genus 4
  sprouts genus '*2+*2'
  seq 0 5 | sprouts genus -`,
		Args: wantArgs("POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error { return runGenus(cmd.Context(), g, args[0]) },
	}
	exits(cmd, exitsOfPlain, exitLimit, exitInterrupt, exitTerminate)
	return cmd
}

// genusReport is the genus of a position.
type genusReport struct {
	Schema string `json:"schema"`
	Input  string `json:"input"`
	Genus  string `json:"genus"`
	Nimber int    `json:"nimber"`
	Values []int  `json:"misere_values"` // the last two go on in turn
}

func runGenus(ctx context.Context, g *GlobalOptions, arg string) error {
	return g.eachTree(ctx, arg, func(f *misere.Forest, t misere.Tree, _, text string) report {
		genus := f.Genus(t)
		return &genusReport{"sprouts.genus.v1", text, genus.String(), genus.Nimber, genus.Misere}
	})
}

func (r *genusReport) lines() []string { return []string{r.Genus} }

// treeFinder finds the trees of positions, step by step, between which it looks for
// limits and signals.
type treeFinder struct {
	g       *GlobalOptions
	forest  *misere.Forest
	planter *misere.Planter
	watch   *watch
	memory  memoryCheck
	most    int // trees in the forest
	shown   string
}

// defaultTrees is how many trees there may be unless --max-nodes says otherwise: twice
// what 6 spots need, a minute of work.
const defaultTrees = 100_000

// eachTree asks about the trees of the positions that arg holds.
func (g *GlobalOptions) eachTree(ctx context.Context, arg string, ask func(f *misere.Forest, t misere.Tree, position, text string) report) error {
	if _, ok := g.Game.(misere.Base); !ok {
		return usagef("trees of misère play are found of sprouts only; leave out --game %s", g.Entry.Name())
	}
	g.playBy(true)
	form := newForm(g.Game)
	f := &treeFinder{
		g: g, forest: form.misere.Forest(), planter: misere.NewPlanter(form.misere.Forest(), form.misere.Base().NewExpander()),
		watch: newWatch(ctx, g), memory: memoryCheck{limit: g.MaxMemory - outsideRuntime},
		most: int(g.MaxNodes), shown: g.config.values["max-nodes"],
	}
	if g.config.origins["max-nodes"] == "default" {
		f.most, f.shown = defaultTrees, strconv.Itoa(defaultTrees)+", the default; write more, or none"
	}
	return eachPosition(ctx, g, arg, form.parse, func(p asked, text string) (report, error) {
		position, err := form.text(p)
		if err != nil {
			return nil, err
		}
		t, err := f.find(p.whole)
		if err != nil {
			return nil, fmt.Errorf("tree of %s: %w", game.Shorten(position), err)
		}
		return ask(f.forest, t, position, text), nil
	})
}

// find returns the tree of a position.
func (f *treeFinder) find(p *misere.Position) (sum misere.Tree, err error) {
	parts := append([]misere.Tree{}, p.Trees...)
	if p.Odd {
		parts = append(parts, 1)
	}
	for _, land := range p.Lands {
		part, err := f.step(func(b *misere.Budget) (misere.Tree, bool) { return f.planter.Tree(land, b) })
		if err != nil {
			return 0, err
		}
		parts = append(parts, part)
	}
	for _, part := range parts {
		before := sum
		if sum, err = f.step(func(b *misere.Budget) (misere.Tree, bool) { return f.forest.SumWithin(before, part, b) }); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// step goes on with one tree until it is found. What a part of the work has found helps
// the next one.
func (f *treeFinder) step(grow func(*misere.Budget) (misere.Tree, bool)) (misere.Tree, error) {
	for size := 1; ; size++ { // the parts grow, so that each gets further than the one before
		if t, ok := grow(&misere.Budget{Expansions: 50 * size, Sums: 1000 * size}); ok {
			return t, nil
		}
		if err := f.check(); err != nil {
			return 0, err
		}
	}
}

// check returns why the work must stop, nil if it may go on.
func (f *treeFinder) check() error {
	switch {
	case f.most > 0 && f.forest.Len() > f.most:
		return &limitError{"--max-nodes", f.shown}
	case f.memory.passed():
		return &limitError{"--max-memory", f.g.config.values["max-memory"]}
	}
	return f.watch.check()
}
