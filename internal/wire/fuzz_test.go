package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
)

// FuzzExchange reads any bytes as an Exchange. The facts that are taken can be
// true, are about components that the game can expand, and come back as they were.
func FuzzExchange(f *testing.F) {
	land := component(f, "0*8.AB|0*3.AB")
	f.Add(marshal(f, &sproutsv1.ExchangeRequest{Facts: wire.Facts([]entry{{land, game.Known(3)}, {land, game.Excluded(2)}})}))
	f.Add(marshal(f, &sproutsv1.ExchangeRequest{Facts: []*sproutsv1.Fact{{Component: []byte("\x00\x05\xff")}}}))
	g := sprouts.New()
	c := wire.NewChecker(g)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var m sproutsv1.ExchangeRequest
		if proto.Unmarshal(bytes, &m) != nil {
			return
		}
		entries, err := wire.ReadFacts[entry](c, "facts", m.GetFacts())
		if err != nil {
			requireWireError(t, err)
			return
		}
		for _, e := range entries {
			require.True(t, e.Fact.Valid())
			require.NotZero(t, e.Fact)
			g.NewExpander().Expand([]byte(e.Component), func(*game.Sum) bool { return false })
		}
		again, err := wire.ReadFacts[entry](c, "facts", wire.Facts(entries))
		require.NoError(t, err)
		require.Equal(t, entries, again)
	})
}

// FuzzProgress reads any bytes as a report.
func FuzzProgress(f *testing.F) {
	couple := search.Couple{Component: component(f, "0*12"), Nimber: 3}
	child := search.Child{Couple: couple, Numbers: search.Numbers{Proof: 3, Disproof: search.Infinity - 1}}
	f.Add(marshal(f, &sproutsv1.Progress{Numbers: wire.Numbers(child.Numbers), Children: wire.Children([]search.Child{child})}))
	f.Add(marshal(f, &sproutsv1.Progress{Numbers: &sproutsv1.Numbers{Proof: search.Infinity}}))
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var m sproutsv1.Progress
		if proto.Unmarshal(bytes, &m) != nil {
			return
		}
		if n, err := wire.ReadNumbers(m.GetNumbers()); err != nil {
			requireWireError(t, err)
		} else if n != (search.Numbers{}) {
			require.Equal(t, n.Proof == 0, n.Disproof == search.Infinity)
			require.Equal(t, n.Disproof == 0, n.Proof == search.Infinity)
		}
		children, err := wire.ReadChildren("children", m.GetChildren())
		if err != nil {
			requireWireError(t, err)
			return
		}
		for _, c := range children {
			require.Equal(t, game.Unknown, c.Outcome())
			require.NotEmpty(t, c.Component)
		}
	})
}

// FuzzCouple reads any bytes as a lease's couple and path.
func FuzzCouple(f *testing.F) {
	couple := search.Couple{Component: component(f, "0*12"), Nimber: 3}
	f.Add(marshal(f, &sproutsv1.Lease{Couple: wire.Couple(couple), Path: wire.Couples([]search.Couple{couple})}))
	g := sprouts.New()
	c := wire.NewChecker(g)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var m sproutsv1.Lease
		if proto.Unmarshal(bytes, &m) != nil {
			return
		}
		couple, err := c.Couple(m.GetCouple())
		if err != nil {
			requireWireError(t, err)
			return
		}
		require.LessOrEqual(t, couple.Nimber, game.Nimber(game.MaxNimber))
		g.NewExpander().Expand([]byte(couple.Component), func(*game.Sum) bool { return false })
		if _, err := c.Couples("path", m.GetPath()); err != nil {
			requireWireError(t, err)
		}
	})
}

func marshal(f *testing.F, m proto.Message) []byte {
	f.Helper()
	b, err := proto.Marshal(m)
	require.NoError(f, err)
	return b
}

// requireWireError fails unless err names a field and fits a header.
func requireWireError(t *testing.T, err error) {
	t.Helper()
	var e *wire.Error
	require.ErrorAs(t, err, &e)
	require.NotEmpty(t, e.Field)
	require.Less(t, len(err.Error()), 400)
}
