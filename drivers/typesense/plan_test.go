package typesense_test

// SPEC: B-EDT-02, B-EDT-04, B-EDT-05, B-EDT-08

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// edited is a row as the grid showed it with that document.
func edited(id, shown string, cells ...driver.CellEdit) driver.RowEdit {
	return driver.RowEdit{
		Key: []driver.Text{{Key: "#id", Value: id}}, Base: []driver.Text{{Key: "#hash", Value: script.Hash(shown)}}, Cells: cells,
	}
}

func cell(at, fieldType, typed string) driver.CellEdit {
	return driver.CellEdit{Column: at, At: at, Type: fieldType, Text: typed}
}

// leaf is a cell inside an array of objects.
func leaf(at, array, fieldType, typed string) driver.CellEdit {
	return driver.CellEdit{Column: at, At: at, Type: fieldType, Nested: []string{array}, Text: typed}
}

// deep is a cell inside an array of objects that is inside another one.
func deep(typed string) driver.CellEdit {
	return driver.CellEdit{Column: "oa.in.q", At: "oa.in.q", Type: "int64[]", Nested: []string{"oa", "oa.in"}, Text: typed}
}

func planned(t *testing.T, h *script.Host, rows ...driver.RowEdit) *driver.Plan {
	t.Helper()
	var plan driver.Plan
	require.NoError(t, run(h, driver.OpPlan, &driver.PlanArgs{Object: "items", Rows: rows}, &plan))
	for _, r := range h.Sent {
		require.Equal(t, "GET", r.Method, "planning only reads")
	}
	return &plan
}

// serving returns a host that responds to every read with one document, in the route's form.
func serving(t *testing.T, document string) *script.Host {
	t.Helper()
	h := host(t, nil)
	h.Respond = func(r driver.Request) script.Response {
		if strings.HasSuffix(r.Path, "/search") {
			return script.JSON(200, `{"found":1,"hits":[{"document":`+document+`,"highlight":{}}]}`)
		}
		return script.JSON(200, document)
	}
	return h
}

func TestOnlyTheChangedFieldsAreSentAsNestedObjects(t *testing.T) {
	rows := []struct {
		name, id, document string
		cells              []driver.CellEdit
		want               string
	}{
		{"one field", "1", `{"id":"1","n":1}`, []driver.CellEdit{cell("n", "int32", "2")}, `PATCH /collections/items/documents/1 {"n":2}`},
		{"a leaf", "1", `{"author":{"age":1,"name":"x"},"id":"1"}`, []driver.CellEdit{cell("author.age", "int64", "9007199254740993")}, `PATCH /collections/items/documents/1 {"author":{"age":9007199254740993}}`},
		{"a leaf that is missing", "1", `{"id":"1"}`, []driver.CellEdit{cell("author.name", "string", "x")}, `PATCH /collections/items/documents/1 {"author":{"name":"x"}}`},
		{"null", "1", `{"id":"1","n":1}`, []driver.CellEdit{{Column: "n", At: "n", Type: "int32", Null: true}}, `PATCH /collections/items/documents/1 {"n":null}`},
		{"an id with a slash, a plus and unicode", "a/b+é", `{"id":"a/b+é","n":1}`, []driver.CellEdit{cell("n", "int32", "2")}, `PATCH /collections/items/documents/a%2Fb%2B%C3%A9 {"n":2}`},
		{"an id that is a route for reading only", "search", `{"id":"search","n":1}`, []driver.CellEdit{cell("n", "int32", "2")}, `PATCH /collections/items/documents/search {"n":2}`},
		{"an id that walks", "..", `{"id":"..","n":1}`, []driver.CellEdit{cell("n", "int32", "2")}, `POST /collections/items/documents?action=update {"id":"..","n":2}`},
		{"leaves of an array of objects", "1", `{"id":"1","parts":[{"sku":"a","qty":1},{"sku":"b"},{"qty":3,"sku":"c"}]}`, []driver.CellEdit{leaf("parts.qty", "parts", "int64[]", "[1,null,4]"), leaf("parts.sku", "parts", "string[]", `["a","b","z"]`)}, `PATCH /collections/items/documents/1 {"parts":[{"sku":"a","qty":1},{"sku":"b"},{"qty":4,"sku":"z"}]}`},
		{"a leaf deep in an array of objects", "1", `{"id":"1","parts":[{"size":{"w":1,"h":2}},{}]}`, []driver.CellEdit{leaf("parts.size.w", "parts", "int64[]", "[5,6]")}, `PATCH /collections/items/documents/1 {"parts":[{"size":{"w":5,"h":2}},{"size":{"w":6}}]}`},
		{"a leaf two arrays deep", "1", `{"id":"1","oa":[{"in":[{"q":1},{"q":2,"r":1e2}],"k":7},{"in":[{"q":9007199254740993},{"r":1.50}]}]}`, []driver.CellEdit{deep("[[1,3],[9007199254740995,null]]")}, `PATCH /collections/items/documents/1 {"oa":[{"in":[{"q":1},{"q":3,"r":1e2}],"k":7},{"in":[{"q":9007199254740995},{"r":1.50}]}]}`},
		{"its own value", "1", `{"id":"1","oa":[{"in":[{"q":1},{"q":2}]},{"k":1},{"in":[]}]}`, []driver.CellEdit{deep("[[1,2],null,[]]")}, `PATCH /collections/items/documents/1 {"oa":[{"in":[{"q":1},{"q":2}]},{"k":1},{"in":[]}]}`},
		{"nulls", "1", `{"id":"1","oa":[{"in":[{"q":1,"r":1},{"q":2},{"r":3}]}]}`, []driver.CellEdit{deep("[[null,null,null]]")}, `PATCH /collections/items/documents/1 {"oa":[{"in":[{"r":1},{},{"r":3}]}]}`},
		{"two leaves of it", "1", `{"id":"1","oa":[{"in":[{"q":1}],"k":1}]}`, []driver.CellEdit{deep("[[2]]"), leaf("oa.k", "oa", "int64[]", "[3]")}, `PATCH /collections/items/documents/1 {"oa":[{"in":[{"q":2}],"k":3}]}`},
		{"an object where others have an array", "1", `{"id":"1","oa":[{"in":{"q":1}},{"in":[{"q":2}]}]}`, []driver.CellEdit{deep("[5,[6]]")}, `PATCH /collections/items/documents/1 {"oa":[{"in":{"q":5}},{"in":[{"q":6}]}]}`},
		{"arrays in an array of objects", "1", `{"id":"1","parts":[{"tags":["a"]},{"tags":[]},{}]}`, []driver.CellEdit{leaf("parts.tags", "parts", "string[]", `[["a","b"],["c"],["d"]]`)}, `PATCH /collections/items/documents/1 {"parts":[{"tags":["a","b"]},{"tags":["c"]},{"tags":["d"]}]}`},
		{"places in an array of objects", "1", `{"id":"1","parts":[{"at":[1,2]},{}]}`, []driver.CellEdit{leaf("parts.at", "parts", "geopoint[]", "[[3,4],null]")}, `PATCH /collections/items/documents/1 {"parts":[{"at":[3,4]},{}]}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := serving(t, row.document)
			plan := planned(t, h, edited(row.id, row.document, row.cells...))
			require.Empty(t, plan.Refusals)
			require.Len(t, plan.Requests, 1)
			p := plan.Requests[0]
			got := p.Request.Method + " " + p.Request.Path
			if p.Request.Query != "" {
				got += "?" + p.Request.Query
			}
			require.Equal(t, row.want, got+" "+string(p.Request.Body))
			require.Equal(t, script.Hash(row.document), p.Check.Hash)
			require.Equal(t, h.Sent[0].Path, p.Check.Send.Request.Path, "it is read again as it was read for the plan")
			require.Contains(t, plan.Notices[0].Text, "no conditional write")
		})
	}
}

func TestADocumentIsReadByItsPathOrByAFilterWhereThatIsAnotherRoute(t *testing.T) {
	for id, want := range map[string]string{
		"a b":    "GET /collections/items/documents/a%20b",
		"import": "GET /collections/items/documents/import",
		"search": "GET /collections/items/documents/search?q=*&per_page=2&enable_overrides=false&enable_curations=false&filter_by=id%3A%3D%60search%60",
		"export": "GET /collections/items/documents/search?q=*&per_page=2&enable_overrides=false&enable_curations=false&filter_by=id%3A%3D%60export%60",
		"../x":   "GET /collections/items/documents/search?q=*&per_page=2&enable_overrides=false&enable_curations=false&filter_by=id%3A%3D%60..%2Fx%60",
	} {
		h := serving(t, `{"n":1}`)
		planned(t, h, edited(id, `{"n":1}`, cell("n", "int32", "2")))
		require.Equal(t, []string{want}, h.Lines())
	}
}

func TestARealDocumentIsPlannedAndItsWriteSettled(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			shown := recorded(t, version, "doc.get.1")
			h := host(t, map[string]script.Response{"GET /collections/items/documents/1": shown})
			plan := planned(t, h, edited("1", shown.Body, cell("author.age", "int64", "41")))
			require.Equal(t, `{"author":{"age":41}}`, string(plan.Requests[0].Request.Body))
			require.Equal(t, []string{}, refusals(plan))

			written := recorded(t, version, "typed.patch.author_partial")
			s := settled(t, h, plan, written)
			require.Equal(t, driver.OutcomeDone, s.Outcome)
			require.Equal(t, []driver.Text{{Key: "#hash", Value: script.Hash(written.Body)}}, s.Revision)

			refused := map[string]string{"typed.patch.i32_text": "Field `i32` must be an int32.", "patch.bad_json": "Bad JSON", "perm.search_only.patch_doc": "Forbidden"}
			for name, words := range refused {
				s = settled(t, h, plan, recorded(t, version, name))
				require.Equal(t, driver.OutcomeRefused, s.Outcome, name)
				require.Contains(t, s.Err.Message, words)
			}
			s = settled(t, h, plan, recorded(t, version, "patch.missing_doc"))
			require.Equal(t, driver.OutcomeConflict, s.Outcome)
			require.Equal(t, "The document has been deleted since it was loaded.", s.Err.Message)
			require.Zero(t, s.Document)
		})
	}
}

// settled passes the response to a plan's only request to the driver, with the document of a 2xx response kept as the
// host does, and returns the outcome.
func settled(t *testing.T, h *script.Host, plan *driver.Plan, response script.Response) *driver.Settled {
	t.Helper()
	reply := driver.Reply{Status: response.Status, Headers: response.Headers, Body: []byte(response.Body), Err: response.Err}
	if reply.OK() {
		reply.Body = nil
		_, rest, _ := strings.Cut(response.Body, `"id":`)
		id, _, _ := strings.Cut(rest, ",")
		reply.Kept = []driver.Kept{{Document: 99, Hash: script.Hash(response.Body), Values: []string{strings.TrimSuffix(id, "}")}}}
	}
	var s driver.Settled
	require.NoError(t, run(h, driver.OpSettle, &driver.SettleArgs{Own: plan.Requests[0].State, Reply: reply}, &s))
	return &s
}

func refusals(plan *driver.Plan) []string {
	list := []string{}
	for _, r := range plan.Refusals {
		list = append(list, r.Column+": "+r.Err.Message)
	}
	return list
}

func TestADocumentThatIsAnotherOrGoneIsAConflict(t *testing.T) {
	h := serving(t, `{"id":"1","n":2}`)
	plan := planned(t, h, edited("1", `{"id":"1","n":1}`, cell("n", "int32", "3")))
	require.Empty(t, plan.Requests)
	require.Empty(t, plan.Notices)
	require.Equal(t, driver.Conflict, plan.Refusals[0].Err.Kind)
	require.Equal(t, `{"id":"1","n":2}`, h.Document(plan.Refusals[0].Theirs))
	for _, version := range versions {
		h = host(t, map[string]script.Response{"GET /collections/items/documents/nope": recorded(t, version, "doc.get.missing")})
		plan = planned(t, h, edited("nope", `{"id":"1","n":1}`, cell("n", "int32", "3")))
		require.Equal(t, []string{": The document has been deleted since it was loaded."}, refusals(plan))
		require.Zero(t, plan.Refusals[0].Theirs)
	}
	h = host(t, nil)
	h.Respond = func(driver.Request) script.Response { return script.JSON(200, `{"found":0,"hits":[]}`) }
	require.Equal(t, []string{": The document has been deleted since it was loaded."}, refusals(planned(t, h, edited("search", "", cell("n", "int32", "3")))))
	h.Respond = func(driver.Request) script.Response { return recorded(t, "29.0", "perm.search_only.get_doc") }
	require.Equal(t, driver.Auth, planned(t, h, edited("1", "", cell("n", "int32", "3"))).Refusals[0].Err.Kind)
}

func TestAWriteWithoutAResponseIsUnknownAndTheDocumentIsReadAgain(t *testing.T) {
	const before = `{"id":"1","n":1}`
	lost := &driver.Error{Kind: driver.Timeout, Message: "No response within 60 seconds.", Sent: true}
	rows := []struct {
		name           string
		response, now  script.Response
		outcome        driver.Outcome
		message, shows string
	}{
		{"as it was", script.Response{Err: lost}, script.JSON(200, before), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", before},
		{"another", script.Response{Err: lost}, script.JSON(200, `{"id":"1","n":2}`), driver.OutcomeUnknown, "No usable response to the write arrived. The document has changed: compare it with your edit.", `{"id":"1","n":2}`},
		{"gone", script.Response{Err: lost}, script.JSON(404, `{"message": "Could not find a document with id: 1"}`), driver.OutcomeUnknown, "No usable response to the write arrived, and the document no longer exists.", ""},
		{"not to be read", script.Response{Err: lost}, script.Response{Err: lost}, driver.OutcomeUnknown, "No usable response to the write arrived, and the document could not be read again.", ""},
		{"a proxy's own answer", script.Response{Status: 502}, script.JSON(200, before), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", before},
		{"a server that waited in vain for the leader", script.JSON(408, `{"message": "Request Timeout"}`), script.JSON(200, before), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", before},
		{"a proxy that gave up", script.Response{Status: 499}, script.JSON(200, before), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", before},
		{"a page of a proxy with status 404", script.Response{Status: 404, Body: "<html></html>"}, script.JSON(200, before), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", before},
		{"a server that is not ready", script.JSON(503, `{"message": "Not Ready or Lagging"}`), script.Response{}, driver.OutcomeRefused, "Not Ready or Lagging", ""},
		{"never sent", script.Response{Err: &driver.Error{Kind: driver.Connect, Message: "connection refused"}}, script.Response{}, driver.OutcomeRefused, "connection refused", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := serving(t, before)
			plan := planned(t, h, edited("1", before, cell("n", "int32", "3")))
			h.Respond = func(r driver.Request) script.Response {
				require.Equal(t, "GET", r.Method)
				return row.now
			}
			s := settled(t, h, plan, row.response)
			require.Equal(t, row.outcome, s.Outcome)
			require.Equal(t, row.message, s.Err.Message)
			if row.shows == "" {
				require.Zero(t, s.Document)
			} else {
				require.Equal(t, row.shows, h.Document(s.Document))
			}
		})
	}
}

// SPEC: B-EDT-01
func TestARowWhoseDocumentCannotBeLookedAtIsRefusedAlone(t *testing.T) {
	h := serving(t, `{"n":1}`)
	looks := 0
	h.Looked = func(string) *driver.Error {
		if looks++; looks == 1 {
			return &driver.Error{Kind: driver.Engine, Message: "too deep"}
		}
		return nil
	}
	plan := planned(t, h, edited("1", `{"n":1}`, cell("n", "int32", "2")), edited("2", `{"n":1}`, cell("n", "int32", "2")))
	require.Equal(t, []string{": too deep"}, refusals(plan))
	require.Zero(t, plan.Refusals[0].Row)
	require.Len(t, plan.Requests, 1)
}

func TestAValueIsWrittenAsItsTypeHoldsIt(t *testing.T) {
	rows := []struct{ fieldType, typed, want, message string }{
		{"int32", "-2147483648", "-2147483648", ""},
		{"int32", " 7 ", "7", ""},
		{"int32", "2147483648", "", "Not an int32: an integer from -2147483648 to 2147483647."},
		{"int32", "1965.0", "", "Not an int32: an integer from -2147483648 to 2147483647."},
		{"int32", "abc", "", "Not an int32: an integer from -2147483648 to 2147483647."},
		{"int32", "", "", "Not an int32: an integer from -2147483648 to 2147483647."},
		{"int32", `"77"`, "", "Not an int32: an integer from -2147483648 to 2147483647."},
		{"int64", "9223372036854775807", "9223372036854775807", ""},
		{"int64", "9223372036854775808", "", "Not an int64: an integer from -9223372036854775808 to 9223372036854775807."},
		{"float", "0.1000000000000000055", "0.1000000000000000055", ""},
		{"float", "1e39", "", "Not a float: a number such as -12.5."},
		{"bool", "true", "true", ""},
		{"bool", "True", "", "Not a bool: type true or false."},
		{"string", "", `""`, ""},
		{"string", " a\"b\n", `" a\"b\n"`, ""},
		{"string[]", `["a","b"]`, `["a","b"]`, ""},
		{"string[]", `["a",1]`, "", `Not a string[]: type ["a", "b"].`},
		{"string[]", `a`, "", `Not a string[]: type ["a", "b"].`},
		{"int32[]", "[1,2147483648]", "", "Not an int32[]: type [1, 2], where each is an integer from -2147483648 to 2147483647."},
		{"int32[]", "[]", "[]", ""},
		{"bool[]", "[true,false]", "[true,false]", ""},
		{"geopoint", "[48.85, 2.35]", "[48.85, 2.35]", ""},
		{"geopoint", "[98.85, 2.35]", "", "Not a geopoint: type [52.5, 13.4], latitude first."},
		{"geopoint", "48.85,2.35", "", "Not a geopoint: type [52.5, 13.4], latitude first."},
		{"geopoint[]", "[[1,2],[3,4]]", "[[1,2],[3,4]]", ""},
		{"geopoint[]", "[1,2]", "", "Not a geopoint[]: type [[52.5, 13.4], [48.8, 2.3]], latitude first."},
		{"auto", `{"a":1}`, `{"a":1}`, ""},
		{"auto", `{"a":`, "", "Not an auto: type JSON."},
	}
	for _, row := range rows {
		t.Run(row.fieldType+" "+row.typed, func(t *testing.T) {
			plan := planned(t, serving(t, `{"id":"1"}`), edited("1", `{"id":"1"}`, cell("f", row.fieldType, row.typed)))
			if row.message != "" {
				require.Equal(t, []string{"f: " + row.message}, refusals(plan))
				require.Empty(t, plan.Requests)
				return
			}
			require.Equal(t, []string{}, refusals(plan))
			require.Equal(t, `{"f":`+row.want+`}`, string(plan.Requests[0].Request.Body))
		})
	}
}

func TestAnEditThatCannotBeSentSaysWhy(t *testing.T) {
	rows := []struct {
		name, id, document string
		cell               driver.CellEdit
		want               string
	}{
		{"a literal dotted key", "1", `{"author.name":"x","id":"1"}`, cell("author.name", "string", "y"), "author.name: The document has author.name as one key with a dot in it, which Typesense cannot update. Write the whole document from the console."},
		{"a field that is there twice", "1", `{"a":{"b":1},"a.b":2,"id":"1"}`, cell("a.b", "int32", "3"), "a.b: The document contains a.b more than once, under different keys, so Quarry cannot tell which one to write."},
		{"another number of entries", "1", `{"id":"1","parts":[{"qty":1},{"qty":2}]}`, leaf("parts.qty", "parts", "int64[]", "[1]"), "parts.qty: The array must have as many entries as parts has objects: 2."},
		{"no array for leaves", "1", `{"id":"1","parts":[{"qty":1}]}`, leaf("parts.qty", "parts", "int64[]", "5"), "parts.qty: Type an array with one entry for each of the objects in parts."},
		{"an entry of another type", "1", `{"id":"1","parts":[{"qty":1}]}`, leaf("parts.qty", "parts", "int64[]", `["5"]`), "parts.qty: In an entry of the array: Not an int64."},
		{"an array that is missing", "1", `{"id":"1"}`, leaf("parts.qty", "parts", "int64[]", "[5]"), "parts.qty: parts is not an array in this document, or is too long to edit here. Write it from the console."},
		{"another number of entries one level down", "1", `{"id":"1","oa":[{"in":[{"q":1},{"q":2}]}]}`, deep("[[1]]"), "oa.in.q: An array inside the array must have as many entries as oa.in has objects there: 2."},
		{"no array one level down", "1", `{"id":"1","oa":[{"in":[{"q":1}]}]}`, deep("[1]"), "oa.in.q: An array inside the array must have as many entries as oa.in has objects there: 1."},
		{"null for an array one level down", "1", `{"id":"1","oa":[{"in":[{"q":1}]}]}`, deep("[null]"), "oa.in.q: An array inside the array must have as many entries as oa.in has objects there: 1."},
		{"an array that is missing one level down", "1", `{"id":"1","oa":[{"k":1}]}`, deep("[[1]]"), "oa.in.q: oa.in is missing in an object of oa. Write the array from the console."},
		{"an array for a single value", "1", `{"id":"1","parts":[{"qty":1}]}`, leaf("parts.qty", "parts", "int64[]", "[[1]]"), "parts.qty: parts.qty is a single value in this document, so none of its entries can be an array."},
		{"a single value for an array", "1", `{"id":"1","parts":[{"tags":["a"]}]}`, leaf("parts.tags", "parts", "string[]", `["a"]`), "parts.tags: parts.tags is an array in this document, so each of its entries must be an array."},
		{"an object that is another thing", "1", `{"id":"1","parts":[{"size":5}]}`, leaf("parts.size.w", "parts", "int64[]", "[1]"), "parts.size.w: parts.size.w is not a field of every object in parts. Write the array from the console."},
		{"no id", "", `{"id":"1"}`, cell("n", "int32", "3"), ": Writing a document needs its id."},
		{"an id that cannot be filtered", "../`", `{"id":"1"}`, cell("n", "int32", "3"), ": Typesense cannot find a document by an id like this one, so Quarry cannot re-read it before writing it."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			plan := planned(t, serving(t, row.document), edited(row.id, row.document, row.cell))
			require.Equal(t, []string{row.want}, refusals(plan))
			require.Empty(t, plan.Requests)
		})
	}
}
