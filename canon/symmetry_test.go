package canon

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// walks is how many games TestSymmetries plays; `make walks` plays 10^6.
var walks = flag.Int("walks", 3_000, "random games of TestSymmetries")

// TestSymmetries plays at random from 1 to 20 spots and checks that each position
// met, written in another way drawn at random, gets the same keys.
func TestSymmetries(t *testing.T) {
	const parts = 4 // run side by side
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			g, r := NewGenerator(), rand.New(rand.NewPCG(3, uint64(part)))
			checked := 0
			for range *walks / parts {
				eachOfGame(g, r, 1+r.IntN(20), func(sum []Land) {
					requireSameKeys(t, r, sum)
					checked++
				})
			}
			t.Logf("%d games, %d positions", *walks/parts, checked)
		})
	}
}

// requireSameKeys writes a sum of lands in another way and reads it again.
func requireSameKeys(t *testing.T, r *rand.Rand, sum []Land) {
	t.Helper()
	p := Position{Lands: sum}
	q := readPlain(p.String())
	if r.IntN(2) == 0 {
		q = addNoise(r, q)
	}
	text := write(r, scramble(r, q))
	read := Parse
	if r.IntN(2) == 0 {
		read = ParseStrings
	}
	again, err := read(text)
	require.NoError(t, err, "%s", text)
	// Much faster than require.Equal, which prepares a message first.
	if again.String() != p.String() {
		require.Equal(t, p, again, "written as %s", text)
	}
}

// eachOfGame plays a random game from n spots and visits each position on the way
// that is not empty.
func eachOfGame(g *Generator, r *rand.Rand, n int, visit func([]Land)) {
	start, err := Parse(fmt.Sprint(n))
	if err != nil {
		panic(err)
	}
	for sum := start.Lands; len(sum) > 0; {
		visit(sum)
		i := r.IntN(len(sum))
		next := append(randomChild(g, r, sum[i]), sum[:i]...)
		sum = append(next, sum[i+1:]...)
		slices.Sort(sum)
	}
}

// randomChild returns a child of a land. Children that come late are drawn less
// often, as it would take long to make them all.
func randomChild(g *Generator, r *rand.Rand, land Land) (child []Land) {
	_, moves := Measure([]byte(land))
	skip := r.IntN(int(min(moves, 300)) + 1)
	g.Children([]byte(land), func(l *Lands) bool {
		child = child[:0]
		for i := range l.len() {
			child = append(child, Land(l.at(i)))
		}
		skip--
		return skip >= 0
	})
	return child
}
