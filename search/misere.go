package search

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// In misère play a known nimber cannot stand for a component. What stands for one is its
// reduced canonical tree, if that is known. So the nodes of the search are whole
// positions, told as ids in order and the heap *0 or *1: lands whose tree is not known,
// trees, and *1 apart, since it is the one heap that always adds up. One component alone
// is a couple like any other, and its misère Grundy value a fact like any other; a sum is
// a node of its own, whose children are the moves in any of its parts (whole.go).

// misereTables is what misère play needs beside the tables. All threads share it.
type misereTables struct {
	forest *misere.Forest
	parts  chunk.Slice[part] // by component

	listed bool // the memo has told all that it knows

	mu    sync.Mutex
	trees map[misere.Tree]uint32 // the component of each tree that turned up

	locks intern.Locks
	keys  intern.Table           // sums of which something is proven: the ids, 4 bytes each
	facts chunk.Slice[game.Fact] // by number in keys
}

// part is what misère play knows about a component beside its record.
type part struct {
	kind   partKind
	nimber uint8         // of a tree
	grundy uint8         // of a tree: its misère Grundy value
	tree   misere.Tree   // of a tree
	nodes  uint32        // of a tree
	worth  atomic.Uint32 // of a land: what it turns into, see worthOf; 0 if that is not known
	visits atomic.Uint32 // of a land: of sums that it is part of
	made   atomic.Uint32 // of a land: how often its options were generated
}

// partKind says what a component is.
type partKind uint8

const (
	landPart partKind = iota
	wildPart          // trees
	ficklePart
	firmPart
)

// The first byte of a component's key in misère play.
const (
	treeKey = iota // then the tree's number in the forest
	landKey        // then the land
)

func newMisereTables() *misereTables {
	return &misereTables{forest: misere.NewForest(), trees: map[misere.Tree]uint32{}}
}

// memory returns the bytes that the tables hold but for the parts, which are appended to
// together with the components.
func (m *misereTables) memory() (bytes int64) {
	const perTree = 20 // in Go's maps
	m.mu.Lock()
	bytes = perTree * int64(len(m.trees))
	m.mu.Unlock()
	m.locks.Alone(func() { bytes += m.keys.Memory() + m.facts.Memory() })
	return bytes + m.forest.Memory()
}

// whole is what one thread needs in misère play.
type whole struct {
	planter *misere.Planter
	pairs   map[uint64]uint32 // what two trees add up to, by both components
	origins []uint32          // stack of the sums on the path, as they were when their visit began
	ids     []uint32          // an option being looked at
	others  []uint32          // what stands beside the land whose options are being made
	heap    game.Nimber       // with that
	beside  bool              // options are being made for a sum
	keep    bool              // all of them, whatever they decide
	key     []byte
	bytes   []byte
	options []misere.Tree
}

// maxPairs bounds the sums of two trees that a thread remembers.
const maxPairs = 1 << 16

func newWhole(m *misereTables, g *misere.Game) *whole {
	return &whole{planter: g.NewPlanter(m.forest), pairs: map[uint64]uint32{}}
}

func (s *Solver) part(id uint32) *part { return s.misere.parts.At(id) }

// gameBytes returns the bytes by which the game knows a component.
func (s *Solver) gameBytes(id uint32) []byte {
	b := s.components.keys.Bytes(id)
	if s.misere != nil {
		return b[1:]
	}
	return b
}

// addPart appends what is kept about a new component.
func (t *thread) addPart(key []byte) {
	if key[0] == landKey {
		m := t.expander.Measure(key[1:])
		t.components.records.Append(record{
			lives: uint16(min(m.Lives, math.MaxUint16)),
			moves: float32(min(m.Moves, math.MaxFloat32)),
		})
		t.misere.parts.Append(part{})
		return
	}
	tree := misere.Tree(binary.BigEndian.Uint32(key[1:]))
	info := t.misere.forest.Info(tree)
	kind := wildPart
	switch {
	case info.Firm:
		kind = firmPart
	case info.Tame:
		kind = ficklePart
	}
	t.components.records.Append(record{
		fact: grundyFact(info.Grundy), lives: uint16(info.Birthday), moves: float32(info.Options),
	})
	t.misere.parts.Append(part{
		kind: kind, tree: tree, nimber: uint8(info.Nimber), grundy: uint8(info.Grundy),
		nodes: uint32(min(t.misere.forest.Nodes(tree), math.MaxUint16)),
	})
}

// grundyFact returns the fact that a misère Grundy value is n. Above the range of facts
// that is only that it is none of them, save one.
func grundyFact(n int) game.Fact {
	if n <= game.MaxNimber {
		return game.Known(game.Nimber(n))
	}
	return game.FactFromMask(1<<game.MaxNimber - 1)
}

// The worth of a land or tree is a word: the component of the tree without *1, + 1, or 0
// for *0; then a bit for *1; and one that is always set.
const (
	worthOdd  = 1
	worthBits = 2
	worthSet  = 2
)

// worthOf returns what a tree is worth.
func (t *thread) worthOf(tree misere.Tree) uint32 {
	half, odd := t.misere.forest.Halve(tree)
	w := uint32(worthSet)
	if half != 0 {
		w |= (t.treePart(half) + 1) << worthBits
	}
	if odd {
		w |= worthOdd
	}
	return w
}

// treePart returns the component of a tree without *1.
func (t *thread) treePart(tree misere.Tree) uint32 {
	m := t.misere
	m.mu.Lock()
	id, ok := m.trees[tree]
	m.mu.Unlock()
	if ok {
		return id
	}
	id, _ = t.number(binary.BigEndian.AppendUint32([]byte{treeKey}, uint32(tree)))
	m.mu.Lock()
	m.trees[tree] = id
	m.mu.Unlock()
	return id
}

// appendWorth appends the tree of a worth, and adds its *1 to the heap.
func appendWorth(w uint32, ids []uint32, heap game.Nimber) ([]uint32, game.Nimber) {
	if id := w >> worthBits; id != 0 {
		ids = append(ids, id-1)
	}
	return ids, heap ^ game.Nimber(w&worthOdd)
}

// takeLand appends a land to ids, or what it is worth if that is known or soon found.
func (t *thread) takeLand(c []byte, ids []uint32, heap game.Nimber) ([]uint32, game.Nimber) {
	w := t.whole
	w.key = append(append(w.key[:0], landKey), c...)
	id, _ := t.number(w.key)
	worth := t.landWorth(id)
	if worth == 0 {
		if tree, ok := w.planter.Small(c); ok {
			worth = t.worthOf(tree)
			t.settle(id, tree, worth)
		}
	}
	if worth != 0 {
		return appendWorth(worth, ids, heap)
	}
	return append(ids, id), heap
}

// landWorth returns what a component is worth if it is a land whose tree is known, else 0.
func (s *Solver) landWorth(id uint32) uint32 { return s.part(id).worth.Load() }

// settle makes known what a land is worth.
func (t *thread) settle(id uint32, tree misere.Tree, worth uint32) {
	if t.merge(id, grundyFact(t.misere.forest.Info(tree).Grundy), "its tree"); t.err != nil {
		return // a contradiction
	}
	t.part(id).worth.Store(worth)
}

// foldWhole replaces the lands of a position whose trees are known, in place.
func (t *thread) foldWhole(ids []uint32, heap game.Nimber) ([]uint32, game.Nimber) {
	kept, changed := ids[:0], false
	for _, id := range ids {
		if w := t.landWorth(id); w != 0 {
			kept, heap = appendWorth(w, kept, heap)
			changed = true
			continue
		}
		kept = append(kept, id)
	}
	if changed {
		return t.arrange(kept, heap)
	}
	return kept, heap
}

// arrange brings the parts of a position in order, and adds up two trees as long as both
// are small.
func (t *thread) arrange(ids []uint32, heap game.Nimber) ([]uint32, game.Nimber) {
	if len(ids) < 2 {
		return ids, heap
	}
	for i := 0; i < len(ids); i++ {
		if t.part(ids[i]).kind == landPart {
			continue
		}
		for j := i + 1; j < len(ids); j++ {
			if t.part(ids[j]).kind == landPart {
				continue
			}
			if w, ok := t.pair(ids[i], ids[j]); ok {
				ids = slices.Delete(slices.Delete(ids, j, j+1), i, i+1)
				ids, heap = appendWorth(w, ids, heap)
				i, j = -1, len(ids)
			}
		}
	}
	slices.Sort(ids)
	return ids, heap
}

// pair returns what two trees add up to, and false if they are too large for that.
func (t *thread) pair(a, b uint32) (uint32, bool) {
	x, y := t.part(a), t.part(b)
	if !misere.Fits(int(x.nodes), int(y.nodes)) {
		return 0, false
	}
	pairs := t.whole.pairs
	key := uint64(min(a, b))<<32 | uint64(max(a, b))
	if w, ok := pairs[key]; ok {
		return w, true
	}
	w := t.worthOf(t.misere.forest.Sum(x.tree, y.tree))
	if len(pairs) >= maxPairs {
		clear(pairs)
	}
	pairs[key] = w
	return w, true
}

// addWhole adds an option to the list being built, like addOption.
func (t *thread) addWhole(option *game.Sum) bool {
	t.stats.Children++
	b := &t.building
	ids, heap := b.ids[:0], game.Nimber(0)
	for i := range option.Len() {
		ids, heap = t.takeLand(option.At(i), ids, heap)
	}
	ids, heap = t.arrange(ids, heap)
	b.ids = ids
	b.add(ids, heap)
	switch {
	case t.whole.beside:
		b.met = b.met || t.lostBeside(ids, heap)
	case len(ids) == 0:
		b.note(t.rules.worth(heap))
	default:
		b.met = b.met || t.outcomeOf(ids, heap^b.goal) == game.Loss
	}
	return !b.met || t.whole.keep
}

// lostBeside reports whether an option is known to be lost together with the parts that
// its land stands beside.
func (t *thread) lostBeside(ids []uint32, heap game.Nimber) bool {
	w := t.whole
	w.ids = append(append(w.ids[:0], w.others...), ids...)
	w.ids, heap = t.arrange(w.ids, heap^w.heap)
	return t.outcomeOf(w.ids, heap) == game.Loss
}

// outcomeOf returns the outcome of a position as far as it is known.
func (t *thread) outcomeOf(ids []uint32, n game.Nimber) game.Outcome {
	switch len(ids) {
	case 0:
		return t.rules.heapOutcome(n)
	case 1:
		p := t.part(ids[0])
		switch {
		case p.kind == landPart:
			return t.fact(ids[0]).Outcome(n)
		case p.grundy == uint8(n):
			return game.Loss
		default:
			return game.Win
		}
	default:
		return t.decided(ids, n)
	}
}

// decided returns the outcome of a sum of several components, as far as it is known. Tame
// trees add up like heaps: fickle ones like *0 and *1, and if one is firm, all as in
// normal play (Winning Ways, ch. 13).
func (t *thread) decided(ids []uint32, n game.Nimber) game.Outcome {
	total, firm, tame := t.genus(ids)
	switch {
	case !tame:
		return t.sumFact(ids).Outcome(n)
	case (firm || n > 1) == (total == int(n)):
		return game.Loss
	default:
		return game.Win
	}
}

// genus returns what a sum of tame trees is like: its nimber, and whether one is firm; or
// that it is not only that.
func (t *thread) genus(ids []uint32) (nimber int, firm, tame bool) {
	for _, id := range ids {
		p := t.part(id)
		if p.kind < ficklePart {
			return 0, false, false
		}
		firm = firm || p.kind == firmPart
		nimber ^= int(p.nimber)
	}
	return nimber, firm, true
}

// sumKeyOf returns the key of a sum in the table of what is proven.
func (t *thread) sumKeyOf(ids []uint32) []byte {
	b := t.whole.key[:0]
	for _, id := range ids {
		b = binary.BigEndian.AppendUint32(b, id)
	}
	t.whole.key = b
	return b
}

// sumFact returns what is proven about a sum: its misère Grundy value, or values that it
// does not have.
func (t *thread) sumFact(ids []uint32) game.Fact {
	m, key := t.misere, t.sumKeyOf(ids)
	if t.shared == nil {
		if id, ok := m.keys.Find(key); ok {
			return *m.facts.At(id)
		}
		return 0
	}
	if id, ok := m.locks.Find(&m.keys, key); ok {
		return game.Fact(atomic.LoadUint32((*uint32)(m.facts.At(id))))
	}
	return 0
}

// mergeSum adds a fact to what is proven about a sum. It reports whether it was news.
func (t *thread) mergeSum(ids []uint32, f game.Fact, from string) bool {
	m, key := t.misere, t.sumKeyOf(ids)
	var id uint32
	if t.shared == nil {
		number, added := m.keys.Intern(key)
		if id = number; added {
			m.facts.Append(0)
		}
	} else {
		id, _ = m.locks.Intern(&m.keys, key, func(uint32) { m.facts.Append(0) })
	}
	at := (*uint32)(m.facts.At(id))
	for {
		have := game.Fact(atomic.LoadUint32(at))
		merged, ok := have.Merge(f)
		switch {
		case !ok || !f.Valid():
			t.fail(&game.ConflictError{
				Component: game.Component(t.wholeBytes(nil, ids, 0)),
				Have:      have, HaveFrom: "search or an earlier memo",
				New: f, NewFrom: from,
			})
			return false
		case merged == have:
			return false
		case atomic.CompareAndSwapUint32(at, uint32(have), uint32(merged)):
			return true
		}
	}
}

// learnSum adds what the search has proven: the outcome of a position. Its last visit
// took so many visits, with those below.
func (t *thread) learnSum(ids []uint32, n game.Nimber, o game.Outcome, visits int64) {
	switch len(ids) {
	case 0:
		return
	case 1:
		if t.part(ids[0]).kind == landPart {
			t.learn(ids[0], n, o, visits)
		}
		return
	}
	f := t.rules.proves(o, n)
	if !t.mergeSum(ids, f, "search") {
		return
	}
	if f.IsKnown() {
		t.stats.Nimbers++
	} else {
		t.stats.Exclusions++
	}
	if t.shared != nil && t.shared.marksOn(sumKey(ids, n)) > 1 {
		t.news.Add(1)
	}
	t.recordWhole(ids, n, o, visits)
}

// recordWhole tells the memo about a position. Wins are worth as much as losses here: a
// search that goes on from the losses alone must visit again each position that was won.
func (t *thread) recordWhole(ids []uint32, n game.Nimber, o game.Outcome, visits int64) {
	if t.memo == nil {
		return
	}
	if o == game.Loss {
		visits *= nimberWorth
	}
	if visits < t.leastVisits.Load() {
		return
	}
	t.whole.bytes = t.wholeBytes(t.whole.bytes[:0], ids, n)
	if err := t.memo.Record(t.whole.bytes, t.rules.proves(o, 0)); err != nil {
		t.fail(err)
	}
}

// askMemo asks the memo about a position, which is not searched yet.
func (t *thread) askMemo(ids []uint32, n game.Nimber) {
	if t.memo == nil || t.misere.listed {
		return
	}
	t.whole.bytes = t.wholeBytes(t.whole.bytes[:0], ids, n)
	if f := t.memo.Lookup(t.whole.bytes); f != 0 {
		t.tellWhole(ids, n, f)
	}
}

// askAlone asks the memo about a land alone, which is not searched yet.
func (t *thread) askAlone(id uint32, n game.Nimber) {
	if _, met := t.table.find(coupleKey(id, n)); !met && t.part(id).kind == landPart {
		t.askMemo([]uint32{id}, n)
	}
}

// tellWhole adds a fact about a position with the heap *n that somebody else has proven.
func (t *thread) tellWhole(ids []uint32, n game.Nimber, f game.Fact) {
	switch {
	case n <= 1:
		f = f.Beside(n)
	case f.Outcome(0) == game.Unknown:
		return
	default:
		f = t.rules.proves(f.Outcome(0), n)
	}
	if len(ids) == 1 {
		t.merge(ids[0], f, "memo")
	} else if len(ids) > 1 {
		t.mergeSum(ids, f, "memo")
	}
}

// wholeBytes appends the bytes by which a *misere.Game knows a position.
func (t *thread) wholeBytes(to []byte, ids []uint32, n game.Nimber) []byte {
	var p misere.Position
	for _, id := range ids {
		if x := t.part(id); x.kind == landPart {
			p.Lands = append(p.Lands, t.gameBytes(id))
		} else {
			p.Trees = append(p.Trees, x.tree)
		}
	}
	if n > 1 {
		p.Add(t.misere.forest, misere.Tree(n))
	} else {
		p.Odd = n == 1
	}
	return t.whole.planter.Settle(to, p)
}

// push puts a component on the stack of sums and returns its heap.
func (t *thread) push(c []byte) (heap game.Nimber) {
	if t.misere == nil {
		t.sums = append(t.sums, t.intern(c))
		return 0
	}
	var err error
	if t.sums, heap, err = t.open(c, t.sums); err != nil {
		t.fail(err)
	}
	return heap
}

// open appends the parts of a position, told as a component of a *misere.Game.
func (t *thread) open(c []byte, ids []uint32) ([]uint32, game.Nimber, error) {
	var p misere.Position
	if err := p.Decode(t.misere.forest, c); err != nil {
		return ids, 0, fmt.Errorf("search: %w", err)
	}
	base, heap := len(ids), game.Nimber(0)
	if p.Odd {
		heap = 1
	}
	for _, land := range p.Lands {
		ids, heap = t.takeLand(land, ids, heap)
	}
	for _, tree := range p.Trees {
		ids, heap = appendWorth(t.worthOf(tree), ids, heap)
	}
	own, heap := t.arrange(ids[base:], heap)
	return ids[:base+len(own)], heap, nil
}
