// Package misere knows what positions are worth in misère play, where who makes the last
// move loses.
//
//	g := misere.New(sprouts.New())      // Sprouts in misère play, as a game.Game
//	f := g.Forest()
//	t, ok := g.NewPlanter(f).Tree(land, nil)
//	f.Info(t)                           // its outcome, birthday, nimber, misère Grundy value
//	f.Text(f.Sum(2, 2))                 // {2;0,a}: *2+*2 is no heap
//
// # Reduced canonical trees
//
// In normal play a component is worth a nim-heap in any sum. In misère play it is not:
// what can stand for a component in every sum is its game tree, up to equal options and
// without reversible moves (Conway, On Numbers and Games, ch. 12; Winning Ways, ch. 13;
// for Sprouts Lemoine, Viennot, "Analysis of misère Sprouts game with reduced canonical
// trees", 2009). A [Forest] numbers such trees, each once, and makes them of options
// ([Forest.Of]) and of two trees ([Forest.Sum]):
//
//	*0 .. *31     the first numbers
//	{*1} = *0     reversible through *0, and a winning move stays
//	{*2}, {*3}    are no heaps
//	*1 + G        a tree that has *1 taken out is the half of both (Forest.Halve)
//	*2 + *2       is no heap: only *0 and *1 add up with all others
//
// Small components have tiny trees: of the lands of Sprouts with up to ten lives, four in
// five are worth heaps. From then on trees grow by more than two times with each life.
// A [Planter] finds the tree of a component, within a [Budget].
//
// # The game of whole positions
//
// [Game] tells a game in misère play as one of normal play. A component is a whole
// position, and its nimber the misère Grundy value: the n for which it is lost beside *n.
// So the search, the store, the wire and the cluster need no second form of any of their
// promises, and a result of misère play can never be taken for one of normal play: it
// belongs to another game, with another name and version.
//
//	Position   lands, trees, and maybe *1
//	bytes      00 or 01 for *1; each land; each tree (Position.Append, Forest.AppendTree)
//	text       0*8.A|0*3.A+{2;0,a}+*1
//
// Components with few lives turn into their trees, so that positions are found equal that
// look different, and small trees are added up.
//
// # Cost
//
// A tree takes 4 bytes for each option and about 50, a sum that was asked for 24. All
// lands that turn up in games of five spots, 13,342 of them, are worth 1,197 different
// trees, found in half a second; nearly all of that is the generator of moves.
package misere
