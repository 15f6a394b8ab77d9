package elasticsearch

import (
	"math/big"

	"github.com/tidwall/gjson"
)

// rangeClause is a range query.
func (c compiler) rangeClause(v gjson.Result) (clause, *failure) {
	var name string
	var body gjson.Result
	v.ForEach(func(k, b gjson.Result) bool {
		name, body = k.String(), b
		return true
	})
	if !body.IsObject() {
		return nil, parsing(1, "[range] query does not support [%s]", name)
	}
	f := c.field(name)
	if f == nil {
		return none{}, nil
	}
	span, relation, fail := c.bounds(f, body)
	if fail != nil {
		return nil, fail
	}
	return anyValue{f.path, f.within(span, relation), boost(body)}, nil
}

// bounds parses gt, gte, lt and lte as a span with both ends included.
func (c compiler) bounds(f *field, body gjson.Result) (value, string, *failure) {
	e := f
	if f.class() == interval {
		e = f.element()
	}
	if format := body.Get("format"); format.Exists() {
		if e.kind != "date" && e.kind != "date_nanos" {
			return value{}, "", unsupported("The sample engine does not answer a format in a range of %s.", e.kind)
		}
		var fail *failure
		if e, fail = e.formatted(format.String()); fail != nil {
			return value{}, "", fail
		}
	}
	low, high := e.ends()
	span := value{low: &low, high: &high}
	if e.class() == exact || e.class() == words {
		span = value{}
	}
	relation := "intersects"
	var fail *failure
	body.ForEach(func(name, end gjson.Result) bool {
		switch name.String() {
		case "gt", "gte", "lt", "lte":
			if end.Type != gjson.Null {
				fail = c.bound(e, name.String(), end, &span)
			}
		case "relation":
			relation = end.String()
		case "boost", "format", "time_zone", "_name":
		default:
			fail = parsing(1, "[range] query does not support [%s]", name.String())
		}
		return fail == nil
	})
	if fail == nil && f.key != "" && (span.low == nil || span.high == nil) {
		fail = c.index.inQuery(badArgument("[range] queries on keyed [flattened] fields must include both an upper and a lower bound."))
	}
	if fail == nil && body.Get("time_zone").Exists() {
		fail = unsupported("The sample engine does not answer a time zone in a range.")
	}
	return span, relation, fail
}

func (c compiler) bound(e *field, name string, end gjson.Result, span *value) *failure {
	switch e.class() {
	case exact, words:
		return textBound(e, name, end, span)
	case opaque:
		return c.index.refuse("Field [%s] of type [%s] does not support range queries", e.path, e.kind)
	}
	if _, integers := limits[e.kind]; integers {
		return c.integerBound(e, name, end, span)
	}
	fail := e.end(name, end, span)
	if fail != nil && e.class() != whole {
		return c.index.inQuery(fail)
	}
	return fail
}

// textBound sets a bound of terms; the ends stay the same, and excluded ones are marked.
func textBound(e *field, name string, end gjson.Result, span *value) *failure {
	b := &value{text: scalar(end)}
	if e.lowercase {
		parsed, _ := e.parse(end) // a keyword accepts any value
		b.text = parsed.text
	}
	if name == "gt" || name == "lt" {
		b.whole = 1 // excluded
	}
	if name == "gt" || name == "gte" {
		span.low = b
	} else {
		span.high = b
	}
	return nil
}

// integerBound rounds a fraction inwards.
func (c compiler) integerBound(e *field, name string, end gjson.Result, span *value) *failure {
	r, ok := new(big.Rat).SetString(scalar(end))
	if !ok {
		return c.index.inQuery(numberFormat(scalar(end)))
	}
	n, rest := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	switch {
	case rest.Sign() != 0 && (name == "gt" || name == "gte"), rest.Sign() == 0 && name == "gt":
		n.Add(n, big.NewInt(1))
	case rest.Sign() == 0 && name == "lt":
		n.Sub(n, big.NewInt(1))
	}
	limit := limits["long"]
	if !n.IsInt64() {
		if n.Sign() > 0 == (name == "lt" || name == "lte") {
			return nil
		}
		span.low, span.high = &value{whole: limit[1]}, &value{whole: limit[0]} // empty
		return nil
	}
	if name == "gt" || name == "gte" {
		span.low = &value{whole: n.Int64()}
	} else {
		span.high = &value{whole: n.Int64()}
	}
	return nil
}

// within returns a test of one value, or of one range with a relation, against a span.
func (f *field) within(span value, relation string) func(value) bool {
	switch f.class() {
	case exact:
		return func(v value) bool { return insideText(v.text, span) }
	case words:
		return func(v value) bool {
			for _, t := range v.tokens {
				if insideText(t, span) {
					return true
				}
			}
			return false
		}
	case interval:
		k := f.element().class()
		return func(v value) bool { return related(k, relation, v, span) }
	}
	k := f.class()
	return func(v value) bool { return k.compare(v, *span.low) >= 0 && k.compare(v, *span.high) <= 0 }
}

func insideText(text string, span value) bool {
	if b := span.low; b != nil && (text < b.text || b.whole == 1 && text == b.text) {
		return false
	}
	if b := span.high; b != nil && (text > b.text || b.whole == 1 && text == b.text) {
		return false
	}
	return true
}

func related(k class, relation string, v, span value) bool {
	switch relation {
	case "contains":
		return k.compare(*v.low, *span.low) <= 0 && k.compare(*v.high, *span.high) >= 0
	case "within":
		return k.compare(*v.low, *span.low) >= 0 && k.compare(*v.high, *span.high) <= 0
	}
	return k.compare(*v.low, *span.high) <= 0 && k.compare(*v.high, *span.low) >= 0
}
