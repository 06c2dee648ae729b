package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// --max-memory is what the process may take as the system sees it, to within a
// tenth: the tables of the search, the cache of the store, and fixedMemory for
// what is there before either grows.
const (
	fixedMemory = 48 << 20 // program, embedded table, Badger's buffers
	// outsideRuntime is the part of it that the runtime does not count: the
	// program itself, and files mapped into memory.
	outsideRuntime = 16 << 20
	// minMemory leaves the search what it cannot work without.
	minMemory = 128 << 20
)

// shareMemory divides a limit between the tables of the search and the cache of
// the store. The cache gets an eighth, as the search profits more from memory, and
// no more than it asks for by itself.
func shareMemory(limit int64, withStore bool) (tables, cache int64) {
	limit -= fixedMemory
	if withStore {
		cache = min(limit/8, 1<<30)
	}
	return limit - cache, cache
}

// limitMemory makes the runtime collect garbage before the process passes the
// limit: tables that were swept or have doubled leave old copies behind. The
// runtime's own setting goes first.
func limitMemory(limit int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit - outsideRuntime)
	}
}

// memoryCheck keeps work to the limit that has no tables which do so themselves.
type memoryCheck struct {
	limit int64
	calls int
}

// checkEvery is the number of calls between two looks, which take a microsecond.
const checkEvery = 64

// passed reports whether more memory is in use than leaves the garbage collector
// room: what was in use when it last ran may be a quarter more by now.
func (m *memoryCheck) passed() bool {
	if m.calls++; m.calls%checkEvery != 0 {
		return false
	}
	return liveMemory() > m.limit-m.limit/4
}

// liveMemory is what was in use when garbage was last collected, in bytes.
func liveMemory() int64 {
	sample := [1]metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample[:])
	return int64(sample[0].Value.Uint64())
}
