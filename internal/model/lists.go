package model

import (
	"sync"

	"github.com/sprouts-solver/sprouts/game"
)

// lists holds the options of components, so that virtual machines need not make
// again what another one has made. Expansions that end early leave the start of a
// list, which the next one goes on from.
type lists struct {
	mu   sync.Mutex
	of   map[game.Component]*list
	made int64 // options
}

// list is the options of one component, or the first of them.
type list struct {
	bytes    []byte // of all components, one after the other
	ends     []int  // of each component in bytes
	options  []int  // end of each option in ends
	complete bool
}

// sharedGame is a game whose expanders share lists.
type sharedGame struct {
	game.Game
	lists *lists
}

func newSharedGame(g game.Game) sharedGame {
	return sharedGame{g, &lists{of: map[game.Component]*list{}}}
}

// NewExpander returns an expander that takes options from the lists.
func (g sharedGame) NewExpander() game.Expander {
	return &sharedExpander{Expander: g.Game.NewExpander(), lists: g.lists}
}

type sharedExpander struct {
	game.Expander
	lists *lists
	sum   game.Sum
}

// Expand yields what is in the list, and makes more if that is wanted.
func (e *sharedExpander) Expand(c []byte, yield func(*game.Sum) bool) {
	e.lists.mu.Lock()
	defer e.lists.mu.Unlock()
	l := e.lists.of[game.Component(c)]
	if l == nil {
		l = &list{}
		e.lists.of[game.Component(c)] = l
	}
	known := len(l.options)
	for i := range known {
		if !yield(l.option(i, &e.sum)) {
			return
		}
	}
	if l.complete {
		return
	}
	l.complete = true
	skip := known
	e.Expander.Expand(c, func(option *game.Sum) bool {
		if skip > 0 {
			skip--
			return true
		}
		l.add(option)
		e.lists.made++
		l.complete = yield(option)
		return l.complete
	})
}

// option makes sum option i.
func (l *list) option(i int, sum *game.Sum) *game.Sum {
	first := 0
	if i > 0 {
		first = l.options[i-1]
	}
	sum.Reset()
	for at := first; at < l.options[i]; at++ {
		start := 0
		if at > 0 {
			start = l.ends[at-1]
		}
		sum.Append(l.bytes[start:l.ends[at]])
	}
	return sum
}

func (l *list) add(option *game.Sum) {
	for i := range option.Len() {
		l.bytes = append(l.bytes, option.At(i)...)
		l.ends = append(l.ends, len(l.bytes))
	}
	l.options = append(l.options, len(l.ends))
}
