// Command sprouts solves the game of Sprouts and other impartial games.
//
// Main wires; packages work. Each verb is one file cmd_<verb>.go of the same
// shape: newXCommand describes it, XOptions holds its flags, runX does it.
// root.go lists the verbs, settings.go the flags that all of them share,
// exit.go the exit codes.
package main

import (
	"context"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run does what the arguments say and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := withSignals(context.Background())
	defer stop()

	g := newGlobalOptions(stdin, stdout, stderr)
	root := newRootCommand(g)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return g.finish(root.ExecuteContext(ctx))
}
