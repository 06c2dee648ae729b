package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// recordVersion is the first line of a record. It changes with the format.
const recordVersion = "sprouts-match-1"

// The words that lines of a record begin with.
const (
	keyGame   = "game"
	keyPlay   = "play"
	keyFirst  = "first"
	keyLeft   = "left"
	keyRight  = "right"
	keySeed   = "seed"
	keyStart  = "start"
	keyMove   = "move"
	keyResign = "resign"
)

// Words of a record.
const (
	wordNormal = "normal"
	wordMisere = "misere"

	wordPerson   = "person"
	wordComputer = "computer"
)

// String writes the match as a record, which [ReadMatch] reads:
//
//	sprouts-match-1
//	game wythoff
//	play normal            or misere
//	first Left             or Right: who moved first
//	left person            or computer; this line and the next two may be missing:
//	right computer         then two people play, and the seed is 0
//	seed 4711              of what was left to chance
//	start 12 20            the position in the game's notation
//	move a-3               a line for each move
//	move b-1
//	resign                 if the side to move has
//
// Blank lines and lines that begin with # mean nothing.
func (m *Match) String() string {
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintln(&b, strings.TrimSpace(key+" "+value)) }
	line(recordVersion, "")
	line(keyGame, m.rules.Name())
	line(keyPlay, map[bool]string{false: wordNormal, true: wordMisere}[m.misere])
	line(keyFirst, m.first.String())
	line(keyLeft, seat(m.Computer[Left]))
	line(keyRight, seat(m.Computer[Right]))
	line(keySeed, strconv.FormatUint(m.Seed, 10))
	line(keyStart, m.Start().String())
	for _, move := range m.moves {
		line(keyMove, move)
	}
	if m.resigned {
		line(keyResign, "")
	}
	return b.String()
}

// seat is who moves for a side.
func seat(computer bool) string {
	if computer {
		return wordComputer
	}
	return wordPerson
}

// RecordError says where and why a text is no record of a match.
type RecordError struct {
	Line   int    // from 1
	Text   string // of the line
	Reason string
	Remedy string
	Err    error // of the position or the move, nil if that is not what is wrong
}

// Error names the line, what is wrong and what would be right.
func (e *RecordError) Error() string {
	text := fmt.Sprintf("record, line %d %q: %s", e.Line, game.Excerpt(e.Text, 0), e.Reason)
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

// Unwrap returns the error of the position or the move.
func (e *RecordError) Unwrap() error { return e.Err }

// IsRecord reports whether a text begins like a record.
func IsRecord(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), recordVersion)
}

// ReadMatch reads a record, and plays it from its start. The game is looked up by
// its name. Errors are of type *[RecordError]; with one of a move comes the match as
// far as it is right.
func ReadMatch(text string, find func(name string) (Rules, error)) (*Match, error) {
	r := reader{find: find}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := r.read(line); err != nil {
			err.Line, err.Text = number, line
			return r.match, err
		}
	}
	if r.match == nil {
		return nil, &RecordError{Line: number + 1, Reason: "the record ends early", Remedy: "a line \"" + r.wanted() + "\" comes next"}
	}
	return r.match, nil
}

// reader is a record that has been read up to some line.
type reader struct {
	find   func(string) (Rules, error)
	begun  bool
	rules  Rules
	play   string
	first  string
	seats  [2]bool
	seed   uint64
	match  *Match // once the start is there
	closed bool   // a resignation came
}

// wanted is what the next line of the head must be.
func (r *reader) wanted() string {
	switch {
	case !r.begun:
		return recordVersion
	case r.rules == nil:
		return keyGame + " NAME"
	case r.play == "":
		return keyPlay + " " + wordNormal
	case r.first == "":
		return keyFirst + " " + Left.String()
	default:
		return keyStart + " POSITION"
	}
}

// read takes one line.
func (r *reader) read(line string) *RecordError {
	key, value, _ := strings.Cut(line, " ")
	value = strings.TrimSpace(value)
	if r.match != nil {
		return r.readMove(key, value)
	}
	want, _, _ := strings.Cut(r.wanted(), " ")
	optional := want == keyStart && slices.Contains([]string{keyLeft, keyRight, keySeed}, key)
	if key != want && !optional {
		return &RecordError{Reason: fmt.Sprintf("%q is not what comes here", key), Remedy: "a line \"" + r.wanted() + "\" comes next"}
	}
	return r.readHead(key, value)
}

// readHead takes a line before the moves, in their order.
func (r *reader) readHead(key, value string) *RecordError {
	var err error
	switch key {
	case recordVersion:
		r.begun = true
	case keyGame:
		r.rules, err = r.find(value)
	case keyPlay:
		r.play, err = oneOf(value, wordNormal, wordMisere)
	case keyFirst:
		r.first, err = oneOf(value, Left.String(), Right.String())
	case keyLeft:
		r.seats[Left], err = readSeat(value)
	case keyRight:
		r.seats[Right], err = readSeat(value)
	case keySeed:
		if r.seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			err = fmt.Errorf("%q is no seed; write a number from 0 to 2^64-1", value)
		}
	case keyStart:
		err = r.begin(value)
	}
	if err != nil {
		return &RecordError{Reason: err.Error(), Err: err}
	}
	return nil
}

func readSeat(value string) (computer bool, err error) {
	word, err := oneOf(value, wordPerson, wordComputer)
	return word == wordComputer, err
}

func oneOf(value string, words ...string) (string, error) {
	for _, word := range words {
		if value == word {
			return word, nil
		}
	}
	return "", fmt.Errorf("%q is not known here; write %s", value, strings.Join(words, " or "))
}

func (r *reader) begin(position string) error {
	start, err := r.rules.Parse(position)
	if err != nil {
		return err
	}
	first := Left
	if r.first == Right.String() {
		first = Right
	}
	if r.match, err = NewMatch(r.rules, start, first, r.play == wordMisere); err != nil {
		r.match = nil
		return err
	}
	r.match.Computer, r.match.Seed = r.seats, r.seed
	return nil
}

// readMove takes a line after the head.
func (r *reader) readMove(key, value string) *RecordError {
	switch {
	case r.closed:
		return &RecordError{Reason: "the game was resigned before", Remedy: "nothing comes after a resignation"}
	case key == keyResign && value == "":
		if r.match.Over() {
			return &RecordError{Reason: ErrOver.Error(), Remedy: "who has lost need not resign"}
		}
		r.match.Resign()
		r.closed = true
		return nil
	case key != keyMove:
		return &RecordError{Reason: fmt.Sprintf("%q is not what comes here", key), Remedy: "after the start come lines \"move MOVE\" and at most one \"resign\""}
	}
	if err := r.match.Play(value); err != nil {
		return &RecordError{Reason: err.Error(), Err: err}
	}
	return nil
}
