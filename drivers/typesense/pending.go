package typesense

import (
	"strconv"

	"quarry/drivers/driver"
)

// pendingWrites returns the request for the writes that a server has accepted and not yet applied (Cluster operations,
// "API stats"). A server that starts again responds while it still applies its log: until then documents and whole
// collections are missing.
func pendingWrites(purpose string) driver.Send {
	return driver.Send{Request: get("/stats.json", "", purpose), Verb: driver.Pick, Pick: []string{"pending_write_batches"}}
}

// pendingNotice returns the sentence about the writes in a reply to pendingWrites, "" if there are none, or if the key
// may not read their number.
func pendingNotice(r *driver.Reply, consequence string) string {
	if r.Err != nil || !r.OK() {
		return ""
	}
	n := number(r.Picked[0])
	if n <= 0 {
		return ""
	}
	batches := strconv.FormatInt(n, 10) + " batches"
	if n == 1 {
		batches = "1 batch"
	}
	return "The server still has " + batches + " of writes to apply, as after a restart: " + consequence
}
