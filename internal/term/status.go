package term

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

const (
	// quietStart is how long work goes on before the first live status: an
	// answer that comes sooner should not flicker.
	quietStart = 300 * time.Millisecond
	// refresh is the time between two live pictures: fast enough to look alive.
	refresh = 200 * time.Millisecond
	// plainEvery is the time between two lines where the status is not live. It
	// keeps the log of a day's run below 3,000 lines.
	plainEvery = 30 * time.Second
)

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Status shows one line about work in progress: redrawn in place on a terminal,
// otherwise printed every 30 seconds. Its methods but Write must be called from one
// goroutine. A live Status owns the goroutines that draw it until Stop.
type Status struct {
	w    io.Writer
	live bool
	next time.Time // of the first live picture or of the next plain line

	text atomic.Pointer[string] // what the drawing goroutine shows
	bar  *mpb.Bar

	mu      sync.Mutex // guards the field below, and w while nothing is drawn
	drawing *mpb.Progress
}

// NewStatus returns a status for work that starts now.
func NewStatus(w io.Writer, now time.Time) *Status {
	s := &Status{w: w, live: IsTerminal(w)}
	s.next = now.Add(plainEvery)
	if s.live {
		s.next = now.Add(quietStart)
	}
	return s
}

// Due reports whether Update would use a new line now. It saves the caller from
// making lines that nobody sees.
func (s *Status) Due(now time.Time) bool { return !now.Before(s.next) }

// Update replaces the line.
func (s *Status) Update(now time.Time, line string) {
	switch {
	case !s.Due(now):
	case !s.live:
		_, _ = io.WriteString(s, line+"\n")
		s.next = now.Add(plainEvery)
	default:
		s.text.Store(&line)
		s.next = now.Add(refresh)
		if s.bar == nil {
			s.draw()
		}
	}
}

// Write prints what others have to say, such as a log: above a live line. Any
// goroutine may call it.
func (s *Status) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawing != nil {
		return s.drawing.Write(p)
	}
	return s.w.Write(p)
}

// draw starts the goroutines that redraw the line.
func (s *Status) draw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drawing = mpb.New(mpb.WithOutput(s.w), mpb.WithRefreshRate(refresh))
	s.bar = s.drawing.New(0, mpb.NopStyle(), mpb.BarRemoveOnComplete(), mpb.PrependDecorators(
		decor.Any(func(decor.Statistics) string { return *s.text.Load() }),
	))
}

// Stop removes a live line and returns when nothing draws any more. Stopping
// twice, or before the first picture, does nothing.
func (s *Status) Stop() {
	if s.bar == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bar.Abort(true)
	s.drawing.Wait()
	s.drawing, s.bar = nil, nil
}
