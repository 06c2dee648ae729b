package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// playSession is a match between a person and the computer, or two people.
type playSession struct {
	g     *GlobalOptions
	match *play.Match
	think time.Duration

	file  string // where the match is kept, "" if nowhere yet
	saved bool   // it is there as it is now
}

// errQuit ends a session.
var errQuit = errors.New("quit")

// run plays until the game is over or the person leaves.
func (s *playSession) run(ctx context.Context) error {
	s.greet()
	err := s.answer(ctx)
	if err == nil {
		s.prompt()
		err = s.listen(ctx)
	}
	if errors.Is(err, errQuit) {
		err = nil
	}
	return errors.Join(err, s.leave())
}

// listen does what the person says.
func (s *playSession) listen(ctx context.Context) error {
	for line, err := range readLines(ctx, s.g.stdin) {
		if err == nil {
			err = s.do(ctx, strings.TrimSpace(line.text))
		}
		if err != nil {
			return err
		}
		s.prompt()
	}
	return nil
}

// printf writes to the person.
func (s *playSession) printf(format string, args ...any) {
	fmt.Fprintf(s.g.stdout, format, args...)
}

// about describes the game.
func (s *playSession) about() play.About { return s.match.Rules().About() }

// two reports whether two people play.
func (s *playSession) two() bool { return s.match.Computer == [2]bool{} }

// greet says what is played.
func (s *playSession) greet() {
	how := "who cannot move loses"
	if s.match.Misere() {
		how = "misère: who makes the last move loses"
	}
	s.printf("%s, %s. Seed %d.\n", s.about().Title, how, s.match.Seed)
	if !s.two() {
		me := play.Left
		if s.match.Computer[me] {
			me = play.Right
		}
		s.printf("You are %s. ", s.sideName(me))
	}
	s.printf("Type a move, or help.\n")
}

// sideName is what a side is called in this match.
func (s *playSession) sideName(side play.Side) string {
	if s.match.First() == play.Right && !s.about().Partizan {
		side = side.Other()
	}
	return sideName(s.about(), side)
}

// prompt asks for a move.
func (s *playSession) prompt() {
	if s.two() {
		s.printf("%s> ", s.sideName(s.match.Turn()))
		return
	}
	s.printf("your move> ")
}

// answer lets the computer move if it is its turn, and shows where the game stands. The
// end of the game ends the session.
func (s *playSession) answer(ctx context.Context) error {
	if !s.match.Over() && s.match.Computer[s.match.Turn()] {
		if len(s.match.Moves()) == 0 {
			s.draw()
		}
		if err := s.move(ctx); err != nil {
			return err
		}
	}
	s.draw()
	if s.match.Over() {
		s.over()
		return errQuit
	}
	if err := s.keep(); err != nil {
		s.printf("%v\n", err)
	}
	return nil
}

// move makes the computer's move.
func (s *playSession) move(ctx context.Context) error {
	thinking, stop := context.WithTimeout(ctx, s.think)
	defer stop()
	m := s.match
	c, ok, err := play.Choose(thinking, m.Rules(), m.Position(), m.Turn(), m.Misere(), m.Seed+uint64(len(m.Moves())))
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	case !ok:
		return nil
	}
	if c.Verdict.Outcome == game.Unknown {
		s.printf("I cannot decide this position, so my move may be a mistake. %s\n", c.Verdict.Why)
	}
	s.printf("I move %s\n", c.Move)
	s.saved = false
	return m.Play(c.Move)
}

// draw shows the position.
func (s *playSession) draw() {
	s.printf("\n%s\n", s.match.Position().Draw())
}

// over says who has won.
func (s *playSession) over() {
	winner, _ := s.match.Winner()
	who := "You win"
	switch {
	case s.two():
		name := s.sideName(winner)
		who = strings.ToUpper(name[:1]) + name[1:] + " wins"
	case s.match.Computer[winner]:
		who = "I win"
	}
	s.printf("%s after %s.\n", who, plural(int64(len(s.match.Moves())), "move"))
}

// do does what a line says.
func (s *playSession) do(ctx context.Context, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if word = strings.ToLower(word); word == "save" {
		s.save(rest)
		return nil
	}
	command, ok := map[string]func(context.Context) error{
		"":       func(context.Context) error { return nil },
		"help":   s.help,
		"?":      s.help,
		"hint":   s.hint,
		"moves":  s.listMoves,
		"board":  func(context.Context) error { s.draw(); return nil },
		"undo":   s.undo,
		"resign": s.resign,
		"quit":   func(context.Context) error { return errQuit },
		"exit":   func(context.Context) error { return errQuit },
	}[word]
	switch {
	case !ok:
		return s.played(ctx, line)
	case rest != "":
		s.printf("%s stands alone; leave out %q\n", word, rest)
		return nil
	default:
		return command(ctx)
	}
}

// played makes the person's move, and lets the computer answer.
func (s *playSession) played(ctx context.Context, move string) error {
	if err := s.match.Play(move); err != nil {
		s.printf("%v\n", err)
		return nil
	}
	s.saved = false
	return s.answer(ctx)
}

// resign gives up.
func (s *playSession) resign(context.Context) error {
	s.match.Resign()
	s.saved = false
	s.over()
	return errQuit
}

// help says what can be typed.
func (s *playSession) help(context.Context) error {
	for _, line := range wrap(s.about().Goal, helpWidth) {
		s.printf("%s\n", line)
	}
	for _, line := range wrap("A move: "+s.about().Move, helpWidth) {
		s.printf("%s\n", line)
	}
	s.printf("hint  moves  board  undo  resign  save FILE  quit\n")
	return nil
}

// hint says who wins and how.
func (s *playSession) hint(ctx context.Context) error {
	thinking, stop := context.WithTimeout(ctx, s.think)
	defer stop()
	m := s.match
	v, err := m.Rules().Judge(thinking, m.Position(), m.Turn(), m.Misere())
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	}
	s.printf("%s", v.Hint)
	switch v.Outcome {
	case game.Win:
		s.printf("You can win: %s\n", strings.Join(shortened(v.Moves, 20), ", "))
	case game.Loss:
		s.printf("Every move loses against perfect play.\n")
	default:
		s.printf("I cannot decide this position.\n")
	}
	s.printf("%s\n", v.Why)
	return nil
}

// shortened leaves all but the first strings out.
func shortened(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	return append(append([]string{}, list[:most]...), "...")
}

// shownMoves is how many legal moves are listed.
const shownMoves = 200

// listMoves lists the legal moves.
func (s *playSession) listMoves(context.Context) error {
	var moves []string
	for m := range s.match.Position().Moves(s.match.Turn()) {
		if moves = append(moves, m.Text); len(moves) > shownMoves {
			break
		}
	}
	for _, line := range wrap(strings.Join(shortened(moves, shownMoves), ", "), helpWidth) {
		s.printf("%s\n", line)
	}
	return nil
}

// undo takes the person's last move back, and the computer's after it.
func (s *playSession) undo(context.Context) error {
	m := s.match
	least := 0
	if m.Computer[m.First()] {
		least = 1 // the computer's first move stays
	}
	if len(m.Moves()) <= least {
		s.printf("There is no move of yours to take back.\n")
		return nil
	}
	s.saved = false
	m.Undo()
	if m.Computer[m.Turn()] {
		m.Undo()
	}
	s.draw()
	return nil
}
