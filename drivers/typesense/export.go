package typesense

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
)

const uncounted = "This key cannot count documents, so it could not be checked that none is missing."

var errFiltered = &driver.Error{
	Kind: driver.Unsupported, Message: "Exporting a filtered collection is not available yet. Clear the filter to export all of it.",
}

// Export implements [driver.Exporter]: the server sends every document as a line, in the order in which they were
// added. There is no snapshot: the number of lines is between the numbers of documents before and after.
func (engine) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	v, err := viewOf(a.View)
	if err != nil {
		return nil, err
	}
	if v.filter != "" { // 26.0 adds keys of its own to documents that it exports by a filter
		return nil, errFiltered
	}
	before, err := documents(c, a.Object)
	if err != nil {
		return nil, err
	}
	c.Progress(0, max(0, before))
	if err := lines(c, a.Object); err != nil {
		return nil, err
	}
	after, err := documents(c, a.Object)
	if err != nil {
		return nil, err
	}
	if before < 0 || after < 0 {
		return &driver.Exported{Most: -1, Notices: []driver.Notice{{Text: uncounted}}}, nil
	}
	result := &driver.Exported{Least: min(before, after), Most: max(before, after)}
	if before != after {
		result.Notices = []driver.Notice{{
			Text: "The collection changed during the export, from " + strconv.FormatInt(before, 10) + " to " + strconv.FormatInt(after, 10) +
				" documents: the file is not of one moment.",
		}}
	}
	return result, nil
}

// documents counts the documents of a collection, -1 if the key has no permission.
func documents(c *driver.Conn, object string) (int64, error) {
	counts, err := countOne(c, object)
	if err == nil && counts.Counts[0].Err != nil {
		err = counts.Counts[0].Err
	}
	if e, ok := err.(*driver.Error); ok && e.Kind == driver.Auth {
		return -1, nil
	}
	if err != nil {
		return -1, err
	}
	return counts.Counts[0].Count, nil
}

// lines writes the documents of a collection. A server that takes no requests for now is asked again after a wait: nothing
// of such an answer was written.
func lines(c *driver.Conn, object string) error {
	req := get(collectionPath(object)+"/documents/export", "", "export")
	var patience gateway.Patience
	for after := int64(0); ; {
		r, err := c.Do(driver.Send{Request: req, Verb: driver.Lines, Lines: &driver.LinesPlan{}, After: after})
		if err != nil {
			return err
		}
		if r.OK() {
			return nil
		}
		again, retryAfter := false, r.Header("Retry-After")
		if gateway.Busy(r.Status, retryAfter) != "" {
			after, again = patience.Wait(retryAfter)
		}
		if !again {
			return answered(&req, r)
		}
	}
}
