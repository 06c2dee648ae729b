// Command scale measures in a model how a run gets faster with more threads, and writes what
// it has measured as a table and a plot.
//
//	go run ./internal/model/scale -runs docs/scaling.jsonl            # measure what is not there yet: hours
//	go run ./internal/model/scale -runs docs/scaling.jsonl -report    # write docs/scaling.table.md and docs/scaling.svg
//
// Each run is a line of JSON, appended when it ends, so that a measurement that was
// stopped goes on where it was. Who changes what is measured begins with a new file.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/model"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// plan says what to measure.
type plan struct {
	runs    string
	report  bool
	roots   []int
	threads []int
	sizes   []int
	latency int64
	seeds   int
}

func run(args []string, stderr io.Writer) int {
	p, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err == nil && p.report {
		err = report(p.runs)
	} else if err == nil {
		err = measure(p, stderr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "scale:", err)
		return 1
	}
	return 0
}

func parse(args []string, stderr io.Writer) (p plan, err error) {
	f := flag.NewFlagSet("scale", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&p.runs, "runs", "docs/scaling.jsonl", "file of measured runs, to which new ones are appended")
	f.BoolVar(&p.report, "report", false, "write a table and a plot beside the file")
	roots := f.String("roots", "20,22,23,25,34,47", "start positions, in spots")
	threads := f.String("threads", "1,2,4,8,16,32,64,128,256,512,1024", "threads in all")
	sizes := f.String("sizes", "16,64", "threads of one machine at most")
	f.Int64Var(&p.latency, "latency", 200, "units that a message takes, one way")
	f.IntVar(&p.seeds, "seeds", 3, "runs with different seeds")
	if err := f.Parse(args); err != nil {
		return p, err
	}
	p.roots, err = numbers("-roots", *roots)
	if err != nil {
		return p, err
	}
	if p.threads, err = numbers("-threads", *threads); err != nil {
		return p, err
	}
	p.sizes, err = numbers("-sizes", *sizes)
	return p, err
}

// numbers reads a list of positive numbers.
func numbers(what, text string) (list []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s %s: %q is no number above 0", what, text, word)
		}
		list = append(list, n)
	}
	return list, nil
}

// key says which run it is.
type key struct {
	Spots     int   `json:"spots"`
	Threads   int   `json:"threads"` // in all
	GroupSize int   `json:"group"`   // of one machine, at most
	Latency   int64 `json:"latency"`
	Seed      int   `json:"seed"`
}

// line is one run in the file. Threads 0 is the plain search.
type line struct {
	key
	Outcome    string  `json:"outcome"`
	Time       int64   `json:"units"`
	Visits     int64   `json:"visits"`
	Expansions int64   `json:"expansions"`
	Nimbers    int64   `json:"nimbers"`
	Options    int64   `json:"options"`
	Shared     int64   `json:"first_made"`
	Idle       float64 `json:"idle"`
	Messages   int64   `json:"messages"`
	Nodes      int     `json:"tree_nodes"`
}

// read returns the runs of a file, which need not exist.
func read(name string) (lines []line, err error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for s, n := bufio.NewScanner(f), 1; s.Scan(); n++ {
		var l line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// measure makes the runs that the file does not have, small ones first.
func measure(p plan, stderr io.Writer) error {
	have, err := read(p.runs)
	if err != nil {
		return err
	}
	known := map[key]bool{}
	for _, l := range have {
		known[l.key] = true
	}
	for _, k := range p.keys() {
		if known[k] {
			continue
		}
		l, err := k.measure()
		if err != nil {
			return fmt.Errorf("%d spots, %d threads: %w", k.Spots, k.Threads, err)
		}
		if err := appendLine(p.runs, l); err != nil {
			return err
		}
		fmt.Fprintf(stderr, "%d spots, %d threads, seed %d: %s in %d units\n", k.Spots, k.Threads, k.Seed, l.Outcome, l.Time)
	}
	return nil
}

// keys lists the runs of a plan.
func (p plan) keys() (keys []key) {
	for _, spots := range p.roots {
		for seed := range p.seeds {
			keys = append(keys, key{Spots: spots, Seed: seed})
			for _, threads := range p.threads {
				for _, size := range p.sizes {
					k := key{spots, threads, size, p.latency, seed}
					// What fits on one machine of any size is the same run for all of them.
					if threads > size || size == slices.Max(p.sizes) {
						keys = append(keys, k)
					}
				}
			}
		}
	}
	slices.SortStableFunc(keys, func(a, b key) int { return cmp.Compare(a.Seed, b.Seed) })
	return keys
}

// measure makes one run.
func (k key) measure() (line, error) {
	g := sprouts.New()
	root, err := g.Parse(strconv.Itoa(k.Spots))
	if err != nil {
		return line{}, err
	}
	memo := &sprouts.SmallLands{}
	o := model.Options{Game: g, Root: root, Memo: memo, Latency: k.Latency, Service: service, FactService: factService, NewsService: newsService, Seed: uint64(k.Seed)}
	o.Core.FactRate = factRate
	solve := model.Sequential
	if k.Threads > 0 {
		if _, err := memo.Load(allVisits); err != nil {
			return line{}, err
		}
		o.Threads = min(k.Threads, k.GroupSize)
		o.Groups = k.Threads / o.Threads
		solve = model.Run
	}
	r, err := solve(o)
	return line{
		key: k, Outcome: r.Outcome.String(), Time: r.Time, Visits: r.Visits, Expansions: r.Expansions, Nimbers: r.Nimbers,
		Options: r.Options, Shared: r.Shared, Idle: r.Idle, Messages: r.Messages, Nodes: r.Nodes,
	}, err
}

const (
	// service is what a message takes of the coordinator, in units: 68 us, as
	// measured on loopback.
	service = 17
	// factService and newsService are what a fact takes of it that comes in, and that goes
	// out to one worker: 1.2 us and 0.04 us under its lock.
	factService, newsService = 0.3, 0.01
	// factRate is how many facts a second a coordinator with 8 cores asks for.
	factRate = 80_000
	// allVisits makes a memo load all that it has.
	allVisits = 1 << 40
)

// appendLine adds a run to the file.
func appendLine(name string, l line) (err error) {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = f.Write(append(text, '\n'))
	return err
}
