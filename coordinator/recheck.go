package coordinator

import "iter"

// Range is a run of sequence numbers, both ends included.
type Range struct{ First, Last uint64 }

// Distrust returns, in order, the sequence numbers of all facts that came from a
// worker since its last good check. Facts that merge what several workers excluded,
// and those that the coordinator derived, count as coming from each of them.
func Distrust(records iter.Seq[Record], worker string) ([]Range, error) {
	panic("not written yet")
}
