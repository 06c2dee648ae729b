// Package tree is the proof-number tree of one run: it says which couple is to be
// searched next, and when the root is decided.
//
//	t, err := tree.New(g.NewExpander(), facts, root, tree.Outcome, tree.Options{})
//	leaf, ok := t.Select(group)              // the most-proving leaf, now held
//	t.Update(leaf.ID, numbers, children)     // a report under way
//	err = t.Learn(component, fact)           // a fact, from whoever: before the rest of a report
//	err = t.Expand(leaf.ID, numbers, children)   // the last report: the leaf gets kids
//	t.Release(leaf.ID)                       // always, however the work on it ended
//	t.Proven(func(c game.Component, f game.Fact) { ... })   // what the tree itself proved
//
// Everything is a pure function of the calls so far: there is no clock, chance,
// goroutine or I/O, and a Tree serves one goroutine.
//
// # Nodes
//
// Couples, sums and their numbers are those of package search. Nodes are a graph
// without cycles rather than a tree: equal couples are one node, equal sums too,
// and a node has any number of parents.
//
//	couple (P, n)    kids: (P, m) for m < n, and each option of P plus *n
//	sum A + B + *n   kids: (A, a) and (B, b), where a and b are the first nimbers
//	                 that A and B may have
//	root for Nimber  kids: like a sum, but the nimber of the last component is needed too
//
// A known nimber turns its component into heap, two equal components cancel, and a
// sum that comes down to one component is that couple. So no node in the tree is
// decided, each sum holds two unknown components or more, and only couples are
// leaves. What is decided leaves the tree at once, with all that hung on it alone:
//
//	a lost kid        the couple is won, which excludes a nimber
//	no kid left       the couple is lost, which is the nimber
//
// Such a fact is like one from elsewhere: it decides every couple of the component,
// folds every sum that holds it, and so on upwards while anything changes. Numbers
// never decide anything.
//
// # Numbers and marks
//
//	couple   pn = least dn of a kid, dn = largest pn + number of kids - 1
//	sum      pn = dn = sum over the kids of min(pn, dn)
//
// A node's marks are the held leaves whose path it is on. They make what is being
// worked on look harder, so that the next group goes elsewhere, and are never in the
// numbers themselves:
//
//	vdn = dn * (1 + Mark*marks) + marks
//
// Select goes down to the kid with the least vdn among those below which a leaf is
// free; one last touched by another group counts Affinity times. Ties go by
// lives + 4n, the fewest first, then to sums. In a sum it works on the component
// with the fewest lives; if no leaf is free there, on another one, since all but one
// must be known anyway: better something than nothing.
//
// The path is stored with the held leaf, since kids and parents change meanwhile,
// and Release takes the marks off the stored path. A node on a stored path stays
// until then, if need be as a tombstone without parents and kids.
//
// # What is trusted
//
// Facts are: those of the callback, of Learn, and the options that the game's
// Expander makes. Reports give numbers only; the tree makes the kids itself. Two
// facts that contradict each other are a *game.ConflictError, after which every call
// that can fail returns it again.
//
// # Journal
//
// Dirty drains records of what has changed, each one valid alone. There is one for
// each expanded couple and one for the root:
//
//	key     01 nimber component          a couple; the root is 00
//	value   01 kid ...                   01 is the version, the root has itself as its one kid
//	kid     heap n part ...              n as uvarint; one part: a couple, and heap is 0; else a sum
//	part    length component nimber pn dn     length, pn and dn as uvarints
//
// A value of length 0 removes the record. Restore takes records in any order and
// Restored builds the tree from them, from the root down. A couple whose record is
// missing is a leaf with the numbers that its parent's record gives it, so a lost
// record costs work and nothing else. The kids in a record are those that were
// undecided when it was written: so facts must reach the disk before it, and facts
// that are taken back take the journal with them.
//
// A record is written when its couple is expanded, when a leaf among its kids has new
// numbers, and when its kids have come down to a power of two in number. Numbers of
// kids that are not leaves follow from their own records.
//
// # Memory and cost
//
// A node takes 40 bytes, an edge 20, a component 16, its key and about 30 to find it.
// With what is not yet in use of the last pieces of tables that is 160 bytes a node in
// a tree of 100,000 nodes of Sprouts, and 115 in one of a million (60 spots: 116,000
// expanded couples, 882,000 leaves, 486,000 components, 1.6 edges a node). Memory is
// used again, but not given back: it follows the largest frontier so far.
//
// In a tree of 100,000 nodes of Sprouts, Select with Release takes 11 us, Expand with
// a full report 32 us, 1 us for each option, besides what the game takes to make them,
// and Learn 0.1 us if the component is not in the tree. On its way up a change goes
// through some 50 nodes with 500 edges, and through 9,000 edges in the worst case seen.
// Records take 50 bytes a node of the tree, and 120 are written for each expansion; a
// million nodes are restored in two to three seconds. When most components have gone,
// the rest is numbered anew, which takes 0.3 s for a million.
//
// # What it does not do
//
// It knows no leases, workers or budgets, does not look at the clock, and keeps no
// facts about components that have left the tree. It trusts the components in
// records to be canonical, as those in facts.
package tree
