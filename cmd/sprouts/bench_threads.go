package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/internal/term"
)

// benchThreads are the numbers of threads that a bench measures with: one, unless
// the command line says otherwise. What the environment or the configuration file
// says about threads is for answers, not for measurements.
func benchThreads(opts BenchOptions, g *GlobalOptions) ([]int, error) {
	given := g.config.origins["threads"] == "flag --threads"
	each := strings.Join(opts.ThreadsEach, ",")
	switch {
	case opts.Signature && (given || each != ""):
		return nil, usagef("bench: --signature is made with one thread; leave out --threads and --threads-each")
	case given && each != "":
		return nil, usagef("bench: --threads and --threads-each contradict each other; leave out one of them")
	case given:
		return []int{g.Threads}, nil
	case each == "":
		return []int{1}, nil
	}
	counts := make([]int, len(opts.ThreadsEach))
	for i, text := range opts.ThreadsEach {
		n, err := parseThreads(strings.TrimSpace(text))
		if err != nil {
			return nil, usagef("bench: --threads-each %s: %w", each, err)
		}
		if slices.Contains(counts[:i], n) {
			return nil, usagef("bench: --threads-each %s: the same number of threads is named twice (%d); name each once", each, n)
		}
		counts[i] = n
	}
	return counts, nil
}

// threadsTotal is what all positions together took with one number of threads.
type threadsTotal struct {
	Threads int     `json:"threads"`
	Seconds float64 `json:"seconds"`            // sum of the medians
	SpeedUp float64 `json:"speed_up,omitempty"` // against the first number, of what both decided; 0 for that one

	first, own float64 // seconds of what both decided
}

// add counts the rows of one position in, one for each number of threads.
func (r *benchReport) add(rows []*benchRow) {
	r.Rows = append(r.Rows, rows...)
	for i, row := range rows {
		if row.Threads == 1 {
			r.Signature += row.Visits
		}
		r.Seconds += row.Seconds
		t := &r.Totals[i]
		t.Seconds += row.Seconds
		if row.SpeedUp > 0 {
			t.first += rows[0].Seconds
			t.own += row.Seconds
			t.SpeedUp = t.first / t.own
		}
	}
}

// withOne reports whether there are rows with one thread: only these are repeatable
// and make a signature.
func (r *benchReport) withOne() bool {
	return slices.ContainsFunc(r.Totals, func(t threadsTotal) bool { return t.Threads == 1 })
}

// compares reports whether there are several numbers of threads.
func (r *benchReport) compares() bool { return len(r.Totals) > 1 }

func (r *benchReport) page(w io.Writer) error {
	columns := []term.Column{{Title: "n", Align: term.Right}, {Title: "outcome"}}
	titles := []string{"visits", "expansions", "children", "nimbers", "us/child", "seconds", "memory", "bytes/component"}
	if r.Misere {
		titles[len(titles)-1] = "trees"
	}
	if r.compares() {
		titles = append(append([]string{"threads"}, titles...), "speed-up")
	}
	for _, title := range titles {
		columns = append(columns, term.Column{Title: title, Align: term.Right})
	}
	table := term.NewTable(columns...)
	for _, row := range r.Rows {
		table.Row(r.cells(row)...)
	}
	if err := table.Write(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	var b term.Block
	if r.withOne() {
		b.Linef("signature", "%d", r.Signature)
	}
	b.Line("seconds", r.totals())
	b.Linef("load", "%s before the first solve, %d CPUs", r.LoadAverage, r.CPUs)
	return b.Write(w)
}

// cells are what the page shows of a row.
func (r *benchReport) cells(row *benchRow) []string {
	cells := []string{fmt.Sprint(row.Spots), row.Outcome}
	if r.compares() {
		cells = append(cells, fmt.Sprint(row.Threads))
	}
	cells = append(cells,
		term.Count(row.Visits), term.Count(row.Expansions), term.Count(row.Children), term.Count(row.Nimbers),
		fmt.Sprintf("%.2f", row.microsecondsPerChild()), fmt.Sprintf("%.2f", row.Seconds),
		term.Bytes(row.Memory))
	if row.Misere {
		cells = append(cells, term.Count(row.Trees))
	} else {
		cells = append(cells, fmt.Sprintf("%.0f", row.bytesPerComponent()))
	}
	if row.SpeedUp > 0 {
		cells = append(cells, fmt.Sprintf("%.2f", row.SpeedUp))
	}
	return cells
}

// totals are the times with each number of threads, one a line.
func (r *benchReport) totals() string {
	lines := make([]string, len(r.Totals))
	for i, t := range r.Totals {
		lines[i] = fmt.Sprintf("%.2f, %s, median of %d round(s)", t.Seconds, threadsInWords(t.Threads), r.Rounds)
		if t.SpeedUp > 0 {
			lines[i] += fmt.Sprintf(", %.2f times as fast", t.SpeedUp)
		}
	}
	return strings.Join(lines, "\n")
}

func threadsInWords(n int) string {
	if n == 1 {
		return "one thread"
	}
	return fmt.Sprintf("%d threads", n)
}
