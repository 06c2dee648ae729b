package landtable

import (
	"fmt"
	"math/bits"

	"github.com/sprouts-solver/sprouts/canon"
)

// Compute returns the table of all lands that can arise from the given number of
// spots, by plain depth-first recursion over every move. It is the slow and
// obvious way: 6 spots take about ten seconds, and each spot more 15 times that.
func Compute(spots int) (*Table, error) {
	start, err := canon.Parse(fmt.Sprint(spots))
	if err != nil {
		return nil, err
	}
	c := computer{generator: canon.NewGenerator(), table: &Table{}}
	for _, land := range start.Lands {
		c.nimber(c.intern([]byte(land)))
	}
	return c.table, nil
}

// computer fills a table.
type computer struct {
	generator *canon.Generator
	table     *Table
	options   []uint32 // stack: for each option the number of its lands, then their ids
}

// unknownNimber marks lands that are being computed.
const unknownNimber = 0xff

func (c *computer) intern(key []byte) uint32 {
	id, added := c.table.keys.Intern(key)
	if added {
		c.table.nimbers.Append(unknownNimber)
	}
	return id
}

// nimber returns the nimber of a land: the smallest one that none of its options
// has.
func (c *computer) nimber(id uint32) uint8 {
	if n := *c.table.nimbers.At(id); n != unknownNimber {
		return n
	}
	base := len(c.options)
	c.generator.Children(c.table.keys.Bytes(id), func(lands *canon.Lands) bool {
		c.options = append(c.options, uint32(len(lands.Ends)))
		start := 0
		for _, end := range lands.Ends {
			c.options = append(c.options, c.intern(lands.Keys[start:end]))
			start = end
		}
		return true
	})
	seen := uint32(0)
	for at, end := base, len(c.options); at < end; {
		n := int(c.options[at])
		x := uint8(0)
		for _, land := range c.options[at+1 : at+1+n] {
			x ^= c.nimber(land)
		}
		seen |= 1 << x
		at += 1 + n
	}
	c.options = c.options[:base]
	n := uint8(bits.TrailingZeros32(^seen))
	*c.table.nimbers.At(id) = n
	return n
}
