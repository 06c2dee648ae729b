package coordinator

import "slices"

// replacement is a session that ended since another process registered under the name
// of its worker, or was lost, after which another process may do so.
type replacement struct {
	session  uint64
	worker   string
	instance uint64
}

// replacements are the newest of them.
type replacements []replacement

// maxReplacements is how many are remembered. Who is forgotten registers again, and is
// replaced again.
const maxReplacements = 1024

func (r *replacements) add(old *session) {
	if *r = append(*r, replacement{old.number, old.hello.Worker, old.hello.Instance}); len(*r) > maxReplacements {
		*r = slices.Delete(*r, 0, 1)
	}
}

// isReplaced reports whether a session has ended for good: another process has its name
// and uses it. A registration alone may be the late message of a process that is dead,
// from which the name can be taken back. The name may also be with the process of the
// session itself, in a newer one.
func (c *Core) isReplaced(number uint64) bool {
	at := slices.IndexFunc(c.replaced, func(r replacement) bool { return r.session == number })
	if at < 0 {
		return false
	}
	old := c.replaced[at]
	now := c.sessionOf(old.worker)
	return now != nil && now.used && now.hello.Instance != old.instance
}
