package worker

import (
	"errors"
	"time"
)

// burst is how much one exchange carries. What takes longer than a call may take would
// be sent for ever where the network is slow: so a call that takes long halves the
// next one, until quick ones double it again.
type burst struct {
	halved int // how often
}

const (
	// maxNews is how many bytes of components are asked for at most, all that a
	// coordinator sends at once.
	maxNews = 256 << 10
	// mostHalved leaves 16 facts of 4,096, and 1 KiB: a slower network is none.
	mostHalved = 8
	// longCall and quickCall are when to halve and to double. What the link does
	// between two calls should not cross from one to the other.
	longCall  = callTime / 2
	quickCall = callTime / 8
)

// of returns the share of a limit.
func (b *burst) of(limit int) int { return max(1, limit>>b.halved) }

// learn takes how a call went.
func (b *burst) learn(took time.Duration, err error) {
	switch {
	case took >= longCall && (err == nil || errors.Is(err, errRetry)):
		b.halved = min(b.halved+1, mostHalved)
	case took <= quickCall && err == nil:
		b.halved = max(b.halved-1, 0)
	}
}
