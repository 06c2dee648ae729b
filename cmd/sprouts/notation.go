package main

// notationHelp ends the long help of verbs that take a position, or many from
// standard input.
const notationHelp = positionHelp + ` "-" reads positions from standard input, one a line, and answers
each with the line, a tab and the answer; blank lines and lines that start with
# are skipped. Other games write positions in their own ways, which "help" in
"sprouts play GAME" shows: with --game nim they are heaps such as 3 5 7.`

// positionHelp says how a position is written.
const positionHelp = `

A position is a number of spots ("17") or a text in the notation of GLOP:
  0 1 2   a spot with 3, 2 or 1 lives       .   after or between boundaries
  a b c   a spot met twice on a boundary    |   between regions
  A B C   a spot shared by two regions      +   between independent lands
  0*8     eight isolated spots              *3  a nim-heap of three
Quote it: the shell takes | and * for itself. The older endings "}", "]" and "!"
are read too.`
