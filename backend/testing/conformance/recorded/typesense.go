package recorded

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
)

// typesense knows the routes of Typesense.
type typesense struct {
	schemas schemas
}

// learn records the schemas that were read or used to create collections.
func (e *typesense) learn(r *Recording) {
	e.schemas = schemas{}
	for i := range r.Exchanges {
		a := answerOf(&r.Exchanges[i], i)
		if a == nil || a.root == nil || a.status >= 300 || a.root.Get("fields") == nil {
			continue
		}
		if a.is("GET", "collections", "*") || a.is("POST", "collections") {
			e.schemas.add(quoted(a.root.Get("name")), i, a.body)
		}
	}
}

func (e *typesense) read(s *session, a *response) {
	switch {
	case a.is("GET", "collections", "*", "documents", "export"):
		e.export(s, a)
	case a.root == nil:
	case a.is("GET", "debug"):
		e.greeting(s, a)
	case a.is("GET", "collections") && a.root.Kind == exact.Array:
		e.list(s, a)
	case a.is("GET", "collections", "*"), a.is("POST", "collections"):
		e.schema(s, a)
	case a.is("POST", "multi_search"):
		e.several(s, a)
	case a.is("GET", "collections", "*", "documents", "search"):
		e.search(s, a, a.root, a.parts[1])
	case a.is("GET", "collections", "*", "documents", "*"):
		s.count(kindDocument)
		e.documents(s, a, a.parts[1], []*exact.Value{a.root})
	}
}

func (e *typesense) greeting(s *session, a *response) {
	s.count(kindGreeting)
	version := quoted(a.root.Get("version"))
	server, _, err := play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{play.JSON(200, "[]"), a.reply()})
	if err != nil || server.Version != version || server.Summary != "Typesense "+version {
		s.problem(a, "it is greeted as %+v: %v", server, err)
	}
}

// list reads a list of collections as the sidebar's, and as the response to a connection's first request.
func (e *typesense) list(s *session, a *response) {
	s.count(kindList)
	var want []driver.Object
	for _, item := range a.root.Items {
		want = append(want, driver.Object{Name: quoted(item.Get("name")), Kind: "collection", Size: -1, Count: wholeNumber(quotedOrRaw(item.Get("num_documents")))})
	}
	list, _, err := play.Operate[driver.ObjectList](s.ctx, &s.conn, driver.OpObjects, &driver.ObjectsArgs{}, []play.Reply{a.reply()})
	s.compareObjects(a, list, want, err)
	s.count(kindGreeting)
	_, _, err = play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{a.reply(), play.JSON(200, `{"version":"29.0"}`)})
	if err != nil {
		s.problem(a, "it is not greeted: %v", err)
	}
}

// schema compares the columns of a collection with its fields, and its count with its number of documents.
func (e *typesense) schema(s *session, a *response) {
	if a.root.Get("fields") == nil {
		return
	}
	s.count(kindSchema)
	if _, err := s.conn.Open(s.ctx, "recorded", []play.Reply{a.reply()}); err != nil {
		s.problem(a, "its columns cannot be read: %v", err)
		return
	}
	want := map[string]string{"id": "string"}
	for _, f := range a.root.Get("fields").Items {
		if name, kind := quoted(f.Get("name")), quoted(f.Get("type")); isColumn(name, kind) {
			want[name] = kind
		}
	}
	for _, c := range s.conn.View.Columns {
		if want[c.Name] != c.Type {
			s.problem(a, "the column %s is of type %s and not %s", c.Name, c.Type, want[c.Name])
		}
		if c.Sort == "" && c.Reason == "" {
			s.problem(a, "the column %s does not sort and does not say why", c.Name)
		}
		delete(want, c.Name)
	}
	for name := range want {
		s.problem(a, "the field %s is no column", name)
	}
	e.count(s, a)
}

// isColumn distinguishes a field from an object, whose leaves are listed too, and from an entry that only serves to
// detect new fields.
func isColumn(name, kind string) bool {
	switch kind {
	case "object", "object[]", "auto", "string*":
		return false
	}
	return name != "id" && !strings.Contains(name, ".*")
}

func (e *typesense) count(s *session, a *response) {
	number := a.root.Get("num_documents")
	if number == nil {
		return
	}
	s.count(kindCount)
	counts, _, err := play.Operate[driver.Counts](s.ctx, &s.conn, driver.OpCount, &driver.CountArgs{Objects: []string{"recorded"}}, []play.Reply{a.reply()})
	if err != nil || len(counts.Counts) != 1 || strconv.FormatInt(counts.Counts[0].Count, 10) != number.Raw {
		s.problem(a, "%s documents are counted as %+v: %v", number.Raw, counts, err)
	}
}

// several reads a request with several searches: as one page if all of them succeeded, otherwise as the error of the
// first that failed, and each member separately.
func (e *typesense) several(s *session, a *response) {
	results := a.root.Get("results")
	if results == nil {
		return
	}
	collections := asked(a)
	var all []*exact.Value
	failed := false
	for i, member := range results.Items {
		if member.Get("error") != nil {
			failed = true
			e.memberError(s, a, member)
			continue
		}
		if member.Get("hits") == nil {
			return
		}
		all = append(all, member.Get("hits").Items...)
		s.count(kindMember)
		e.search(s, a, member, collections(i))
	}
	switch {
	case !failed && len(results.Items) > 1:
		s.count(kindSearch)
		e.rows(s, a, a.body, all)
	case failed && len(results.Items) > 1:
		if s.open(a, "recorded", flatSchema(nil, nil)) {
			s.checkMember(a, results, s.pageError(a, a.body))
		}
	}
}

// asked returns a function that returns the collection of the i-th search in a request.
func asked(a *response) func(i int) string {
	root, err := exact.Parse(a.asked)
	if err != nil {
		return func(int) string { return "" }
	}
	searches := root.Get("searches")
	return func(i int) string {
		if searches == nil || i >= len(searches.Items) {
			return ""
		}
		if name := quoted(searches.Items[i].Get("collection")); name != "" {
			return name
		}
		return a.query.Get("collection")
	}
}

func (e *typesense) memberError(s *session, a *response, member *exact.Value) {
	if s.open(a, "recorded", flatSchema(nil, nil)) {
		s.count(kindError)
		s.checkMember(a, member, s.pageError(a, `{"results":[`+member.Raw+`]}`))
	}
}

// checkMember compares the error of a page with the member that caused it.
func (s *session) checkMember(a *response, member *exact.Value, err error) {
	e := faultOf(err)
	if e.Message == "" || !says(member, e.Message) || e.Op == "" {
		s.problem(a, "the error in %.200s is told as %+v", member.Raw, e)
	}
	if code := int(wholeNumber(quotedOrRaw(member.Get("code")))); member.Get("code") != nil && (e.Status != code || !slices.Contains(kindsOf(code, ""), e.Kind)) {
		s.problem(a, "the code %d is told as %+v", code, e)
	}
}

// search reads the response to one search of a collection.
func (e *typesense) search(s *session, a *response, root *exact.Value, collection string) {
	hits := root.Get("hits")
	if hits == nil || hits.Kind != exact.Array {
		return
	}
	s.count(kindSearch)
	e.rows(s, a, `{"results":[`+root.Raw+`]}`, hits.Items)
	e.mapped(s, a, `{"results":[`+root.Raw+`]}`, hits.Items, collection)
}

// documents reads documents as the hits of a search.
func (e *typesense) documents(s *session, a *response, collection string, docs []*exact.Value) {
	var texts []string
	for _, doc := range docs {
		texts = append(texts, `{"document":`+doc.Raw+`}`)
	}
	body := `{"results":[{"hits":[` + strings.Join(texts, ",") + `]}]}`
	root, err := exact.Parse(body)
	if err != nil {
		s.problem(a, "the documents are no JSON: %v", err)
		return
	}
	hits := root.Get("results").Items[0].Get("hits").Items
	e.rows(s, a, body, hits)
	e.mapped(s, a, body, hits, collection)
}

// export reads the documents of an export, one per line.
func (e *typesense) export(s *session, a *response) {
	var docs []*exact.Value
	for _, line := range strings.Split(strings.TrimSpace(a.body), "\n") {
		if doc, err := exact.Parse(line); err == nil && doc.Kind == exact.Object {
			docs = append(docs, doc)
		}
	}
	if len(docs) > 0 {
		s.count(kindDocument)
		e.documents(s, a, a.parts[1], docs)
	}
}

// rows compares hits with the columns of the paths in them.
func (e *typesense) rows(s *session, a *response, body string, hits []*exact.Value) {
	columns := &paths{}
	lists := map[string]bool{}
	for _, hit := range hits {
		if doc := hit.Get("document"); doc != nil {
			columns.add(doc)
			arraysOfObjects(doc, "", lists)
		}
	}
	schema := flatSchema(columns.leaves(), lists)
	if s.open(a, "recorded", schema) {
		s.page(a, body, &reading{hits: hits, doc: "document", whole: true, fields: s.typesenseFields(schema)})
	}
}

// mapped compares hits with the columns of the recorded schema.
func (e *typesense) mapped(s *session, a *response, body string, hits []*exact.Value, collection string) {
	schema := e.schemas.at(collection, a.place)
	if schema == "" {
		return
	}
	s.count(kindMapped)
	if s.open(a, "recorded", schema) {
		s.page(a, body, &reading{hits: hits, doc: "document", fields: s.typesenseFields(schema)})
	}
}

func (s *session) typesenseFields(schema string) map[string]*field {
	lists := map[string]bool{}
	if root, err := exact.Parse(schema); err == nil {
		for _, f := range root.Get("fields").Items {
			if quoted(f.Get("type")) == "object[]" {
				lists[quoted(f.Get("name"))] = true
			}
		}
	}
	id := &field{path: []string{"document", "id"}}
	fields := map[string]*field{"id": id, "#id": id}
	for _, c := range s.conn.View.Columns[1:] {
		fields[c.Name] = &field{
			path:   append([]string{"document"}, strings.Split(c.Name, ".")...),
			nested: func(path string) bool { return lists[strings.TrimPrefix(path, "document.")] },
		}
	}
	return fields
}

// arraysOfObjects records the paths of arrays that contain objects.
func arraysOfObjects(v *exact.Value, path string, lists map[string]bool) {
	for i, item := range v.Items {
		at := path
		if v.Kind == exact.Object {
			at = join(path, v.Keys[i].Name)
		}
		if item.Kind == exact.Array && ofObjects(item) {
			lists[at] = true
		}
		arraysOfObjects(item, at, lists)
	}
}

// flatSchema writes a schema with a field for each path and each array of objects.
func flatSchema(paths []string, lists map[string]bool) string {
	var fields []string
	for _, path := range paths {
		if path != "id" {
			fields = append(fields, `{"name":`+quote(path)+`,"type":"string","sort":false}`)
		}
	}
	for path := range lists {
		fields = append(fields, `{"name":`+quote(path)+`,"type":"object[]","sort":false}`)
	}
	return `{"fields":[` + strings.Join(fields, ",") + `]}`
}

func (e *typesense) fail(s *session, a *response) {
	var err error
	switch {
	case a.is("GET", "collections") && a.status == 401:
		e.forbidden(s, a)
		return
	case a.is("GET", "collections"):
		_, _, err = play.Operate[driver.ObjectList](s.ctx, &s.conn, driver.OpObjects, &driver.ObjectsArgs{}, []play.Reply{a.reply()})
	case a.is("GET", "collections", "*"):
		_, _, err = play.Operate[driver.ColumnSet](s.ctx, &s.conn, driver.OpColumns, &driver.ColumnsArgs{Object: "recorded"}, []play.Reply{a.reply(), a.reply(), a.reply()}) // what cannot be read is requested in other ways
	case a.is("GET", "debug"):
		s.count(kindGreeting)
		server, _, err := play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{play.JSON(200, "[]"), a.reply()})
		if err != nil || server.Version != "" {
			s.problem(a, "a server without a version is greeted as %+v: %v", server, err)
		}
		return
	default:
		if !s.open(a, "recorded", flatSchema(nil, nil)) {
			return
		}
		err = s.pageError(a, a.body)
	}
	s.checkError(a, err)
}

// forbidden reads a list that the key has no permission to read: as the sidebar's list, and as the response to a wrong
// key.
func (e *typesense) forbidden(s *session, a *response) {
	s.count(kindForbidden)
	list, _, err := play.Operate[driver.ObjectList](s.ctx, &s.conn, driver.OpObjects, &driver.ObjectsArgs{}, []play.Reply{a.reply()})
	if err != nil || len(list.Objects) != 0 || len(list.Notices) != 1 {
		s.problem(a, "the forbidden list is %+v: %v", list, err)
	}
	_, _, err = play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{a.reply(), a.reply()})
	s.checkError(a, err)
}

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string can always be encoded
	return string(quoted)
}
