package transport

import (
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// watchPeriod is how old what was read from files may be.
const watchPeriod = time.Second

// watched is a value that is made from files, and made anew when they change. It
// looks when it is asked, so it needs no goroutine.
type watched[T any] struct {
	what  string // for the log
	paths []string
	load  func() (T, error)
	log   *slog.Logger
	value atomic.Pointer[T]

	// looking is held by the one who looks at the files; the others take the value
	// that there is. It guards the fields below.
	looking sync.Mutex
	looked  time.Time
	files   []fs.FileInfo // as they were when value was made
	trouble string        // what the last look ran into, so that it is logged once
}

// watch makes the value for the first time. Paths that are empty do not count.
func watch[T any](what string, log *slog.Logger, load func() (T, error), paths ...string) (*watched[T], error) {
	w := &watched[T]{what: what, load: load, log: log}
	for _, p := range paths {
		if p != "" {
			w.paths = append(w.paths, p)
		}
	}
	w.looked = time.Now()
	return w, w.reload()
}

// get returns the value, which is at most a watchPeriod behind the files.
func (w *watched[T]) get() T {
	if w.looking.TryLock() {
		if now := time.Now(); now.Sub(w.looked) >= watchPeriod {
			w.looked = now
			w.look()
		}
		w.looking.Unlock()
	}
	return *w.value.Load()
}

// look makes the value anew if a file has changed. The caller holds looking.
func (w *watched[T]) look() {
	changed, err := w.changed()
	if err == nil && changed {
		if err = w.reload(); err == nil {
			w.log.Info("read again, as the file has changed", "file", w.what)
		}
	}
	if err == nil {
		w.trouble = ""
		return
	}
	if text := err.Error(); text != w.trouble {
		w.trouble = text
		w.log.Error("cannot read again, the old one stays in force", "file", w.what, "err", err)
	}
}

// reload makes the value. The files are looked at first, so that one that changes
// meanwhile is read once more.
func (w *watched[T]) reload() error {
	files := make([]fs.FileInfo, len(w.paths))
	for i, p := range w.paths {
		info, err := os.Stat(p)
		if err != nil {
			return fmt.Errorf("%s: %w", w.what, err)
		}
		files[i] = info
	}
	value, err := w.load()
	if err != nil {
		return err
	}
	w.value.Store(&value)
	w.files = files
	return nil
}

// changed reports whether a file differs from the one that was read.
func (w *watched[T]) changed() (bool, error) {
	for i, p := range w.paths {
		info, err := os.Stat(p)
		if err != nil {
			return false, fmt.Errorf("%s: %w", w.what, err)
		}
		old := w.files[i]
		if !info.ModTime().Equal(old.ModTime()) || info.Size() != old.Size() || !os.SameFile(info, old) {
			return true, nil
		}
	}
	return false, nil
}
