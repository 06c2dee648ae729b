package game

import (
	"fmt"
	"math/bits"
	"strings"
)

// Fact is what is proven about the nimber of one component: nothing (the zero
// value), some nimbers that it does not have, or the nimber itself.
//
// The lowest MaxNimber+1 bits are the excluded nimbers. Bit 31 says that the
// nimber is known; then exactly one of the low bits is clear.
type Fact uint32

const (
	factKnown Fact = 1 << 31
	factMask  Fact = 1<<(MaxNimber+1) - 1
)

// Known returns the fact that the nimber is n.
func Known(n Nimber) Fact { return factKnown | factMask&^(1<<n) }

// Excluded returns the fact that the nimber is not n.
func Excluded(n Nimber) Fact { return 1 << n }

// FactFromMask returns the fact that excludes the nimbers whose bits are set.
func FactFromMask(mask uint16) Fact { return Fact(mask) }

// Nimber returns the nimber and true if it is known, otherwise 0 and false.
func (f Fact) Nimber() (Nimber, bool) {
	if f&factKnown == 0 {
		return 0, false
	}
	return f.FirstOpen(), true
}

// IsKnown reports whether the nimber is known.
func (f Fact) IsKnown() bool { return f&factKnown != 0 }

// Excludes reports whether the nimber is proven to differ from n.
func (f Fact) Excludes(n Nimber) bool { return f>>n&1 != 0 }

// FirstOpen returns the smallest nimber that is not excluded: the next one to
// try, or the nimber itself if it is known.
func (f Fact) FirstOpen() Nimber { return Nimber(bits.TrailingZeros32(uint32(^f & factMask))) }

// Mask returns the excluded nimbers, bit n for nimber n.
func (f Fact) Mask() uint16 { return uint16(f & factMask) }

// Outcome returns the outcome of the component plus a heap of size n.
func (f Fact) Outcome(n Nimber) Outcome {
	switch {
	case f.Excludes(n):
		return Win
	case f.IsKnown():
		return Loss
	default:
		return Unknown
	}
}

// Valid reports whether f is a fact that can be true: a known nimber leaves
// exactly one nimber open, an unknown one at least one.
func (f Fact) Valid() bool {
	open := bits.OnesCount32(uint32(^f & factMask))
	if f.IsKnown() {
		return open == 1 && f&^(factKnown|factMask) == 0
	}
	return open >= 1 && f&^factMask == 0
}

// Contradicts reports whether f and g cannot both be true: together they leave
// no nimber open.
func (f Fact) Contradicts(g Fact) bool { return (f|g)&factMask == factMask }

// Beside returns what f says about the sum of the component and the heap *n. In misère
// play that is right for *0 and *1 only.
func (f Fact) Beside(n Nimber) Fact {
	g := f &^ factMask
	for x := Nimber(0); x <= MaxNimber; x++ {
		if f.Excludes(x) {
			g |= 1 << (x ^ n)
		}
	}
	return g
}

// Merge returns all that f and g say together. The second result is false, and
// the first is f, if they contradict each other.
func (f Fact) Merge(g Fact) (Fact, bool) {
	if f.Contradicts(g) {
		return f, false
	}
	return f | g, true
}

// String writes "*3" for a known nimber, "not *0 *2" for excluded ones and
// "unknown" for nothing.
func (f Fact) String() string {
	if n, ok := f.Nimber(); ok {
		return fmt.Sprintf("*%d", n)
	}
	if f.Mask() == 0 {
		return "unknown"
	}
	var b strings.Builder
	b.WriteString("not")
	for n := Nimber(0); n <= MaxNimber; n++ {
		if f.Excludes(n) {
			fmt.Fprintf(&b, " *%d", n)
		}
	}
	return b.String()
}

// ConflictError says that two proven facts about one component contradict each
// other. One of them comes from a bug or from corrupt data: whoever meets it
// must stop and report both sources.
type ConflictError struct {
	Component Component
	Text      string // the component in the game's notation, if known
	Have, New Fact
	HaveFrom  string // where the older fact comes from, for example "store"
	NewFrom   string
}

// Error names the component, both facts and both sources.
func (e *ConflictError) Error() string {
	what := e.Text
	if what == "" {
		what = fmt.Sprintf("component %x", string(e.Component))
	}
	text := fmt.Sprintf("contradictory results for %s: %s says %s, %s says %s",
		what, e.HaveFrom, e.Have, e.NewFrom, e.New)
	if !e.Have.IsKnown() && !e.New.IsKnown() {
		text += fmt.Sprintf("; either one is wrong, or the nimber is above %d, the largest that a Fact can hold", MaxNimber)
	}
	return text
}
