package paging

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	openAlive  = "15s" // until the first read: a point in time whose response was lost soon expires
	hitSorts   = "hits.hits.sort"
	onlySorts  = "filter_path=pit_id,_shards,timed_out," + hitSorts
	onlyKeys   = "filter_path=pit_id,_shards,timed_out,hits.hits._index,hits.hits._id,hits.hits._routing"
	staleFirst = "Page 1 was read before the snapshot, and has changed since."
	// EndedText says that a view's snapshot has ended.
	EndedText = "The snapshot has ended on the server."
	// LostText says that a shard has lost its part of a snapshot.
	LostText  = "The snapshot lost part of its rows on the server."
	newOne    = " From here on, rows come from a new one."
	readAgain = " Refresh to load the rows from a new one."
	noContext = "search_context_missing_exception"
)

// inSnapshot reads a page of the view's point in time, which it opens if necessary. If the page cannot be read, it
// closes what it opened, because only a page's state records it.
func (r *Reading) inSnapshot() (_ *driver.PageResult, err error) {
	var beside []driver.Send
	if r.State.Point == "" {
		if err := r.open(); err != nil || r.State.Plain {
			return nil, err
		}
		defer func() {
			if err != nil {
				ClosePoint(r.Conn.Cleanup(), r.State.Point)
			}
		}()
	}
	if r.State.firstKeys != "" && r.Args.From > 0 {
		beside = append(beside, r.firstKeys())
	}
	reply, result, err := r.page(beside)
	if err != nil {
		return nil, err
	}
	if !result.Partial {
		r.State.remember(r.Args.From+int64(reply.Rows), reply.Last)
	}
	r.keep(result)
	return result, nil
}

// IsExpired reports whether a snapshot has ended or lost a shard.
func IsExpired(err error) bool {
	e, ok := err.(*driver.Error)
	return ok && e.Code == driver.CodeExpired
}

// inNewSnapshot reads the page in a new point in time after the view's own has ended or lost a shard, and reports that.
func (r *Reading) inNewSnapshot(why *driver.Error) (*driver.PageResult, error) {
	text, old := EndedText, r.State.Point
	r.State = &State{Total: UnknownTotal, rowSize: r.State.rowSize}
	if why.Status == 200 && old != "" { // its other shards still hold it
		text = LostText
		_ = ClosePoint(r.Conn.Cleanup(), old)
	}
	result, err := r.inSnapshot()
	if err == nil && result != nil {
		result.Notices = append(result.Notices, driver.Notice{Text: text + newOne})
	}
	return result, err
}

// open opens the point in time, with the first page's preference so that it sees the same copies of the shards. Until
// the page has been read in it, it is kept alive for seconds only. An engine without that route returns status 400 or
// 405.
func (r *Reading) open() error {
	req := r.OpenRequest()
	reply, err := r.Conn.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return err
	}
	return r.RecordPoint(&req, reply)
}

// OpenRequest returns the request that opens the point in time, which stays alive until the first read in it.
func (r *Reading) OpenRequest() driver.Request {
	query := "keep_alive=" + openAlive
	if q := r.View.Preference; q != "" {
		query += "&" + q
	}
	return driver.Request{Method: "POST", Path: es.Path(r.Args.Object, "_pit"), Query: query, Purpose: "snapshot"}
}

// RecordPoint records the id of the point in time, or records that there is none.
func (r *Reading) RecordPoint(req *driver.Request, reply *driver.Reply) error {
	if reply.OK() {
		r.State.Point, r.State.Taken = jx.Text(string(reply.Body), "id"), r.Conn.Now()
		if r.State.Point == "" {
			return es.Lacking(req, reply, "point-in-time ID")
		}
		return nil
	}
	e := es.ErrorOf(req, reply)
	if reply.Status == 403 && e.Code == "security_exception" { // the user can search, but may not hold a snapshot
		r.State.Plain, r.State.refused = true, true
		return nil
	}
	if (reply.Status == 400 || reply.Status == 405) && e.Code != "index_closed_exception" && es.VersionOf(r.Conn).Number == "" {
		r.State.Plain = true
		return nil
	}
	return e
}

// firstKeys returns the request for the keys of the first page in the snapshot.
func (r *Reading) firstKeys() driver.Send {
	s := r.InPoint(int64(r.State.firstRows), search.Uncounted)
	s.Bare, s.Order = true, search.Order{Keys: r.Keys, Tiebreak: true}
	plan := &driver.RowsPlan{At: "hits.hits", Sparse: true, Edges: true, Hidden: []driver.Hidden{es.HiddenIndex, es.HiddenID, es.HiddenRouting}}
	return driver.Send{Request: r.Ask(s, onlyKeys, "compare"), Verb: driver.Rows, Rows: plan, Pick: WholePicks}
}

// compare marks the first page as stale if the snapshot begins with different documents. It is done once; if the keys
// could not be read completely, it is left to the next page.
func (r *Reading) compare(reply *driver.Reply, result *driver.PageResult) {
	if !reply.OK() || es.IsPartial(reply.Picked[0], reply.Picked[1]) {
		return
	}
	same := reply.Keys == r.State.firstKeys
	r.State.firstKeys = ""
	if same {
		return
	}
	result.Stale = true
	result.Notices = append(result.Notices, driver.Notice{Text: staleFirst})
}

// page reads the page in the point in time.
func (r *Reading) page(beside []driver.Send) (*driver.Reply, *driver.PageResult, error) {
	from := r.Args.From
	if from+int64(r.Args.Size) <= snapshotFrom {
		return r.rows(r.pageRequest(&search.Span{}, mark{row: from}), beside...)
	}
	sort, err := r.seek(from)
	if err != nil {
		return nil, nil, err
	}
	if sort == "" {
		reply, result, err := r.rows(r.emptyRequest, beside...)
		if err == nil && !result.Partial {
			result.End = true
		}
		return reply, result, err
	}
	if tie := r.tied(sort); tie != nil {
		reply, result, err := r.rows(r.pageRequest(&tie.Span, mark{from, sort}), beside...)
		if !tie.broken(reply, r.Args.Size, err) {
			return reply, result, err
		}
	}
	return r.rows(r.pageRequest(&search.Span{}, mark{from, sort}), beside...)
}

// pageRequest returns the request for rows of a span, after a mark's sort values or from its row on, for any number of
// rows.
func (r *Reading) pageRequest(within *search.Span, from mark) func(size int) driver.Request {
	return func(size int) driver.Request {
		s := r.InPoint(int64(size), search.Uncounted)
		s.Span, s.After, s.Rows, s.Order = within, from.sort, true, search.Order{Keys: r.Keys, Tiebreak: true}
		if from.row > 0 {
			s.From = from.row
		}
		return r.Ask(s, "", "page")
	}
}

// emptyRequest returns the request for a page after the snapshot's end.
func (r *Reading) emptyRequest(int) driver.Request {
	return r.Ask(r.InPoint(0, search.Uncounted), "", "page")
}

// ExplainExpired explains the error for a point in time or a scroll that is gone, and says what to do.
func ExplainExpired(e *driver.Error) *driver.Error {
	if e.Code != noContext {
		return e
	}
	told := *e
	told.Code, told.Hint = driver.CodeExpired, EndedText+readAgain
	return &told
}

// ClosePoint releases a point in time. It is not an error if it is already gone.
func ClosePoint(c *driver.Conn, id string) error { return closed(c, "/_pit", "id", id) }

// closed releases what the engine holds under an id.
func closed(c *driver.Conn, path, key, id string) error {
	req := es.Post(path, "", es.AsJSON, jx.NewWriter(es.BodyRoom).Open('{').Key(key).Text(id).Close("}").Bytes(), "close snapshot")
	req.Method = "DELETE"
	reply, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return err
	}
	if !reply.OK() && reply.Status != 404 {
		return es.ErrorOf(&req, reply)
	}
	return nil
}

// InPoint returns a search in the view's point in time for that many rows, without other options.
func (r *Reading) InPoint(size int64, t search.Totals) *search.Spec {
	return &search.Spec{Point: r.State.Point, From: -1, Size: size, Totals: t}
}

// Ask returns the request for a search in a point in time. A search without a name in its path reads the view's indices
// only if it has one: otherwise it would read every index of the cluster.
func (r *Reading) Ask(s *search.Spec, query, purpose string) driver.Request {
	path := "/_search"
	if s.Point == "" {
		path = es.Path(r.Args.Object, "_search")
	}
	return es.Ask(path, query, es.AsJSON, r.View.Body(s), purpose)
}
