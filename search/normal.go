package search

import "github.com/sprouts-solver/sprouts/game"

// normal is what is particular to normal play, where who cannot move loses:
// a component with nimber n can be replaced by the heap *n in any sum, two equal
// components cancel, and a sum of components is worth the xor of their nimbers.
type normal struct{}

// proves returns the fact about a component that the outcome of the component
// plus the heap *n proves: a loss, that its nimber is n; a win, that it is not.
func (normal) proves(outcome game.Outcome, n game.Nimber) game.Fact {
	if outcome == game.Loss {
		return game.Known(n)
	}
	return game.Excluded(n)
}

// heapOutcome returns the outcome of the nim-heap *n alone.
func (normal) heapOutcome(n game.Nimber) game.Outcome {
	if n == 0 {
		return game.Loss
	}
	return game.Win
}

// cancelPairs drops equal pairs from components in order and returns the rest.
func (normal) cancelPairs(ids []uint32) []uint32 {
	kept := ids[:0]
	for _, id := range ids {
		if k := len(kept); k > 0 && kept[k-1] == id {
			kept = kept[:k-1]
			continue
		}
		kept = append(kept, id)
	}
	return kept
}
