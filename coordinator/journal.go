package coordinator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Record is one piece of state that outlives the process. Each is valid alone.
type Record struct {
	Key, Value []byte // Value nil: remove the key
}

// The kinds of records: the first byte of a key. The package comment has the formats.
// Sorted keys give runs before what belongs to them, so that Restore need not wait.
const (
	kindCheck      = 'c'
	kindEpoch      = 'e'
	kindBound      = 'n'
	kindRun        = 'r'
	kindSpan       = 's'
	kindTree       = 't'
	kindQuarantine = 'x'
)

// journalVersion is the first byte of each value.
const journalVersion = 1

// kind returns the kind of a record, 0 if it has none.
func (r Record) kind() byte {
	if len(r.Key) == 0 {
		return 0
	}
	return r.Key[0]
}

// IsTree reports whether a record is a piece of the tree of a run. All of them must go
// when facts are taken back.
func (r Record) IsTree() bool { return r.kind() == kindTree }

// write notes a record that must be written, or removed if value is nil.
func (c *Core) write(key, value []byte) {
	c.records = append(c.records, Record{key, value})
}

// prefixSize is the length of what numberedKey returns.
const prefixSize = 9

// numberedKey returns a key of a kind with a number, so that keys sort by number.
func numberedKey(kind byte, n uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{kind}, n)
}

func runKey(id RunID) []byte { return numberedKey(kindRun, uint64(id)) }

func treeKey(id RunID, key []byte) []byte {
	return append(numberedKey(kindTree, uint64(id)), key...)
}

func quarantineKey(id RunID, c search.Couple) []byte {
	return append(append(numberedKey(kindQuarantine, uint64(id)), byte(c.Nimber)), c.Component...)
}

func checkKey(worker string) []byte { return append([]byte{kindCheck}, worker...) }

// splitKey takes the number out of a key that numberedKey began.
func splitKey(key []byte) (n uint64, rest []byte, err error) {
	if len(key) < prefixSize {
		return 0, nil, errMalformed
	}
	return binary.BigEndian.Uint64(key[1:]), key[prefixSize:], nil
}

var (
	errMalformed = errors.New("record is malformed")
	errNewer     = errors.New("record was written by a newer version")
)

// fault names the record that an error is about.
func (r Record) fault(err error) error {
	return fmt.Errorf("journal: key %x: %w", r.Key, err)
}

// writer makes values.
type writer []byte

func newWriter() writer { return writer{journalVersion} }

func (w *writer) uint(n uint64) { *w = binary.AppendUvarint(*w, n) }
func (w *writer) int(n int64)   { *w = binary.AppendVarint(*w, n) }

func (w *writer) text(s string) {
	w.uint(uint64(len(s)))
	*w = append(*w, s...)
}

func (w *writer) bool(b bool) {
	if b {
		w.uint(1)
	} else {
		w.uint(0)
	}
}

// time writes nanoseconds since 1970, 0 for the zero time.
func (w *writer) time(t time.Time) {
	if t.IsZero() {
		w.int(0)
	} else {
		w.int(t.UnixNano())
	}
}

// reader takes values apart. After the first fault it returns zeros.
type reader struct {
	rest []byte
	err  error
}

// newReader begins with the version.
func newReader(value []byte) *reader {
	r := &reader{rest: value}
	switch {
	case len(value) == 0:
		r.err = errMalformed
	case value[0] > journalVersion:
		r.err = errNewer
	case value[0] != journalVersion:
		r.err = errMalformed
	default:
		r.rest = value[1:]
	}
	return r
}

func (r *reader) fail() {
	if r.err == nil {
		r.err = errMalformed
	}
	r.rest = nil
}

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// upTo reads a number that is at most most.
func (r *reader) upTo(most uint64) uint64 {
	n := r.uint()
	if n > most {
		r.fail()
		return 0
	}
	return n
}

func (r *reader) int() int64 {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// count reads a number that is not negative.
func (r *reader) count() int64 { return int64(r.upTo(maxTotal)) }

func (r *reader) text() string {
	n := r.uint()
	if n > uint64(len(r.rest)) {
		r.fail()
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

func (r *reader) bool() bool { return r.upTo(1) == 1 }

func (r *reader) time() time.Time {
	if n := r.int(); n != 0 {
		return time.Unix(0, n).UTC()
	}
	return time.Time{}
}

// end returns the first fault. Something left over is one.
func (r *reader) end() error {
	if len(r.rest) > 0 {
		r.fail()
	}
	return r.err
}

// maxTotal bounds counts in records: sums of what workers report.
const maxTotal = 1 << 62

func encodeNumber(n uint64) []byte {
	w := newWriter()
	w.uint(n)
	return w
}

func decodeNumber(r Record) (uint64, error) {
	v := newReader(r.Value)
	n := v.uint()
	return n, v.end()
}

// encodeRun writes all of a run but its tree and jobs.
func encodeRun(r *run) []byte {
	w := newWriter()
	w.uint(uint64(r.spec.Goal))
	w.text(r.spec.Text)
	w.uint(uint64(r.spec.Position.Heap))
	w.uint(uint64(len(r.spec.Position.Components)))
	for _, component := range r.spec.Position.Components {
		w.text(string(component))
	}
	w.uint(uint64(r.state))
	w.text(r.reason)
	w.time(r.submitted)
	w.time(r.started)
	w.time(r.ended)
	w.uint(uint64(r.outcome))
	w.uint(uint64(r.nimber))
	for _, n := range [...]int64{r.turn, r.turnVisits, r.visits, r.expansions, r.nimbers} {
		w.uint(uint64(n))
	}
	return w
}

func decodeRun(record Record) (*run, error) {
	id, rest, err := splitKey(record.Key)
	if err != nil || len(rest) > 0 {
		return nil, errMalformed
	}
	v := newReader(record.Value)
	r := &run{id: RunID(id), jobs: map[search.Couple]*job{}}
	r.spec.Goal = Goal(v.upTo(uint64(GoalNimber)))
	r.spec.Text = v.text()
	r.spec.Position.Heap = game.Nimber(v.upTo(game.MaxNimber))
	for range v.upTo(maxParts) {
		r.spec.Position.Components = append(r.spec.Position.Components, game.Component(v.text()))
	}
	r.state = RunState(v.upTo(uint64(RunIncomplete)))
	r.reason = v.text()
	r.submitted, r.started, r.ended = v.time(), v.time(), v.time()
	r.outcome = game.Outcome(v.upTo(uint64(game.Loss)))
	r.nimber = game.Nimber(v.upTo(game.MaxNimber))
	for _, n := range [...]*int64{&r.turn, &r.turnVisits, &r.visits, &r.expansions, &r.nimbers} {
		*n = v.count()
	}
	switch r.outcome {
	case game.Win:
		r.numbers.Disproof = search.Infinity
	case game.Loss:
		r.numbers.Proof = search.Infinity
	case game.Unknown:
	}
	return r, v.end()
}

// Span says who told the facts with the numbers First to Last.
type Span struct {
	First, Last uint64
	Worker      string
	Mixed       bool // they hold what others have excluded before
	Epoch       uint64
}

func (s Span) record() Record {
	w := newWriter()
	w.uint(s.Last - s.First)
	w.bool(s.Mixed)
	w.uint(s.Epoch)
	w.text(s.Worker)
	return Record{numberedKey(kindSpan, s.First), w}
}

func decodeSpan(record Record) (Span, error) {
	first, rest, err := splitKey(record.Key)
	if err != nil || len(rest) > 0 {
		return Span{}, record.fault(errMalformed)
	}
	v := newReader(record.Value)
	s := Span{First: first, Last: first + v.upTo(maxTotal), Mixed: v.bool(), Epoch: v.uint(), Worker: v.text()}
	if s.Last < s.First {
		v.fail()
	}
	if err := v.end(); err != nil {
		return Span{}, record.fault(err)
	}
	return s, nil
}

func decodeCheck(record Record) (worker string, seq uint64, err error) {
	seq, err = decodeNumber(record)
	if err != nil {
		return "", 0, record.fault(err)
	}
	return string(record.Key[1:]), seq, nil
}

// encodeQuarantine writes why a job was set aside.
func encodeQuarantine(j *job) []byte {
	w := newWriter()
	w.bool(j.state == jobDivided)
	w.uint(uint64(len(j.failures)))
	for _, f := range j.failures {
		w.text(f.Worker)
		w.text(f.Reason)
	}
	return w
}

func decodeQuarantine(record Record) (RunID, *job, error) {
	id, rest, err := splitKey(record.Key)
	if err != nil || len(rest) < 2 || rest[0] > game.MaxNimber {
		return 0, nil, errMalformed
	}
	j := &job{couple: search.Couple{Component: game.Component(slices.Clone(rest[1:])), Nimber: game.Nimber(rest[0])}}
	v := newReader(record.Value)
	j.state = jobAside
	if v.bool() {
		j.state = jobDivided
	}
	for range v.upTo(maxParts) {
		if v.err != nil {
			break
		}
		j.failures = append(j.failures, Failure{Worker: v.text(), Reason: v.text()})
	}
	j.attempts = len(j.failures)
	return RunID(id), j, v.end()
}
