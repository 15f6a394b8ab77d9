package paging

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	onlyForwards = ": you can only page forward."
	notBackwards = ": past row 10,000 you can only page forward, and you have already passed this page."
	noPoints     = "This server does not support points in time"
	mayNotPoint  = "You do not have permission to open a point in time"
	beginAgain   = "Refresh to start again from the first row."
	onlyScroll   = "filter_path=_scroll_id,_shards,timed_out," + hitSorts + ",hits.hits._id"
	brokenScroll = "The previous read was interrupted." + newOne
)

// whyForwards says why the user can only page forward.
func (p *State) whyForwards() string {
	if p.refused {
		return mayNotPoint
	}
	return noPoints
}

// withoutSnapshot reads a page without a point in time: with from and size up to row 10,000, after that with a scroll,
// which returns the rows from the first one on in batches of equal size (Paginate search results, "Scroll search
// results").
func (r *Reading) withoutSnapshot() (*driver.PageResult, error) {
	from := r.Args.From
	if from < snapshotFrom {
		r.Args.Size = int(min(int64(r.Args.Size), snapshotFrom-from))
		_, result, err := r.rows(func(size int) driver.Request { return r.plainSearch(from, size) })
		if err != nil {
			return nil, err
		}
		result.Snapshot = 0
		r.keep(result)
		return result, nil
	}
	return r.byScroll()
}

// byScroll reads a page from the view's scroll, or from a new one. A scroll is read once from first row to last: one
// whose response was lost, cut or partial may have moved past rows that nobody saw, so it is abandoned, and the page is
// read with a new one from the beginning.
func (r *Reading) byScroll() (*driver.PageResult, error) {
	p := r.State
	why := ""
	switch {
	case p.Scroll == "":
	case r.Args.Spent:
		_ = CloseScroll(r.Conn.Cleanup(), p.Scroll)
		p.Scroll, why = "", brokenScroll
	case r.Args.From < p.at:
		return nil, &driver.Error{Kind: driver.Unsupported, Message: p.whyForwards() + notBackwards, Hint: beginAgain}
	case (r.Args.From-p.at)%int64(p.batch) != 0 || p.batch > r.Args.Size: // its batches do not line up with the page
		_ = CloseScroll(r.Conn.Cleanup(), p.Scroll)
		p.Scroll, why = "", EndedText+newOne
	}
	result, err := r.scrolled()
	if lost := unfinished(err); lost != nil {
		why = EndedText + newOne
		if lost.Status == 200 {
			why = LostText + newOne
		}
		result, err = r.scrolled()
	}
	if err != nil {
		return nil, err
	}
	if why != "" {
		result.Notices = append(result.Notices, driver.Notice{Text: why})
	}
	result.Note, result.Snapshot = p.whyForwards()+onlyForwards, p.Taken
	r.keep(result)
	return result, nil
}

// unfinished returns the error of a scroll that has ended or whose response was partial, otherwise nil.
func unfinished(err error) *driver.Error {
	e, ok := err.(*driver.Error)
	if ok && (e.Code == driver.CodeExpired || e.Code == driver.CodePartial) {
		return e
	}
	return nil
}

// scrolled reads the page from the current scroll, or from one that it opens. A scroll that failed is closed.
func (r *Reading) scrolled() (result *driver.PageResult, err error) {
	p := r.State
	if p.Scroll == "" {
		p.at, p.batch, p.Taken = 0, int(divisor(r.Args.From, int64(r.Args.Size))), r.Conn.Now()
	}
	defer func() {
		if err != nil && p.Scroll != "" {
			_ = CloseScroll(r.Conn.Cleanup(), p.Scroll)
			p.Scroll = ""
		}
	}()
	for p.at < r.Args.From {
		r.Conn.Progress(p.at, r.Args.From)
		if ended, err := r.skip(); err != nil {
			return nil, err
		} else if ended {
			break // after the last row: the scroll keeps returning empty responses
		}
	}
	req := r.nextBatch("")
	replies, err := r.Conn.DoAll(driver.Send{Request: req, Verb: driver.Rows, Pick: pagePicks})
	if err != nil {
		return nil, err
	}
	reply := &replies[0]
	result, err = r.pageFrom(&req, reply, p.batch)
	if err != nil {
		return nil, err
	}
	if e := p.MoveScroll(&req, reply, 4); e != nil {
		return nil, e
	}
	if result.Partial {
		return nil, r.incomplete(&req, result)
	}
	p.at += int64(reply.Rows)
	return result, nil
}

// skip moves past one batch without reading its documents, and reports whether it was the last.
func (r *Reading) skip() (ended bool, err error) {
	req := r.nextBatch(onlyScroll)
	reply, err := r.Conn.Do(driver.Send{
		Request: req, Verb: driver.Rows, Rows: &driver.RowsPlan{At: "hits.hits", Sparse: true, Edges: true}, Pick: append(WholePicks[:2:2], "_scroll_id"),
	})
	if err != nil {
		return false, err
	}
	lacking := r.State.MoveScroll(&req, reply, 2)
	if err := whole(&req, reply); err != nil {
		return false, err
	}
	if lacking != nil {
		return false, lacking
	}
	r.State.at += int64(reply.Rows)
	return reply.Rows < r.State.batch, nil
}

// nextBatch opens the scroll or requests more from it. A new scroll is kept alive for seconds only: its first batch is
// always skipped, so the next request follows soon, and one whose response was lost soon expires.
func (r *Reading) nextBatch(query string) driver.Request {
	if r.State.Scroll != "" {
		w := jx.NewWriter(es.BodyRoom).Open('{').Key("scroll").Text(search.KeepAlive).Key("scroll_id").Text(r.State.Scroll).Close("}")
		return es.Post("/_search/scroll", query, es.AsJSON, w.Bytes(), "page")
	}
	if query != "" {
		query = "&" + query
	}
	if q := r.View.Preference; q != "" {
		query = "&" + q + query
	}
	s := search.Spec{From: -1, Size: int64(r.State.batch), Rows: true, Order: search.Order{Keys: r.Keys}}
	return es.Post(es.Path(r.Args.Object, "_search"), "scroll="+openAlive+query, es.AsJSON, r.View.Body(&s), "page")
}

// MoveScroll records the newest id of the scroll, which is the reply's pick with that number. Without an id the next
// request would open another scroll at the first row: that is an error.
func (p *State) MoveScroll(req *driver.Request, reply *driver.Reply, picked int) *driver.Error {
	if !reply.OK() {
		return nil
	}
	if id := jx.Unquote(reply.Picked[picked]); id != "" {
		p.Scroll = id
	}
	if p.Scroll == "" {
		return es.Lacking(req, reply, "scroll ID")
	}
	return nil
}

// divisor returns the greatest common divisor: batches of that many rows end exactly where this page and all later ones
// begin.
func divisor(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// CloseScroll releases a scroll. It is not an error if it is already gone.
func CloseScroll(c *driver.Conn, id string) error {
	return closed(c, "/_search/scroll", "scroll_id", id)
}
