package coordinator

// workerID numbers a worker's name, in the order in which names came up. It is also
// the number of the worker's group for the trees.
type workerID uint32

// coordinatorID is the source of facts that the trees prove themselves.
const coordinatorID workerID = 0

// coordinatorName is what it is called. No worker may have this name.
const coordinatorName = "coordinator"

// names numbers the names of workers. They are never forgotten: whoever proved a fact
// must be known for as long as the fact is in the ring.
type names struct {
	list []string
	ids  map[string]workerID
}

func newNames() names {
	return names{list: []string{coordinatorName}, ids: map[string]workerID{coordinatorName: coordinatorID}}
}

// id returns the number of a name, a new one if need be.
func (n *names) id(name string) workerID {
	id, ok := n.ids[name]
	if !ok {
		id = workerID(len(n.list))
		n.list = append(n.list, name)
		n.ids[name] = id
	}
	return id
}

// name returns the name that has a number.
func (n *names) name(id workerID) string { return n.list[id] }
