package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/dgraph-io/badger/v4"
	engine "github.com/dgraph-io/badger/v4/options"
	sst "github.com/dgraph-io/badger/v4/table"
)

// checkBudget bounds the table bytes whose blocks are checked at opening after a
// crash, newest tables first: about one second of work.
const checkBudget = 512 << 20

// checkFiles finds damage on which the engine would crash in a goroutine of its
// own, where nothing can be recovered, or lose facts: a MANIFEST that is
// unreadable or missing beside tables, missing tables, and tables whose index
// does not hold. After a crash it reads the blocks of tables too, since such
// damage may be what the crash came from. The store must be locked.
//
// It returns the number of tables at level 0, which are not sorted, and what each
// level takes, in bytes.
func checkFiles(dir string, o Options) (level0 int, levels []int64, err error) {
	logs, err := files(dir, ".mem")
	if err != nil {
		return 0, nil, err
	}
	if o.ReadOnly && len(logs) > 0 {
		return 0, nil, fmt.Errorf("%w: open %s for writing once", ErrNeedsRecovery, dir)
	}
	if err := errors.Join(eachLog(dir, checkLog), checkRegistry(dir)); err != nil {
		return 0, nil, err
	}
	tables, err := listTables(dir)
	if err != nil {
		return 0, nil, err
	}
	budget := int64(0)
	if _, err := os.Stat(filepath.Join(dir, factsName, "LOCK")); err == nil {
		o.Logger.Info("store was not closed, checking it", "tables", len(tables), "logs", len(logs))
		budget = checkBudget
	}
	for _, t := range tables {
		if t.level == 0 {
			level0++
		}
	}
	levels, err = checkTables(tables, budget, o.Logger)
	return level0, levels, err
}

// checkTables opens all tables and reads the blocks of the first ones, up to
// budget bytes. It returns what each level takes, in bytes.
func checkTables(tables []tableFile, budget int64, log *slog.Logger) ([]int64, error) {
	levels := make([]int64, engineLevels)
	for _, t := range tables {
		check, err := checkTable(t.path, budget > 0)
		if err != nil {
			return nil, err
		}
		if check.damaged > 0 {
			log.Warn("store has lost facts or records", "table", t.path, "blocks", check.damaged)
		}
		budget -= check.size
		levels[min(t.level, engineLevels-1)] += check.size
	}
	return levels, nil
}

// eachLog calls do for the engine's logs, those of the memtables and those of
// values, until its first error.
func eachLog(dir string, do func(path string) error) error {
	for _, ending := range []string{".mem", ".vlog"} {
		logs, err := files(dir, ending)
		if err != nil {
			return err
		}
		for _, path := range logs {
			if err := do(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// logKey is the first field of a log, the number of its encryption key. Nothing
// is encrypted here, so it is zero.
type logKey [8]byte

// checkLog reports a log that asks for a key. Everything after that field has
// the engine's checksums, and the engine drops what comes after a bad one.
func checkLog(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	var key logKey
	_, err = io.ReadFull(f, key[:])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err, key = nil, logKey{} // a torn log: the engine starts it afresh
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	if key != (logKey{}) {
		return &CorruptError{Path: path, Detail: "its header asks for an encryption key"}
	}
	return nil
}

func registryPath(dir string) string {
	return filepath.Join(dir, factsName, badger.KeyRegistryFileName)
}

// checkRegistry reads the engine's list of encryption keys, which is empty.
func checkRegistry(dir string) error {
	registry, err := badger.OpenKeyRegistry(badger.KeyRegistryOptions{Dir: filepath.Join(dir, factsName), ReadOnly: true})
	if err != nil {
		return &CorruptError{Path: registryPath(dir), Detail: firstLine(err.Error())}
	}
	return registry.Close()
}

// tableFile is a table that MANIFEST names.
type tableFile struct {
	path  string
	level int
}

// listTables returns the tables that MANIFEST names, newest first.
func listTables(dir string) ([]tableFile, error) {
	manifest, _, err := readManifest(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, checkNoTables(dir)
	}
	if err != nil {
		return nil, err
	}
	var tables []tableFile
	for id, t := range manifest.Tables {
		tables = append(tables, tableFile{sst.NewFilename(id, filepath.Join(dir, factsName)), int(t.Level)})
	}
	slices.SortFunc(tables, func(a, b tableFile) int { return cmp.Compare(b.path, a.path) })
	return tables, nil
}

func manifestPath(dir string) string { return filepath.Join(dir, factsName, badger.ManifestFilename) }

// readManifest returns what MANIFEST says and where its last whole record ends.
func readManifest(dir string) (badger.Manifest, int64, error) {
	f, err := os.Open(manifestPath(dir))
	if err != nil {
		return badger.Manifest{}, 0, fmt.Errorf("open store: %w", err)
	}
	manifest, end, err := badger.ReplayManifestFile(f, 0, badger.DefaultOptions(""))
	if err := errors.Join(err, f.Close()); err != nil {
		return badger.Manifest{}, 0, &CorruptError{Path: f.Name(), Detail: firstLine(err.Error())}
	}
	return manifest, end, nil
}

// checkNoTables reports tables without a MANIFEST: the engine would take the
// store for an empty one and delete them.
func checkNoTables(dir string) error {
	tables, err := files(dir, ".sst")
	if err == nil && len(tables) > 0 {
		err = &CorruptError{Path: manifestPath(dir), Detail: "is missing"}
	}
	return err
}

// tableCheck is what the check of one table found.
type tableCheck struct {
	size    int64 // bytes of the file
	blocks  int
	damaged int // blocks that fail the engine's checksum; looked at on demand only

	// gaps are the engine's keys from which on one can read again, one for each
	// damaged block that another follows, in ascending order.
	gaps [][]byte
}

// checkTable opens one table file, and reads all its blocks if deep is set. The
// error is a *CorruptError where the engine would crash on the table.
func checkTable(path string, deep bool) (check tableCheck, err error) {
	defer survive(&err, path)()
	data, done, err := mapFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return check, &CorruptError{Path: path, Detail: "is missing"}
	}
	if err != nil {
		return check, fmt.Errorf("check table: %w", err)
	}
	check.size = int64(len(data))
	defer func() { err = errors.Join(err, done()) }()
	id, _ := sst.ParseFileID(path)
	t, err := sst.OpenInMemoryTable(data, id, &sst.Options{
		BlockSize:   4 << 10,
		Compression: engine.Snappy,
		ChkMode:     engine.OnBlockRead,
	})
	if err != nil {
		return check, &CorruptError{Path: path, Detail: firstLine(err.Error())}
	}
	firsts := t.KeySplits(math.MaxInt, nil) // the first key of each block
	check.blocks = len(firsts)
	if !deep {
		return check, nil
	}
	it := t.NewIterator(sst.NOCACHE)
	defer func() { err = errors.Join(err, it.Close()) }()
	for i, first := range firsts {
		if it.Seek([]byte(first)); it.Valid() {
			continue
		}
		check.damaged++
		if i+1 < len(firsts) {
			check.gaps = append(check.gaps, gapEnd(firsts[i+1]))
		}
	}
	return check, nil
}

// Report is what Verify found.
type Report struct {
	Nimbers       int64 // entries that are right
	Exclusions    int64
	Records       int64
	CorruptValues int64 // values that fail their checksum, of facts or records
	Tables        int   // tables looked at
	Blocks        int   // blocks in them
	Damaged       []Damage
}

// Damage is a table with blocks that cannot be read: what is in
// them is lost, but nothing else.
type Damage struct {
	Path   string
	Blocks int // blocks lost; all if the table itself cannot be opened
	Detail string
}

// OK reports whether nothing is lost.
func (r Report) OK() bool { return r.CorruptValues == 0 && len(r.Damaged) == 0 }

// Verify reads every block and every value of the store, until ctx ends. The
// store may be used meanwhile.
func (b *Badger) Verify(ctx context.Context) (Report, error) {
	var r Report
	if err := b.gate.enter(); err != nil {
		return r, err
	}
	defer b.gate.leave()
	if err := b.verifyTables(ctx, &r); err != nil {
		return r, err
	}
	corrupt := b.corruptReads.Load()
	var counts Stats
	err := b.Range(func(e Entry) error {
		counts.add(0, e.Fact)
		return ctx.Err()
	})
	r.Nimbers, r.Exclusions = counts.Nimbers, counts.Exclusions
	if err == nil {
		err = b.RangeRecords(nil, func(Record) error {
			r.Records++
			return ctx.Err()
		})
	}
	r.CorruptValues = b.corruptReads.Load() - corrupt
	if errors.Is(err, ErrCorrupt) && len(r.Damaged) > 0 {
		err = nil // the report says it: what comes after the damage is not counted
	}
	return r, err
}

func (b *Badger) verifyTables(ctx context.Context, r *Report) error {
	tables, err := files(b.dir, ".sst")
	if err != nil {
		return err
	}
	for _, path := range tables {
		if err := ctx.Err(); err != nil {
			return err
		}
		check, err := checkTable(path, true)
		if _, gone := os.Stat(path); gone != nil {
			continue // compacted into another
		}
		damage := Damage{Path: path, Blocks: check.damaged, Detail: "blocks fail their checksum"}
		if err != nil {
			damage.Blocks, damage.Detail = max(1, check.blocks), err.Error()
		}
		r.Tables++
		r.Blocks += check.blocks
		if damage.Blocks > 0 {
			r.Damaged = append(r.Damaged, damage)
		}
	}
	return nil
}
