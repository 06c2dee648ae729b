package coordinator_test

import (
	"testing"

	"go.uber.org/goleak"
)

// The core starts no goroutine, and neither do its tests leave one.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
