package worker

import (
	"context"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// Conn is a connection to a coordinator, such as package internal/transport dials.
type Conn = grpc.ClientConnInterface

// protocol is the version of the protocol that is spoken here.
const protocol = 1

const (
	// callTime is how long one call may take, beside what it waits on purpose.
	callTime = 10 * time.Second
	// leaseWait is how long a Lease waits for work.
	leaseWait  = 30 * time.Second
	leaseGrace = 5 * time.Second
)

// client speaks the protocol: it turns values into messages, and answers into
// values that can be trusted to make sense. Each method makes one call; errors are
// those of errors.go.
type client struct {
	rpc     sproutsv1.WorkServiceClient
	checker *wire.Checker
}

func newClient(g game.Game, conn Conn) *client {
	return &client{rpc: sproutsv1.NewWorkServiceClient(conn), checker: wire.NewChecker(g)}
}

// session names the worker's session in all calls after register.
type session struct{ epoch, id uint64 }

func (s session) message() *sproutsv1.Session { return &sproutsv1.Session{Epoch: s.epoch, Id: s.id} }

// hello is what a worker says of itself.
type hello struct {
	game, version, program, worker string
	threads                        int
	instance                       uint64 // of this process
}

// welcome is the answer. Its intervals and limits are within what a worker can keep.
type welcome struct {
	session              session
	ttl, renew, exchange time.Duration
	maxFacts, maxBytes   int
	leastVisits          int64
	program              string
}

// register begins a session.
func (c *client) register(ctx context.Context, h hello) (welcome, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	r, err := c.rpc.Register(ctx, &sproutsv1.RegisterRequest{
		Protocol: protocol,
		Game:     h.game, GameVersion: h.version, ProgramVersion: h.program,
		Worker: h.worker, Threads: uint32(h.threads), Instance: h.instance,
	})
	if err != nil {
		return welcome{}, fromStatus(err)
	}
	s := r.GetSession()
	w := welcome{
		session:     session{s.GetEpoch(), s.GetId()},
		ttl:         within(r.GetLeaseTtl(), 30*time.Second, time.Second, time.Hour),
		exchange:    within(r.GetExchangeInterval(), time.Second, 10*time.Millisecond, time.Minute),
		maxFacts:    limit(r.GetMaxFacts(), wire.MaxFacts),
		maxBytes:    limit(r.GetMaxFactBytes(), wire.MaxFactBytes),
		leastVisits: r.GetLeastVisits(),
		program:     r.GetProgramVersion(),
	}
	w.renew = within(r.GetRenewInterval(), w.ttl/3, 10*time.Millisecond, w.ttl)
	return w, nil
}

// within returns a duration, or other if it is not set, between least and most.
func within(d *durationpb.Duration, other, least, most time.Duration) time.Duration {
	if d.AsDuration() <= 0 {
		return other
	}
	return min(max(d.AsDuration(), least), most)
}

// limit returns n, but at most most, which is also what 0 stands for.
func limit(n uint32, most int) int {
	if n == 0 || int64(n) > int64(most) {
		return most
	}
	return int(n)
}

// grant is the answer to a request for work.
type grant struct {
	job         *Job          // nil: there is none
	unfit       string        // why the job cannot be worked on, or ""
	pause       time.Duration // before the next request, where there is no job
	drain       bool
	leastVisits int64
}

// lease asks for work, and waits for it.
func (c *client) lease(ctx context.Context, s session) (grant, error) {
	ctx, cancel := context.WithTimeout(ctx, leaseWait+leaseGrace)
	defer cancel()
	r, err := c.rpc.Lease(ctx, &sproutsv1.LeaseRequest{Session: s.message(), Wait: durationpb.New(leaseWait)})
	if err != nil {
		return grant{}, fromStatus(err)
	}
	g := grant{drain: r.GetDrain(), leastVisits: r.GetLeastVisits(), pause: within(r.GetPause(), 0, 0, time.Minute)}
	if l := r.GetLease(); l != nil {
		job, err := c.job(l)
		if g.job = &job; err != nil {
			g.unfit = err.Error()
		}
	}
	return g, nil
}

// job reads a lease. With an error only its ID is set.
func (c *client) job(l *sproutsv1.Lease) (j Job, err error) {
	id := Job{ID: LeaseID(l.GetId())}
	j = Job{ID: id.ID, Turn: l.GetTurn(), Budget: l.GetBudget()}
	switch l.GetKind() {
	case sproutsv1.LeaseKind_LEASE_KIND_SEARCH:
	case sproutsv1.LeaseKind_LEASE_KIND_CHECK:
		j.Kind = KindCheck
		if l.GetClaim() == nil {
			break
		}
		if _, j.Claim, err = c.checker.Fact(l.GetClaim()); err != nil {
			return id, wire.Within("claim", err)
		}
	default:
		return id, fmt.Errorf("kind: %d is not known", l.GetKind())
	}
	if j.Couple, err = c.checker.Couple(l.GetCouple()); err != nil {
		return id, wire.Within("couple", err)
	}
	if j.Path, err = c.checker.Couples("path", l.GetPath()); err != nil {
		return id, err
	}
	if err := j.validate(); err != nil {
		return id, err
	}
	return j, nil
}

// renewal is the answer to renew.
type renewal struct {
	held, unwanted, drain bool
	leastVisits           int64
}

// renew keeps a lease, and tells what has come of it so far.
func (c *client) renew(ctx context.Context, s session, p report) (renewal, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	p.Children = nil // only final reports are seen with them
	r, err := c.rpc.Renew(ctx, &sproutsv1.RenewRequest{
		Session: s.message(), Progress: []*sproutsv1.Progress{p.message()},
	})
	if err != nil {
		return renewal{}, fromStatus(err)
	}
	answer := renewal{drain: r.GetDrain(), leastVisits: r.GetLeastVisits()}
	if len(r.GetStates()) == 1 {
		switch r.GetStates()[0] {
		case sproutsv1.LeaseState_LEASE_STATE_HELD:
			answer.held = true
		case sproutsv1.LeaseState_LEASE_STATE_UNWANTED:
			answer.unwanted = true
		default:
		}
	}
	return answer, nil
}

// complete ends a lease.
func (c *client) complete(ctx context.Context, s session, p report) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := c.rpc.Complete(ctx, &sproutsv1.CompleteRequest{Session: s.message(), Progress: p.message()})
	return fromStatus(err)
}

// giveBack hands leases back. With leaving the session ends.
func (c *client) giveBack(ctx context.Context, s session, leaving bool, reports ...report) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	r := &sproutsv1.ReturnRequest{Session: s.message(), Leaving: leaving}
	for _, p := range reports {
		r.Progress = append(r.Progress, p.message())
	}
	_, err := c.rpc.Return(ctx, r)
	return fromStatus(err)
}

// cursor says how far the facts have been read; it is the coordinator's.
type cursor = *sproutsv1.Cursor

// news is the answer to exchange.
type news struct {
	facts  []Entry
	wrong  error // why some of the facts were passed over, nil if none was
	cursor cursor
	more   bool // there is more to read at once
}

// exchange sends facts and gets those of others, about so many bytes.
func (c *client) exchange(ctx context.Context, s session, facts []Entry, at cursor, bytes int, newsOnly bool) (news, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	r, err := c.rpc.Exchange(ctx, &sproutsv1.ExchangeRequest{
		Session: s.message(), Facts: wire.Facts(facts), Cursor: at, MaxBytes: uint32(bytes), NewsOnly: newsOnly,
	})
	if err != nil {
		return news{}, fromStatus(err)
	}
	n := news{cursor: r.GetCursor(), more: r.GetMore() && !proto.Equal(r.GetCursor(), at)}
	for _, m := range r.GetFacts() {
		component, fact, err := c.checker.Fact(m)
		if err != nil {
			n.wrong = err
			continue
		}
		n.facts = append(n.facts, Entry{component, fact})
	}
	return n, nil
}

// report is a Progress with the time it took.
type report struct {
	Progress
	elapsed time.Duration
	total   int64 // visits of the group since it was made, those between jobs too
}

// message returns the report as it is sent: within the limits of the protocol.
func (p report) message() *sproutsv1.Progress {
	failure := strings.ToValidUTF8(p.Failure[:min(len(p.Failure), wire.MaxText)], "")
	children, bytes := p.Children, 0
	for i, child := range children {
		if bytes += len(child.Component); bytes > wire.MaxChildBytes || i == wire.MaxChildren {
			children = children[:i]
			break
		}
	}
	return &sproutsv1.Progress{
		Lease:    uint64(p.Job),
		Numbers:  wire.Numbers(p.Numbers),
		Children: wire.Children(children),
		Visits:   p.Visits, Expansions: p.Expansions, Nimbers: p.Nimbers,
		Elapsed:      durationpb.New(p.elapsed),
		Inconclusive: p.Verdict == Inconclusive,
		Failure:      failure,
	}
}
