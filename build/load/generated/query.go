package generated

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/tidwall/gjson"
)

// interval has the values from low to high.
type interval struct{ low, high int64 }

var everything = interval{math.MinInt64, math.MaxInt64}

// clause matches documents by the values of one field.
type clause struct {
	field string
	in    []interval
	not   bool
}

func (c *clause) matches(d Documents, n int64) bool {
	v := fields[c.field].value(d, n)
	return slices.ContainsFunc(c.in, func(i interval) bool { return i.low <= v && v <= i.high }) != c.not
}

// query matches documents that match every clause; chance is the part of them to take at random, if below 1.
type query struct {
	clauses []clause
	chance  float64
	random  *rand.Rand
}

// readQuery reads the query of a search.
func readQuery(q gjson.Result) (*query, error) {
	out := &query{chance: 1}
	if score := q.Get("function_score"); score.Exists() {
		out.chance = 1 - score.Get("min_score").Float()
		out.random = rand.New(rand.NewPCG(rand.Uint64(), 1))
		q = score.Get("query")
	}
	return out, out.add(q, false)
}

func (q *query) add(c gjson.Result, not bool) error {
	var err error
	c.ForEach(func(kind, body gjson.Result) bool {
		switch kind.String() {
		case "match_all":
		case "bool":
			err = q.addBool(body, not)
		case "range", "term", "terms", "exists":
			var read clause
			if read, err = readClause(kind.String(), body); err == nil {
				read.not = not
				q.take(read)
			}
		default:
			err = fmt.Errorf("unknown query [%s]", kind.String())
		}
		return err == nil
	})
	return err
}

// take adds a clause, unless every document matches it.
func (q *query) take(c clause) {
	if c.not || !slices.Equal(c.in, []interval{everything}) {
		q.clauses = append(q.clauses, c)
	}
}

func (q *query) addBool(body gjson.Result, not bool) error {
	var err error
	body.ForEach(func(kind, list gjson.Result) bool {
		turned := false
		switch kind.String() {
		case "filter", "must":
		case "must_not":
			turned = true
		default:
			err = fmt.Errorf("unknown part of a bool query [%s]", kind.String())
			return false
		}
		parts := []gjson.Result{list}
		if list.IsArray() {
			parts = list.Array()
		}
		if not && (turned || len(parts) > 1) {
			err = errors.New("a negated bool query has one clause")
			return false
		}
		for _, part := range parts {
			if err = q.add(part, not != turned); err != nil {
				return false
			}
		}
		return true
	})
	return err
}

func readClause(kind string, body gjson.Result) (clause, error) {
	if kind == "exists" {
		return clause{field: "number", in: []interval{everything}}, nil
	}
	var c clause
	var err error
	body.ForEach(func(name, operand gjson.Result) bool {
		c.field = name.String()
		if _, known := fields[c.field]; !known {
			err = fmt.Errorf("the field [%s] cannot be searched", c.field)
			return false
		}
		values := []gjson.Result{operand}
		switch {
		case kind == "range":
			var in interval
			in, err = readRange(c.field, operand)
			c.in = []interval{in}
			return false
		case operand.IsArray():
			values = operand.Array()
		case operand.Get("value").Exists():
			values = []gjson.Result{operand.Get("value")}
		}
		for _, v := range values {
			n, bad := operandOf(c.field, v)
			err = errors.Join(err, bad)
			c.in = append(c.in, interval{n, n})
		}
		return false
	})
	return c, err
}

func readRange(name string, operand gjson.Result) (interval, error) {
	in := everything
	var err error
	operand.ForEach(func(operator, value gjson.Result) bool {
		if operator.String() == "format" {
			return true
		}
		var n int64
		if n, err = operandOf(name, value); err != nil {
			return false
		}
		switch operator.String() {
		case "gt":
			in.low = max(in.low, n+1)
		case "gte":
			in.low = max(in.low, n)
		case "lt":
			in.high = min(in.high, n-1)
		case "lte":
			in.high = min(in.high, n)
		default:
			err = fmt.Errorf("unknown part of a range [%s]", operator.String())
		}
		return err == nil
	})
	return in, err
}

// operandOf reads a field's value: a number, a moment or a kind.
func operandOf(name string, v gjson.Result) (int64, error) {
	if name == "kind" {
		return kindOf(v.String()), nil
	}
	n, err := strconv.ParseInt(v.String(), 10, 64)
	if err == nil || name != "at" {
		return n, err
	}
	at, err := time.Parse(time.RFC3339, v.String())
	return at.UnixMilli(), err
}

// slice limits the query to one of several consecutive parts of the documents.
func (q *query) slice(d Documents, id, of int64) {
	q.clauses = append(q.clauses, clause{field: "number", in: []interval{{int64(d) * id / of, int64(d)*(id+1)/of - 1}}})
}

// within returns the positions in an order that can match, and the clauses that still have to be checked.
func (q *query) within(o order) (from, to int64, rest []clause) {
	from, to = 0, int64(o.docs)
	for _, c := range q.clauses {
		in, single := c.interval()
		if !single || fields[c.field].order != o.by {
			rest = append(rest, c)
			continue
		}
		if c.field == "at" { // convert to numbers, which have the same order
			in = interval{seconds(in.low, true), seconds(in.high, false)}
		}
		low, high := o.span(in.low, in.high)
		from, to = max(from, low), min(to, high)
	}
	return from, max(from, to), rest
}

// seconds returns the document at a moment, or the next or previous one.
func seconds(millis int64, up bool) int64 {
	if millis == math.MinInt64 || millis == math.MaxInt64 {
		return millis
	}
	passed := millis - began.UnixMilli()
	n := passed / 1000
	if passed%1000 == 0 || passed < 0 && up {
		return n
	}
	if passed < 0 {
		return n - 1
	}
	if up {
		return n + 1
	}
	return n
}

// interval returns the values that a clause allows, if they are one interval.
func (c *clause) interval() (interval, bool) {
	switch {
	case len(c.in) != 1:
		return interval{}, false
	case !c.not:
		return c.in[0], true
	case c.in[0] == everything:
		return interval{1, 0}, true
	case c.in[0].low == math.MinInt64:
		return interval{c.in[0].high + 1, math.MaxInt64}, true
	case c.in[0].high == math.MaxInt64:
		return interval{math.MinInt64, c.in[0].low - 1}, true
	}
	return interval{}, false
}

// count returns the number of matching documents. It looks at as few as the best order allows.
func (q *query) count(d Documents) int64 {
	var best order
	from, to, rest := int64(0), int64(math.MaxInt64), []clause(nil)
	for _, by := range []string{"number", "rank", "group"} {
		o, _ := d.by(by)
		if low, high, left := q.within(o); high-low < to-from || high-low == to-from && len(left) < len(rest) {
			best, from, to, rest = o, low, high, left
		}
	}
	if len(rest) == 0 && q.chance == 1 {
		return to - from
	}
	found := int64(0)
	for place := from; place < to; place++ {
		if q.takes(d, best.doc(place), rest) {
			found++
		}
	}
	return found
}

func (q *query) takes(d Documents, doc int64, rest []clause) bool {
	for i := range rest {
		if !rest[i].matches(d, doc) {
			return false
		}
	}
	return q.chance == 1 || q.random.Float64() < q.chance
}

// documents returns at most size matching documents in an order, starting at begin, after skipping the first ones.
func (q *query) documents(o order, begin, skip, size int64) []int64 {
	from, to, rest := q.within(o)
	from = max(from, begin)
	if len(rest) == 0 && q.chance == 1 {
		from, skip = from+skip, 0
	}
	list := make([]int64, 0, min(size, max(0, to-from)))
	for place := from; place < to && int64(len(list)) < size; place++ {
		doc := o.doc(place)
		if !q.takes(o.docs, doc, rest) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		list = append(list, doc)
	}
	return list
}
