package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/worker"
)

// The exit codes. Scripts rely on them: a code keeps its meaning for ever.
const (
	exitDone         = 0
	exitError        = 1
	exitUsage        = 2
	exitLimit        = 3
	exitIncomplete   = 4
	exitConflict     = 5
	exitStoreMissing = 10
	exitStoreInUse   = 11
	exitStoreCorrupt = 12
	exitDiskFull     = 13
	exitUnreachable  = 20
	exitVersion      = 21
	exitInterrupt    = 128 + int(syscall.SIGINT)
	exitTerminate    = 128 + int(syscall.SIGTERM)
)

// exitMeanings are the sentences that help texts print.
var exitMeanings = map[int]string{
	exitDone:         "done",
	exitError:        "error, or a bad line of standard input",
	exitUsage:        "wrong usage: a flag, a setting or a position that cannot be read",
	exitLimit:        "stopped by a limit (--max-time --max-memory --max-nodes --max-disk); what is proven is saved",
	exitIncomplete:   "not decided: it needs couples on which workers failed, which are listed, or is too much for the game's rules",
	exitConflict:     "verification failed, or two results contradict each other",
	exitStoreMissing: "the store does not exist",
	exitStoreInUse:   "another process uses the store",
	exitStoreCorrupt: "the store is corrupt",
	exitDiskFull:     "the disk is nearly full",
	exitUnreachable:  "the coordinator cannot be reached",
	exitVersion:      "the store or the coordinator belongs to another game or version",
	exitInterrupt:    "interrupted by Ctrl-C; what is proven is saved, a second Ctrl-C stops at once",
	exitTerminate:    "terminated; what is proven is saved",
}

// The exit codes of the verbs that only read and compute at once, of those that
// read the store, and of those that search.
var (
	exitsOfPlain  = []int{exitDone, exitError, exitUsage}
	exitsOfStore  = slices.Concat(exitsOfPlain, []int{exitStoreMissing, exitStoreInUse, exitStoreCorrupt, exitVersion})
	exitsOfSearch = slices.Concat(exitsOfPlain, []int{exitLimit, exitConflict, exitStoreInUse, exitStoreCorrupt,
		exitDiskFull, exitVersion, exitInterrupt, exitTerminate})
	exitsOfCluster = slices.Concat(exitsOfPlain, []int{exitUnreachable, exitVersion})
)

// exitStatus writes the EXIT STATUS section of a help text.
func exitStatus(codes []int) string {
	var b strings.Builder
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		label := strconv.Itoa(code)
		for _, line := range wrap(exitMeanings[code], helpWidth-7) {
			fmt.Fprintf(&b, "  %3s  %s\n", label, line)
			label = ""
		}
	}
	return b.String()
}

// usageError is a command line, an environment or a configuration file that
// says something impossible.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usagef returns a usageError. The message names place and remedy.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// limitError says which limit stopped the work.
type limitError struct{ flag, value string }

func (e *limitError) Error() string { return fmt.Sprintf("stopped by %s %s", e.flag, e.value) }

// exitCode says how the process ends after err.
func exitCode(err error) int {
	if err == nil {
		return exitDone
	}
	if e, ok := errors.AsType[*interruptError](err); ok {
		return 128 + int(e.signal)
	}
	for _, class := range []struct {
		is   func(error) bool
		code int
	}{
		// A contradiction outranks whatever else went wrong on the way.
		{isType[*game.ConflictError], exitConflict},
		{isType[*verifyError], exitConflict},
		{isType[*usageError], exitUsage},
		{isType[*game.ParseError], exitUsage},
		{is(store.ErrForeign), exitUsage},
		{isType[*limitError], exitLimit},
		{is(store.ErrDiskLimit), exitLimit},
		{is(search.ErrNodeLimit), exitLimit},
		{is(search.ErrMemoryLimit), exitLimit},
		{isType[*incompleteError], exitIncomplete},
		{isType[*undecidedError], exitIncomplete},
		{isType[*unreachableError], exitUnreachable},
		{is(worker.ErrUnreachable), exitUnreachable},
		{isType[*versionError], exitVersion},
		{is(worker.ErrVersionMismatch), exitVersion},
		{is(worker.ErrConflict), exitConflict},
		{is(store.ErrMissing), exitStoreMissing},
		{is(store.ErrInUse), exitStoreInUse},
		{is(store.ErrCorrupt), exitStoreCorrupt},
		{is(store.ErrDiskFull), exitDiskFull},
		{is(store.ErrVersion), exitVersion},
	} {
		if class.is(err) {
			return class.code
		}
	}
	return exitError
}

func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func isType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
