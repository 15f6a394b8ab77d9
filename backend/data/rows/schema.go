package rows

import "slices"

// fieldWalk reads the fields of schemas.
type fieldWalk struct {
	scanner
	out    outer
	specs  []FieldsSpec
	found  []foundField
	names  []byte  // names of the fields, one after the other
	attrs  []int32 // attributes of the fields, one after the other, as positions in texts
	texts  []string
	seen   map[string]int32 // position of each text in texts
	keyBuf []byte
	text   []byte
}

type foundField struct {
	spec, parent int32
	name         span // position in names; to is 0 while the field has no name
	attrs        int  // position in attrs
	sub          bool
}

func newFieldWalk(specs []FieldsSpec, size int) *fieldWalk {
	const perField = 100 // bytes of a response per field, roughly
	return &fieldWalk{
		specs: specs,
		found: make([]foundField, 0, size/perField),
		names: make([]byte, 0, size/10),
		attrs: make([]int32, 0, 4*size/perField),
		texts: []string{""},
		seen:  map[string]int32{},
	}
}

// rows implements reader; schemas have no rows.
func (w *fieldWalk) rows(i int) int { return w.skip(i) }

// fields reads the schema at i.
func (w *fieldWalk) fields(spec, i int) int {
	return w.group(foundField{spec: int32(spec), parent: -1}, i)
}

// group reads the fields at i, which share the properties of as.
func (w *fieldWalk) group(as foundField, i int) int {
	if w.specs[as.spec].Name != "" {
		return w.listed(as, i)
	}
	if w.at(i) != '{' {
		return w.unexpected(i, "an object of fields")
	}
	i, done := w.open(i, '}')
	for !done {
		name, end := w.key(i, &w.keyBuf)
		if i = w.colon(end); i < 0 {
			return -1
		}
		f := w.add(as)
		w.rename(f, name)
		i, done = w.more(w.field(f, i), '}')
	}
	return i
}

func (w *fieldWalk) listed(as foundField, i int) int {
	if w.at(i) != '[' {
		return w.unexpected(i, "an array of fields")
	}
	i, done := w.open(i, ']')
	for !done {
		f := w.add(as)
		end := w.field(f, i)
		if end >= 0 && w.found[f].name.to == 0 {
			return w.unexpected(i, "a field with a name")
		}
		i, done = w.more(end, ']')
	}
	return i
}

func (w *fieldWalk) add(as foundField) int {
	as.attrs = len(w.attrs)
	w.found = append(w.found, as)
	for range w.specs[as.spec].wanted() {
		w.attrs = append(w.attrs, 0)
	}
	return len(w.found) - 1
}

// rename sets the name of field f. A byte before each name distinguishes an empty name from a missing one.
func (w *fieldWalk) rename(f int, name []byte) {
	w.names = append(w.names, '.')
	from := len(w.names)
	w.names = append(w.names, name...)
	w.found[f].name = span{from, len(w.names)}
}

// field reads the attributes of field f at i, and the fields inside it.
func (w *fieldWalk) field(f, i int) int {
	if w.at(i) != '{' {
		return w.unexpected(i, "a field, which is an object")
	}
	spec := &w.specs[w.found[f].spec]
	children := 0 // records of children that were already read
	var rest []byte
	i, done := w.open(i, '}')
	for !done {
		key, end := w.key(i, &w.keyBuf)
		attr := slices.Index(spec.Keys, string(key))
		role := spec.role(key)
		begin := i
		if i = w.colon(end); i < 0 {
			return -1
		}
		before := len(w.found)
		if end = w.part(f, role, attr, i); end < 0 {
			return -1
		}
		if spec.Rest && role == other && attr < 0 {
			rest = append(append(rest, ','), w.src[begin:end]...)
		}
		switch added := len(w.found) - before; {
		case role == inner:
			children += added
		case role == multi && children > 0:
			w.forward(f, added)
		}
		i, done = w.more(end, '}')
	}
	if len(rest) > 0 {
		rest[0] = '{'
		w.attrs[w.found[f].attrs+len(spec.Keys)] = w.known(append(rest, '}'))
	}
	return i
}

// wanted returns the number of attributes of each field.
func (s *FieldsSpec) wanted() int {
	if s.Rest {
		return len(s.Keys) + 1
	}
	return len(s.Keys)
}

// role is the meaning of a member of a field's object.
type role uint8

const (
	other role = iota
	naming
	inner // the field's children
	multi // its multi-fields
)

func (s *FieldsSpec) role(key []byte) role {
	switch {
	case len(key) == 0:
		return other
	case string(key) == s.Through:
		return inner
	case string(key) == s.Sub:
		return multi
	case string(key) == s.Name:
		return naming
	}
	return other
}

// part reads one member of field f, whose value is at i; attr is its index among the wanted keys, or -1.
func (w *fieldWalk) part(f int, role role, attr, i int) int {
	end := -1
	switch {
	case role == inner, role == multi:
		end = w.group(foundField{spec: w.found[f].spec, parent: int32(f), sub: role == multi}, i)
	case role == naming && w.at(i) != '"':
		return w.unexpected(i, "the name of a field")
	case role == naming, attr >= 0, w.specs[w.found[f].spec].Rest:
		end = w.check(i)
	default:
		return w.skip(i)
	}
	if end < 0 {
		return -1
	}
	if attr >= 0 {
		w.attrs[w.found[f].attrs+attr] = w.attribute(i, end)
	}
	if role == naming {
		w.rename(f, w.unquoted(i, end))
	}
	return end
}

// forward moves the last count records, the multi-fields of f, in front of the children of f that were read before
// them.
func (w *fieldWalk) forward(f, count int) {
	part := w.found[f+1:]
	others := len(part) - count
	moved := slices.Concat(part[others:], part[:others])
	for n := range moved {
		switch p := &moved[n].parent; {
		case int(*p) == f:
		case n < count:
			*p -= int32(others)
		default:
			*p += int32(count)
		}
	}
	copy(part, moved)
}

// attribute returns the position in texts of the value between i and end.
func (w *fieldWalk) attribute(i, end int) int32 {
	text := w.src[i:end]
	if text[0] == '"' {
		text = w.unquoted(i, end)
	}
	return w.known(text)
}

// known returns the position of text in texts and adds it if it is new.
func (w *fieldWalk) known(text []byte) int32 {
	if at, ok := w.seen[string(text)]; ok {
		return at
	}
	at := int32(len(w.texts))
	w.texts = append(w.texts, string(text))
	w.seen[w.texts[at]] = at
	return at
}

// unquoted decodes the string between i and end. A string without a UTF-8 form keeps its escapes.
func (w *fieldWalk) unquoted(i, end int) []byte {
	text, whole := unescape(w.text[:0], w.src[i+1:end-1])
	w.text = text
	if !whole {
		return w.src[i+1 : end-1]
	}
	return text
}

// records returns all fields with their paths. A parent always comes before its children.
func (w *fieldWalk) records() *Records {
	list := make([]Record, len(w.found))
	paths, ends, depth := w.paths()
	segments := make([]string, 0, depth)
	attrs := make([]string, len(w.attrs))
	for n, at := range w.attrs {
		attrs[n] = w.texts[at]
	}
	from := 0
	for n, f := range w.found {
		r := &list[n]
		r.Spec, r.Sub, r.Parent = int(f.spec), f.sub, int(f.parent)
		r.Path, from = paths[from:ends[n]], ends[n]
		first := len(segments)
		if f.parent >= 0 {
			segments = append(segments, list[f.parent].Segments...)
		}
		segments = append(segments, r.Path[len(r.Path)-(f.name.to-f.name.from):])
		r.Segments = segments[first:len(segments):len(segments)]
		last := f.attrs + w.specs[f.spec].wanted()
		r.Attrs = attrs[f.attrs:last:last]
	}
	return &Records{List: list}
}

// paths returns the paths of all fields as one text, where each ends, and the sum of their depths.
func (w *fieldWalk) paths() (text string, ends []int, depth int) {
	ends = make([]int, len(w.found))
	depths := make([]int, len(w.found))
	all := make([]byte, 0, 3*len(w.names))
	for n, f := range w.found {
		depths[n] = 1
		if f.parent >= 0 {
			from := 0
			if f.parent > 0 {
				from = ends[f.parent-1]
			}
			all = append(append(all, all[from:ends[f.parent]]...), '.')
			depths[n] += depths[f.parent]
		}
		all = append(all, w.names[f.name.from:f.name.to]...)
		ends[n] = len(all)
		depth += depths[n]
	}
	return string(all), ends, depth
}
