// Package arch holds the tests that keep the shape of the project: it has no
// code of its own.
//
// A room is a folder with Go files. Which room imports which is an arrow, and
// the table in ARCHITECTURE.md lists every arrow with its reason. The table is
// the rule and the picture at once, so that it cannot grow old:
//
//	in the code, not in the table    a new arrow: think, then draw it
//	in the table, not in the code    a stale arrow: rub it out
//	room on one side only            the same, for rooms
//
// Tests may import any room. Beside the arrows the tests check
//
//   - that a library is used only in the room that hides it (badger in the
//     store, cobra in cmd), and that every library has such a place;
//   - that every library linked into the program has a licence that lets it be;
//   - that a file stays below a size that one sitting can read;
//   - that every room has one package comment that says more than its name;
//   - that no file names a folder of somebody's machine;
//   - that relative links in documents lead somewhere.
//
// The checks read the source files themselves, not the go command's import
// graph, so that files behind build tags and for other systems count as well.
// They take a file system, and one test feeds them a bad one: each check is
// seen to fail.
package arch
