package typesense

import (
	"math"
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	hitsPerSearch      = 250 // Search, "per_page": the maximum per search
	searchRoom         = 128 // the initial capacity of a search in bytes
	searchesPerRequest = 50  // Federated search, "limit_multi_searches": the default
)

// Picks from the members of a response.
const (
	pickError = iota
	pickCode
	pickFound
	pickTime
	pickCutoff
)

// Page implements [driver.Driver] with searches of 250 hits, fifty to a request. A page that was cut by a time limit on
// the server is read again once; if it stays partial, the first page is returned as partial, and any other is an error.
func (engine) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	if a.From < 0 || a.Size < 1 || a.From > math.MaxInt64-int64(a.Size) {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "A page begins at row 0 or later and has one row or more."}
	}
	v, err := viewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	result, err := read(c, a, v.filter)
	if err == nil && result.Partial {
		result, err = read(c, a, v.filter)
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

// read reads the rows of a page once. A search that ran out of time makes it partial.
func read(c *driver.Conn, a *driver.PageArgs, filter string) (*driver.PageResult, error) {
	replies, err := c.DoAll(searches(a, filter)...)
	if err != nil {
		return nil, err
	}
	result := &driver.PageResult{Millis: -1}
	rows, found := int64(0), int64(-1)
	for i := range replies {
		r := &replies[i]
		if err := failed(r); err != nil {
			return nil, err
		}
		result.Blocks = append(result.Blocks, byte(r.Block))
		result.Millis = max(result.Millis, largest(r.Picked[pickTime]))
		rows, found = rows+int64(r.Rows), max(found, largest(r.Picked[pickFound]))
		if strings.Contains(r.Picked[pickCutoff], "true") && !result.Partial {
			result.Partial = true
			result.Notices = []driver.Notice{{Text: "The search timed out on the server, so rows may be missing."}}
		}
	}
	result.End = !result.Partial && (rows < int64(a.Size) || found >= 0 && a.From+rows >= found)
	return result, nil
}

// searches writes the requests that read a page.
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
	return sends
}

// writeSearch writes one search for the documents of a view. Override rules are off, since they would hide and pin
// documents; every parameter can be sent as text.
func writeSearch(w *jx.Writer, a *driver.PageArgs, filter string, offset, limit int64) {
	w.Open('{').Key("collection").Text(a.Object).Key("q").Text("*")
	if filter != "" {
		w.Key("filter_by").Text(filter)
	}
	w.Key("offset").Int(offset).Key("limit").Int(limit).Key("enable_overrides").Text("false")
	if sort := sortBy(a.Sort); sort != "" {
		w.Key("sort_by").Text(sort)
	}
	w.Close("}")
}

// sortBy writes up to three keys, each with its direction. It drops id, names with a comma and repeated keys before
// applying the limit.
func sortBy(keys []driver.SortKey) string {
	var fields, parts []string
	for _, key := range keys {
		if key.Field == "" || key.Field == "id" || strings.Contains(key.Field, ",") || slices.Contains(fields, key.Field) {
			continue
		}
		fields = append(fields, key.Field)
		direction := ":asc"
		if key.Desc {
			direction = ":desc"
		}
		parts = append(parts, key.Field+direction)
	}
	return strings.Join(parts[:min(maxSort, len(parts))], ",")
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
