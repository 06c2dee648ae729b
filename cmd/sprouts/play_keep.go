package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// save keeps the match in a file that the person names. One that is there already is not
// written over, unless the match came from it.
func (s *playSession) save(name string) {
	switch {
	case name == "":
		s.printf("save where? Write save FILE\n")
		return
	case strings.HasPrefix(name, "~/"):
		name = untilde(name)
	}
	if _, err := os.Lstat(name); err == nil && name != s.file {
		s.printf("%s is there already; choose another name\n", name)
		return
	}
	if err := s.write(name); err != nil {
		s.printf("%v\n", err)
		return
	}
	s.file, s.saved = name, true
	s.printf("saved in %s\n", name)
}

// keep keeps the match as it is after each move, so that nobody loses one, whatever kills
// the program: where it came from, or among the games of the data folder.
func (s *playSession) keep() error {
	if s.saved || s.untouched() || s.file == "" && s.g.NoStore {
		return nil
	}
	if s.file == "" {
		name, err := s.newFile()
		if err != nil {
			return fmt.Errorf("the game is not kept: %w", err)
		}
		s.file = name
	}
	if err := s.write(s.file); err != nil {
		return fmt.Errorf("the game is not kept: %w", err)
	}
	return nil
}

// untouched reports whether there is nothing to be kept.
func (s *playSession) untouched() bool {
	return s.file == "" && len(s.match.Moves()) == 0 && !s.match.Resigned()
}

// leave says where the match is kept.
func (s *playSession) leave() error {
	if err := s.keep(); err != nil || s.saved || s.untouched() {
		return err
	}
	if s.file == "" {
		s.printf("\nThe game is not kept.\n")
		return nil
	}
	verb := "play --resume"
	if s.match.Over() {
		verb = "replay"
	}
	s.printf("\nThe game is kept: sprouts %s %s\n", verb, shellQuote(s.file))
	return nil
}

// newFile makes an empty file that no other game is kept in.
func (s *playSession) newFile() (string, error) {
	folder := filepath.Join(s.g.Store, "games")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for number := 1; ; number++ {
		name := filepath.Join(folder, fmt.Sprintf("%s-%d.match", s.match.Rules().Name(), number))
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			return name, f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
}

// write writes the record to a temporary file and renames it, so that a full disk costs
// nothing that was there.
func (s *playSession) write(name string) error {
	partial := name + ".partial"
	err := os.WriteFile(partial, []byte(s.match.String()), 0o644)
	if err == nil {
		err = os.Rename(partial, name)
	}
	if err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err
		}
		return errors.Join(fmt.Errorf("write %s: %w", name, err), removeIfThere(partial))
	}
	return nil
}

// removeIfThere removes a file that need not be there.
func removeIfThere(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// untilde is the inverse of tilde.
func untilde(path string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(path, "~/"); ok && err == nil {
		return filepath.Join(home, filepath.FromSlash(rest))
	}
	return path
}

// plain is what a shell takes as it stands.
var plain = regexp.MustCompile(`^[\w./@%+=:,~-]+$`)

// shellQuote writes a path so that it can be pasted into a shell.
func shellQuote(path string) string {
	if short := tilde(path); plain.MatchString(short) {
		return short
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
