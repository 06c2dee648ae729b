package wire

import (
	"errors"
	"fmt"
)

// Error says which field of a message cannot be taken, and why.
type Error struct {
	Field  string // a path: "facts[3].component"
	Reason string // what is wrong, and what would be right
}

// Error writes both: "facts[3].component: empty, 1 to 60000 bytes are needed".
func (e *Error) Error() string { return e.Field + ": " + e.Reason }

// wrong returns an error about a field.
func wrong(field, format string, args ...any) *Error {
	return &Error{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// Within returns err with the name of the message that its field is in. Errors of
// other kinds come back as they are.
func Within(parent string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		return &Error{Field: parent + "." + e.Field, Reason: e.Reason}
	}
	return err
}

// at names an element of a list.
func at(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }
