// Package landtable holds the nimbers of all lands that can arise from a given
// number of spots, found by plain recursion over every move, as a flat table and as
// a file.
//
// A search for many spots soon reaches such lands, and the table of all 171,942
// lands that can arise from six spots saves most of the work below 18 spots and a
// third of it above. That table is part of the binary; see [Embedded].
//
// # File format, version 1
//
//	"sprouts lands 1\n"
//	1 byte   length of the version of the canonical form, then that version
//	varint   number of lands
//	lands, sorted by key, each:
//	  1 byte   bytes of the key before that this key shares
//	  1 byte   nimber << 4 | number of bytes that follow, 15 for a long rest
//	  1 byte   number of bytes that follow, after a 15 only
//	  bytes    the rest of the key
//	4 bytes  CRC-32 (IEEE) of all before, little-endian
package landtable
