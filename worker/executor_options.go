package worker

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/search"
)

// ExecutorOptions say how a group works. The zero value works.
type ExecutorOptions struct {
	// Threads is how many threads search, over shared tables. Default 1.
	Threads int
	// MaxMemory bounds the tables of the search, in bytes. Default 2 GiB; the least
	// is 64 MiB.
	MaxMemory int64
	// FactsMemory bounds the group's facts, in bytes, to within 4 MiB for each two
	// threads. Default an eighth of MaxMemory.
	FactsMemory int64
	// CheckMemory bounds the tables of a check, in bytes, while there is one. Default
	// 256 MiB; the least is 64 MiB.
	CheckMemory int64
	// MaxWins is how many excluded nimbers wait for the coordinator at most; nimbers
	// wait without limit. Default 131,072.
	MaxWins int
	// Memo knows facts of its own, such as a table in the program, and hears of all
	// that is proven. Threads call it at once. It is asked to load at once all that it
	// has. Default: none.
	Memo search.Memo
	// Seed changes how the search breaks ties, see [search.Options]. Default 0.
	Seed uint64
	// TickVisits is how often a search hears of the world, see [search.Options].
	// Default 1024.
	TickVisits int64
	// Pace slows the threads down, for models of many machines. Default: nothing does.
	Pace search.Pacer
}

// What the options are where they say nothing.
const (
	leastMemory        = 64 << 20 // of a search
	defaultMaxMemory   = 2 << 30
	defaultCheckMemory = 256 << 20
	factsShare         = 8 // of MaxMemory, one part
)

// withDefaults returns o with its zero fields filled.
func (o ExecutorOptions) withDefaults() ExecutorOptions {
	o.Threads = cmp.Or(o.Threads, 1)
	o.MaxMemory = cmp.Or(o.MaxMemory, defaultMaxMemory)
	o.FactsMemory = cmp.Or(o.FactsMemory, o.MaxMemory/factsShare)
	o.CheckMemory = cmp.Or(o.CheckMemory, defaultCheckMemory)
	o.MaxWins = cmp.Or(o.MaxWins, defaultMaxWins)
	return o
}

// validate reports all fields that make no sense.
func (o ExecutorOptions) validate() error {
	var errs []error
	least := func(name string, x, least int64) {
		if x != 0 && x < least {
			errs = append(errs, fmt.Errorf("%s is %d, must be at least %d", name, x, least))
		}
	}
	least("Threads", int64(o.Threads), 1)
	least("MaxMemory", o.MaxMemory, leastMemory)
	least("FactsMemory", o.FactsMemory, 1)
	least("CheckMemory", o.CheckMemory, leastMemory)
	least("MaxWins", int64(o.MaxWins), 1)
	return errors.Join(errs...)
}
