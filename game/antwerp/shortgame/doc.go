// Package shortgame computes with the values of short partizan games: loop-free
// games of two sides, Left and Right, with finitely many moves, in which who cannot
// move loses.
//
// A game is what each side can move to. Its canonical form is the smallest game that
// is equal to it, so that equal games have one [Value]:
//
//	t := shortgame.NewTable(1000, nil)
//	star, _ := t.New([]shortgame.Value{shortgame.Zero}, []shortgame.Value{shortgame.Zero})
//	up, _ := t.New([]shortgame.Value{shortgame.Zero}, []shortgame.Value{star})
//	t.Format(up)                    ↑
//	sum, _ := t.Sum(star, star)     0
//
// # Theory
//
// a <= b means that Left never minds b in place of a, in any sum. That is so exactly
// when Left, to move, loses a - b, which gives the recursion of [Table.AtMost]. Left
// wins a game when it is above 0, Right when below; equal to 0 whoever moves first
// loses, confused with 0 whoever moves first wins ([Table.LeftWins]).
//
// Two changes keep the value, and when none is left the form is unique (Conway):
//
//   - An option is dropped that another one is at least as good as.
//   - Left's option l is reversible if Right has an answer r to it that is at most the
//     whole game. Right would give it, since it undoes the move and more; so l is
//     replaced by Left's options of r. The same holds for Right.
//
// Values are numbers in a table: each form is held once, and equality is ==.
// Comparisons and sums are remembered. In a sum with a number the moves in the number
// are left out: nobody moves there who has another move (number translation).
//
// # Notation
//
//	value  = number | small | number small | "±" number | "±(" value ")"
//	       | "{" [ value { "," value } ] "|" [ value { "," value } ] "}" .
//	number = [ "-" ] digits [ "/" digits ] .    the denominator is a power of two
//	small  = ups | [ ups ] star .
//	ups    = "↑" | "↓" | "(" digits "↑)" | "(" digits "↓)" .
//	star   = "*" | "*" digits .
//
// A number before a small value is added to it: 1* is 1 + *, 1/2↑ is 1/2 + ↑. ±x is
// {x|-x}. Options are in the order of their texts, so that equal values have equal
// texts in all tables.
//
// # Cost
//
// A canonical form can have as many options as there are smaller values. What grows
// is bounded: [NewTable] by values, and by 200 comparisons and sums for each, numbers
// by 2^40 and 2^-20, [MaxText] bytes of text. Beyond, the error is [ErrTooLarge]. The
// package knows no temperature, no thermograph and no loopy game.
//
// # Sources
//
// J. H. Conway, "On Numbers and Games", 1976, chapters 7 to 10. E. R. Berlekamp,
// J. H. Conway, R. K. Guy, "Winning Ways for Your Mathematical Plays", chapters 2 to 8.
// A. N. Siegel, "Combinatorial Game Theory", 2013, chapter II.
package shortgame
