package coordinator

import (
	"cmp"
	"iter"
	"slices"
)

// Range is a run of sequence numbers, both ends included.
type Range struct{ First, Last uint64 }

// Distrust returns, in order, the sequence numbers of all facts that a worker told
// after the newest one that another worker has found right. With them go, from the
// first of these numbers on, the facts in which exclusions of several workers are
// merged, and those that the coordinator derived, as both may rest on them. What
// other workers derived from them is not found: only a proof that is checked on its
// own is a proof.
//
// Whoever takes these facts back must also remove the records of trees ([IsTree]),
// which leave out what was decided when they were written. Records may come in any
// order. One that cannot have been written gives an error.
func Distrust(records iter.Seq[Record], worker string) ([]Range, error) {
	good := uint64(0)
	var told, mixed []Range
	for r := range records {
		switch r.kind() {
		case kindCheck:
			name, seq, err := decodeCheck(r)
			if err != nil {
				return nil, err
			}
			if name == worker {
				good = max(good, seq)
			}
		case kindSpan:
			s, err := decodeSpan(r)
			if err != nil {
				return nil, err
			}
			if s.Worker == worker {
				told = append(told, Range{s.First, s.Last})
			} else if s.Mixed || s.Worker == coordinatorName {
				mixed = append(mixed, Range{s.First, s.Last})
			}
		}
	}
	told = after(told, good)
	if len(told) == 0 {
		return nil, nil
	}
	first := slices.MinFunc(told, compareRanges).First
	return joined(append(told, after(mixed, first)...)), nil
}

func compareRanges(a, b Range) int { return cmp.Compare(a.First, b.First) }

// after returns the parts of ranges above a number.
func after(ranges []Range, seq uint64) []Range {
	var kept []Range
	for _, r := range ranges {
		if r.Last > seq {
			kept = append(kept, Range{max(r.First, seq+1), r.Last})
		}
	}
	return kept
}

// joined sorts ranges and joins those that touch.
func joined(ranges []Range) []Range {
	slices.SortFunc(ranges, compareRanges)
	var out []Range
	for _, r := range ranges {
		if k := len(out); k > 0 && r.First <= out[k-1].Last+1 {
			out[k-1].Last = max(out[k-1].Last, r.Last)
			continue
		}
		out = append(out, r)
	}
	return out
}
