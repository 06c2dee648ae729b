package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// maxLine bounds a line of standard input, in bytes. The longest position in
// use, one of 104 spots, needs a few hundred.
const maxLine = 1 << 20

// badLinesError says that lines of standard input could not be answered. Each
// has been reported already.
type badLinesError struct{ count int }

func (e *badLinesError) Error() string {
	return fmt.Sprintf("%d line(s) of standard input could not be read as a position", e.count)
}

// eachPosition asks about the position that arg holds, or about one position per
// line of standard input if arg is "-", and prints the reports in order. A line
// that is not a position is reported with its number and does not stop the rest;
// any other error does.
func eachPosition[P any](ctx context.Context, g *GlobalOptions, arg string, parse func(string) (P, error), ask func(P, string) (report, error)) error {
	if arg != "-" {
		p, err := parse(arg)
		if err != nil {
			return err
		}
		r, err := ask(p, arg)
		return errors.Join(g.print(r), err)
	}
	bad := 0
	for line, err := range readLines(ctx, g.stdin) {
		if err != nil {
			return err
		}
		text := strings.TrimSpace(line.text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		p, err := parse(text)
		if err != nil {
			bad++
			g.tally.failed++
			g.complain("line %d: %v", line.number, err)
			continue
		}
		r, err := ask(p, text)
		if err := errors.Join(g.printAnswer(text, r), err); err != nil {
			return err
		}
	}
	if bad > 0 {
		return &badLinesError{bad}
	}
	return nil
}

// line is a line of standard input.
type line struct {
	number int // from 1
	text   string
}

// readLines yields the lines of r until its end, an error, or the end of ctx. A
// read that blocks cannot be interrupted, so it happens in a goroutine, which in
// the case of an interrupt is left behind in that read: the process ends soon.
func readLines(ctx context.Context, r io.Reader) iter.Seq2[line, error] {
	type result struct {
		line line
		err  error
	}
	return func(yield func(line, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		results := make(chan result)
		send := func(r result) bool {
			select {
			case results <- r:
				return true
			case <-ctx.Done():
				return false
			}
		}
		go func() {
			defer close(results)
			scanner := bufio.NewScanner(r)
			scanner.Buffer(nil, maxLine)
			n := 0
			for scanner.Scan() {
				n++
				if !send(result{line: line{n, scanner.Text()}}) {
					return
				}
			}
			if err := scanner.Err(); err != nil {
				send(result{err: fmt.Errorf("standard input, line %d: %w", n+1, err)})
			}
		}()
		for {
			select {
			case r, open := <-results:
				if !open || !yield(r.line, r.err) {
					return
				}
			case <-ctx.Done():
				yield(line{}, context.Cause(ctx))
				return
			}
		}
	}
}
