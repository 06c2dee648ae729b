package store

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

const (
	// MaxSeq is the largest sequence number. At a million facts a second it is
	// reached after nine years.
	MaxSeq = 1<<(8*seqSize) - 1

	// SeqAhead is how far somebody who gives out sequence numbers may be ahead of
	// the store: see Numbered.NextSeq.
	SeqAhead = 1 << 20
)

// Numbered is the part of a store that knows where facts come from: each may have a
// sequence number, and whoever gives out the numbers knows whose they were.
type Numbered interface {
	// PutFrom is Put with sequence numbers: entry i has the number first+i, which
	// must be between 1 and MaxSeq. A fact that says nothing new leaves the number
	// of the old one. Facts that merge keep a number each.
	PutFrom(entries []Entry, first uint64) error

	// NextSeq returns the number to go on with: above all numbers that the store
	// was given, and so that none is ever given out twice, not even after power
	// loss, by who asks NextSeq at its start and then counts on, at most SeqAhead
	// beyond what it has put or asked. It skips some millions each time.
	NextSeq() (uint64, error)

	// RangeFrom is Range from the first component after the given one on, or from
	// the start if that is empty, so that one can go on where one had to stop. It
	// tells the sequence numbers too, the highest where several facts have merged,
	// 0 where there is none.
	RangeFrom(after game.Component, yield func(e Entry, seq uint64) error) error

	// Forget makes the store know nothing about the components. It returns once
	// that would survive the death of the process. A Cache in front of the store
	// keeps what it has.
	Forget(components []game.Component) error

	// Distrust takes back what came with the numbers in the spans, and returns how
	// many components it was about. Exclusions that came with other numbers stay.
	// It holds up all who write meanwhile. If it returns an error, a part may be
	// done; a second call does the rest.
	Distrust(spans []Span) (components int64, err error)
}

// Span is a run of sequence numbers, both ends included.
type Span struct{ First, Last uint64 }

// contains returns a test whether a number is in one of the spans.
func contains(spans []Span) func(seq uint64) bool {
	ordered := slices.SortedFunc(slices.Values(spans), func(a, b Span) int { return cmp.Compare(a.First, b.First) })
	joined := ordered[:0]
	for _, s := range ordered {
		s.First = max(s.First, 1) // 0 is no number
		if s.Last < s.First {
			continue
		}
		if n := len(joined); n > 0 && s.First <= joined[n-1].Last {
			joined[n-1].Last = max(joined[n-1].Last, s.Last)
			continue
		}
		joined = append(joined, s)
	}
	return func(seq uint64) bool {
		at, found := slices.BinarySearchFunc(joined, seq, func(s Span, seq uint64) int { return cmp.Compare(s.First, seq) })
		return found || at > 0 && seq <= joined[at-1].Last
	}
}

// checkSeq reports numbers that n entries cannot have.
func checkSeq(first uint64, n int) error {
	if first == 0 || first > MaxSeq || uint64(n) > MaxSeq-first+1 {
		return fmt.Errorf("sequence numbers %d to %d: they must be between 1 and %d", first, first+uint64(n)-1, uint64(MaxSeq))
	}
	return nil
}

// errNoSeq says that all numbers are used up.
var errNoSeq = errors.New("sequence numbers are used up")

// taken says up to where sequence numbers may be in use. The zero value takes none.
type taken struct{ below uint64 }

// admits reports whether a number may be put and leaves room for who is ahead.
func (t taken) admits(seq uint64) bool { return seq+SeqAhead < t.below }

// with returns what is taken when all numbers below next are, and those ahead, and
// so many more that this need not be written down again soon.
func (taken) with(next uint64) taken { return taken{next + 2*SeqAhead} }

// next returns the number to go on with.
func (t taken) next() (uint64, error) {
	if t.below > MaxSeq {
		return 0, errNoSeq
	}
	return max(t.below, 1), nil
}

func (t taken) encode() []byte { return binary.BigEndian.AppendUint64(nil, t.below) }

// decodeTaken reads what encode has written.
func decodeTaken(b []byte) (taken, error) {
	if len(b) != 8 {
		return taken{}, errCorruptValue
	}
	return taken{binary.BigEndian.Uint64(b)}, nil
}
