package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// number is a number in a text and where it stands, in bytes from 0.
type number struct{ value, offset int }

// written is a move as it is written, before anybody asks whether it is legal.
type written struct {
	text             string
	f, g, h          number
	reach            number // after "@"; 0 if there is none
	markF, markH     bool   // "!" beside f and h
	markList, listed bool   // "!" after h; a list, empty or not
	markAt           [3]int // offsets of the marks: f, h, list
	list             []number
}

// maxDigits keeps numbers within an int; no spot has more than four digits.
const maxDigits = 6

const moveRemedy = "write a move like 1(10)3, 1(10@4)3 or 1(10)3[2,5,7-9]"

// scanner reads a move from left to right. The first error stays.
type scanner struct {
	text string
	at   int
	err  *play.MoveError
}

// scanMove reads the grammar of moves. Blanks around the move and in its list mean nothing.
func scanMove(text string) (written, error) {
	s := scanner{text: text}
	m := written{text: text}
	s.blanks()
	m.f = s.number("the first spot")
	m.markF, m.markAt[0] = s.mark()
	s.expect('(', "the new spot in parentheses")
	m.g = s.number("the new spot")
	if s.accept('@') {
		m.reach = s.number("the spot to be reached")
	}
	s.expect(')', "a closing parenthesis")
	m.markH, m.markAt[1] = s.mark()
	m.h = s.number("the second spot")
	m.markList, m.markAt[2] = s.mark()
	if m.listed = s.accept('['); m.listed {
		m.list = s.list()
	}
	s.blanks()
	if s.err == nil && s.at < len(text) {
		s.fail(s.at, fmt.Sprintf("%s is not part of a move", s.next()), moveRemedy)
	}
	if s.err != nil {
		return written{}, s.err
	}
	return m, nil
}

func (s *scanner) fail(offset int, reason, remedy string) {
	if s.err == nil {
		s.err = &play.MoveError{Move: s.text, Offset: offset, Reason: reason, Remedy: remedy}
	}
}

// next describes what stands at the scanner's place.
func (s *scanner) next() string {
	for _, r := range s.text[s.at:] {
		return strconv.QuoteRune(r)
	}
	return "the end of the text"
}

func (s *scanner) accept(c byte) bool {
	if s.err != nil || s.at == len(s.text) || s.text[s.at] != c {
		return false
	}
	s.at++
	return true
}

func (s *scanner) expect(c byte, what string) {
	if !s.accept(c) {
		s.fail(s.at, fmt.Sprintf("%s stands where %s is wanted", s.next(), what), moveRemedy)
	}
}

func (s *scanner) mark() (marked bool, offset int) {
	offset = s.at
	return s.accept('!'), offset
}

func (s *scanner) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *scanner) number(what string) number {
	start := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	value, err := strconv.Atoi(s.text[start:s.at])
	switch {
	case s.at == start:
		s.fail(start, fmt.Sprintf("%s stands where the number of %s is wanted", s.next(), what), moveRemedy)
	case err != nil || s.at-start > maxDigits || value == 0:
		s.fail(start, fmt.Sprintf("%s is no number of a spot", s.text[start:s.at]), "spots are numbered from 1 on")
		value = 0
	}
	return number{value, start}
}

// list reads spots and ranges up to the closing bracket; the opening one is read.
func (s *scanner) list() (list []number) {
	s.blanks()
	if s.accept(']') {
		return nil
	}
	for s.err == nil {
		s.blanks()
		first := s.number("a spot")
		list = append(list, first)
		s.blanks()
		if s.accept('-') {
			list = append(list, s.upTo(first)...)
		}
		s.blanks()
		if s.accept(']') {
			return list
		}
		if !s.accept(',') && !s.accept('&') {
			s.fail(s.at, fmt.Sprintf("%s stands in the list", s.next()),
				"separate spots with commas, write ranges like 7-9 and close the list with ]")
		}
	}
	return nil
}

// upTo reads the end of a range and returns its spots but for the first.
func (s *scanner) upTo(first number) (list []number) {
	s.blanks()
	last := s.number("the last spot of a range")
	switch {
	case s.err != nil:
		return nil
	case last.value <= first.value:
		s.fail(first.offset, fmt.Sprintf("the range %d-%d goes down", first.value, last.value), "write the lower number first")
	case last.value > maxNumber:
		s.fail(last.offset, fmt.Sprintf("no drawing has a spot %d", last.value), "name spots that are there")
	default:
		for v := first.value + 1; v <= last.value; v++ {
			list = append(list, number{v, first.offset})
		}
	}
	return list
}

// maxNumber is the highest number that a spot can have: a game from n spots has at
// most 3n - 1 moves.
const maxNumber = 4*MaxSpots - 1
