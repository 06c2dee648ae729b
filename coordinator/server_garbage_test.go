package coordinator_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/durationpb"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// What breaks the rules of the protocol is refused with the name of the field.
func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, sprouts.New(), coordinator.ServerOptions{})
		w := h.hire("ann")
		exchange := func(facts ...*sproutsv1.Fact) error {
			_, err := w.exchangeOnce(&sproutsv1.ExchangeRequest{Facts: facts})
			return err
		}
		renew := func(p ...*sproutsv1.Progress) error {
			_, err := w.rpc.Renew(t.Context(), &sproutsv1.RenewRequest{Session: w.session, Progress: p})
			return err
		}
		lease := func(d *durationpb.Duration) error {
			_, err := w.rpc.Lease(t.Context(), &sproutsv1.LeaseRequest{Session: w.session, Wait: d})
			return err
		}
		nobody := &hand{t: t, rpc: w.rpc}
		_, err := nobody.lease()
		requireCode(t, codes.InvalidArgument, "session: missing; Register returns one", err)
		_, err = nobody.exchange()
		requireCode(t, codes.InvalidArgument, "session: missing", err)
		requireCode(t, codes.InvalidArgument, "session: missing", nobody.complete(&sproutsv1.Progress{}))
		nobody.session = &sproutsv1.Session{Epoch: 1, Id: 99}
		_, err = nobody.lease()
		requireCode(t, codes.Aborted, "register again", err)

		requireCode(t, codes.InvalidArgument, "facts: 4097 of them, at most 4096", exchange(make([]*sproutsv1.Fact, 4097)...))
		requireCode(t, codes.InvalidArgument, "facts[0].component: no canonical component of sprouts", exchange(&sproutsv1.Fact{Component: []byte("\xff\xff"), Excluded: 1}))
		requireCode(t, codes.InvalidArgument, "facts[0].excluded", exchange(&sproutsv1.Fact{Component: []byte("\x00"), Excluded: 0xffff}))
		requireCode(t, codes.InvalidArgument, "progress[0].numbers.proof", renew(&sproutsv1.Progress{Numbers: &sproutsv1.Numbers{}}))
		requireCode(t, codes.InvalidArgument, "progress[0].children[0].couple.component", renew(&sproutsv1.Progress{Children: []*sproutsv1.Child{{}}}))
		requireCode(t, codes.InvalidArgument, "progress[0].elapsed", renew(&sproutsv1.Progress{Elapsed: &durationpb.Duration{Seconds: -1}}))
		requireCode(t, codes.InvalidArgument, "a count is out of range", renew(&sproutsv1.Progress{Visits: -1}))
		requireCode(t, codes.InvalidArgument, "progress[0].failure: 1001 bytes, at most 1000", renew(&sproutsv1.Progress{Failure: strings.Repeat("x", 1001)}))
		requireCode(t, codes.InvalidArgument, "progress: 17 of them, at most 16", renew(make([]*sproutsv1.Progress, 17)...))
		requireCode(t, codes.InvalidArgument, "progress.lease: missing", w.complete(nil))
		requireCode(t, codes.InvalidArgument, "wait", lease(&durationpb.Duration{Seconds: -1}))
		requireCode(t, codes.InvalidArgument, "wait", lease(&durationpb.Duration{Seconds: 1 << 60}))
		_, err = w.exchangeOnce(&sproutsv1.ExchangeRequest{})
		require.NoError(t, err)
	})
}

// Only so many workers can register, and wait.
func TestCrowds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, nim.New(), coordinator.ServerOptions{MaxWaiting: 1, Core: coordinator.Options{MaxSessions: 2}})
		ann, bob := h.hire("ann"), h.hire("bob")
		cy := &hand{t: t, rpc: ann.rpc, name: "cy"}
		require.Equal(t, 10*time.Second, retryAfter(t, cy.register(h.game)))
		waiting := later(func() (*sproutsv1.LeaseResponse, error) { return ann.leaseWithin(5 * time.Second) })
		synctest.Wait()
		_, err := bob.lease()
		require.Equal(t, 10*time.Second, retryAfter(t, err))
		require.ErrorContains(t, err, "1 workers are waiting for work")
		require.NoError(t, (<-waiting).err)
		_, err = bob.leaseWithin(time.Second)
		require.NoError(t, err)
	})
}

// Whatever is sent, the coordinator answers with a code that the protocol has, goes
// on, and stays sound.
func TestGarbage(t *testing.T) {
	h := newHost(t, sprouts.New(), coordinator.ServerOptions{Core: coordinator.Options{MaxRuns: 5, MaxEnded: 5}})
	h.submit("7", outcome)
	var open *sproutsv1.Lease // a real one
	seen := map[codes.Code]int{}
	send := func(r *rapid.T) {
		w := h.hire(rapid.SampledFrom([]string{"ann", "bob", "cy"}).Draw(r, "worker"))
		if l, err := w.leaseWithin(0); err == nil && l.GetLease() != nil {
			open = l.GetLease()
		}
		g := garbage{r, w.session, open}
		var err error
		switch rapid.IntRange(0, 7).Draw(r, "call") {
		case 0:
			_, err = w.rpc.Register(t.Context(), &sproutsv1.RegisterRequest{
				Protocol: 1, Game: "sprouts", GameVersion: h.game.Version(), Worker: g.text(), ProgramVersion: g.text(), Threads: g.number(),
			})
		case 1:
			_, err = w.rpc.Lease(t.Context(), &sproutsv1.LeaseRequest{Session: g.anySession(), Wait: &durationpb.Duration{Nanos: int32(g.number() % 1000)}})
		case 2:
			_, err = w.rpc.Renew(t.Context(), &sproutsv1.RenewRequest{Session: g.anySession(), Progress: rapid.SliceOfN(rapid.Custom(g.report), 0, 3).Draw(r, "reports")})
		case 3:
			_, err = w.rpc.Complete(t.Context(), &sproutsv1.CompleteRequest{Session: g.anySession(), Progress: g.report(r)})
		case 4:
			_, err = w.rpc.Return(t.Context(), &sproutsv1.ReturnRequest{Session: g.anySession(), Progress: []*sproutsv1.Progress{g.report(r)}, Leaving: rapid.Bool().Draw(r, "leaving")})
		case 5:
			_, err = w.rpc.Exchange(t.Context(), &sproutsv1.ExchangeRequest{
				Session: g.anySession(), Facts: rapid.SliceOfN(rapid.Custom(g.fact), 0, 3).Draw(r, "facts"), MaxBytes: g.number(), NewsOnly: rapid.Bool().Draw(r, "news only"),
				Cursor: &sproutsv1.Cursor{Next: uint64(g.number()), Page: &sproutsv1.Page{After: g.bytes(), Next: uint64(g.number())}},
			})
		case 6:
			_, err = h.admin().Submit(t.Context(), &sproutsv1.SubmitRequest{Position: g.text(), Goal: sproutsv1.Goal(g.number())})
		case 7:
			_, err = h.admin().ListJobs(t.Context(), &sproutsv1.ListJobsRequest{Limit: g.number()})
		}
		seen[code(err)]++
		require.Contains(r, []codes.Code{codes.OK, codes.InvalidArgument, codes.Aborted, codes.ResourceExhausted}, code(err), "%v", err)
	}
	for range 50 { // few are sent at a time when tests are to be short
		rapid.Check(t, send)
		if seen[codes.OK] > 0 && seen[codes.InvalidArgument] > 0 && seen[codes.Aborted] > 0 {
			break
		}
	}
	require.Positive(t, seen[codes.OK])
	require.Positive(t, seen[codes.InvalidArgument])
	require.Positive(t, seen[codes.Aborted])
	require.NoError(t, h.server.Sound())
	require.NotContains(t, h.log.String(), "level=ERROR")
}

// garbage draws messages that are mostly wrong.
type garbage struct {
	*rapid.T

	session *sproutsv1.Session
	lease   *sproutsv1.Lease
}

func (g garbage) number() uint32 {
	return rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32()).Draw(g.T, "number")
}

func (g garbage) text() string {
	return rapid.OneOf(rapid.String(), rapid.StringN(1, 300, -1), rapid.SampledFrom([]string{"3", "0*4.A|0*4.A", "2+*3"})).Draw(g.T, "text")
}

func (g garbage) bytes() []byte {
	return rapid.OneOf(rapid.SliceOf(rapid.Byte()), rapid.SliceOf(rapid.SampledFrom([]byte{0, 1, 3, 4, 5, 6, 0x10, 0x80, 0x81})),
		rapid.Just(g.lease.GetCouple().GetComponent())).Draw(g.T, "bytes")
}

func (g garbage) anySession() *sproutsv1.Session {
	return rapid.SampledFrom([]*sproutsv1.Session{nil, g.session, g.session, g.session, {Epoch: 1}, {Epoch: 1 << 63, Id: 1 << 63}}).Draw(g.T, "session")
}

func (g garbage) numbers() *sproutsv1.Numbers {
	return rapid.OneOf(rapid.Just[*sproutsv1.Numbers](nil), rapid.Just(&sproutsv1.Numbers{Proof: 1 << 30}), rapid.Just(&sproutsv1.Numbers{Disproof: 1 << 30}),
		rapid.Custom(func(t *rapid.T) *sproutsv1.Numbers {
			g := garbage{T: t}
			return &sproutsv1.Numbers{Proof: g.number(), Disproof: g.number()}
		})).Draw(g.T, "numbers")
}

func (g garbage) report(t *rapid.T) *sproutsv1.Progress {
	g.T = t
	return &sproutsv1.Progress{
		Lease: rapid.OneOf(rapid.Just(g.lease.GetId()), rapid.Uint64()).Draw(t, "lease"), Numbers: g.numbers(),
		Visits: rapid.Int64().Draw(t, "visits"), Expansions: int64(g.number()), Nimbers: int64(g.number()),
		Elapsed:      rapid.SampledFrom([]*durationpb.Duration{nil, {Seconds: 1}, {Nanos: -1}, {Seconds: 1 << 62}}).Draw(t, "elapsed"),
		Inconclusive: rapid.Bool().Draw(t, "inconclusive"), Failure: g.text(),
		Children: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *sproutsv1.Child {
			g.T = t
			return &sproutsv1.Child{Couple: &sproutsv1.Couple{Component: g.bytes(), Nimber: g.number()}, Numbers: g.numbers()}
		}), 0, 3).Draw(t, "children"),
	}
}

func (g garbage) fact(t *rapid.T) *sproutsv1.Fact {
	g.T = t
	// Nothing that can be true: a fact that is believed would not be garbage.
	return &sproutsv1.Fact{Component: g.bytes(), Excluded: rapid.SampledFrom([]uint32{0, 0xffff, 0x10000}).Draw(t, "excluded"), Known: rapid.Bool().Draw(t, "known")}
}
