// Package storetest is the suite that every store must pass. A twin's own test
// calls it with a function that opens an empty store:
//
//	func TestMemory(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) store.Store {
//			return store.NewMemory(storetest.Identity)
//		})
//	}
//
// [Entries] makes contents whose facts can be told from their components, so that
// [RequireTrue] finds a wrong fact in a store that was damaged on purpose.
package storetest
