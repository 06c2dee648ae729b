// Package wythoff is Wythoff's game: Nim with two heaps in which a move may also take
// the same number from both. It is a [play.Rules] for pairs of heaps of up to 2^64-1
// objects and for sums of pairs, in normal and misère play.
//
// The heaps a and b are also the square of a chess queen that walks left, down or
// along the diagonal to the corner 0,0, from where she cannot move:
//
//	b
//	5 . . . * Q    From 4,5 she can go to 3,5, taking 1 from a, or to 1,2, taking 3
//	4 . . . . .    from both. From there each move leads to a square from which 0,0
//	3 . . . . .    or 1,2 is in reach again.
//	2 . * . . .
//	1 . . * . .
//	0 * . . . .
//	  0 1 2 3 4 a
//
// # Lost pairs
//
// In normal play (who cannot move loses) the mover loses at 0,0 1,2 3,5 4,7 6,10 ...,
// in either order: the pairs A(k),B(k) with A(k) the least number that is in no
// earlier pair, and B(k) = A(k)+k. The idea of the proof: each number is in exactly
// one pair and each difference belongs to exactly one. So no move leads from one pair
// to another. And from any x <= y that is not in the list one does: if x = B(k), take
// y down to A(k); if x = A(k) and y > B(k), take it down to B(k); if x = A(k) and
// y < B(k), the difference d = y-x is less than k, and along the diagonal A(d),B(d)
// is below.
//
// Wythoff found that A(k) = [kφ] and B(k) = [kφ²], where φ = 1.618... is the golden
// ratio: as 1/φ + 1/φ² = 1, these two sequences contain each positive number once
// (Beatty), and kφ² = kφ+k. The package decides this in whole numbers. With k = y-x,
//
//	x = [kφ]   <=>   x <= kφ < x+1   <=>   x² <= ky and (x+1)² > k(y+1)
//
// and products of 128 bits are exact for all heaps. A line (a row, a column, a
// diagonal) holds at most one lost pair. As x² <= ky changes only once along it,
// winning moves are found by halving: at most three lines of 64 steps.
//
// In misère play (who cannot move wins) 0,1 and 2,2 take the places of 0,0 and 1,2,
// and all other pairs stay. The proof stays as well: the numbers 0, 1, 2 are used
// once, and the differences 1, 0 once. It remains to look at small x in x <= y: from
// 0,y and 1,y a move leads to 0,1 or 1,0 (or the game is over, or lost at 0,1); from
// 2,y with y > 2 to 2,2; and for x >= 3 the diagonals of difference 0 and 1 lead to 2,2
// and 0,1.
//
// # Nimbers and sums
//
// Beyond 0 no closed form of the nimbers (Sprague-Grundy values) is known. They are
// irregular; a value on one line comes once, and none is above a+b, the length of the
// longest game. [Table] computes them:
//
//	   0  1  2  3  4  5  6  7  a
//	0  0
//	1  1  2
//	2  2  0  1
//	3  3  4  5  6
//	4  4  5  3  2  7
//	5  5  3  4  0  6  8
//	6  6  7  8  1  9 10  3
//	7  7  8  6  9  0  1  4  5
//	b
//
// A sum in normal play is lost if the xor of the nimbers of its pairs is 0. In misère
// play sums of most games are out of reach, but Wythoff's game is tame (Gurvich): call
// 0,0 1,2 (nimber 0) and 0,1 2,2 (nimber 1) fickle, all other pairs firm. Then
//
//	some pair is firm:     lost if the xor is 0
//	all pairs are fickle:  lost if the xor is 1
//
// which is Bouton's rule of misère Nim, with fickle pairs for single objects. The idea
// of the proof is that of Nim, too, as long as the last firm pair can be moved to what
// is wanted. Four facts see to that, all from the lines through the fickle squares.
// (1) From a fickle pair with nimber n no firm one of nimber 1-n is a move away: all
// firm ones have nimber 2. (2) A fickle pair of nimber 1 has a move to a fickle one of
// nimber 0, and 1,2 has one to 0,1. (3) A firm pair of nimber 0 or 1 has no fickle
// pair of the other nimber a move away: for 0 that is the list of misère play, and the
// lines through 0,0 and 1,2 meet the nimber 1 on fickle squares only. (4) A firm pair of
// nimber 2 or more can be moved to (firm, 0) or (fickle, 1), by the list of misère
// play, and to (firm, 1) or (fickle, 0): it has a move to nimber 1, and if that is
// fickle, so 0,1 or 2,2, then the lines through these lead to 0,0 or 1,2 also.
//
// What is decided, therefore, normal and misère:
//
//   - one pair in which a move is left, at once, of any size, with all winning moves;
//   - sums of pairs below [MaxTable], of lost pairs of any size, and of heaps alone (0,n
//     has nimber n); all winning moves, unless there is a larger lost pair;
//   - sums with one larger pair, if the others have the nimber 0: a win.
//
// Judge calls all other sums Unknown. It computes the table anew each time.
//
// # Notation
//
//	position = pair { "+" pair } .            3,5+1,2   a sum of two games
//	pair     = heap ( "," | blanks ) heap .   12,20  12 20
//	move     = [ number ":" ] act .           the number of the pair, from 1
//	act      = ( "a" | "b" | "ab" ) "-" count | [ "to" ] pair .
//
// So "a-3" takes 3 from the first heap, "ab-3" from both, and "4,7" or "to 4,7" says
// what is left. In a sum the number may be left out if the move is possible in one
// pair only. A heap has 0 to 2^64-1 objects; blanks around the parts are ignored. A
// position keeps the order of its heaps and pairs, and pairs that have ended.
//
// # What is not here
//
// The game is no [game.Game], the contract for solvers: that holds nimbers up to 15,
// which is exceeded by 0,16 and by 9,9. Nor are there other generalizations, such as
// more heaps.
//
// # Cost
//
// Judge takes some microseconds for one pair. Nimbers of heaps below n take n²/2 steps
// of a few machine words: 1,000 x 1,000 about 20 ms and 2.6 MB, 4,096 x 4,096 one to two seconds
// and 40 MB.
//
// # Literature
//
// W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7
// (1907) 199-202. E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 3.
// U. Blass, A. S. Fraenkel, "The Sprague-Grundy function for Wythoff's game",
// Theoretical Computer Science 75 (1990) 311-333. V. Gurvich, "On tame, pet, miserable,
// and strongly miserable impartial games", RUTCOR Research Report 18-2012. V. Gurvich,
// N. B. Ho, "On tame, pet, domestic, and miserable impartial games", arXiv 1508.06343.
// Values: OEIS A004481, A317205, the diagonal A047708.
package wythoff
