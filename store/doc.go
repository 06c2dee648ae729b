// Package store keeps proven facts about components on disk, for ever, and the
// records of a coordinator beside them.
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
// ones behind. [Cache.PutFrom] writes through, for a coordinator.
//
// # Promises
//
//   - Facts only grow. Put merges; what contradicts a stored fact is refused with
//     a *game.ConflictError, and then nothing of that Put is written. Only Forget
//     and Distrust take facts back, when their source turns out to be bad.
//   - A wrong value is never returned. Every value carries a checksum over its key
//     and itself, verified at each read; a value that fails is counted and
//     treated as absent.
//   - What Put or PutRecords has acknowledged survives the death of the process at
//     any moment. What they acknowledged before a Sync survives power loss.
//   - Losing an update cannot make a fact wrong, only weaker: an older value of a
//     key says less, but all of it is true. The engine may therefore lose the end
//     of a torn log, or a damaged table, and what is left is still right.
//   - The disk is never filled: writing stops while a reserve is left, since the
//     engine writes through memory maps and a full disk would kill the process.
//
// It does not promise to keep everything on bit rot. A damaged block of the engine
// loses the some hundred facts in it, and when the engine merges its table, what
// comes after it in the table as well. [Badger.Verify] counts such losses, [Repair]
// makes a store usable again whose damage is worse.
//
// # Where facts come from
//
// A coordinator gives each new fact a sequence number and notes which worker it came
// from. [Numbered] keeps the numbers with the facts, each exclusion its own:
//
//	PutFrom(0*12: not *1, 7)    PutFrom(0*12: not *2, 9)    not *1 (7), not *2 (9)
//	Distrust({9, 9})                                        not *1 (7)
//
// so that what one worker said can be taken back and nothing else. Numbers are
// given out in blocks: the store writes down, through to the disk, up to where they
// are taken, some million ahead, and [Numbered.NextSeq] goes on from there. So a
// crash skips numbers and never gives one out twice. Facts that merge, and facts
// of a single machine, may have none.
//
// # Removing
//
// Versions of the engine have let deleted keys come back, because a mark that deletes
// can get below what it deletes. Nothing depends on such marks here: a fact that is
// forgotten and a record that is removed get a new value that says so, which the
// engine keeps like any other. The room stays taken, some 20 bytes and the key.
//
// [Records.DropRecords] does delete, all records with a prefix. It is for records that
// mean nothing any more, because another one says that their run has ended; if one
// came back it would do no harm. So dropping a run when it has ended, and not
// before, is what keeps a store from filling with what was removed.
//
// What was overwritten is on disk until the engine has merged it away. If the block of
// the newer value is damaged meanwhile, the older one is what is found: a weaker
// fact, a record as it was, a fact that was forgotten. Records should be such that
// this is no harm, and Distrust can be done again after damage.
//
// # Format 1
//
// A store is a directory with
//
//	STORE    text, what the store is; locked while the store is open
//	facts/   a Badger v4 database, with its own LOCK, MANIFEST, *.sst, *.mem, *.vlog
//
// STORE has five lines, each ended by a line feed:
//
//	sprouts-store
//	format 1
//	game <Identity.Game>
//	version <Identity.Version>
//	check <CRC-32C of the four lines above, 8 hexadecimal digits>
//
// The last is missing in older stores. "The text of STORE" below is the first four.
//
// The first byte of a key in the database tells what it is:
//
//	01 component    what is known about it
//	02 key          a record of somebody else
//	03              up to where sequence numbers are taken
//
// Other first bytes are free for later formats. The value of a component is what is
// known, perhaps with sequence numbers, and a checksum; its length tells the kind:
//
//	'n' nimber        nn                           cc cc cc    4 bytes: the nimber, 00..0f
//	'x' exclusion     mm mm                        cc cc cc    5 bytes: bit n of the mask is set if
//	                                                           the nimber is not n; 0001..fffe
//	'N' nimber        ss ss ss ss ss ss nn         cc cc cc    10 bytes: number and nimber
//	'X' exclusions    (ss ss ss ss ss ss mm mm)*   cc cc cc    11, 19, ... bytes: the numbers ascend, the
//	                                                           masks share no bit; 0 is for those without
//	'f' forgotten                                  cc cc cc    3 bytes: nothing is known
//
// All numbers are big-endian. The checksum is the low 24 bits of the CRC-32C
// (Castagnoli) of
//
//	the text of STORE
//	the canonical bytes of the component
//	one byte for the kind, as quoted above
//	the value without the checksum
//
// so that a value copied from another key, another kind or another store does
// not pass. Every change of a nimber, of the last exclusion or of the checksum alone is detected; a
// random value passes with probability 2^-24, after it has passed the engine's
// own checksum of the block or log record that holds it.
//
// The value of a record, and that of the key 03, is
//
//	'r' bytes    cc cc cc cc    the record; after 03, the first number that is not taken, 8 bytes
//	'd'          cc cc cc cc    it was removed
//
// The checksum is the CRC-32C of the text of STORE, the key with its first byte,
// and the value without the checksum.
//
// Programs from before there were records find all this except records and facts
// with numbers, and count the latter as corrupt.
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
