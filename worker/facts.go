package worker

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// facts is what a group knows by component: what it has proven and told, and been told.
// It outlives the search's own tables, which leave to it what it holds when they
// are swept, and which are thrown away after a panic.
//
// It is bounded. Each shard fills a young generation; when that holds half of the
// shard's share, it becomes the old one, and what was old is forgotten, but for
// what is asked for or added again. A forgotten fact costs work and is never wrong.
// Facts have no pointers, and several goroutines may use them at once.
type facts struct {
	shards  []shard
	rotated atomic.Bool
}

// shard holds the components whose hashes end alike.
type shard struct {
	mu         sync.RWMutex
	young, old *generation
	limit      int64 // bytes of a generation

	hits, misses atomic.Int64
}

// generation numbers components and keeps facts by number.
type generation struct {
	keys  intern.Table
	facts chunk.Slice[game.Fact]
	room  int // components to add before the memory is looked at again
}

const (
	// roomStep is the number of components added between two looks at the memory,
	// each of which visits all shards of the intern table.
	roomStep = 256
	// leastGeneration is what a generation takes with its first component: a piece of
	// each of its arrays.
	leastGeneration = 2 << 20
	// threadsPerShard is how many threads share a lock. A thread looks up a hundred
	// thousand components a second and holds the lock for a third of a microsecond
	// each time.
	threadsPerShard = 2
	maxShards       = 64
)

// newFacts returns an empty table of about so many bytes at most, for a number of
// threads.
func newFacts(memory int64, threads int) *facts {
	n := 1
	for n < maxShards && n*threadsPerShard < threads {
		n *= 2
	}
	f := &facts{shards: make([]shard, n)}
	for i := range f.shards {
		f.shards[i].limit = max(leastGeneration, memory/int64(2*n))
		f.shards[i].young = &generation{}
	}
	return f
}

// shardOf returns the shard of a component. It goes by the middle bits of the
// hash, as the intern tables go by both ends.
func (f *facts) shardOf(c []byte) *shard {
	h := bits.RotateLeft64(intern.Hash(c), 24)
	return &f.shards[h&uint64(len(f.shards)-1)]
}

// lookup returns what is known of a component.
func (f *facts) lookup(c []byte) game.Fact {
	s := f.shardOf(c)
	x, young := s.get(c)
	if x == 0 {
		s.misses.Add(1)
		return 0
	}
	s.hits.Add(1)
	if !young {
		f.put(c, x)
	}
	return x
}

// get returns what a shard knows, and whether its young generation does.
func (s *shard) get(c []byte) (x game.Fact, young bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if x := s.young.get(c); x != 0 {
		return x, true
	}
	if s.old == nil {
		return 0, false
	}
	return s.old.get(c), false
}

// put adds a fact. It returns what was known before, and whether the two agree; if
// they do not, the table stays as it is.
func (f *facts) put(c []byte, x game.Fact) (old game.Fact, ok bool) {
	s := f.shardOf(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if old = s.young.get(c); old == 0 && s.old != nil {
		old = s.old.get(c)
	}
	merged, ok := old.Merge(x)
	if !ok {
		return old, false
	}
	if s.young.room == 0 && !s.roomLocked() {
		s.old, s.young = s.young, &generation{room: roomStep}
		f.rotated.Store(true)
	}
	s.young.put(c, merged)
	return old, true
}

// roomLocked makes room for some components, and returns false if the young
// generation is full.
func (s *shard) roomLocked() bool {
	s.young.room = roomStep
	return s.young.keys.Memory()+s.young.facts.Memory() < s.limit
}

func (g *generation) get(c []byte) game.Fact {
	id, ok := g.keys.Find(c)
	if !ok {
		return 0
	}
	return *g.facts.At(id)
}

// put sets the fact of a component.
func (g *generation) put(c []byte, x game.Fact) {
	id, added := g.keys.Intern(c)
	if !added {
		*g.facts.At(id) = x
		return
	}
	g.facts.Append(x)
	g.room--
}

// full reports whether the table has begun to forget.
func (f *facts) full() bool { return f.rotated.Load() }

// requests returns how many lookups knew something and how many did not.
func (f *facts) requests() (hits, misses int64) {
	for i := range f.shards {
		hits += f.shards[i].hits.Load()
		misses += f.shards[i].misses.Load()
	}
	return hits, misses
}
