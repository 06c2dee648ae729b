package wire

// Forget empties the memory of what has passed.
func (c *Checker) Forget() {
	for i := range c.seen {
		c.seen[i].Store(0)
	}
}
