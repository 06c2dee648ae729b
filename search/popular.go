package search

import "github.com/sprouts-solver/sprouts/game/misere"

// The trees of lands with few lives are found at once. Those of others are too dear to be
// found for each, but worth it for lands that stand in many sums: when a land has been
// visited so often beside something else, its tree is looked for, within a budget. The more
// lives, the dearer the tree, the more visits it takes. Of the trees that are found only
// small ones, and heaps, take the place of their land: a large one, in every sum, costs
// more than it saves.
const (
	popularLives  = 15 // lands with more are left alone
	popularNodes  = 50
	secondTry     = 8 // times as many visits, and as much budget
	popularFactor = 3 // times as many visits for each life more
)

// popularVisits is how many visits make a land with so many lives popular.
var popularVisits = func() (visits [popularLives + 1]uint32) {
	v := uint32(450)
	for lives := popularLives; lives >= 0; lives-- {
		visits[lives] = max(v, 1)
		v /= popularFactor
	}
	return visits
}()

// recordTree is how many expansions a tree must have taken to be told to the memo.
const recordTree = 20

// popularBudget is what the tree of a popular land may cost.
var popularBudget = misere.Budget{Expansions: 2000, Sums: 3000}

// countLands counts a visit of a sum for its lands, and looks for the trees of those that
// have become popular.
func (t *thread) countLands(ids []uint32) {
	for _, id := range ids {
		p, lives := t.part(id), t.record(id).lives
		if p.kind != landPart || lives > popularLives {
			continue
		}
		switch p.visits.Add(1) {
		case popularVisits[lives]:
			t.findTree(id, 1)
		case secondTry * popularVisits[lives]:
			t.findTree(id, secondTry)
		}
	}
}

// findTree looks for the tree of a land, within so many budgets.
func (t *thread) findTree(id uint32, budgets int) {
	if t.landWorth(id) != 0 {
		return
	}
	b := misere.Budget{Expansions: budgets * popularBudget.Expansions, Sums: budgets * popularBudget.Sums}
	land := t.gameBytes(id)
	tree, ok := t.whole.planter.Tree(land, &b)
	if !ok {
		return
	}
	if t.isSmall(tree) {
		t.settle(id, tree, t.worthOf(tree))
	}
	if m, ok := t.memo.(TreeMemo); ok && popularBudget.Expansions*budgets-b.Expansions >= recordTree {
		if err := m.RecordTree(land, t.misere.forest.AppendTree(nil, tree)); err != nil {
			t.fail(err)
		}
	}
}

// isSmall reports whether a tree may take the place of its land.
func (t *thread) isSmall(tree misere.Tree) bool {
	return tree <= misere.MaxHeap || t.misere.forest.Nodes(tree) <= popularNodes
}
