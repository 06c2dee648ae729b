package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// report is the answer to one question. It is printed in one of three ways:
//
//	a page          for one position; of most verbs a word, made for scripts
//	input<TAB>line  for positions from standard input
//	a JSON object   with --json; its first field is "schema"
type report interface {
	// lines is the answer for scripts.
	lines() []string
}

// pager is a report that shows a person more than its lines.
type pager interface {
	page(w io.Writer) error
}

// tally counts what the summary says.
type tally struct {
	started          time.Time
	command          string
	answered, failed int
}

// summary is the last JSON line of a command.
type summary struct {
	Schema   string  `json:"schema"`
	Command  string  `json:"command"`
	Answered int     `json:"answered"`
	Failed   int     `json:"failed"` // lines of standard input that are no position
	Seconds  float64 `json:"seconds"`
	Exit     int     `json:"exit"`
	Error    string  `json:"error,omitempty"`
}

// print shows the report on a question from the command line. Nil shows nothing.
func (g *GlobalOptions) print(r report) error {
	if r == nil {
		return nil
	}
	g.tally.answered++
	if g.JSON {
		return g.printJSON(r)
	}
	if p, ok := r.(pager); ok {
		return p.page(g.stdout)
	}
	return g.printLines("", r.lines())
}

// printAll shows reports that are one page for a person, and a line each in JSON.
func printAll[R report, P interface {
	~[]R
	report
}](g *GlobalOptions, page P) error {
	if !g.JSON {
		return g.print(page)
	}
	for _, r := range page {
		if err := g.print(r); err != nil {
			return err
		}
	}
	return nil
}

// printAnswer shows the report on a question from standard input.
func (g *GlobalOptions) printAnswer(input string, r report) error {
	if r == nil {
		return nil
	}
	g.tally.answered++
	if g.JSON {
		return g.printJSON(r)
	}
	return g.printLines(input+"\t", r.lines())
}

func (g *GlobalOptions) printLines(prefix string, lines []string) error {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(prefix + line + "\n")
	}
	_, err := io.WriteString(g.stdout, b.String())
	return err
}

// printJSON writes one JSON line. Positions are full of characters like | and *,
// so nothing is escaped for HTML.
func (g *GlobalOptions) printJSON(v any) error {
	e := json.NewEncoder(g.stdout)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// complain writes a line of trouble to standard error.
func (g *GlobalOptions) complain(format string, args ...any) {
	fmt.Fprintf(g.stderr, "sprouts: "+format+"\n", args...)
}

// say writes a line of talk to standard error, unless --quiet.
func (g *GlobalOptions) say(format string, args ...any) {
	if !g.Quiet {
		fmt.Fprintf(g.stderr, format+"\n", args...)
	}
}

// detail writes a line of talk if --verbose.
func (g *GlobalOptions) detail(format string, args ...any) {
	if g.Verbose {
		g.say(format, args...)
	}
}

// finish reports how the command ended and returns its exit code.
func (g *GlobalOptions) finish(err error) int {
	code := exitCode(err)
	if err != nil {
		g.complain("%s", oneLine(err))
	}
	if g.JSON {
		s := summary{
			Schema: "sprouts.summary.v1", Command: g.tally.command,
			Answered: g.tally.answered, Failed: g.tally.failed,
			Seconds: time.Since(g.tally.started).Seconds(), Exit: code,
		}
		if err != nil {
			s.Error = oneLine(err)
		}
		if err := g.printJSON(s); err != nil {
			g.complain("%v", err)
			return max(code, exitError)
		}
	}
	return code
}

// oneLine writes an error on one line; joined errors are separated by "; ".
func oneLine(err error) string {
	var parts []string
	for part := range strings.Lines(err.Error()) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}

// verifyError says that a check of the program or its data failed.
type verifyError struct{ what string }

func (e *verifyError) Error() string { return e.what }
