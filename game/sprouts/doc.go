// Package sprouts is the game of Sprouts (Conway, Paterson 1967) as a
// [game.Game]: an adapter of package canon.
//
// A component is a land: regions joined by spots that lie in two of them. Its
// canonical form is the key of package canon, which also states the notation and
// the reductions.
//
// [SmallLands] holds the nimbers of all 171,942 lands that can arise from six
// spots, embedded in the binary. It shortens searches, since play soon falls apart
// into such lands.
package sprouts
