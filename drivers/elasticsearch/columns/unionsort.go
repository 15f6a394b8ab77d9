package columns

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
)

// noMixedDates says why milliseconds and nanoseconds cannot be sorted together before 7.14: rows with a missing value
// are left out.
const noMixedDates = "This version of Elasticsearch omits rows when date and date_nanos are sorted together."

// order says how a column of a union sorts, or why it cannot be sorted. A search has one sort field for all indices: if
// one of them cannot sort by it, its rows would be missing.
func (u *union) order(e *entry, col *driver.Column) {
	types, reason := u.sorts(e)
	if reason != "" {
		col.Reason = reason
		return
	}
	common := u.commonOrder(types)
	col.Sort, col.Unmapped, col.Numeric = e.variants[0].sort, common.unmapped, common.numeric
}

// aliased returns the type to sort a path by if it is an alias somewhere and all indices agree on the type, otherwise
// "".
func (e *entry) aliased() string {
	kind, some := e.variants[0].sortType, false
	for i := range e.variants {
		v := &e.variants[i]
		if v.sortType != kind {
			return ""
		}
		some = some || v.label == "alias"
	}
	if !some {
		return ""
	}
	return kind
}

// commonOrder returns the order that types have in common. It remembers the result for a single type: most columns of a
// union have one of a few types.
func (u *union) commonOrder(types []string) common {
	if mixed(types) {
		c, _ := commonOrder(types)
		return c
	}
	c, known := u.orders[types[0]]
	if !known {
		c, _ = commonOrder(types[:1])
		u.orders[types[0]] = c
	}
	return c
}

// sorts returns the types by which the schemas sort a path, or why they have no common order.
func (u *union) sorts(e *entry) (types []string, reason string) {
	for i := range e.variants {
		v := &e.variants[i]
		if v.sort == "" {
			return nil, u.unsorted(e)
		}
		types = append(types, v.sortType)
	}
	nested := e.variants[0].nested
	switch {
	case !e.same(func(v *variant) string { return v.sort }):
		return nil, "It sorts by " + u.byIndex(e, func(v *variant) string { return v.sort }) + "."
	case !e.same(func(v *variant) string { return v.nested }):
		return nil, "It is " + u.conflict(e) + "."
	case u.without(nested) != "":
		return nil, "It is inside the nested field " + nested + ", which " + u.without(nested) + " lacks."
	}
	if !mixed(types) {
		return types, ""
	}
	if _, ok := commonOrder(types); !ok {
		said := "It is " + u.byIndex(e, func(v *variant) string { return v.sortType })
		if numbers(types) {
			return nil, said + ", which have no common order without losing digits."
		}
		return nil, said + ", which have no common order."
	}
	if slices.Contains(types, "date_nanos") && u.judge.server.Number != "" && !u.judge.server.AtLeast(7, 14) {
		return nil, noMixedDates
	}
	return types, ""
}

// unsorted says why a path has no order: it names the first index without one, unless the reason is the same for all.
func (u *union) unsorted(e *entry) string {
	var worst *variant
	for i := range e.variants {
		if v := &e.variants[i]; v.sort == "" && (worst == nil || u.first(v.where) < u.first(worst.where)) {
			worst = v
		}
	}
	reason := "Objects cannot be sorted."
	switch {
	case worst.class.Kind == mapping.NoColumn:
	case worst.class.Reason == mapping.ReasonDocValues:
		reason = u.unvalued
	default:
		reason = mapping.Reasons[worst.class.Reason]
	}
	if e.same(func(o *variant) string { return o.sort + "," + o.label + "," + strconv.Itoa(int(o.class.Reason)) }) {
		return reason
	}
	return "In " + u.first(worst.where) + ": " + reason
}

func (e *entry) same(of func(v *variant) string) bool {
	first := of(&e.variants[0])
	for i := range e.variants {
		if of(&e.variants[i]) != first {
			return false
		}
	}
	return true
}

// without returns an index whose rows would be lost when sorting by a leaf, because it lacks one of the leaf's
// enclosing nested fields, "" for none. 7.x treats such rows as rows without a value, 8.x returns none of them (Sort
// search results, "Sorting within nested objects").
func (u *union) without(nested string) string {
	if u.judge.server.Major == 7 {
		return ""
	}
	return u.withoutArray(nested)
}

// withoutArray returns an index that lacks one of a leaf's enclosing nested fields, "" for none.
func (u *union) withoutArray(nested string) string {
	if nested == "" {
		return ""
	}
	for _, path := range strings.Split(nested, ",") {
		have := make([]bool, len(u.all.Names))
		for _, v := range u.variants(path) {
			for _, index := range v.where {
				have[index] = have[index] || v.label == "nested"
			}
		}
		var lacking []int
		for index, has := range have {
			if !has {
				lacking = append(lacking, index)
			}
		}
		if len(lacking) > 0 {
			return u.first(lacking)
		}
	}
	return ""
}

// variants returns a path's definitions, once the entries are sorted.
func (u *union) variants(path string) []variant {
	at, found := slices.BinarySearchFunc(u.entries, path, func(e entry, path string) int { return es.CompareNames(e.path, path) })
	if !found {
		return nil
	}
	return u.entries[at].variants
}

// common says how values of several types are compared.
type common struct{ unmapped, numeric string }

// commonOrder returns the order that fields of several types have in common (Sort search results, "numeric_type" and
// "unmapped_type"). 64-bit integers and fractions have none: converted to doubles, the integers lose digits.
func commonOrder(types []string) (common, bool) {
	families := map[string]bool{}
	for _, t := range types {
		families[family(t)] = true
	}
	only := func(some ...string) bool {
		n := 0
		for _, f := range some {
			if families[f] {
				n++
			}
		}
		return n == len(families)
	}
	switch {
	case only("keyword"):
		return common{unmapped: "keyword"}, true
	case only("integer") && !mixed(types):
		return common{unmapped: types[0]}, true
	case only("long") && !mixed(types):
		return common{unmapped: "long"}, true
	case only("integer", "long"):
		return common{"long", "long"}, true
	case only("integer", "double"):
		return common{"double", "double"}, true
	case only("date", "date_nanos") && mixed(types):
		return common{"date_nanos", "date_nanos"}, true
	}
	return common{unmapped: unmapped(types[0])}, !mixed(types)
}

// unmapped returns the type to assume for a field in an index without it. Some types cannot be named alone.
func unmapped(t string) string {
	switch t {
	case "token_count":
		return "integer"
	case "murmur3":
		return "long"
	}
	return t
}

// family groups types that are compared in the same way.
func family(t string) string {
	switch t {
	case "keyword", "constant_keyword", "join":
		return "keyword"
	case "integer", "short", "byte":
		return "integer"
	case "float", "half_float", "scaled_float", "double":
		return "double"
	}
	return t
}

// mixed reports whether there is more than one type.
func mixed(types []string) bool {
	return slices.ContainsFunc(types, func(t string) bool { return t != types[0] })
}

func numbers(types []string) bool {
	return !slices.ContainsFunc(types, func(t string) bool { return mapping.TraitOf(t).Kind != driver.KindNumber })
}
