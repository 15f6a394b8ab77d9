package elasticsearch

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// countsAtOnce is how many indices are counted by one request.
const countsAtOnce = 100

// Count implements [driver.Driver]. It counts documents: those that _cat/indices tells of are Lucene's, nested objects
// among them.
func (engine) Count(c *driver.Conn, a *driver.CountArgs) (*driver.Counts, error) {
	for _, object := range a.Objects {
		if err := named(object); err != nil {
			return nil, err
		}
	}
	if len(a.Objects) == 1 {
		return countOne(c, a.Objects[0])
	}
	counts := &driver.Counts{}
	for left := a.Objects; len(left) > 0; {
		n := min(len(left), countsAtOnce)
		some, err := countMany(c, left[:n])
		if err != nil {
			return nil, err
		}
		counts.Counts = append(counts.Counts, some...)
		left = left[n:]
	}
	return counts, nil
}

func countOne(c *driver.Conn, object string) (*driver.Counts, error) {
	req := get(path(object, "_count"), "", "count")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	body := string(r.Body)
	number, _ := jx.Get(body, "count")
	counted := driver.Counted{Object: object, Count: size(number)}
	shards, _ := jx.Get(body, "_shards")
	switch {
	case failures(shards):
		counted = driver.Counted{Object: object, Count: -1, Err: partial(shards)}
		counted.Err.Op, counted.Err.Status = req.Method+" "+req.Path, r.Status
	case counted.Count < 0:
		return nil, &driver.Error{Kind: driver.Engine, Message: "The server's answer holds no count.", Op: req.Method + " " + req.Path, Status: r.Status, Sent: true}
	}
	return &driver.Counts{Counts: []driver.Counted{counted}}, nil
}

// countMany counts by searches without hits, which an index that fails does not spoil for the others.
func countMany(c *driver.Conn, objects []string) ([]driver.Counted, error) {
	var body []byte
	for _, object := range objects {
		body = jx.Quote(append(body, `{"index":`...), object)
		body = append(body, "}\n{\"size\":0,\"track_total_hits\":true}\n"...)
	}
	req := post("/_msearch", "filter_path=responses.hits.total.value,responses.status,responses.error,responses._shards", typeNDJSON, body, "count")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	responses, _ := jx.Get(string(r.Body), "responses")
	counts := make([]driver.Counted, 0, len(objects))
	jx.Items(responses, func(member string) bool {
		if len(counts) < len(objects) {
			counts = append(counts, counted(objects[len(counts)], member))
		}
		return true
	})
	if len(counts) != len(objects) {
		return nil, &driver.Error{Kind: driver.Engine, Message: "The server counted " + strconv.Itoa(len(counts)) + " of " + many(len(objects), "index", "indices") + ".", Op: "POST /_msearch", Status: r.Status, Sent: true}
	}
	return counts, nil
}

// counted reads one answer of several; an error stands inside it while the whole has status 200.
func counted(object, member string) driver.Counted {
	if _, wrong := jx.Get(member, "error"); wrong {
		status, _ := jx.Get(member, "status")
		return driver.Counted{Object: object, Count: -1, Err: worded(member, int(max(0, size(status))))}
	}
	number, _ := jx.Get(member, "hits", "total", "value")
	shards, _ := jx.Get(member, "_shards")
	if size(number) < 0 || failures(shards) {
		return driver.Counted{Object: object, Count: -1, Err: partial(shards)}
	}
	return driver.Counted{Object: object, Count: size(number)}
}

func failures(shards string) bool {
	failed, _ := jx.Get(shards, "failed")
	return size(failed) > 0
}

// partial is the error of a count without some of the shards: a number that is too small is none.
func partial(shards string) *driver.Error {
	e := &driver.Error{Kind: driver.Engine, Message: "Some shards did not answer, so that the documents could not be counted.", Sent: true}
	if first := firstItem(shards, "failures"); first != "" {
		e.Message, e.Code = shardReason(first)
	}
	return e
}
