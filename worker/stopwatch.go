package worker

import (
	"sync"
	"time"
)

// stopwatch measures what the search is busy with. It can be read while a step is at
// work, which may take as long as a coordinator has no work. The zero value is ready.
type stopwatch struct {
	mu    sync.Mutex // guards the fields below
	past  [kindsOfWork]time.Duration
	doing kindOfWork
	began time.Time // of what is being done; zero: nothing is
}

// start begins to measure.
func (s *stopwatch) start(k kindOfWork) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doing, s.began = k, time.Now()
}

// stop ends what was started.
func (s *stopwatch) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.past[s.doing] += time.Since(s.began)
	s.began = time.Time{}
}

// read returns how long a kind of work was done, until now.
func (s *stopwatch) read(k kindOfWork) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.past[k]
	if s.doing == k && !s.began.IsZero() {
		d += time.Since(s.began)
	}
	return d
}
