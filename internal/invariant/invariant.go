package invariant

// Check panics if the condition is false and checks are enabled. The message
// says what should have been true.
func Check(condition bool, message string) {
	if Enabled && !condition {
		panic("broken invariant: not true that " + message)
	}
}
