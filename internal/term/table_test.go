package term

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pages are written out in full, so that a reader can see what a user sees.

func TestTableAlignsAndEndsLinesClean(t *testing.T) {
	table := NewTable(Column{"n", Right}, Column{"outcome", Left}, Column{"visits", Right}, Column{"note", Left})
	table.Row("8", "loss", "812", "")
	table.Row("17", "win", "12,511", "a long note that goes on and on, far beyond the eighty columns of a terminal")
	var b strings.Builder
	require.NoError(t, table.Write(&b))
	require.Equal(t, strings.TrimLeft(`
 n  outcome  visits  note
 8  loss        812
17  win      12,511  a long note that goes on and on, far beyond the eighty columns of a terminal
`, "\n"), b.String())
}

func TestTableWithoutRowsIsItsHead(t *testing.T) {
	var b strings.Builder
	require.NoError(t, NewTable(Column{"move", Left}, Column{"nimber", Right}).Write(&b))
	require.Equal(t, "move  nimber\n", b.String())
}

func TestBlockRepeatsNoLabel(t *testing.T) {
	var block Block
	block.Line("position", "0*17")
	block.Line("winning moves", "0*16.AB|AB\n0*8.AB|0*8.AB")
	block.Linef("visits", "%d", 12)
	var b strings.Builder
	require.NoError(t, block.Write(&b))
	require.Equal(t, strings.TrimLeft(`
position        0*17
winning moves   0*16.AB|AB
                0*8.AB|0*8.AB
visits          12
`, "\n"), b.String())
}
