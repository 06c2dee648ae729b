package landtable

import (
	_ "embed"

	"github.com/sprouts-solver/sprouts/canon"
)

//go:generate go run ./gen -spots 6 -out lands6.bin

//go:embed lands6.bin
var lands6 []byte

// Embedded decodes the table that is part of the binary: all 171,942 lands that
// can arise from six spots. It takes some 20 ms and returns a new table each time.
// It panics if the binary is corrupt.
func Embedded() *Table {
	t, err := Decode(lands6, canon.Version)
	if err != nil {
		panic(err)
	}
	return t
}
