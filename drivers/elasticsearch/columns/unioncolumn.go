package columns

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
)

// The ranks of variants: the one with the lowest rank determines where a column's values are. The values of an alias or
// a runtime field are not where another index has its values in the document.
const (
	rankDocument = iota
	rankAlias
	rankRow
	rankNone // an object whose leaves are columns
)

func (v *variant) rank() int {
	switch {
	case v.class.Kind == mapping.NoColumn:
		return rankNone
	case v.class.Flags&driver.FlagRow != 0:
		return rankRow
	case v.class.Flags&driver.FlagAlias != 0:
		return rankAlias
	}
	return rankDocument
}

// column returns the column of a path; shown is false if the path is not a column, such as an object whose leaves are
// columns.
func (u *union) column(e *entry) (col driver.Column, shown bool) {
	if len(e.variants) == 0 {
		return col, false
	}
	differs := e.differs()
	if differs {
		es.SortBy(e.variants, func(a, b *variant) int { return strings.Compare(u.first(a.where), u.first(b.where)) })
	}
	main, labels := e.main(), e.labels()
	if main.rank() == rankNone || len(labels) == 1 && labels[0] == "object" && e.hasLeaves() {
		return col, false
	}
	col = driver.Column{Name: e.path, At: main.at, Type: strings.Join(labels, ", "), Kind: main.class.Kind}
	const each = driver.FlagInteger | driver.FlagMillis | driver.FlagSeconds // only if all variants have it
	col.Flags = main.class.Flags & (driver.FlagAlias | driver.FlagRow | each)
	for i := range e.variants {
		class := &e.variants[i].class
		col.Flags |= class.Flags & (driver.FlagNested | driver.FlagLeaf)
		col.Flags &^= each &^ class.Flags
		if class.Kind != main.class.Kind {
			col.Kind = together(col.Kind, class.Kind)
		}
	}
	if differs {
		col.Conflict = u.conflict(e)
	}
	u.order(e, &col)
	return col, true
}

// together returns how to show values of two kinds in one column: each cell as in its document.
func together(a, b driver.ColumnKind) driver.ColumnKind {
	if a == driver.KindJSON || b == driver.KindJSON || a == mapping.NoColumn || b == mapping.NoColumn {
		return driver.KindJSON
	}
	return driver.KindText
}

// main returns the variant that determines where the values are.
func (e *entry) main() *variant {
	best := &e.variants[0]
	for i := range e.variants {
		if v := &e.variants[i]; v.rank() < best.rank() {
			best = v
		}
	}
	return best
}

// labels returns the types of a path without duplicates.
func (e *entry) labels() []string {
	all := make([]string, 0, 2)
	for i := range e.variants {
		if !slices.Contains(all, e.variants[i].label) {
			all = append(all, e.variants[i].label)
		}
	}
	return all
}

// hasLeaves reports whether the path is an object with leaves in any index.
func (e *entry) hasLeaves() bool {
	return slices.ContainsFunc(e.variants, func(v variant) bool { return v.rank() == rankNone })
}

// differs reports whether the indices disagree about the path's values.
func (e *entry) differs() bool {
	first := &e.variants[0]
	for i := range e.variants[1:] {
		v := &e.variants[i+1]
		if v.label != first.label || v.at != first.at || v.of != first.of || v.nested != first.nested || v.rank() != first.rank() {
			return true
		}
	}
	return false
}

// conflict says which index has which type for a path: "long in logs-1, keyword in logs-2". If indices with the same
// type differ in the enclosing nested fields or an alias's target, it names those.
func (u *union) conflict(e *entry) string {
	shown := e.main().rank()
	return u.byIndex(e, func(v *variant) string {
		what := v.label
		if v.at != "" {
			what += " of " + v.at
		}
		if e.targetsDiffer(v) {
			what += " (" + v.of + ")"
		}
		if v.nested != "" {
			what += " in nested " + v.nested[strings.LastIndexByte(v.nested, ',')+1:]
		}
		if r := v.rank(); r != shown && r != rankDocument && r != rankNone {
			what += " (its values are not shown)"
		}
		return what
	})
}

// targetsDiffer reports whether an alias's target has different types in different indices.
func (e *entry) targetsDiffer(alias *variant) bool {
	return alias.of != "" && slices.ContainsFunc(e.variants, func(v variant) bool { return v.of != "" && v.at == alias.at && v.of != alias.of })
}

// byIndex lists statements about a path with the indices that they are true of, sorted by index name.
func (u *union) byIndex(e *entry, say func(v *variant) string) string {
	type group struct {
		said  string
		where []int
	}
	var groups []group
	for i := range e.variants {
		said := say(&e.variants[i])
		at := slices.IndexFunc(groups, func(g group) bool { return g.said == said })
		if at < 0 {
			at, groups = len(groups), append(groups, group{said: said})
		}
		groups[at].where = append(groups[at].where, e.variants[i].where...)
	}
	es.SortBy(groups, func(a, b *group) int { return strings.Compare(u.first(a.where), u.first(b.where)) })
	var all []string
	for _, g := range groups {
		all = append(all, g.said+" in "+u.indices(g.where))
	}
	return strings.Join(all, ", ")
}

// first returns the first name of some indices.
func (u *union) first(where []int) string {
	name := u.all.Names[where[0]]
	for _, index := range where[1:] {
		name = min(name, u.all.Names[index])
	}
	return name
}

// indices names the first of some indices and counts the others.
func (u *union) indices(where []int) string {
	if len(where) == 1 {
		return u.first(where)
	}
	return u.first(where) + " and " + strconv.Itoa(len(where)-1) + " more"
}
