package store

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
)

// memTableSize is the engine's memtable, in bytes. It is part of the format (see
// the package comment). With 8 MiB the engine opens in 5 to 10 ms; 64 MiB was
// measured to fill a store no faster, and to take up to 50 ms and four times the
// memory.
const memTableSize = 8 << 20

// DefaultMinFree is the disk space in bytes that a store leaves alone.
const DefaultMinFree = 256 << 20

// Options say how a store is opened. The zero value opens or creates one.
type Options struct {
	// MustExist refuses to create a store, with ErrMissing. Default false.
	MustExist bool

	// ReadOnly opens an existing store without changing a single file. Several
	// processes can do so at once, but none beside a writer. A store that was not
	// closed needs a writer first and gives ErrNeedsRecovery. Default false.
	ReadOnly bool

	// MinFree is the disk space in bytes that Open and all that writes leave alone:
	// below it they return ErrDiskFull. More is left alone where the engine may need
	// more at any moment to merge tables: some hundred MiB at most while much is
	// written, or in a store of 100 GB. Default DefaultMinFree; the least is two
	// memtables, 16 MiB.
	MinFree int64

	// MaxDisk is the largest size of the store on disk in bytes: above it Put
	// returns ErrDiskLimit. Log and compaction come on top, up to some 50 MiB.
	// Default 0, no limit.
	MaxDisk int64

	// Free returns the bytes that the user may still write to the file system of
	// a directory. Default: what the system says.
	Free func(dir string) (int64, error)

	// Logger hears of recovery and of the engine's troubles. Default: nobody.
	Logger *slog.Logger
}

// withDefaults returns o with its zero fields filled.
func (o Options) withDefaults() Options {
	o.MinFree = cmp.Or(o.MinFree, DefaultMinFree)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.MustExist = o.MustExist || o.ReadOnly
	if o.Free == nil {
		o.Free = FreeBytes
	}
	return o
}

// validate reports all fields that make no sense.
func (o Options) validate() error {
	var errs []error
	if o.MinFree < 2*memTableSize {
		errs = append(errs, fmt.Errorf("MinFree is %d bytes, must be at least %d", o.MinFree, 2*memTableSize))
	}
	if o.MaxDisk < 0 {
		errs = append(errs, fmt.Errorf("MaxDisk is %d bytes, must not be negative", o.MaxDisk))
	}
	return errors.Join(errs...)
}
