package coordinator

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// Options are the settings of a [Core]. The zero value works.
type Options struct {
	// TTL is how long a session lives without a call, and a lease without a Renew
	// that names it. Default 30 s.
	TTL time.Duration
	// Renew is how often workers are asked to renew. Default a third of TTL.
	Renew time.Duration

	// JobTime is how long one job is meant to keep a group of threads busy.
	// Default 1 s.
	JobTime time.Duration
	// MinBudget is the least size of a job, in visits. Default 64.
	MinBudget int64
	// Rate is how many visits a second one thread is taken to make before its group
	// has reported any. Default 20,000.
	Rate int64

	// FirstTurn is the length of the first turn of settings (see package search), in
	// visits of a whole run that one group works on. Default 20,000.
	FirstTurn int64
	// TurnGrowth is by how much each turn is longer than the one before. Default 1.1.
	TurnGrowth float64
	// TurnExponent stretches turns when several groups share a run: a turn is as
	// often longer as the number of groups to this power. Default 1.
	TurnExponent float64

	// RingSize is how many of the newest facts are kept for [Core.Since]. It is also
	// how far the memo may lag behind: a fact must be in it before so many newer ones
	// have come. Default 1<<20.
	RingSize int
	// FactRate is how many facts a second all workers together may tell; when they have
	// more, they are asked to keep the cheapest ones to themselves. With 64 workers, each
	// of which hears of what the others tell, it is halved, with 128 divided by three, and
	// so on. Default 20,000, which are a third of a core; negative is no limit.
	FactRate float64

	// MaxFailures is on how many distinct workers a couple must fail before it is set
	// aside. Default 3.
	MaxFailures int
	// MaxSplits is how many couples in a row that are set aside the coordinator splits
	// into their children by itself, in a run in which no worker completes a job
	// between them. Default 100; negative is none.
	MaxSplits int

	// Recheck is the share of new nimbers that another worker decides anew. Default
	// 0.01; negative is none.
	Recheck float64
	// RecheckSeed selects which nimbers these are. Default 0.
	RecheckSeed uint64
	// MaxChecks is how many nimbers may wait to be checked; when there are more, the
	// oldest is dropped. Default 256.
	MaxChecks int
	// CheckBudget is the largest size of a check, in visits. Default 1,000,000.
	CheckBudget int64
	// CheckShare is the share of all visits that checks may take: they can be much more
	// work than it was to find what they check, since they use nothing that is known.
	// Default 0.02.
	CheckShare float64

	// MaxRuns is how many runs may be open. Default 1,000.
	MaxRuns int
	// MaxEnded is how many ended runs are remembered. Default 1,000.
	MaxEnded int
	// MaxSessions is how many workers may be registered. Default 4,096.
	MaxSessions int
	// MaxBatch is how many facts one Learn may bring, and children one Progress.
	// Default 65,536.
	MaxBatch int
}

// withDefaults returns o with its zero fields filled.
func (o Options) withDefaults() Options {
	o.TTL = cmp.Or(o.TTL, 30*time.Second)
	o.Renew = cmp.Or(o.Renew, o.TTL/3)
	o.JobTime = cmp.Or(o.JobTime, time.Second)
	o.MinBudget = cmp.Or(o.MinBudget, 64)
	o.Rate = cmp.Or(o.Rate, 20_000)
	o.FirstTurn = cmp.Or(o.FirstTurn, 20_000)
	o.TurnGrowth = cmp.Or(o.TurnGrowth, 1.1)
	o.TurnExponent = cmp.Or(o.TurnExponent, 1)
	o.RingSize = cmp.Or(o.RingSize, 1<<20)
	o.FactRate = cmp.Or(o.FactRate, 20_000)
	o.MaxFailures = cmp.Or(o.MaxFailures, 3)
	o.MaxSplits = cmp.Or(o.MaxSplits, 100)
	o.Recheck = cmp.Or(o.Recheck, 0.01)
	o.MaxChecks = cmp.Or(o.MaxChecks, 256)
	o.CheckBudget = cmp.Or(o.CheckBudget, 1_000_000)
	o.CheckShare = cmp.Or(o.CheckShare, 0.02)
	o.MaxRuns = cmp.Or(o.MaxRuns, 1_000)
	o.MaxEnded = cmp.Or(o.MaxEnded, 1_000)
	o.MaxSessions = cmp.Or(o.MaxSessions, 4_096)
	o.MaxBatch = cmp.Or(o.MaxBatch, 65_536)
	return o
}

// validate reports all fields that make no sense.
func (o Options) validate() error {
	var errs []error
	least := func(name string, x, least float64) {
		if !(x >= least) {
			errs = append(errs, fmt.Errorf("option %s is %g, it must be at least %g", name, x, least))
		}
	}
	least("TTL", o.TTL.Seconds(), 0.001)
	least("Renew", o.Renew.Seconds(), 0.001)
	least("JobTime", o.JobTime.Seconds(), 0.001)
	least("MinBudget", float64(o.MinBudget), 1)
	least("Rate", float64(o.Rate), 1)
	least("FirstTurn", float64(o.FirstTurn), 1)
	least("TurnGrowth", o.TurnGrowth, 1)
	least("TurnExponent", o.TurnExponent, 0)
	least("RingSize", float64(o.RingSize), 1)
	least("MaxFailures", float64(o.MaxFailures), 1)
	least("MaxChecks", float64(o.MaxChecks), 1)
	least("CheckBudget", float64(o.CheckBudget), 1)
	least("CheckShare", o.CheckShare, 0)
	least("MaxRuns", float64(o.MaxRuns), 1)
	least("MaxEnded", float64(o.MaxEnded), 1)
	least("MaxSessions", float64(o.MaxSessions), 1)
	least("MaxBatch", float64(o.MaxBatch), 1)
	if o.RingSize < o.MaxBatch {
		errs = append(errs, fmt.Errorf("option RingSize is %d, it must hold MaxBatch, %d", o.RingSize, o.MaxBatch))
	}
	if o.Renew >= o.TTL {
		errs = append(errs, fmt.Errorf("option Renew is %v, it must be less than TTL, %v", o.Renew, o.TTL))
	}
	if o.Recheck > 1 {
		errs = append(errs, fmt.Errorf("option Recheck is %g, it is a share and must be at most 1", o.Recheck))
	}
	return errors.Join(errs...)
}
