package canon

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// sampleLands returns lands met in random play from 10 to 17 spots, the same
// each time.
func sampleLands(games int) []Land {
	g, r := NewGenerator(), rand.New(rand.NewPCG(1, 2))
	var lands []Land
	for range games {
		start, err := Parse(strconv.Itoa(10 + r.IntN(8)))
		if err != nil {
			panic(err)
		}
		land := start.Lands[0]
		for {
			lands = append(lands, land)
			var next []Land
			g.Children([]byte(land), func(l *Lands) bool {
				for i := range l.len() {
					next = append(next, Land(l.at(i)))
				}
				return true
			})
			if len(next) == 0 {
				break
			}
			land = next[r.IntN(len(next))]
		}
	}
	return lands
}

// BenchmarkChildren measures one child with its reduction and canonical form.
func BenchmarkChildren(b *testing.B) {
	lands := sampleLands(30)
	g := NewGenerator()
	b.ReportAllocs()
	children := 0
	for b.Loop() {
		for _, land := range lands {
			g.Children([]byte(land), func(*Lands) bool { children++; return true })
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(children), "ns/child")
}
