package wire

// The limits of the protocol. A message of the largest lists still fits into the 4
// MiB that a call may take.
const (
	// MaxComponent is the largest component, in bytes: what a store can hold.
	MaxComponent = 60_000
	// MaxFacts is how many facts one message holds.
	MaxFacts = 65_536
	// MaxFactBytes bounds the components of those facts together.
	MaxFactBytes = 1 << 20
	// MaxChildren is how many children one report holds.
	MaxChildren = 65_536
	// MaxChildBytes bounds the components of those children together.
	MaxChildBytes = 2 << 20
	// MaxText bounds what people read: failures and names, in bytes.
	MaxText = 1000
)
