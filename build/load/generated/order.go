package generated

import "sort"

// order is one order of all documents, with positions from 0.
type order struct {
	docs    Documents
	by      string // number, rank or group
	sorted  field  // the field it sorts by, whose values have the same order
	inverse int64  // inverse of spread, for the order by rank

	desc bool // descending in that field
	back bool // descending by number among equal values
}

// by returns the order of a field.
func (d Documents) by(name string) (order, bool) {
	f, found := fields[name]
	if !found || f.order == "" {
		return order{}, false
	}
	return order{docs: d, by: f.order, sorted: f, inverse: inverse(spread, int64(d))}, true
}

// doc returns the document at a position.
func (o order) doc(place int64) int64 {
	all := int64(o.docs)
	switch o.by {
	case "rank":
		return o.turned(place) * o.inverse % all
	case "group":
		group := int64(sort.Search(groups, func(g int) bool { return o.end(int64(g)) > place }))
		first := int64(0)
		if group > 0 {
			first = o.end(group - 1)
		}
		within := place - first
		if o.back {
			within = o.end(group) - 1 - place
		}
		return o.nth(group) + within*groups
	}
	return o.turned(place)
}

// nth returns the nth group in the order.
func (o order) nth(n int64) int64 {
	if o.desc {
		return groups - 1 - n
	}
	return n
}

// end returns the position after the nth group.
func (o order) end(n int64) int64 {
	each, more := int64(o.docs)/groups, int64(o.docs)%groups // the first groups have one document more
	if o.desc {
		return (n+1)*each + max(0, more-(groups-1-n))
	}
	return (n+1)*each + min(n+1, more)
}

func (o order) turned(place int64) int64 {
	if o.desc {
		return int64(o.docs) - 1 - place
	}
	return place
}

// span returns the positions of documents whose value of the order's field is between low and high.
func (o order) span(low, high int64) (from, to int64) {
	all := int(o.docs)
	value := func(place int) int64 { return fields[o.by].value(o.docs, o.doc(int64(place))) }
	if o.desc {
		return int64(sort.Search(all, func(p int) bool { return value(p) <= high })), int64(sort.Search(all, func(p int) bool { return value(p) < low }))
	}
	return int64(sort.Search(all, func(p int) bool { return value(p) >= low })), int64(sort.Search(all, func(p int) bool { return value(p) > high }))
}

// after returns the position after a document with these sort values.
func (o order) after(values []int64) int64 {
	all := int(o.docs)
	return int64(sort.Search(all, func(p int) bool { return o.compare(o.doc(int64(p)), values) > 0 }))
}

// compare compares a document with sort values: the field's own, and the number if given.
func (o order) compare(doc int64, values []int64) int {
	if c := direct(o.sorted.value(o.docs, doc)-values[0], o.desc); c != 0 || len(values) == 1 {
		return c
	}
	return direct(doc-values[1], o.back)
}

func direct(difference int64, turned bool) int {
	switch {
	case difference == 0:
		return 0
	case (difference > 0) != turned:
		return 1
	}
	return -1
}
