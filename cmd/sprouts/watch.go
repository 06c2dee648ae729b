package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/search"
)

// watch is what happens beside a search: it shows the status and ends the search
// at a limit or a signal. It lives on the goroutine of the search, which calls
// tick every thousand visits or so.
type watch struct {
	g        *GlobalOptions
	ctx      context.Context
	deadline time.Time // zero for none

	question string // what is being solved, for the status
	started  time.Time
	status   *term.Status
}

// newWatch returns a watch for a command that began with the process.
func newWatch(ctx context.Context, g *GlobalOptions) *watch {
	w := &watch{g: g, ctx: ctx}
	if g.MaxTime > 0 {
		w.deadline = g.tally.started.Add(g.MaxTime)
	}
	return w
}

// begin starts the status of one question.
func (w *watch) begin(question string) {
	w.question, w.started = question, time.Now()
	w.status = term.NewStatus(w.g.stderr, w.started)
}

// end removes the status.
func (w *watch) end() {
	if w.status != nil {
		w.status.Stop()
	}
}

// tick is the search's look at the world. An error stops the search.
func (w *watch) tick(s search.Stats) error {
	if err := w.check(); err != nil {
		return err
	}
	if now := time.Now(); !w.g.Quiet && w.status.Due(now) {
		w.status.Update(now, w.line(s, now.Sub(w.started)))
	}
	return nil
}

// check returns why the work must stop, nil if it may go on.
func (w *watch) check() error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	if !w.deadline.IsZero() && !time.Now().Before(w.deadline) {
		return &limitError{"--max-time", w.g.config.values["max-time"]}
	}
	return nil
}

// line is the status: rates and the numbers at the root, no invented time of
// arrival.
func (w *watch) line(s search.Stats, elapsed time.Duration) string {
	return strings.Join([]string{
		w.question,
		term.Duration(elapsed),
		term.Count(s.Visits) + " visits",
		term.Rate(s.Visits, elapsed),
		term.Count(s.Nimbers) + " nimbers",
		term.Bytes(s.Memory),
		fmt.Sprintf("root %d/%d", s.Proof, s.Disproof),
	}, "  ")
}
