package brussels

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sprouts-solver/sprouts/game"
)

// fault says where and why a text cannot be read. It becomes a *game.ParseError
// or a *play.MoveError.
type fault struct {
	offset         int
	reason, remedy string
}

const (
	positionRemedy = `write crosses as a number, other regions as (4.3*2), joined by "+", or "!" for no region`
	listRemedy     = `write the arms of each boundary, joined by ".", several equal ones as 4*3`
)

// scanner reads texts from left to right. Blanks between words mean nothing.
type scanner struct {
	text string
	at   int
	arms int // free arms read so far
}

// peek returns the next byte, or 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
	}
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// accept reads the byte if it is next.
func (s *scanner) accept(c byte) bool {
	if s.peek() != c || s.at == len(s.text) {
		return false
	}
	s.at++
	return true
}

// unexpected describes what stands where something else should.
func (s *scanner) unexpected(want, remedy string) *fault {
	s.peek()
	if s.at == len(s.text) {
		return &fault{s.at, want + " is missing", remedy}
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return &fault{s.at, fmt.Sprintf("%q is not %s", r, want), remedy}
}

// number reads a decimal number. Numbers above most are faults of their own.
func (s *scanner) number(what string, least, most int, remedy string) (int, *fault) {
	if c := s.peek(); c < '0' || c > '9' {
		return 0, s.unexpected(what, remedy)
	}
	start, n := s.at, 0
	for ; s.at < len(s.text) && '0' <= s.text[s.at] && s.text[s.at] <= '9'; s.at++ {
		n = min(10*n+int(s.text[s.at]-'0'), most+1)
	}
	if n < least || n > most {
		return 0, &fault{
			start, fmt.Sprintf("%s cannot be %s", what, s.text[start:s.at]), fmt.Sprintf("write %d to %d", least, most),
		}
	}
	return n, nil
}

// add counts free arms.
func (s *scanner) add(at, arms int) *fault {
	if s.arms += arms; s.arms > MaxArms {
		return &fault{
			at, fmt.Sprintf("more than %d free arms", MaxArms), fmt.Sprintf("a position has at most %d crosses", MaxArms/crossArms),
		}
	}
	return nil
}

// list reads boundaries joined by ".".
func (s *scanner) list() (region, *fault) {
	var boundaries []int
	for more := true; more; more = s.accept('.') {
		s.peek()
		start, count := s.at, 1
		arms, bad := s.number("a number of arms", 1, MaxArms, listRemedy)
		if bad == nil && s.accept('*') {
			count, bad = s.number("a number of boundaries", 1, MaxArms, listRemedy)
		}
		if bad == nil {
			bad = s.add(start, arms*count)
		}
		if bad != nil {
			return nil, bad
		}
		for range count {
			boundaries = append(boundaries, arms)
		}
	}
	return newRegion(boundaries), nil
}

// summand reads a number of crosses or a region in parentheses; no cross is no
// region.
func (s *scanner) summand() (region, *fault) {
	if s.accept('(') {
		r, bad := s.list()
		if bad == nil && !s.accept(')') {
			bad = s.unexpected(`")" or another boundary`, listRemedy)
		}
		return r, bad
	}
	s.peek()
	start := s.at
	n, bad := s.number("a region", 0, MaxArms/crossArms, positionRemedy)
	if bad != nil {
		return nil, bad
	}
	var crosses region
	for range n {
		crosses = append(crosses, crossArms)
	}
	return crosses, s.add(start, n*crossArms)
}

// position reads a whole text. Nim-heaps are faults unless heaps is true.
func (s *scanner) position(heaps bool) (regions []region, heap game.Nimber, bad *fault) {
	if strings.Trim(s.text, " \t") == "!" {
		return nil, 0, nil
	}
	for more := true; more; more = s.accept('+') {
		if heaps && s.accept('*') {
			n, bad := s.number("a nim-heap", 0, game.MaxNimber, positionRemedy)
			if bad != nil {
				return nil, 0, bad
			}
			heap ^= game.Nimber(n)
			continue
		}
		r, bad := s.summand()
		if bad != nil {
			return nil, 0, bad
		}
		if len(r) > 0 && r.length() > 0 {
			regions = append(regions, r)
		}
	}
	if s.peek() != 0 || s.at < len(s.text) {
		return nil, 0, s.unexpected(`"+"`, positionRemedy)
	}
	return regions, heap, nil
}

// parse reads a position.
func parse(text string, heaps bool) ([]region, game.Nimber, error) {
	s := scanner{text: text}
	regions, heap, bad := s.position(heaps)
	if bad != nil {
		return nil, 0, &game.ParseError{Input: text, Offset: bad.offset, Reason: bad.reason, Remedy: bad.remedy}
	}
	return regions, heap, nil
}
