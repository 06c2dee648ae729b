// Package chaos does to real clusters what happens to them: processes are killed and
// paused, machines vanish, networks are cut. Everything here is a test; the package
// itself is empty.
//
//	make chaos        200 workers and 50 coordinators killed, 20 workers paused
//	make partition    networks cut for a minute each way, slow and lossy ones
//	go test ./internal/chaos    a little of both, in half a minute
//
// The programs are those that users run, built from this checkout, each a process of
// its own that dies with the test. internal/simulate asks the same of the core in
// virtual time, ten thousand times; here it is the rest that is on trial: sockets,
// signals, the store and its log, reconnection, the order in which a program stops.
//
// # What must hold
//
//   - Each question gets the answer that is known from elsewhere, and keeps it.
//   - Every nimber that the store has in the end is what a search of one machine, in
//     the test's own process, finds by itself.
//   - Nothing acknowledged is lost. A witness takes part as a worker: it tells facts
//     that it knows to be true, notes which of them the coordinator has acknowledged,
//     and reads all facts back from each new coordinator, and in the end from the
//     store. A submitted run is there after each start, and a decided one stays so.
//   - The job of a dead worker is free again within the TTL of its lease and two
//     seconds, as seen by the coordinator.
//   - All that can end in order does, in time and with the exit code that it should.
//   - Of the visits that workers make, at most 5 % are lost with them. A worker counts
//     those that it has not reported yet; the test asks for them right before it kills.
//
// # A network
//
// For partitions each host has a network namespace, which ends with the process that
// holds it: nothing is left behind, however the test ends. Its only interface is a
// TUN device whose other end is a file of the test, so that the wire between hosts
// is a few lines of Go:
//
//	+- host 1 ------+          +--- test ---+          +------ host 2 -+
//	| coordinator   |   tun    |  cut       |    tun   |        worker |
//	| 10.77.0.1  ---+--------- |  delay     | ---------+--- 10.77.0.2  |
//	+---------------+          |  loss      |          +---------------+
//	                           +------------+
//
// Each direction between two hosts is cut, delayed or made lossy by itself; TCP is the
// kernel's own. It takes root and /dev/net/tun, but neither netem nor a firewall. Where
// that is not allowed the tests say so and are skipped.
//
// What is not tested here: power loss and full disks (package store), and clocks that
// are wrong, since no time is ever sent.
package chaos
