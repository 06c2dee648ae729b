package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// batchSize is what a worker sends at a time.
const batchSize = 4096

// batch is a full Exchange: different lands of play from 14 spots.
func batch(b *testing.B) []entry {
	b.Helper()
	e := sprouts.New().NewExpander()
	queue := []game.Component{component(b, "0*14")}
	seen := map[game.Component]bool{}
	for i := 0; len(queue) < batchSize; i++ {
		e.Expand([]byte(queue[i]), func(option *game.Sum) bool {
			for k := range option.Len() {
				if c := game.Component(option.At(k)); !seen[c] {
					seen[c] = true
					queue = append(queue, c)
				}
			}
			return true
		})
	}
	entries := make([]entry, batchSize)
	for i := range entries {
		entries[i] = entry{queue[i], game.Known(3)}
	}
	return entries
}

func BenchmarkWriteFacts(b *testing.B) {
	entries := batch(b)
	b.ReportAllocs()
	for b.Loop() {
		wire.Facts(entries)
	}
	perFact(b)
}

// BenchmarkReadFacts reads facts that are new to the checker, and known ones.
func BenchmarkReadFacts(b *testing.B) {
	messages := wire.Facts(batch(b))
	read := func(b *testing.B, fresh bool, messages []*sproutsv1.Fact) {
		b.Helper()
		b.ReportAllocs()
		c := wire.NewChecker(sprouts.New())
		for b.Loop() {
			if fresh {
				c.Forget()
			}
			_, err := wire.ReadFacts[entry](c, "facts", messages)
			require.NoError(b, err)
		}
		perFact(b)
	}
	b.Run("new", func(b *testing.B) { read(b, true, messages) })
	b.Run("seen", func(b *testing.B) { read(b, false, messages) })
}

// perFact reports the time for one of a batch.
func perFact(b *testing.B) {
	b.Helper()
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batchSize), "ns/fact")
}
