// Package game is the contract between a game and everything that solves,
// stores or shows it.
//
// It covers every impartial game whose positions fall apart into independent
// parts. Such a part is a [Component]; in Sprouts it is a land, in Nim a heap.
// A [Position] is a sum of components and one nim-heap. A move changes one
// component into a sum of components, its [Sum]:
//
//	0*12            one land, 12 spots
//	0*4.A|0*4.A+0*3 after two moves, two lands
//
// # Canonical form
//
// A component is known only by its canonical form, bytes that the game chooses.
// Two isomorphic components have equal bytes, and equal bytes always mean
// isomorphic components. Everything outside the game (search tables, stores,
// caches) compares components by these bytes and never looks inside.
//
// # Nimbers
//
// In normal play (who cannot move loses) every component is worth a [Nimber]
// (Sprague-Grundy value), and a sum is worth the xor of its parts. What is
// proven about a component is a [Fact]: its nimber, or nimbers that it cannot
// have. Facts only grow; two that contradict each other are a [ConflictError].
//
// # What a game supplies
//
// [Game] parses and formats positions; its [Expander] makes the options of a
// component. The suite in package gametest checks any implementation against
// brute force. The contract holds no search, no I/O and no clock.
package game
