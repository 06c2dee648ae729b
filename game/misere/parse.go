package misere

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// ParseTree reads what Text writes, and sets of options that are not canonical, whose
// tree it finds. The error is a *game.ParseError.
func (f *Forest) ParseTree(text string) (Tree, error) {
	r := treeReader{f: f, text: text}
	t, err := r.tree()
	if err == nil && r.at < len(text) {
		err = r.fail("more text than one tree", `end after "}"`)
	}
	return t, err
}

// treeReader reads a tree.
type treeReader struct {
	f    *Forest
	text string
	at   int
}

func (r *treeReader) fail(reason, remedy string) error {
	return &game.ParseError{Input: r.text, Offset: r.at, Reason: reason, Remedy: remedy}
}

// of is Of for options that were read, and false if they are too old.
func (f *Forest) of(options []Tree) (Tree, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.tooOld(options) {
		return 0, false
	}
	return f.canon(options), true
}

// peek returns the next byte, 0 at the end.
func (r *treeReader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *treeReader) tree() (Tree, error) {
	switch r.peek() {
	case '*':
		r.at++
		return r.heap()
	case '{':
	default:
		return 0, r.fail("no tree", "write a nim-heap such as *2, or the options of each node between braces, as in {2;0,a}")
	}
	var nodes []Tree
	for r.peek() != '}' {
		r.at++ // the brace, or a semicolon
		options, err := r.options(nodes)
		if err != nil {
			return 0, err
		}
		t, ok := r.f.of(options)
		if !ok {
			return 0, r.fail("a longer game than a tree may have", fmt.Sprintf("write trees of at most %d moves", oldest))
		}
		nodes = append(nodes, t)
	}
	r.at++
	return nodes[len(nodes)-1], nil
}

// heap reads the size of a nim-heap.
func (r *treeReader) heap() (Tree, error) {
	start := r.at
	for r.peek() >= '0' && r.peek() <= '9' {
		r.at++
	}
	n, err := strconv.Atoi(r.text[start:r.at])
	if err != nil || n > MaxHeap {
		r.at = start
		return 0, r.fail("no nim-heap", "write a number from 0 to "+strconv.Itoa(MaxHeap))
	}
	return Tree(n), nil
}

// options reads the options of one node, up to the semicolon or brace after it.
func (r *treeReader) options(nodes []Tree) (options []Tree, err error) {
	for {
		var o Tree
		switch c := r.peek(); {
		case c >= '0' && c <= '9':
			o, err = r.heap()
		case c >= 'a' && c <= 'z':
			o, err = r.node(nodes)
		case (c == ';' || c == '}') && len(options) == 0:
			return nil, nil
		default:
			err = r.fail("no option", "write a heap such as 2, or the letter of an earlier node")
		}
		if err != nil {
			return nil, err
		}
		options = append(options, o)
		switch r.peek() {
		case ',':
			r.at++
		case ';', '}':
			return options, nil
		default:
			return nil, r.fail("the node does not end", `write "," before another option, ";" before another node, or "}"`)
		}
	}
}

// node reads the letters of an earlier node.
func (r *treeReader) node(nodes []Tree) (Tree, error) {
	start, n := r.at, 0
	for c := r.peek(); c >= 'a' && c <= 'z'; c = r.peek() {
		n = min(26*n+int(c-'a'), len(nodes))
		r.at++
	}
	if n >= len(nodes) {
		r.at = start
		return 0, r.fail("no earlier node has this letter", "the first node is a, the second b")
	}
	return nodes[n], nil
}

// parse reads a sum of positions of the game, nim-heaps and trees.
func (g *Game) parse(text string) (p Position, err error) {
	at := 0
	for part := range strings.SplitSeq(text, "+") {
		if err := g.parsePart(&p, part); err != nil {
			if e, ok := errors.AsType[*game.ParseError](err); ok {
				moved := *e
				moved.Input, moved.Offset = text, at+e.Offset
				return Position{}, &moved
			}
			return Position{}, err
		}
		at += len(part) + 1
	}
	return p, nil
}

// parsePart reads one summand.
func (g *Game) parsePart(p *Position, text string) error {
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "{") {
		t, err := g.forest.ParseTree(trimmed)
		if e, ok := errors.AsType[*game.ParseError](err); ok {
			e.Offset += strings.Index(text, trimmed)
		}
		if err == nil {
			p.Add(g.forest, t)
		}
		return err
	}
	components, heaps, err := g.base.ParseSummands(text)
	for _, c := range components {
		p.Lands = append(p.Lands, []byte(c))
	}
	for _, n := range heaps {
		p.Add(g.forest, Tree(n))
	}
	return err
}
