// Package worker turns leases of a coordinator into results: it is one group of
// threads, which search one couple at a time over tables that outlive every job.
//
// [Executor] is the group itself. It runs a job until it is decided, its budget is
// spent or it is unwanted, and then goes on with what is left of it, the job's couple
// or the nearest undecided one above, until the next job comes: a group never waits.
// It needs neither clock nor network, so that a model can drive many of them in
// virtual time.
package worker
