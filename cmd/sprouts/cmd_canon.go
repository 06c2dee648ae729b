package main

import (
	"encoding/hex"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// CanonOptions are the flags of `sprouts canon`.
type CanonOptions struct {
	Long    bool
	Explain bool
}

// AddFlags declares the flags.
func (o *CanonOptions) AddFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.Explain, "explain", false, "show the reductions one by one (sprouts only)")
	f.BoolVarP(&o.Long, "long", "l", false, "print lives and key of each part too")
}

func newCanonCommand(g *GlobalOptions) *cobra.Command {
	var opts CanonOptions
	cmd := &cobra.Command{
		Use:   "canon POSITION|-",
		Short: "Print the canonical form of a position",
		Long: `Print the canonical text of a position: dead parts dropped, lands separated,
sorted and renamed. Isomorphic positions get equal texts, and only they do.

With --long the parts follow, each with its lives and its key: the canonical
bytes, in hexadecimal, under which the store keeps results. With --explain the
reductions come first, each with the whole position after it.` + notationHelp,
		Example: `  sprouts canon '1aa.AB.}AB.}]0.aaABC.}0.1ab1bcDca.ACB.}D.}]!'
  sprouts canon --long '0*8.AB|0*3.AB'
  sprouts canon --explain '0*3.1AA|2'
  printf '2AB|AB\n2.AB|AB\n' | sprouts canon -`,
		Args: wantArgs("POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return eachPosition(cmd.Context(), g, args[0], g.Game.Parse, func(p game.Position, text string) (report, error) {
				return runCanon(opts, g, p, text)
			})
		},
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfPlain)
	return cmd
}

// canonReport is a position in canonical form.
type canonReport struct {
	Schema string      `json:"schema"`
	Input  string      `json:"input"`
	Text   string      `json:"text"`
	Heap   uint8       `json:"heap"`
	Lives  int         `json:"lives"`
	Parts  []canonPart `json:"parts"`
	Steps  []canonStep `json:"steps,omitempty"` // with --explain

	long, explain bool
}

// canonStep is one reduction.
type canonStep struct {
	Rule  string `json:"rule"`
	After string `json:"after"`
}

// canonPart is one component.
type canonPart struct {
	Text  string `json:"text"`
	Lives int    `json:"lives"`
	Key   string `json:"key"` // hexadecimal
}

func runCanon(opts CanonOptions, g *GlobalOptions, p game.Position, text string) (report, error) {
	r := &canonReport{Schema: "sprouts.canon.v1", Input: text, Heap: uint8(p.Heap), long: opts.Long, explain: opts.Explain}
	isSprouts := g.Game.Name() == sprouts.New().Name()
	if opts.Explain && !isSprouts {
		return nil, usagef("canon: --explain knows the reductions of sprouts only; leave out --game %s or --explain", g.Game.Name())
	}
	if opts.Explain {
		steps, err := canon.Explain(text)
		if err != nil {
			return nil, err
		}
		for _, s := range steps {
			r.Steps = append(r.Steps, canonStep{s.Rule, s.After})
		}
	}
	if isSprouts {
		// Equal lands cancel in normal play only, so the form keeps them.
		whole, err := canon.Parse(text)
		if err != nil {
			return nil, err
		}
		p.Components = nil
		for _, land := range whole.Lands {
			p.Components = append(p.Components, game.Component(land))
		}
	}
	var err error
	if r.Text, err = game.FormatPosition(g.Game, p); err != nil {
		return nil, err
	}
	expander := g.Game.NewExpander()
	for _, c := range p.Components {
		part := canonPart{Lives: expander.Measure([]byte(c)).Lives, Key: hex.EncodeToString([]byte(c))}
		if part.Text, err = g.Game.Format(c); err != nil {
			return nil, err
		}
		r.Lives += part.Lives
		r.Parts = append(r.Parts, part)
	}
	return r, nil
}

func (r *canonReport) lines() []string { return []string{r.Text} }

func (r *canonReport) page(w io.Writer) error {
	if r.explain {
		if err := r.pageSteps(w); err != nil {
			return err
		}
	}
	if !r.long {
		_, err := fmt.Fprintln(w, r.Text)
		return err
	}
	var block term.Block
	block.Line("text", r.Text)
	block.Linef("lives", "%d", r.Lives)
	if err := block.Write(w); err != nil {
		return err
	}
	if len(r.Parts) == 0 {
		return nil
	}
	parts := term.NewTable(term.Column{Title: "part"}, term.Column{Title: "lives", Align: term.Right}, term.Column{Title: "key"})
	for _, p := range r.Parts {
		parts.Row(p.Text, fmt.Sprint(p.Lives), p.Key)
	}
	fmt.Fprintln(w)
	return parts.Write(w)
}

// pageSteps shows the reductions, each with the position after it.
func (r *canonReport) pageSteps(w io.Writer) error {
	steps := term.NewTable(term.Column{Title: "reduction"}, term.Column{Title: "position"})
	steps.Row("as given", r.Input)
	for _, s := range r.Steps {
		steps.Row(s.Rule, s.After)
	}
	if err := steps.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}
