package search_test

import (
	"testing"

	"go.uber.org/goleak"
)

// No search leaves a thread behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
