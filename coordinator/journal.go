package coordinator

import "iter"

// Record is one piece of state that outlives the process. Each is valid alone.
type Record struct {
	Key, Value []byte // Value nil: remove the key
}

// Changes is what must become durable, in this order: records, then facts. Fact i
// has the sequence number First+i.
type Changes struct {
	Records []Record
	First   uint64
	Facts   []Entry
}

// Changes returns what has changed since the last call.
func (c *Core) Changes() Changes { panic("not written yet") }

// Restore takes back the records of earlier lives, in any order, and begins the
// next epoch. Records that are missing cost work, not truth. It must be the first
// call. Nobody may be served before the Changes after it are durable, since they
// hold the new epoch. A record that cannot have been written gives an error.
func (c *Core) Restore(records iter.Seq[Record]) error { panic("not written yet") }
