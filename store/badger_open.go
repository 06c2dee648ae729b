package store

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/dgraph-io/badger/v4"
	engine "github.com/dgraph-io/badger/v4/options"
)

// compactTables is the number of unsorted tables from which Close merges them.
// The engine does so by itself, but only in a process that lives for seconds: a
// thousand short runs would leave a thousand tables to open and to look into.
const compactTables = 8

// Open opens the store in a directory, or creates one there. It returns
// ErrMissing, ErrForeign, ErrInUse, ErrCorrupt, ErrVersion, ErrDiskFull or
// ErrNeedsRecovery, wrapped, where they are the reason.
//
// The engine would crash the process on some damaged files, and delete tables
// that its MANIFEST does not name, so they are checked first (see checkFiles).
func Open(dir string, id Identity, o Options) (_ *Badger, err error) {
	o = o.withDefaults()
	if err := errors.Join(id.validate(), o.validate()); err != nil {
		return nil, fmt.Errorf("open store %s: %w", dir, err)
	}
	b := &Badger{
		dir:      dir,
		id:       id,
		readOnly: o.ReadOnly,
		codec:    newCodec(id),
		disk:     guard{dir: dir, free: o.Free, minFree: o.MinFree, maxDisk: o.MaxDisk},
	}
	if err := b.prepare(o); err != nil {
		return nil, err
	}
	if b.header, err = lockHeader(dir, id, o.ReadOnly); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.header.Close())
		}
	}()
	if err := dropEmptyLogs(dir, o); err != nil {
		return nil, err
	}
	level0, levels, err := checkFiles(dir, o)
	if err != nil {
		return nil, err
	}
	if err := b.admitOpen(levels); err != nil {
		return nil, err
	}
	if b.disk.size, err = diskBytes(dir); err != nil {
		return nil, err
	}
	e := engineOptions(dir, o)
	e.CompactL0OnClose = level0 >= compactTables
	b.db, err = openEngine(e)
	return b, err
}

// prepare makes the directory and STORE where that is wanted, and refuses to
// write to a disk that is nearly full.
func (b *Badger) prepare(o Options) error {
	_, err := os.Stat(filepath.Join(b.dir, headerName))
	missing := errors.Is(err, os.ErrNotExist)
	if missing {
		if err := checkPlace(b.dir); err != nil {
			return err
		}
		if o.MustExist {
			return fmt.Errorf("%w: %s", ErrMissing, b.dir)
		}
		if err := os.MkdirAll(b.dir, 0o755); err != nil {
			return fmt.Errorf("create store: %w", err)
		}
	}
	if o.ReadOnly {
		return nil
	}
	if err := b.admitOpen(nil); err != nil {
		return err
	}
	if missing {
		return writeHeader(b.dir, b.id)
	}
	return nil
}

// admitOpen reports whether the disk has room for the engine to open a store whose
// levels take so many bytes.
func (b *Badger) admitOpen(levels []int64) error {
	if b.readOnly {
		return nil
	}
	if err := b.disk.admit(0, levels); !errors.Is(err, ErrDiskLimit) {
		return err
	}
	return nil
}

// engineLevels is the number of the engine's levels.
const engineLevels = 7

// levels returns what each of the engine's levels takes, in bytes.
func (b *Badger) levels() []int64 {
	infos := b.db.Levels()
	levels := make([]int64, len(infos))
	for i, info := range infos {
		levels[i] = info.Size
	}
	return levels
}

// engineOptions says how the engine is set up, and why.
func engineOptions(dir string, o Options) badger.Options {
	e := badger.DefaultOptions(filepath.Join(dir, factsName))
	e.ReadOnly = o.ReadOnly
	e.Logger = engineLogger{o.Logger}
	e.MetricsEnabled = false // they are global to the process

	// Keys and values share the tree: no value is ever as long as the threshold,
	// so the value log stays empty and needs no collection.
	e.ValueThreshold = 1 << 20
	e.ValueLogFileSize = 1 << 20

	e.MemTableSize = memTableSize
	e.NumMemtables = 2 // one to fill, one on its way to disk
	e.NumCompactors = 2
	e.MaxLevels = engineLevels
	e.BlockCacheSize = 16 << 20 // the table in front of the store does the caching

	e.Compression = engine.Snappy
	e.ChecksumVerificationMode = engine.OnBlockRead // the default is never
	e.NumVersionsToKeep = 1
	e.DetectConflicts = false // Put holds a lock
	e.SyncWrites = false      // the log is a memory map, which outlives the process
	return e
}

// openEngine opens the engine and translates its errors. They hold no wrapped
// error, only its text.
func openEngine(e badger.Options) (db *badger.DB, err error) {
	defer survive(&err, e.Dir)()
	db, err = badger.Open(e)
	if err == nil {
		return db, nil
	}
	text := err.Error()
	if strings.Contains(text, "Cannot acquire directory lock") {
		return nil, fmt.Errorf("%w: %s", ErrInUse, e.Dir)
	}
	for _, cause := range []syscall.Errno{
		syscall.EACCES, syscall.EPERM, syscall.EMFILE, syscall.ENFILE,
		syscall.ENOMEM, syscall.ENOSPC, syscall.EROFS, syscall.EIO,
	} {
		if strings.Contains(text, cause.Error()) {
			return nil, fmt.Errorf("open store %s: %w", e.Dir, err)
		}
	}
	return nil, &CorruptError{Path: e.Dir, Detail: firstLine(text)}
}

// engineLogger passes the engine's log on. Its Info is of no use to an operator.
type engineLogger struct{ log *slog.Logger }

func (l engineLogger) Errorf(format string, args ...any) {
	l.log.Error("engine", "err", message(format, args))
}

func (l engineLogger) Warningf(format string, args ...any) {
	l.log.Warn("engine", "err", message(format, args))
}

func (l engineLogger) Infof(format string, args ...any) {
	l.log.Debug("engine", "message", message(format, args))
}

func (l engineLogger) Debugf(string, ...any) {}

func message(format string, args []any) string {
	return strings.TrimSpace(fmt.Sprintf(format, args...))
}

// firstLine shortens the engine's texts, which go on with dumps.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
