package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"github.com/sprouts-solver/sprouts/store"
)

// storeDir is the folder of the game's store.
func (g *GlobalOptions) storeDir() string { return filepath.Join(g.Store, g.Game.Name()) }

// identity is what the game's store says that it is.
func (g *GlobalOptions) identity() store.Identity {
	return store.Identity{Game: g.Game.Name(), Version: g.Game.Version()}
}

// wantStore refuses --no-store for a verb that is about the store.
func (g *GlobalOptions) wantStore(to string) error {
	if g.NoStore {
		return usagef("%s says that there is no store to %s; leave it out", g.config.origins["no-store"], to)
	}
	return nil
}

// openStore opens the game's store. The error says what to do.
func (g *GlobalOptions) openStore(o store.Options) (*store.Badger, error) {
	o.MaxDisk = g.MaxDisk
	if g.Verbose {
		o.Logger = slog.New(slog.NewTextHandler(g.stderr, nil))
	}
	s, err := store.Open(g.storeDir(), g.identity(), o)
	if err != nil {
		return nil, fmt.Errorf("%w%s", err, storeRemedy(err))
	}
	return s, nil
}

// storeRemedy says what to do about a store that does not open, where the error
// does not say so itself.
func storeRemedy(err error) string {
	switch {
	case errors.Is(err, store.ErrMissing):
		return "; solve something first, or name another folder with --store"
	case errors.Is(err, store.ErrInUse):
		return "; wait for the other process, or use --no-store or another folder with --store"
	case errors.Is(err, store.ErrCorrupt):
		return "; mend it with \"sprouts cache repair\", or restore a copy"
	case errors.Is(err, store.ErrVersion), errors.Is(err, store.ErrForeign), errors.Is(err, store.ErrDiskFull):
		return ""
	default:
		return "; name a folder that can be written with --store, or use --no-store"
	}
}

// withStore opens the game's store for a look, without changing it unless it
// needs to recover from a crash, and closes it after use.
func (g *GlobalOptions) withStore(use func(*store.Badger) error) error {
	if err := g.wantStore("look into"); err != nil {
		return err
	}
	s, err := g.openStore(store.Options{ReadOnly: true})
	if errors.Is(err, store.ErrNeedsRecovery) {
		s, err = g.openStore(store.Options{MustExist: true})
	}
	if err != nil {
		return err
	}
	return errors.Join(use(s), s.Close())
}

// kept is an open store with the cache that writes behind.
type kept struct {
	store *store.Badger
	cache *store.Cache

	stopWriter context.CancelFunc
	writer     errgroup.Group
}

// openKept opens the game's store, or makes one, and starts the cache's writer,
// which lives until close.
func openKept(g *GlobalOptions) (*kept, error) {
	s, err := g.openStore(store.Options{})
	if err != nil {
		return nil, err
	}
	g.detail("opened store %s", tilde(g.storeDir()))
	_, memory := shareMemory(g.MaxMemory, true)
	k := &kept{store: s, cache: store.NewCache(s, store.CacheOptions{MaxMemory: memory, KeepExclusions: g.Misere})}
	ctx, stop := context.WithCancel(context.Background())
	k.stopWriter = stop
	k.writer.Go(func() error { return k.cache.Run(ctx) })
	return k, nil
}

// close writes what is not written yet and closes the store.
func (k *kept) close() error {
	k.stopWriter()
	err := k.writer.Wait()
	if err == nil {
		err = k.cache.Close()
	}
	return errors.Join(err, k.store.Close())
}
