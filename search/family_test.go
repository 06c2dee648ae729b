package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// mapMemo is a memo that knows some facts.
type mapMemo map[game.Component]game.Fact

func (m mapMemo) Load(int64) (bool, error)       { return false, nil }
func (m mapMemo) Lookup(c []byte) game.Fact      { return m[game.Component(c)] }
func (m mapMemo) Record([]byte, game.Fact) error { return nil }

// What the memo tells of a component is a hint about its analogues, as if the
// search had proven it.
func TestToldNimbersCount(t *testing.T) {
	component := func(text string) []byte { return []byte(spots(t, text).Components[0]) }
	s := one(t, sprouts.New(), Options{Memo: mapMemo{
		game.Component(component("13")): game.Known(0),
		game.Component(component("5")):  game.Known(1),
	}})
	asked := s.intern(component("16"))
	require.Equal(t, game.Unknown, s.predict(asked, 1))

	s.intern(component("13"))
	s.tallyTold()
	require.Equal(t, game.Loss, s.predict(asked, 1), "three spots more flip the nimber")
	require.Equal(t, game.Win, s.predict(asked, 0))

	s.intern(component("5"))
	s.tallyTold()
	family, _ := s.familyOf(s.intern(component("5")))
	require.Nil(t, family, "five spots are too few")
	require.Equal(t, game.Unknown, s.predict(s.intern(component("6")), 0))
}
