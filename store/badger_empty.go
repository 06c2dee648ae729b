package store

import (
	"fmt"
	"os"
)

// dropEmptyLogs removes logs without a byte, which a process leaves that was killed
// while it made them. The engine would take each for a new log in the place of an old
// one, and not open. The store must be locked.
func dropEmptyLogs(dir string, o Options) error {
	return eachLog(dir, func(path string) error {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("open store: %w", err)
		}
		if info.Size() > 0 {
			return nil
		}
		if o.ReadOnly {
			return fmt.Errorf("%w: open %s for writing once", ErrNeedsRecovery, dir)
		}
		o.Logger.Info("store was not closed, removing a log that is empty", "log", path)
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("open store: %w", err)
		}
		return nil
	})
}
