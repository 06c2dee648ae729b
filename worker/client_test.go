package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
)

// A report keeps to the limits of the protocol, whatever the search has come to.
func TestReportFits(t *testing.T) {
	undecided := search.Numbers{Proof: 1, Disproof: 2}
	child := func(length int) search.Child {
		return search.Child{Couple: search.Couple{Component: game.Component(strings.Repeat("x", length))}, Numbers: undecided}
	}
	var many, large []search.Child
	for range wire.MaxChildren + 1 {
		many = append(many, child(8))
	}
	for range 100 {
		large = append(large, child(60_000))
	}
	for _, children := range [][]search.Child{nil, many, large} {
		for _, failure := range []string{"", strings.Repeat("x", 5000), strings.Repeat("é", 999), "\xff\xfe"} {
			r := report{Progress: Progress{Job: 1, Numbers: undecided, Children: children, Failure: failure}, elapsed: time.Second}
			m := r.message()
			b, err := proto.Marshal(m)
			require.NoError(t, err)
			require.Less(t, len(b), 4<<20)
			_, err = wire.ReadChildren("children", m.GetChildren())
			require.NoError(t, err)
			require.Equal(t, len(children) > 0, len(m.GetChildren()) > 0)
			require.LessOrEqual(t, len(m.GetFailure()), wire.MaxText)
			require.True(t, utf8.ValidString(m.GetFailure()))
		}
	}
	require.Nil(t, report{}.message().GetNumbers(), "not known is not set")
}

// What a lease says arrives, and what makes no sense is named.
func TestReadLease(t *testing.T) {
	c := newClient(nim.New(), nobody{})
	couple := func(heap byte, nimber uint32) *sproutsv1.Couple {
		return &sproutsv1.Couple{Component: []byte{heap}, Nimber: nimber}
	}
	good := func() *sproutsv1.Lease {
		return &sproutsv1.Lease{
			Id: 3, Kind: sproutsv1.LeaseKind_LEASE_KIND_CHECK, Couple: couple(5, 2), Path: []*sproutsv1.Couple{couple(7, 0)},
			Turn: 4, Budget: 6, Claim: wire.Fact("\x05", game.Known(2)),
		}
	}
	job, err := c.job(good())
	require.NoError(t, err)
	require.Equal(t, Job{
		ID: 3, Kind: KindCheck, Couple: search.Couple{Component: "\x05", Nimber: 2},
		Path: []search.Couple{{Component: "\x07"}}, Turn: 4, Budget: 6, Claim: game.Known(2),
	}, job)
	silent := good()
	silent.Claim = nil
	job, err = c.job(silent)
	require.NoError(t, err)
	require.Zero(t, job.Claim)

	for want, spoil := range map[string]func(*sproutsv1.Lease){
		"kind: 0 is not known": func(l *sproutsv1.Lease) { l.Kind = 0 },
		"couple.component":     func(l *sproutsv1.Lease) { l.Couple.Component = []byte{77} },
		"couple.nimber":        func(l *sproutsv1.Lease) { l.Couple.Nimber = 16 },
		"path[0].component":    func(l *sproutsv1.Lease) { l.Path[0].Component = nil },
		"claim.excluded":       func(l *sproutsv1.Lease) { l.Claim.Excluded = 1 << 16 },
		"budget -1":            func(l *sproutsv1.Lease) { l.Budget = -1 },
	} {
		l := good()
		spoil(l)
		job, err := c.job(l)
		require.ErrorContains(t, err, want)
		require.Equal(t, LeaseID(3), job.ID, "it can be refused")
	}
}

func TestErrorsOfCalls(t *testing.T) {
	require.NoError(t, fromStatus(nil))
	for code, want := range map[codes.Code]error{
		codes.Aborted: errSession, codes.Unavailable: errRetry, codes.DeadlineExceeded: errRetry, codes.Internal: errRetry,
		codes.Unknown: errRetry, codes.ResourceExhausted: errRetry, codes.FailedPrecondition: ErrVersionMismatch, codes.AlreadyExists: ErrReplaced,
		codes.DataLoss: ErrConflict, codes.InvalidArgument: ErrRefused, codes.Unauthenticated: ErrDenied,
	} {
		err := fromStatus(status.Error(code, "because"))
		require.ErrorIs(t, err, want)
		require.ErrorContains(t, err, "because")
	}
}

// Pauses grow to five seconds and no further.
func TestBackoff(t *testing.T) {
	var b backoff
	nominal := firstPause
	for range 30 {
		d := b.next()
		require.LessOrEqual(t, d, mostPause)
		require.InEpsilon(t, min(nominal, mostPause), d, pauseSpread+0.01)
		nominal = min(time.Duration(float64(nominal)*pauseGrowth), mostPause)
	}
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("gone")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, gone)
		defer cancel()
		began := time.Now()
		require.NoError(t, sleep(ctx, 400*time.Millisecond))
		require.Equal(t, 400*time.Millisecond, time.Since(began))
		require.ErrorIs(t, sleep(ctx, time.Hour), gone)
		require.Equal(t, time.Second, time.Since(began))
	})
}

func TestWorkerOptions(t *testing.T) {
	_, err := New(nim.New(), nobody{}, Options{
		Name: strings.Repeat("x", 201), ConnectTimeout: -1, DrainTimeout: -1, StuckAfter: -1,
	})
	for _, text := range []string{"201 bytes", "ConnectTimeout is", "DrainTimeout is", "StuckAfter is"} {
		require.ErrorContains(t, err, text)
	}
	_, err = New(nim.New(), nobody{}, Options{Executor: ExecutorOptions{Threads: -1}})
	require.ErrorContains(t, err, "Threads is -1")
}

// Answers out of range become what a worker can keep.
func TestWithin(t *testing.T) {
	require.Equal(t, 7, limit(7, 9))
	require.Equal(t, 9, limit(0, 9))
	require.Equal(t, 9, limit(1<<31, 9))
	require.Equal(t, time.Second, within(nil, time.Second, time.Millisecond, time.Hour))
}
