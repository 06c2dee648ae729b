package coordinator

import (
	"slices"
	"sync"
)

// line is where workers stand in line for work. When there may be some, the first is
// called; who gets a lease calls the next, who gets none stays where it is. So one
// event costs two looks at the core at most that find nothing, however many wait.
type line struct {
	most int

	mu     sync.Mutex // guards places
	places []*place
}

// place is that of one worker.
type place struct {
	session  SessionID
	called   chan struct{} // there may be work
	replaced chan struct{} // closed: a later call of the same session has taken the place
}

func newLine(most int) *line { return &line{most: most} }

// join puts a session at the end of the line, in place of where it may stand
// already. It returns false if the line is full.
func (l *line) join(id SessionID) (*place, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.places, func(p *place) bool { return p.session == id }); i >= 0 {
		close(l.places[i].replaced)
		l.places = slices.Delete(l.places, i, i+1)
	}
	if len(l.places) >= l.most {
		return nil, false
	}
	p := &place{session: id, called: make(chan struct{}, 1), replaced: make(chan struct{})}
	l.places = append(l.places, p)
	return p, true
}

// leave takes a place out of the line.
func (l *line) leave(p *place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.places, p); i >= 0 {
		l.places = slices.Delete(l.places, i, i+1)
	}
}

// call calls the first n.
func (l *line) call(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.places[:min(n, len(l.places))] {
		select {
		case p.called <- struct{}{}:
		default: // has been called, and not looked yet
		}
	}
}

// length returns how many stand in line.
func (l *line) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.places)
}
