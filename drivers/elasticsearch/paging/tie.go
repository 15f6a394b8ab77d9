package paging

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

// tie is the part of a snapshot whose rows all have the same value of the first key, or all have none. The engine steps
// over all rows with that value before a page; not having to look at any others halves the cost of the page.
type tie struct {
	search.Span
	end string // sort values of the page's last row
}

// tied returns the tie of a page that begins after a row with those sort values and was read before, nil for none.
func (r *Reading) tied(sort string) *tie {
	size := r.Args.Size
	if len(r.Keys) == 0 || sort == "" || r.fitting() != size {
		return nil
	}
	end, ok := r.State.before(r.Args.From + int64(size))
	value := leading(sort)
	if !ok || end.row != r.Args.From+int64(size) || leading(end.sort) != value {
		return nil
	}
	write := clauses(&r.Keys[0])
	if write == nil {
		return nil
	}
	if write.missing(value) {
		return &tie{search.Span{Not: []string{write.exists()}}, end.sort}
	}
	return &tie{search.Span{Filter: []string{write.equal(value)}}, end.sort}
}

// broken reports whether a page read in a tie differs from the earlier read: the rows that match a value are not quite
// those sorted with it, or the engine refuses to search for it.
func (t *tie) broken(reply *driver.Reply, size int, err error) bool {
	if err != nil {
		e, ok := err.(*driver.Error)
		return ok && e.Status == 400
	}
	return reply.Rows != size || reply.Last != t.end
}

// leading returns the first of the sort values.
func leading(sort string) string {
	first := ""
	jx.Items(sort, func(item string) bool {
		first = item
		return false
	})
	return first
}

// missing reports whether a sort value stands for no value: null, or the smallest or largest possible number (Sort
// search results, "Missing values").
func (c *keyClauses) missing(value string) bool {
	switch c.key.Type {
	case "integer", "short", "byte": // from 8.19 on
		if value == "2147483647" || value == "-2147483648" {
			return true
		}
	}
	return value == "null" || slices.Contains([]string{`"Infinity"`, `"-Infinity"`, "9223372036854775807", "-9223372036854775808", "18446744073709551615"}, value)
}

// equal matches the rows with the value, which is in the form of a sort array.
func (c *keyClauses) equal(value string) string {
	w := jx.NewWriter(es.ClauseRoom).Open('{')
	if c.key.Type == "date" { // a term only accepts it in the field's format
		w.Key("range").Open('{').Key(c.key.Field).Open('{').Key("gte").Raw(value).Key("lte").Raw(value).Key("format").Text("epoch_millis").Close("}}}")
		return c.wrap(w)
	}
	return c.wrap(w.Key("term").Open('{').Key(c.key.Field).Raw(c.operand(value)).Close("}}"))
}
