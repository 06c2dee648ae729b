package store

import (
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/sprouts-solver/sprouts/game"
)

// The kinds of values of components, as they enter the checksum.
const (
	kindNimber         = 'n'
	kindExclusion      = 'x'
	kindNumberedNimber = 'N'
	kindNumbered       = 'X' // exclusions with their numbers
	kindForgotten      = 'f'
)

const (
	checksumSize   = 3
	maxChecksum    = 1<<(8*checksumSize) - 1
	seqSize        = 6
	creditSize     = seqSize + 2
	numberedNimber = seqSize + 1 + checksumSize // length of such a value
)

// The first bytes of keys.
const (
	factPrefix   byte = 1 // and a component
	recordPrefix byte = 2 // and the key of a record
	markPrefix   byte = 3 // alone: up to where sequence numbers are taken
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errCorruptValue says that a value is not what was once written for its key.
var errCorruptValue = errors.New("value fails its checksum")

// codec writes and reads the keys and values of one store. The format is in the
// package comment.
type codec struct {
	seed uint32 // checksum of the text of STORE
}

func newCodec(id Identity) codec {
	return codec{seed: crc32.Checksum([]byte(headerText(id)), castagnoli)}
}

// factKey returns the engine's key of a component.
func factKey(c game.Component) []byte {
	return append(append(make([]byte, 0, 1+len(c)), factPrefix), c...)
}

// encode returns the value of a component.
func (k codec) encode(component []byte, what content) []byte {
	kind, value := appendContent(make([]byte, 0, creditSize+checksumSize), what)
	sum := k.checksum(component, kind, value)
	return append(value, byte(sum>>16), byte(sum>>8), byte(sum))
}

// appendContent appends a value without its checksum, and tells its kind.
func appendContent(dst []byte, what content) (kind byte, value []byte) {
	n, known := what.fact.Nimber()
	switch {
	case what.fact == 0:
		return kindForgotten, dst
	case known && what.seq == 0:
		return kindNimber, append(dst, byte(n))
	case known:
		return kindNumberedNimber, append(appendSeq(dst, what.seq), byte(n))
	case what.seq == 0:
		return kindExclusion, binary.BigEndian.AppendUint16(dst, what.fact.Mask())
	}
	for _, c := range what.credits() {
		dst = binary.BigEndian.AppendUint16(appendSeq(dst, c.seq), c.mask)
	}
	return kindNumbered, dst
}

func appendSeq(dst []byte, seq uint64) []byte {
	return append(dst, byte(seq>>40), byte(seq>>32), byte(seq>>24), byte(seq>>16), byte(seq>>8), byte(seq))
}

func readSeq(b []byte) uint64 {
	return uint64(binary.BigEndian.Uint16(b))<<32 | uint64(binary.BigEndian.Uint32(b[2:]))
}

// decode returns the content of a value, or errCorruptValue.
func (k codec) decode(component, value []byte) (content, error) {
	kind, ok := kindOf(len(value))
	if !ok {
		return content{}, errCorruptValue
	}
	what, sum := value[:len(value)-checksumSize], value[len(value)-checksumSize:]
	if uint32(sum[0])<<16|uint32(sum[1])<<8|uint32(sum[2]) != k.checksum(component, kind, what) {
		return content{}, errCorruptValue
	}
	return readContent(kind, what)
}

// kindOf tells the kind of a value from its length.
func kindOf(length int) (kind byte, ok bool) {
	switch length {
	case checksumSize:
		return kindForgotten, true
	case checksumSize + 1:
		return kindNimber, true
	case checksumSize + 2:
		return kindExclusion, true
	case numberedNimber:
		return kindNumberedNimber, true
	}
	return kindNumbered, length > checksumSize && length%creditSize == checksumSize
}

// readContent rejects what no program can have written, whatever its checksum.
func readContent(kind byte, what []byte) (content, error) {
	switch kind {
	case kindNimber:
		return readNimber(what[0], 0)
	case kindNumberedNimber:
		seq := readSeq(what)
		if seq == 0 {
			return content{}, errCorruptValue
		}
		return readNimber(what[seqSize], seq)
	case kindExclusion:
		return readExclusion(binary.BigEndian.Uint16(what), 0)
	case kindNumbered:
		return readCredits(what)
	default:
		return content{}, nil
	}
}

func readNimber(n byte, seq uint64) (content, error) {
	if n > game.MaxNimber {
		return content{}, errCorruptValue
	}
	return content{fact: game.Known(game.Nimber(n)), seq: seq}, nil
}

func readExclusion(mask uint16, seq uint64) (content, error) {
	f := game.FactFromMask(mask)
	if f == 0 || !f.Valid() {
		return content{}, errCorruptValue
	}
	return content{fact: f, seq: seq}, nil
}

// readCredits reads exclusions with their numbers, which ascend.
func readCredits(what []byte) (content, error) {
	if len(what) == creditSize && readSeq(what) != 0 {
		return readExclusion(binary.BigEndian.Uint16(what[seqSize:]), readSeq(what))
	}
	all := make([]credit, 0, len(what)/creditSize)
	var mask uint16
	for ; len(what) > 0; what = what[creditSize:] {
		c := credit{readSeq(what), binary.BigEndian.Uint16(what[seqSize:])}
		if n := len(all); c.mask == 0 || c.mask&mask != 0 || n > 0 && c.seq <= all[n-1].seq {
			return content{}, errCorruptValue
		}
		mask |= c.mask
		all = append(all, c)
	}
	if len(all) < 2 || !game.FactFromMask(mask).Valid() {
		return content{}, errCorruptValue
	}
	return fromCredits(all), nil
}

func (k codec) checksum(component []byte, kind byte, what []byte) uint32 {
	sum := crc32.Update(k.seed, castagnoli, component)
	sum = crc32.Update(sum, castagnoli, []byte{kind})
	return crc32.Update(sum, castagnoli, what) & maxChecksum
}
