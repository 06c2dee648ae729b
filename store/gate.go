package store

import "sync"

// gate counts the calls at work, so that Close can wait for them: the engine
// unmaps its files, and a call still reading them would kill the process.
// Calls may nest. The zero value is open.
type gate struct {
	mu     sync.Mutex
	inside int
	closed bool
	empty  sync.Cond // signalled when a closed gate has nobody inside
}

// enter lets a call in, unless the gate is closed.
func (g *gate) enter() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return ErrClosed
	}
	g.inside++
	return nil
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.inside--; g.closed && g.inside == 0 {
		g.empty.Broadcast()
	}
}

// close shuts the gate and waits until nobody is inside. It reports whether
// this call was the first.
func (g *gate) close() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	first := !g.closed
	g.closed = true
	g.empty.L = &g.mu
	for g.inside > 0 {
		g.empty.Wait()
	}
	return first
}
