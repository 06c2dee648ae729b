package search_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// miserePlay returns Sprouts in misère play.
func miserePlay(t testing.TB) *misere.Game {
	t.Helper()
	return misere.New(sprouts.New())
}

// misereStarts are who wins n spots in misère play, 0 and more (LV09; GLOP 2011).
const misereStarts = "WWLLLWWLLLWWWLLLWWWLL"

func outcomeLetter(o game.Outcome) string { return strings.ToUpper(o.String()[:1]) }

func misereOutcome(t testing.TB, s *search.Solver, g game.Game, text string) string {
	t.Helper()
	p, err := g.Parse(text)
	require.NoError(t, err)
	o, err := s.Outcome(p)
	require.NoError(t, err, "position %s", text)
	return outcomeLetter(o)
}

// The published outcomes of start positions, with one thread and with several.
func TestMisereStarts(t *testing.T) {
	most := 11
	if testing.Short() {
		most = 9
	}
	if os.Getenv("SPROUTS_LONG") != "" {
		most = 15
	}
	for _, threads := range []int{1, 3} {
		g := miserePlay(t)
		for n := range most + 1 {
			s, err := search.New(g, search.Options{Threads: threads})
			require.NoError(t, err)
			require.Equal(t, misereStarts[n:n+1], misereOutcome(t, s, g, strconv.Itoa(n)), "%d spots, %d threads", n, threads)
		}
	}
}

// asBoundaries writes summands of digits only as boundaries, as the oracle means them, and
// not as numbers of spots.
func asBoundaries(text string) string {
	parts := strings.Split(text, "+")
	for i, part := range parts {
		if strings.Trim(part, "0123456789") == "" {
			parts[i] += "."
		}
	}
	return strings.Join(parts, "+")
}

// All positions of the oracle, most of them sums: in one solver, where what is known of
// one helps with the others, and each in its own.
func TestMisereOracle(t *testing.T) {
	g := miserePlay(t)
	one, err := search.New(g, search.Options{MaxNodes: 1 << 20})
	require.NoError(t, err)
	entries := gametest.MisereOracle(t)
	require.Greater(t, len(entries), 900)
	for i, e := range entries {
		want := outcomeLetter(e.Outcome)
		e.Text = asBoundaries(e.Text)
		require.Equal(t, want, misereOutcome(t, one, g, e.Text), e.Text)
		if i%10 == 0 {
			own, err := search.New(g, search.Options{MaxNodes: 1 << 16})
			require.NoError(t, err)
			require.Equal(t, want, misereOutcome(t, own, g, e.Text), e.Text)
		}
	}
}

// smallLands returns all lands that turn up in games of n spots.
func smallLands(t testing.TB, n int) (lands []game.Component) {
	t.Helper()
	g := sprouts.New()
	p, err := g.Parse(strconv.Itoa(n))
	require.NoError(t, err)
	e := g.NewExpander()
	seen := map[game.Component]bool{p.Components[0]: true}
	for queue := []game.Component{p.Components[0]}; len(queue) > 0; queue = queue[1:] {
		lands = append(lands, queue[0])
		e.Expand([]byte(queue[0]), func(option *game.Sum) bool {
			for i := range option.Len() {
				if c := game.Component(option.At(i)); !seen[c] {
					seen[c] = true
					queue = append(queue, c)
				}
			}
			return true
		})
	}
	return lands
}

// Random sums of small lands and heaps agree with brute force. SPROUTS_SUMS says how
// many; the trees of few lands are known, so that the search has something to do.
func TestMisereRandomSums(t *testing.T) {
	count := 3000
	if testing.Short() {
		count = 300
	}
	if text := os.Getenv("SPROUTS_SUMS"); text != "" {
		var err error
		count, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	lands := smallLands(t, 4)
	slices.Sort(lands)
	brute := gametest.NewMisereBruteForce(sprouts.New())
	random := rand.New(rand.NewPCG(5, 0))
	solvers := make([]*search.Solver, 2)
	var g *misere.Game
	measure := sprouts.New().NewExpander()
	const mostLives = 15 // of a sum that brute force can solve in milliseconds
	losses, searched := 0, int64(0)
	for i := range count {
		if i%1000 == 0 {
			g = misere.NewEager(sprouts.New(), 4*(i/1000%3)+1)
			for k := range solvers {
				if solvers[k] != nil {
					searched += solvers[k].Stats().Visits
				}
				var err error
				solvers[k], err = search.New(g, search.Options{Threads: 1 + 2*k})
				require.NoError(t, err)
			}
		}
		var p misere.Position
		var components []game.Component
		for lives := 0; len(components) < 5; {
			c := lands[random.IntN(len(lands))]
			if lives += measure.Measure([]byte(c)).Lives; lives > mostLives {
				break
			}
			components = append(components, c)
			p.Lands = append(p.Lands, []byte(c))
		}
		var heaps []game.Nimber
		if random.IntN(3) == 0 {
			heaps = append(heaps, game.Nimber(1+random.IntN(4)))
			p.Add(g.Forest(), misere.Tree(heaps[0]))
		}
		position := g.Whole(p)
		want := brute.Outcome(components, heaps...)
		if want == game.Loss {
			losses++
		}
		for _, s := range solvers {
			got, err := s.Outcome(position)
			require.NoError(t, err)
			require.Equal(t, want, got, "%v + %v", components, heaps)
		}
		if i%20 == 0 {
			value, err := solvers[0].Nimber(position)
			require.NoError(t, err)
			require.Equal(t, brute.Grundy(components, heaps...), value, "%v + %v", components, heaps)
		}
	}
	t.Logf("%d sums, %d of them lost, %d visits", count, losses, searched)
	require.Greater(t, losses, count/20)
}

// treeMemo is a memo that keeps all that it is told, and tells it again.
type treeMemo struct {
	mu     sync.Mutex
	facts  map[string]game.Fact
	trees  map[string]string
	listed bool
	asked  int
}

func newTreeMemo() *treeMemo {
	return &treeMemo{facts: map[string]game.Fact{}, trees: map[string]string{}}
}

func (m *treeMemo) Load(int64) (bool, error) {
	more := !m.listed
	m.listed = true
	return more, nil
}

func (m *treeMemo) Lookup(c []byte) game.Fact {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	return m.facts[string(c)]
}

func (m *treeMemo) Record(c []byte, f game.Fact) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	merged, ok := m.facts[string(c)].Merge(f)
	if !ok {
		return fmt.Errorf("contradiction about %x", c)
	}
	m.facts[string(c)] = merged
	return nil
}

func (m *treeMemo) List(yield func(c []byte, f game.Fact) error) error {
	for c, f := range m.facts {
		if err := yield([]byte(c), f); err != nil {
			return err
		}
	}
	return nil
}

func (m *treeMemo) ListTrees(yield func(c, tree []byte) error) error {
	for c, tree := range m.trees {
		if err := yield([]byte(c), []byte(tree)); err != nil {
			return err
		}
	}
	return nil
}

func (m *treeMemo) RecordTree(c, tree []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trees[string(c)] = string(tree)
	return nil
}

// A search that was stopped over and over comes to its end from what the memo has kept,
// and what it has kept is true.
func TestMisereGoesOn(t *testing.T) {
	g, memo := miserePlay(t), newTreeMemo()
	spots, piece, sample := "12", int64(32<<10), 100
	if testing.Short() {
		spots, piece, sample = "10", 2<<10, 10
	}
	p, err := g.Parse(spots)
	require.NoError(t, err)
	total := int64(0)
	for rounds := 1; ; rounds++ {
		require.Less(t, rounds, 100)
		memo.listed = false
		s, err := search.New(g, search.Options{Memo: memo, MaxNodes: piece, Threads: 1 + rounds%2})
		require.NoError(t, err)
		o, err := s.Outcome(p)
		total += s.Stats().Visits
		if err == nil {
			require.Equal(t, game.Win, o)
			t.Logf("%d rounds, %d visits, %d facts, %d trees", rounds, total, len(memo.facts), len(memo.trees))
			break
		}
		require.ErrorIs(t, err, search.ErrNodeLimit)
	}
	require.NotEmpty(t, memo.trees)

	memo.listed = true // nothing is loaded, so that it must ask
	s, err := search.New(g, search.Options{Memo: memo})
	require.NoError(t, err)
	o, err := s.Outcome(p)
	require.NoError(t, err)
	require.Equal(t, game.Win, o)
	require.Less(t, s.Stats().Visits, int64(10))

	checked := 0
	for c, f := range memo.facts {
		if checked++; checked > sample {
			break
		}
		fresh, err := search.New(g, search.Options{MaxNodes: 1 << 12})
		require.NoError(t, err)
		o, err := fresh.Outcome(game.Position{Components: []game.Component{game.Component(c)}})
		if err == nil {
			require.Equal(t, f.Outcome(0), o)
		}
	}
}

// Jobs: the numbers of the children tell how far a couple is, and what is learned about
// them decides it.
func TestMisereJobs(t *testing.T) {
	g := miserePlay(t)
	p, err := g.Parse("8")
	require.NoError(t, err)
	root := search.Couple{Component: p.Components[0]}
	for _, threads := range []int{1, 2} {
		s, err := search.New(g, search.Options{Threads: threads})
		require.NoError(t, err)
		n, err := s.Work(root, 0, 300)
		require.NoError(t, err)
		require.Equal(t, game.Unknown, n.Outcome())
		children := s.Children(root)
		require.NotEmpty(t, children)
		want := map[string]bool{}
		for _, option := range game.Options(g.NewExpander(), p) {
			want[string(option.Components[0])] = true
		}
		for _, c := range children {
			require.Positive(t, c.Proof)
			require.Positive(t, c.Disproof)
			require.True(t, want[string(c.Component)], "%x is an option", c.Component)
			require.Zero(t, c.Nimber)
		}
		other, err := search.New(g, search.Options{})
		require.NoError(t, err)
		for _, c := range children {
			o, err := other.Work(c.Couple, 1, 0)
			require.NoError(t, err)
			fact := game.Excluded(0)
			if o.Outcome() == game.Loss {
				fact = game.Known(0)
			}
			require.NoError(t, s.Learn(c.Component, fact))
			require.Equal(t, o.Outcome(), s.Fact(c.Component).Outcome(0))
		}
		n, err = s.Work(root, 0, 10)
		require.NoError(t, err)
		require.Equal(t, game.Loss, n.Outcome())
		for _, c := range children {
			wrong := game.Known(0)
			if s.Fact(c.Component).Outcome(0) == game.Loss {
				wrong = game.Excluded(0)
			}
			var conflict *game.ConflictError
			require.ErrorAs(t, s.Learn(c.Component, wrong), &conflict)
			break
		}
	}
}

// The fast rules of misère play agree with the same search by the rules of normal play,
// of whole positions; and both with brute force.
func TestMisereAgreesWithNormalPlay(t *testing.T) {
	g := miserePlay(t)
	gametest.SuiteSolver(t, g, gametest.Samples{
		Positions: []string{"!", "*1", "3+3", "4+*2", "11.", "0*2.AB|AB+*3", "{2}+{2;0,a}"}, Whole: true,
	}, func(p game.Position) (game.Nimber, error) {
		s, err := search.New(g, search.Options{})
		require.NoError(t, err)
		plain, err := search.New(plainGame{g}, search.Options{})
		require.NoError(t, err)
		n, err := s.Nimber(p)
		require.NoError(t, err)
		want, err := plain.Nimber(p)
		require.Equal(t, want, n, "%x", p.Components)
		return n, err
	})
}

// Threads that look at the memory often, while others add to all tables.
func TestMisereThreadsTick(t *testing.T) {
	g := miserePlay(t)
	p, err := g.Parse("10")
	require.NoError(t, err)
	s, err := search.New(g, search.Options{Threads: 3, TickVisits: 16, Memo: newTreeMemo()})
	require.NoError(t, err)
	o, err := s.Outcome(p)
	require.NoError(t, err)
	require.Equal(t, game.Win, o)
	require.Positive(t, s.Stats().Trees)
}

// What is no position of misère play is refused, and large values are.
func TestMisereLimits(t *testing.T) {
	g := miserePlay(t)
	s, err := search.New(g, search.Options{})
	require.NoError(t, err)
	p, err := g.Parse("{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}")
	require.NoError(t, err)
	_, err = s.Nimber(p)
	require.ErrorContains(t, err, "above 15")
	o, err := s.Outcome(p)
	require.NoError(t, err)
	require.Equal(t, game.Win, o)
	_, err = s.Outcome(game.Position{Components: append(p.Components, p.Components...)})
	require.ErrorContains(t, err, "one component")
}

// A tree that is damaged in the memo is found again.
func TestMisereDamagedTrees(t *testing.T) {
	g, memo := miserePlay(t), newTreeMemo()
	p, err := g.Parse("11")
	require.NoError(t, err)
	solve := func() (game.Outcome, error) {
		memo.listed = false
		s, err := search.New(g, search.Options{Memo: memo})
		require.NoError(t, err)
		return s.Outcome(p)
	}
	_, err = solve()
	require.NoError(t, err)
	require.NotEmpty(t, memo.trees)
	memo.facts = map[string]game.Fact{}
	for land := range memo.trees {
		memo.trees[land] = "\xff"
	}
	o, err := solve()
	require.NoError(t, err)
	require.Equal(t, game.Win, o)
}

// plainGame hides that a game is one of misère play.
type plainGame struct{ game.Game }
