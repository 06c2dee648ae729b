package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/all"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/search"
)

// GlobalOptions are the settings that all verbs share, and the streams they
// talk on. A zero limit is no limit; MaxMemory is never zero.
type GlobalOptions struct {
	Entry     all.Game  // the game with all that it offers
	Game      game.Game // the game as sums of parts, nil if it is none
	Misere    bool      // who makes the last move loses; Game is then the misère form, if a search knows one
	Store     string    // the data folder; each game has a folder of its own in it
	NoStore   bool
	Fresh     bool
	Threads   int           // of a search
	MaxTime   time.Duration // for the whole command
	MaxMemory int64         // bytes that the process may take
	MaxNodes  int64         // couples visited
	MaxDisk   int64         // bytes of the store
	JSON      bool
	Quiet     bool
	Verbose   bool
	Cluster   ClusterOptions

	config effective // where each setting came from
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	tally  tally
}

func newGlobalOptions(stdin io.Reader, stdout, stderr io.Writer) *GlobalOptions {
	return &GlobalOptions{stdin: stdin, stdout: stdout, stderr: stderr, tally: tally{started: time.Now()}}
}

// setting is one row of the table of settings. Its name is the flag, the key in
// the configuration file and, in capitals behind SPROUTS_, the environment
// variable. All three give a text that set reads, so that a wrong value gets the
// same answer wherever it stands.
type setting struct {
	name     string
	short    string
	fallback func() string
	help     string // names its operand in backquotes; no operand: a switch
	set      func(g *GlobalOptions, text string) error
}

// settings is, with clusterSettings, the table of truth: flags, configuration and
// `config show` come from it.
var settings = []setting{
	{"game", "", text("sprouts"), "the `GAME` to play: " + strings.Join(gameNames(), " or "), setGame},
	{"store", "", dataFolder, "keep results in folder `DIR`, one sub-folder per game", func(g *GlobalOptions, s string) error {
		if s == "" {
			return errors.New("the folder has no name; write a path, or use --no-store")
		}
		g.Store = s
		return nil
	}},
	{"no-store", "", text("false"), "keep nothing and look nothing up", setSwitch(func(g *GlobalOptions) *bool { return &g.NoStore })},
	{"fresh", "", text("false"), "compute anew: use nothing stored, but store what is found and compare", setSwitch(func(g *GlobalOptions) *bool { return &g.Fresh })},
	{"threads", "", text(allCores), "search with `COUNT` threads, or " + allCores, setThreads},
	{"max-time", "", text(noLimit), "stop the command after `TIME`, such as 90s, 10m or 1h30m", func(g *GlobalOptions, s string) (err error) {
		g.MaxTime, err = limit(s, term.ParseDuration)
		return err
	}},
	{"max-memory", "", text("4GiB"), "take about `SIZE` of memory at most, such as 512MiB or 8GiB", setMemory},
	{"max-nodes", "", text(noLimit), "stop after visiting `COUNT` couples, such as 250000 or 3M", func(g *GlobalOptions, s string) (err error) {
		g.MaxNodes, err = limit(s, term.ParseCount)
		return err
	}},
	{"max-disk", "", text(noLimit), "stop when the store is larger than `SIZE`", func(g *GlobalOptions, s string) (err error) {
		g.MaxDisk, err = limit(s, term.ParseBytes)
		return err
	}},
	{"json", "", text("false"), "print JSON lines, each with a schema, a summary last", setSwitch(func(g *GlobalOptions) *bool { return &g.JSON })},
	{"quiet", "q", text("false"), "say nothing but answers and errors", setSwitch(func(g *GlobalOptions) *bool { return &g.Quiet })},
	{"verbose", "v", text("false"), "say more on standard error", setSwitch(func(g *GlobalOptions) *bool { return &g.Verbose })},
}

// allSettings are the rows of both tables.
func allSettings() []setting { return slices.Concat(settings, clusterSettings) }

// addFlags declares the settings that all verbs share as flags. Their values are read later, together
// with the other sources, by loadConfig.
func addFlags(f *pflag.FlagSet) {
	for _, s := range settings {
		s.declare(f)
	}
	f.String("config", "", "read settings from `FILE` (default "+tilde(defaultConfigFile())+")")
}

// declare adds the setting's flag.
func (s setting) declare(f *pflag.FlagSet) {
	if strings.Contains(s.help, "`") {
		f.StringP(s.name, s.short, "", s.help+s.shown())
	} else {
		f.BoolP(s.name, s.short, false, s.help)
	}
}

// shown is the default as help texts print it.
func (s setting) shown() string {
	if s.fallback() == noLimit {
		return ""
	}
	return " (default " + tilde(s.fallback()) + ")"
}

// allCores is how the number of threads is written that makes use of them all.
const allCores = "all"

func setThreads(g *GlobalOptions, s string) (err error) {
	g.Threads, err = parseThreads(s)
	return err
}

// parseThreads reads a number of threads, or allCores.
func parseThreads(s string) (int, error) {
	if s == allCores {
		return min(runtime.GOMAXPROCS(0), search.MaxThreads), nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > search.MaxThreads {
		return 0, fmt.Errorf("%q is no number of threads; write %s, or a number from 1 to %d", s, allCores, search.MaxThreads)
	}
	return n, nil
}

func setMemory(g *GlobalOptions, s string) (err error) {
	if g.MaxMemory, err = term.ParseBytes(s); err == nil && g.MaxMemory < minMemory {
		err = fmt.Errorf("%q is too little; write at least %s", s, term.Bytes(minMemory))
	}
	return err
}

// noLimit is how a limit that is not set is written.
const noLimit = "none"

func text(s string) func() string { return func() string { return s } }

// limit reads a limit, or noLimit.
func limit[T int64 | time.Duration](s string, parse func(string) (T, error)) (T, error) {
	if s == noLimit {
		return 0, nil
	}
	return parse(s)
}

func setSwitch(field func(*GlobalOptions) *bool) func(*GlobalOptions, string) error {
	return func(g *GlobalOptions, s string) error {
		on, err := strconv.ParseBool(s)
		if err != nil {
			return errors.New(strconv.Quote(s) + " is neither yes nor no; write true or false")
		}
		*field(g) = on
		return nil
	}
}

// dataFolder is where results are kept by default: the XDG data folder.
func dataFolder() string { return xdg("XDG_DATA_HOME", ".local/share") }

// defaultConfigFile is read if no other file is named and it exists.
func defaultConfigFile() string {
	return filepath.Join(xdg("XDG_CONFIG_HOME", ".config"), "config.yaml")
}

// xdg is the folder "sprouts" in a base folder of the XDG specification. A
// relative path in the variable is ignored, as the specification wants.
func xdg(variable, fallback string) string {
	if dir := os.Getenv(variable); filepath.IsAbs(dir) {
		return filepath.Join(dir, "sprouts")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "." // no home: the folder we are in
	}
	return filepath.Join(home, filepath.FromSlash(fallback), "sprouts")
}

// tilde shortens a path in the home folder for people.
func tilde(path string) string {
	home, err := os.UserHomeDir()
	if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok && err == nil && home != "/" {
		return "~/" + filepath.ToSlash(rest)
	}
	return path
}
