package tree

// Forget drops all numbers, for the next turn of settings: the tree collapses to its
// root. Facts stay, and held leaves can be released, and expanded if still wanted.
func (t *Tree) Forget() {
	if t.err != nil || t.root == 0 {
		return
	}
	for _, h := range t.held {
		h.children = nil
		for _, id := range h.path {
			t.guess(id) // tombstones can be needed again
		}
	}
	root := t.node(t.root)
	if root.kind == kindCouple {
		t.strip(t.root, root)
		t.guess(t.root)
	}
	for e := root.out; e != 0; e = t.edge(e).nextOut {
		kid := t.edge(e).to
		t.strip(kid, t.node(kid))
		t.guess(kid)
	}
	t.journal.rootDirty = true
	t.touch(t.root)
	t.settle()
}

// guess gives a couple the numbers that it would have if it were new.
func (t *Tree) guess(id uint32) {
	if x := t.node(id); x.kind == kindCouple {
		v := guesses{t}.numbers(x.component, x.heap)
		x.pn, x.dn = v.Proof, v.Disproof
	}
}
