package wythoff

import (
	"math/bits"
	"strconv"
)

// pair is two heaps, or the square of a queen: column a, row b.
type pair struct{ a, b uint64 }

// String writes "3,5".
func (q pair) String() string {
	return strconv.FormatUint(q.a, 10) + "," + strconv.FormatUint(q.b, 10)
}

// ordered returns the smaller heap first. Both orders are worth the same.
func (q pair) ordered() pair { return pair{min(q.a, q.b), max(q.a, q.b)} }

// ended reports whether no move is left.
func (q pair) ended() bool { return q == pair{} }

// Lost reports whether the player to move loses with heaps a and b, in normal or in
// misère play. It is exact up to 2^64-1 and takes some nanoseconds.
func Lost(a, b uint64, misere bool) bool {
	q := pair{a, b}.ordered()
	if misere {
		switch q {
		case pair{0, 1}, pair{2, 2}:
			return true
		case pair{0, 0}, pair{1, 2}:
			return false
		}
	}
	return cold(q.a, q.b)
}

// below reports whether x <= kφ with k = y-x, for x <= y. With squares it is a
// question about whole numbers:
//
//	x <= kφ   <=>   x² - kx - k² <= 0   <=>   x² <= k(x+k) = ky
//
// since φ is the positive root of t² = t+1.
func below(x, y uint64) bool {
	leftHigh, leftLow := bits.Mul64(x, x)
	rightHigh, rightLow := bits.Mul64(y-x, y)
	return !greater(leftHigh, leftLow, rightHigh, rightLow)
}

// cold reports whether x = [kφ] with k = y-x, for x <= y: x is not above kφ, but x+1
// is, as (x+1)² > k(y+1) says. Only in 0,0 are two sides equal: φ is irrational.
func cold(x, y uint64) bool {
	if !below(x, y) {
		return false
	}
	// Here x < y or both are 0, so that x+1 is no overflow; y+1 can be one.
	leftHigh, leftLow := bits.Mul64(x+1, x+1)
	rightHigh, rightLow := bits.Mul64(y-x, y)
	rightLow, carry := bits.Add64(rightLow, y-x, 0)
	return greater(leftHigh, leftLow, rightHigh+carry, rightLow)
}

// greater compares two numbers of 128 bits.
func greater(aHigh, aLow, bHigh, bLow uint64) bool {
	return aHigh > bHigh || aHigh == bHigh && aLow > bLow
}
