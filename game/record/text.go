package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// String writes the drawing: the spots of each boundary in left-hand order, separated by
// "," within a boundary, by ";" between boundaries and by "/" between regions, in a
// fixed order. Two positions have the same text if and only if they are the same
// drawing, names included.
func (p Position) String() string {
	var b strings.Builder
	for i, r := range p.regions {
		if i > 0 {
			b.WriteByte('/')
		}
		for k, w := range r {
			if k > 0 {
				b.WriteByte(';')
			}
			for j, s := range w {
				if j > 0 {
					b.WriteByte(',')
				}
				b.WriteString(strconv.Itoa(s))
			}
		}
	}
	return b.String()
}

const positionRemedy = `write boundaries like 1,6,2,6 with ";" between them and "/" between regions, or a game like 8+ 1(9)2`

// Parse reads a drawing as String writes it, in any order, or a game, which leads to
// one: "8+" is eight spots, and so is "8". Any other text gives a *[game.ParseError].
func Parse(text string) (Position, error) {
	if strings.ContainsAny(text, "+-(") {
		return parseGame(text)
	}
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && 1 <= n && n <= MaxSpots {
		return Position{startDrawing(n)}, nil
	}
	t := drawingText{text: text, firstAt: map[int]int{}}
	regions := t.regions()
	if t.err == nil {
		t.check(regions)
	}
	if t.err != nil {
		return Position{}, t.err
	}
	return Position{drawing{t.start(), t.degree, regions}.normal()}, nil
}

// drawingText reads the text of a drawing and checks it. The first error stays.
type drawingText struct {
	text    string
	at      int
	firstAt map[int]int // offset of the first time that a spot is named
	degree  []uint8
	err     *game.ParseError
}

func (t *drawingText) fail(offset int, remedy, reason string, args ...any) {
	if t.err == nil {
		t.err = &game.ParseError{Input: t.text, Offset: offset, Reason: fmt.Sprintf(reason, args...), Remedy: remedy}
	}
}

// regions reads everything.
func (t *drawingText) regions() (list []region) {
	r := region{}
	for t.err == nil {
		r = append(r, t.walk())
		switch {
		case t.at == len(t.text):
			return append(list, r)
		case t.text[t.at] == '/':
			list, r = append(list, r), region{}
		}
		t.at++
	}
	return nil
}

// walk reads a boundary up to what ends it, which it leaves.
func (t *drawingText) walk() (w walk) {
	for t.err == nil {
		w = append(w, t.spot())
		if t.err != nil || t.at == len(t.text) || t.text[t.at] != ',' {
			return w
		}
		t.at++
	}
	return nil
}

// spot reads a number with blanks around it, and sees to it that a separator follows.
func (t *drawingText) spot() int {
	rest := t.text[t.at:]
	start := t.at + len(rest) - len(strings.TrimLeft(rest, blanks))
	end := start
	for end < len(t.text) && t.text[end] >= '0' && t.text[end] <= '9' {
		end++
	}
	value, err := strconv.Atoi(t.text[start:end])
	rest = strings.TrimLeft(t.text[end:], blanks)
	t.at = len(t.text) - len(rest)
	switch {
	case start == end:
		t.fail(start, positionRemedy, "the number of a spot is missing")
	case err != nil || value == 0 || value > maxNumber:
		t.fail(start, fmt.Sprintf("spots are numbered from 1 to %d at most", maxNumber), "%s is no number of a spot", t.text[start:end])
	case rest != "" && !strings.ContainsRune(",;/", rune(rest[0])):
		t.fail(t.at, positionRemedy, "%q stands after a spot", []rune(rest)[0])
	}
	if _, ok := t.firstAt[value]; !ok {
		t.firstAt[value] = start
	}
	return value
}

// start returns the number of spots that no move has made: each move adds four line
// ends.
func (t *drawingText) start() int {
	ends := 0
	for _, d := range t.degree {
		ends += int(d)
	}
	return len(t.degree) - ends/4
}

const blanks = " \t\r\n"
