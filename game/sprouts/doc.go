// Package sprouts is the game of Sprouts (Conway, Paterson 1967) as a
// [game.Game]: an adapter of package canon.
//
// A component is a land: regions joined by spots that lie in two of them. Its
// canonical form is the key of package canon, which also states the notation and
// the reductions.
//
// [SmallLands] holds the nimbers of all lands that can arise from five spots or
// fewer in play from six, embedded in the binary. It shortens large searches
// several times, since play soon falls apart into such lands.
package sprouts
