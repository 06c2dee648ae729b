// Command gen computes the table of all lands that can arise from a number of spots
// and writes it to a file: the source of the table that is embedded in the binary.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/sprouts/landtable"
)

func main() {
	spots := flag.Int("spots", 6, "number of `spots`")
	out := flag.String("out", "lands6.bin", "output `file`")
	flag.Parse()
	if err := run(*spots, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(spots int, out string) error {
	table, err := landtable.Compute(spots)
	if err != nil {
		return err
	}
	return os.WriteFile(out, table.Encode(canon.Version), 0o644)
}
