package worker_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/worker"
)

// garbage makes answers up.
type garbage struct {
	rng  *rand.Rand
	land game.Component // a real one
}

// sometimes is true once in n times.
func (g garbage) sometimes(n int) bool { return g.rng.IntN(n) == 0 }

func pick[T any](g garbage, of ...T) T { return of[g.rng.IntN(len(of))] }

func (g garbage) number() uint64 {
	return pick[uint64](g, 0, 1, 2, 7, 15, 16, 1<<16, 1<<30, math.MaxInt64, math.MaxUint64)
}

func (g garbage) bytes() []byte {
	b := make([]byte, pick(g, 0, 1, 3, 8, 70_000))
	for i := range b {
		b[i] = byte(g.rng.Uint32())
	}
	if g.sometimes(4) {
		return []byte(g.land)
	}
	return b
}

func (g garbage) duration() *durationpb.Duration {
	return pick(g, nil, durationpb.New(0), durationpb.New(-time.Hour), durationpb.New(1), durationpb.New(time.Second),
		&durationpb.Duration{Seconds: math.MaxInt64, Nanos: math.MinInt32})
}

func (g garbage) couple() *sproutsv1.Couple {
	if g.sometimes(4) {
		return nil
	}
	return &sproutsv1.Couple{Component: g.bytes(), Nimber: uint32(g.number())}
}

func (g garbage) fact() *sproutsv1.Fact {
	return &sproutsv1.Fact{Component: g.bytes(), Excluded: uint32(g.number()), Known: g.sometimes(2)}
}

func (g garbage) facts() (facts []*sproutsv1.Fact) {
	for range pick(g, 0, 1, 5) {
		facts = append(facts, g.fact())
	}
	return facts
}

func (g garbage) cursor() *sproutsv1.Cursor {
	return pick(g, nil, &sproutsv1.Cursor{Next: g.number(), Page: &sproutsv1.Page{After: g.bytes()}})
}

func (g garbage) lease() *sproutsv1.Lease {
	l := &sproutsv1.Lease{
		Id: g.number(), Kind: sproutsv1.LeaseKind(g.rng.IntN(4)), Couple: g.couple(),
		Turn: int64(g.number()), Budget: int64(g.number()), Ttl: g.duration(),
	}
	for range pick(g, 0, 1, 5) {
		l.Path = append(l.Path, g.couple())
	}
	if g.sometimes(2) {
		l.Claim = g.fact()
	}
	return l
}

// err is an error sometimes; rarely one that ends the worker.
func (g garbage) err() error {
	switch {
	case g.sometimes(100):
		return status.Error(codes.Code(g.rng.IntN(30)), "garbage")
	case g.sometimes(4):
		return status.Error(pick(g, codes.Aborted, codes.Unavailable, codes.Internal, codes.ResourceExhausted,
			codes.Unknown, codes.OutOfRange, codes.Canceled, codes.Unauthenticated), "\x00garbage")
	default:
		return nil
	}
}

// Whatever the coordinator answers, the worker neither crashes nor runs wild, and
// stops when it is told to.
func TestGarbage(t *testing.T) {
	seeds := 60
	if testing.Short() {
		seeds = 10
	}
	ends := map[string]int{}
	jobs := 0
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := garbage{rand.New(rand.NewPCG(uint64(seed), 1)), spots(t, 7, 0).Component}
				f := newFake()
				f.welcome = func(r *sproutsv1.RegisterResponse) error {
					if g.sometimes(2) {
						r.Session = pick(g, nil, &sproutsv1.Session{}, &sproutsv1.Session{Epoch: g.number()})
					}
					r.LeaseTtl, r.RenewInterval, r.ExchangeInterval = g.duration(), g.duration(), g.duration()
					r.MaxFacts, r.MaxFactBytes = uint32(g.number()), uint32(g.number())
					return g.err()
				}
				f.granted = func(r *sproutsv1.LeaseResponse) error {
					if g.sometimes(2) {
						r.Lease = pick(g, nil, g.lease(), g.lease())
						r.Pause, r.Drain = g.duration(), g.sometimes(50)
					}
					return g.err()
				}
				f.renewed = func(_ *sproutsv1.RenewRequest, r *sproutsv1.RenewResponse) error {
					for range g.rng.IntN(3) {
						r.States = append(r.States, sproutsv1.LeaseState(g.rng.IntN(5)))
					}
					r.States = r.States[g.rng.IntN(len(r.States)):]
					return g.err()
				}
				f.complete = func(*sproutsv1.CompleteRequest) error { return g.err() }
				f.exchange = func(_ *sproutsv1.ExchangeRequest, r *sproutsv1.ExchangeResponse) error {
					r.Facts, r.Cursor, r.More = g.facts(), g.cursor(), g.sometimes(2)
					return g.err()
				}
				b := start(t, slow{sprouts.New(), time.Millisecond}, f, worker.Options{})
				for id := range uint64(3) {
					f.leases <- lease(id, spots(t, 10, 0), 500)
				}
				<-time.After(5 * time.Minute)
				b.stop()
				told := time.Now()
				err := b.wait()
				require.LessOrEqual(t, b.ended.Sub(told), 10*time.Second)
				f.do(func() {
					require.Less(t, len(f.log), 60_000, "it does not run wild")
					jobs += len(f.ends)
				})
				ends[fmt.Sprint(err == nil)]++
			})
		})
	}
	t.Logf("orderly ends: %v; jobs ended: %d", ends, jobs)
	require.Positive(t, ends["true"])
	require.Positive(t, ends["false"])
	require.Greater(t, jobs, seeds)
}
