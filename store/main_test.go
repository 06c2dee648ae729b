package store_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// childEnv selects what a re-executed test binary does instead of testing.
const childEnv = "STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	if child, ok := children[os.Getenv(childEnv)]; ok {
		child(os.Getenv("STORE_TEST_DIR"))
		panic("a child works until it is killed")
	}
	goleak.VerifyTestMain(m)
}

// children are the programs that tests run as processes of their own.
var children = map[string]func(dir string){
	"put":  putForEver,
	"fill": fillDisk,
	"hold": holdOpen,
}
