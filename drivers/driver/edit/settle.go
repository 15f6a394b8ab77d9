package edit

import (
	"strings"

	"quarry/drivers/driver"
)

// Now is the state of a document that was read again because a write got no usable response.
type Now int

// The states of a document after it was read again.
const (
	Unread  Now = iota // it could not be read
	Gone               // it does not exist
	Same               // unchanged since before the write
	Changed            // changed, by this write or by somebody else
	Unmade             // a new document that does not exist
	Made               // a new document that exists
	Unnamed            // a new document whose id the engine chooses
)

var unknown = map[Now]string{
	Unread:  "No usable response to the write arrived, and the document could not be read again.",
	Gone:    "No usable response to the write arrived, and the document no longer exists.",
	Same:    "No usable response to the write arrived. The document has not changed so far.",
	Unmade:  "No usable response to the write arrived. The document does not exist so far.",
	Made:    "No usable response to the write arrived. A document with this id exists: compare it with your row.",
	Unnamed: "No usable response to the write arrived, and its id is not known. Check whether the document exists before you save the row again.",
	Changed: "No usable response to the write arrived. The document has changed: compare it with your edit.",
}

const checkAgain = "The write may still be carried out, so it is not sent again. Refresh the rows, and save the change again if it is missing."

// hints replace the hint of the cause, which might advise trying again.
var hints = map[Now]string{Unread: checkAgain, Same: checkAgain, Unmade: checkAgain}

// Unknown returns the outcome of a write that may have reached the engine. cause says why there is no usable response.
// document is the document on the shelf as it was read again, or 0. The write is never repeated: it may still arrive.
func Unknown(cause *driver.Error, now Now, document int64) *driver.Settled {
	e := *cause
	e.Sent = true
	e.Detail = strings.TrimSpace(e.Message + "\n" + e.Detail)
	e.Message, e.Hint = unknown[now], hints[now]
	return &driver.Settled{Outcome: driver.OutcomeUnknown, Err: &e, Document: document}
}
