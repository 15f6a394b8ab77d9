package typesense

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/retry"
)

const uncounted = "This key cannot count documents, so Quarry could not check that none are missing."

// addedKeys is the key under which 26.0 lists the leaves of nested objects that it adds, with their dotted paths as
// keys, to documents exported by a filter.
const addedKeys = ".flat"

// Export implements [driver.Exporter]: the server sends every document, or every one that matches the filter, one per
// line, in the order in which they were added. There is no snapshot: the number of lines is between the numbers of
// documents before and after.
func (engine) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	v, err := viewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	before, err := documents(c, a.Object, v.filter)
	if err != nil {
		return nil, err
	}
	c.Progress(0, max(0, before))
	if err := lines(c, a.Object, v.filter); err != nil {
		return nil, err
	}
	after, err := documents(c, a.Object, v.filter)
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
				" documents, so the file mixes documents from different times.",
		}}
	}
	return result, nil
}

// documents counts a collection's documents that match a filter, "" for all; -1 if the key may not count.
func documents(c *driver.Conn, object, filter string) (int64, error) {
	count := countOne
	if filter != "" {
		count = func(c *driver.Conn, object string) (*driver.Counts, error) { return countMatching(c, object, filter) }
	}
	counts, err := count(c, object)
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

// lines writes a collection's documents that match a filter (Export documents, "filter_by"). If the server accepts no
// requests for now, it repeats the request after a wait: nothing of such a response was written.
func lines(c *driver.Conn, object, filter string) error {
	req, plan := get(collectionPath(object)+"/documents/export", "", "export"), &driver.LinesPlan{}
	if filter != "" {
		req.Query = string(jx.Segment([]byte("filter_by="), filter))
		plan.Added = addedKeys
	}
	var patience retry.Patience
	for after := int64(0); ; {
		r, err := c.Do(driver.Send{Request: req, Verb: driver.Lines, Lines: plan, After: after})
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
