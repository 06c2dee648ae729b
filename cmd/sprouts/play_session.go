package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// playSession is a match between a person and the computer, or two people.
type playSession struct {
	g        *GlobalOptions
	match    *play.Match
	think    time.Duration
	seed     uint64
	alone    bool // the computer makes no move
	computer play.Side

	saved bool // as the match is now
}

// errQuit ends a session.
var errQuit = errors.New("quit")

// run plays until the game is over or the person leaves.
func (s *playSession) run(ctx context.Context) error {
	s.greet()
	lines := readLines(ctx, s.g.stdin)
	if err := s.answer(ctx); err != nil {
		return s.leave(err)
	}
	for line, err := range lines {
		if err == nil {
			err = s.do(ctx, strings.TrimSpace(line.text))
		}
		if err != nil {
			return s.leave(err)
		}
		if s.match.Over() {
			break
		}
		s.prompt()
	}
	return s.leave(nil)
}

// printf writes to the person.
func (s *playSession) printf(format string, args ...any) {
	fmt.Fprintf(s.g.stdout, format, args...)
}

// greet says what is played.
func (s *playSession) greet() {
	about := s.match.Rules().About()
	how := "who cannot move loses"
	if s.match.Misere() {
		how = "misère: who makes the last move loses"
	}
	s.printf("%s, %s.\n", about.Title, how)
	if !s.alone {
		s.printf("You are %s. ", sideName(about, s.computer.Other()))
	}
	s.printf("Type a move, or help.\n")
	s.g.detail("seed %d", s.seed)
}

// prompt asks for a move.
func (s *playSession) prompt() {
	if s.alone {
		s.printf("%s> ", sideName(s.match.Rules().About(), s.match.Turn()))
		return
	}
	s.printf("your move> ")
}

// answer lets the computer move if it is its turn, shows where the game stands, and asks.
func (s *playSession) answer(ctx context.Context) error {
	if !s.alone && s.match.Turn() == s.computer && !s.match.Over() {
		s.draw()
		if err := s.move(ctx); err != nil {
			return err
		}
	}
	s.draw()
	if s.match.Over() {
		s.over()
		return errQuit
	}
	s.prompt()
	return nil
}

// move makes the computer's move.
func (s *playSession) move(ctx context.Context) error {
	thinking, stop := context.WithTimeout(ctx, s.think)
	defer stop()
	m := s.match
	c, ok, err := play.Choose(thinking, m.Rules(), m.Position(), m.Turn(), m.Misere(), s.seed+uint64(len(m.Moves())))
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	case !ok:
		return nil
	}
	if c.Verdict.Outcome == game.Unknown {
		s.printf("I cannot decide this position in %s, so my move may be a mistake.\n", term.Duration(s.think))
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
	about := s.match.Rules().About()
	winner, _ := s.match.Winner()
	moves := len(s.match.Moves())
	switch {
	case s.alone:
		s.printf("%s wins after %s.\n", capital(sideName(about, winner)), plural(int64(moves), "move"))
	case winner == s.computer:
		s.printf("I win after %s.\n", plural(int64(moves), "move"))
	default:
		s.printf("You win after %s.\n", plural(int64(moves), "move"))
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// do does what a line says.
func (s *playSession) do(ctx context.Context, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "":
		return nil
	case "help", "?":
		s.help()
	case "hint":
		return s.hint(ctx)
	case "moves":
		s.listMoves()
	case "board":
		s.draw()
	case "undo":
		s.undo()
	case "resign":
		s.match.Resign()
		s.over()
		return errQuit
	case "save":
		s.save(rest)
	case "quit", "exit":
		return errQuit
	default:
		return s.played(ctx, line)
	}
	return nil
}

// played makes the person's move, and the computer's after it.
func (s *playSession) played(ctx context.Context, move string) error {
	if err := s.match.Play(move); err != nil {
		s.printf("%v\n", err)
		return nil
	}
	s.saved = false
	return s.afterMove(ctx)
}

// afterMove goes on after the person's move.
func (s *playSession) afterMove(ctx context.Context) error {
	if s.match.Over() {
		s.draw()
		s.over()
		return errQuit
	}
	if s.alone {
		s.draw()
		return nil
	}
	if err := s.move(ctx); err != nil {
		return err
	}
	s.draw()
	if s.match.Over() {
		s.over()
		return errQuit
	}
	return nil
}

// help says what can be typed.
func (s *playSession) help() {
	about := s.match.Rules().About()
	for _, line := range wrap(about.Goal, helpWidth) {
		s.printf("%s\n", line)
	}
	for _, line := range wrap("A move: "+about.Move, helpWidth) {
		s.printf("%s\n", line)
	}
	s.printf("hint  moves  board  undo  resign  save FILE  quit\n")
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
		s.printf("I cannot decide this position in %s.\n", term.Duration(s.think))
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
func (s *playSession) listMoves() {
	var moves []string
	for m := range s.match.Position().Moves(s.match.Turn()) {
		if moves = append(moves, m.Text); len(moves) > shownMoves {
			break
		}
	}
	for _, line := range wrap(strings.Join(shortened(moves, shownMoves), ", "), helpWidth) {
		s.printf("%s\n", line)
	}
}

// undo takes the person's last move back, and the computer's after it.
func (s *playSession) undo() {
	m := s.match
	least := 0
	if !s.alone && m.First() == s.computer {
		least = 1 // the computer's first move stays
	}
	if len(m.Moves()) <= least {
		s.printf("There is no move of yours to take back.\n")
		return
	}
	s.saved = false
	m.Undo()
	if !s.alone && m.Turn() == s.computer {
		m.Undo()
	}
	s.draw()
}

// save keeps the match in a file.
func (s *playSession) save(name string) {
	if name == "" {
		s.printf("save where? Write save FILE\n")
		return
	}
	if err := s.write(name); err != nil {
		s.printf("%v\n", err)
		return
	}
	s.saved = true
	s.printf("saved in %s\n", name)
}

// write writes the record to a temporary file and renames it.
func (s *playSession) write(name string) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".match-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(s.match.String())
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// leave ends the session, and keeps a match that is not over.
func (s *playSession) leave(err error) error {
	if errors.Is(err, errQuit) {
		err = nil
	}
	if s.saved || s.match.Over() || len(s.match.Moves()) == 0 {
		return err
	}
	name := filepath.Join(s.g.Store, "unfinished-"+s.match.Rules().Name()+".match")
	failure := os.MkdirAll(filepath.Dir(name), 0o755)
	if failure == nil {
		failure = s.write(name)
	}
	if failure != nil {
		return errors.Join(err, fmt.Errorf("the game is not kept: %w", failure))
	}
	s.printf("\nThe game is kept: sprouts play --resume %s\n", tilde(name))
	return err
}
