package typesense

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"strings"
)

// order is one criterion of sorting.
type order struct {
	kind       string // "match", "seq", "number", "float", "text", "distance" or "place"
	field      *field
	descending bool
	first      bool // documents without the value come first
	from       point
}

const mostOrders = 3

// orders parses "a:asc,b(missing_values:first):desc,place(1.5,2.5):asc".
func (c *collection) orders(text string) ([]order, *failure) {
	var out []order
	for _, part := range splitOrders(text) {
		part = strings.TrimSpace(part)
		at := strings.LastIndexByte(part, ':')
		if at < 0 || strings.HasSuffix(part, ")") {
			return nil, invalid("Parameter `sort_by` is malformed.")
		}
		name, direction := strings.TrimSpace(part[:at]), strings.ToUpper(strings.TrimSpace(part[at+1:]))
		if direction == "" {
			return nil, invalid("Parameter `sort_by` is malformed.")
		}
		o, fail := c.order(name)
		if fail != nil {
			return nil, fail
		}
		if direction != "ASC" && direction != "DESC" {
			return nil, invalid("Order for field` %s` should be either ASC or DESC.", name)
		}
		o.descending = direction == "DESC"
		out = append(out, o)
	}
	if len(out) > mostOrders {
		return nil, invalid("Only upto 3 sort fields are allowed.")
	}
	return out, nil
}

// splitOrders splits at commas outside parentheses.
func splitOrders(text string) []string {
	var out []string
	depth, begin := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, text[begin:i])
				begin = i + 1
			}
		}
	}
	if strings.TrimSpace(text[begin:]) != "" {
		out = append(out, text[begin:])
	}
	return out
}

func (c *collection) order(name string) (order, *failure) {
	switch name {
	case "_text_match":
		return order{kind: "match"}, nil
	case "_seq_id":
		return order{kind: "seq"}, nil
	}
	argument := ""
	f := c.field(name)
	if begin := strings.IndexByte(name, '('); f == nil && begin > 0 && strings.HasSuffix(name, ")") {
		name, argument = name[:begin], name[begin+1:len(name)-1]
		f = c.field(name)
	}
	if f == nil || !f.sort {
		return order{}, failed(http.StatusNotFound, "Could not find a field named `%s` in the schema for sorting.", name)
	}
	o := order{field: f, kind: map[string]string{"float": "float", "string": "text", "geopoint": "place"}[f.base()]}
	if o.kind == "" {
		o.kind = "number"
	}
	if argument != "" {
		return o.withArgument(argument)
	}
	return o, nil
}

func (o order) withArgument(text string) (order, *failure) {
	bad := invalid("Bad syntax for sorting field `%s`", o.field.name)
	if o.kind == "place" {
		numbers, ok := readFloats(strings.Split(text, ","))
		if !ok || len(numbers) != 2 {
			return o, bad
		}
		o.kind, o.from = "distance", point{numbers[0], numbers[1]}
		return o, nil
	}
	option, value, _ := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	if strings.TrimSpace(option) != "missing_values" || !slices.Contains([]string{"first", "last", "normal"}, value) {
		return o, bad
	}
	o.first = value == "first"
	return o, nil
}

// rank is a found document with what it is sorted by.
type rank struct {
	document  *document
	score     *match // nil without words
	curated   bool
	keys      []sortKey // one for each order
	distances map[string]int
}

type sortKey struct {
	whole  int64
	number float64
	text   string
}

// sortRanks sorts found documents. Equal ones are sorted by age, the newest first.
func sortRanks(found []*rank, orders []order) {
	if len(orders) == 0 { // found in the order of their age
		slices.Reverse(found)
		return
	}
	keys := make([]sortKey, len(found)*len(orders))
	for at, r := range found {
		r.keys = keys[at*len(orders):][:len(orders)]
		for i, o := range orders {
			r.measure(&r.keys[i], o)
		}
	}
	slices.SortFunc(found, func(a, b *rank) int {
		for i := range orders {
			if d := orders[i].compare(&a.keys[i], &b.keys[i]); d != 0 {
				return d
			}
		}
		return b.document.seq - a.document.seq
	})
}

func (r *rank) measure(key *sortKey, o order) {
	x := indexed{}
	if o.field != nil {
		x = r.document.index[o.field.name]
	}
	missing := int64(math.MaxInt64)
	if o.descending != o.first {
		missing = math.MinInt64
	}
	switch o.kind {
	case "match":
		if r.score != nil {
			key.whole = int64(min(r.score.score, math.MaxInt64))
		}
	case "seq":
		key.whole = int64(r.document.seq)
	case "number":
		key.whole = missing
		if len(x.whole) > 0 {
			key.whole = x.whole[0]
		} else if len(x.flags) > 0 {
			key.whole = 0
			if x.flags[0] {
				key.whole = 1
			}
		}
	case "float":
		key.number = float64(missing)
		if missing > 0 {
			key.number = math.Inf(1)
		} else {
			key.number = math.Inf(-1)
		}
		if len(x.floats) > 0 {
			key.number = float64(x.floats[0])
		}
	case "text":
		if len(x.texts) > 0 {
			key.text = x.texts[0].key
		}
	case "place":
		key.number = math.Inf(1)
		if o.descending {
			key.number = math.Inf(-1)
		}
		if len(x.points) > 0 {
			key.number = x.points[0].lat*1000 + x.points[0].lng
		}
	case "distance":
		metres := math.MaxInt32
		for _, p := range x.points {
			metres = min(metres, int(distance(o.from, p)))
		}
		key.whole = int64(metres)
		if r.distances == nil {
			r.distances = map[string]int{}
		}
		r.distances[o.field.name] = metres
	}
}

func (o *order) compare(a, b *sortKey) int {
	if o.kind == "text" {
		x, y := a.text, b.text
		if x == "" || y == "" {
			if x == y {
				return 0
			}
			if (x == "") == o.first {
				return -1
			}
			return 1
		}
		return o.directed(compareSigned(x, y))
	}
	return o.directed(cmp.Or(cmp.Compare(a.whole, b.whole), cmp.Compare(a.number, b.number)))
}

func (o *order) directed(d int) int {
	if o.descending {
		return -d
	}
	return d
}

// compareSigned compares texts by bytes as the server does, for which letters outside ASCII are negative.
func compareSigned(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(int8(a[i])) - int(int8(b[i]))
		}
	}
	return len(a) - len(b)
}
