package paging

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	pageBytes = 64 << 20 // the maximum size of a page in bytes
	Shrink    = 4        // divisor for the number of rows after a response was too large
	headroom  = 5        // an expected response may fill 4/5 of pageBytes
)

// Reading is one page that is being read.
type Reading struct {
	Conn  *driver.Conn
	Args  *driver.PageArgs
	View  search.View
	Keys  []driver.SortKey // sort keys, with aliases resolved
	State *State           // the view's state, changed by reading
}

// Read implements Page of [driver.Driver]. The first page is a plain search. For the second one, it opens a point in
// time, and from then on reads every page in it: with from and size up to row 10,000, after that from the sort values
// of the previous row (Paginate search results, "Search after"). An engine without points in time continues with a
// scroll. The source is read whole: any filter on it makes the engine rewrite its numbers.
func Read(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	r := &Reading{Conn: c, Args: a}
	if err := c.Decode(a.View, &r.View); err != nil {
		return nil, err
	}
	if err := checkPage(a); err != nil {
		return nil, err
	}
	p, err := StateOf(c, a.State)
	if err != nil {
		return nil, err
	}
	r.Keys, r.State = search.Sortable(r.View.Resolved(a.Sort)), p
	if a.From == 0 && p.Point == "" {
		return r.first()
	}
	s := es.VersionOf(c)
	if s.Number != "" && !s.AtLeast(7, 12) {
		p.Plain = true
	}
	if !p.Plain {
		result, err := r.inSnapshot()
		if IsExpired(err) {
			result, err = r.inNewSnapshot(err.(*driver.Error))
		}
		if !r.State.Plain { // only here can it turn out that the engine has none
			return result, err
		}
	}
	return r.withoutSnapshot()
}

func checkPage(a *driver.PageArgs) error {
	if err := es.CheckName(a.Object); err != nil {
		return err
	}
	if a.From < 0 || a.Size < 1 || a.Size > maxPage {
		return &driver.Error{Kind: driver.Invalid, Message: "A page begins at row 0 or later and has 1 to 10,000 rows."}
	}
	return nil
}

// first reads the first page, before there is a snapshot.
func (r *Reading) first() (*driver.PageResult, error) {
	reply, result, err := r.rows(func(size int) driver.Request { return r.plainSearch(0, size) })
	if err != nil {
		return nil, err
	}
	if !result.Partial {
		r.State.firstKeys, r.State.firstRows = reply.Keys, reply.Rows
	}
	r.keep(result)
	return result, nil
}

// plainSearch reads rows outside a snapshot. Without keys, it sends no sort: the engine's own order is stable for a
// single preference.
func (r *Reading) plainSearch(from int64, size int) driver.Request {
	s := search.Spec{From: from, Size: int64(size), Totals: search.Uncounted, Rows: true, Order: search.Order{Keys: r.Keys}}
	return es.Ask(es.Path(r.Args.Object, "_search"), r.View.Preference, es.AsJSON, r.View.Body(&s), "page")
}

// rows reads rows into a block, as many as fit into 64 MB. request returns the search for a number of rows; beside is
// sent with it. A partial response is read again once. If it stays partial, the first page is returned as partial; on
// later pages it is an error, since missing rows would shift all rows after them.
func (r *Reading) rows(request func(size int) driver.Request, beside ...driver.Send) (*driver.Reply, *driver.PageResult, error) {
	size := r.fitting()
	for again := false; ; {
		req := request(size)
		if size > 1 {
			req.Limit = pageBytes
		}
		sends := append([]driver.Send{{Request: req, Verb: driver.Rows, Pick: pagePicks, Seal: r.View.Trailer()}}, beside...)
		replies, err := r.Conn.DoAll(sends...)
		if err != nil {
			return nil, nil, err
		}
		reply := &replies[0]
		if reply.Err != nil && reply.Err.Code == driver.CodeTooLarge && size > 1 {
			size = max(1, size/Shrink)
			continue
		}
		if es.IsUnended(reply.Err) && r.Seal() {
			continue
		}
		result, err := r.pageFrom(&req, reply, size)
		if err != nil {
			return nil, nil, err
		}
		if result.Partial && !again {
			again = true
			continue
		}
		if result.Partial && r.Args.From > 0 {
			return nil, nil, r.incomplete(&req, result)
		}
		if size < r.Args.Size && !result.End && !result.Partial {
			result.Notices = append(result.Notices, stopped(r.Args.From+int64(reply.Rows)))
		}
		if len(beside) > 0 && !result.Partial {
			r.compare(&replies[1], result)
		}
		return reply, result, nil
	}
}

func stopped(row int64) driver.Notice {
	return driver.Notice{Text: "This page was cut at row " + strconv.FormatInt(row, 10) + " (64 MB). Keep scrolling for the rest."}
}

// fitting returns how many rows to request, judging by the size of earlier ones.
func (r *Reading) fitting() int {
	size := r.Args.Size
	if most := pageBytes * (headroom - 1) / headroom / max(1, r.State.rowSize); r.State.rowSize > 0 && int64(size) > most {
		size = int(max(1, most))
	}
	return size
}

// pagePicks are the values to read from every response besides its rows.
var pagePicks = []string{"took", "timed_out", "_shards", "pit_id", "_scroll_id"}

// incomplete returns the error for a page that stays partial. Only the first page of a view is shown in that case.
func (r *Reading) incomplete(req *driver.Request, result *driver.PageResult) *driver.Error {
	e := &driver.Error{
		Kind: driver.Engine, Code: driver.CodePartial, Op: req.Method + " " + req.Path, Status: 200, Sent: true,
		Message: "Could not load all of rows " + es.Grouped(r.Args.From+1) + " to " + es.Grouped(r.Args.From+int64(r.Args.Size)) + ".",
		Hint:    "Missing rows would shift the ones after them. Try again when all shards respond.",
	}
	for _, n := range result.Notices {
		e.Message += " " + n.Text
		if e.Detail == "" {
			e.Detail = n.Detail
		}
	}
	return e
}

// pageFrom makes a page from the reply to a search for that many rows. If it lacks shards or ran out of time, it is
// partial; if its snapshot lost a shard, it is an error with code CodeExpired.
func (r *Reading) pageFrom(req *driver.Request, reply *driver.Reply, asked int) (*driver.PageResult, error) {
	if reply.Err != nil {
		return nil, es.NameDocument(reply.Err)
	}
	if !reply.OK() {
		return nil, ExplainWindow(ExplainExpired(es.ErrorOf(req, reply)), r.Args.Object)
	}
	took, timedOut, shards := reply.Picked[0], reply.Picked[1], reply.Picked[2]
	var notices []driver.Notice
	if !strings.HasSuffix(shards, noneFailed) {
		if e := es.AllFailed(req, shards, reply.Status); e != nil {
			return nil, ExplainWindow(ExplainExpired(e), r.Args.Object)
		}
		if e := LostShard(req, shards); e != nil && r.State.Point+r.State.Scroll != "" {
			return nil, e
		}
		notices = ShardNotices(r.Args.Object, shards)
	}
	if id := jx.Unquote(reply.Picked[3]); id != "" {
		r.State.Point = id
	}
	if reply.Rows > 0 {
		r.State.rowSize = reply.Bytes / int64(reply.Rows)
	}
	if timedOut == "true" {
		notices = append(notices, driver.Notice{Text: "The search timed out on the server, so rows may be missing."})
	}
	partial := len(notices) > 0
	return &driver.PageResult{
		Blocks: []byte{byte(reply.Block)}, Millis: es.ParseInt(took), End: reply.Rows < asked && !partial,
		Snapshot: r.State.Taken, Notices: notices, Partial: partial,
	}, nil
}

// Seal makes searches for rows name themselves, and reports whether they did not do so before.
func (r *Reading) Seal() bool {
	if r.View.Seal != "" {
		return false
	}
	const digits = "0123456789abcdef"
	name := []byte("quarry-")
	for _, b := range r.Conn.Seed() {
		name = append(name, digits[b>>4], digits[b&15])
	}
	r.View.Seal = string(name)
	return true
}
