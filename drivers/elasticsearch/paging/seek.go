package paging

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

// seek finds where a row of the snapshot begins: it returns the raw sort array of the row before it, "" if the snapshot
// ends before that. It only reads sort values, from the nearest remembered row, or backwards from the snapshot's end; a
// row that is far from all of them is located.
func (r *Reading) seek(row int64) (string, error) {
	from, ok := r.State.before(row)
	if ok && from.row == row {
		return from.sort, nil
	}
	if row <= snapshotFrom {
		return r.plainMark(row)
	}
	if !ok || from.row < snapshotFrom {
		from = mark{row: snapshotFrom}
	}
	if row-from.row > jump {
		to, err := r.behind(row)
		if err != nil || to.row < row {
			return "", err
		}
		if min(row-from.row, to.row-row) > jump {
			if sort, err := r.locate(row); err != nil || sort != "" {
				return sort, err
			}
		}
		if to.row-row < row-from.row {
			return r.backwards(row, to)
		}
	}
	if from.sort == "" {
		sort, err := r.plainMark(snapshotFrom)
		if err != nil || sort == "" {
			return "", err
		}
		from.sort = sort
	}
	return r.forwards(row, from)
}

// plainMark reads, by number, the sort values of the row before one within the window.
func (r *Reading) plainMark(row int64) (string, error) {
	if row == 0 {
		return "", nil
	}
	reply, err := r.sorts(mark{row: row - 1}, 1, false)
	if err != nil || reply.Rows == 0 {
		return "", err
	}
	r.State.remember(row, reply.Last)
	return reply.Last, nil
}

// behind returns the nearest known position after a row: a mark, or the end, which has no sort values. If that is not
// after the given row, the snapshot ends before it.
func (r *Reading) behind(row int64) (mark, error) {
	if m, ok := r.State.after(row); ok {
		return m, nil
	}
	total, err := r.counted()
	return mark{row: total}, err
}

// counted returns the number of rows in the snapshot.
func (r *Reading) counted() (int64, error) {
	if r.State.Total != UnknownTotal {
		return r.State.Total, nil
	}
	send := r.CountSend("jump")
	reply, err := r.complete(send)
	if err != nil {
		return 0, err
	}
	err = r.State.TakeTotal(&send.Request, reply)
	return r.State.Total, err
}

// CountSend returns the request that counts the rows of the point in time.
func (r *Reading) CountSend(purpose string) driver.Send {
	req := r.Ask(r.InPoint(0, search.CountedAll), "filter_path=pit_id,hits.total.value,_shards,timed_out", purpose)
	return driver.Send{Request: req, Verb: driver.Pick, Pick: append(WholePicks[:2:2], TotalValue)}
}

// TakeTotal records the total of a complete response, whose picks end with TotalValue.
func (p *State) TakeTotal(req *driver.Request, reply *driver.Reply) error {
	total := es.ParseInt(reply.Picked[len(reply.Picked)-1])
	if total < 0 {
		return &driver.Error{Kind: driver.Engine, Message: "The response does not say how many rows there are.", Op: req.Method + " " + req.Path, Status: reply.Status, Sent: true}
	}
	shards, _ := jx.Get(reply.Picked[0], "total")
	p.Total, p.shards = total, es.ParseInt(shards)
	return nil
}

// forwards steps from a mark to a row.
func (r *Reading) forwards(row int64, from mark) (string, error) {
	begin := from.row
	for from.row < row {
		r.Conn.Progress(from.row-begin, row-begin)
		n := min(jump, row-from.row)
		reply, err := r.sorts(from, n, false)
		if err != nil {
			return "", err
		}
		if int64(reply.Rows) < n {
			return "", nil
		}
		from = mark{from.row + n, reply.Last}
		r.State.remember(from.row, from.sort)
	}
	return from.sort, nil
}

// backwards steps from a mark, or from the end, to the row before a row. Its sort values are the same in both
// directions. A mark has those of the row before it, so in reverse order the following rows begin one row earlier.
func (r *Reading) backwards(row int64, from mark) (string, error) {
	begin, next := from.row, from.row-1 // next is the first row of the next response
	if from.sort != "" {
		next--
	}
	sort := from.sort
	for next >= row-1 {
		r.Conn.Progress(begin-1-next, begin-row)
		n := min(jump, next-(row-1)+1)
		reply, err := r.sorts(mark{row: -1, sort: sort}, n, true)
		if err != nil {
			return "", err
		}
		if int64(reply.Rows) < n {
			return "", nil
		}
		next, sort = next-n, reply.Last
		r.State.remember(next+2, sort)
	}
	return sort, nil
}

// sorts reads the sort values of n rows: those after the mark's sort values, or without them those from the mark's row
// on.
func (r *Reading) sorts(from mark, n int64, reversed bool) (*driver.Reply, error) {
	return r.sortsOf(&search.Span{}, from, n, reversed)
}

// sortsOf reads the sort values of rows in a span, as if there were no others.
func (r *Reading) sortsOf(s *search.Span, from mark, n int64, reversed bool) (*driver.Reply, error) {
	q := r.InPoint(n, search.Uncounted)
	q.Span, q.After, q.Bare, q.Order = s, from.sort, true, search.Order{Keys: r.Keys, Tiebreak: true, Reversed: reversed}
	if from.row > 0 {
		q.From = from.row
	}
	req := r.Ask(q, onlySorts, "jump")
	return r.complete(driver.Send{
		Request: req, Verb: driver.Rows, Rows: &driver.RowsPlan{At: "hits.hits", Last: "sort", Sparse: true, Edges: true}, Pick: WholePicks,
	})
}

// WholePicks are the first picks of every response that must be complete.
var WholePicks = []string{"_shards", "timed_out"}

// TotalValue is the path of the number of matching rows.
const TotalValue = "hits.total.value"

// complete sends a request whose response must be complete, with WholePicks as its first picks. It repeats a partial
// read once, unless its snapshot lost a shard.
func (r *Reading) complete(s driver.Send) (*driver.Reply, error) {
	for again := false; ; again = true {
		reply, err := r.Conn.Do(s)
		if err != nil {
			return nil, err
		}
		err = whole(&s.Request, reply)
		if err == nil || again || IsExpired(err) || !reply.OK() {
			return reply, err
		}
	}
}

// whole returns the error for a response that failed, lacks some of the shards or was cut by a time limit: rows counted
// in it would differ from those in the next one.
func whole(req *driver.Request, reply *driver.Reply) error {
	if !reply.OK() {
		return ExplainExpired(es.ErrorOf(req, reply))
	}
	shards, timedOut := reply.Picked[0], reply.Picked[1]
	if !es.IsPartial(shards, timedOut) {
		return nil
	}
	if e := LostShard(req, shards); e != nil {
		return e
	}
	e := es.PartialCount(shards)
	e.Code, e.Message = driver.CodePartial, "Some shards did not respond, so the row cannot be found: "+e.Message
	e.Op, e.Status = req.Method+" "+req.Path, reply.Status
	return e
}
