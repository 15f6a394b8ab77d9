package typesense_test

// SPEC: B-EDT-01, B-EDT-03, B-EDT-05, B-EDT-06, B-EDT-08, B-EDT-02

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

const notFound = `{"message": "Could not find a document with id: x"}`

// having returns a host with the documents of the collection items by id; every other id is missing.
func having(t *testing.T, documents map[string]string) *script.Host {
	t.Helper()
	h := host(t, nil)
	h.Seed = []byte("0123456789abcdef0123456789abcdef")
	h.Respond = func(r driver.Request) script.Response {
		for id, document := range documents {
			if r.Path == "/collections/items/documents/"+id {
				return script.JSON(200, document)
			}
		}
		return script.JSON(404, notFound)
	}
	return h
}

func created(id string, cells ...driver.CellEdit) driver.RowEdit {
	e := driver.RowEdit{Act: driver.ActCreate, Cells: cells}
	if id != "" {
		e.Key = []driver.Text{{Key: "#id", Value: id}}
	}
	return e
}

// described returns a request as "METHOD path?query body".
func described(r *driver.Request) string {
	line := r.Method + " " + r.Path
	if r.Query != "" {
		line += "?" + r.Query
	}
	if len(r.Body) > 0 {
		line += " " + string(r.Body)
	}
	return line
}

func TestANewDocumentHasTheTypedIDOrOneThatIsMadeForIt(t *testing.T) {
	h := having(t, map[string]string{"taken": `{"id":"taken"}`})
	plan := planned(t, h,
		created("a/b", cell("author.name", "string", "Ann"), cell("n", "int32", "7")),
		created("", leaf("parts.sku", "parts", "string[]", `["x","y"]`), leaf("parts.qty", "parts", "int64[]", `[1,2]`)),
		created(""),
		created("new", deep("[[1,null],[]]")),
		created("taken"),
		created("", cell("n", "int32", "1.5")),
	)
	require.Equal(t, []string{": A document with this id already exists.", "n: Not an int32: an integer from -2147483648 to 2147483647."}, refusals(plan))
	require.Equal(t, driver.Conflict, plan.Refusals[0].Err.Kind)
	require.NotZero(t, plan.Refusals[0].Theirs)
	var requests []string
	for i := range plan.Requests {
		require.Nil(t, plan.Requests[i].Check, "the engine refuses to create a document that exists")
		requests = append(requests, described(&plan.Requests[i].Request))
	}
	require.Equal(t, []string{
		`POST /collections/items/documents {"id":"a/b","author":{"name":"Ann"},"n":7}`,
		`POST /collections/items/documents {"id":"30313233343536370001","parts":[{"sku":"x","qty":1},{"sku":"y","qty":2}]}`,
		`POST /collections/items/documents {"id":"30313233343536370002"}`,
		`POST /collections/items/documents {"id":"new","oa":[{"in":[{"q":1},{}]},{"in":[]}]}`,
	}, requests)
	require.Contains(t, plan.Requests[1].Reason, "Quarry made the id")
	s := settled(t, h, plan, script.JSON(201, `{"id":"a/b","author":{"name":"Ann"},"n":7}`))
	require.Equal(t, driver.OutcomeDone, s.Outcome)
	require.Equal(t, []driver.Text{{Key: "#id", Value: "a/b"}}, s.Key)
}

func TestADuplicateIsTheOtherDocumentWithItsOwnID(t *testing.T) {
	const shown = `{"id":"1","n":1.50,"o":{"a":"b"}}`
	h := having(t, map[string]string{"1": shown})
	copies := created("2", cell("o.a", "string", "c"))
	copies.CopyKey, copies.CopyBase = edited("1", shown).Key, edited("1", shown).Base
	other := copies
	other.CopyBase = edited("1", `{"id":"1"}`).Base
	plan := planned(t, h, copies, other)
	require.Equal(t, []string{": The document has changed since it was loaded."}, refusals(plan))
	part := plan.Requests[0].Request.Parts[0].Document
	require.Equal(t, shown, h.Document(part.Document))
	require.Equal(t, []driver.SpliceEdit{{Path: []string{"id"}, Value: `"2"`}, {Path: []string{"o", "a"}, Value: `"c"`}}, part.Edits)
}

// leavingIDs returns a host whose connection leaves the ids of new documents to the server.
func leavingIDs(t *testing.T, documents map[string]string) *script.Host {
	t.Helper()
	h := host(t, opening(script.JSON(200, "[]"), script.JSON(200, `{"state":1,"version":"30.0"}`), script.Response{}))
	var server driver.Server
	require.NoError(t, run(h, driver.OpOpen, &driver.OpenArgs{Settings: []driver.Text{{Key: "newIds", Value: "quarry"}}}, &server))
	require.Empty(t, server.Session)
	require.NoError(t, run(h, driver.OpOpen, &driver.OpenArgs{Settings: []driver.Text{{Key: "newIds", Value: "server"}}}, &server))
	leaving := having(t, documents)
	leaving.Session = server.Session
	return leaving
}

func TestTheServerMakesTheIDsWhereTheConnectionLeavesThemToIt(t *testing.T) {
	const shown = `{"id":"1","n":1}`
	h := leavingIDs(t, map[string]string{"1": shown, "taken": `{"id":"taken"}`})
	copies := created("", cell("n", "int32", "2"))
	copies.CopyKey, copies.CopyBase = edited("1", shown).Key, edited("1", shown).Base
	plan := planned(t, h, created("", cell("n", "int32", "7")), created(""), created("typed"), created("taken"), copies)
	require.Equal(t, []string{": A document with this id already exists."}, refusals(plan))
	var requests []string
	for i := range plan.Requests[:3] {
		requests = append(requests, described(&plan.Requests[i].Request))
	}
	require.Equal(t, []string{
		`POST /collections/items/documents {"n":7}`, `POST /collections/items/documents {}`, `POST /collections/items/documents {"id":"typed"}`,
	}, requests)
	require.Equal(t, []driver.SpliceEdit{{Path: []string{"id"}, Remove: true}, {Path: []string{"n"}, Value: "2"}}, plan.Requests[3].Request.Parts[0].Document.Edits)
	for _, i := range []int{0, 1, 3} {
		require.Contains(t, plan.Requests[i].Reason, "Typesense makes the id")
	}
	require.NotContains(t, plan.Requests[2].Reason, "Typesense makes the id")
	for _, line := range h.Lines() {
		require.NotEqual(t, "GET /collections/items/documents/", line, "a row without an id cannot be read")
	}
}

func TestTheOutcomeOfADocumentWhoseIDTheServerMakes(t *testing.T) {
	lost := script.Response{Err: &driver.Error{Kind: driver.Timeout, Message: "No response within 60 seconds.", Sent: true}}
	for _, test := range []struct {
		name     string
		response script.Response
		outcome  driver.Outcome
		key      []driver.Text
		message  string
	}{
		{"it is written", script.JSON(201, `{"id":"41","n":7}`), driver.OutcomeDone, []driver.Text{{Key: "#id", Value: "41"}}, ""},
		{"the response names no id", script.JSON(201, `{"n":7}`), driver.OutcomeUnknown, nil, "No usable response to the write arrived, and its id is not known. Check whether the document exists before you save the row again."},
		{"no response", lost, driver.OutcomeUnknown, nil, "No usable response to the write arrived, and its id is not known. Check whether the document exists before you save the row again."},
		{"a field is missing", recorded(t, "29.0", "doc.create.missing_required"), driver.OutcomeRefused, nil, "Field `n` has been declared in the schema, but is not found in the document."},
		{"the id is taken", recorded(t, "29.0", "doc.create.dup_id"), driver.OutcomeRefused, nil, "A document with id 1 already exists."},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := leavingIDs(t, nil)
			plan := planned(t, h, created("", cell("n", "int32", "7")))
			h.Respond = func(r driver.Request) script.Response {
				t.Errorf("%s %s: a document without an id cannot be read", r.Method, r.Path)
				return script.Response{}
			}
			s := settled(t, h, plan, test.response)
			message := ""
			if s.Err != nil {
				message = s.Err.Message
			}
			require.Equal(t, []string{string(test.outcome), test.message}, []string{string(s.Outcome), message})
			require.Equal(t, test.key, s.Key)
		})
	}
}

func TestADocumentIsDeletedOnlyIfItIsTheOneThatWasShown(t *testing.T) {
	h := having(t, map[string]string{"1": `{"id":"1"}`, "search": `{"id":"search"}`})
	one, other, dots := edited("1", `{"id":"1"}`), edited("1", `{"id":"1","n":2}`), edited("..", `{"id":".."}`)
	one.Act, other.Act, dots.Act = driver.ActDelete, driver.ActDelete, driver.ActDelete
	plan := planned(t, h, one, other, dots)
	require.Len(t, plan.Requests, 1)
	require.Equal(t, "DELETE /collections/items/documents/1", described(&plan.Requests[0].Request))
	require.Equal(t, script.Hash(`{"id":"1"}`), plan.Requests[0].Check.Hash)
	require.NotZero(t, plan.Requests[0].Before)
	require.Contains(t, refusals(plan)[0], "changed since")
	require.Contains(t, refusals(plan)[1], "cannot be deleted on its own")

	s := settled(t, h, plan, script.JSON(200, `{"id":"1"}`))
	require.Equal(t, driver.OutcomeDone, s.Outcome)
	require.Contains(t, s.Revision, driver.Text{Key: "#deleted", Value: "true"})
	s = settled(t, h, plan, script.JSON(404, notFound))
	require.Equal(t, driver.OutcomeConflict, s.Outcome)
}

func TestASaveIsUndoneByWhatItDid(t *testing.T) {
	const now, before = `{"id":"1","n":2}`, `{"id":"1","n":1}`
	for name, test := range map[string]struct {
		row     func(h *script.Host) driver.RowEdit
		want    string
		checked bool
	}{
		"an edit": {func(*script.Host) driver.RowEdit {
			e := edited("1", now)
			e.Before = 1
			return e
		}, "POST /collections/items/documents?action=upsert", true},
		"a new document": {func(*script.Host) driver.RowEdit { return edited("1", now) }, "DELETE /collections/items/documents/1", true},
		"a deletion": {func(*script.Host) driver.RowEdit {
			e := edited("2", before)
			e.Base, e.Before = append(e.Base, driver.Text{Key: "#deleted", Value: "true"}), 1
			return e
		}, "POST /collections/items/documents", false},
	} {
		t.Run(name, func(t *testing.T) {
			h := having(t, map[string]string{"1": now})
			e := test.row(h)
			e.Act = driver.ActRestore
			plan := planned(t, h, e)
			require.Empty(t, plan.Refusals)
			require.Equal(t, test.want, described(&plan.Requests[0].Request))
			require.Equal(t, test.checked, plan.Requests[0].Check != nil)
			if parts := plan.Requests[0].Request.Parts; len(parts) > 0 {
				require.Equal(t, int64(1), parts[0].Document.Document)
				require.Empty(t, parts[0].Document.Edits)
			}
		})
	}
	h := having(t, map[string]string{"1": now})
	e := edited("1", before)
	e.Act, e.Before = driver.ActRestore, 1
	require.Equal(t, []string{": The document has changed since it was saved."}, refusals(planned(t, h, e)))
}

func TestTheOutcomeOfANewDocumentIsWhatTheServerHas(t *testing.T) {
	lost := script.Response{Err: &driver.Error{Kind: driver.Timeout, Message: "No response within 60 seconds.", Sent: true}}
	for _, test := range []struct {
		name          string
		response, now script.Response
		outcome       driver.Outcome
		message       string
	}{
		{"its id is taken", recorded(t, "29.0", "doc.create.dup_id"), script.JSON(200, `{"id":"x","n":9}`), driver.OutcomeConflict, "A document with this id already exists."},
		{"a field is missing", recorded(t, "29.0", "doc.create.missing_required"), script.Response{}, driver.OutcomeRefused, "Field `n` has been declared in the schema, but is not found in the document."},
		{"the collection is gone", recorded(t, "29.0", "doc.create.missing_collection"), script.Response{}, driver.OutcomeRefused, "Collection not found"},
		{"no response, and it does not exist", lost, script.JSON(404, notFound), driver.OutcomeUnknown, "No usable response to the write arrived. The document does not exist so far."},
		{"no response, and it exists", lost, script.JSON(200, `{"id":"x"}`), driver.OutcomeUnknown, "No usable response to the write arrived. A document with this id exists: compare it with your row."},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := having(t, nil)
			plan := planned(t, h, created("x"))
			h.Respond = func(r driver.Request) script.Response {
				require.Equal(t, "GET", r.Method)
				return test.now
			}
			s := settled(t, h, plan, test.response)
			require.Equal(t, []string{string(test.outcome), test.message}, []string{string(s.Outcome), s.Err.Message})
		})
	}
}

// SPEC: A-EDT-15
func TestAFieldIsRemovedFromItsDocument(t *testing.T) {
	const shown = `{"id":"1","n":1,"o":{"a":1,"b":2},"parts":[{"k":1}]}`
	h := having(t, map[string]string{"1": shown})
	removed := func(at string, nested ...string) driver.CellEdit {
		return driver.CellEdit{Column: at, At: at, Type: "int32", Nested: nested, Remove: true}
	}
	copies := created("2", removed("o.a"))
	copies.CopyKey, copies.CopyBase = edited("1", shown).Key, edited("1", shown).Base
	plan := planned(t, h,
		edited("1", shown, removed("n"), removed("o.a")), created("3", removed("n"), cell("m", "int32", "7")), copies,
		edited("1", shown, removed("x")), edited("1", shown, removed("parts.k", "parts")),
	)
	require.Equal(t, []string{"x: The document has no field x.", "parts.k: Fields inside an array of objects are removed by typing null in their place."}, refusals(plan))
	require.Len(t, plan.Requests, 3)
	require.Equal(t, `PATCH /collections/items/documents/1 {"n":null,"o":{"a":null}}`, described(&plan.Requests[0].Request))
	require.Equal(t, `POST /collections/items/documents {"id":"3","m":7}`, described(&plan.Requests[1].Request))
	require.Equal(t, []driver.SpliceEdit{{Path: []string{"id"}, Value: `"2"`}, {Path: []string{"o", "a"}, Remove: true}}, plan.Requests[2].Request.Parts[0].Document.Edits)
	for _, version := range versions {
		require.NotContains(t, recorded(t, version, "patch.optional_null_get").Body, `"code"`, "null in an update removes the field")
	}
}

func TestACollectionIsDeletedUnderItsOwnNameOnly(t *testing.T) {
	collection := script.JSON(200, `{"name":"items","created_at":17}`)
	h := host(t, map[string]script.Response{"GET /collections/items": collection, "GET /collections/alias": collection})
	var plan driver.Plan
	require.NoError(t, run(h, driver.OpPlan, &driver.PlanArgs{Object: "items", Drop: true}, &plan))
	require.Equal(t, "DELETE /collections/items", described(&plan.Requests[0].Request))
	require.Equal(t, "17", plan.Preconditions[0].Value)
	require.ErrorContains(t, run(h, driver.OpPlan, &driver.PlanArgs{Object: "alias", Drop: true}, &driver.Plan{}), "alias is an alias of items.")

	lost := script.Response{Err: &driver.Error{Kind: driver.Timeout, Message: "No response within 60 seconds.", Sent: true}}
	for _, test := range []struct {
		response, now script.Response
		outcome       driver.Outcome
		message       string
	}{
		{collection, script.Response{}, driver.OutcomeDone, ""},
		{script.JSON(404, `{"message": "Collection not found"}`), script.Response{}, driver.OutcomeConflict, "Collection not found"},
		{script.JSON(401, `{"message": "Forbidden"}`), script.Response{}, driver.OutcomeRefused, "Forbidden"},
		{lost, collection, driver.OutcomeUnknown, "No usable response arrived. The collection still exists."},
		{lost, script.JSON(200, `{"name":"items","created_at":18}`), driver.OutcomeUnknown, "No usable response arrived, but the collection no longer exists."},
		{lost, script.JSON(404, `{"message": "Collection not found"}`), driver.OutcomeUnknown, "No usable response arrived, but the collection no longer exists."},
		{lost, lost, driver.OutcomeUnknown, "No usable response arrived, and Quarry could not check whether the collection still exists."},
	} {
		h.Respond = func(driver.Request) script.Response { return test.now }
		reply := driver.Reply{Status: test.response.Status, Body: []byte(test.response.Body), Err: test.response.Err}
		var s driver.Settled
		require.NoError(t, run(h, driver.OpSettle, &driver.SettleArgs{Own: plan.Requests[0].State, Reply: reply}, &s))
		message := ""
		if s.Err != nil {
			message = s.Err.Message
		}
		require.Equal(t, []string{string(test.outcome), test.message}, []string{string(s.Outcome), message})
	}
}
