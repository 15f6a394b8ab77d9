package rows

import "fmt"

// SyntaxError reports why an answer cannot be read: it is not JSON, ends early, is nested too deeply or does not have
// the shape that the plan expects.
type SyntaxError struct {
	Offset int    // byte position in the answer
	What   string // what is wrong there
}

// Error returns the position and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("read the answer at byte %d: %s", e.Offset, e.What)
}
