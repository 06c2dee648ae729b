// Package antwerp is Antwerp sprouts, cold and hot: Sprouts for two sides, in which
// the colour of a spot says who may use it.
//
// # Rules
//
// n white spots are drawn. A move joins two spots, or a spot and itself, by a line that
// crosses no line and meets no other spot, and puts a new spot on the line. A spot
// takes at most three line ends; 3 less their number are its lives. Left may join
// spots that are white or blue, Right spots that are white or red. In the cold game
// ([Cold]) Left makes red spots and Right blue ones, so that a move is a gift; in the
// hot game ([Hot]) Left makes blue spots and Right red ones. Who cannot move loses; in
// misère play who cannot move wins.
//
// With one spot Left can only draw a loop. In the cold game the new spot is red:
//
//	 .--B--.      A white, one life      Right joins A and B and puts a blue spot
//	(       )     B red, one life        on the line. Left has one life to use,
//	 '--A--'      ABr|ABr                cannot move, and loses: the value is 0.
//
// In the hot game B is blue, Left alone can join it to A, and the value is ±1.
//
// # Notation
//
// A position is written as in package canon, with a mark after each coloured spot:
//
//	position = "!" | summand { "+" summand } .
//	summand  = digits | land .
//	land     = region { "|" region } .
//	region   = boundary { "." boundary } [ "." ] .
//	boundary = spot { spot } [ "*" digits ] .
//	spot     = ( "0" | "1" | "2" | letter ) [ "b" | "r" ] .
//	letter   = "A" .. "Y" | "n(" digits ")" .     digits from 26 on
//
// A region is a set of boundaries, and a boundary is the cyclic list of the live spots
// on a walk along one connected piece of the region's border. 0, 1, 2 are spots with so
// many line ends that are met once; a letter is a spot with one life that is met twice
// in its land: on one boundary, or in two regions. b is blue, r is red, no mark is
// white. *k stands for k boundaries alike, without letters. A summand of digits only
// is a number of white spots, so 12 is 0*12, and the boundary of a 1 and a 2 is written
// 12. with a dot. "!" is the position without moves.
//
// It is not checked whether regions fit together in the plane. What no single boundary
// can be is refused: a spot without lines among others, two spots met by turns, a
// letter on two boundaries of one region. [MaxSpots] bounds what is read.
//
// # Moves
//
// The drawing numbers the spots in the order of the text, and the regions:
//
//	0*2.ABb|0.ABb     @1  1... 2... (3. 4b.)
//	                  @2  5... (3. 4b.)
//
//	move  = end "-" end [ "@" digits ] [ "[" [ digits { "," digits } ] "]" ] .
//	end   = digits [ "a" | "b" ] .
//
// 1-2 joins spots 1 and 2. @2 says in which region. a and b say at which place a spot
// is met that is met twice in the region, in the order of the drawing. A list belongs
// to a line that cuts its region in two: it names spots on one side of it, at least
// one of each other boundary that lies there, and none of the other side; an empty
// list may be left out. A list for a loop, 1-1 [2], says what lies in the loop, unless
// it names spots of the loop's own boundary, which lie outside. Any form is read whose
// readings all lead to the same position; Moves writes the shortest, and of moves that
// lead to the same position one. Blanks are allowed between parts.
//
// After a move the position is reduced and its spots are numbered anew.
//
// # Reduction
//
// These steps keep the game, up to moves with equal results (figure.go):
//
//   - Dead spots go, and a spot that then follows itself on a walk is met once there:
//     no spot between the two places can tell them apart.
//   - Regions go in which neither side has two lives: a move needs two, and a move
//     elsewhere only takes lives away.
//   - In a region of at most three lives the spots go on one boundary, each once. Every
//     line there leaves at most two lives, of which one is on the line and so can be
//     reached from both sides. Of two such regions with the same spots one goes.
//   - Hot: a side with fewer than two lives in a region will never have more, as only
//     its own moves make spots for it. So spots of its colour are dropped from the
//     region, and a white spot that is met in such regions only gets the other colour.
//   - Regions that share no spot are independent: lands, whose sum the position is.
//     Pairs of a land and its negative, blue and red exchanged, are dropped for normal
//     play by the solver.
//
// # Canonical form
//
// Names, the order of lands, regions and boundaries, where a boundary begins, and the
// mirror image of each region by itself mean nothing: a move stays within one region,
// and regions know each other by their spots only. The form is the least writing over
// all of these. Letters are told apart by what can be seen from their two places, round
// after round (refine.go); where some stay alike each is tried as the first, and two
// writings that turn out equal prove a symmetry, so that its images are not tried
// (canonize.go). The writing is the whole land, so different lands never share one.
// The tests compare it with brute force over all symmetries.
//
// # Theory
//
// Values are those of short partizan games, see package shortgame.
//
// Recolouring. A spot made bluer, from red to white or from white to blue, never harms
// Left. Proof: let G be the position and G' the bluer one. In G' - G Left, playing
// second, answers each move by the same move in the other part. Right's moves in G'
// use no blue spot, so they are legal in G too, and his moves in -G are Left's in G,
// which are legal in G'. So G' - G >= 0.
//
// n white spots are their own negative, so either whoever moves first loses and the
// value is 0, or whoever moves first wins.
//
// Hot, n odd: whoever moves first wins. Proof: let Left begin with a loop at a spot x,
// with (n-1)/2 spots on either side and a blue spot z on the loop. Think of the loop as
// the equator of a sphere with x and z opposite each other. A half turn that exchanges
// the two sides exchanges x and z; let it exchange blue and red, too, but for x and z.
// Left answers each of Right's moves by its image. Right never uses z, which is blue;
// so his move lies on one side, and if it does not use x, its image lies on the other
// and is as free. If it joins x to a spot, the image joins z to the image of that spot
// on the other side, with Left's colour, and from then on x and z are dead. A move and
// its image never want the same life, since x and z are the only spots on both sides
// and Right uses x once. So Left moves last.
//
// Cold, all n, and hot, n even: no proof is known here. Search says
//
//	n                  1  2  3  4  5  6
//	cold               L  L  L  L  L  L     who moves first; L means the value is 0
//	cold, misère       W  L  L  L  L  L
//	hot                W  W  W  W  W  W
//	hot, misère        L  W  W  W  W  W
//
// That cold ones are always 0 and hot ones always won by who begins is a conjecture, and
// the judge does not use it. The cold game is close to numbers: the lands that 3 spots
// can lead to have 36 different values, those of 4 spots 125, and most are numbers or
// numbers + *. In the hot game it is 178 and 3119; its starts are ±1, ±1, ±({2|1/2}).
//
// # Cost
//
// A land's canonical form takes time about quadratic in its spots, some ten
// microseconds for a small one. To find out who wins from n spots, normal and misère, in
// both games, takes 0.05 s for 3, about 25 s for 5 and 7 minutes for 6 on one core; a
// search meets about 60,000 lands for 5 spots and 0.5 to 1 million for 6. A judge looks at
// all moves, which takes longer where one would do, and gives up after [MaxSums] sums. Values up to 3 spots take a
// second; of 4 hot spots the value is found but its text is too long to be of use.
// Moves can be exponentially many in the boundaries of a region; they are made one by
// one.
//
// # What it does not do
//
// It keeps no name of a spot from one move to the next, and remembers nothing from one
// verdict to the next. It draws no lines: the drawing lists the regions.
//
// # Sources
//
// The family of Sprouts: E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways for
// Your Mathematical Plays", chapter 17. Notation and reduction: J. Lemoine, S. Viennot,
// "Computer analysis of Sprouts with nimbers", arXiv 1008.2320. Values: J. H. Conway,
// "On Numbers and Games", 1976.
package antwerp
