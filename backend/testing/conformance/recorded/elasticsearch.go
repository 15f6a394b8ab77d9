package recorded

import (
	"slices"
	"strconv"
	"strings"

	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
)

// cutElasticsearch is how many code points of an array or object the driver shows (A-BRO-07).
const cutElasticsearch = 10_000

// elasticsearch knows the routes of Elasticsearch.
type elasticsearch struct {
	mappings schemas
}

// learn records the mappings that were read or used to create indices.
func (e *elasticsearch) learn(r *Recording) {
	e.mappings = schemas{}
	for i := range r.Exchanges {
		a := answerOf(&r.Exchanges[i], i)
		if a == nil || a.root == nil || a.status >= 300 {
			continue
		}
		switch {
		case isMapping(a):
			for n, key := range a.root.Keys {
				e.mappings.add(key.Name, i, `{"recorded":`+a.root.Items[n].Raw+`}`)
			}
		case a.is("PUT", "*"):
			asked, err := exact.Parse(a.asked)
			if err == nil && asked.Get("mappings").Get("properties") != nil {
				e.mappings.add(a.parts[0], i, `{"recorded":{"mappings":`+asked.Get("mappings").Raw+`}}`)
			}
		}
	}
}

// isMapping reports whether a response has the mapping of every index that it names.
func isMapping(a *response) bool {
	if !a.is("GET", "*", "_mapping") && !a.is("GET", "_mapping") || a.root == nil || a.root.Kind != exact.Object {
		return false
	}
	if a.query.Has("filter_path") || a.query.Has("include_type_name") {
		return false
	}
	for _, item := range a.root.Items {
		if m := item.Get("mappings"); m == nil || m.Kind != exact.Object {
			return false
		}
	}
	return true
}

func (e *elasticsearch) read(s *session, a *response) {
	if a.root == nil || a.query.Has("filter_path") && !a.isSearch() {
		return
	}
	switch {
	case len(a.parts) == 1 && a.parts[0] == "" && a.method == "GET":
		e.greeting(s, a)
	case a.is("GET", "_security", "_authenticate"):
		e.authentication(s, a)
	case a.is("GET", "_cat", "indices"), a.is("GET", "_cat", "indices", "*"):
		e.list(s, a)
	case a.is("GET", "_resolve", "index", "*"):
		e.resolved(s, a)
	case isMapping(a):
		e.mapping(s, a)
	case a.is("GET", "*", "_count"), a.is("POST", "*", "_count"):
		e.count(s, a)
	case a.is("GET", "*", "_doc", "*"):
		e.document(s, a)
	case a.last() == "_msearch" && a.root.Get("responses") != nil:
		e.several(s, a)
	case a.isSearch():
		e.search(s, a, a.root)
	}
}

// isSearch reports whether the response has the shape of a search response.
func (a *response) isSearch() bool {
	return exact.At(a.root, "hits", "hits") != nil && (a.last() == "_search" || a.last() == "scroll" || a.last() == "template")
}

func (e *elasticsearch) greeting(s *session, a *response) {
	number, cluster := quoted(exact.At(a.root, "version", "number")), quoted(a.root.Get("cluster_name"))
	if number == "" {
		return
	}
	s.count(kindGreeting)
	server, _, err := play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{a.reply()})
	if err != nil {
		s.problem(a, "it is not greeted: %v", err)
		return
	}
	if want := "Elasticsearch " + number + ", cluster " + cluster; server.Version != number || server.Summary != want {
		s.problem(a, "it is greeted as %+v", server)
	}
}

// restricted is the response to a user who has no permission to read the version.
var restricted = play.JSON(403, `{"error":{"type":"security_exception","reason":"not allowed"},"status":403}`)

func (e *elasticsearch) authentication(s *session, a *response) {
	s.count(kindGreeting)
	server, _, err := play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{restricted, a.reply()})
	if err != nil || server.Version != "" || len(server.Notices) != 1 {
		s.problem(a, "it is greeted as %+v: %v", server, err)
	}
}

// list reads a listing in which every index has a name.
func (e *elasticsearch) list(s *session, a *response) {
	if a.query.Get("format") != "json" {
		return
	}
	var want []driver.Object
	for _, item := range a.root.Items {
		name := item.Get("index")
		if name == nil {
			return
		}
		if strings.HasPrefix(quoted(name), ".") {
			continue
		}
		want = append(want, driver.Object{
			Name: quoted(name), Kind: "index", Count: -1, Closed: quoted(item.Get("status")) == "close", Size: wholeNumber(quoted(item.Get("store.size"))),
			Health: strings.TrimPrefix(quoted(item.Get("health")), "green"),
		})
	}
	s.count(kindList)
	list, _, err := play.Operate[driver.ObjectList](s.ctx, &s.conn, driver.OpObjects, &driver.ObjectsArgs{}, []play.Reply{a.reply()})
	s.compareObjects(a, list, want, err)
}

// resolved reads the response to a user who has no permission to list indices.
func (e *elasticsearch) resolved(s *session, a *response) {
	var want []driver.Object
	for _, item := range a.root.Get("indices").Items {
		name, attributes := quoted(item.Get("name")), item.Get("attributes")
		if strings.HasPrefix(name, ".") || says(attributes, "hidden") {
			continue
		}
		want = append(want, driver.Object{Name: name, Kind: "index", Count: -1, Size: -1, Closed: says(attributes, "closed")})
	}
	s.count(kindForbidden)
	list, _, err := play.Operate[driver.ObjectList](s.ctx, &s.conn, driver.OpObjects, &driver.ObjectsArgs{}, []play.Reply{restricted, a.reply()})
	s.compareObjects(a, list, want, err)
	if err == nil && len(list.Notices) != 1 {
		s.problem(a, "what is missing is told %d times", len(list.Notices))
	}
}

func (e *elasticsearch) count(s *session, a *response) {
	number := a.root.Get("count")
	if number == nil || quotedOrRaw(exact.At(a.root, "_shards", "failed")) != "0" {
		return
	}
	s.count(kindCount)
	counts, _, err := play.Operate[driver.Counts](s.ctx, &s.conn, driver.OpCount, &driver.CountArgs{Objects: []string{"recorded"}}, []play.Reply{a.reply()})
	if err != nil || len(counts.Counts) != 1 || strconv.FormatInt(counts.Counts[0].Count, 10) != number.Raw {
		s.problem(a, "%s documents are counted as %+v: %v", number.Raw, counts, err)
	}
}

func (e *elasticsearch) document(s *session, a *response) {
	if a.root.Get("found") == nil {
		return
	}
	s.count(kindDocument)
	args := &driver.DocumentArgs{Object: "recorded", Key: []driver.Text{{Key: "#id", Value: "1"}}}
	doc, _, err := play.Operate[driver.Document](s.ctx, &s.conn, driver.OpDocument, args, []play.Reply{a.reply()})
	source := a.root.Get("_source")
	if source == nil {
		if faultOf(err).Kind != driver.Unsupported {
			s.problem(a, "a document without a source is %+v: %v", doc, err)
		}
		return
	}
	if err != nil || doc.Source != source.Raw {
		s.problem(a, "the document %s is read as %+v: %v", source.Raw, doc, err)
		return
	}
	for _, revision := range doc.Revision {
		at := map[string]string{"#seq": "_seq_no", "#term": "_primary_term"}[revision.Key]
		if quotedOrRaw(a.root.Get(at)) != revision.Value {
			s.problem(a, "%s is read as %s", revision.Key, revision.Value)
		}
	}
}

// several reads each member of a multi-search separately, and all of them as counts.
func (e *elasticsearch) several(s *session, a *response) {
	members := a.root.Get("responses").Items
	for _, member := range members {
		if exact.At(member, "hits", "hits") != nil {
			s.count(kindMember)
			e.search(s, a, member)
		}
	}
	if len(members) < 2 || len(members) > 100 {
		return
	}
	s.count(kindCount)
	names := make([]string, len(members))
	for i := range names {
		names[i] = "index-" + strconv.Itoa(i)
	}
	counts, _, err := play.Operate[driver.Counts](s.ctx, &s.conn, driver.OpCount, &driver.CountArgs{Objects: names}, []play.Reply{a.reply()})
	if err != nil || len(counts.Counts) != len(members) {
		s.problem(a, "%d members are counted as %+v: %v", len(members), counts, err)
		return
	}
	for i := range members {
		e.counted(s, a, members[i], &counts.Counts[i])
	}
}

func (e *elasticsearch) counted(s *session, a *response, member *exact.Value, came *driver.Counted) {
	total := exact.At(member, "hits", "total", "value")
	failed := quotedOrRaw(exact.At(member, "_shards", "failed"))
	switch {
	case member.Get("error") != nil:
		if came.Err == nil || !says(member, came.Err.Message) || !slices.Contains(kindsOf(int(wholeNumber(quotedOrRaw(member.Get("status")))), member.Raw), came.Err.Kind) {
			s.problem(a, "the member %s is counted as %+v", member.Raw, came)
		}
	case total == nil || failed != "0":
		if came.Err == nil || came.Count != -1 {
			s.problem(a, "a member without a number is counted as %+v", came)
		}
	case strconv.FormatInt(came.Count, 10) != total.Raw || came.Err != nil:
		s.problem(a, "%s documents are counted as %+v", total.Raw, came)
	}
}

func (e *elasticsearch) fail(s *session, a *response) {
	var err error
	switch {
	case len(a.parts) == 1 && a.parts[0] == "" && a.method == "GET" && a.status != 403:
		_, _, err = play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{a.reply()})
	case a.is("GET", "_security", "_authenticate") && a.status == 401:
		_, _, err = play.Operate[driver.Server](s.ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, []play.Reply{restricted, a.reply()})
	case a.is("GET", "_cat", "indices") && a.status == 403:
		e.forbidden(s, a, []play.Reply{a.reply(), play.JSON(200, `{"indices":[]}`)})
		return
	case a.is("GET", "_resolve", "index", "*") && a.status == 403:
		e.forbidden(s, a, []play.Reply{restricted, a.reply()})
		return
	case a.is("GET", "_cat", "indices"):
		_, _, err = play.Operate[driver.ObjectList](s.ctx, &s.conn, driver.OpObjects, &driver.ObjectsArgs{}, []play.Reply{a.reply()})
	case a.is("GET", "*", "_mapping"):
		_, _, err = play.Operate[driver.ColumnSet](s.ctx, &s.conn, driver.OpColumns, &driver.ColumnsArgs{Object: "recorded"}, []play.Reply{a.reply(), a.reply(), a.reply(), a.reply()}) // what cannot be read is requested in other ways
	case a.is("GET", "*", "_count"), a.is("POST", "*", "_count"):
		_, _, err = play.Operate[driver.Counts](s.ctx, &s.conn, driver.OpCount, &driver.CountArgs{Objects: []string{"recorded"}}, []play.Reply{a.reply()})
	case a.is("GET", "*", "_doc", "*"):
		args := &driver.DocumentArgs{Object: "recorded", Key: []driver.Text{{Key: "#id", Value: "1"}}}
		_, _, err = play.Operate[driver.Document](s.ctx, &s.conn, driver.OpDocument, args, []play.Reply{a.reply()})
		if a.root.Get("found") != nil {
			s.count(kindDocument)
			if faultOf(err).Kind != driver.NotFound {
				s.problem(a, "a document that is gone is %v", err)
			}
			return
		}
	default:
		if !s.open(a, "recorded", `{"recorded":{"mappings":{}}}`) {
			return
		}
		err = s.pageError(a, a.body)
	}
	s.checkError(a, err)
}

// forbidden reads a list that the user has no permission to read.
func (e *elasticsearch) forbidden(s *session, a *response, replies []play.Reply) {
	s.count(kindForbidden)
	list, _, err := play.Operate[driver.ObjectList](s.ctx, &s.conn, driver.OpObjects, &driver.ObjectsArgs{}, replies)
	if err != nil || len(list.Objects) != 0 || len(list.Notices) != 1 || !spoken(list.Notices[0], a) {
		s.problem(a, "the forbidden list is %+v: %v", list, err)
	}
}

func quotedOrRaw(v *exact.Value) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == exact.String:
		return quoted(v)
	}
	return v.Raw
}

// wholeNumber parses a number, -1 if it is not one.
func wholeNumber(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return n
}
