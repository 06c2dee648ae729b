// Package play is the contract of games as two people play them: with moves that
// are written down, boards that are drawn, two sides, normal and misère play.
//
// Package game knows positions as sums of anonymous parts, which is what a search
// needs. A person needs more: which spot is which, where the queen stands, whose
// piece it is. Here a game is a [Rules]:
//
//	rules.Start, rules.Parse        a Position
//	position.Moves(side)            the legal moves, as they are written
//	position.Play(side, "a-3")      the Position after a move
//	rules.Judge(ctx, position, ...) who wins, and by which moves
//
// A position does not say whose turn it is, nor who wins at its end: a [Match]
// does, which is a start position and the moves made from it, and what is saved to a
// file and played again from it.
//
// # Sides
//
// Impartial games offer both sides the same moves. In partizan ones (Northcott's
// game, Antwerp sprouts) [Left] has moves of its own.
//
// # Verdicts
//
// A [Verdict] is a proof or says that there is none: [game.Unknown]. Judge may
// take until its context ends, and then says so in this way. Games with a closed
// form decide at once, and Verdict.Why says by which rule.
//
// # Errors
//
// A text that is no position gives a *[game.ParseError], one that is no legal move
// a *[MoveError]. Both name the text, the place in it and what would be right.
package play
