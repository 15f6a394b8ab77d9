package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
	"quarry/drivers/driver/jx"
)

const (
	exportRows   = 1_000    // requested first, while the size of a document is unknown
	exportAnswer = 7 << 19  // bytes that an answer should have: it fits into the room that the host allocates at once
	exportLimit  = 24 << 20 // bytes above which an answer is abandoned and fewer documents are requested
	exportGrowth = 4        // factor by which the number of documents can grow from one answer to the next
	startAgain   = " Start the export again."
)

// exportPlan writes the documents of a complete answer, and nothing of any other.
var exportPlan = driver.LinesPlan{
	At: "hits.hits", Doc: "_source", Last: "sort",
	Must: []driver.Text{{Key: "_shards.failed", Value: "0"}, {Key: "timed_out", Value: "false"}},
}

// export is one export that is under way.
type export struct {
	reading
	size    int64 // documents to request
	most    int64 // the most documents to request, by the engine's own limit
	written int64

	patience gateway.Patience
	after    int64 // milliseconds to wait before the next request
}

// Export implements [driver.Exporter]: it reads all documents of one point in time, in the order in which the engine
// stores them, each answer starting after the sort values of the document before it (Paginate search results, "Search
// after"). If there is no point in time, they are read by a scroll. The source is read whole: any filter on it makes
// the engine rewrite its numbers.
func (engine) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	v, err := viewOf(a.View)
	if err != nil {
		return nil, err
	}
	x := &export{
		reading: reading{conn: c, args: &driver.PageArgs{Object: a.Object}, view: v, place: &place{total: unknown}},
		size:    exportRows, most: window,
	}
	s := sessionOf(c)
	x.view.vectors = x.view.vectors || s.leavesVectors() // a document without vectors is returned as before
	x.place.plain = s.version != "" && !s.atLeast(7, 12)
	if !x.place.plain {
		err = x.byPoint()
	}
	if err == nil && x.place.plain { // only here can it turn out that there is no point in time
		err = x.byScroll()
	}
	if err != nil {
		return nil, err
	}
	return &driver.Exported{Least: x.place.total, Most: x.place.total}, nil
}

// byPoint exports the documents of a point in time.
func (x *export) byPoint() error {
	if err := x.begin(); err != nil || x.place.plain {
		return err
	}
	defer func() { _ = closePoint(x.conn.Cleanup(), x.place.point) }()
	for after, more := "", true; more; {
		reply, asked, err := x.take(func(size int64) driver.Request {
			s := x.inPoint(size, uncounted)
			s.whole, s.after, s.order = true, after, order{tiebreak: true}
			return x.ask(s, "", "export")
		}, "pit_id")
		if err != nil {
			return err
		}
		if id := jx.Unquote(reply.Picked[2]); id != "" {
			x.place.point = id
		}
		after, more = reply.Last, int64(reply.Rows) == asked
	}
	return nil
}

// begin opens the point in time and counts its documents. Until something is read from it, it is kept alive for seconds
// only: if the count has to wait, another one is opened after the wait.
func (x *export) begin() error {
	for {
		req := x.openRequest()
		reply, err := x.do(driver.Send{Request: req, Verb: driver.Raw})
		if err != nil {
			return err
		}
		if x.putOff(reply) {
			continue
		}
		if err := x.opened(&req, reply); err != nil || x.place.plain {
			return err
		}
		later, err := x.count()
		if err == nil && !later {
			return nil
		}
		_ = closePoint(x.conn.Cleanup(), x.place.point)
		if err != nil {
			return err
		}
	}
}

// count counts the documents of the point in time. A partial count is repeated once; later reports that it was put off.
func (x *export) count() (later bool, err error) {
	for again := false; ; again = true {
		send := x.countSend("count")
		reply, err := x.do(send)
		if err != nil {
			return false, err
		}
		if x.putOff(reply) {
			return true, nil
		}
		e := x.whole(&send.Request, reply)
		if e == nil {
			x.patience.Reset()
			return false, x.place.take(&send.Request, reply)
		}
		if again || e.Code != driver.CodePartial {
			return false, e
		}
	}
}

// byScroll exports by a scroll, which is read once from its first document to its last: after its first answer, any
// failure ends the export.
func (x *export) byScroll() error {
	defer x.endScroll()
	var opening driver.Request
	reply, asked, err := x.take(func(size int64) driver.Request {
		query := "scroll=" + openAlive
		if q := x.view.query(); q != "" {
			query += "&" + q
		}
		s := search{from: -1, size: size, whole: true, totals: countedAll, order: order{stored: true}}
		opening = post(path(x.args.Object, "_search"), query, typeJSON, x.view.body(&s), "export")
		return opening
	}, "_scroll_id", totalValue)
	if err != nil {
		return err
	}
	if err := x.place.take(&opening, reply); err != nil {
		return err
	}
	for int64(reply.Rows) == asked {
		if reply, err = x.nextScroll(); err != nil {
			return err
		}
	}
	return nil
}

// nextScroll writes the documents of the scroll's next answer.
func (x *export) nextScroll() (*driver.Reply, error) {
	w := jx.NewWriter(bodyRoom).Open('{').Key("scroll").Text(keepAlive).Key("scroll_id").Text(x.place.scroll).Close("}")
	req := post("/_search/scroll", "", typeJSON, w.Bytes(), "export")
	reply, err := x.do(exportSend(req, "_scroll_id"))
	if err != nil {
		return nil, x.sourceless(err)
	}
	if e := x.whole(&req, reply); e != nil {
		return nil, e
	}
	x.place.moved(reply.Picked[2])
	x.written += int64(reply.Rows)
	return reply, nil
}

// endScroll releases the scroll, if there is one.
func (x *export) endScroll() {
	if x.place.scroll != "" {
		_ = closeScroll(x.conn.Cleanup(), x.place.scroll)
		x.place.scroll = ""
	}
}

func exportSend(req driver.Request, picks ...string) driver.Send {
	return driver.Send{Request: req, Verb: driver.Lines, Lines: &exportPlan, Pick: append(wholePicks[:2:2], picks...)}
}

// take writes the documents of one answer, and returns how many were requested. request returns the search for a number
// of them. It is sent again if nothing was written and fewer documents, a wait or a second attempt may help.
func (x *export) take(request func(size int64) driver.Request, picks ...string) (reply *driver.Reply, asked int64, err error) {
	for again := false; ; {
		x.endScroll() // the one of an earlier attempt
		asked = x.size
		req := request(asked)
		if asked > 1 {
			req.Limit = exportLimit
		}
		reply, err = x.do(exportSend(req, picks...))
		switch {
		case asked > 1 && reply != nil && reply.Err != nil && reply.Err.Code == driver.CodeTooLarge:
			x.size = max(1, asked/shrink)
			continue
		case err != nil:
			return nil, 0, x.sourceless(err)
		case reply.OK() && picks[0] == "_scroll_id":
			x.place.moved(reply.Picked[2])
		}
		if x.putOff(reply) {
			x.size = max(1, asked/2)
			continue
		}
		e := x.whole(&req, reply)
		switch {
		case e == nil:
			x.wrote(reply, asked)
			return reply, asked, nil
		case x.lowered(e):
		case e.Code == driver.CodePartial && !again:
			again = true
		default:
			return nil, 0, e
		}
	}
}

// do sends a request after the wait that is due.
func (x *export) do(s driver.Send) (*driver.Reply, error) {
	s.After, x.after = x.after, 0
	x.conn.Progress(x.written, max(0, x.place.total))
	return x.conn.Do(s)
}

// wrote records what was written, and sets the next number of documents so that they fill an answer of the right size.
func (x *export) wrote(reply *driver.Reply, asked int64) {
	x.written += int64(reply.Rows)
	x.patience.Reset()
	if reply.Rows > 0 {
		fit := exportAnswer / max(1, reply.Bytes/int64(reply.Rows))
		x.size = max(1, min(fit, asked*exportGrowth, x.most))
	}
}

// lowered reports whether an answer was refused because the index returns fewer documents at once than were requested,
// and from then on requests no more than that (Index modules, "index.max_result_window").
func (x *export) lowered(e *driver.Error) bool {
	limit := windowOf(e.Message)
	if limit < 1 || limit >= x.size {
		return false
	}
	x.most, x.size = limit, limit
	return true
}

// putOff reports whether the server rejects a read for now and it should be sent again, and sets the wait until then. A
// snapshot is kept alive for longer than all waits together.
func (x *export) putOff(reply *driver.Reply) bool {
	after := reply.Header("Retry-After")
	busy := gateway.Busy(reply.Status, after) != "" || reply.OK() && len(reply.Picked) > 0 && refusedShard(reply.Picked[0])
	if !busy {
		return false
	}
	millis, again := x.patience.Wait(after)
	x.after = millis
	return again
}

// whole returns the error of an answer that failed or lacks some documents, and of which nothing was written.
func (x *export) whole(req *driver.Request, reply *driver.Reply) *driver.Error {
	if !reply.OK() {
		e := explainWindow(expired(answered(req, reply)), x.args.Object)
		if e.Code == driver.CodeExpired {
			e.Hint = endedText + startAgain
		}
		return e
	}
	shards, timedOut := reply.Picked[0], reply.Picked[1]
	if !notWhole(shards, timedOut) && !reply.Unmet {
		return nil
	}
	if e := lostShard(req, shards); e != nil {
		e.Hint = lostText + startAgain
		return e
	}
	e := &driver.Error{
		Kind: driver.Engine, Code: driver.CodePartial, Op: req.Method + " " + req.Path, Status: reply.Status, Sent: true,
		Message: "Some shards did not respond, so documents would be missing.",
	}
	if first := firstItem(shards, "failures"); first != "" {
		reason, _ := shardReason(first)
		e.Message += " " + reason
	} else if timedOut == "true" {
		e.Message = "The search timed out on the server, so documents would be missing."
	}
	return e
}

// sourceless explains the error of an answer whose rows have no document: an index whose mapping disables the source
// stores none (Mapping, "_source field").
func (x *export) sourceless(err error) error {
	e, ok := err.(*driver.Error)
	if !ok || e.Code != driver.CodeNoDoc {
		return err
	}
	worded := *e
	worded.Kind = driver.Unsupported
	worded.Message = x.args.Object + " stores no source (_source is disabled in its mapping), so its documents cannot be exported."
	return &worded
}
