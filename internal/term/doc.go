// Package term says how things look on a terminal: numbers with units, aligned
// tables, and one line of live status.
//
//	position   0*17
//	outcome    win for the first player       <- Block: label and value
//	visits     12,511
//
//	 n  outcome  visits                       <- Table: numbers to the right
//	16  win      25,286
//
//	0*17  2.1 s  12,511 visits  5,957/s       <- Status: redrawn in place
//
// A Screen shows a whole page again and again in place; only a terminal can be one.
//
// Rules: a page goes to standard output, the status to standard error. Only a
// terminal gets a status that is redrawn, anything else gets a plain line every
// 30 seconds. Colour and weight appear on a terminal only, and never if
// NO_COLOR is set. The package decides how to show, never what.
package term
