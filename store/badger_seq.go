package store

// NextSeq returns the number to go on with, and syncs the disk.
func (b *Badger) NextSeq() (next uint64, err error) {
	err = b.writing(func() error {
		if err := b.loadTakenLocked(); err != nil {
			return err
		}
		if next, err = b.numbers.next(); err != nil {
			return err
		}
		return b.setTakenLocked(b.numbers.with(next))
	})
	return next, err
}

// takeLocked makes sure that no later NextSeq returns a number up to seq.
func (b *Badger) takeLocked(seq uint64) error {
	if err := b.loadTakenLocked(); err != nil {
		return err
	}
	if b.numbers.admits(seq) {
		return nil
	}
	return b.setTakenLocked(b.numbers.with(seq + 1))
}

// loadTakenLocked reads up to where numbers are taken. A store that says nothing
// about it has no numbers or was damaged, so all its facts are asked, once.
func (b *Badger) loadTakenLocked() error {
	if b.numbers.below > 0 {
		return nil
	}
	txn := b.db.NewTransaction(false)
	defer txn.Discard()
	key := []byte{markPrefix}
	var found taken
	err := b.read(txn, key, func(value []byte) error {
		what, err := b.codec.decodeRecord(key, value)
		if err == nil {
			found, err = decodeTaken(what)
		}
		return err
	})
	if err != nil || found.below > 0 {
		b.numbers = found
		return err
	}
	var highest uint64
	err = b.contents("", func(_ []byte, what content) error {
		highest = max(highest, what.seq)
		return nil
	})
	if err == nil && highest > 0 {
		b.numbers = taken{highest + 1 + SeqAhead}
	}
	return err
}

// setTakenLocked writes down up to where numbers are taken, through to the disk.
func (b *Badger) setTakenLocked(t taken) error {
	key := []byte{markPrefix}
	if err := b.storeLocked([]pair{{key, b.codec.encodeRecord(key, t.encode())}}); err != nil {
		return err
	}
	if err := b.Sync(); err != nil {
		return err
	}
	b.numbers = t
	return nil
}
