// Package lengths finds all lengths that a game of Sprouts from a position can have.
//
//	n spots     1   2     3     4      n
//	moves       2   4,5   6..8  8..11  2n..3n-1
//
// # Survivors and Pharisees
//
// Each move takes two lives and gives one, and n spots start with 3n. So after m moves
// s = 3n - m lives are left. At the end of a game these are s spots with one life
// each, the survivors, for two lives in one region always allow a move. The last new
// spot is one of them: m <= 3n - 1.
//
// A survivor has two line ends. The spots at the other ends are dead: both lie in
// the survivor's region, and if one had a life they could be joined. They are its
// neighbours. (If the two are one spot u, the lines form a loop, and the spot at the
// other end of the third line of u takes the second place: it lies in the region
// outside of the loop, as the survivor does.)
//
//	     survivor                     .--- survivor ---.
//	u ------ o ------ v       w ----- u ---------------'
//
// No dead spot is a neighbour of two survivors: it has three line ends, any two of
// which lie side by side in some region; that region would hold both survivors, and
// they could be joined. So 3s of the n + m spots are survivors and their neighbours.
// The others are the Pharisees, p of them:
//
//	n + m = 3s + p,  s = 3n - m,  hence  m = 2n + p/4
//
// So 4 divides p, and m >= 2n. Each length from 2n to 3n - 1 occurs. The proof is
// [Witness], a game of that length: at first each spot takes two moves and leaves a
// survivor apart; of the last k spots each but the first takes three moves. Nothing is
// claimed without it: [Solver] checks that each step of it is a move that the
// generator of package canon makes.
//
// # Other positions
//
// Lengths are a matter of the game tree, so reduced positions will do, and lands can be
// taken one by one: those of a sum are all sums of lengths of its parts. A [Set] is
// a row of bits. The lengths of a land are those of its children and one move more;
// each land is looked at once. It is left as soon as there is a game for each length
// within [LandBounds]:
//
//   - At most: a move takes a life, and one is left at the end: lives - 1.
//   - At least: give a spot with 3, 2 lives, one life, and one life met in two regions
//     the weights 5, 3, 1 and 2, take 1 away for each region, and add up. A move lowers
//     the sum by 3 at most, so there are at least a third as many moves. For an end of
//     the line lowers it by 2 at most (5 to 3, 3 to 1, 2 to 0, or 1 to 0), a loop at one
//     spot by 3 (5 to 2, or 3 to 0), and the new spot raises it by 1: if the line cuts
//     the region, by 2 for the spot less 1 for the region. A reduction does not lower
//     it: a region that goes gives back 1, and takes 1 at most with its last life.
//
// The bounds can be far apart: they are for stopping, not for answers.
//
// # Limits and cost
//
// Starts of up to 250 spots take a second or so, and sums of them too. Any other
// position is enumerated: 5 spots' worth of lands, 13,342, take a second, 6 spots'
// 171,942 half a minute; beyond [Options].MaxLands there is [ErrTooMuch]. The
// tests compare all lands that arise from up to 4 spots, or from 6 in long tests, with
// plain enumeration without bounds.
//
// # Sources
//
// E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways for your Mathematical Plays",
// chapter 17 (survivors, Pharisees); the lower bound for other positions is our own.
package lengths
