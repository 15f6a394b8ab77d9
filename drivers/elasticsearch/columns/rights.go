package columns

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/found"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/filter"
	"quarry/drivers/elasticsearch/mapping"
	"quarry/drivers/elasticsearch/search"
)

const (
	byFieldCaps = ": no permission to read the mapping, so the columns are the fields that can be searched, and editing is off."
	byDocuments = ": no permission to read the mapping, so the columns are those of the documents shown, and editing is off."
	noDocValues = "The server reports that it cannot be sorted."
	noMapping   = "No permission to read the mapping, so sorting is off."
)

// samples are the numbers of documents to look at; the next one is used if the response is too large.
var samples = []int{100, 10, 1}

// restricted describes an object whose mapping the user may not read: by what the engine reports about its fields, and
// if that is refused too, by the documents themselves. Nothing can be edited.
func restricted(c *driver.Conn, object string, refusal *driver.Error) (*driver.ColumnSet, error) {
	set, v := columnSet(es.VersionOf(c), nil), search.NewView(c.Seed())
	filters := &filter.Classes{Conn: c, Server: es.VersionOf(c)}
	r, err := c.Do(mapping.AskCapabilities(object, "columns"))
	switch {
	case err != nil:
		return nil, err
	case r.OK():
		s := capSchemas(r)
		set.Meta = meta(len(s.Names) == 1)
		found := newSeeker(s)
		if err := found.seek(c, object); err != nil {
			return nil, err
		}
		notices := found.mark(s)
		set.ReadOnly = object + byFieldCaps
		uniteBy(set, v, s, filters, noDocValues)
		for i := range set.Columns { // field capabilities do not include date formats
			set.Columns[i].Flags &^= driver.FlagMillis | driver.FlagSeconds
		}
		set.Notices = append(set.Notices, notices...)
		v.Vectors = es.VersionOf(c).LeavesVectors() && s.HasVectors()
	case r.Status != 403:
		return nil, refusal
	default:
		if set.Columns, err = lookedAt(c, object); err != nil {
			return nil, err
		}
		set.ReadOnly = object + byDocuments
		for i := range set.Columns {
			set.Columns[i].Filter = filters.One(filter.Field{Kind: mapping.NotKnown})
		}
	}
	filters.Complete(set)
	set.View = wire.Append(nil, v)
	return set, nil
}

// capSchemas makes schemas from a response of _field_caps: for each index, the fields that it has (Field capabilities
// API).
func capSchemas(r *driver.Reply) *mapping.Schemas {
	s := &mapping.Schemas{}
	jx.Items(r.Picked[0], func(name string) bool {
		s.Names = append(s.Names, jx.Unquote(name))
		return true
	})
	caps := mapping.Capabilities(r)
	s.Units, s.Fields = unitsBy(caps, s.Names)
	mapping.MarkLeaves(s.Fields)
	return s
}

// unitsBy returns each index's fields as its mapping would, from paths in order. Fields that have the same types in the
// same indices are shared.
func unitsBy(caps []mapping.Capability, names []string) (units []mapping.Unit, fields []mapping.Field) {
	for from := 0; from < len(caps); {
		to := from + 1
		for to < len(caps) && under(caps[to].Path, caps[from].Path) {
			to++
		}
		each := map[string]int{} // units by what distinguishes them
		for index, name := range names {
			types := typesIn(caps[from:to], name)
			if at, known := each[types]; known {
				units[at].Where = append(units[at].Where, index)
				continue
			}
			some := fieldsIn(caps[from:to], name)
			if len(some) == 0 {
				continue
			}
			each[types] = len(units)
			units = append(units, mapping.Unit{From: len(fields), To: len(fields) + len(some), Where: []int{index}})
			fields = append(fields, some...)
		}
		from = to
	}
	return units, fields
}

// typesIn returns what an index says about paths, as one text for comparing.
func typesIn(caps []mapping.Capability, index string) string {
	var text []byte
	for i := range caps {
		if t := caps[i].In(index); t != nil {
			text = strconv.AppendBool(strconv.AppendBool(append(text, t.Name...), t.Sorts), t.Searched)
		}
		text = append(text, ',')
	}
	return string(text)
}

// fieldsIn returns the fields of one index. A field whose parent is neither an object nor nested is a multi-field.
func fieldsIn(caps []mapping.Capability, index string) []mapping.Field {
	var fields []mapping.Field
	var above []string // paths of the enclosing objects
	holder := ""       // the last field that can have multi-fields
	for i := range caps {
		t := caps[i].In(index)
		if t == nil {
			continue
		}
		path := caps[i].Path
		for len(above) > 0 && !under(path, above[len(above)-1]) {
			above = above[:len(above)-1]
		}
		f := mapping.Field{Name: path, Kind: t.Name, DocValues: t.Sorts, Depth: len(above)}
		if !t.Searched && t.Name != "object" && t.Name != "nested" {
			f.Options = &mapping.Options{Hidden: true}
		}
		if len(above) > 0 {
			f.Name = path[len(above[len(above)-1])+1:]
		}
		switch {
		case holder != "" && under(path, holder):
			f.Sub, f.Name = true, path[len(holder)+1:]
		case t.Name == "object" || t.Name == "nested":
			holder, above = "", append(above, path)
		default:
			holder = path
		}
		fields = append(fields, f)
	}
	return fields
}

// lookedAt finds columns by looking at some documents.
func lookedAt(c *driver.Conn, object string) ([]driver.Column, error) {
	response, e, err := sample(c, object, "")
	if err != nil {
		return nil, err
	}
	if e != nil {
		return nil, e
	}
	return columnsIn(response), nil
}

// sample reads some documents, fewer if they are large; more has the rest of the search, beginning with a comma. If the
// engine refuses the search, refused says why.
func sample(c *driver.Conn, object, more string) (response string, refused *driver.Error, err error) {
	for _, n := range samples {
		body := strconv.AppendInt([]byte(`{"size":`), int64(n), 10)
		body = append(append(append(body, `,"track_total_hits":false`...), more...), '}')
		req := es.Ask(es.Path(object, "_search"), "", es.AsJSON, body, "columns")
		r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
		if e, ok := err.(*driver.Error); ok && e.Kind == driver.Invalid && r != nil && n > 1 {
			continue
		}
		if err != nil {
			return "", nil, err
		}
		if !r.OK() {
			return "", es.ErrorOf(&req, r), nil
		}
		return string(r.Body), nil, nil
	}
	return "", nil, nil
}

func columnsIn(response string) []driver.Column {
	var f found.Finder
	hits, _ := jx.Get(response, "hits", "hits")
	jx.Items(hits, func(hit string) bool {
		if source, ok := jx.Get(hit, "_source"); ok {
			f.Add(source)
		}
		return true
	})
	return f.Columns(noMapping)
}
