package worker

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// Pauses between attempts grow from first to most, and are spread, so that a
// thousand workers do not all come at once when a coordinator is back.
const (
	firstPause  = 100 * time.Millisecond
	mostPause   = 5 * time.Second
	pauseGrowth = 1.6
	pauseSpread = 0.2 // of the pause, up or down
)

// backoff is the pause before the next attempt. The zero value is ready.
type backoff time.Duration

// next returns the pause and makes the following one longer.
func (b *backoff) next() time.Duration {
	d := max(time.Duration(*b), firstPause)
	*b = backoff(min(float64(d)*pauseGrowth, float64(mostPause)))
	return min(mostPause, time.Duration(float64(d)*(1+pauseSpread*(2*rand.Float64()-1))))
}

// sleep waits, and returns early with the cause if ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// link is the worker's relation to the coordinator.
type link struct {
	worker    *Worker
	client    *client
	hello     hello
	welcome   atomic.Pointer[welcome]
	one       chan struct{} // holds a token unless somebody registers
	connected atomic.Bool
	trouble   atomic.Pointer[error] // why the last call failed that did
	repeated  atomic.Int64          // calls that were made again
}

func newLink(w *Worker, c *client, h hello) *link {
	l := &link{worker: w, client: c, hello: h, one: make(chan struct{}, 1)}
	l.one <- struct{}{}
	l.welcome.Store(&welcome{})
	return l
}

// call makes a call of the present session, again and again until it is answered: at
// once in a new session if the present one is over, after a pause if the
// coordinator cannot be reached or is busy. It returns nil, an error that trying
// again does not mend, or the cause of the end of ctx.
func (l *link) call(ctx context.Context, what string, f func(context.Context, session) error) error {
	var wait backoff
	for attempt := 0; ; attempt++ {
		present := l.welcome.Load()
		err := f(ctx, present.session)
		if err == nil {
			l.reached(true, what, nil)
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		switch {
		case errors.Is(err, errSession):
			if err := l.register(ctx, present); err != nil {
				return err
			}
			if attempt == 0 {
				continue
			}
		case errors.Is(err, errRetry), errors.Is(err, ErrDenied):
			// Tokens and certificates may be replaced on one side first.
			l.reached(false, what, err)
		default:
			return err
		}
		if err := l.pause(ctx, &wait, err); err != nil {
			return err
		}
	}
}

// pause waits before the next attempt.
func (l *link) pause(ctx context.Context, wait *backoff, because error) error {
	l.repeated.Add(1)
	d := wait.next()
	if busy, ok := errors.AsType[*busyError](because); ok {
		d = max(d, busy.pause)
	}
	return sleep(ctx, d)
}

// register begins a session, unless somebody has done so since stale.
func (l *link) register(ctx context.Context, stale *welcome) error {
	select {
	case <-l.one:
		defer func() { l.one <- struct{}{} }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if l.welcome.Load() != stale {
		return nil
	}
	var wait backoff
	for {
		w, err := l.client.register(ctx, l.hello)
		if err == nil {
			l.welcome.Store(&w)
			l.reached(true, "register", nil)
			l.worker.welcomed(w)
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		first := *stale == welcome{}
		if !errors.Is(err, errRetry) && (first || !errors.Is(err, ErrDenied)) {
			return err
		}
		l.reached(false, "register", err)
		if err := l.pause(ctx, &wait, err); err != nil {
			return err
		}
	}
}

// reached notes whether the coordinator answers, and tells when that changes.
func (l *link) reached(now bool, call string, err error) {
	if err != nil {
		l.trouble.Store(&err)
	}
	if before := l.connected.Swap(now); before == now {
		return
	}
	if now {
		l.worker.log.Info("coordinator answers", "call", call)
	} else {
		l.worker.log.Warn("coordinator does not answer; the search goes on", "call", call, "err", err)
	}
}

// lastTrouble returns why a call failed last, nil if none has.
func (l *link) lastTrouble() error {
	if err := l.trouble.Load(); err != nil {
		return *err
	}
	return nil
}
