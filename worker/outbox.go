package worker

import (
	"slices"
	"sync"

	"github.com/sprouts-solver/sprouts/game"
)

const (
	// defaultMaxWins is how many excluded nimbers wait at most: some seconds' work of
	// a large group, and 20 MB.
	defaultMaxWins = 1 << 17
	// defaultMany is how many facts are worth a message of their own.
	defaultMany = 4096
)

// Outbox holds what a group has proven until the coordinator has acknowledged it.
//
// Nimbers, and facts that the coordinator's tree needs, are never dropped. Other
// excluded nimbers are many and worth little: the oldest go when too many wait. A
// component waits once, with all that is known of it. Any goroutine may use an Outbox.
type Outbox struct {
	mu      sync.Mutex
	waiting map[game.Component]*parcel
	musts   queue
	wins    queue
	sent    []*parcel // taken and not yet acknowledged
	last    uint64    // number of the newest parcel
	maxWins int
	many    int
	dropped int64
	acked   chan struct{} // closed at the next Ack
	ready   chan struct{} // holds a token when many wait
}

// parcel is one fact that waits.
type parcel struct {
	Entry
	number uint64 // in order of arrival
	must   bool
	gone   bool // taken, dropped or replaced
}

// newOutbox returns an empty outbox.
func newOutbox(maxWins int) *Outbox {
	return &Outbox{
		waiting: map[game.Component]*parcel{},
		maxWins: maxWins, many: defaultMany,
		acked: make(chan struct{}), ready: make(chan struct{}, 1),
	}
}

// add takes a fact. With must it is never dropped. A fact that contradicts what
// waits is a *game.ConflictError.
func (o *Outbox) add(c game.Component, f game.Fact, must bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	p := o.waiting[c]
	if p != nil && p.Fact.Contradicts(f) {
		return &game.ConflictError{
			Component: c,
			Have:      p.Fact, HaveFrom: "earlier facts of this worker",
			New: f, NewFrom: "its search",
		}
	}
	o.last++
	o.addLocked(Entry{c, f}, must || f.IsKnown(), o.last)
	o.boundLocked()
	if len(o.waiting) >= o.many {
		select {
		case o.ready <- struct{}{}:
		default:
		}
	}
	return nil
}

// addLocked lets a fact wait, together with what waits of its component.
func (o *Outbox) addLocked(e Entry, must bool, number uint64) {
	if p := o.waiting[e.Component]; p != nil {
		p.Fact |= e.Fact
		p.number = min(p.number, number)
		if p.must || !must {
			return
		}
		o.wins.remove(p)
		e.Fact, number = p.Fact, p.number
	}
	p := &parcel{Entry: e, number: number, must: must}
	o.waiting[e.Component] = p
	o.queueOf(p).push(p)
}

func (o *Outbox) queueOf(p *parcel) *queue {
	if p.must {
		return &o.musts
	}
	return &o.wins
}

// removeLocked takes a parcel out.
func (o *Outbox) removeLocked(p *parcel) {
	o.queueOf(p).remove(p)
	delete(o.waiting, p.Component)
}

// boundLocked drops what is too much.
func (o *Outbox) boundLocked() {
	for o.wins.live > o.maxWins {
		o.dropWinLocked()
		o.dropped++
	}
}

// dropWinLocked drops the oldest excluded nimbers.
func (o *Outbox) dropWinLocked() { o.removeLocked(o.wins.first()) }

// Take returns facts to send, those that must not be dropped first: at most n, of
// at most so many bytes together, but one at least if any waits. They stay in the
// outbox until Ack, or wait again after Nack. One batch is under way at a time.
func (o *Outbox) Take(n, bytes int) []Entry {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.sent) > 0 {
		panic("worker: a batch of facts is under way already")
	}
	var batch []Entry
	for len(batch) < n {
		p := o.musts.first()
		if p == nil {
			p = o.wins.first()
		}
		if p == nil {
			break
		}
		if bytes -= len(p.Component); bytes < 0 && len(batch) > 0 {
			break
		}
		o.removeLocked(p)
		o.sent = append(o.sent, p)
		batch = append(batch, p.Entry)
	}
	return batch
}

// Ack says that the last batch has arrived.
func (o *Outbox) Ack() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent = nil
	close(o.acked)
	o.acked = make(chan struct{})
}

// Nack says that the last batch may not have arrived: it waits again.
func (o *Outbox) Nack() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.sent {
		o.addLocked(p.Entry, p.must, p.number)
	}
	o.sent = nil
	o.boundLocked()
}

// Mark returns a number that stands for all that has been added so far.
func (o *Outbox) Mark() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last
}

// Settled reports whether all that was added until a Mark has been acknowledged or
// dropped, or without all, what must not be dropped; if not, the channel is closed when
// it is worth asking again.
func (o *Outbox) Settled(mark uint64, all bool) (bool, <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	waits := func(p *parcel) bool { return p.number <= mark && (all || p.must) }
	if slices.ContainsFunc(o.sent, waits) {
		return false, o.acked
	}
	for _, p := range o.waiting {
		if waits(p) {
			return false, o.acked
		}
	}
	return true, nil
}

// Owed returns how many facts are not acknowledged that must not be dropped.
func (o *Outbox) Owed() (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.sent {
		if p.must {
			n++
		}
	}
	for _, p := range o.waiting {
		if p.must {
			n++
		}
	}
	return n
}

// ReadyAt sets how many waiting facts give a token to Ready.
func (o *Outbox) ReadyAt(many int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.many = many
}

// Ready gets a token when so many facts wait that they should be sent at once.
func (o *Outbox) Ready() <-chan struct{} { return o.ready }

// Len returns how many facts are not acknowledged.
func (o *Outbox) Len() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.waiting) + len(o.sent)
}

// Dropped returns how many facts were dropped since too many waited.
func (o *Outbox) Dropped() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.dropped
}
