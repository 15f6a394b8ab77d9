package broken

import (
	"strconv"
	"strings"
	"sync/atomic"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Manifest is the driver's manifest.
const Manifest = `{
"schema":1,"id":"shelf","title":"Shelf","badge":"SH","badgeFill":"#336699","badgeText":"#FFFFFF","version":"1.0.0",
"summary":"An engine for trials","publisher":"Quarry Drivers","protocol":3,"minApp":"0.1.0","platform":"any",
"nouns":{"object":"box","objects":"boxes","row":"thing","rows":"things"},
"form":{"tabs":[{"id":"general","title":"General","fields":[
  {"id":"host","label":"Host","kind":"text","default":"localhost","required":true},
  {"id":"port","label":"Port","kind":"number","default":"9000","required":true,"min":1,"max":65535}]}]},
"auth":[],
"reads":[{"method":"GET","path":"/**"},{"method":"POST","path":"/cursors"},{"method":"DELETE","path":"/cursors/*"}],
"writes":[{"method":"GET","path":"/boxes/*/recount"}]}`

// New returns the driver with one fault.
func New(fault Fault) driver.Driver {
	s := &shelf{fault: fault}
	if fault == NamesTooMuch {
		return resolver{s}
	}
	return s
}

type shelf struct {
	fault  Fault
	latest atomic.Value // a string, for RemembersTheLatest; a driver without state needs no such field
}

// resolver describes an operation that the driver does not have.
type resolver struct{ *shelf }

// Resolve implements [driver.Resolver].
func (resolver) Resolve(*driver.Conn, *driver.ResolveArgs) (*driver.Object, error) {
	return nil, &driver.Error{Kind: driver.Unsupported, Message: "Boxes have no other names."}
}

// Describe implements [driver.Driver].
func (s *shelf) Describe() *driver.Description {
	d := &driver.Description{ID: "shelf", Texts: []driver.Text{{Key: driver.TextEmpty, Value: "This box is empty"}}, Operators: driver.CommonOperators(), Kinds: []driver.ObjectKind{
		{ID: "box", Title: "box", Plural: "boxes", Icon: driver.IconTable, Listed: driver.ListedAlways},
	}}
	if s.fault == ListsNoKind {
		d.Kinds[0].ID = "crate"
	}
	if s.fault == ListsUntitled {
		d.Operators[1].Title = ""
	}
	if s.fault == MissesItsName {
		d.ID = "cupboard"
	}
	return d
}

// Open implements [driver.Driver].
func (s *shelf) Open(c *driver.Conn, _ *driver.OpenArgs) (*driver.Server, error) {
	r, err := s.get(c, "/", "")
	if s.fault == GreetsTooOften && err == nil {
		_, _ = s.get(c, "/", "again")
		_, err = s.get(c, "/", "and again")
	}
	if err != nil {
		return nil, err
	}
	body := string(r.Body)
	if jx.Text(body, "engine") != "shelf" && s.fault != BelievesAnything {
		e := &driver.Error{Kind: driver.Unsupported, Message: "This server is no shelf", Op: "GET /", Status: r.Status, Sent: true}
		if s.fault == SaysNothing {
			e.Message = ""
		}
		return nil, e
	}
	return &driver.Server{Version: jx.Text(body, "version"), Product: "Shelf", Summary: "Shelf"}, nil
}

// Objects implements [driver.Driver].
func (s *shelf) Objects(c *driver.Conn, _ *driver.ObjectsArgs) (*driver.ObjectList, error) {
	r, err := s.ask(c, driver.Send{
		Request: driver.Request{Method: "GET", Path: "/boxes"}, Verb: driver.Fields, Walk: []driver.FieldSpec{{Name: "name", Keys: []string{"things"}}},
	})
	if err != nil {
		return nil, err
	}
	list := &driver.ObjectList{}
	r.EachRecord(func(_ int, rec *driver.Record) {
		list.Objects = append(list.Objects, driver.Object{Name: rec.Name, Kind: "box", Size: -1, Count: number(rec.Attrs[0])})
	})
	return list, nil
}

// Columns implements [driver.Driver].
func (s *shelf) Columns(c *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	if err := filled(a.Object); err != nil {
		return nil, err
	}
	r, err := s.ask(c, driver.Send{
		Request: driver.Request{Method: "GET", Path: s.path("boxes", a.Object)}, Verb: driver.Fields,
		Walk: []driver.FieldSpec{{At: "fields", Name: "name", Keys: []string{"type", "sorts"}}},
	})
	if err != nil {
		return nil, err
	}
	set := &driver.ColumnSet{
		Meta:    []driver.MetaColumn{{Name: "id", At: "id", Kind: driver.KindID, Primary: true, Reason: "Things are not sorted by id."}},
		MaxSort: 1,
		Plan:    driver.RowsPlan{At: "things", Doc: "thing", Hidden: []driver.Hidden{{Name: "#id", At: "id", Role: driver.RoleKey}, {Name: "#hash", Role: driver.RoleHash}}},
	}
	if s.fault == HashesNothing {
		set.Plan.Hidden = set.Plan.Hidden[:1]
	}
	set.Filters = s.filterClasses()
	if s.fault == OffersTheRefused {
		set.Filters[byEquals-1].Ranges = []driver.NamedRange{{ID: "few", Title: "A Few", From: "1", To: "3"}}
	}
	set.Acts = []string{driver.ActCreate, driver.ActDelete, driver.ActRemove, driver.ActRestore, driver.ActDrop, driver.ActEmpty}
	set.Targets = []string{a.Object}
	set.Slices = exportSlices
	r.EachRecord(func(_ int, rec *driver.Record) {
		set.Columns = append(set.Columns, s.column(rec))
	})
	return set, nil
}

func (s *shelf) column(rec *driver.Record) driver.Column {
	col := driver.Column{Name: rec.Name, Type: rec.Attrs[0], Kind: driver.KindText, Filter: s.filterNumber(rec.Name)}
	switch rec.Attrs[0] {
	case "int":
		col.Kind, col.Flags = driver.KindNumber, driver.FlagInteger
	case "number":
		col.Kind = driver.KindNumber
	case "json":
		col.Kind = driver.KindJSON
	}
	switch {
	case rec.Attrs[1] == "yes":
		col.Sort = rec.Name
	case s.fault != GivesNoReason:
		col.Reason = "Things are not sorted by " + rec.Name + "."
	}
	return col
}

// Count implements [driver.Driver].
func (s *shelf) Count(c *driver.Conn, a *driver.CountArgs) (*driver.Counts, error) {
	counts := &driver.Counts{}
	for _, object := range a.Objects {
		n, err := s.count(c, object, string(a.View))
		if err != nil && len(a.Objects) == 1 {
			return nil, err
		}
		counted := driver.Counted{Object: object, Count: n}
		counted.Err, _ = err.(*driver.Error)
		counts.Counts = append(counts.Counts, counted)
	}
	return counts, nil
}

func (s *shelf) count(c *driver.Conn, object, filter string) (int64, error) {
	if err := filled(object); err != nil {
		return -1, err
	}
	req := driver.Request{Method: "GET", Path: s.path("boxes", object, "count")}
	if s.fault == Writes {
		req.Method = "POST"
	}
	if s.fault == WritesByGet {
		req.Path = s.path("boxes", object, "recount")
	}
	if s.fault != CountsEverything {
		req.Query = filter
	}
	s.latest.Store(object)
	r, err := s.ask(c, driver.Send{Request: req, Verb: driver.Pick, Pick: []string{"count"}})
	if err != nil {
		return -1, err
	}
	return number(r.Picked[0]), nil
}

// Document implements [driver.DocumentReader].
func (s *shelf) Document(c *driver.Conn, a *driver.DocumentArgs) (*driver.Document, error) {
	id := ""
	for _, k := range a.Key {
		if k.Key == "#id" {
			id = k.Value
		}
	}
	for _, name := range []string{a.Object, id} {
		if err := filled(name); err != nil && s.fault != JoinsNames {
			return nil, err
		}
	}
	r, err := s.get(c, s.path("boxes", a.Object, "things", id), "")
	if err != nil {
		return nil, err
	}
	source, found := jx.Get(string(r.Body), "thing")
	if !found {
		return nil, &driver.Error{Kind: driver.Engine, Message: "The response holds no thing.", Op: "GET " + s.path("boxes", a.Object, "things", id), Status: r.Status, Sent: true}
	}
	if s.fault == TrimsDocuments {
		source = source[:len(source)-1]
	}
	return &driver.Document{Source: source}, nil
}

func filled(name string) error {
	if name == "" {
		return &driver.Error{Kind: driver.Invalid, Message: "A box without a name cannot be read."}
	}
	if jx.Traverses(name) {
		return &driver.Error{Kind: driver.Refused, Message: "This name cannot be sent in a path."}
	}
	return nil
}

// path joins names with slashes.
func (s *shelf) path(parts ...string) string {
	var out []byte
	for _, part := range parts {
		if out = append(out, '/'); s.fault == JoinsNames {
			out = append(out, part...)
			continue
		}
		out = jx.Segment(out, part)
	}
	return string(out)
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// get sends a request and returns the whole response.
func (s *shelf) get(c *driver.Conn, path, purpose string) (*driver.Reply, error) {
	return s.ask(c, driver.Send{Request: driver.Request{Method: "GET", Path: path, Purpose: purpose, RepeatIfBroken: true}, Verb: driver.Raw})
}

// ask sends one request and words its error.
func (s *shelf) ask(c *driver.Conn, send driver.Send) (*driver.Reply, error) {
	if s.fault == TakesAnotherStep {
		send.Request.Purpose += "!"
	}
	r, err := c.Do(send)
	if err != nil {
		return nil, s.unanswered(err)
	}
	if !r.OK() {
		return nil, s.refused(&send.Request, r)
	}
	return r, nil
}

// unanswered returns the error for a request without a response.
func (s *shelf) unanswered(err error) error {
	e, ok := err.(*driver.Error)
	if !ok || s.fault != NamesNoRequest {
		return err
	}
	nameless := *e
	nameless.Op = ""
	return &nameless
}

// refused returns the error for a response that is not 2xx.
func (s *shelf) refused(req *driver.Request, r *driver.Reply) *driver.Error {
	e := &driver.Error{Kind: kindOf(r.Status), Status: r.Status, Op: req.Method + " " + req.Path, Sent: true, Message: jx.Text(string(r.Body), "error")}
	if e.Message == "" {
		e.Message = "The server responded with status " + strconv.Itoa(r.Status) + "."
	}
	switch s.fault {
	case SwallowsWords:
		e.Message = "Something went wrong."
	case MixesKinds:
		e.Kind = driver.Engine
	case RepeatsAnswers:
		e.Detail = strings.TrimSpace(string(r.Body))
	}
	return e
}

func kindOf(status int) driver.Kind {
	switch status {
	case 401, 403:
		return driver.Auth
	case 404:
		return driver.NotFound
	case 409:
		return driver.Conflict
	}
	return driver.Engine
}

var (
	_ driver.Driver         = (*shelf)(nil)
	_ driver.Consoler       = (*shelf)(nil)
	_ driver.Dashboarder    = (*shelf)(nil)
	_ driver.Explainer      = (*shelf)(nil)
	_ driver.Tasker         = (*shelf)(nil)
	_ driver.KeyKeeper      = (*shelf)(nil)
	_ driver.KeyScoper      = (*shelf)(nil)
	_ driver.Filterer       = (*shelf)(nil)
	_ driver.Releaser       = (*shelf)(nil)
	_ driver.DocumentReader = (*shelf)(nil)
	_ driver.Resolver       = resolver{}
)
