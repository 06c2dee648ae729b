package term

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Screen shows one page after another in the same place on a terminal.
type Screen struct {
	w     io.Writer
	drawn bool
}

// NewScreen returns a screen on a terminal.
func NewScreen(w io.Writer) *Screen { return &Screen{w: w} }

const (
	clearAll  = "\x1b[2J" // the whole terminal
	home      = "\x1b[H"
	clearLine = "\x1b[K" // from here to its end
	clearRest = "\x1b[J" // from here on
)

// Draw replaces the page. What does not fit below is left out: it would push what
// stands above away.
func (s *Screen) Draw(page string) error {
	var b strings.Builder
	if !s.drawn {
		b.WriteString(clearAll)
		s.drawn = true
	}
	b.WriteString(home)
	left := s.height() - 1 // the cursor stands below the page
	for line := range strings.Lines(page) {
		if left--; left < 0 {
			break
		}
		b.WriteString(strings.TrimSuffix(line, "\n") + clearLine + "\n")
	}
	b.WriteString(clearRest)
	_, err := io.WriteString(s.w, b.String())
	return err
}

// height is how many lines the terminal has, or the usual 24 if it does not say.
func (s *Screen) height() int {
	if f, ok := s.w.(*os.File); ok {
		if _, height, err := term.GetSize(int(f.Fd())); err == nil && height > 1 {
			return height
		}
	}
	return 24
}
