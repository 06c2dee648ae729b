package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/store"
)

func newCacheRepairCommand(g *GlobalOptions) *cobra.Command {
	var opts MisereOption
	cmd := &cobra.Command{
		Use:   "repair",
		Short: "Make a corrupt store usable again",
		Long: `Make a store usable again that the other verbs call damaged, and print each file
that was mended or set aside. A table that cannot be read is kept beside the
others with ".damaged" behind its name, and the results in it are lost; all
others are as true as before. A store without damage stays as it is.

A store whose file STORE or MANIFEST is damaged or missing cannot be repaired:
move it away and solve again, or restore a copy.`,
		Example: `  sprouts cache repair
  sprouts cache repair --game blackwhite --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return runCacheRepair(opts, g) },
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfStore)
	return cmd
}

// repairReport is what a repair did to a store.
type repairReport struct {
	Schema string   `json:"schema"`
	Store  string   `json:"store"`
	Mended []string `json:"mended"` // files
}

func runCacheRepair(opts MisereOption, g *GlobalOptions) error {
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	if err := g.wantStore("mend"); err != nil {
		return err
	}
	mended, err := store.Repair(g.storeDir(), g.identity())
	switch {
	case errors.Is(err, store.ErrCorrupt):
		err = fmt.Errorf("%w; it cannot be repaired: move it away and solve again, or restore a copy", err)
	case err != nil:
		err = fmt.Errorf("%w%s", err, storeRemedy(err))
	}
	if err != nil && len(mended) == 0 {
		return err
	}
	r := &repairReport{Schema: "sprouts.cache-repair.v1", Store: g.storeDir(), Mended: append([]string{}, mended...)}
	return errors.Join(g.print(r), err)
}

func (r *repairReport) lines() []string { return r.Mended }

func (r *repairReport) page(w io.Writer) error {
	var b term.Block
	b.Line("store", tilde(r.Store))
	mended := "nothing, there is no damage"
	if len(r.Mended) > 0 {
		var paths []string
		for _, path := range r.Mended {
			paths = append(paths, tilde(path))
		}
		mended = strings.Join(paths, "\n")
	}
	b.Line("mended", mended)
	return b.Write(w)
}
