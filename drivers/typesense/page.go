package typesense

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

const (
	hitsPerSearch      = 250 // Search, "per_page": the maximum per search
	searchRoom         = 128 // the initial capacity of a search in bytes
	searchesPerRequest = 50  // Federated search, "limit_multi_searches": the default

	pageBytes = 64 << 20 // the maximum size of a page in bytes
	shrink    = 4        // divisor for the number of rows after a response was too large
)

// Picks from the members of a response.
const (
	pickError = iota
	pickCode
	pickFound
	pickTime
	pickCutoff
)

// Page implements [driver.Driver] with searches of 250 hits, fifty to a request. A page has as many of its rows as fit into
// 64 MB, at least one. A page that was cut by a time limit on the server is read again once; if it stays partial, the first
// page is returned as partial, and any other is an error.
func (engine) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	if a.From < 0 || a.Size < 1 || a.From > math.MaxInt64-int64(a.Size) {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "A page begins at row 0 or later and has one row or more."}
	}
	if err := sortsAlone(a.Sort); err != nil {
		return nil, err
	}
	v, err := viewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	var m measured
	if err := c.Decode(a.State, &m); err != nil {
		return nil, err
	}
	result, err := m.read(c, a, v.filter)
	if err == nil && result.Partial {
		result, err = m.read(c, a, v.filter)
	}
	if err == nil && result.Partial && a.From > 0 {
		return nil, &driver.Error{
			Kind: driver.Engine, Code: driver.CodePartial, Op: "POST /multi_search", Status: 200, Sent: true,
			Message: "Could not load the whole page. " + result.Notices[0].Text,
			Hint:    "Missing rows would shift the page. Try again, or raise the server's search time limit.",
		}
	}
	return result, err
}

// measured is the state of a view whose pages are too large: otherwise it has none.
type measured struct {
	rowSize int64 // size of a row in the last page's response, 0 if unknown
}

// Fields implements [wire.Message].
func (m *measured) Fields(c *wire.Codec) { c.Int(1, &m.rowSize) }

// fitting returns how many rows of a page to request: judging by the last page, they fill four fifths of pageBytes.
func (m *measured) fitting(size int) int {
	if m.rowSize == 0 {
		return size
	}
	return int(min(int64(size), max(1, pageBytes/5*4/m.rowSize)))
}

// read reads the rows of a page once, or as many as fit. A search that ran out of time makes it partial.
func (m *measured) read(c *driver.Conn, a *driver.PageArgs, filter string) (*driver.PageResult, error) {
	part := *a
	part.Size = m.fitting(a.Size)
	replies, err := c.DoAll(searches(&part, filter)...)
	for err == nil && part.Size > 1 && slices.ContainsFunc(replies, isTooLarge) {
		part.Size = max(1, part.Size/shrink)
		replies, err = c.DoAll(searches(&part, filter)...)
	}
	if err != nil {
		return nil, err
	}
	result := &driver.PageResult{Millis: -1}
	rows, found, bytes := int64(0), int64(-1), int64(0)
	for i := range replies {
		r := &replies[i]
		if err := failed(r); err != nil {
			return nil, err
		}
		result.Blocks = append(result.Blocks, byte(r.Block))
		result.Millis = max(result.Millis, largest(r.Picked[pickTime]))
		rows, found, bytes = rows+int64(r.Rows), max(found, largest(r.Picked[pickFound])), bytes+r.Bytes
		if strings.Contains(r.Picked[pickCutoff], "true") && !result.Partial {
			result.Partial = true
			result.Notices = []driver.Notice{{Text: "The search timed out on the server, so rows may be missing."}}
		}
	}
	result.End = !result.Partial && (rows < int64(part.Size) || found >= 0 && a.From+rows >= found)
	if part.Size < a.Size && !result.End && !result.Partial {
		result.Notices = append(result.Notices, driver.Notice{
			Text: "This page was cut at row " + strconv.FormatInt(a.From+rows, 10) + " (64 MB). Keep scrolling for the rest.",
		})
	}
	if m.rowSize = bytes / max(1, rows); m.fitting(a.Size) < a.Size {
		result.State = wire.Append(nil, m)
	}
	return result, nil
}

func isTooLarge(r driver.Reply) bool { return r.Err != nil && r.Err.Code == driver.CodeTooLarge }

// searches writes the requests that read a page. A single row may have any size.
func searches(a *driver.PageArgs, filter string) []driver.Send {
	var sends []driver.Send
	from, end := a.From, a.From+int64(a.Size)
	for from < end {
		w := jx.NewWriter(searchRoom * searchesPerRequest).Open('{').Key("searches").Open('[')
		for n := 0; n < searchesPerRequest && from < end; n++ {
			limit := min(end-from, hitsPerSearch)
			writeSearch(w, a, filter, from, limit)
			from += limit
		}
		sends = append(sends, driver.Send{
			Request: multiSearch(w.Close("]}").Bytes(), "page"), Verb: driver.Rows,
			Pick: []string{
				pickError: "results.*.error", pickCode: "results.*.code", pickFound: "results.*.found",
				pickTime: "results.*.search_time_ms", pickCutoff: "results.*.search_cutoff",
			},
		})
	}
	for i := range sends {
		if a.Size > 1 {
			sends[i].Request.Limit = pageBytes / int64(len(sends))
		}
	}
	return sends
}

// writeSearch writes one search for the documents of a view. Every parameter can be sent as text.
func writeSearch(w *jx.Writer, a *driver.PageArgs, filter string, offset, limit int64) {
	w.Open('{').Key("collection").Text(a.Object).Key("q").Text("*")
	if filter != "" {
		w.Key("filter_by").Text(filter)
	}
	w.Key("offset").Int(offset).Key("limit").Int(limit)
	writeUncurated(w)
	if sort := sortBy(a.Sort); sort != "" {
		w.Key("sort_by").Text(sort)
	}
	w.Close("}")
}

// sortBy writes up to three keys, each with its direction.
func sortBy(keys []driver.SortKey) string {
	var parts []string
	for _, key := range sortable(keys) {
		direction := ":asc"
		if key.Desc {
			direction = ":desc"
		}
		parts = append(parts, key.Field+direction)
	}
	return strings.Join(parts, ",")
}

// sortable returns up to three keys. It drops id, names with a comma and repeated keys before applying the limit.
func sortable(keys []driver.SortKey) []driver.SortKey {
	var kept []driver.SortKey
	for _, key := range keys {
		repeated := slices.ContainsFunc(kept, func(k driver.SortKey) bool { return k.Field == key.Field })
		if key.Field != "" && key.Field != "id" && !strings.Contains(key.Field, ",") && !repeated {
			kept = append(kept, key)
		}
	}
	return kept[:min(maxSort, len(kept))]
}

// sortsAlone refuses a name with "(" beside other keys. No response to such a search is recorded: an order that the
// server misread would show rows in another order than the header says.
func sortsAlone(keys []driver.SortKey) error {
	kept := sortable(keys)
	at := slices.IndexFunc(kept, func(k driver.SortKey) bool { return strings.Contains(k.Field, "(") })
	if at < 0 || len(kept) == 1 {
		return nil
	}
	return &driver.Error{
		Kind:    driver.Unsupported,
		Message: "A column whose name has “(” can only be sorted alone: Typesense reads a parenthesis as the start of the options of a sort key.",
		Hint:    "Sort by “" + kept[at].Field + "” alone, or by the other columns without it.",
	}
}

// failed returns a reply's error: why there is no response, its status, or the first error of its members, which can be
// inside a response with status 200.
func failed(r *driver.Reply) error {
	if r.Err != nil {
		return r.Err
	}
	if !r.OK() {
		return answered(&driver.Request{Method: "POST", Path: "/multi_search"}, r)
	}
	var e *driver.Error
	at := -1
	jx.Items(r.Picked[pickError], func(item string) bool {
		at++
		if item == "null" {
			return true
		}
		code := int(max(0, number(nth(r.Picked[pickCode], at))))
		e = refusal(jx.Unquote(item), code)
		e.Op = "POST /multi_search"
		return false
	})
	if e != nil {
		return e
	}
	return nil
}

func nth(array string, n int) string {
	found := ""
	jx.Items(array, func(item string) bool {
		found = item
		n--
		return n >= 0
	})
	return found
}

// largest returns the largest number in an array, -1 if there is none.
func largest(array string) int64 {
	most := int64(-1)
	jx.Items(array, func(item string) bool {
		most = max(most, number(item))
		return true
	})
	return most
}
