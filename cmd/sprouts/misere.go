package main

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/misere"
)

// MisereOption is the flag of verbs that ask who wins, or that keep or look up the
// answers.
type MisereOption struct{ Misere bool }

// AddFlags declares the flag.
func (o *MisereOption) AddFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.Misere, "misere", false, "who makes the last move loses")
}

// choose lets the verb be about misère play, if the flag says so. A game that has a
// search for it is replaced by its misère form.
func (o *MisereOption) choose(g *GlobalOptions) error {
	if o.Misere && !g.Entry.Rules.About().Misere {
		return usagef("%s has no misère form; leave out --misere", g.Entry.Rules.About().Title)
	}
	g.playBy(o.Misere)
	return nil
}

// chooseSearched is choose for a verb that is about what searches find.
func (o *MisereOption) chooseSearched(g *GlobalOptions) error {
	if err := o.choose(g); err != nil {
		return err
	}
	if _, ok := g.Game.(*misere.Game); o.Misere && !ok {
		return usagef("--misere: there is no search for misère %s; \"sprouts solve\" asks its rules",
			g.Entry.Rules.About().Title)
	}
	return nil
}

// playBy chooses the rule about the last move.
func (g *GlobalOptions) playBy(misereRule bool) {
	g.Misere = misereRule
	if base, ok := g.Game.(misere.Base); ok && misereRule {
		g.Game = misere.New(base)
	}
}

// asked is a position that somebody asks about.
type asked struct {
	game.Position // as the search and the store know it

	// whole is the position as people write it, in misère play: Position has trees in
	// place of small lands, which nobody can read as positions. Nil in normal play.
	whole *misere.Position
}

// form is how positions of the game are read, written and moved in, by the rule about
// the last move that was chosen. It serves one goroutine.
type form struct {
	game     game.Game
	misere   *misere.Game  // nil in normal play
	expander game.Expander // of lands
}

func newForm(g game.Game) *form {
	if m, ok := g.(*misere.Game); ok {
		return &form{game: g, misere: m, expander: m.Base().NewExpander()}
	}
	return &form{game: g, expander: g.NewExpander()}
}

// parse reads a position.
func (f *form) parse(text string) (asked, error) {
	p, err := f.game.Parse(text)
	if err != nil || f.misere == nil {
		return asked{Position: p}, err
	}
	whole := &misere.Position{}
	for part := range strings.SplitSeq(text, "+") {
		if err := f.add(whole, part); err != nil {
			return asked{}, err
		}
	}
	slices.SortFunc(whole.Lands, bytes.Compare)
	return asked{p, whole}, nil
}

// add adds a summand to a position of misère play.
func (f *form) add(whole *misere.Position, text string) error {
	forest := f.misere.Forest()
	if tree := strings.TrimSpace(text); strings.HasPrefix(tree, "{") {
		t, err := forest.ParseTree(tree)
		whole.Add(forest, t)
		return err
	}
	lands, heaps, err := f.misere.Base().ParseSummands(text)
	for _, l := range lands {
		whole.Lands = append(whole.Lands, []byte(l))
	}
	for _, n := range heaps {
		whole.Add(forest, misere.Tree(n))
	}
	return err
}

// text writes a position.
func (f *form) text(p asked) (string, error) {
	if p.whole == nil {
		return game.FormatPosition(f.game, p.Position)
	}
	var parts []string
	for _, l := range p.whole.Lands {
		text, err := f.misere.Base().Format(game.Component(l))
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	for _, t := range f.trees(p.whole) {
		parts = append(parts, f.misere.Forest().Text(t))
	}
	return cmp.Or(strings.Join(parts, "+"), "!"), nil
}

// trees returns the trees of a position, with *1 as people write it: *2 and *1 are *3.
func (f *form) trees(p *misere.Position) []misere.Tree {
	trees := slices.Clone(p.Trees)
	if !p.Odd {
		return trees
	}
	for i := range slices.Backward(trees) {
		if trees[i] <= misere.MaxHeap {
			trees[i] ^= 1
			return trees
		}
	}
	return append(trees, 1)
}

// options returns the different positions that one move leads to.
func (f *form) options(p asked) []asked {
	var options []asked
	if p.whole == nil {
		for _, q := range game.Options(f.expander, p.Position) {
			options = append(options, asked{Position: q})
		}
		return options
	}
	seen := map[string]bool{}
	add := func(q *misere.Position) {
		slices.SortFunc(q.Lands, bytes.Compare)
		slices.Sort(q.Trees)
		if key := string(q.Append(nil, f.misere.Forest())); !seen[key] {
			seen[key] = true
			whole := misere.Position{Lands: slices.Clone(q.Lands), Trees: slices.Clone(q.Trees), Odd: q.Odd}
			options = append(options, asked{f.misere.Whole(whole), q})
		}
	}
	f.moveTrees(p.whole, add)
	for i, land := range p.whole.Lands {
		if i > 0 && bytes.Equal(land, p.whole.Lands[i-1]) {
			continue
		}
		f.expander.Expand(land, func(option *game.Sum) bool {
			q := &misere.Position{Lands: without(p.whole.Lands, i), Trees: slices.Clone(p.whole.Trees), Odd: p.whole.Odd}
			for k := range option.Len() {
				q.Lands = append(q.Lands, bytes.Clone(option.At(k)))
			}
			add(q)
			return true
		})
	}
	return options
}

// moveTrees makes the moves in trees and heaps.
func (f *form) moveTrees(p *misere.Position, add func(*misere.Position)) {
	trees := f.trees(p)
	for i, t := range trees {
		for _, o := range f.misere.Forest().Options(nil, t) {
			q := &misere.Position{Lands: slices.Clone(p.Lands)}
			for _, other := range append(without(trees, i), o) {
				q.Add(f.misere.Forest(), other)
			}
			add(q)
		}
	}
}

// without returns a list without one of its elements.
func without[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }

// fact returns what takes no search: in misère play the Grundy value of what is but one
// tree. It knows nothing in normal play.
func (f *form) fact(c game.Component) game.Fact {
	var p misere.Position
	if f.misere == nil || p.Decode(f.misere.Forest(), []byte(c)) != nil || len(p.Lands) > 0 || len(p.Trees) > 1 {
		return 0
	}
	tree := misere.Tree(0)
	if len(p.Trees) == 1 {
		tree = p.Trees[0]
	}
	forest := f.misere.Forest()
	n := forest.Info(tree).Grundy
	if p.Odd {
		n ^= 1
	}
	if n > game.MaxNimber {
		return 0
	}
	return game.Known(game.Nimber(n))
}
