// Package brussels is Brussels sprouts, the game in which everything that the
// players do makes no difference.
//
// # Rules
//
// The game starts with n crosses. A cross has four free arms. A move joins two free
// arms, of one cross or of two, by a line that meets no other line, and puts a bar
// across the line: two new free arms, one on each side. Who cannot move loses; in
// misère play he wins. Stars with any number of arms are played in the same way.
//
//	  |        |                 |        |
//	--+--    --+--    becomes  --+---|---+--
//	  |        |                 |        |
//
// # Positions
//
// A free arm lies in one region of the plane, for ever, so a position is a sum of
// regions. A region is a set of boundaries, the connected pieces that lie on its
// border; of each only the number of its free arms matters, since they stand in a
// circle and are all alike. So two crosses are (4.4), and the line above makes of
// them one boundary of 4 + 4 - 2 + 2 = 8 arms. A line between two arms of one
// boundary of k arms, with i arms between them on one side and k - 2 - i on the
// other, cuts the region in two, with one arm of the bar in each:
//
//	(4.4)     4-4       (8)          one boundary
//	(4.4)     4(1)[4]   (4.2)+(2)    1 arm on each side, the other cross on the first
//	(4.4)     4(0)      (4.3)+(1)    0 arms on the first side, which gets nothing else
//
// A boundary never loses its last arm in this way. A region with one arm only, such
// as (1), is over and is left out.
//
// # Notation
//
//	position = "!" | summand { "+" summand } .
//	summand  = number              n crosses in one region; "0" is none
//	         | "(" list ")" .      a region
//	list     = item { "." item } .
//	item     = number              a boundary with so many free arms, at least 1
//	         | number "*" number . several of them: 4*3 is 4.4.4
//
// [New] reads nim-heaps "*3" as summands, too. Blanks mean nothing. Written are the
// boundaries of a region and the regions in descending order, and a region of
// crosses only as a number. A position has at most [MaxArms] free arms.
//
//	move   = [ number ":" ] line .
//	line   = number "-" number                     joins boundaries with so many arms
//	       | number "(" number ")" [ "[" list "]" ] . joins two arms of a boundary
//
// The number before ":" is that of the region, from 1, in the position as written.
// It may be left out where the line fits in one region only, or in equal ones. The
// number in parentheses is that of the arms between, on the first side of the
// line, and the list in brackets the other boundaries on that side. Each line can
// be told from either side; listed is the shorter text, else the one with fewer
// arms between.
//
// # Theory
//
// From a region with a free arms on b boundaries, every game has a + b - 2 moves.
// The proof is by induction on this number; every boundary has an arm, so a >= b.
//
//   - If somebody can move, then a >= 2 and the number is at least 1. If nobody
//     can, then a = 1: two arms of a region can always be joined. Then b = 1, and
//     the number is 0.
//   - A line between two boundaries leaves a - 2 + 2 arms on b - 1 boundaries: one
//     move less.
//   - A line within a boundary makes two regions, with a - 2 + 2 arms on b + 1
//     boundaries in all. Each has an arm, that of the bar, on every boundary, so
//     the law holds for both: a + (b + 1) - 2 - 2 moves, again one less.
//
// It is Euler's formula in disguise: at the end each region has one free arm, as
// many as there are arms, and spots - lines + regions - pieces = 1.
//
// From n crosses, a = 4n and b = n: there are 5n - 2 moves. The player to move wins
// iff the number is odd, in misère play iff it is even, and the nimber is its
// parity. Every move of the winner wins.
//
// [Rules] decide in this way. [New] is the same game without it, through the
// contract of package game: it lets a solver, or brute force, find it out again.
// The tests do so for up to 7 crosses, and play random games with named arms.
//
// # Limits and cost
//
// Nothing is drawn as curves in the plane: strokes stand for arms. Moves come one by
// one, since large regions have very many: as many as there are ways to share out
// their boundaries. A move costs time linear in the number of boundaries.
//
// # Sources
//
// E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning
// Ways for your Mathematical Plays", chapter 17; M. Gardner, "Mathematical Carnival",
// chapter 1.
package brussels
