package store_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
)

func Example() {
	parent, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(parent) }()
	dir := filepath.Join(parent, "sprouts")
	id := store.Identity{Game: "nim", Version: "1"}

	s, err := store.Open(dir, id, store.Options{})
	if err != nil {
		log.Fatal(err)
	}
	err = s.Put([]store.Entry{
		{Component: "heap of 3", Fact: game.Known(3)},
		{Component: "heap of 5", Fact: game.Excluded(0)},
		{Component: "heap of 5", Fact: game.Excluded(4)},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Close(); err != nil {
		log.Fatal(err)
	}

	// The next process, some day.
	s, err = store.Open(dir, id, store.Options{MustExist: true})
	if err != nil {
		log.Fatal(err)
	}
	f, err := s.Get("heap of 5")
	fmt.Println("heap of 5:", f, err)

	// What is proven stays proven.
	err = s.Put([]store.Entry{{Component: "heap of 3", Fact: game.Known(2)}})
	if conflict, ok := errors.AsType[*game.ConflictError](err); ok {
		fmt.Println("refused: have", conflict.Have, "new", conflict.New)
	}

	// Results of other rules stay apart.
	_, err = store.Open(dir, store.Identity{Game: "nim", Version: "2"}, store.Options{})
	fmt.Println(errors.Is(err, store.ErrVersion))
	if err := s.Close(); err != nil {
		log.Fatal(err)
	}

	// Output:
	// heap of 5: not *0 *4 <nil>
	// refused: have *3 new *2
	// true
}

func ExampleCache() {
	s := store.NewMemory(store.Identity{Game: "nim", Version: "1"})
	cache := store.NewCache(s, store.CacheOptions{MaxMemory: 64 << 20})

	// What a search does.
	if err := cache.LoadAll(); err != nil {
		log.Fatal(err)
	}
	fmt.Println("before:", cache.Lookup([]byte("heap of 3")))
	if err := cache.Record([]byte("heap of 3"), game.Known(3)); err != nil {
		log.Fatal(err)
	}
	fmt.Println("after:", cache.Lookup([]byte("heap of 3")))

	if err := cache.Close(); err != nil {
		log.Fatal(err)
	}
	f, err := s.Get("heap of 3")
	fmt.Println("in the store:", f, err)

	// Output:
	// before: unknown
	// after: *3
	// in the store: *3 <nil>
}

// What a coordinator keeps: who found what, and the state of its runs.
func ExampleNumbered() {
	s := store.NewMemory(store.Identity{Game: "nim", Version: "1"})
	next, err := s.NextSeq()
	if err != nil {
		log.Fatal(err)
	}
	// Worker ada found two facts, worker bob one about the same heap.
	found := []store.Entry{{Component: "heap of 3", Fact: game.Known(3)}, {Component: "heap of 5", Fact: game.Excluded(0)}}
	err = errors.Join(
		s.PutFrom(found, next),
		s.PutFrom([]store.Entry{{Component: "heap of 5", Fact: game.Excluded(5)}}, next+2),
		s.PutRecords([]store.Record{{Key: []byte("span/3"), Value: []byte("bob")}}))
	if err != nil {
		log.Fatal(err)
	}

	// Bob's machine turns out to be broken.
	n, err := s.Distrust([]store.Span{{First: next + 2, Last: next + 2}})
	fmt.Println("taken back:", n, err)
	err = s.RangeFrom("", func(e store.Entry, seq uint64) error {
		fmt.Printf("%s: %s, number %d\n", e.Component, e.Fact, seq)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}

	// Output:
	// taken back: 1 <nil>
	// heap of 3: *3, number 1
	// heap of 5: not *0, number 2
}
