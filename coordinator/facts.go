package coordinator

import (
	"errors"
	"fmt"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Entry is one component and what is proven about it.
type Entry struct {
	Component game.Component
	Fact      game.Fact
}

// Learned says what became of facts.
type Learned struct {
	News int    // entries that said something new
	Last uint64 // the facts are safe once what Changes returned up to this number is
}

// maxComponent is the largest length of a component, in bytes: that of the store.
const maxComponent = 60_000

// Learn takes facts that a worker has proven, whether it holds a lease or not.
// Everything that is known already is passed over, so a batch can be sent again. A
// batch is acknowledged to the worker when Changes up to Learned.Last is durable,
// also if it says nothing new: what another worker has just told may not be safe yet.
//
// Errors are ErrUnknownSession, ErrTooLarge and ErrInvalid, with which nothing is
// taken, and ErrConflict, with which some of the batch may be.
func (c *Core) Learn(now time.Time, id SessionID, entries []Entry) (Learned, error) {
	s, err := c.enter(now, id)
	if err != nil {
		return Learned{}, err
	}
	if c.err != nil {
		return Learned{}, c.err
	}
	if err := c.checkEntries(s, entries); err != nil {
		return Learned{}, err
	}
	c.counters.FactsReceived += int64(len(entries))
	c.rate.meter(c.now, len(entries), c.factRate())
	news := c.takeAll(s, entries)
	s.news += int64(news)
	if news > 0 {
		c.progress = c.now
	}
	c.settle()
	return Learned{News: news, Last: c.facts.last}, c.err
}

// takeAll takes the facts of a worker and returns how many were new. Those that mix
// with what others have excluded come last, so that a batch gives two spans at most.
func (c *Core) takeAll(s *session, entries []Entry) (news int) {
	var mixed []Entry
	take := func(e Entry, have prior) bool {
		more, err := c.take(e, have)
		if err != nil {
			c.stop(err)
		}
		if more {
			news++
		}
		return err == nil
	}
	for _, e := range entries {
		if have := c.before(e, s.hello.Worker); have.mixed && have.fact|e.Fact != have.fact {
			mixed = append(mixed, e)
		} else if !take(e, have) {
			return news
		}
	}
	for _, e := range mixed {
		if !take(e, c.before(e, s.hello.Worker)) {
			return news
		}
	}
	return news
}

// prior is what is known of a component when a fact about it comes in.
type prior struct {
	fact  game.Fact
	from  string // who tells the new fact
	mixed bool   // together with the new fact it would rest on several sources
}

// before returns what is known before a fact.
func (c *Core) before(e Entry, from string) prior {
	p := prior{from: from}
	if newest := c.facts.find([]byte(e.Component)); newest != nil {
		p.fact = newest.Fact
		p.mixed = newest.mixed || newest.source != from
	} else {
		p.fact = c.memo.Lookup([]byte(e.Component))
		p.mixed = p.fact != 0 // who told it is not known
	}
	p.mixed = p.mixed && !p.fact.IsKnown() && !e.Fact.IsKnown()
	return p
}

// checkEntries says what is wrong with a batch.
func (c *Core) checkEntries(s *session, entries []Entry) error {
	if len(entries) > c.options.MaxBatch {
		return fmt.Errorf("worker %s: %w: %d facts, not more than %d", s.hello.Worker, ErrTooLarge, len(entries), c.options.MaxBatch)
	}
	for i, e := range entries {
		if !e.Fact.Valid() || e.Fact == 0 || e.Component == "" || len(e.Component) > maxComponent {
			return fmt.Errorf("worker %s, fact %d: %w: %#x about a component of %d bytes",
				s.hello.Worker, i, ErrInvalid, uint32(e.Fact), len(e.Component))
		}
	}
	return nil
}

// take adds a fact to what is known, and tells it to all trees. It reports whether
// it was new. An error is a *game.ConflictError.
func (c *Core) take(e Entry, have prior) (news bool, err error) {
	merged, ok := have.fact.Merge(e.Fact)
	if !ok {
		return false, c.contradiction(have.from, &game.ConflictError{Component: e.Component, Have: have.fact, New: e.Fact})
	}
	if merged == have.fact {
		return false, nil
	}
	seq := c.facts.add(logged{Entry: Entry{e.Component, merged}, source: have.from, mixed: have.mixed})
	if merged.IsKnown() {
		c.counters.NimbersNew++
		c.pickCheck(e.Component, merged, seq, have.from)
	} else {
		c.counters.ExclusionsNew++
	}
	for _, r := range c.active {
		if err := r.tree.Learn([]byte(e.Component), merged); err != nil {
			return true, c.contradiction(have.from, err)
		}
	}
	return true, nil
}

// contradiction names both sides of a conflict as well as it can: the worker who told
// the new fact, and who told the old one, if that is among the newest facts.
func (c *Core) contradiction(from string, err error) error {
	conflict, ok := errors.AsType[*game.ConflictError](err)
	if !ok {
		return err
	}
	named := *conflict
	named.Text = c.componentText(named.Component)
	named.NewFrom = sourceName(from)
	named.HaveFrom = "store"
	if old := c.facts.find([]byte(named.Component)); old != nil {
		named.HaveFrom = sourceName(old.source)
	}
	return &named
}

// sourceName says who a source is, in errors.
func sourceName(source string) string {
	if source == coordinatorName {
		return "the coordinator's own tree"
	}
	return "worker " + source
}

// known returns what is known of a component, from whoever.
func (c *Core) known(component []byte) game.Fact {
	if newest := c.facts.find(component); newest != nil {
		return newest.Fact
	}
	return c.memo.Lookup(component)
}

// fact returns what is known of a couple.
func (c *Core) fact(couple search.Couple) game.Outcome {
	return c.known([]byte(couple.Component)).Outcome(couple.Nimber)
}

// Since returns facts with numbers above cursor, without those that the worker has
// proven itself, until their components are maxBytes together or a little more, and
// the cursor for the next call: there is more while it is below Last, even if no fact
// came with it. Gap says that some facts above cursor are not held
// any more: they can be had from the store, or be done without, since a fact that
// is not known costs time only. The error is ErrUnknownSession.
func (c *Core) Since(now time.Time, id SessionID, cursor uint64, maxBytes int) (entries []Entry, next uint64, gap bool, err error) {
	s, err := c.enter(now, id)
	if err != nil {
		return nil, 0, false, err
	}
	entries, next, gap = c.facts.since(cursor, s.hello.Worker, maxBytes)
	return entries, next, gap, nil
}

// Last returns the sequence number of the newest fact, 0 if there was none.
func (c *Core) Last() uint64 { return c.facts.last }
