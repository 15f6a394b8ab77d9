package elasticsearch

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
)

// maxNamed is how many columns a notice names.
const maxNamed = 5

// union joins several mappings into the columns of one grid.
type union struct {
	all     *schemas
	version session
	reasons []string
	nested  []map[string]bool // of each schema the paths of its nested fields
	entries []entry
	at      map[string]int // the entry of a path
	room    []variant      // where the first variants of a schema's entries stand
	orders  map[string]common
}

// entry is one path and what the schemas that have it say of it.
type entry struct {
	path     string
	variants []variant
}

// variant is what one schema says of a path.
type variant struct {
	schema   int
	label    string // "long", "alias", "runtime long"
	class    driver.Class
	at       string // the path of an alias's target
	sort     string // the field to sort by
	sortType string // that field's type
	nested   string // the paths of the nested fields around it, outermost first, with commas between
}

// unite fills in the columns of a union, in the order of a mapping: by name at every depth. It gives the names whose
// values come with the row.
func unite(set *driver.ColumnSet, all *schemas, version session) []string {
	return uniteBy(set, all, version, reasons()[reasonDocValues])
}

// uniteBy does what unite does; noDocValues is the reason of a field without doc values.
func uniteBy(set *driver.ColumnSet, all *schemas, version session, noDocValues string) []string {
	u := &union{all: all, version: version, reasons: reasons(), at: map[string]int{}, orders: map[string]common{}}
	u.reasons[reasonDocValues] = noDocValues
	all.inOrder()
	for i := range all.each {
		u.add(i)
	}
	slices.SortStableFunc(u.entries, func(a, b entry) int { return compareNames(a.path, b.path) })
	var rows []string
	for i := range u.entries {
		col, shown := u.column(&u.entries[i])
		if !shown {
			continue
		}
		if col.Flags&driver.FlagRow != 0 {
			rows = append(rows, col.Name)
		}
		set.Columns = append(set.Columns, col)
	}
	set.Notices = differing(set.Columns)
	return rows
}

// compareNames orders paths name by name: a dot stands before every other character.
func compareNames(a, b string) int {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		switch {
		case x == y:
			continue
		case x == '.':
			return -1
		case y == '.':
			return 1
		}
		return int(x) - int(y)
	}
	return len(a) - len(b)
}

// differing says which columns have several types.
func differing(columns []driver.NamedColumn) []string {
	var named []string
	n := 0
	for i := range columns {
		if columns[i].Conflict == "" {
			continue
		}
		if n++; n <= maxNamed {
			named = append(named, columns[i].Name+" ("+columns[i].Type+")")
		}
	}
	if n == 0 {
		return nil
	}
	text := strconv.Itoa(n) + " columns have different types: "
	marked := ". They are marked in the grid."
	if n == 1 {
		text, marked = "1 column has different types: ", ". It is marked in the grid."
	}
	text += strings.Join(named, ", ")
	if n > maxNamed {
		text += " and " + strconv.Itoa(n-maxNamed) + " more"
	}
	return []string{text + marked}
}

// add notes what one schema says of each of its paths.
func (u *union) add(number int) {
	fields := u.all.each[number].fields
	j := newJudge(fields, u.version)
	classes := j.classes()
	nested := map[string]bool{}
	for i := range fields {
		if fields[i].kind == "nested" && !fields[i].sub {
			nested[j.paths[i]] = true
		}
	}
	u.nested = append(u.nested, nested)
	u.entries = slices.Grow(u.entries, len(fields))
	u.room = make([]variant, 0, len(fields))
	for i := range fields {
		class := driver.ClassAt(classes, i)
		if fields[i].sub || class.Kind == driver.KindSkip && !fields[i].hasLeaves {
			continue
		}
		u.note(j.paths[i], u.variant(number, j, i, class))
	}
}

// note keeps a variant. A schema has one for each path: where a runtime field lies over an object, the field counts.
func (u *union) note(path string, v variant) {
	at, known := u.at[path]
	if !known {
		u.at[path] = len(u.entries)
		u.room = append(u.room, v)
		n := len(u.room)
		u.entries = append(u.entries, entry{path, u.room[n-1 : n : n]})
		return
	}
	e := &u.entries[at]
	if last := &e.variants[len(e.variants)-1]; last.schema == v.schema {
		if last.class.Kind == driver.KindSkip {
			*last = v
		}
		return
	}
	e.variants = append(e.variants, v)
}

func (u *union) variant(number int, j *judge, i int, class driver.Class) variant {
	f := &j.fields[i]
	path := j.paths[i]
	v := variant{schema: number, label: f.kind, class: class}
	switch {
	case f.disabled:
		v.label = "object that is not indexed"
	case f.kind == "":
		v.label = "object"
	case f.runtime:
		v.label = "runtime " + f.kind
	case class.Flags&driver.FlagAlias != 0:
		v.at = f.target
	}
	switch {
	case class.Sort == driver.SortSelf:
		v.sort, v.sortType = path, f.kind
		if target := j.targets[i]; target != "" {
			v.sortType = target
		}
	case class.Sort >= driver.SortSub:
		v.sort, v.sortType = path+"."+j.fields[i+1+int(class.Sort-driver.SortSub)].name, "keyword"
	}
	around := path
	if v.at != "" {
		around = v.at
	}
	v.nested = nestedAround(around, u.nested[number])
	return v
}

// nestedAround gives the nested paths around a path.
func nestedAround(path string, nested map[string]bool) string {
	if len(nested) == 0 {
		return ""
	}
	var all []string
	for i := range len(path) {
		if path[i] == '.' && nested[path[:i]] {
			all = append(all, path[:i])
		}
	}
	return strings.Join(all, ",")
}

// column gives the column of a path; shown is false where it is none, as an object whose leaves are columns.
func (u *union) column(e *entry) (col driver.NamedColumn, shown bool) {
	main := e.main()
	labels := e.labels()
	if main.class.Kind == driver.KindSkip || len(labels) == 1 && labels[0] == "object" && e.hasLeaves() {
		return col, false
	}
	col = driver.NamedColumn{Name: e.path, At: main.at, Type: strings.Join(labels, ", "), Kind: main.class.Kind}
	col.Flags = main.class.Flags & (driver.FlagAlias | driver.FlagRow)
	const each = driver.FlagInteger | driver.FlagOpaque
	col.Flags |= main.class.Flags & each
	for _, v := range e.variants {
		col.Flags |= v.class.Flags & (driver.FlagNested | driver.FlagLeaf)
		col.Flags &^= each &^ v.class.Flags
		if v.class.Kind != main.class.Kind {
			col.Kind = together(col.Kind, v.class.Kind)
		}
	}
	if e.differs() {
		col.Conflict = u.conflict(e)
	}
	u.order(e, &col)
	return col, true
}

// together gives how values of two kinds are shown in one column: each cell as it stands in its document.
func together(a, b driver.ColumnKind) driver.ColumnKind {
	if a == driver.KindJSON || b == driver.KindJSON || a == driver.KindSkip || b == driver.KindSkip {
		return driver.KindJSON
	}
	return driver.KindText
}

// main gives the variant that says where the values stand: one of the document before an alias or a runtime field,
// whose values another index does not have.
func (e *entry) main() *variant {
	best := &e.variants[0]
	for i := range e.variants {
		if v := &e.variants[i]; v.rank() < best.rank() {
			best = v
		}
	}
	return best
}

func (v *variant) rank() int {
	switch {
	case v.class.Kind == driver.KindSkip:
		return 3
	case v.class.Flags&driver.FlagRow != 0:
		return 2
	case v.class.Flags&driver.FlagAlias != 0:
		return 1
	}
	return 0
}

// labels gives the types of a path, each once.
func (e *entry) labels() []string {
	all := make([]string, 0, 2)
	for i := range e.variants {
		if !slices.Contains(all, e.variants[i].label) {
			all = append(all, e.variants[i].label)
		}
	}
	return all
}

// hasLeaves tells whether the path is an object with leaves somewhere.
func (e *entry) hasLeaves() bool {
	return slices.ContainsFunc(e.variants, func(v variant) bool { return v.class.Kind == driver.KindSkip })
}

// differs tells whether the schemas say different things of the path's values.
func (e *entry) differs() bool {
	first := &e.variants[0]
	for i := range e.variants[1:] {
		v := &e.variants[i+1]
		if v.label != first.label || v.at != first.at || v.nested != first.nested || v.rank() != first.rank() {
			return true
		}
	}
	return false
}

// conflict says which type a path has where: "long in logs-1, keyword in logs-2". Schemas of one type that differ in
// the nested fields around it, or in what an alias stands for, say that too.
func (u *union) conflict(e *entry) string {
	shown := e.main().rank()
	return u.byIndex(e, func(v *variant) string {
		what := v.label
		if v.at != "" {
			what += " of " + v.at
		}
		if v.nested != "" {
			what += " in nested " + v.nested[strings.LastIndexByte(v.nested, ',')+1:]
		}
		if r := v.rank(); r != shown && r != 0 && r != 3 {
			what += " (its values are not shown)"
		}
		return what
	})
}

// byIndex lists what is said of a path with the indices that say it.
func (u *union) byIndex(e *entry, say func(v *variant) string) string {
	var said []string
	var where [][]int
	for i := range e.variants {
		text := say(&e.variants[i])
		at := slices.Index(said, text)
		if at < 0 {
			at, said, where = len(said), append(said, text), append(where, nil)
		}
		where[at] = append(where[at], e.variants[i].schema)
	}
	for i := range said {
		said[i] += " in " + u.indices(where[i])
	}
	return strings.Join(said, ", ")
}

// indices names the first index of some schemas and counts the others.
func (u *union) indices(schemas []int) string {
	n := 0
	first := len(u.all.names)
	for _, s := range schemas {
		n += len(u.all.each[s].indices)
		first = min(first, u.all.each[s].indices[0])
	}
	if n == 1 {
		return u.all.names[first]
	}
	return u.all.names[first] + " and " + strconv.Itoa(n-1) + " more"
}
