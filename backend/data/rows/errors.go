package rows

import "fmt"

// SyntaxError says why a response cannot be read: it is not JSON, ends early, is nested too deeply or lacks the shape
// that the plan expects.
type SyntaxError struct {
	Offset int    // byte position in the response
	What   string // what is wrong there
	Lacks  bool   // it is valid JSON, but not what the plan expects
}

// Error returns the position and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("read the response at byte %d: %s", e.Offset, e.What)
}

// OpenCommentError means that a `//` comment after a document has no line break in the document's text, so the response
// alone does not show where the comment ends and the row continues.
type OpenCommentError struct {
	Row  int    // index in the response
	Head string // the row's members before the document, as a JSON object
}

// Error returns the position and the reason.
func (e *OpenCommentError) Error() string {
	return fmt.Sprintf("read the document of row %d: it ends with a comment that has no end", e.Row)
}
