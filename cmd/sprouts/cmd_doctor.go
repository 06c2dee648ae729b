package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/internal/version"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

func newDoctorCommand(g *GlobalOptions) *cobra.Command {
	var opts MisereOption
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the disk, the store and some known answers",
		Long: `Check that the program can be trusted on this machine: the version, the space on
the disk of the store, that the store opens and every stored value carries a
valid checksum, and that the nimbers of 0 to 6 spots, computed without the
store, are the known ones. A store that does not exist yet is fine. With
--misere the store of misère play is looked at, and who wins there.`,
		Example: `  sprouts doctor
  sprouts doctor --misere
  sprouts doctor --no-store --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.Context(), opts, g) },
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfStore, exitConflict, exitDiskFull, exitInterrupt, exitTerminate)
	return cmd
}

// check is one thing that the doctor looked at.
type check struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Found  string `json:"found"`

	err error
}

// doctorPage is all checks for a person.
type doctorPage []*check

func (p doctorPage) lines() []string { return nil }

func (p doctorPage) page(w io.Writer) error {
	table := term.NewTable(term.Column{Title: "check"}, term.Column{Title: "state"}, term.Column{Title: "found"})
	for _, c := range p {
		state := "ok"
		if !c.OK {
			state = "WRONG"
		}
		table.Row(c.Name, state, c.Found)
	}
	return table.Write(w)
}

func (c *check) lines() []string { return []string{c.Name + "\t" + c.Found} }

// runDoctor makes all checks, whatever they find, and fails if one did.
func runDoctor(ctx context.Context, opts MisereOption, g *GlobalOptions) error {
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	var page doctorPage
	var errs []error
	for _, c := range []struct {
		name string
		look func(context.Context, *GlobalOptions) (string, error)
	}{
		{"version", func(context.Context, *GlobalOptions) (string, error) { return version.Current().String(), nil }},
		{"disk", checkDisk},
		{"store", checkStore},
		{"known answers", checkKnownAnswers},
	} {
		found, err := c.look(ctx, g)
		if err != nil {
			found = oneLine(err)
			errs = append(errs, fmt.Errorf("%s: %w", c.name, err))
		}
		page = append(page, &check{"sprouts.check.v1", c.name, err == nil, found, err})
	}
	if !g.JSON {
		return errors.Join(append([]error{g.print(page)}, errs...)...)
	}
	for _, c := range page {
		errs = append(errs, g.print(c))
	}
	return errors.Join(errs...)
}

// checkKnownAnswers computes the nimbers of small start positions with no store
// and compares them with what is published (AJS91, arXiv 1008.2320).
func checkKnownAnswers(ctx context.Context, g *GlobalOptions) (string, error) {
	if g.Misere {
		return checkKnownOutcomes(ctx)
	}
	known := []game.Nimber{0, 0, 0, 1, 1, 1, 0} // of 0, 1, ... spots
	rules := sprouts.New()
	s, err := search.New(rules, search.Options{Tick: func(search.Stats) error { return context.Cause(ctx) }})
	if err != nil {
		return "", err
	}
	var got []string
	for n, want := range known {
		p, err := rules.Parse(fmt.Sprintf("0*%d", n))
		if n == 0 {
			p, err = rules.Parse("!")
		}
		if err != nil {
			return "", err
		}
		nimber, err := s.Nimber(p)
		if err != nil {
			return "", err
		}
		if nimber != want {
			return "", &verifyError{fmt.Sprintf("nimber of %d spots: computed %s, known %s", n, nimber, want)}
		}
		got = append(got, nimber.String())
	}
	return "nimbers of 0 to 6 spots: " + strings.Join(got, " "), nil
}

// checkKnownOutcomes does the same for misère play (Lemoine, Viennot, arXiv 0908.4407).
func checkKnownOutcomes(ctx context.Context) (string, error) {
	known := []game.Outcome{game.Win, game.Win, game.Loss, game.Loss, game.Loss, game.Win, game.Win} // of 0, 1, ... spots
	rules := misere.New(sprouts.New())
	s, err := search.New(rules, search.Options{Tick: func(search.Stats) error { return context.Cause(ctx) }})
	if err != nil {
		return "", err
	}
	var got []string
	for n, want := range known {
		p, err := rules.Parse(strconv.Itoa(n))
		if err != nil {
			return "", err
		}
		outcome, err := s.Outcome(p)
		if err != nil {
			return "", err
		}
		if outcome != want {
			return "", &verifyError{fmt.Sprintf("outcome of %d spots in misère play: computed %s, known %s", n, outcome, want)}
		}
		got = append(got, outcome.String())
	}
	return "misère play of 0 to 6 spots: " + strings.Join(got, " "), nil
}

// checkStore opens the store and verifies each value.
func checkStore(ctx context.Context, g *GlobalOptions) (string, error) {
	if g.NoStore {
		return "none, by " + g.config.origins["no-store"], nil
	}
	var found string
	err := g.withStore(func(s *store.Badger) error {
		report, err := s.Verify(ctx)
		if err != nil {
			return err
		}
		found = fmt.Sprintf("%s: %s nimbers and %s exclusions, each verified, in %s blocks", tilde(g.storeDir()),
			term.Count(report.Nimbers), term.Count(report.Exclusions), term.Count(int64(report.Blocks)))
		return storeDamage(report)
	})
	if errors.Is(err, store.ErrMissing) {
		return tilde(g.storeDir()) + " does not exist yet", nil
	}
	return found, err
}

// storeDamage is an error that says what a store has lost, nil if nothing.
func storeDamage(r store.Report) error {
	if r.OK() {
		return nil
	}
	lost := []string{fmt.Sprintf("%d values fail their checksum", r.CorruptValues)}
	for _, d := range r.Damaged {
		lost = append(lost, fmt.Sprintf("%s: %d %s", d.Path, d.Blocks, d.Detail))
	}
	return &verifyError{strings.Join(lost, "; ") + "; what is lost will be computed again when it is needed"}
}

// checkDisk looks at the space on the disk that holds the store, or would.
func checkDisk(_ context.Context, g *GlobalOptions) (string, error) {
	dir, err := filepath.Abs(g.Store)
	for err == nil {
		if _, err = os.Stat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir, err = filepath.Dir(dir), nil
	}
	if err != nil {
		return "", err
	}
	free, err := store.FreeBytes(dir)
	switch {
	case err != nil:
		return "", err
	case free == math.MaxInt64:
		return "free space is not known on this system", nil
	}
	if free < store.DefaultMinFree {
		return "", fmt.Errorf("%w: %s free at %s, of which %s are left alone; make room", store.ErrDiskFull,
			term.Bytes(free), dir, term.Bytes(store.DefaultMinFree))
	}
	return term.Bytes(free) + " free at " + tilde(dir), nil
}
