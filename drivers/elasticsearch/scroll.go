package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	onlyForwards = ": pages go forward only."
	notBackwards = ": past row 10,000 pages go forward only, and this one was passed."
	noPoints     = "This server has no point in time"
	mayNotPoint  = "This user may not open a point in time"
	beginAgain   = "Refresh to begin again from the first row."
	onlyScroll   = "filter_path=_scroll_id,_shards," + hitSorts + ",hits.hits._id"
)

// whyForwards says why pages go forward only.
func (p *place) whyForwards() string {
	if p.refused {
		return mayNotPoint
	}
	return noPoints
}

// withoutSnapshot reads a page where there is no point in time: plainly up to row 10,000, behind it by a scroll,
// which gives the rows from the first one on in batches of one size (Paginate search results, "Scroll search results").
func (r *reading) withoutSnapshot() (*driver.PageResult, error) {
	from := r.args.From
	if from < window {
		r.args.Size = int(min(int64(r.args.Size), window-from))
		_, result, err := r.rows(func(size int) driver.Request { return r.plainSearch(from, size) })
		if err != nil {
			return nil, err
		}
		result.Snapshot = 0
		r.place.keep(result)
		return result, nil
	}
	return r.byScroll()
}

func (r *reading) byScroll() (result *driver.PageResult, err error) {
	p := r.place
	if p.scroll == "" {
		p.at, p.batch, p.taken = 0, int(divisor(int64(r.args.Size), window)), r.conn.Now()
		defer func() {
			if err != nil && p.scroll != "" {
				_ = closeScroll(r.conn.Cleanup(), p.scroll)
			}
		}()
	}
	if r.args.From < p.at {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: p.whyForwards() + notBackwards, Hint: beginAgain}
	}
	for p.at < r.args.From {
		r.conn.Progress(p.at, r.args.From)
		n, err := r.skip()
		if err != nil {
			return nil, err
		}
		if n < p.batch {
			return r.pastEnd()
		}
	}
	req := r.nextBatch("")
	reply, err := r.conn.Do(driver.Send{Request: req, Verb: driver.Rows, Pick: []string{"took", "timed_out", "_shards", "pit_id", "_scroll_id"}})
	if err != nil {
		return nil, err
	}
	if result, err = r.answer(&req, reply, p.batch); err != nil {
		return nil, err
	}
	p.at += int64(reply.Rows)
	p.scrolled(reply.Picked[4])
	result.Note, result.Snapshot = p.whyForwards()+onlyForwards, p.taken
	p.keep(result)
	return result, nil
}

// skip passes one batch without taking its documents.
func (r *reading) skip() (int, error) {
	req := r.nextBatch(onlyScroll)
	reply, err := r.conn.Do(driver.Send{
		Request: req, Verb: driver.Rows, Rows: &driver.RowsPlan{At: "hits.hits", Sparse: true}, Pick: []string{"_shards", "_scroll_id"},
	})
	if err != nil {
		return 0, err
	}
	if !reply.OK() {
		return 0, expired(answered(&req, reply))
	}
	r.place.scrolled(reply.Picked[1])
	if err := whole(&req, reply); err != nil {
		return 0, err
	}
	r.place.at += int64(reply.Rows)
	return reply.Rows, nil
}

// pastEnd is the page behind the last row: the scroll answers with no rows for ever.
func (r *reading) pastEnd() (*driver.PageResult, error) {
	req := r.nextBatch("")
	reply, err := r.conn.Do(driver.Send{Request: req, Verb: driver.Rows, Pick: []string{"took", "timed_out", "_shards", "pit_id", "_scroll_id"}})
	if err != nil {
		return nil, err
	}
	result, err := r.answer(&req, reply, r.place.batch)
	if err != nil {
		return nil, err
	}
	result.Note, result.Snapshot = r.place.whyForwards()+onlyForwards, r.place.taken
	r.place.keep(result)
	return result, nil
}

// nextBatch opens the scroll or asks it for more.
func (r *reading) nextBatch(query string) driver.Request {
	if r.place.scroll != "" {
		body := jx.Quote([]byte(`{"scroll":"`+keepAlive+`","scroll_id":`), r.place.scroll)
		return post("/_search/scroll", query, typeJSON, append(body, '}'), "page")
	}
	if query != "" {
		query = "&" + query
	}
	if q := r.view.query(); q != "" {
		query = "&" + q + query
	}
	body := r.search([]byte{'{'}, r.place.batch, order{keys: r.keys}, true)
	return post(path(r.args.Object, "_search"), "scroll="+keepAlive+query, typeJSON, append(body, '}'), "page")
}

// scrolled takes the newest id of the scroll.
func (p *place) scrolled(raw string) {
	if id := jx.Unquote(raw); id != "" {
		p.scroll = id
	}
}

// divisor gives the greatest number that both are multiples of: batches of so many rows meet the beginnings of all
// pages.
func divisor(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

func closeScroll(c *driver.Conn, id string) error {
	return closed(c, driver.Request{
		Method: "DELETE", Path: "/_search/scroll", Body: append(jx.Quote([]byte(`{"scroll_id":`), id), '}'), Purpose: "close snapshot",
		Headers: []driver.Header{{Name: "Content-Type", Value: typeJSON}},
	})
}
