package typesense

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/retry"
)

const uncounted = "This key cannot count documents, so Quarry could not check that none are missing."

// batches asks for the documents in batches of the size at which a server exports fastest, about four times as fast as
// in the default's (Export documents, "batch_size").
const batches = "batch_size=5000"

const uncountedAfter = "Every line arrived, but Quarry could not count the documents afterwards to check that none are missing. "

// addedKeys is the key under which 26.0 lists the leaves of nested objects that it adds, with their dotted paths as
// keys, to documents exported by a filter.
const addedKeys = ".flat"

// Export implements [driver.Exporter]: the server sends every document, or every one that matches the filter, one per
// line, in the order in which they were added. There is no snapshot: the number of lines is between the numbers of
// documents before and after. While the server still applies its log, that says nothing, so the file is unverified.
func (engine) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	v, err := viewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	asked := patient{c: c}
	before, err := asked.documents(a.Object, v.filter)
	if err != nil {
		return nil, err
	}
	pending, err := asked.do(pendingWrites("export"))
	if pending == nil {
		return nil, err
	}
	incomplete := pendingNotice(pending, "the file may lack documents. Export again once the server has finished.")
	c.Progress(0, max(0, before))
	if err := asked.lines(a.Object, v.filter); err != nil {
		return nil, err
	}
	after, err := asked.documents(a.Object, v.filter)
	if err != nil && err != driver.ErrCancelled {
		after, err = asked.documents(a.Object, v.filter) // the file is whole: a broken connection is no reason to lose it
	}
	switch {
	case err == driver.ErrCancelled:
		return nil, err
	case err != nil:
		return &driver.Exported{Most: -1, Notices: []driver.Notice{{Text: uncountedAfter + strings.TrimSuffix(err.Error(), ".") + "."}}}, nil
	}
	if before < 0 || after < 0 {
		return &driver.Exported{Most: -1, Notices: []driver.Notice{{Text: uncounted}}}, nil
	}
	if incomplete != "" {
		return &driver.Exported{Most: -1, Notices: []driver.Notice{{Text: incomplete}}}, nil
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

// patient sends the reads of an export. While the server accepts no requests, it sends a read again after a wait: nothing
// of such a response was written.
type patient struct {
	c        *driver.Conn
	patience retry.Patience
}

func (p *patient) do(send driver.Send) (*driver.Reply, error) {
	for {
		r, err := p.c.Do(send)
		if err != nil {
			return r, err
		}
		retryAfter := r.Header("Retry-After")
		if gateway.Busy(r.Status, retryAfter) == "" {
			p.patience.Reset()
			return r, nil
		}
		millis, again := p.patience.Wait(retryAfter)
		if !again {
			return r, nil
		}
		send.After = millis
	}
}

// documents counts a collection's documents that match a filter, "" for all; -1 if the key may not count.
func (p *patient) documents(object, filter string) (int64, error) {
	var counts *driver.Counts
	var err error
	if filter == "" {
		counts, err = countOne(p.do, object)
	} else {
		counts, err = countMatching(p.do, object, filter)
	}
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

// lines writes a collection's documents that match a filter (Export documents, "filter_by").
func (p *patient) lines(object, filter string) error {
	req, plan := get(collectionPath(object)+"/documents/export", batches, "export"), &driver.LinesPlan{Key: "id"}
	if filter != "" {
		req.Query = string(jx.Segment([]byte(batches+"&filter_by="), filter))
		plan.Added = addedKeys
	}
	r, err := p.do(driver.Send{Request: req, Verb: driver.Lines, Lines: plan})
	if err != nil {
		return err
	}
	if !r.OK() {
		return answered(&req, r)
	}
	return nil
}
