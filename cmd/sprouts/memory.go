package main

import (
	"os"
	"runtime/debug"
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

// cacheMemory is the part of a limit that the cache of the store may use: an
// eighth, as the search profits more from memory, and no more than the cache
// asks for by itself.
func cacheMemory(limit int64) int64 { return min(limit/8, 1<<30) }

// searchMemory is the part of a limit that the search may use.
func searchMemory(limit int64, withStore bool) int64 {
	limit -= fixedMemory
	if withStore {
		limit -= cacheMemory(limit)
	}
	return limit
}

// limitMemory makes the runtime collect garbage before the process passes the
// limit: tables that were swept or have doubled leave old copies behind. The
// runtime's own setting goes first.
func limitMemory(limit int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit - outsideRuntime)
	}
}
