package store

import (
	"errors"
	"fmt"
)

// The errors that callers tell apart, with errors.Is. The messages around them
// name the directory and the remedy.
var (
	ErrMissing       = errors.New("store does not exist")
	ErrForeign       = errors.New("directory is not a store")
	ErrInUse         = errors.New("store is in use")
	ErrCorrupt       = errors.New("store is damaged")
	ErrVersion       = errors.New("store belongs to another version")
	ErrDiskFull      = errors.New("disk is nearly full")
	ErrDiskLimit     = errors.New("store has reached its size limit")
	ErrReadOnly      = errors.New("store is open for reading only")
	ErrNeedsRecovery = errors.New("store was not closed")
	ErrClosed        = errors.New("store is closed")
)

// CorruptError names what is damaged. It is ErrCorrupt.
type CorruptError struct {
	Path   string // the damaged file, or the directory if it is not known which
	Detail string // what is wrong with it
}

// Error names the path and what is wrong.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s: %s: %s", ErrCorrupt, e.Path, e.Detail)
}

// Is reports whether target is ErrCorrupt.
func (e *CorruptError) Is(target error) bool { return target == ErrCorrupt }

// VersionError says that a store and the program differ in what they mean by a
// position or by a file. It is ErrVersion.
type VersionError struct {
	Dir  string
	What string // what differs: "format", "game" or "version"
	Have string // the store's
	Want string // the program's
}

// Error names both sides and the remedy.
func (e *VersionError) Error() string {
	return fmt.Sprintf("store %s has %s %q, this program needs %q: %s", e.Dir, e.What, e.Have, e.Want, e.Remedy())
}

// Remedy says what the user can do.
func (e *VersionError) Remedy() string {
	const other = "use another directory"
	switch e.What {
	case "format":
		return "open it with the program that wrote it, or " + other
	case "game":
		return other + " for this game"
	default:
		return "results of different versions must not be mixed, so " + other + ", or the program that wrote this one"
	}
}

// Is reports whether target is ErrVersion.
func (e *VersionError) Is(target error) bool { return target == ErrVersion }
