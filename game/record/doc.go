// Package record is Sprouts on paper: drawings in which every spot has its number, moves
// as people write them down, and games that were recorded so.
//
// Package canon forgets names, and with them who moved where. Here they stay:
//
//	8+ 1(9)2 1(10)1[3,4] 3(11)10                 a game: the spots, then the moves
//	1,9,2,9,1,10;5;6;7;8/1,10,11,3,11,10;4       the drawing it leads to
//	0.21+0*4.21                                  what package canon sees of it
//
// A line from spot 1 to spot 2 with the new spot 9 on it is 1(9)2. A line from 1 to itself
// that has 3 and 4 on one side and all others on the other side is 1(10)1[3,4].
//
// # Drawings
//
// Lines cut the plane into regions. The border of a region consists of boundaries, one
// for each connected piece of the drawing. [Position.String] lists the spots of each in
// left-hand order (Hoey): as a robot meets them that walks in the region with its left
// hand on the boundary. A spot is met once in each corner that its lines make, so a dead
// spot is met three times and a spot without lines once.
//
//	.---.
//	| 3 5      outside   1,4,2,4,1,5     the robot goes out to 2 and back, then round the loop
//	'-1-'      inside    1,5;3
//	  4
//	  2        1,4,2,4,1,5/1,5;3, after 3+ 1(4)2 1(5)1[3]
//
//	position = region { "/" region } | game | spots .
//	region   = boundary { ";" boundary } .
//	boundary = spot { "," spot } .
//
// Blanks around numbers mean nothing, nor do the order of regions and boundaries and the
// place where a boundary begins; String chooses the least. Equal texts mean equal
// drawings on the sphere, names included. A mirror image is another drawing, since the
// notation of moves knows left from right.
//
// Parse accepts what play can lead to and nothing else. To undo the last move, take away
// the spot with the highest number: so it is enough to see that each spot is either one of
// the first or has two lines to lower numbers, that each line is passed once on each side,
// that a boundary turns back at ends only, and that Euler's formula holds for each
// connected piece, with regions and pieces joined to a tree by the boundaries.
//
// # Moves
//
//	move = spot [ "!" ] "(" new [ "@" spot ] ")" [ "!" ] spot [ "!" ] [ list ] .
//	list = "[" [ item { ( "," | "&" ) item } ] "]" .
//	item = spot | spot "-" spot .
//
// Blanks around a move and in its list mean nothing. The new spot has the next number.
//
// A line between two boundaries makes one of them. A line between two places of one
// boundary cuts the region in two. What is left of the boundary lies partly on one side,
// partly on the other; each other boundary lies wholly on one side. The list is about
// these: a boundary with a listed spot lies on the side of the list, the others do not. So
// one spot of a connected group is enough. A listed spot of the boundary that is cut says
// on which side the list is; a spot that is on both sides cannot be listed. An empty list
// may be left out.
//
// If it names no such spot, the list is on the side where the boundary has no live spot to
// name, if one side is so and the other is not. A loop has such a side always. Else it
// is on the right of the line, seen from the first spot to the second.
//
// If the two spots share two regions, @ and a live spot say in which of them the line is:
// in one that has that spot. Without it the line is in the one where no such spot would
// tell, if there is one.
//
// # Hoey's exclam
//
//   - Beside the first or the second spot, when that has two corners in the region: seen from
//     the new spot on the way to it, the neighbour with the higher number is on the right, or
//     with "!" on the left. In left-hand order the spot before the corner is on the left,
//     the one after it on the right.
//   - After the second spot, when the line cuts a boundary between two different spots: the
//     list is on the left.
//
// After 1(6)2 3(7)4, spot 6 is between 1 and 2, and 7 between 3 and 4. A line from 6 to 7
// can leave 6 on either side and reach 7 on either side: 6(8)7, 6!(8)!7, 6(8)!7 and 6!(8)7
// are four drawings, two of them mirror images of the other two.
//
// Players leave exclams out where the list says enough. So a mark that is there must be
// right, and of the readings that remain those are taken, one rule after the other,
//
//   - in each region, where the list (if it is there and has no mark before it) leaves out
//     the fewest live spots of the boundary that is cut: 2(20)18[14] cuts off the branch
//     with 14, not everything but the other boundaries;
//   - where no mark beside a spot is missing, if there is such a one;
//   - where no @ could tell, if @ is not there.
//
// If several are left, the text is ambiguous, unless nothing that follows can tell them
// apart: the same live spots in the same order, but for the mirror image of each region by
// itself. Then it means the first. All these rules are needed to replay old games, but for
// the direction of the marks, which only a drawing could tell: all games remain legal in
// the mirror. What they mean by left and right is told in the description of the notation.
//
// A quiz: with 16 and 21 on a boundary, 1 on one way between them and 2 on the other, and
// the spots 4, 5 and 6 beside, 16(23)21![6], 16(23)21[1,4,5] and 16(23)21[2,6] are one move
// in one of the two mirror images, and 16(23)21[6], which is 16(23)21[2,4,5], is another.
//
// # Legal moves
//
// [Position.Moves] yields each move once, in the shortest text that is read as that move:
// candidates are tried in order of length, each is read, and the first that means the move
// is taken. A candidate has the lower spot first, names the lowest live spot of each
// boundary that it lists, and either no spot of the boundary that is cut, or one, or all.
//
// Moves that are the same but for names come once: isolated spots of one region are used
// from the lowest number on, which is what "numbered in the order of use" means. So 14
// spots have 8 moves, not 57,435. Boundaries with dead spots only go where the text
// leaves them.
//
// # Games
//
//	game    = spots ( "+" | "-" ) [ "(" players ")" ] { move } [ "I" | "II" ] .
//	players = name [ "*" ] ( " - " | "," ) name [ "*" ] .
//
// Blanks or line ends separate the parts; "-" is misère play, "A - B" says that A moved
// first, and * marks who invited. I or II won, be it by resignation.
//
// # Length of games
//
// Each move costs one life of 3n, since it takes two and brings one. At the end each live
// spot, a survivor, has one life, so m moves leave 3n - m survivors. There is one at least:
// the last spot. A survivor has two dead neighbours, which no other survivor has, for two
// survivors with a common neighbour see each other and could be joined. The rest of the
// dead spots are the Pharisees, p of n + m - 3(3n - m) = 4(m - 2n). So m = 2n + p/4, and
//
//	2n <= m <= 3n - 1.
//
// # What it does not do
//
// It does not search. Who wins says a function that [New] is given; without one, Judge
// knows only finished games. It keeps no clock and draws no lines: [Position.Draw] writes
// the boundaries of each region.
//
// # Cost
//
// A drawing of n spots after m moves has O(n + m) corners. A move is read in time
// linear in these, and quadratic in its region where lists are long; a random game from
// 6 spots takes 0.1 ms, one from 250 half a second. There can be exponentially many moves,
// so Moves makes them one by one.
//
// # Sources
//
// Rules and notation of the World Game of Sprouts Association, wgosa.org/notation.htm and
// wgosa.org/notationsolution.htm (the quiz, by J. Purinton); J. H. Conway and D. Purvis
// in the forum geometry-research, January 1999; D. Hoey, "Sprouts notation", December
// 2000 (left-hand order); E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways for your
// Mathematical Plays", chapter 17 (survivors and Pharisees).
package record
