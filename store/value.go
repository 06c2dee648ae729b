package store

import (
	"errors"
	"hash/crc32"

	"github.com/sprouts-solver/sprouts/game"
)

// The kinds of facts, as they enter the checksum.
const (
	kindNimber    = 'n'
	kindExclusion = 'x'
)

const (
	checksumSize       = 3
	maxChecksum        = 1<<(8*checksumSize) - 1
	nimberSize         = 1 + checksumSize
	exclusionSize      = 2 + checksumSize
	factPrefix    byte = 1 // first byte of the key of a fact
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

// appendKey appends the key of a component.
func appendKey(dst []byte, c game.Component) []byte {
	return append(append(dst, factPrefix), c...)
}

// encode returns the value of a fact, which must be valid and not zero.
func (k codec) encode(component []byte, f game.Fact) []byte {
	kind, value := byte(kindExclusion), make([]byte, 0, exclusionSize)
	if n, known := f.Nimber(); known {
		kind, value = kindNimber, append(value, byte(n))
	} else {
		value = append(value, byte(f.Mask()>>8), byte(f.Mask()))
	}
	sum := k.checksum(component, kind, value)
	return append(value, byte(sum>>16), byte(sum>>8), byte(sum))
}

// decode returns the fact in a value, or errCorruptValue.
func (k codec) decode(component, value []byte) (game.Fact, error) {
	var kind byte
	switch len(value) {
	case nimberSize:
		kind = kindNimber
	case exclusionSize:
		kind = kindExclusion
	default:
		return 0, errCorruptValue
	}
	fact, sum := value[:len(value)-checksumSize], value[len(value)-checksumSize:]
	if uint32(sum[0])<<16|uint32(sum[1])<<8|uint32(sum[2]) != k.checksum(component, kind, fact) {
		return 0, errCorruptValue
	}
	return readFact(kind, fact)
}

// readFact rejects what no program can have written, whatever its checksum.
func readFact(kind byte, fact []byte) (game.Fact, error) {
	if kind == kindNimber {
		if fact[0] > game.MaxNimber {
			return 0, errCorruptValue
		}
		return game.Known(game.Nimber(fact[0])), nil
	}
	f := game.FactFromMask(uint16(fact[0])<<8 | uint16(fact[1]))
	if f == 0 || !f.Valid() {
		return 0, errCorruptValue
	}
	return f, nil
}

func (k codec) checksum(component []byte, kind byte, fact []byte) uint32 {
	sum := crc32.Update(k.seed, castagnoli, component)
	sum = crc32.Update(sum, castagnoli, []byte{kind})
	return crc32.Update(sum, castagnoli, fact) & maxChecksum
}
