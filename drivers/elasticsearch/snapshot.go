package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

const (
	keepAlive  = "5m"
	openAlive  = "15s" // until the first read in it: one whose response was lost soon ends
	hitSorts   = "hits.hits.sort"
	onlySorts  = "filter_path=pit_id,_shards,timed_out," + hitSorts
	onlyKeys   = "filter_path=pit_id,_shards,timed_out,hits.hits._index,hits.hits._id,hits.hits._routing"
	staleFirst = "Page 1 was read before the snapshot, and has changed since."
	endedText  = "The snapshot has ended on the server."
	lostText   = "The snapshot lost part of its rows on the server."
	newOne     = " Rows from here on are from a new one."
	readAgain  = " Refresh reads the rows again, in a new one."
	noContext  = "search_context_missing_exception"
)

// inSnapshot reads a page of the view's point in time, which it opens if there is none. If the page cannot be read,
// what it opened is closed again: only a page's state keeps it.
func (r *reading) inSnapshot() (_ *driver.PageResult, err error) {
	var beside []driver.Send
	if r.state.point == "" {
		if err := r.open(); err != nil || r.state.plain {
			return nil, err
		}
		defer func() {
			if err != nil {
				closePoint(r.conn.Cleanup(), r.state.point)
			}
		}()
	}
	if r.state.firstKeys != "" && r.args.From > 0 {
		beside = append(beside, r.firstKeys())
	}
	reply, result, err := r.page(beside)
	if err != nil {
		return nil, err
	}
	if !result.Partial {
		r.state.remember(r.args.From+int64(reply.Rows), reply.Last)
	}
	r.keep(result)
	return result, nil
}

// ended reports whether a snapshot was found to have ended, or to have lost a shard.
func ended(err error) bool {
	e, ok := err.(*driver.Error)
	return ok && e.Code == driver.CodeExpired
}

// inNewSnapshot reads the page in another point in time after the view's own has ended or lost a shard, and reports it.
func (r *reading) inNewSnapshot(why *driver.Error) (*driver.PageResult, error) {
	text, old := endedText, r.state.point
	r.state = &pageState{total: unknown, rowSize: r.state.rowSize}
	if why.Status == 200 && old != "" { // its other shards still hold it
		text = lostText
		_ = closePoint(r.conn.Cleanup(), old)
	}
	result, err := r.inSnapshot()
	if err == nil && result != nil {
		result.Notices = append(result.Notices, driver.Notice{Text: text + newOne})
	}
	return result, err
}

// open opens the point in time, with the preference of the first page so that it sees the same copies of the shards.
// Until the page has been read in it, it is kept alive for seconds only. An engine without that route returns status
// 400 or 405.
func (r *reading) open() error {
	req := r.openRequest()
	reply, err := r.conn.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return err
	}
	return r.opened(&req, reply)
}

func (r *reading) openRequest() driver.Request {
	query := "keep_alive=" + openAlive
	if q := r.view.preference; q != "" {
		query += "&" + q
	}
	return driver.Request{Method: "POST", Path: es.Path(r.args.Object, "_pit"), Query: query, Purpose: "snapshot"}
}

// opened records the id of the point in time, or records that there is none.
func (r *reading) opened(req *driver.Request, reply *driver.Reply) error {
	if reply.OK() {
		r.state.point, r.state.taken = jx.Text(string(reply.Body), "id"), r.conn.Now()
		return nil
	}
	e := es.ErrorOf(req, reply)
	if reply.Status == 403 && e.Code == "security_exception" { // the user can search, but has no permission to hold a snapshot
		r.state.plain, r.state.refused = true, true
		return nil
	}
	if (reply.Status == 400 || reply.Status == 405) && e.Code != "index_closed_exception" && es.VersionOf(r.conn).Number == "" {
		r.state.plain = true
		return nil
	}
	return e
}

// firstKeys returns the request for the keys of the first page in the snapshot.
func (r *reading) firstKeys() driver.Send {
	s := r.inPoint(int64(r.state.firstRows), uncounted)
	s.bare, s.order = true, order{keys: r.keys, tiebreak: true}
	plan := &driver.RowsPlan{At: "hits.hits", Sparse: true, Edges: true, Hidden: []driver.Hidden{es.HiddenIndex, es.HiddenID, es.HiddenRouting}}
	return driver.Send{Request: r.ask(s, onlyKeys, "compare"), Verb: driver.Rows, Rows: plan, Pick: wholePicks}
}

// compare marks the first page as stale if the snapshot begins with other documents. It is done once; if the keys could
// not be read completely, it is left to the next page.
func (r *reading) compare(reply *driver.Reply, result *driver.PageResult) {
	if !reply.OK() || es.IsPartial(reply.Picked[0], reply.Picked[1]) {
		return
	}
	same := reply.Keys == r.state.firstKeys
	r.state.firstKeys = ""
	if same {
		return
	}
	result.Stale = true
	result.Notices = append(result.Notices, driver.Notice{Text: staleFirst})
}

// page reads the page in the point in time.
func (r *reading) page(beside []driver.Send) (*driver.Reply, *driver.PageResult, error) {
	from := r.args.From
	if from+int64(r.args.Size) <= snapshotFrom {
		return r.rows(r.pageRequest(&span{}, mark{row: from}), beside...)
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
		reply, result, err := r.rows(r.pageRequest(&tie.span, mark{from, sort}), beside...)
		if !tie.broken(reply, r.args.Size, err) {
			return reply, result, err
		}
	}
	return r.rows(r.pageRequest(&span{}, mark{from, sort}), beside...)
}

// pageRequest returns the request for the rows of a span after a mark's sort values, or from its row on, for any number
// of rows.
func (r *reading) pageRequest(within *span, from mark) func(size int) driver.Request {
	return func(size int) driver.Request {
		s := r.inPoint(int64(size), uncounted)
		s.span, s.after, s.rows, s.order = within, from.sort, true, order{keys: r.keys, tiebreak: true}
		if from.row > 0 {
			s.from = from.row
		}
		return r.ask(s, "", "page")
	}
}

// emptyRequest returns the request for a page after the snapshot's end.
func (r *reading) emptyRequest(int) driver.Request {
	return r.ask(r.inPoint(0, uncounted), "", "page")
}

// expired explains the error of a point in time or a scroll that is gone, and says what to do.
func expired(e *driver.Error) *driver.Error {
	if e.Code != noContext {
		return e
	}
	told := *e
	told.Code, told.Hint = driver.CodeExpired, endedText+readAgain
	return &told
}

// closePoint releases a point in time. It is not an error if it is already gone.
func closePoint(c *driver.Conn, id string) error { return closed(c, "/_pit", "id", id) }

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
