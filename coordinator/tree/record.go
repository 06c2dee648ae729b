package tree

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// The parts of keys and values, see the package comment.
const (
	keyRoot       = 0
	keyCouple     = 1
	recordVersion = 1
)

// part is one couple in a record: it belongs to a kid.
type part struct {
	component []byte
	nimber    game.Nimber
	numbers   search.Numbers
}

// appendCoupleKey appends the key of a couple's record.
func appendCoupleKey(b []byte, c []byte, n game.Nimber) []byte {
	return append(append(b, keyCouple, byte(n)), c...)
}

// appendKid appends the head of a kid with so many parts.
func appendKid(b []byte, heap game.Nimber, parts int) []byte {
	return binary.AppendUvarint(append(b, byte(heap)), uint64(parts))
}

// appendPart appends a part of a kid.
func appendPart(b []byte, p part) []byte {
	b = binary.AppendUvarint(b, uint64(len(p.component)))
	b = append(append(b, p.component...), byte(p.nimber))
	b = binary.AppendUvarint(b, uint64(p.numbers.Proof))
	return binary.AppendUvarint(b, uint64(p.numbers.Disproof))
}

// checkKey returns an error unless a record can have this key.
func checkKey(key []byte) error {
	switch {
	case len(key) == 1 && key[0] == keyRoot:
		return nil
	case len(key) > 2 && key[0] == keyCouple && key[1] <= game.MaxNimber:
		return nil
	default:
		return fmt.Errorf("key %x is not of a record", key)
	}
}

// reader reads the kids of a value one after the other.
type reader struct {
	rest  []byte
	parts []part // of the last kid
	heap  game.Nimber
	err   error
}

// readRecord starts to read a value.
func readRecord(value []byte) *reader {
	r := &reader{rest: value}
	if v := r.byte(); r.err == nil && v != recordVersion {
		r.fail(fmt.Errorf("version %d, want %d", v, recordVersion))
	}
	return r
}

// next reads the next kid into parts and heap. It returns false at the end of the
// value, or if there is an error.
func (r *reader) next() bool {
	if r.err != nil || len(r.rest) == 0 {
		return false
	}
	r.parts = r.parts[:0]
	r.heap = r.nimber()
	n := r.uvarint(uint64(len(r.rest)))
	if r.err == nil && n == 0 {
		r.fail(errors.New("kid without parts"))
	}
	for ; n > 0 && r.err == nil; n-- {
		r.parts = append(r.parts, part{
			component: r.bytes(),
			nimber:    r.nimber(),
			numbers:   search.Numbers{Proof: r.number(), Disproof: r.number()},
		})
	}
	if r.err == nil && len(r.parts) == 1 {
		r.heap = r.parts[0].nimber
	}
	return r.err == nil
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *reader) byte() byte {
	if r.err != nil || len(r.rest) == 0 {
		r.fail(errors.New("cut short"))
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) nimber() game.Nimber {
	n := r.byte()
	if n > game.MaxNimber {
		r.fail(fmt.Errorf("nimber %d, the largest is %d", n, game.MaxNimber))
	}
	return game.Nimber(n)
}

// uvarint reads a number up to limit.
func (r *reader) uvarint(limit uint64) uint64 {
	if r.err != nil {
		return 0
	}
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > limit {
		r.fail(errors.New("number out of range"))
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// number reads a proof or disproof number of an undecided node.
func (r *reader) number() uint32 {
	n := uint32(r.uvarint(mostNumber))
	if r.err == nil && n == 0 {
		r.fail(errors.New("numbers of a decided node"))
	}
	return n
}

// bytes reads a component. It may not be empty.
func (r *reader) bytes() []byte {
	n := r.uvarint(uint64(len(r.rest)))
	if n > uint64(len(r.rest)) || n == 0 {
		r.fail(errors.New("cut short"))
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}
