package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// Game is a recorded game: where it started, who played, the moves as they were
// written, and who won.
type Game struct {
	Spots   int       // start spots, 1 to MaxSpots
	Misere  bool      // who makes the last move loses
	Players [2]string // names, "" if nobody is named
	Ordered bool      // Players[0] moved first; otherwise the record does not say
	Inviter int       // 1 or 2 for the player who invited the other one, 0 if no one is marked
	Moves   []string  // as written, which need not be the shortest form
	Winner  int       // 1 for "I", who moved first; 2 for "II"; 0 if the record does not say
}

const gameRemedy = `write a game like 8+ (A - B) 1(9)2 1(10)1[3,4] II, with - for misère play`

// ReadGame reads a game in WGOSA notation. It checks how the moves are written, but
// not whether they are legal: Replay does. Errors are of type *[game.ParseError].
func ReadGame(text string) (Game, error) {
	g, _, err := readGame(text)
	if err != nil {
		return Game{}, err
	}
	return g, nil
}

// readGame returns also the offsets of the moves in the text.
func readGame(text string) (g Game, offsets []int, failure *game.ParseError) {
	r := gameText{text: text}
	r.header(&g)
	for r.err == nil {
		word, offset := r.word()
		if word == "" {
			break
		}
		if winner := map[string]int{"I": 1, "II": 2}[word]; winner > 0 {
			g.Winner = winner
			if more, at := r.word(); more != "" {
				r.fail(at, "end the game with its result", "something follows the result")
			}
			break
		}
		if _, err := scanMove(word); err != nil {
			r.failMove(offset, err)
		}
		g.Moves, offsets = append(g.Moves, word), append(offsets, offset)
	}
	return g, offsets, r.err
}

// gameText reads a game. The first error stays.
type gameText struct {
	text string
	at   int
	err  *game.ParseError
}

func (r *gameText) fail(offset int, remedy, reason string, args ...any) {
	if r.err == nil {
		r.err = &game.ParseError{Input: r.text, Offset: offset, Reason: fmt.Sprintf(reason, args...), Remedy: remedy}
	}
}

// blanks skips blanks.
func (r *gameText) blanks() {
	r.at = len(r.text) - len(strings.TrimLeft(r.text[r.at:], blanks))
}

// word reads up to the next blank outside brackets; "" is the end of the text.
func (r *gameText) word() (word string, offset int) {
	r.blanks()
	offset = r.at
	open := false
	for ; r.at < len(r.text); r.at++ {
		c := r.text[r.at]
		if !open && strings.IndexByte(blanks, c) >= 0 {
			break
		}
		open = (open || c == '[') && c != ']'
	}
	return r.text[offset:r.at], offset
}

// header reads the number of spots, the form of play and the players.
func (r *gameText) header(g *Game) {
	r.blanks()
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	spots, err := strconv.Atoi(r.text[start:r.at])
	switch {
	case start == r.at:
		r.fail(start, gameRemedy, "the number of spots is missing")
	case err != nil || spots < 1 || spots > MaxSpots:
		r.fail(start, fmt.Sprintf("start with 1 to %d spots", MaxSpots), "%s is no number of start spots", r.text[start:r.at])
	case r.at == len(r.text) || r.text[r.at] != '+' && r.text[r.at] != '-':
		r.fail(r.at, gameRemedy, "+ or - is missing after the number of spots")
	default:
		g.Spots, g.Misere = spots, r.text[r.at] == '-'
		r.at++
		r.players(g)
	}
}

// players reads names in parentheses, if there are any.
func (r *gameText) players(g *Game) {
	after := r.at
	r.blanks()
	if r.at == len(r.text) {
		return
	}
	if r.text[r.at] != '(' {
		if r.at == after {
			r.fail(r.at, gameRemedy, "a blank is missing after the number of spots")
		}
		return
	}
	open := r.at
	end := strings.IndexByte(r.text[open:], ')')
	if end < 0 {
		r.fail(open, "close the names with )", "the names of the players do not end")
		return
	}
	inside := r.text[open+1 : open+end]
	r.at = open + end + 1
	first, second, ordered := strings.Cut(inside, " - ")
	if !ordered {
		var found bool
		if first, second, found = strings.Cut(inside, ","); !found {
			r.fail(open, "write (A - B) if A moves first, or (A, B)", "there are not two names")
			return
		}
	}
	g.Ordered = ordered
	for i, name := range []string{first, second} {
		name, invited := strings.CutSuffix(strings.TrimSpace(name), "*")
		if invited && g.Inviter > 0 {
			r.fail(open, "mark one player with *", "both players are marked as the one who invited")
		}
		if invited {
			g.Inviter = i + 1
		}
		if name = strings.TrimSpace(name); !plainName(name) {
			r.fail(open, "names are not empty and have none of ( ) * and line ends", "%q is no name of a player", name)
		}
		g.Players[i] = name
	}
}

// plainName reports whether a name can be read back.
func plainName(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && !strings.ContainsAny(name, "()*\r\n")
}
