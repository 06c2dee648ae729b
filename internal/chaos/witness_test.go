//go:build linux

package chaos_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
)

const (
	// witnessPeriod and witnessBatch say how fast a witness tells what it knows: fast
	// enough for some batch to be under way whenever a coordinator is killed.
	witnessPeriod = 40 * time.Millisecond
	witnessBatch  = 12
	// witnessPatience is how long a call of it may take.
	witnessPatience = 5 * time.Second
)

// witness is a worker that only tells facts, and remembers which of them the
// coordinator has acknowledged.
type witness struct {
	work    sproutsv1.WorkServiceClient
	checker *wire.Checker
	facts   []store.Entry // to be told, in turns

	session *sproutsv1.Session // nil: none
	epoch   uint64
	next    int // of facts

	stop    context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex // guards the fields below
	acked  map[game.Component]game.Fact
	calls  int    // that were acknowledged
	starts int    // of coordinators, from which all was read back
	found  int    // facts that were read back, over all starts
	wrong  string // what a coordinator did that it must not, or ""
}

// summon starts a witness. It leaves when the coordinator drains its workers.
func summon(t *testing.T, conn grpc.ClientConnInterface, facts []store.Entry) *witness {
	t.Helper()
	w := &witness{
		work: sproutsv1.NewWorkServiceClient(conn), checker: wire.NewChecker(sprouts.New()),
		facts: facts, acked: map[game.Component]game.Fact{},
	}
	ctx, stop := context.WithCancel(t.Context())
	w.stop = stop
	w.running.Go(func() { w.run(ctx) })
	t.Cleanup(func() { stop(); w.running.Wait() })
	return w
}

// end lets a witness go, and returns it with what it has seen.
func (w *witness) end(t *testing.T) *witness {
	t.Helper()
	w.stop()
	w.running.Wait()
	require.Empty(t, w.wrong)
	return w
}

// run tells facts until ctx ends, the coordinator dismisses it, or something is wrong.
func (w *witness) run(ctx context.Context) {
	again := time.NewTicker(witnessPeriod)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
		dismissed, err := w.step(ctx)
		switch code := status.Code(err); {
		case dismissed || ctx.Err() != nil:
			return
		case code == codes.Aborted:
			w.session = nil
		case code == codes.OK, code == codes.Unavailable, code == codes.DeadlineExceeded:
		default:
			w.accuse(err.Error())
			return
		}
	}
}

// step makes the next calls.
func (w *witness) step(ctx context.Context) (dismissed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, witnessPatience)
	defer cancel()
	if w.session == nil {
		return false, w.register(ctx)
	}
	r, err := w.work.Renew(ctx, &sproutsv1.RenewRequest{Session: w.session})
	if err != nil {
		return false, err
	}
	if r.GetDrain() {
		_, err := w.work.Return(ctx, &sproutsv1.ReturnRequest{Session: w.session, Leaving: true})
		return err == nil, err
	}
	batch := w.facts[w.next:min(w.next+witnessBatch, len(w.facts))]
	_, err = w.work.Exchange(ctx, &sproutsv1.ExchangeRequest{Session: w.session, Facts: wire.Facts(batch), NewsOnly: true})
	if err != nil {
		return false, err
	}
	w.next = (w.next + len(batch)) % len(w.facts)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	for _, e := range batch {
		w.acked[e.Component] |= e.Fact
	}
	return false, nil
}

// register begins a session, and with a coordinator that was started anew it reads all
// facts back.
func (w *witness) register(ctx context.Context) error {
	g := sprouts.New()
	r, err := w.work.Register(ctx, &sproutsv1.RegisterRequest{
		Protocol: 1, Game: g.Name(), GameVersion: g.Version(), Worker: "witness", Threads: 1,
	})
	if err != nil {
		return err
	}
	if r.GetSession().GetEpoch() != w.epoch {
		known, err := w.readAll(ctx, r.GetSession())
		if err != nil {
			return err
		}
		w.epoch = r.GetSession().GetEpoch()
		w.compare(known)
	}
	w.session = r.GetSession()
	return nil
}

// readAll reads all facts that a coordinator has.
func (w *witness) readAll(ctx context.Context, session *sproutsv1.Session) (map[game.Component]game.Fact, error) {
	known := map[game.Component]game.Fact{}
	var cursor *sproutsv1.Cursor
	for {
		r, err := w.work.Exchange(ctx, &sproutsv1.ExchangeRequest{Session: session, Cursor: cursor})
		if err != nil {
			return nil, err
		}
		for _, m := range r.GetFacts() {
			c, f, err := w.checker.Fact(m)
			if err != nil {
				return nil, err
			}
			known[c] |= f
		}
		if !r.GetMore() {
			return known, nil
		}
		cursor = r.GetCursor()
	}
}

// compare looks for what was acknowledged among all that is known.
func (w *witness) compare(known map[game.Component]game.Fact) {
	w.mu.Lock()
	missing := lost(w.acked, known)
	w.starts++
	w.found += len(w.acked) - missing
	total := len(w.acked)
	w.mu.Unlock()
	if missing > 0 {
		w.accuse(fmt.Sprintf("%d of %d acknowledged facts are lost after start %d", missing, total, w.epoch))
	}
}

// lost counts the facts of which others do not know all.
func lost(facts, known map[game.Component]game.Fact) (n int) {
	for c, f := range facts {
		if known[c]&f != f {
			n++
		}
	}
	return n
}

// accuse notes what is wrong.
func (w *witness) accuse(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wrong == "" {
		w.wrong = what
	}
}

// told returns how many calls with facts have been acknowledged.
func (w *witness) told() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls
}

// complaint returns what is wrong so far, or "".
func (w *witness) complaint() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.wrong
}
