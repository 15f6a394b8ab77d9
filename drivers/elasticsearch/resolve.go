package elasticsearch

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// The kinds of things that a name can refer to.
const (
	kindIndex   = "index"
	kindAlias   = "alias"
	kindStream  = "data stream"
	kindPattern = "pattern"
)

// Resolve implements [driver.Resolver]: it looks up an index, an alias, a data stream, a pattern or a comma-separated
// list of them and says which columns of the union have different types.
func (engine) Resolve(c *driver.Conn, a *driver.ResolveArgs) (*driver.Object, error) {
	if err := named(a.Name); err != nil {
		return nil, err
	}
	name := strings.Join(parts(a.Name), ",")
	if err := excluded(c, name); err != nil {
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
		o.Notices = unionNotices(c, name)
	}
	return o, nil
}

// foundNames is what a name refers to.
type foundNames struct {
	names []string // the indices, aliases and data streams that were found, by their own names
	kinds []string
	parts []driver.Part // the indices behind them, each listed once
	shut  bool          // the only index is closed
	lost  string        // the name that the engine did not find, "" if it does not say
}

// notFound finds in the engine's answer which name of a list is missing.
func notFound(r *driver.Reply) *foundNames {
	return &foundNames{lost: jx.Text(string(r.Body), "error", "resource.id")}
}

// look asks the engine what a name refers to. It returns nil if the user has no permission to ask.
func look(c *driver.Conn, name string) (*foundNames, error) {
	s := versionOf(c)
	if s.version != "" && !s.atLeast(7, 9) {
		return lookByAlias(c, name)
	}
	req := get("/_resolve/index"+path(name), "", "resolve")
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
	case (r.Status == 400 || r.Status == 405) && s.version == "":
		return lookByAlias(c, name)
	case r.Status == 404:
		return notFound(r), nil
	case !r.OK():
		return nil, answered(&req, r)
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
		for _, index := range list(rec.Attrs[0]) {
			f.part(index, kind+" "+rec.Name)
		}
	})
	return f, nil
}

// lookByAlias asks a version without _resolve (before 7.9), which has no data streams.
func lookByAlias(c *driver.Conn, name string) (*foundNames, error) {
	req := get(path(name, "_alias"), "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{}, {At: "*.aliases"}}})
	switch {
	case err != nil:
		return nil, err
	case r.Status == 403:
		return nil, nil
	case r.Status == 404:
		return notFound(r), nil
	case !r.OK():
		return nil, answered(&req, r)
	}
	f := &foundNames{}
	asked := parts(name)
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

// excluded refuses a list that excludes date math if the engine searches what it names: without security, versions before
// 8.6 take such a name as it is written, though _resolve computes it (Elasticsearch, "Improve date math exclusions in
// expressions").
func excluded(c *driver.Conn, object string) error {
	if versionOf(c).atLeast(8, 7) || !strings.Contains(object, "-<") {
		return nil
	}
	for _, part := range parts(object) {
		name, is := strings.CutPrefix(part, "-")
		if !is || !isDateMath(name) {
			continue
		}
		whole, named := get(path(object, "_alias"), "", "resolve"), get(path(name, "_alias"), "", "resolve")
		walk := []driver.FieldSpec{{}}
		replies, err := c.DoAll(driver.Send{Request: whole, Verb: driver.Fields, Walk: walk}, driver.Send{Request: named, Verb: driver.Fields, Walk: walk})
		if err != nil {
			return err
		}
		r := &replies[0]
		ignored := r.Status == 404 && jx.Text(string(r.Body), "error", "resource.id") == name
		if r.OK() && replies[1].OK() {
			r.EachRecord(func(_ int, rec *driver.Record) { ignored = ignored || isIn(&replies[1], rec.Name) })
		}
		if ignored {
			return invalid("This version of Elasticsearch cannot exclude date math: “" + part + "”. Exclude the index by its own name instead.")
		}
	}
	return nil
}

// isIn reports whether a reply has a record of this name.
func isIn(r *driver.Reply, name string) bool {
	found := false
	r.EachRecord(func(_ int, rec *driver.Record) { found = found || rec.Name == name })
	return found
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

// missing returns the first name of a list that was not found: 7.x silently leaves it out of its answer, but a search
// for it fails. If a list matches nothing, the whole list is missing.
func (f *foundNames) missing(name string) string {
	if f.lost != "" {
		return f.lost
	}
	for _, part := range parts(name) {
		plain := !strings.Contains(part, "*") && !isDateMath(part) && part[0] != '-'
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
	case isPattern(name):
	case len(f.parts) == 1 && isDateMath(name):
		o.Kind = kindIndex
	case at >= 0:
		o.Kind = f.kinds[at]
	}
	o.Closed = o.Kind == kindIndex && f.shut
	return o
}

// searchable opens a name for a user who has no permission to look it up but can search it.
func searchable(c *driver.Conn, name string) (*driver.Object, error) {
	req := get(path(name, "_count"), "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	count, _ := jx.Get(string(r.Body), "count")
	o := &driver.Object{Name: name, Kind: kindIndex, Size: -1, Count: size(count)}
	if isPattern(name) {
		o.Kind = kindPattern
	}
	o.Notices = []string{"You do not have permission to resolve " + name + "."}
	return o, nil
}

// unionNotices says which columns differ. If a mapping cannot be read, the notice comes when the object is opened.
func unionNotices(c *driver.Conn, name string) []string {
	req := get(path(name, "_mapping"), "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: walks()})
	if err != nil || !r.OK() {
		return nil
	}
	var set driver.ColumnSet
	unite(&set, &view{}, schemasOf(r), &filterClasses{conn: c, server: versionOf(c)})
	return set.Notices
}

// list returns the strings of a JSON array, or the one string in its place.
func list(raw string) []string {
	if raw != "" && raw[0] != '[' {
		return []string{raw}
	}
	var all []string
	jx.Items(raw, func(item string) bool {
		all = append(all, jx.Unquote(item))
		return true
	})
	return all
}
