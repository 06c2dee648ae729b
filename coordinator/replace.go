package coordinator

import "slices"

// replacement is a session that ended since another process registered under the name
// of its worker.
type replacement struct {
	session uint64
	worker  string
}

// replacements are the newest of them.
type replacements []replacement

// maxReplacements is how many are remembered. Who is forgotten registers again, and is
// replaced again.
const maxReplacements = 1024

func (r *replacements) add(old *session) {
	if *r = append(*r, replacement{old.number, old.hello.Worker}); len(*r) > maxReplacements {
		*r = slices.Delete(*r, 0, 1)
	}
}

// isReplaced reports whether a session has ended for good: another process has its name
// and uses it. A registration alone may be the late message of a process that is dead,
// from which the name can be taken back.
func (c *Core) isReplaced(number uint64) bool {
	at := slices.IndexFunc(c.replaced, func(r replacement) bool { return r.session == number })
	if at < 0 {
		return false
	}
	now := c.sessionOf(c.replaced[at].worker)
	return now != nil && now.used
}
