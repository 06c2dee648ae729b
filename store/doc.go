// Package store keeps proven facts about components on disk, for ever.
//
// A store is a directory that belongs to one [Identity]: one game, one set of
// rules, one canonical form. It maps components to facts (see [game.Fact]):
//
//	0*3 of Sprouts    *1            a nimber
//	0*12 of Sprouts   not *1 *2     an exclusion: nimbers that it does not have
//
// [Open] gives the durable twin, which stands on the Badger engine; [NewMemory]
// the twin for tests. [Cache] stands in front of either and is what a search
// sees: a bounded table in memory that loads all facts at once and writes new
// ones behind.
//
// # Promises
//
//   - Facts only grow. Put merges; what contradicts a stored fact is refused with
//     a *game.ConflictError, and then nothing of that Put is written.
//   - A wrong fact is never returned. Every value carries a checksum over its key
//     and itself, verified at each read; a value that fails is counted and
//     treated as absent.
//   - What Put has acknowledged survives the death of the process at any moment.
//     What Put acknowledged before a Sync survives power loss.
//   - Losing an update cannot make a fact wrong, only weaker: an older value of a
//     key says less, but all of it is true. The engine may therefore lose the end
//     of a torn log, or a damaged table, and what is left is still right.
//   - The disk is never filled: writing stops while a reserve is left, since the
//     engine writes through memory maps and a full disk would kill the process.
//
// It does not promise to keep everything on bit rot: a damaged block of the
// engine loses the some hundred facts in it. [Badger.Verify] counts such losses,
// [Repair] makes a store usable again whose damage is worse.
//
// # Format 1
//
// A store is a directory with
//
//	STORE    text, what the store is; locked while the store is open
//	facts/   a Badger v4 database, with its own LOCK, MANIFEST, *.sst, *.mem, *.vlog
//
// STORE has exactly four lines, each ended by a line feed:
//
//	sprouts-store
//	format 1
//	game <Identity.Game>
//	version <Identity.Version>
//
// Each component has one key in the database, the byte 01 and the canonical
// bytes. Other first bytes are free for later formats. A value is a fact and a
// checksum; its length tells the kind:
//
//	nimber      nn        cc cc cc    4 bytes: the nimber, 00..0f
//	exclusion   mm mm     cc cc cc    5 bytes: bit n of the big-endian mask is set
//	                                  if the nimber is not n; 0001..fffe
//
// The checksum, big-endian, is the low 24 bits of the CRC-32C (Castagnoli) of
//
//	the text of STORE
//	the canonical bytes of the component
//	one byte for the kind, 'n' or 'x'
//	the fact, 1 or 2 bytes
//
// so that a value copied from another key, another kind or another store does
// not pass. Every change of the fact alone or the checksum alone is detected; a
// random value passes with probability 2^-24, after it has passed the engine's
// own checksum of the block or log record that holds it.
//
// The engine is opened with a memtable of 8 MiB. This is part of the format: the
// engine replays a log into a memtable of the size in force and aborts the
// process if that is smaller than the one the log was written with.
//
// # Cost
//
// As the benchmarks measure it on 100,000 lands of Sprouts, 22 bytes each: 24
// bytes of disk for a nimber; 5 us to get one, 3 us to find none, 6 us to put
// one; 11 ms and 12 MiB for a process that opens a store, asks, and closes it.
// With the table in front: 0.3 us to look up, 55 to 75 bytes of memory each, and
// 0.7 s to load a million.
package store
