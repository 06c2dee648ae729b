package canon

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// reachable returns every land that can arise from n spots.
func reachable(n int) map[Land]bool {
	start, err := Parse(fmt.Sprint(n))
	if err != nil {
		panic(err)
	}
	g := NewGenerator()
	seen := map[Land]bool{}
	todo := append([]Land(nil), start.Lands...)
	for len(todo) > 0 {
		land := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[land] {
			continue
		}
		seen[land] = true
		g.Children([]byte(land), func(lands *Lands) bool {
			for i := range lands.len() {
				if child := Land(lands.at(i)); !seen[child] {
					todo = append(todo, child)
				}
			}
			return true
		})
	}
	return seen
}

// TestReachableLands compares the number of different lands with the counts that
// an exhaustive search for isomorphisms gives. A weaker reduction or an
// incomplete form gives more, a wrong one fewer.
func TestReachableLands(t *testing.T) {
	for n, want := range map[int]int{3: 126, 4: 1188, 5: 13342} {
		require.Len(t, reachable(n), want, "lands below %d spots", n)
	}
}
