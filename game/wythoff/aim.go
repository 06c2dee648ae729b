package wythoff

// aims returns all lost pairs that one move leads to: those in the same column, the
// same row and on the same diagonal, at most one of each. It takes some microseconds
// for the largest heaps.
func (q pair) aims(misere bool) (found []pair) {
	if b, ok := partner(q.a, q.b, misere); ok {
		found = append(found, pair{q.a, b})
	}
	if a, ok := partner(q.b, q.a, misere); ok {
		found = append(found, pair{a, q.b})
	}
	if q.a <= q.b {
		if x, ok := diagonal(q.b-q.a, q.a, misere); ok {
			found = append(found, pair{x, x + q.b - q.a})
		}
	} else if x, ok := diagonal(q.a-q.b, q.b, misere); ok {
		found = append(found, pair{x + q.a - q.b, x})
	}
	return found
}

// partner returns the heap below limit that makes a lost pair with v, if there is
// one. Every v has exactly one partner, larger or smaller.
func partner(v, limit uint64, misere bool) (w uint64, ok bool) {
	if misere && v <= 2 {
		w = [...]uint64{1, 0, 2}[v]
		return w, w < limit
	}
	// The smaller heap is v: more and more of w make the difference large enough.
	w = first(v, limit, func(w uint64) bool { return below(v, w) })
	if w < limit && cold(v, w) {
		return w, true
	}
	// The larger heap is v: the largest w that the difference is large enough for.
	w = first(0, min(v, limit), func(w uint64) bool { return !below(w, v) })
	if w > 0 && cold(w-1, v) {
		return w - 1, true
	}
	return 0, false
}

// diagonal returns the x below limit for which x, x+k is lost, if there is one. The
// numbers limit and limit+k are heaps, so that nothing overflows.
func diagonal(k, limit uint64, misere bool) (x uint64, ok bool) {
	if misere && k <= 1 {
		x = [...]uint64{2, 0}[k]
		return x, x < limit
	}
	x = first(0, limit, func(x uint64) bool { return !below(x, x+k) })
	if x > 0 && cold(x-1, x-1+k) {
		return x - 1, true
	}
	return 0, false
}

// first returns the smallest n from low on, but below high, that has a property
// which larger numbers have too. If there is none it returns the larger of low and
// high. It asks 64 times at most.
func first(low, high uint64, has func(uint64) bool) uint64 {
	for low < high {
		middle := low + (high-low)/2
		if has(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}
