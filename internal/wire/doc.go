// Package wire turns the messages of proto/sprouts/v1 into values of game and
// search, and back.
//
// Both ends of a connection use it, so that what one writes the other reads.
// Going out nothing is checked; coming in everything is, before any other package
// sees it:
//
//	bytes of a component    1 to MaxComponent, canonical for the game
//	nimber                  0 to game.MaxNimber
//	numbers                 (0, Infinity), (Infinity, 0), or both strictly between
//	fact                    says something that can be true
//	lists                   as long as the protocol allows
//
// An error is an [Error]: it names the field, as a path through the message, and
// what would be right. No input makes the package panic; the fuzz tests see to it.
//
// # Canonical bytes
//
// A component that is no canonical form is worse than a wrong length: the rules of
// the game panic on it, here or on another worker. Only the game can tell, by
// making the canonical form anew. That takes 4 us for a land of Sprouts, less than a
// store takes to keep the fact, so each component is checked. A [Checker] remembers
// the latest ones: facts that two workers find, and messages that are sent twice,
// cost 0.3 us.
package wire
