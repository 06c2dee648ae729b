//go:build linux || darwin || freebsd

package store_test

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// How large the stores of these benchmarks are. What doc.go says comes from
//
//	go test ./store -run '^$' -bench 'Fill|Restart' -benchtime 1x -facts 10000000 -records 1000000 -timeout 2h
var (
	benchFacts   = flag.Int("facts", benchLands, "facts in the store of BenchmarkFill")
	benchRecords = flag.Int("records", 20_000, "records in the store of BenchmarkRestart")
)

// manyLands are the facts of BenchmarkFill, in an order that has nothing to do with
// that of the keys.
var manyLands = sync.OnceValue(func() []store.Entry {
	entries := landsOf("0*12", *benchFacts)
	rng := rand.New(rand.NewPCG(6, 6))
	rng.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	return entries
})

// BenchmarkFill puts lands into a store in batches of 1,000, as a coordinator gets
// them. It reports what they take on disk, and how long it takes to open the store
// again, after it was closed and as after a crash, to read it at once or in pages,
// and to distrust the last hundredth.
func BenchmarkFill(b *testing.B) {
	for _, kind := range []string{"plain", "numbered"} {
		b.Run(kind, func(b *testing.B) {
			entries := manyLands()
			length := 0
			for _, e := range entries {
				length += len(e.Component)
			}
			for b.Loop() {
				fillStore(b, entries, kind == "numbered")
			}
			b.ReportMetric(float64(length)/float64(len(entries)), "B/component")
		})
	}
}

func fillStore(b *testing.B, entries []store.Entry, numbered bool) {
	b.Helper()
	const batch = 1000
	n := len(entries)
	dir := b.TempDir()
	s := reopen(b, dir, "create")
	measure(b, "put", n, func() error {
		for i := 0; i < n; i += batch {
			part := entries[i:min(i+batch, n)]
			put := s.Put
			if numbered {
				put = func(part []store.Entry) error { return s.PutFrom(part, uint64(i+1)) }
			}
			if err := put(part); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(b, s.Close())
	s = reopen(b, dir, "open")
	stats, err := s.Stats()
	require.NoError(b, err)
	require.EqualValues(b, n, stats.Nimbers)
	require.NoError(b, s.Close())
	b.ReportMetric(float64(closedBytes(b, dir))/float64(n), "B/entry")

	// The lock of a process that died makes Open check the tables.
	require.NoError(b, os.WriteFile(dir+"/facts/LOCK", []byte("1\n"), 0o600))
	s = reopen(b, dir, "open-after-crash")
	measure(b, "read", n, func() error { return s.Range(func(store.Entry) error { return nil }) })
	measure(b, "paged-read", n, func() error { return readPages(s, 10_000) })
	if numbered {
		measure(b, "distrust", n, func() error {
			_, err := s.Distrust([]store.Span{{First: uint64(n - n/100), Last: uint64(n)}})
			return err
		})
	}
	require.NoError(b, s.Close())
	require.NoError(b, os.RemoveAll(dir))
}

// readPages reads a store in pages of so many facts, as workers do that begin.
func readPages(s store.Store, size int) error {
	full := errors.New("page is full")
	var after game.Component
	for {
		n := 0
		err := s.RangeFrom(after, func(e store.Entry, _ uint64) error {
			after = e.Component
			if n++; n == size {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) {
			return err
		}
	}
}

// measure reports how long something takes that is done n times: on the clock, and
// on the processors, which other processes disturb less.
func measure(b *testing.B, what string, n int, do func() error) {
	b.Helper()
	unit, scale := "ns/"+what, 1.0
	if n == 1 {
		unit, scale = "ms/"+what, 1e6
	}
	start, cpu := time.Now(), cpuTime(b)
	require.NoError(b, do())
	b.ReportMetric(float64(time.Since(start))/scale/float64(n), unit)
	b.ReportMetric(float64(cpuTime(b)-cpu)/scale/float64(n), "cpu-"+unit)
}

// cpuTime is what the process has used of all processors.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func reopen(b *testing.B, dir, what string) (s *store.Badger) {
	b.Helper()
	measure(b, what, 1, func() (err error) {
		s, err = store.Open(dir, storetest.Identity, store.Options{})
		return err
	})
	return s
}

// closedBytes returns what a closed store takes on disk.
func closedBytes(b *testing.B, dir string) int64 {
	b.Helper()
	s, err := store.Open(dir, storetest.Identity, store.Options{ReadOnly: true})
	require.NoError(b, err)
	stats, err := s.Stats()
	require.NoError(b, err)
	require.NoError(b, s.Close())
	return stats.DiskBytes
}

// BenchmarkRestart is what a coordinator does first: it opens the store and reads its
// records, nodes of a tree.
func BenchmarkRestart(b *testing.B) {
	for _, size := range []int{100, 1000} {
		b.Run(fmt.Sprintf("%d bytes", size), func(b *testing.B) {
			n := *benchRecords
			for b.Loop() {
				dir := b.TempDir()
				s, err := store.Open(dir, storetest.Identity, store.Options{})
				require.NoError(b, err)
				measure(b, "put", n, func() error { return putNodes(s, n, size) })
				require.NoError(b, s.Close())
				b.ReportMetric(float64(closedBytes(b, dir))/float64(n), "B/record")
				measure(b, "restart", 1, func() error {
					if s, err = store.Open(dir, storetest.Identity, store.Options{}); err != nil {
						return err
					}
					return s.RangeRecords(nil, func(store.Record) error { return nil })
				})
				require.NoError(b, s.Close())
				require.NoError(b, os.RemoveAll(dir))
			}
		})
	}
}

// putNodes puts records in batches of 1,000: 29 bytes of key in no order, and a value
// of which one half is as good as random.
func putNodes(s store.Store, n, size int) error {
	rng := rand.New(rand.NewPCG(5, 5))
	for i := 0; i < n; {
		var batch []store.Record
		for ; i < n && len(batch) < 1000; i++ {
			key := append(binary.BigEndian.AppendUint64([]byte("run 1 node "), rng.Uint64()), "and a half"...)
			value := make([]byte, size)
			for j := 0; j+8 <= size; j += 16 {
				binary.LittleEndian.PutUint64(value[j:], rng.Uint64())
			}
			batch = append(batch, store.Record{Key: key, Value: value})
		}
		if err := s.PutRecords(batch); err != nil {
			return err
		}
	}
	return nil
}
