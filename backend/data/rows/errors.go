package rows

import "fmt"

// SyntaxError reports why a response cannot be read: it is not JSON, ends early, is nested too deeply or does not have
// the shape that the plan expects.
type SyntaxError struct {
	Offset int    // byte position in the response
	What   string // what is wrong there
}

// Error returns the position and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("read the response at byte %d: %s", e.Offset, e.What)
}

// OpenCommentError reports that a document is followed by a `//` comment that does not end in the document, so that the
// response alone does not say where the comment ends and the row goes on.
type OpenCommentError struct {
	Row  int    // its number in the response
	Head string // the members of the row before the document, as a JSON object
}

// Error returns the position and the reason.
func (e *OpenCommentError) Error() string {
	return fmt.Sprintf("read the document of row %d: it ends with a comment that has no end", e.Row)
}
