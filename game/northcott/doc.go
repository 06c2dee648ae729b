// Package northcott is Northcott's game, a game of Nim in disguise: each row of a board
// has a white and a black piece, and the gaps between them are the heaps.
//
//	  1 2 3 4 5 6 7 8 gap
//	1 . W . . . B . .   3     White is on the left in each row. A move slides one of
//	2 W . . . . . B .   5     your own pieces along its row, forward or back, but not
//	3 . . W B . . . .   0     onto the other piece or over it. Who cannot move loses.
//
// Here the xor of the gaps is 3 xor 5 xor 0 = 6. To make it 0, five must become three:
// White plays 2:3 and Black, if it is his turn, 2:5.
//
// # Theory
//
// The mover loses exactly when the xor of the gaps is 0, whoever of the two he is.
// Advances make gaps smaller, as moves of Nim do. Retreats make them larger, so that
// play need not end; yet they help nobody:
//
// Let the xor be 0. The opponent answers an advance by an advance that makes the xor 0
// again, as in Nim (see package nim), and a retreat by as many squares by following as
// many in the same row. So he always has a move, and it is always an advance. His
// pieces never go back: in r rows of n squares he makes no more than r(n-2) moves. Hence
// the game ends, and it ends when the other one is to move. If the xor is not 0, an
// advance makes it 0, as in Nim, and the mover is in the place of that opponent.
//
// A loser can therefore prolong the game, but not for ever; what can go on for ever is
// only play in which the winner retreats. This is why the moves that Judge returns are
// advances, although a retreat that makes the xor 0 keeps the win too (Verdict.All then
// is false). A drawn position does not exist.
//
// # Notation
//
//	position = length ":" row { row } .       8: 2-6 1-7 3-4
//	row      = column "-" column .            White's piece, then Black's, to its right
//	move     = number ":" target .            the number of the row, from 1
//	target   = column | ( "+" | "-" ) count . 2:3  2:+2  2:-1
//
// Columns have the numbers 1 to length, for both players from White's side; "+" is
// towards the other piece and "-" away from it. Rows have 2 to 32 squares, and there
// are 1 to 32 of them. Blanks stand between the rows; elsewhere they are ignored.
//
// # Rules and their start
//
// Left is White. The start is drawn from play.Options.Seed and written down in full, so
// that a record can be replayed from the same place. It is never over at once, nor lost
// for the first player: see Start of [Rules].
//
// # What is not here
//
// There is no misère form, and Judge says so by an error: with retreats the last move
// can be put off for ever. There are no nimbers, since the sides have different moves,
// nor values: those of loopy games are no numbers and stars.
//
// # Cost
//
// Judge looks at each row once: some microseconds, most of them for the drawing.
//
// # Literature
//
// E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 3. C. L. Bouton, "Nim,
// a game with a complete mathematical theory", Annals of Mathematics 3 (1901) 35-39.
package northcott
