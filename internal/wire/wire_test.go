package wire_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
)

// entry is what coordinator and worker keep of a fact.
type entry struct {
	Component game.Component
	Fact      game.Fact
}

// component reads one component of Sprouts.
func component(t require.TestingT, text string) game.Component {
	p, err := sprouts.New().Parse(text)
	require.NoError(t, err)
	require.Len(t, p.Components, 1)
	return p.Components[0]
}

// overTheWire returns what arrives of a message.
func overTheWire[M proto.Message](t require.TestingT, sent, arrived M) M {
	bytes, err := proto.Marshal(sent)
	require.NoError(t, err)
	require.NoError(t, proto.Unmarshal(bytes, arrived))
	return arrived
}

func TestNimIsCheckedByItsNotation(t *testing.T) {
	c := wire.NewChecker(nim.New())
	heap, fact, err := c.Fact(wire.Fact("\x05", game.Known(5)))
	require.NoError(t, err)
	require.Equal(t, game.Component("\x05"), heap)
	require.Equal(t, game.Known(5), fact)

	_, _, err = c.Fact(wire.Fact("\x00", game.Known(5)))
	require.ErrorContains(t, err, "component: no canonical component of nim: ")
}

// Errors name the field and what would be right, on a line that fits a header.
func TestErrors(t *testing.T) {
	big := make([]byte, wire.MaxComponent+1)
	land := []byte(component(t, "0*12"))
	c := wire.NewChecker(sprouts.New())
	readFacts := func(facts ...*sproutsv1.Fact) error {
		_, err := wire.ReadFacts[entry](c, "facts", facts)
		return err
	}
	good := &sproutsv1.Fact{Component: land, Excluded: 1}
	children := func(m *sproutsv1.Child) error {
		_, err := wire.ReadChildren("children", []*sproutsv1.Child{m})
		return err
	}
	numbers := func(proof, disproof uint32) error {
		_, err := wire.ReadNumbers(&sproutsv1.Numbers{Proof: proof, Disproof: disproof})
		return err
	}
	couple := func(m *sproutsv1.Couple) error {
		_, err := c.Couples("path", []*sproutsv1.Couple{{Component: land}, m})
		return err
	}
	const decided = "numbers are 0 and 2^30 if decided, else both between them"
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"nil fact":           {readFacts(good, nil), "facts[1].excluded: 0 says nothing about the nimber"},
		"no component":       {readFacts(&sproutsv1.Fact{Excluded: 1}), "facts[0].component: empty, 1 to 60000 bytes are needed"},
		"long component":     {readFacts(&sproutsv1.Fact{Excluded: 1, Component: big}), "facts[0].component: 60001 bytes, at most 60000"},
		"garbage":            {readFacts(&sproutsv1.Fact{Excluded: 1, Component: []byte("\x00\x80")}), "facts[0].component: no canonical component of sprouts: sprouts: letter 0 of the land occurs 1 times, not twice"},
		"not canonical":      {readFacts(&sproutsv1.Fact{Excluded: 1, Component: []byte("\x00\x03\x00")}), "facts[0].component: no canonical component of sprouts: sprouts: not in canonical form"},
		"mask of 17 bits":    {readFacts(&sproutsv1.Fact{Component: land, Excluded: 0x10000}), "facts[0].excluded: 0x10000, at most 0xffff"},
		"nothing left":       {readFacts(&sproutsv1.Fact{Component: land, Excluded: 0xffff}), "facts[0].excluded: no nimber is left, one must be"},
		"known, two left":    {readFacts(&sproutsv1.Fact{Component: land, Excluded: 0xfff9 &^ 1, Known: true}), "facts[0].excluded: 3 nimbers are left, but the nimber is known, so one must be"},
		"too many facts":     {readFacts(make([]*sproutsv1.Fact, wire.MaxFacts+1)...), "facts: 65537 of them, at most 65536"},
		"numbers 0 0":        {numbers(0, 0), "proof: 0 with disproof 0; " + decided},
		"numbers 0 5":        {numbers(0, 5), "proof: 0 with disproof 5; " + decided},
		"numbers 5 0":        {numbers(5, 0), "disproof: 0 with proof 5; " + decided},
		"numbers too large":  {numbers(5, search.Infinity+1), "disproof: 1073741825 with proof 5; " + decided},
		"both infinite":      {numbers(search.Infinity, search.Infinity), "proof: 1073741824 with disproof 1073741824; " + decided},
		"nimber 16":          {couple(&sproutsv1.Couple{Component: land, Nimber: 16}), "path[1].nimber: 16, at most 15"},
		"nil couple":         {couple(nil), "path[1].component: empty, 1 to 60000 bytes are needed"},
		"garbage couple":     {couple(&sproutsv1.Couple{Component: []byte("\x00\x80")}), "path[1].component: no canonical component of sprouts: sprouts: letter 0 of the land occurs 1 times, not twice"},
		"nil child":          {children(nil), "children[0].couple.component: empty, 1 to 60000 bytes are needed"},
		"child, no numbers":  {children(&sproutsv1.Child{Couple: wire.Couple(search.Couple{Component: "x"})}), "children[0].numbers: missing or decided; a child is undecided, its numbers between 0 and 2^30"},
		"child, bad numbers": {children(&sproutsv1.Child{Couple: wire.Couple(search.Couple{Component: "x"}), Numbers: &sproutsv1.Numbers{}}), "children[0].numbers.proof: 0 with disproof 0; " + decided},
	} {
		require.EqualError(t, test.err, test.want, name)
		var e *wire.Error
		require.ErrorAs(t, test.err, &e, name)
	}
}

// Lists are bounded by their bytes too: the largest message fits into a call.
func TestListsAreBoundedByBytes(t *testing.T) {
	big := make([]byte, wire.MaxComponent)
	big[0] = 5
	c := wire.NewChecker(anything{nim.New()})
	facts := make([]*sproutsv1.Fact, 1+wire.MaxFactBytes/len(big))
	children := make([]*sproutsv1.Child, 1+wire.MaxChildBytes/len(big))
	for i := range children {
		children[i] = &sproutsv1.Child{Couple: &sproutsv1.Couple{Component: big}, Numbers: &sproutsv1.Numbers{Proof: 1, Disproof: 1}}
	}
	for i := range facts {
		facts[i] = &sproutsv1.Fact{Component: big, Excluded: 1}
	}
	_, err := wire.ReadFacts[entry](c, "facts", facts)
	require.EqualError(t, err, "facts: components of more than 1048576 bytes together")
	_, err = wire.ReadFacts[entry](c, "facts", facts[1:])
	require.NoError(t, err)
	_, err = wire.ReadChildren("children", children)
	require.EqualError(t, err, "children: components of more than 2097152 bytes together")
	_, err = wire.ReadChildren("children", children[1:])
	require.NoError(t, err)
	_, err = wire.ReadChildren("children", make([]*sproutsv1.Child, wire.MaxChildren+1))
	require.EqualError(t, err, "children: 65537 of them, at most 65536")
}

// anything is a game in which all bytes are canonical.
type anything struct{ game.Game }

func (anything) Format(game.Component) (string, error) { return "?", nil }

// A long quotation in a game's error loses its middle.
func TestErrorsFitAHeader(t *testing.T) {
	c := wire.NewChecker(quoting{nim.New()})
	_, _, err := c.Fact(wire.Fact(game.Component(make([]byte, wire.MaxComponent)), game.Known(0)))
	require.ErrorContains(t, err, "never heard of 0000")
	require.ErrorContains(t, err, "0000, sorry")
	require.Less(t, len(err.Error()), 300)
}

// quoting is a game whose errors quote what they refuse.
type quoting struct{ game.Game }

func (quoting) Format(c game.Component) (string, error) {
	return "", fmt.Errorf("never heard of %x, sorry", string(c))
}
