package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sprouts-solver/sprouts/internal/term"
)

// talk is what a process that lives for long says on standard error: a log, and
// under it a status that is redrawn.
type talk struct {
	g      *GlobalOptions
	status *term.Status
	log    *slog.Logger
}

// newTalk begins the talk. The caller must end it.
func (g *GlobalOptions) newTalk() *talk {
	status := term.NewStatus(g.stderr, time.Now())
	level := slog.LevelInfo
	switch {
	case g.Quiet:
		level = slog.LevelError
	case g.Verbose:
		level = slog.LevelDebug
	}
	return &talk{g, status, slog.New(slog.NewTextHandler(status, &slog.HandlerOptions{Level: level}))}
}

// lookEvery is the time between two looks for a status line: a terminal should look
// alive, and a look costs little.
const lookEvery = 500 * time.Millisecond

// keep asks for a line every half second, and shows what is due, until ctx ends.
func (t *talk) keep(ctx context.Context, line func(context.Context) string) {
	_ = each(ctx, lookEvery, func() (bool, error) { // ends with ctx, which is no error
		text, now := line(ctx), time.Now()
		if text != "" && !t.g.Quiet {
			t.status.Update(now, text)
		}
		return false, nil
	})
	t.status.Stop()
}

// listenHTTP opens the address of the pages for monitoring programs, nil if there
// shall be none.
func listenHTTP(address string) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	if err := checkAddress(address, false); err != nil {
		return nil, usagef("flag --http: %w", err)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--http: %w; choose another address", err)
	}
	return l, nil
}

// serveHTTP serves pages until ctx ends.
func serveHTTP(ctx context.Context, l net.Listener, pages http.Handler) error {
	const (
		headTime = 5 * time.Second // for the head of a request
		stopTime = time.Second     // for requests at work in the end
	)
	server := &http.Server{Handler: pages, ReadHeaderTimeout: headTime}
	var both errgroup.Group
	both.Go(func() error {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("--http: %w", err)
		}
		return nil
	})
	both.Go(func() error {
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer cancel()
		if server.Shutdown(ending) != nil {
			return server.Close() // a profile may take longer
		}
		return nil
	})
	return both.Wait()
}
