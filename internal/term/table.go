package term

import (
	"fmt"
	"io"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
)

// Align says on which side of its column a cell stands.
type Align bool

// Text stands on the left, numbers on the right.
const (
	Left  Align = false
	Right Align = true
)

// Column is the head of a table's column.
type Column struct {
	Title string
	Align Align
}

// Table is rows under a head, in aligned columns.
type Table struct {
	columns []Column
	rows    [][]string
}

// NewTable returns an empty table.
func NewTable(columns ...Column) *Table { return &Table{columns: columns} }

// Row adds a row. Missing cells stay empty.
func (t *Table) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Write draws the table. On a terminal its head is faint.
func (t *Table) Write(w io.Writer) error {
	heads := make([]string, len(t.columns))
	for i, c := range t.columns {
		heads[i] = c.Title
	}
	drawn := bare().Headers(heads...).Rows(t.rows...).StyleFunc(func(row, col int) lipgloss.Style {
		return t.style(row, col)
	})
	return write(w, drawn.Render())
}

// style is the look of one cell.
func (t *Table) style(row, col int) lipgloss.Style {
	style := lipgloss.NewStyle()
	if col > 0 {
		style = style.PaddingLeft(2)
	}
	if col < len(t.columns) && t.columns[col].Align == Right {
		style = style.Align(lipgloss.Right)
	}
	return style.Faint(row == table.HeaderRow && styled())
}

// Block is a list of labelled values, one a line.
type Block struct{ rows [][]string }

// Line adds a label and its value. The value may hold several lines.
func (b *Block) Line(label, value string) {
	for i, line := range strings.Split(value, "\n") {
		if i > 0 {
			label = ""
		}
		b.rows = append(b.rows, []string{label, line})
	}
}

// Linef adds a label and a formatted value.
func (b *Block) Linef(label, format string, args ...any) {
	b.Line(label, fmt.Sprintf(format, args...))
}

// Write draws the block. On a terminal its labels are faint.
func (b *Block) Write(w io.Writer) error {
	drawn := bare().Rows(b.rows...).StyleFunc(func(_, col int) lipgloss.Style {
		if col == 0 {
			return lipgloss.NewStyle().Faint(styled())
		}
		return lipgloss.NewStyle().PaddingLeft(3)
	})
	return write(w, drawn.Render())
}

// styled reports whether the user wants more than plain letters. The library
// takes NO_COLOR for colours only.
func styled() bool { return os.Getenv("NO_COLOR") == "" }

// bare returns a table without a line around or between its cells.
func bare() *table.Table {
	return table.New().Wrap(false).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderHeader(false).BorderColumn(false).BorderRow(false)
}

// write sends a drawn page to w without blanks at the ends of lines, and without
// colour unless w is a terminal that wants it.
func write(w io.Writer, page string) error {
	var b strings.Builder
	for line := range strings.Lines(page) {
		b.WriteString(strings.TrimRight(line, " \n"))
		b.WriteByte('\n')
	}
	_, err := lipgloss.Fprint(w, b.String())
	return err
}
