package objects

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/columns"
	"quarry/drivers/elasticsearch/es"
)

// The kinds of things that a name can refer to.
const (
	kindIndex   = "index"
	kindAlias   = "alias"
	kindStream  = "data stream"
	kindPattern = "pattern"
)

// Kinds returns the kinds of objects. A pattern, or a list of names, is only opened by name.
func Kinds() []driver.ObjectKind {
	return []driver.ObjectKind{
		{ID: kindIndex, Title: "index", Plural: "indices", Icon: driver.IconTable, Listed: driver.ListedAlways},
		{ID: kindStream, Title: "data stream", Plural: "data streams", Icon: driver.IconLayers, Listed: driver.ListedAlso, Refers: true},
		{ID: kindAlias, Title: "alias", Plural: "aliases", Icon: driver.IconLink, Listed: driver.ListedAlso, Refers: true},
		{ID: kindPattern, Title: "pattern", Plural: "patterns", Icon: driver.IconLink, Refers: true},
	}
}

// Resolve implements Resolve of [driver.Resolver]: it looks up an index, an alias, a data stream, a pattern or a
// comma-separated list of them, and says which columns of the union have different types.
func Resolve(c *driver.Conn, a *driver.ResolveArgs) (*driver.Object, error) {
	if err := es.CheckName(a.Name); err != nil {
		return nil, err
	}
	name := strings.Join(es.Parts(a.Name), ",")
	if err := es.CheckExclusion(c, name); err != nil {
		return nil, err
	}
	f, err := look(c, name)
	if err != nil {
		return nil, err
	}
	if f == nil {
		return searchable(c, name)
	}
	if missing := f.missing(name); missing != "" {
		return nil, unknownName(c, missing)
	}
	o := f.object(name)
	if o.Stands > 1 {
		o.Notices = columns.UnionNotices(c, name)
	}
	return o, nil
}

// foundNames is what a name refers to.
type foundNames struct {
	names []string // the indices, aliases and data streams found, by their own names
	kinds []string
	parts []driver.Part // the indices behind them, without duplicates
	shut  bool          // the only index is closed
	lost  string        // the name that the engine did not find, "" if it does not say
}

// notFound finds in the engine's response which name of a list is missing.
func notFound(r *driver.Reply) *foundNames {
	return &foundNames{lost: jx.Text(string(r.Body), "error", "resource.id")}
}

// look asks the engine what a name refers to. It returns nil if the user may not ask.
func look(c *driver.Conn, name string) (*foundNames, error) {
	s := es.VersionOf(c)
	if s.Number != "" && !s.AtLeast(7, 9) {
		return lookByAlias(c, name)
	}
	req := es.Get("/_resolve/index"+es.Path(name), "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{
		{At: "indices", Name: "name", Keys: []string{"attributes"}},
		{At: "aliases", Name: "name", Keys: []string{"indices"}},
		{At: "data_streams", Name: "name", Keys: []string{"backing_indices"}},
	}})
	switch {
	case err != nil:
		return nil, err
	case r.Status == 403:
		return nil, nil
	case (r.Status == 400 || r.Status == 405) && s.Number == "":
		return lookByAlias(c, name)
	case r.Status == 404:
		return notFound(r), nil
	case !r.OK():
		return nil, es.ErrorOf(&req, r)
	}
	f := &foundNames{}
	r.EachRecord(func(_ int, rec *driver.Record) {
		kind := []string{kindIndex, kindAlias, kindStream}[rec.Spec]
		if !f.note(rec.Name, kind) {
			return
		}
		if kind == kindIndex {
			f.shut = strings.Contains(rec.Attrs[0], `"closed"`)
			f.part(rec.Name, "")
			return
		}
		for _, index := range es.Strings(rec.Attrs[0]) {
			f.part(index, kind+" "+rec.Name)
		}
	})
	return f, nil
}

// lookByAlias asks a version without _resolve (before 7.9), which has no data streams.
func lookByAlias(c *driver.Conn, name string) (*foundNames, error) {
	req := es.Get(es.Path(name, "_alias"), "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{}, {At: "*.aliases"}}})
	switch {
	case err != nil:
		return nil, err
	case r.Status == 403:
		return nil, nil
	case r.Status == 404:
		return notFound(r), nil
	case !r.OK():
		return nil, es.ErrorOf(&req, r)
	}
	f := &foundNames{}
	asked := es.Parts(name)
	r.EachRecord(func(_ int, rec *driver.Record) {
		switch {
		case rec.Spec == 0:
			f.note(rec.Name, kindIndex)
			f.part(rec.Name, "")
		case slices.Contains(asked, rec.Name):
			f.note(rec.Name, kindAlias)
		}
	})
	return f, nil
}

// note adds a name unless it is already there: 7.x lists an index twice if two parts of a list match it.
func (f *foundNames) note(name, kind string) bool {
	if slices.Contains(f.names, name) {
		return false
	}
	f.names, f.kinds = append(f.names, name), append(f.kinds, kind)
	return true
}

func (f *foundNames) part(index, via string) {
	if !slices.ContainsFunc(f.parts, func(p driver.Part) bool { return p.Name == index }) {
		f.parts = append(f.parts, driver.Part{Name: index, Via: via})
	}
}

// missing returns the first name of a list that was not found: 7.x silently leaves it out of the response, but a search
// for it fails. If a list matches nothing, the whole list is missing.
func (f *foundNames) missing(name string) string {
	if f.lost != "" {
		return f.lost
	}
	for _, part := range es.Parts(name) {
		plain := !strings.Contains(part, "*") && !es.IsDateMath(part) && part[0] != '-'
		if plain && !slices.Contains(f.names, part) {
			return part
		}
	}
	if len(f.parts) == 0 && len(f.names) == 0 {
		return name
	}
	return ""
}

func (f *foundNames) object(name string) *driver.Object {
	o := &driver.Object{Name: name, Kind: kindPattern, Size: -1, Count: -1, Stands: len(f.parts)}
	o.Parts = f.parts[:min(len(f.parts), driver.MaxParts)]
	at := slices.Index(f.names, name)
	switch {
	case es.IsPattern(name):
	case len(f.parts) == 1 && es.IsDateMath(name):
		o.Kind = kindIndex
	case at >= 0:
		o.Kind = f.kinds[at]
	}
	o.Closed = o.Kind == kindIndex && f.shut
	return o
}

// searchable opens a name for a user who may not look it up but can search it.
func searchable(c *driver.Conn, name string) (*driver.Object, error) {
	req := es.Get(es.Path(name, "_count"), "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, es.ErrorOf(&req, r)
	}
	count, _ := jx.Get(string(r.Body), "count")
	o := &driver.Object{Name: name, Kind: kindIndex, Size: -1, Count: es.ParseInt(count)}
	if es.IsPattern(name) {
		o.Kind = kindPattern
	}
	o.Notices = []string{"You do not have permission to resolve " + name + "."}
	return o, nil
}
