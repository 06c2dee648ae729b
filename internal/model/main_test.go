package model_test

import (
	"testing"

	"go.uber.org/goleak"
)

// No virtual machine goes on when its run is over.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
