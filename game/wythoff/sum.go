package wythoff

import (
	"context"
)

// worth is what a pair is worth in a sum.
type worth struct {
	nimber uint64
	known  bool
	firm   bool // the nimber means in misère play what it means in normal play
}

// firm reports whether a pair is firm. The others are called fickle: in misère play
// they change the winner as single objects of Nim do.
func (q pair) firm() bool {
	switch q.ordered() {
	case pair{0, 0}, pair{0, 1}, pair{1, 2}, pair{2, 2}:
		return false
	default:
		return true
	}
}

// census is all that the winner of a sum of known nimbers depends on.
type census struct {
	xor  uint64
	firm int // firm pairs of known nimber
}

// with returns the census with a pair added (1) or taken away (-1).
func (c census) with(w worth, times int) census {
	if w.firm {
		c.firm += times
	}
	c.xor ^= w.nimber
	return c
}

// lost reports whether the player to move loses.
func (c census) lost(misere bool) bool {
	if misere && c.firm == 0 {
		return c.xor == 1
	}
	return c.xor == 0
}

// sum is a position with all that is known about its pairs.
type sum struct {
	position
	census  // of the pairs that are known
	unknown int
	worths  []worth
	grundy  *Grundy
}

// appraise finds what the pairs are worth, with a table that holds all pairs that are
// small enough.
func (p position) appraise(ctx context.Context) (sum, error) {
	rows, columns := 0, 0
	for _, q := range p.pairs {
		if q.small() {
			rows, columns = max(rows, int(q.ordered().a)+1), max(columns, int(q.ordered().b)+1)
		}
	}
	grundy, err := table(ctx, rows, columns)
	if err != nil {
		return sum{}, err
	}
	s := sum{position: p, grundy: grundy}
	for _, q := range p.pairs {
		w := s.worth(q)
		s.worths = append(s.worths, w)
		if w.known {
			s.census = s.with(w, 1)
		} else {
			s.unknown++
		}
	}
	return s, nil
}

// small reports whether the nimber of a pair is looked up in a table. A heap alone is
// a heap of Nim and needs none.
func (q pair) small() bool { return q.a > 0 && q.b > 0 && max(q.a, q.b) < MaxTable }

// worth returns what is known about a pair.
func (s sum) worth(q pair) worth {
	switch {
	case q.a == 0 || q.b == 0:
		return worth{nimber: q.a + q.b, known: true, firm: q.firm()}
	case q.small():
		return worth{nimber: s.grundy.At(int(q.a), int(q.b)), known: true, firm: q.firm()}
	default:
		return worth{known: Lost(q.a, q.b, false), firm: true}
	}
}

// listed calls visit for the moves in a pair that can make a sum lost, whose other
// pairs have a nimber. It reports false if it does not know all of them.
func (s sum) listed(i int, others uint64, visit func(to pair, w worth)) bool {
	q := s.pairs[i]
	switch {
	case q.a == 0 || q.b == 0:
		// A heap alone has far too many moves to try, but only what is left of it
		// counts: the nimber of the others, or that of the last bit changed.
		for _, left := range []uint64{others, others ^ 1} {
			to := pair{min(q.a, left), min(q.b, left)}
			if left < q.a+q.b {
				visit(to, s.worth(to))
			}
		}
		return true
	case q.small():
		for to := range q.options() {
			visit(to, s.worth(to))
		}
		return true
	default:
		return false
	}
}
