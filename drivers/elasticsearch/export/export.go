package export

import (
	"cmp"
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/retry"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/paging"
	"quarry/drivers/elasticsearch/search"
)

const (
	exportRows    = 1_000    // first request, while the size of a document is unknown
	exportAnswer  = 7 << 19  // desired size of a response: it fits into what the host allocates at once
	sliceAnswer   = 5 << 19  // the same for a slice: several of them are in memory
	usualDocument = 1 << 10  // assumed size of a document, in bytes, until one has been read
	exportLimit   = 24 << 20 // size at which a response is abandoned and fewer documents are requested
	expectMore    = 16       // a response may exceed its expected size by one part in this many
	exportGrowth  = 4        // factor by which the number of documents can grow from one response to the next

	scrollAlive = "1h" // the longest time that a disk may be full: only the next request keeps a scroll alive
	startAgain  = " Start the export again."
	endedWhy    = "The server or one of its nodes may have been restarted."
)

// exportPlan writes the documents of a complete response, and nothing of any other.
var exportPlan = driver.LinesPlan{
	At: "hits.hits", Doc: "_source", Last: "sort",
	Must: []driver.Text{{Key: "_shards.failed", Value: "0"}, {Key: "timed_out", Value: "false"}},
}

// export is one running export.
type export struct {
	paging.Reading
	portion
	limit    int64 // number of documents to write, 0 for all
	response int64 // desired size of a response
	most     int64 // maximum number of documents per request, by the engine's own limit
	written  int64
}

// portion is read with one search after another: a slice, or everything.
type portion struct {
	slice string // slice of the point in time, raw; "" for everything
	total int64  // documents in the slice, 0 if unknown
	done  int64  // how many of these were written
	from  string // raw sort values of the last document written, "" before the first
	size  int64  // number of documents to request
	each  int64  // size of a document in the last response, 0 if unknown
	asked int64  // number of documents last requested
	again bool   // the last response was partial
	alone bool   // read while no other portion is, so that a response with one document has no size limit
	ended bool

	patience retry.Patience
	after    int64 // milliseconds to wait before the next request
}

// Run implements Export of [driver.Exporter]: it reads the documents of one point in time, in storage order unless
// another is requested, each response starting after the sort values of the previous document (Paginate search results,
// "Search after"). Without a point in time, it reads them with a scroll. The source is read whole: any filter on it
// makes the engine rewrite its numbers.
func Run(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	if err := es.CheckName(a.Object); err != nil {
		return nil, err
	}
	v, err := search.ViewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	x := &export{
		Reading: paging.Reading{Conn: c, Args: &driver.PageArgs{Object: a.Object}, View: v, State: &paging.State{Total: paging.UnknownTotal}},
		portion: portion{size: exportRows}, limit: a.Limit, response: exportAnswer, most: paging.ExportPage,
	}
	x.Keys = search.Sortable(x.View.Resolved(a.Sort))
	s := es.VersionOf(c)
	x.View.Vectors = x.View.Vectors || s.LeavesVectors() // documents without vectors are returned as before
	x.State.Plain = s.Number != "" && !s.AtLeast(7, 12)
	if !x.State.Plain {
		slices := a.Slices
		if len(x.Keys) > 0 || x.limit > 0 {
			slices = 1
		}
		err = x.byPoint(slices)
	}
	if err == nil && x.State.Plain { // only here can it turn out that there is no point in time
		err = x.byScroll()
	}
	if err != nil {
		return nil, err
	}
	return &driver.Exported{Least: x.wanted(), Most: x.wanted()}, nil
}

// wanted returns the number of documents to export, negative while unknown.
func (x *export) wanted() int64 {
	if x.limit > 0 {
		return min(x.limit, x.State.Total)
	}
	return x.State.Total
}

// reached reports whether the limit has been reached.
func (x *export) reached() bool { return x.limit > 0 && x.written >= x.limit }

// byPoint exports the documents of a point in time, in slices that are read in parallel: a response of each, then the
// next of each (Paginate search results, "Search slicing").
func (x *export) byPoint(slices int) error {
	if err := x.begin(); err != nil || x.State.Plain {
		return err
	}
	defer func() { _ = paging.ClosePoint(x.Conn.Cleanup(), x.State.Point) }()
	portions, err := x.portions(slices)
	if err != nil {
		return err
	}
	for {
		var under []*portion
		var sends []driver.Send
		for _, p := range next(portions) {
			if !p.ended {
				under, sends = append(under, p), append(sends, p.send(x.next(p), x.View.Trailer(), "pit_id"))
			}
		}
		if len(under) == 0 {
			return nil
		}
		sends[0].Renew = x.renewal()
		x.report(portions)
		replies, err := x.Conn.DoAll(sends...)
		if err != nil {
			return err
		}
		for i, p := range under {
			r := &replies[i]
			written, err := x.received(p, &sends[i].Request, r)
			if err != nil {
				return err
			}
			if !written {
				continue
			}
			if id := jx.Unquote(r.Picked[2]); id != "" {
				x.State.Point = id
			}
			p.from, p.ended = r.Last, int64(r.Rows) < p.asked || x.reached()
			p.done += int64(r.Rows)
		}
	}
}

// renewal returns the request that keeps the point in time alive.
func (x *export) renewal() *driver.Request {
	req := x.Ask(x.InPoint(0, search.Uncounted), "filter_path=pit_id", "keep alive")
	return &req
}

// next returns the portions to read in parallel: all, or the one that waits to be read alone.
func next(portions []*portion) []*portion {
	for _, p := range portions {
		if p.alone {
			return []*portion{p}
		}
	}
	return portions
}

// portions returns what to read in parallel: that many slices, or everything as one portion.
func (x *export) portions(slices int) ([]*portion, error) {
	one := []*portion{&x.portion}
	s := es.VersionOf(x.Conn)
	if slices = min(slices, search.MostSlices); slices < 2 || s.Number != "" && !s.SlicesPoints() {
		return one, nil
	}
	var list []*portion
	for n := range slices {
		id, of := strconv.Itoa(n), strconv.Itoa(slices)
		list = append(list, &portion{size: exportRows, slice: `{"id":` + id + `,"max":` + of + "}"})
	}
	refused, err := x.countSlices(list)
	if refused {
		return one, err
	}
	x.response = sliceAnswer
	return list, err
}

// countSlices counts the documents in each slice, which vary a lot. The counts are only displayed, so a failed one is
// just unknown. It reports whether the engine refused every slice.
func (x *export) countSlices(portions []*portion) (refused bool, err error) {
	var sends []driver.Send
	for _, p := range portions {
		send := x.CountSend("count")
		s := x.InPoint(0, search.CountedAll)
		s.Span = &search.Span{Slice: p.slice}
		send.Request.Body = x.View.Body(s)
		sends = append(sends, send)
	}
	replies, err := x.Conn.DoAll(sends...)
	refused = err == nil
	for i := range replies {
		r := &replies[i]
		refused = refused && r.Err == nil && (r.Status == 400 || r.Status == 500)
		if r.Err == nil && r.OK() && !es.IsPartial(r.Picked[0], r.Picked[1]) {
			portions[i].total = max(0, es.ParseInt(r.Picked[2]))
		}
	}
	return refused, err
}

// report reports the progress of the export and of each slice.
func (x *export) report(portions []*portion) {
	x.Conn.Progress(x.written, max(0, x.wanted()))
	if len(portions) == 1 {
		return
	}
	parts := make([]driver.Portion, len(portions))
	for i, p := range portions {
		parts[i] = driver.Portion{Done: p.done, Total: p.total}
	}
	x.Conn.Portions(parts)
}

// next returns the search for the next documents of a portion.
func (x *export) next(p *portion) driver.Request {
	p.asked = p.size
	if x.limit > 0 {
		p.asked = min(p.asked, x.limit-x.written)
	}
	s := x.InPoint(p.asked, search.Uncounted)
	s.Whole, s.After, s.Order = true, p.from, search.Order{Keys: x.Keys, Tiebreak: true}
	if p.slice != "" {
		s.Span = &search.Span{Slice: p.slice}
	}
	return x.Ask(s, "", "export")
}

// begin opens the point in time and counts its documents. Until the first read, it is kept alive for seconds only: if
// the count has to wait, a new one is opened afterwards.
func (x *export) begin() error {
	for {
		req := x.OpenRequest()
		reply, err := x.do(driver.Send{Request: req, Verb: driver.Raw})
		if err != nil {
			return err
		}
		if x.putOff(&x.portion, reply) {
			continue
		}
		if err := x.RecordPoint(&req, reply); err != nil || x.State.Plain {
			return err
		}
		later, err := x.count()
		if err == nil && !later {
			return nil
		}
		_ = paging.ClosePoint(x.Conn.Cleanup(), x.State.Point)
		if err != nil {
			return err
		}
	}
}

// count counts the documents of the point in time. It repeats a partial count once. later means that the count was
// postponed.
func (x *export) count() (later bool, err error) {
	for again := false; ; again = true {
		send := x.CountSend("count")
		reply, err := x.do(send)
		if err != nil {
			return false, err
		}
		if x.putOff(&x.portion, reply) {
			return true, nil
		}
		e := x.whole(&send.Request, reply)
		if e == nil {
			x.patience.Reset()
			return false, x.State.TakeTotal(&send.Request, reply)
		}
		if again || e.Code != driver.CodePartial {
			return false, e
		}
	}
}

// byScroll exports with a scroll, which is read once from first to last document: after its first response, any failure
// ends the export. Its responses have equal size, so the last one can exceed the limit: the host drops the excess.
func (x *export) byScroll() error {
	defer x.endScroll()
	opening, reply, err := x.openScroll()
	if err != nil {
		return err
	}
	if err := x.State.TakeTotal(&opening, reply); err != nil {
		return err
	}
	for int64(reply.Rows) == x.asked && !x.reached() {
		if reply, err = x.nextScroll(); err != nil {
			return err
		}
	}
	return nil
}

// nextScroll writes the documents of the scroll's next response.
func (x *export) nextScroll() (*driver.Reply, error) {
	w := jx.NewWriter(es.BodyRoom).Open('{').Key("scroll").Text(scrollAlive).Key("scroll_id").Text(x.State.Scroll).Close("}")
	req := es.Post("/_search/scroll", "", es.AsJSON, w.Bytes(), "export")
	send := exportSend(req, "_scroll_id")
	send.Seal = x.View.Trailer()
	reply, err := x.do(send)
	if err != nil {
		if e, ok := err.(*driver.Error); ok {
			err = es.NameDocument(e)
		}
		return nil, x.sourceless(err)
	}
	if e := x.whole(&req, reply); e != nil {
		return nil, e
	}
	if e := x.State.MoveScroll(&req, reply, 2); e != nil {
		return nil, e
	}
	x.written += int64(reply.Rows)
	return reply, nil
}

// endScroll releases the scroll, if there is one.
func (x *export) endScroll() {
	if x.State.Scroll != "" {
		_ = paging.CloseScroll(x.Conn.Cleanup(), x.State.Scroll)
		x.State.Scroll = ""
	}
}

// openScroll opens a scroll and writes the documents of its first response.
func (x *export) openScroll() (opening driver.Request, reply *driver.Reply, err error) {
	for {
		x.endScroll() // from an earlier attempt
		query := "scroll=" + scrollAlive
		if q := x.View.Preference; q != "" {
			query += "&" + q
		}
		x.asked = x.size
		if x.limit > 0 {
			x.asked = min(x.asked, x.limit)
		}
		s := search.Spec{From: -1, Size: x.asked, Whole: true, Totals: search.CountedAll, Order: search.Order{Keys: x.Keys, Stored: len(x.Keys) == 0}}
		opening = es.Post(es.Path(x.Args.Object, "_search"), query, es.AsJSON, x.View.Body(&s), "export")
		send := x.send(opening, x.View.Trailer(), "_scroll_id", paging.TotalValue)
		replies, err := x.Conn.DoAll(send)
		if err != nil {
			return opening, nil, err
		}
		reply = &replies[0]
		var lacking *driver.Error
		if reply.Err == nil {
			lacking = x.State.MoveScroll(&opening, reply, 2)
		}
		if written, err := x.received(&x.portion, &opening, reply); err != nil || written && lacking == nil {
			return opening, reply, err
		}
		if lacking != nil {
			return opening, nil, lacking
		}
	}
}

func exportSend(req driver.Request, picks ...string) driver.Send {
	return driver.Send{Request: req, Verb: driver.Lines, Lines: &exportPlan, Pick: append(paging.WholePicks[:2:2], picks...)}
}

// send returns the send for a portion's request, with the wait that is due.
func (p *portion) send(req driver.Request, seal string, picks ...string) driver.Send {
	if p.asked > 1 || p.slice != "" && !p.alone {
		req.Limit = exportLimit
	}
	req.Expect = p.asked * cmp.Or(p.each, usualDocument)
	req.Expect += req.Expect / expectMore
	s := exportSend(req, picks...)
	s.Seal = seal
	s.After, p.after = p.after, 0
	return s
}

// received judges a response, and reports whether its documents were written. If not, nothing was written, and the same
// is requested again: fewer documents, a wait or a second attempt may help.
func (x *export) received(p *portion, req *driver.Request, reply *driver.Reply) (bool, error) {
	switch {
	case reply.Err != nil && reply.Err.Code == driver.CodeTooLarge && p.asked > 1:
		p.size = max(1, p.asked/paging.Shrink)
		return false, nil
	case reply.Err != nil && reply.Err.Code == driver.CodeTooLarge && p.slice != "" && !p.alone:
		p.alone = true
		return false, nil
	case es.IsUnended(reply.Err) && x.Seal():
		return false, nil
	case reply.Err != nil:
		return false, x.sourceless(es.NameDocument(reply.Err))
	}
	if x.putOff(p, reply) {
		p.size = max(1, p.asked/2)
		return false, nil
	}
	e := x.whole(req, reply)
	switch {
	case e == nil:
		x.wrote(p, reply)
		return true, nil
	case x.lowered(p, e):
	case e.Code == driver.CodePartial && !p.again:
		p.again = true
	default:
		return false, e
	}
	return false, nil
}

// do sends a request after the wait that is due.
func (x *export) do(s driver.Send) (*driver.Reply, error) {
	s.After, x.after = x.after, 0
	x.Conn.Progress(x.written, max(0, x.wanted()))
	return x.Conn.Do(s)
}

// wrote records what was written, and sets the next number of documents to fill a response of the desired size.
func (x *export) wrote(p *portion, reply *driver.Reply) {
	x.written += int64(reply.Rows)
	p.again, p.alone = false, false
	p.patience.Reset()
	if reply.Rows > 0 {
		p.each = max(1, reply.Bytes/int64(reply.Rows))
		p.size = max(1, min(x.response/p.each, p.asked*exportGrowth, x.most))
	}
}

// lowered reports whether a response was refused because the index returns fewer documents at once than requested;
// later requests respect that limit (Index modules, "index.max_result_window").
func (x *export) lowered(p *portion, e *driver.Error) bool {
	limit := paging.WindowOf(e.Message)
	if limit < 1 || limit >= p.size {
		return false
	}
	x.most, p.size = limit, limit
	return true
}

// putOff reports whether the server rejects a read for now and it should be sent again, and sets the wait until then.
// The snapshot's keep-alive is longer than all waits together.
func (x *export) putOff(p *portion, reply *driver.Reply) bool {
	after := reply.Header("Retry-After")
	busy := gateway.Busy(reply.Status, after) != "" || reply.OK() && len(reply.Picked) > 0 && paging.IsOverloaded(reply.Picked[0])
	if !busy {
		return false
	}
	millis, again := p.patience.Wait(after)
	p.after = millis
	return again
}

// whole returns the error for a response that failed or lacks documents, and of which nothing was written.
func (x *export) whole(req *driver.Request, reply *driver.Reply) *driver.Error {
	if !reply.OK() {
		e := paging.ExplainWindow(paging.ExplainExpired(es.ErrorOf(req, reply)), x.Args.Object)
		if e.Code == driver.CodeExpired {
			e.Message, e.Detail, e.Hint = paging.EndedText, e.Message, endedWhy+startAgain
		}
		return e
	}
	shards, timedOut := reply.Picked[0], reply.Picked[1]
	if !es.IsPartial(shards, timedOut) && !reply.Unmet {
		return nil
	}
	if e := paging.LostShard(req, shards); e != nil {
		e.Message, e.Detail, e.Hint = paging.LostText, e.Message, endedWhy+startAgain
		return e
	}
	e := &driver.Error{
		Kind: driver.Engine, Code: driver.CodePartial, Op: req.Method + " " + req.Path, Status: reply.Status, Sent: true,
		Message: "Some shards did not respond, so documents would be missing.",
	}
	if first := es.FirstItem(shards, "failures"); first != "" {
		reason, _ := es.ShardReason(first)
		e.Message += " " + reason
	} else if timedOut == "true" {
		e.Message = "The search timed out on the server, so documents would be missing."
	}
	return e
}

// sourceless explains the error for a response whose rows have no document: an index whose mapping disables the source
// stores none (Mapping, "_source field").
func (x *export) sourceless(err error) error {
	e, ok := err.(*driver.Error)
	if !ok || e.Code != driver.CodeNoDoc {
		return err
	}
	worded := *e
	worded.Kind = driver.Unsupported
	worded.Message = x.Args.Object + " stores no source (_source is disabled in its mapping), so its documents cannot be exported."
	return &worded
}
