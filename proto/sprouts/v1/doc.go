// Package sproutsv1 is the wire of a cluster: the messages and services between
// coordinator, workers and the people who watch them.
//
// worker.proto tells the workers' protocol in full, so that a worker can be
// written from it in any language; admin.proto tells how runs are submitted and
// watched; common.proto holds what both speak of. Everything else here is
// generated from them by make generate.
//
// Fields are only ever added, and numbers never used again; make verify-proto
// compares the files with proto/released.binpb, an image of the last release. The
// package holds no logic: internal/wire turns messages into values and checks
// them.
package sproutsv1

//go:generate go -C ../../.. tool -modfile=internal/tools/buf/go.mod buf generate proto --template proto/buf.gen.yaml
