package wire

import (
	"math/bits"

	"github.com/sprouts-solver/sprouts/game"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// entry is a component and what is proven about it. Coordinator, worker and store
// each have a type of this form.
type entry = struct {
	Component game.Component
	Fact      game.Fact
}

// Fact returns the message for a fact.
func Fact(c game.Component, f game.Fact) *sproutsv1.Fact {
	return &sproutsv1.Fact{Component: []byte(c), Excluded: uint32(f.Mask()), Known: f.IsKnown()}
}

// Facts returns the messages for entries.
func Facts[E ~struct {
	Component game.Component
	Fact      game.Fact
}](entries []E) []*sproutsv1.Fact {
	size := 0
	for _, e := range entries {
		size += len(entry(e).Component)
	}
	// Three allocations for all of them: an Exchange holds thousands.
	bytes := make([]byte, 0, size)
	slab := make([]sproutsv1.Fact, len(entries))
	messages := make([]*sproutsv1.Fact, len(entries))
	for i, e := range entries {
		from, e := len(bytes), entry(e)
		bytes = append(bytes, e.Component...)
		m := &slab[i]
		m.Component, m.Excluded, m.Known = bytes[from:len(bytes):len(bytes)], uint32(e.Fact.Mask()), e.Fact.IsKnown()
		messages[i] = m
	}
	return messages
}

// ReadFacts returns the facts in a list that is called field. Each component gets
// memory of its own, so that keeping one does not keep all.
func ReadFacts[E ~struct {
	Component game.Component
	Fact      game.Fact
}](c *Checker, field string, messages []*sproutsv1.Fact) ([]E, error) {
	if len(messages) > MaxFacts {
		return nil, wrong(field, "%d of them, at most %d", len(messages), MaxFacts)
	}
	entries := make([]E, len(messages))
	size := 0
	for i, m := range messages {
		if size += len(m.GetComponent()); size > MaxFactBytes {
			return nil, wrong(field, "components of more than %d bytes together", MaxFactBytes)
		}
		component, fact, err := c.Fact(m)
		if err != nil {
			return nil, Within(at(field, i), err)
		}
		entries[i] = E(entry{component, fact})
	}
	return entries, nil
}

// Fact returns the component and the fact in a message.
func (c *Checker) Fact(m *sproutsv1.Fact) (game.Component, game.Fact, error) {
	fact, err := readFact(m)
	if err != nil {
		return "", 0, err
	}
	component, err := readComponent(m.GetComponent())
	if err != nil {
		return "", 0, err
	}
	if err := c.check(m.GetComponent()); err != nil {
		return "", 0, err
	}
	return component, fact, nil
}

// readFact returns what a message says of its component.
func readFact(m *sproutsv1.Fact) (game.Fact, error) {
	const all = 1<<(game.MaxNimber+1) - 1
	excluded := m.GetExcluded()
	open := bits.OnesCount32(^excluded & all)
	switch {
	case excluded > all:
		return 0, wrong("excluded", "%#x, at most %#x", excluded, all)
	case open == 0:
		return 0, wrong("excluded", "no nimber is left, one must be")
	case m.GetKnown() && open != 1:
		return 0, wrong("excluded", "%d nimbers are left, but the nimber is known, so one must be", open)
	case m.GetKnown():
		return game.Known(game.FactFromMask(uint16(excluded)).FirstOpen()), nil
	case excluded == 0:
		return 0, wrong("excluded", "0 says nothing about the nimber")
	}
	return game.FactFromMask(uint16(excluded)), nil
}

// readComponent returns a component without asking the game about it.
func readComponent(b []byte) (game.Component, error) {
	switch {
	case len(b) == 0:
		return "", wrong("component", "empty, 1 to %d bytes are needed", MaxComponent)
	case len(b) > MaxComponent:
		return "", wrong("component", "%d bytes, at most %d", len(b), MaxComponent)
	}
	return game.Component(b), nil
}
