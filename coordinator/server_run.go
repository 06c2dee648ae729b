package coordinator

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
)

const (
	tickPeriod  = time.Second
	auditPeriod = time.Minute
)

// Serve answers calls until ctx ends, or until the server cannot go on. Then it tells
// probes, sends waiting workers away, lets calls under way end for
// ServerOptions.StopTime, and writes what is left. It returns nil after an orderly
// end, with everything on disk. A Server serves once.
func (s *Server) Serve(ctx context.Context, rpc *grpc.Server, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// The keeper outlives the calls, which wait for it.
	keeping, stopKeeping := context.WithCancel(context.WithoutCancel(ctx))
	defer stopKeeping()
	var group errgroup.Group
	begin := func(what string, loop func() error) {
		group.Go(func() error {
			err := survive(what, loop)
			if err != nil {
				s.fail(err)
			}
			return err
		})
	}
	begin("write", func() error { return s.keeper.run(keeping) })
	begin("tick", func() error { return s.tick(ctx) })
	begin("audit", func() error { return s.audit(ctx) })
	begin("serve", func() error {
		defer cancel()
		if err := rpc.Serve(l); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			return err
		}
		return nil
	})
	s.health.Resume()
	s.serving.Store(true)
	s.o.Logger.Info("serving", "address", l.Addr().String(), "epoch", s.core.Epoch())

	var failure error
	select {
	case <-ctx.Done():
	case failure = <-s.failed:
		s.o.Logger.Error("cannot go on", "err", failure)
	}
	s.stop(rpc)
	cancel()
	stopKeeping()
	if err := group.Wait(); err != nil && failure == nil {
		failure = err
	}
	return failure
}

// survive returns the error of a loop, and a panic as one: it ends the server in an
// orderly way, so that facts that are on their way get to the disk.
func survive(what string, loop func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if err != nil {
			err = fmt.Errorf("coordinator: %s: %w", what, err)
		}
	}()
	return loop()
}

// stop ends the calls.
func (s *Server) stop(rpc *grpc.Server) {
	s.o.Logger.Info("stopping")
	s.serving.Store(false)
	s.health.Shutdown()
	close(s.stopping)
	hard := time.AfterFunc(s.o.StopTime, func() {
		s.o.Logger.Warn("calls do not end: stopping anyway", "elapsed", s.o.StopTime)
		rpc.Stop()
	})
	defer hard.Stop()
	rpc.GracefulStop()
}

// tick moves the core's clock, and lets all who wait look for work.
func (s *Server) tick(ctx context.Context) error {
	return every(ctx, tickPeriod, func() {
		var events events
		s.locked(func(c *Core, now time.Time) {
			c.Tick(now)
			events = s.told.look(c)
		})
		events.log(s.o.Logger)
		s.waiting.call(s.o.MaxWaiting)
	})
}

// audit looks for what must never be. It can only tell: the facts are right whatever
// the core has come to, and a restart begins with the journal.
func (s *Server) audit(ctx context.Context) error {
	return every(ctx, auditPeriod, func() {
		began := time.Now()
		var err error
		s.locked(func(c *Core, _ time.Time) { err = survive("check", c.Check) })
		s.metrics.audited(time.Since(began), err == nil)
		if err != nil {
			s.o.Logger.Error("the core is not sound: start the coordinator anew, and report this", "err", err)
		}
	})
}

// every does something each period until ctx ends.
func every(ctx context.Context, period time.Duration, do func()) error {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			do()
		}
	}
}
