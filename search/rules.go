package search

import "github.com/sprouts-solver/sprouts/game"

// rules are the rules of play: who cannot move loses in normal play, and wins in misère
// play.
type rules struct{ misere bool }

// proves returns the fact about a component that the outcome of the component plus the
// heap *n proves: a loss, that its nimber is n; a win, that it is not. In misère play
// the nimber is the misère Grundy value, with the same rule.
func (rules) proves(outcome game.Outcome, n game.Nimber) game.Fact {
	if outcome == game.Loss {
		return game.Known(n)
	}
	return game.Excluded(n)
}

// worth returns the nimber of the nim-heap *n. In misère play n is 0 or 1: larger heaps
// are components.
func (r rules) worth(n game.Nimber) game.Nimber {
	if r.misere {
		return n ^ 1
	}
	return n
}

// heapOutcome returns the outcome of the nim-heap *n alone.
func (r rules) heapOutcome(n game.Nimber) game.Outcome {
	if r.worth(n) == 0 {
		return game.Loss
	}
	return game.Win
}

// cancelPairs drops equal pairs from components in order and returns the rest. In
// misère play two equal components are not worth 0.
func (r rules) cancelPairs(ids []uint32) []uint32 {
	if r.misere {
		return ids
	}
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
