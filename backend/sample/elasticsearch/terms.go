package elasticsearch

import (
	"math/big"
	"strings"

	"github.com/tidwall/gjson"
)

// single reads {"field": value} and {"field": {"value": value, ...}}: the field's name, its value and its options.
func single(kind, member string, v gjson.Result) (name string, wanted, options gjson.Result, fail *failure) {
	count := 0
	v.ForEach(func(k, body gjson.Result) bool {
		if k.String() == "boost" || k.String() == "_name" {
			return true
		}
		count++
		name, wanted, options = k.String(), body, gjson.Parse("{}")
		if body.IsObject() {
			wanted, options = body.Get(member), body
		}
		return true
	})
	switch {
	case count > 1:
		fail = parsing(1, "[%s] query doesn't support multiple fields", kind)
	case count == 0 || wanted.Type == gjson.Null && wanted.Exists():
		fail = unreadable("field name is null or empty")
	case !wanted.Exists():
		fail = unreadable("value cannot be null")
	case wanted.IsArray() || wanted.IsObject():
		fail = parsing(1, "[%s] query does not support array of values", kind)
	}
	return name, wanted, options, fail
}

// term matches an exact value of a field.
func (c compiler) term(v gjson.Result) (clause, *failure) {
	name, wanted, options, fail := single("term", "value", v)
	if fail != nil {
		return nil, fail
	}
	if q := c.ofMeta(name, []gjson.Result{wanted}, options.Get("case_insensitive").Bool(), boost(options)); q != nil {
		return q, nil
	}
	f := c.field(name)
	if f == nil {
		return none{}, nil
	}
	if options.Get("case_insensitive").Bool() {
		return c.foldedTerm(f, name, scalar(wanted), boost(options))
	}
	test, fail := c.equals(f, wanted)
	if fail != nil {
		return nil, fail
	}
	if st := c.index.statsOf(f); test.scored && st != nil {
		return scoredTerm{f.path, test.term, st, boost(options) * st.weight(f.statTerm(test.term))}, nil
	}
	return anyValue{f.path, test.test, boost(options)}, nil
}

// field returns the field at a path, nil if nothing is mapped there. A nested leaf has values only inside a nested
// clause.
func (c compiler) field(name string) *field { return c.index.schema.lookup(name) }

func (c compiler) foldedTerm(f *field, name, text string, score float32) (clause, *failure) {
	if f.class() != exact && f.class() != words && f.kind != "boolean" {
		return nil, c.index.refuse("[%s] field which is of type [%s], does not support case insensitive term queries", name, f.kind)
	}
	return anyValue{f.path, func(v value) bool {
		for _, t := range v.terms(f.class() == words) {
			if foldASCII(t) == foldASCII(text) {
				return true
			}
		}
		return false
	}, score}, nil
}

// foldASCII lower-cases only the letters A to Z, like the engine's case_insensitive.
func foldASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// equality is a compiled comparison with one value.
type equality struct {
	test   func(value) bool
	term   string // for a field that is searched by terms
	scored bool
}

func never(value) bool { return false }

// equals compiles "has this value" for a field's type.
func (c compiler) equals(f *field, wanted gjson.Result) (equality, *failure) {
	text := scalar(wanted)
	switch f.kind {
	case "date", "date_nanos":
		return c.onDate(f, text)
	case "long", "integer", "short", "byte":
		return c.onInteger(f, text)
	case "ip":
		if strings.Contains(text, "/") {
			low, high, fail := prefixRange(text)
			if fail != nil {
				return equality{}, c.index.inQuery(fail)
			}
			return equality{test: func(v value) bool { return v.text >= low && v.text <= high }}, nil
		}
	case "text":
		return equality{test: func(v value) bool { return has(v.tokens, text) }, term: text, scored: true}, nil
	case "binary":
		return equality{}, c.index.refuse("Binary fields do not support searching")
	case "geo_point", "dense_vector":
		return equality{}, c.index.refuse("Geometry fields do not support exact searching, use dedicated geometry queries instead: [%s]", f.path)
	}
	if f.class() == interval {
		return c.inInterval(f, wanted)
	}
	parsed, fail := f.parse(wanted)
	if fail != nil {
		return equality{}, c.index.inQuery(fail)
	}
	k := f.class()
	return equality{test: func(v value) bool { return k.compare(v, parsed) == 0 }, term: parsed.text, scored: k == exact || f.kind == "boolean"}, nil
}

func has(tokens []string, term string) bool {
	for _, t := range tokens {
		if t == term {
			return true
		}
	}
	return false
}

// onDate matches the whole day or second that the text names.
func (c compiler) onDate(f *field, text string) (equality, *failure) {
	low, fail := moment(text, false)
	if fail == nil {
		high, _ := moment(text, true) // would fail the same way
		a, b := f.ticks(low), f.ticks(high)
		return equality{test: func(v value) bool { return v.whole >= a && v.whole <= b }}, nil
	}
	q := c.index.inQuery(fail)
	q.root = fail
	return equality{}, q
}

// onInteger matches nothing for a fraction; a number outside the type's range is an error before version 8.
func (c compiler) onInteger(f *field, text string) (equality, *failure) {
	r, ok := new(big.Rat).SetString(strings.TrimSpace(text))
	if !ok {
		return equality{}, c.index.inQuery(numberFormat(text))
	}
	if !r.IsInt() {
		return equality{test: never}, nil
	}
	limit := limits[f.kind]
	n := r.Num()
	if !n.IsInt64() || n.Int64() < limit[0] || n.Int64() > limit[1] {
		if c.major < 8 && f.kind != "byte" && f.kind != "short" {
			return equality{}, c.index.inQuery(badArgument("Value [%s] is out of range for %s", text, article(f.kind)))
		}
		return equality{test: never}, nil
	}
	want := n.Int64()
	return equality{test: func(v value) bool { return v.whole == want }}, nil
}

func article(kind string) string {
	if kind == "integer" {
		return "an integer"
	}
	return "a " + kind
}

// inInterval matches ranges that contain a value.
func (c compiler) inInterval(f *field, wanted gjson.Result) (equality, *failure) {
	e := f.element()
	parsed, fail := e.bound(wanted, false)
	if fail != nil {
		return equality{}, c.index.inQuery(fail)
	}
	k := e.class()
	return equality{test: func(v value) bool { return k.compare(*v.low, parsed) <= 0 && k.compare(*v.high, parsed) >= 0 }}, nil
}

// terms matches any of a list of exact values.
func (c compiler) terms(v gjson.Result) (clause, *failure) {
	var name string
	var list gjson.Result
	v.ForEach(func(k, body gjson.Result) bool {
		if k.String() != "boost" && k.String() != "_name" {
			name, list = k.String(), body
		}
		return true
	})
	if !list.IsArray() {
		return nil, parsing(1, "[terms] query does not support [%s]", name)
	}
	if q := c.ofMeta(name, list.Array(), false, boost(v)); q != nil {
		return q, nil
	}
	f := c.field(name)
	var tests []func(value) bool
	for _, item := range list.Array() {
		if item.Type == gjson.Null {
			return nil, unreadable("No value specified for terms query")
		}
		if f == nil {
			continue
		}
		e, fail := c.equals(f, item)
		if fail != nil {
			return nil, fail
		}
		tests = append(tests, e.test)
	}
	if f == nil {
		return none{}, nil
	}
	return anyValue{f.path, func(v value) bool {
		for _, t := range tests {
			if t(v) {
				return true
			}
		}
		return false
	}, boost(v)}, nil
}

// scoredTerm matches a term and scores it with BM25.
type scoredTerm struct {
	path, term string
	stats      *fieldStats
	weight     float32
}

func (s scoredTerm) match(_ *document, n *node) (bool, float32) {
	frequency, length := 0, 0
	for _, v := range n.values[s.path] {
		for _, t := range v.terms(s.stats.analysed) {
			length++
			if t == s.term {
				frequency++
			}
		}
	}
	if frequency == 0 {
		return false, 0
	}
	if !s.stats.analysed {
		frequency = 1
	}
	return true, s.stats.score(s.weight, float32(frequency), length)
}
