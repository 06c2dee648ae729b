package worker

import (
	"fmt"
	"path"
	"runtime/debug"
	"strings"
)

// panicError is a panic of the search or the game.
type panicError struct {
	value string // its first line
	where string // function, file and line
}

// Error names the value and the place.
func (e *panicError) Error() string { return fmt.Sprintf("panic: %s at %s", e.value, e.where) }

// newPanicError returns the error of a panic that is being recovered from: it must
// be called by the deferred function. A search with several threads passes the panic
// of one of them on as a text that ends with that thread's stack.
func newPanicError(value any) *panicError {
	text := fmt.Sprint(value)
	_, stack, passedOn := strings.Cut(text, "\ngoroutine ")
	if !passedOn {
		stack = string(debug.Stack())
	}
	line, _, _ := strings.Cut(text, "\n")
	return &panicError{value: line, where: panicPlace(stack)}
}

// panicPlace returns where a panic was raised, given the stack of whoever recovered
// from it: in the first function outside the runtime below the call of panic.
//
//	panic({0x5d2f80?, 0x6b1a70?})
//		/usr/lib/go/src/runtime/panic.go:792 +0x132
//	example.org/sprouts/canon.(*Generator).Children(0xc0000b2000, ...)
//		/src/canon/moves.go:57 +0x1d
func panicPlace(stack string) string {
	_, below, _ := strings.Cut(stack, "\npanic(")
	lines := strings.Split(below, "\n")
	for i := 2; i+1 < len(lines); i += 2 {
		if strings.HasPrefix(lines[i], "runtime.") {
			continue
		}
		function, _, _ := cutLast(path.Base(lines[i]), "(")
		file, _, _ := strings.Cut(path.Base(lines[i+1]), " ")
		return fmt.Sprintf("%s (%s)", function, file)
	}
	return "an unknown place"
}

// cutLast is strings.Cut at the last sep.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
