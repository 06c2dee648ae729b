// Package invariant checks what must always be true, in builds that ask for it,
// and costs nothing in the others.
//
// The checks are on in builds with the tag "invariants" and under the race
// detector, off otherwise:
//
//	go test -tags invariants ./...   on
//	go test -race ./...              on
//	go build ./cmd/sprouts           off
//
// [Enabled] is a constant and [Check] is inlined, so the compiler drops a check
// that is off, provided that its condition has no effects that it must keep. A
// condition that is costly to work out belongs behind the constant:
//
//	invariant.Check(top <= len(stack), "stack pointer is inside the stack")
//	if invariant.Enabled {
//		invariant.Check(slices.IsSorted(keys), "keys are sorted")
//	}
//
// A broken invariant is a bug of this program, never a mistake of its user or
// bad data from outside: those give errors. What would make a wrong answer must
// be checked in every build, not here.
package invariant
