package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// seek finds where a row of the snapshot begins: it returns the raw sort array of the row before it, "" if the snapshot
// ends before that. Only sort values are read, from the nearest remembered row, or backwards from the snapshot's end; a
// row that is far from all of them is located.
func (r *reading) seek(row int64) (string, error) {
	from, ok := r.state.before(row)
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

// plainMark reads the sort values of the row before one within the window, by its number.
func (r *reading) plainMark(row int64) (string, error) {
	if row == 0 {
		return "", nil
	}
	reply, err := r.sorts(mark{row: row - 1}, 1, false)
	if err != nil || reply.Rows == 0 {
		return "", err
	}
	r.state.remember(row, reply.Last)
	return reply.Last, nil
}

// behind returns the nearest known place after a row: a mark, or the end, which has no sort values. If its row is not
// after the given one, the snapshot ends before that row.
func (r *reading) behind(row int64) (mark, error) {
	if m, ok := r.state.after(row); ok {
		return m, nil
	}
	total, err := r.counted()
	return mark{row: total}, err
}

// counted returns how many rows the snapshot has.
func (r *reading) counted() (int64, error) {
	if r.state.total != unknown {
		return r.state.total, nil
	}
	send := r.countSend("jump")
	reply, err := r.complete(send)
	if err != nil {
		return 0, err
	}
	err = r.state.take(&send.Request, reply)
	return r.state.total, err
}

// countSend returns the request that counts the rows of the point in time.
func (r *reading) countSend(purpose string) driver.Send {
	req := r.ask(r.inPoint(0, countedAll), "filter_path=pit_id,hits.total.value,_shards,timed_out", purpose)
	return driver.Send{Request: req, Verb: driver.Pick, Pick: append(wholePicks[:2:2], totalValue)}
}

// take records the total of a complete answer, whose picks end with totalValue.
func (p *pageState) take(req *driver.Request, reply *driver.Reply) error {
	total := es.ParseInt(reply.Picked[len(reply.Picked)-1])
	if total < 0 {
		return &driver.Error{Kind: driver.Engine, Message: "The response does not say how many rows there are.", Op: req.Method + " " + req.Path, Status: reply.Status, Sent: true}
	}
	shards, _ := jx.Get(reply.Picked[0], "total")
	p.total, p.shards = total, es.ParseInt(shards)
	return nil
}

// forwards steps from a mark to a row.
func (r *reading) forwards(row int64, from mark) (string, error) {
	begin := from.row
	for from.row < row {
		r.conn.Progress(from.row-begin, row-begin)
		n := min(jump, row-from.row)
		reply, err := r.sorts(from, n, false)
		if err != nil {
			return "", err
		}
		if int64(reply.Rows) < n {
			return "", nil
		}
		from = mark{from.row + n, reply.Last}
		r.state.remember(from.row, from.sort)
	}
	return from.sort, nil
}

// backwards steps from a mark, or from the end, to the row before a row. Its sort values are the same in both
// directions. A mark holds those of the row before it, so in reverse order the rows that follow begin one row earlier.
func (r *reading) backwards(row int64, from mark) (string, error) {
	begin, next := from.row, from.row-1 // next is the row that the next answer begins with
	if from.sort != "" {
		next--
	}
	sort := from.sort
	for next >= row-1 {
		r.conn.Progress(begin-1-next, begin-row)
		n := min(jump, next-(row-1)+1)
		reply, err := r.sorts(mark{row: -1, sort: sort}, n, true)
		if err != nil {
			return "", err
		}
		if int64(reply.Rows) < n {
			return "", nil
		}
		next, sort = next-n, reply.Last
		r.state.remember(next+2, sort)
	}
	return sort, nil
}

// sorts reads the sort values of n rows: those that follow the mark's sort values, else those from the mark's row on.
func (r *reading) sorts(from mark, n int64, reversed bool) (*driver.Reply, error) {
	return r.sortsOf(&span{}, from, n, reversed)
}

// sortsOf reads the sort values of rows of a span, as if there were no others.
func (r *reading) sortsOf(s *span, from mark, n int64, reversed bool) (*driver.Reply, error) {
	q := r.inPoint(n, uncounted)
	q.span, q.after, q.bare, q.order = s, from.sort, true, order{keys: r.keys, tiebreak: true, reversed: reversed}
	if from.row > 0 {
		q.from = from.row
	}
	req := r.ask(q, onlySorts, "jump")
	return r.complete(driver.Send{
		Request: req, Verb: driver.Rows, Rows: &driver.RowsPlan{At: "hits.hits", Last: "sort", Sparse: true, Edges: true}, Pick: wholePicks,
	})
}

// wholePicks are the first picks of every answer that has to be complete.
var wholePicks = []string{"_shards", "timed_out"}

// totalValue is where an answer says how many rows match.
const totalValue = "hits.total.value"

// complete sends a request whose answer has to be complete, with wholePicks as its first picks. A partial answer is
// read again once, unless its snapshot lost a shard.
func (r *reading) complete(s driver.Send) (*driver.Reply, error) {
	for again := false; ; again = true {
		reply, err := r.conn.Do(s)
		if err != nil {
			return nil, err
		}
		err = whole(&s.Request, reply)
		if err == nil || again || ended(err) || !reply.OK() {
			return reply, err
		}
	}
}

// whole returns the error of an answer that failed, lacks some of the shards or was cut by a time limit: rows counted
// in it would differ from those in the next one.
func whole(req *driver.Request, reply *driver.Reply) error {
	if !reply.OK() {
		return expired(es.ErrorOf(req, reply))
	}
	shards, timedOut := reply.Picked[0], reply.Picked[1]
	if !es.IsPartial(shards, timedOut) {
		return nil
	}
	if e := lostShard(req, shards); e != nil {
		return e
	}
	e := es.PartialCount(shards)
	e.Code, e.Message = driver.CodePartial, "Some shards did not respond, so the row cannot be found: "+e.Message
	e.Op, e.Status = req.Method+" "+req.Path, reply.Status
	return e
}
