package coordinator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
)

const (
	// maxNews is how many bytes of components one response holds, or a little more.
	maxNews = 256 << 10
	// maxScan is how many facts are looked at for one page: a second's work. Few of
	// them may be new to the worker.
	maxScan = 1 << 20
)

// Exchange takes facts, acknowledges them when they are on disk, and returns those of
// others.
func (s work) Exchange(ctx context.Context, r *sproutsv1.ExchangeRequest) (*sproutsv1.ExchangeResponse, error) {
	id, err := readSession(r.GetSession())
	if err != nil {
		return nil, toStatus(err)
	}
	if len(r.GetFacts()) > 0 {
		if err := s.learn(ctx, id, r.GetFacts()); err != nil {
			return nil, err
		}
	}
	resp, err := s.news(ctx, id, r)
	if err != nil {
		return nil, toStatus(err)
	}
	return resp, nil
}

// learn takes facts and waits until they are on disk. Its errors are of gRPC.
func (s work) learn(ctx context.Context, id SessionID, messages []*sproutsv1.Fact) error {
	if n := len(messages); n > s.o.MaxFacts {
		return toStatus(&wire.Error{Field: "facts", Reason: fmt.Sprintf("%d of them, at most %d", n, s.o.MaxFacts)})
	}
	if err := s.keeper.readOnly(); err != nil {
		return toStatus(err)
	}
	entries, err := wire.ReadFacts[Entry](s.checker, "facts", messages)
	if err != nil {
		return toStatus(err)
	}
	var learned Learned
	full := false
	s.locked(func(c *Core, now time.Time) {
		if full = s.queued+s.keeper.backlogBytes() >= s.o.MaxQueue; full {
			return
		}
		if learned, err = c.Learn(now, id, entries); learned.News > 0 {
			s.queued += size(entries)
		}
	})
	switch {
	case full:
		return busy(queuePause, "%d MiB of facts wait for the disk", s.o.MaxQueue>>20)
	case err != nil:
		return toStatus(err)
	}
	if learned.News > 0 {
		s.waiting.call(1)
	}
	return toStatus(s.keeper.awaitFacts(ctx, learned.Last))
}

// size returns the length of all components together, in bytes.
func size(entries []Entry) (n int64) {
	for _, e := range entries {
		n += int64(len(e.Component))
	}
	return n
}

// news returns what a worker has not seen: a page of all facts if it begins or has
// fallen behind, else the newest ones.
func (s work) news(ctx context.Context, id SessionID, r *sproutsv1.ExchangeRequest) (*sproutsv1.ExchangeResponse, error) {
	cursor := r.GetCursor()
	if r.GetNewsOnly() {
		cursor = &sproutsv1.Cursor{Next: max(1, cursor.GetNext())}
	}
	most := maxNews
	if n := r.GetMaxBytes(); n > 0 {
		most = int(min(int64(n), maxNews))
	}
	if page := cursor.GetPage(); page != nil {
		return s.page(ctx, cursor.GetNext(), page, most)
	}
	seen := max(1, cursor.GetNext()) - 1
	entries, next, gap, last, err := s.since(id, seen, most)
	switch {
	case err != nil:
		return nil, err
	case !r.GetNewsOnly() && (gap || cursor.GetNext() == 0):
		return s.page(ctx, cursor.GetNext(), &sproutsv1.Page{Next: last + 1}, most)
	}
	return &sproutsv1.ExchangeResponse{
		Facts: wire.Facts(entries), Cursor: &sproutsv1.Cursor{Next: next + 1}, More: next < last,
	}, nil
}

// since asks the core. Components of a few bytes could be more than a message holds.
func (s work) since(id SessionID, seen uint64, most int) (entries []Entry, next uint64, gap bool, last uint64, err error) {
	s.locked(func(c *Core, now time.Time) {
		last = c.Last()
		for ; ; most /= 16 {
			if entries, next, gap, err = c.Since(now, id, seen, most); len(entries) <= wire.MaxFacts {
				return
			}
		}
	})
	return entries, next, gap, last, err
}

// page returns the facts from a component on, without those that the worker had seen
// when it began to read pages. One page is read at a time, as there may be many
// workers, who all begin at once.
func (s work) page(ctx context.Context, seen uint64, page *sproutsv1.Page, most int) (*sproutsv1.ExchangeResponse, error) {
	select {
	case s.pages <- struct{}{}:
		defer func() { <-s.pages }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if n := len(page.GetAfter()); n > wire.MaxComponent {
		return nil, &wire.Error{Field: "cursor.page.after", Reason: fmt.Sprintf("%d bytes, at most %d", n, wire.MaxComponent)}
	}
	var entries []Entry
	after, scanned := game.Component(page.GetAfter()), 0
	err := s.journal.RangeFrom(after, func(e store.Entry, seq uint64) error {
		after = e.Component
		scanned++
		if seq == 0 || seq >= seen {
			entries = append(entries, Entry(e))
			most -= len(e.Component)
		}
		if most <= 0 || scanned >= maxScan || len(entries) >= wire.MaxFacts {
			return errEnough
		}
		return nil
	})
	resp := &sproutsv1.ExchangeResponse{Facts: wire.Facts(entries)}
	switch {
	case err == nil:
		resp.Cursor = &sproutsv1.Cursor{Next: max(1, page.GetNext())}
	case errors.Is(err, errEnough):
		resp.Cursor = &sproutsv1.Cursor{Next: seen, Page: &sproutsv1.Page{After: []byte(after), Next: page.GetNext()}}
		resp.More = true
	default:
		return nil, fmt.Errorf("read a page of facts: %w", err)
	}
	return resp, nil
}
