package objects

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

// countsAtOnce is how many indices one request counts.
const countsAtOnce = 100

// Count implements Count of [driver.Driver]. It counts documents itself: _cat/indices counts Lucene documents, which
// include nested objects.
func Count(c *driver.Conn, a *driver.CountArgs) (*driver.Counts, error) {
	for _, object := range a.Objects {
		if err := es.CheckName(object); err != nil {
			return nil, err
		}
	}
	if len(a.Objects) == 1 {
		return countOne(c, a)
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

// countOne counts one object, or the rows that match a view's filter.
func countOne(c *driver.Conn, a *driver.CountArgs) (*driver.Counts, error) {
	v, err := search.ViewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	object := a.Objects[0]
	req := es.Get(es.Path(object, "_count"), "", "count")
	if v.Filter != "" {
		w := jx.NewWriter(es.BodyRoom).Open('{').Key("query").Raw(v.Filter).Close("}")
		req = es.Ask(es.Path(object, "_count"), "", es.AsJSON, w.Bytes(), "count")
	}
	var r *driver.Reply
	var shards string
	for again := false; ; again = true {
		var err error
		if r, err = c.Do(driver.Send{Request: req, Verb: driver.Pick, Pick: []string{"count", "_shards"}}); err != nil {
			return nil, err
		}
		if !r.OK() {
			return nil, es.ErrorOf(&req, r)
		}
		if shards = r.Picked[1]; again || !es.HasFailures(shards) {
			break
		}
	}
	counted := driver.Counted{Object: object, Count: es.ParseInt(r.Picked[0])}
	switch {
	case es.HasFailures(shards):
		counted = driver.Counted{Object: object, Count: -1, Err: es.PartialCount(shards)}
		counted.Err.Op, counted.Err.Status = req.Method+" "+req.Path, r.Status
		if reason := counted.Err.Message; reason != es.UncountedShards {
			counted.Err.Message = es.UncountedShards + " " + es.Sentence(reason)
		}
	case counted.Count < 0:
		return nil, &driver.Error{Kind: driver.Engine, Message: "The response contains no count.", Op: req.Method + " " + req.Path, Status: r.Status, Sent: true}
	}
	return &driver.Counts{Counts: []driver.Counted{counted}}, nil
}

// countMany counts with searches without hits, so that a failing index does not affect the other counts. It repeats
// partial counts once.
func countMany(c *driver.Conn, objects []string) ([]driver.Counted, error) {
	counts, partial, err := countOnce(c, objects)
	if err != nil || len(partial) == 0 {
		return counts, err
	}
	again := make([]string, len(partial))
	for i, at := range partial {
		again[i] = objects[at]
	}
	second, _, err := countOnce(c, again)
	if err != nil {
		return nil, err
	}
	for i, at := range partial {
		counts[at] = second[i]
	}
	return counts, nil
}

// countOnce counts objects with one request. partial has the indexes of those with incomplete results.
func countOnce(c *driver.Conn, objects []string) (counts []driver.Counted, partial []int, err error) {
	w := jx.NewWriter(es.BodyRoom)
	for _, object := range objects {
		w.Open('{').Key("index").Text(object).Close("}").Line()
		w.Open('{').Key("size").Int(0).Key("track_total_hits").Bool(true).Close("}").Line()
	}
	req := es.Ask("/_msearch", "filter_path=responses.hits.total.value,responses.status,responses.error,responses._shards,responses.timed_out", es.AsNDJSON, w.Bytes(), "count")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, nil, err
	}
	if !r.OK() {
		return nil, nil, es.ErrorOf(&req, r)
	}
	responses, _ := jx.Get(string(r.Body), "responses")
	counts = make([]driver.Counted, 0, len(objects))
	jx.Items(responses, func(member string) bool {
		if at := len(counts); at < len(objects) {
			one, whole := counted(objects[at], member)
			counts = append(counts, one)
			if !whole {
				partial = append(partial, at)
			}
		}
		return true
	})
	if len(counts) != len(objects) {
		return nil, nil, &driver.Error{Kind: driver.Engine, Message: "The server counted " + strconv.Itoa(len(counts)) + " of " + es.Plural(len(objects), "index", "indices") + ".", Op: "POST /_msearch", Status: r.Status, Sent: true}
	}
	return counts, partial, nil
}

// counted reads one of several results, and reports whether it is complete. It can contain an error although the whole
// response has status 200.
func counted(object, member string) (one driver.Counted, whole bool) {
	if _, wrong := jx.Get(member, "error"); wrong {
		status, _ := jx.Get(member, "status")
		return driver.Counted{Object: object, Count: -1, Err: es.ParseError(member, int(max(0, es.ParseInt(status))))}, true
	}
	number, _ := jx.Get(member, "hits", "total", "value")
	shards, _ := jx.Get(member, "_shards")
	timedOut, _ := jx.Get(member, "timed_out")
	if es.ParseInt(number) < 0 || es.IsPartial(shards, timedOut) {
		return driver.Counted{Object: object, Count: -1, Err: es.PartialCount(shards)}, false
	}
	return driver.Counted{Object: object, Count: es.ParseInt(number)}, true
}
