package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return store.NewMemory(storetest.Identity) })
	require.Equal(t, storetest.Identity, store.NewMemory(storetest.Identity).Identity())
}
