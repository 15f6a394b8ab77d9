package filter

import (
	"cmp"
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
)

// About is what the driver needs to filter by a column: [driver.FilterClass.About].
type About struct {
	Definitions []Field // how the indices define it, without duplicates
	Differs     string  // how they differ, if no condition fits all of them: "long in logs-1, keyword in logs-2"
	Lacking     string  // which indices lack it: "logs-2 and 3 more have"
	Unnested    bool    // an index lacks its enclosing array of objects
	Never       string  // why it cannot be filtered at all
}

// Fields implements [wire.Message].
func (a *About) Fields(c *wire.Codec) {
	wire.List(c, 1, &a.Definitions)
	c.Text(2, &a.Differs)
	c.Text(3, &a.Lacking)
	c.Bool(4, &a.Unnested)
	c.Text(5, &a.Never)
}

func (a *About) equal(b *About) bool {
	return a.Differs == b.Differs && a.Lacking == b.Lacking && a.Unnested == b.Unnested && a.Never == b.Never && slices.Equal(a.Definitions, b.Definitions)
}

// Field is how one or more indices define a field.
type Field struct {
	Kind       string // its type
	exact      string // name of the subfield with whole values, "" for none
	at         string // the field with this subfield, if it is not the column's own: an alias's target
	leaf       string // for an array of objects: its first leaf
	unsearched bool   // it cannot be searched
	unknown    bool   // not even whether a document has a value is known
	unlisted   bool   // the compared values cannot be listed
	unindexed  bool   // the compared values are searched without an index
	above      int    // longer values are not indexed, in characters; 0 for no limit (ignore_above)
	Format     string // date format, "" for the usual one
	null       string // the value indexed for null
	malformed  bool   // values that do not fit its type are not indexed (ignore_malformed)
	normalizer string
	Where      string // the indices, if others define it differently
	ignored    string // the name under which an unindexed value is listed, "" for the field's own (Mapping, "_ignored")
	Elsewhere  string // for an alias: the indices with its target but without the alias, separated by commas

	WholeSeconds bool // before 8, the server reads moments before 1970 only in whole seconds
}

// Indexed reports whether the values of a field are in an index.
func (f *Field) Indexed() bool { return !f.unindexed }

// Fields implements [wire.Message].
func (f *Field) Fields(c *wire.Codec) {
	c.Text(1, &f.Kind)
	c.Text(2, &f.exact)
	c.Text(3, &f.at)
	c.Text(4, &f.leaf)
	c.Bool(5, &f.unsearched)
	c.Bool(6, &f.unknown)
	c.Bool(7, &f.unlisted)
	c.Small(8, &f.above)
	c.Text(9, &f.Format)
	c.Text(10, &f.null)
	c.Bool(11, &f.malformed)
	c.Text(12, &f.normalizer)
	c.Text(13, &f.Where)
	c.Bool(14, &f.unindexed)
	c.Text(15, &f.ignored)
	c.Bool(16, &f.WholeSeconds)
	c.Text(17, &f.Elsewhere)
}

// Describer describes fields of a mapping for filters.
type Describer struct {
	Mapped []mapping.Field // all fields of the mapping
	Server es.Version
}

// Field describes a field that is not an alias.
func (d *Describer) Field(i int, path func(i int) string) Field {
	f := &d.Mapped[i]
	k := Field{Kind: f.Kind}
	switch {
	case f.Disabled:
		k.Kind = mapping.NotIndexed
		return k
	case f.Kind == "nested":
		k.leaf = d.leaf(i, path)
		return k
	}
	k.take(f)
	k.WholeSeconds = (f.Kind == "date" || f.Kind == "date_range") && d.Server.Major == 7
	k.unsearched = !d.searched(f)
	k.unknown = f.Options != nil && (f.Options.Unindexed || f.Options.Hidden) && (!f.DocValues || filteringOf(f.Kind) == asWords)
	k.unlisted = !f.DocValues
	k.unindexed = f.Options != nil && f.Options.Unindexed
	if filteringOf(f.Kind) == asWords {
		d.subfield(i, &k)
	}
	return k
}

// take copies what a mapping says about values.
func (k *Field) take(f *mapping.Field) {
	o := f.Options
	if o == nil {
		return
	}
	k.above, k.Format, k.null, k.malformed, k.normalizer = o.Above, o.Format, o.Null, o.Malformed, o.Normalizer
}

// searched reports whether a field can be searched: by its index, or from 8.1 on by its doc values (Mapping,
// "doc_values").
func (d *Describer) searched(f *mapping.Field) bool {
	switch o := f.Options; {
	case o == nil:
		return true
	case o.Hidden:
		return false
	case !o.Unindexed:
		return true
	}
	if !d.Server.AtLeast(8, 1) || !f.DocValues {
		return false
	}
	switch filteringOf(f.Kind) {
	case asWhole, asFraction, asBoolean, asDate, asAddress:
		return true
	}
	return f.Kind == "keyword"
}

// subfield finds the subfield with a text's whole values: the one named "keyword", otherwise the first that compares
// them unchanged, otherwise the first of any kind.
func (d *Describer) subfield(i int, k *Field) {
	best, rank := -1, 0
	for n := i + 1; n < len(d.Mapped) && d.Mapped[n].Sub; n++ {
		sub := &d.Mapped[n]
		if sub.Kind != "keyword" && sub.Kind != "wildcard" && sub.Kind != "constant_keyword" || !d.searched(sub) {
			continue
		}
		this := 1
		switch {
		case sub.Name == "keyword":
			this = 4
		case sub.Kind == "keyword" && (sub.Options == nil || sub.Options.Normalizer == ""):
			this = 3
		case sub.Kind == "keyword":
			this = 2
		}
		if this > rank {
			best, rank = n, this
		}
	}
	if best < 0 {
		k.unlisted = true
		return
	}
	sub := &d.Mapped[best]
	k.exact, k.unlisted = sub.Name, !sub.DocValues
	k.above, k.normalizer, k.unindexed = 0, "", false
	if sub.Options != nil {
		k.above, k.normalizer, k.unindexed = sub.Options.Above, sub.Options.Normalizer, sub.Options.Unindexed
	}
}

// leaf returns the path of the first leaf in an array of objects, "" if it has none.
func (d *Describer) leaf(i int, path func(i int) string) string {
	for n := i + 1; n < len(d.Mapped) && (d.Mapped[n].Sub || d.Mapped[n].Depth > d.Mapped[i].Depth); n++ {
		if f := &d.Mapped[n]; !f.Sub && !f.HasLeaves && f.Kind != "" && f.Kind != "object" && f.Kind != "nested" {
			return path(n)
		}
	}
	return ""
}

// Alias describes an alias, at a path, of a field or a multi-field.
func (d *Describer) Alias(target int, path func(i int) string) Field {
	k := d.Field(target, path)
	if k.exact != "" {
		k.at = path(target)
	}
	if k.ignores() {
		k.ignored = path(target)
	}
	return k
}

// AsksTarget reports whether a filter must name an alias's target instead of the alias.
func (f *Field) AsksTarget() bool { return f.at != "" || f.ignored != "" }

// Classes numbers the classes of an object's columns.
type Classes struct {
	Conn    *driver.Conn // nil in tests
	Server  es.Version
	known   []About
	classes []driver.FilterClass
	plain   []plainClass
}

// plainClass is the class of fields with a type and nothing else in their mapping. Most fields are like this, and
// comparing all possible attributes is where a wide mapping would spend its time in an interpreter.
type plainClass struct {
	kind   string
	number int
}

// plainly returns the number of the class of a field whose mapping has nothing but the type; 0 if it is not such a
// field or the first of its type.
func (k *Classes) plainly(f *mapping.Field) int {
	if f.Options != nil || !f.DocValues || f.Disabled {
		return 0
	}
	for i := range k.plain {
		if k.plain[i].kind == f.Kind {
			return k.plain[i].number
		}
	}
	return 0
}

// isPlain reports whether a filter needs to know nothing about a field except its type. A text has subfields, and an
// array of objects has leaves.
func isPlain(f *mapping.Field) bool {
	return f.Options == nil && f.DocValues && !f.Disabled && f.Kind != "nested" && filteringOf(f.Kind) != asWords
}

// Number returns the number of the class of a column.
func (k *Classes) Number(a About) int {
	for i := range k.known {
		if k.known[i].equal(&a) {
			return i + 1
		}
	}
	k.known = append(k.known, a)
	k.classes = append(k.classes, k.class(&a))
	return len(k.known)
}

// One returns the number of the class of a column with one definition.
func (k *Classes) One(f Field) int {
	for i := range k.known {
		if known := &k.known[i]; len(known.Definitions) == 1 && known.Definitions[0] == f && known.Lacking == "" && !known.Unnested && known.Never == "" {
			return i + 1
		}
	}
	return k.Number(About{Definitions: []Field{f}})
}

// Numbers returns each field's class number, 0 for a field that is not a column.
func (k *Classes) Numbers(fields []mapping.Field, classes []mapping.Class) []int {
	d := &Describer{fields, k.Server}
	var paths []string
	path := func(i int) string {
		if paths == nil {
			paths = mapping.PathsOf(fields)
		}
		return paths[i]
	}
	out := make([]int, len(fields))
	for i := range fields {
		f, number := &fields[i], 0
		switch {
		case classes[i].Kind == mapping.NoColumn:
		case f.Target != "":
			target := d.target(f.Target, path)
			if target >= 0 {
				number = k.One(d.Alias(target, path))
			}
		default:
			if number = k.plainly(f); number == 0 {
				number = k.One(d.Field(i, path))
				if isPlain(f) {
					k.plain = append(k.plain, plainClass{f.Kind, number})
				}
			}
		}
		out[i] = number
	}
	return out
}

// target returns the index of the mapped field at a path, -1 if there is none.
func (d *Describer) target(wanted string, path func(i int) string) int {
	for i := range d.Mapped {
		if d.Mapped[i].Target == "" && !d.Mapped[i].Runtime && path(i) == wanted {
			return i
		}
	}
	return -1
}

// Ignored returns the clause that matches documents with an unindexed value of a column, by the column's class; "" if
// they are listed under the column's own name.
func (k *Classes) Ignored(number int, column string) string {
	if number == 0 {
		return ""
	}
	var clauses []string
	other := false
	definitions := k.known[number-1].Definitions
	for i := range definitions {
		f := &definitions[i]
		if !f.ignores() {
			continue
		}
		other = other || f.ignored != ""
		if clause := f.ignoredClause(column); !slices.Contains(clauses, clause) {
			clauses = append(clauses, clause)
		}
	}
	if !other {
		return ""
	}
	return oneOf(clauses)
}

// Complete sets the classes of the columns that no mapping describes, and the list of all classes.
func (k *Classes) Complete(set *driver.ColumnSet) {
	for i := range set.Meta {
		set.Meta[i].Filter = k.One(Field{Kind: set.Meta[i].Name, unlisted: set.Meta[i].Name != mapping.MetaIndex})
	}
	set.Filters = k.classes
}

// class describes columns for the host. Nearly all indices have the same few types.
func (k *Classes) class(a *About) driver.FilterClass {
	told := wire.Append(nil, a)
	return driver.Known(k.Conn, "filter "+k.Server.Number+"\x00"+string(told), func() driver.FilterClass {
		class := a.class(k.Server)
		class.About = told
		return class
	})
}

// class describes columns, except for [driver.FilterClass.About].
func (a *About) class(s es.Version) driver.FilterClass {
	var class driver.FilterClass
	class.Refused = a.refused(s)
	for i := range a.Definitions {
		f := &a.Definitions[i]
		class.NoFold = cmp.Or(class.NoFold, f.noFold(s))
		class.NoSuggest = cmp.Or(class.NoSuggest, f.noSuggest())
		class.Note = cmp.Or(class.Note, f.note())
	}
	class.Ranges = a.ranges(&class)
	return class
}

// ranges returns the named ranges for columns: those of dates, if all indices have dates.
func (a *About) ranges(class *driver.FilterClass) []driver.NamedRange {
	for i := range a.Definitions {
		if f := &a.Definitions[i]; f.way() != asDate && f.Kind != "date_range" {
			return nil
		}
	}
	if a.Never != "" || a.Differs != "" || class.Refuses(driver.Between) {
		return nil
	}
	return dateRanges
}

// refused returns the operators that columns cannot be filtered with. Each sentence is built once for all operators
// that it is true of: in an interpreter, sentences are most of the work of a class.
func (a *About) refused(s es.Version) []driver.RefusedOperators {
	if a.Never != "" {
		return []driver.RefusedOperators{{Operators: idsOf(allGroups), Reason: a.Never}}
	}
	var all operators
	refused := make([]driver.RefusedOperators, 0, len(groups))
	for i := range a.Definitions {
		var sets [grounds]operators
		f := &a.Definitions[i]
		way := f.way()
		for g := range groups {
			if group := groups[g].group; all&group == 0 {
				sets[f.ground(way, group)] |= group
			}
		}
		for why, set := range sets {
			if why != possible && set != 0 {
				all |= set
				refused = append(refused, driver.RefusedOperators{Operators: idsOf(set), Reason: f.inWhere(f.refusal(why, way, s))})
			}
		}
	}
	return refused
}

// inWhere adds to a sentence which indices it is true of, if not all.
func (f *Field) inWhere(sentence string) string {
	if f.Where == "" {
		return sentence
	}
	return "In " + f.Where + ": " + sentence
}
