package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
)

// spots47 is what SPOTS has published for 47 spots (arXiv 2511.10339, table 3):
// speed-up and expansions relative to one core, of 17,200,000.
var spots47 = []struct {
	threads          int
	speedUp, surplus float64
}{
	{2, 2.36, 0.84}, {4, 4.34, 0.94}, {8, 8.06, 0.93}, {16, 16.2, 1.02}, {32, 26.1, 0.95},
	{64, 40.9, 1.08}, {128, 87.0, 1.22}, {256, 115, 1.78}, {512, 203, 1.91}, {1024, 333, 2.50},
}

// setting is what a row of the table is about.
type setting struct{ spots, threads, size int }

// cell is the geometric mean of the runs of a setting, each relative to the plain
// search with the same seed.
type cell struct {
	runs                        int
	speedUp, low, high          float64
	expansions, duplicate, idle float64
	messages                    float64 // for each 1,000 expansions
}

// compare relates all runs to the plain ones.
func compare(lines []line) (cells map[setting]*cell, plain map[int]line) {
	base := map[key]line{}
	plain = map[int]line{}
	for _, l := range lines {
		if l.Threads == 0 {
			base[key{Spots: l.Spots, Seed: l.Seed}] = l
			if _, ok := plain[l.Spots]; !ok || l.Seed == 0 {
				plain[l.Spots] = l
			}
		}
	}
	cells = map[setting]*cell{}
	for _, l := range lines {
		b, ok := base[key{Spots: l.Spots, Seed: l.Seed}]
		if l.Threads == 0 || !ok {
			continue
		}
		at := setting{l.Spots, l.Threads, l.GroupSize}
		if cells[at] == nil {
			cells[at] = &cell{low: math.Inf(1)}
		}
		cells[at].add(l, b)
	}
	for _, c := range cells {
		c.speedUp = math.Exp(c.speedUp / float64(c.runs))
		c.expansions = math.Exp(c.expansions / float64(c.runs))
		c.duplicate /= float64(c.runs)
		c.idle /= float64(c.runs)
		c.messages /= float64(c.runs)
	}
	return cells, plain
}

// add sums up the logarithms of ratios, and shares as they are.
func (c *cell) add(l, plain line) {
	speedUp := float64(plain.Time) / float64(l.Time)
	c.runs++
	c.speedUp += math.Log(speedUp)
	c.low, c.high = min(c.low, speedUp), max(c.high, speedUp)
	c.expansions += math.Log(float64(l.Expansions) / float64(plain.Expansions))
	c.duplicate += 1 - float64(l.Shared)/float64(l.Options)
	c.idle += l.Idle
	c.messages += 1000 * float64(l.Messages) / float64(l.Expansions)
}

// report writes the table and the plot.
func report(runs string) error {
	lines, err := read(runs)
	if err != nil {
		return err
	}
	cells, plain := compare(lines)
	if len(cells) == 0 {
		return fmt.Errorf("%s: no runs to compare; measure first", runs)
	}
	name := strings.TrimSuffix(runs, ".jsonl")
	if err := os.WriteFile(name+".table.md", []byte(table(cells, plain)), 0o644); err != nil {
		return err
	}
	return draw(plotted(cells), name+".svg")
}

// order returns the settings as they are listed.
func order(cells map[setting]*cell) (all []setting) {
	for at := range cells {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b setting) int {
		return slices.Compare([]int{a.spots, a.threads, a.size}, []int{b.spots, b.threads, b.size})
	})
	return all
}

// table writes one row for each setting.
func table(cells map[setting]*cell, plain map[int]line) string {
	var b strings.Builder
	b.WriteString("| spots | threads | machines | runs | speed-up | from..to | expansions | made again | idle | messages / 1,000 |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|\n")
	last := 0
	for _, at := range order(cells) {
		if at.spots != last {
			p := plain[at.spots]
			fmt.Fprintf(&b, "| **%d** | | | | | | %d | | | plain search: %d units |\n", at.spots, p.Expansions, p.Time)
			last = at.spots
		}
		c := cells[at]
		fmt.Fprintf(&b, "| %d | %d | %d x %d | %d | **%.1f** | %.1f..%.1f | x %.2f | %.0f %% | %.1f %% | %.1f |\n",
			at.spots, at.threads, max(1, at.threads/at.size), min(at.size, at.threads), c.runs, c.speedUp, c.low, c.high,
			c.expansions, 100*c.duplicate, 100*c.idle, c.messages)
	}
	b.WriteString("| SPOTS, 47 | | | | | | 17,200,000 | | | published |\n")
	for _, s := range spots47 {
		fmt.Fprintf(&b, "| SPOTS, 47 | %d | | 1 | **%g** | | x %.2f | | | |\n", s.threads, s.speedUp, s.surplus)
	}
	return b.String()
}

// plotted returns a series for each root and group size, and those to compare with. A
// root has one colour; lines of machines that are not the largest are dashed.
func plotted(cells map[setting]*cell) (all []series) {
	at, colour, largest := map[string]int{}, map[int]string{}, 0
	for s := range cells {
		largest = max(largest, s.size)
	}
	for _, s := range order(cells) {
		name := fmt.Sprintf("%d spots, %d a machine", s.spots, s.size)
		if colour[s.spots] == "" {
			colour[s.spots] = colours[len(colour)%len(colours)]
		}
		if _, ok := at[name]; !ok {
			at[name] = len(all)
			all = append(all, series{name: name, colour: colour[s.spots], dashed: s.size < largest})
		}
		line := &all[at[name]]
		line.samples = append(line.samples, sample{float64(s.threads), cells[s].speedUp})
	}
	published := series{name: "SPOTS, 47 spots", colour: "#000000", samples: []sample{{1, 1}}}
	for _, s := range spots47 {
		published.samples = append(published.samples, sample{float64(s.threads), s.speedUp})
	}
	linear := series{name: "linear", colour: "#888888", samples: []sample{{1, 1}, {mostThreads, mostThreads}}, dashed: true}
	return append(all, published, linear)
}
