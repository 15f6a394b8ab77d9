package save_test

// SPEC: A-EDT-02, A-EDT-03, A-EDT-04, A-EDT-05, A-EDT-09, A-EDT-10, A-EDT-12, A-EDT-15

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// texts returns named values: name, value, name, value.
func texts(pairs ...string) []driver.Text {
	var all []driver.Text
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, driver.Text{Key: pairs[i], Value: pairs[i+1]})
	}
	return all
}

// newRow returns a row to be created in the index "i"; an empty id or routing was not typed.
func newRow(id, routing string, cells ...driver.CellEdit) driver.RowEdit {
	e := driver.RowEdit{Act: driver.ActCreate, Key: texts("#index", "i"), Cells: cells}
	if id != "" {
		e.Key = append(e.Key, texts("#id", id)...)
	}
	if routing != "" {
		e.Key = append(e.Key, texts("#routing", routing)...)
	}
	return e
}

// copyOf returns a row to create as a duplicate of the one with the id 1, which was shown with that source.
func copyOf(id, source string, cells ...driver.CellEdit) driver.RowEdit {
	e, shown := newRow(id, "", cells...), rowShown("1", "r", source)
	e.CopyKey, e.CopyBase = shown.Key, shown.Base
	return e
}

// acted returns a row with that act.
func acted(act string, e driver.RowEdit) driver.RowEdit {
	e.Act = act
	return e
}

// undone returns the row with the id that undoes a save: the save returned the revision 7, and before is the previous
// document, 0 if it did not exist.
func undone(id string, before int64, base ...string) driver.RowEdit {
	e := acted(driver.ActRestore, rowShown(id, "r", ""))
	e.Before, e.Base = before, texts(append([]string{"#seq", "7", "#term", "1", "#uuid", "u1"}, base...)...)
	return e
}

func remove(at string) driver.CellEdit {
	return driver.CellEdit{Column: at, At: at, Type: "keyword", Remove: true}
}

func TestRowsAreCreatedDuplicatedDeletedAndRestoredByOneRequestEach(t *testing.T) {
	const (
		base   = "?if_seq_no=7&if_primary_term=1"
		source = `{"k":"a","p":1.50,"o":{"x":1}}`
	)
	rows := []struct {
		name string
		doc  document
		edit func(h *script.Host) driver.RowEdit
		form string
		want string
	}{
		{"a new row with an id", document{gone: true}, func(*script.Host) driver.RowEdit {
			return newRow("a/b c", "r 1", cell("k", "keyword", "x"), cell("o.a", "long", "9007199254740993"), cell("o.b.c", "double", "1.10"))
		}, "New document", `PUT /i/_create/a%2Fb%20c?routing=r%201 {"k":"x","o":{"a":9007199254740993,"b":{"c":1.10}}}`},
		{"a new row without an id", document{}, func(*script.Host) driver.RowEdit {
			return newRow("", "", cell("k", "keyword", "x"), remove("p"))
		}, "New document", `POST /i/_doc {"k":"x"}`},
		{"a new row with nothing in it", document{}, func(*script.Host) driver.RowEdit { return newRow("", "r") }, "New document", `POST /i/_doc?routing=r {}`},
		{"a new row with an id that walks", document{gone: true}, func(*script.Host) driver.RowEdit {
			return newRow("..", "r", cell("o", "object", "{\n\"a\":1}"))
		}, "New document", "POST /_bulk {\"create\":{\"_index\":\"i\",\"_id\":\"..\",\"routing\":\"r\"}}\n{\"o\":{ \"a\":1}}\n"},
		{"a duplicate", document{source: source}, func(*script.Host) driver.RowEdit {
			return copyOf("", source, cell("k", "keyword", "b"), cell("o.y", "long", "2"), remove("o.x"))
		}, "New document", `POST /i/_doc ` + source + ` k="b" o/y=2 o/x=removed`},
		{"a duplicate with an id", document{source: source}, func(*script.Host) driver.RowEdit { return copyOf("2", source) }, "New document", `PUT /i/_create/2 ` + source},
		{"a duplicate with an id that walks", document{source: source}, func(*script.Host) driver.RowEdit { return copyOf("..", source) }, "New document", "POST /_bulk {\"create\":{\"_index\":\"i\",\"_id\":\"..\"}}\n " + source},
		{"a deleted row", document{source: source}, func(*script.Host) driver.RowEdit {
			return acted(driver.ActDelete, rowShown("1", "r", source))
		}, "Delete", `DELETE /i/_doc/1` + base + `&routing=r`},
		{"a deleted row with an id that walks", document{source: source}, func(*script.Host) driver.RowEdit {
			return acted(driver.ActDelete, rowShown("a/..", "r", source))
		}, "Delete", "POST /_bulk {\"delete\":{\"_index\":\"i\",\"_id\":\"a/..\",\"routing\":\"r\",\"if_seq_no\":7,\"if_primary_term\":1}}\n"},
		{"a removed field", document{source: `{"k":"a","o":{"x":1}}`}, func(*script.Host) driver.RowEdit {
			return rowShown("1", "", `{"k":"a","o":{"x":1}}`, remove("o.x"), cell("k", "keyword", "b"))
		}, "Whole document", `PUT /i/_doc/1` + base + ` {"k":"a","o":{"x":1}} o/x=removed k="b"`},
		{"an edit that is undone", document{source: `{"k":"b"}`}, func(h *script.Host) driver.RowEdit { return undone("1", h.Shelve(source)) }, "Whole document", `PUT /i/_doc/1` + base + `&routing=r ` + source},
		{"a creation that is undone", document{source: `{"k":"b"}`}, func(*script.Host) driver.RowEdit { return undone("1", 0) }, "Delete", `DELETE /i/_doc/1` + base + `&routing=r`},
		{"a deletion that is undone", document{gone: true}, func(h *script.Host) driver.RowEdit {
			return undone("1", h.Shelve(source), "#deleted", "true")
		}, "New document", `PUT /i/_create/1?routing=r ` + source},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := holding(t, "8.16.3", row.doc)
			plan := planned(t, h, row.edit(h))
			require.Empty(t, plan.Refusals)
			require.Len(t, plan.Requests, 1)
			require.Equal(t, row.want, line(h, &plan.Requests[0]))
			require.Equal(t, row.form, plan.Requests[0].Form)
			require.Regexp(t, `^[A-Z].*\.$`, plan.Requests[0].Reason)
			require.Len(t, plan.Preconditions, 1, "the index is the one that was read")
			replaces := !strings.Contains(row.want, "_create") && !strings.Contains(row.want, `"create"`) && !strings.Contains(row.want, "POST /i/_doc")
			require.Equal(t, replaces, plan.Requests[0].Before != 0, "what was there before can be restored")
			if replaces {
				require.Equal(t, row.doc.source, h.Document(plan.Requests[0].Before))
			}
		})
	}
}

// SPEC: A-EDT-16
func TestThePreviewSaysWhatANewRowWithARoutingDoesNotReplace(t *testing.T) {
	for routing, want := range map[string]string{
		"":  "A document that already exists is not replaced.",
		"r": "A document that already exists under this id and routing is not replaced; one with a different routing is kept.",
	} {
		plan := planned(t, holding(t, "8.16.3", document{gone: true}), newRow("1", routing, cell("k", "keyword", "x")))
		require.Len(t, plan.Requests, 1)
		require.Contains(t, plan.Requests[0].Reason, want)
	}
}

func TestARowThatCannotBeCreatedDeletedOrRestoredIsRefusedWithTheReason(t *testing.T) {
	const source = `{"k":"a"}`
	const apart = `,"index.mapping.exclude_source_vectors":"true"`
	rows := []struct {
		name, version string
		doc           document
		edit          func(h *script.Host) driver.RowEdit
		kind          driver.Kind
		theirs        bool
		message       string
	}{
		{"a new row whose id exists", "8.16.3", document{source: source}, func(*script.Host) driver.RowEdit { return newRow("1", "") }, driver.Conflict, true, "A document with this id already exists."},
		{"a duplicate of a row that someone else changed", "8.16.3", document{source: `{"k":"b"}`}, func(*script.Host) driver.RowEdit { return copyOf("", source) }, driver.Conflict, true, "The document has changed since it was loaded."},
		{"a duplicate of what is gone", "8.16.3", document{gone: true}, func(*script.Host) driver.RowEdit { return copyOf("", source) }, driver.Conflict, false, "The document has been deleted since it was loaded."},
		{"a duplicate without a whole document", "9.4.3", document{source: source, settings: apart}, func(*script.Host) driver.RowEdit { return copyOf("", source) }, driver.Unsupported, false, "Vectors are stored outside of the documents of this index, so a document cannot be written as a whole. The new document is the duplicated one with the changed fields."},
		{"a new row with an id that 7.x reads as a route", "7.17.15", document{gone: true}, func(*script.Host) driver.RowEdit { return newRow("_search", "") }, driver.Unsupported, false, "reads the id as the name of a route"},
		{"a new row without an index", "8.16.3", document{gone: true}, func(*script.Host) driver.RowEdit { return driver.RowEdit{Act: driver.ActCreate} }, driver.Invalid, false, "Writing a document needs its index and id."},
		{"a new row in several indices", "8.16.3", document{gone: true}, func(*script.Host) driver.RowEdit {
			return driver.RowEdit{Act: driver.ActCreate, Key: texts("#index", "i*")}
		}, driver.Invalid, false, "Writing a document needs its index and id."},
		{"a new row with what its type cannot hold", "8.16.3", document{gone: true}, func(*script.Host) driver.RowEdit { return newRow("1", "", cell("n", "integer", "276.5")) }, driver.Invalid, false, "Not an integer"},
		{"a new row where the source is off", "8.16.3", document{gone: true, mapping: `{"enabled":false}`}, func(*script.Host) driver.RowEdit { return newRow("", "") }, driver.Unsupported, false, "i stores no source"},
		{"a deleted row that was changed", "8.16.3", document{source: `{"k":"b"}`}, func(*script.Host) driver.RowEdit { return acted(driver.ActDelete, rowShown("1", "", source)) }, driver.Conflict, true, "The document has changed since it was loaded."},
		{"a deleted row that is gone", "8.16.3", document{gone: true}, func(*script.Host) driver.RowEdit { return acted(driver.ActDelete, rowShown("1", "", source)) }, driver.Conflict, false, "The document has been deleted since it was loaded."},
		{"a removed field that is not there", "8.16.3", document{source: source}, func(*script.Host) driver.RowEdit { return rowShown("1", "", source, remove("o.x")) }, driver.Invalid, false, "The document has no field o.x."},
		{"a removed field inside an array", "8.16.3", document{source: `{"o":[{"x":1}]}`}, func(*script.Host) driver.RowEdit { return rowShown("1", "", `{"o":[{"x":1}]}`, remove("o.x")) }, driver.Invalid, false, "o.x is inside an array in this document."},
		{"a removed field where vectors are apart", "9.4.3", document{source: source, settings: apart}, func(*script.Host) driver.RowEdit { return rowShown("1", "", source, remove("k")) }, driver.Unsupported, false, "A partial update cannot remove a field."},
		{"an undo of what was changed since the save", "8.16.3", document{source: source, seq: `,"_seq_no":8,"_primary_term":1`}, func(h *script.Host) driver.RowEdit { return undone("1", h.Shelve(source)) }, driver.Conflict, true, "The document has changed since it was saved."},
		{"an undo of a creation that is gone", "8.16.3", document{gone: true}, func(*script.Host) driver.RowEdit { return undone("1", 0) }, driver.Conflict, false, "The document has been deleted since it was saved."},
		{"an undo of a deletion whose id exists again", "8.16.3", document{source: source}, func(h *script.Host) driver.RowEdit {
			return undone("1", h.Shelve(source), "#deleted", "true")
		}, driver.Conflict, true, "A document with this id already exists."},
		{"an undo in an index that was created again", "8.16.3", document{source: source}, func(h *script.Host) driver.RowEdit {
			e := undone("1", h.Shelve(source))
			e.Base[2].Value = "u0"
			return e
		}, driver.Conflict, true, "The index has been deleted and recreated since the document was saved."},
		{"an undo where vectors are apart", "9.4.3", document{source: source, settings: apart}, func(h *script.Host) driver.RowEdit { return undone("1", h.Shelve(source)) }, driver.Unsupported, false, "Vectors are stored outside"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := holding(t, row.version, row.doc)
			plan := planned(t, h, row.edit(h))
			require.Empty(t, plan.Requests)
			require.Len(t, plan.Refusals, 1)
			require.Contains(t, plan.Refusals[0].Err.Message, row.message)
			require.Equal(t, row.kind, plan.Refusals[0].Err.Kind)
			require.Equal(t, row.theirs, plan.Refusals[0].Theirs != 0)
			require.Empty(t, plan.Preconditions)
		})
	}
}

func TestADocumentDeletedFromADataStreamIsNotCreatedAgainInItsIndex(t *testing.T) {
	h := holding(t, "8.16.3", document{gone: true})
	response := h.Respond
	h.Respond = func(r driver.Request) script.Response {
		r.Path = strings.Replace(r.Path, "/.ds-logs-2024.01.31-000001", "/i", 1)
		return response(r)
	}
	e := undone("1", h.Shelve(`{}`), "#deleted", "true")
	e.Key[0].Value = ".ds-logs-2024.01.31-000001"
	plan := planned(t, h, e)
	require.Equal(t, "A document deleted from a data stream cannot be recreated in its index.", plan.Refusals[0].Err.Message)
}

// SPEC: A-EDT-18
func TestAWriteThatCannotBeUndoneSaysWhyBeforeItIsSent(t *testing.T) {
	const source = `{"k":"a"}`
	for name, test := range map[string]struct {
		doc  document
		edit driver.RowEdit
		want string
	}{
		"a deletion":                         {document{source: source}, acted(driver.ActDelete, rowShown("1", "", source)), ""},
		"a change":                           {document{source: source}, rowShown("1", "", source, cell("k", "keyword", "b")), ""},
		"a deletion where vectors are apart": {document{source: source, settings: `,"index.mapping.exclude_source_vectors":"true"`}, acted(driver.ActDelete, rowShown("1", "", source)), "Vectors are stored outside of the documents of this index, so a document cannot be written as a whole."},
		"a change where vectors are apart":   {document{source: source, settings: `,"index.mapping.exclude_source_vectors":"true"`}, rowShown("1", "", source, cell("k", "keyword", "b")), "Vectors are stored outside of the documents of this index, so a document cannot be written as a whole."},
	} {
		t.Run(name, func(t *testing.T) {
			plan := planned(t, holding(t, "9.4.3", test.doc), test.edit)
			require.Len(t, plan.Requests, 1)
			require.Equal(t, test.want, plan.Requests[0].Final)
		})
	}
}

// SPEC: A-EDT-18
func TestADeletionFromADataStreamSaysThatItCannotBeUndone(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`})
	response := h.Respond
	h.Respond = func(r driver.Request) script.Response {
		r.Path = strings.Replace(r.Path, "/.ds-logs-2024.01.31-000001", "/i", 1)
		return response(r)
	}
	e := acted(driver.ActDelete, rowShown("1", "", `{"k":"a"}`))
	e.Key[0].Value = ".ds-logs-2024.01.31-000001"
	plan := planned(t, h, e)
	require.Len(t, plan.Requests, 1)
	require.Equal(t, "A document deleted from a data stream cannot be recreated in its index.", plan.Requests[0].Final)
}

func TestANewRowOfADataStreamIsWrittenByItsName(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", nil)
	h.Respond = func(r driver.Request) script.Response {
		switch {
		case strings.HasSuffix(r.Path, "/_mapping"):
			return script.JSON(200, `{}`)
		case strings.Contains(r.Path, "/_settings/"):
			return script.JSON(200, `{".ds-logs-000001":{"settings":{"index.uuid":"u1"}},".ds-logs-000002":{"settings":{"index.uuid":"u2","index.default_pipeline":"clean"}}}`)
		}
		return mget(`{"found":false}`)
	}
	e := newRow("1", "", cell("@timestamp", "date", "2024-01-31"))
	e.Key[0].Value = "logs"
	plan := planned(t, h, e)
	require.Empty(t, plan.Refusals)
	require.Equal(t, `PUT /logs/_create/1 {"@timestamp":"2024-01-31"}`, line(h, &plan.Requests[0]))
	require.Equal(t, `["u1","u2"]`, plan.Preconditions[0].Value)
	require.Contains(t, plan.Notices[0].Text, "clean")
}

// SPEC: A-EDT-02
func TestAPipelineIsNamedOnlyIfThePlanWritesDocumentsThroughIt(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`, settings: `,"index.final_pipeline":"clean"`})
	require.Empty(t, planned(t, h, acted(driver.ActDelete, rowShown("1", "", `{"k":"a"}`))).Notices)
	require.Len(t, planned(t, h, undone("1", h.Shelve(`{}`))).Notices, 1)
}

func TestWhatCanBeDoneWithRowsIsSaidWithTheColumns(t *testing.T) {
	const properties = `{"mappings":{"properties":{"k":{"type":"keyword"}}}}`
	rows := []struct {
		name, object, mapping string
		acts, targets         string
	}{
		{"an index", "i", `{"i":` + properties + `}`, "create delete restore remove drop", "i"},
		{"an alias", "books", `{"i":` + properties + `}`, "create delete restore remove", "i"},
		{"a pattern", "i*", `{"i":` + properties + `,"i2":` + properties + `}`, "create delete restore remove", "i i2"},
		{"a data stream", "logs", `{".ds-logs-2024.01.31-000001":` + properties + `,".ds-logs-2024.02.01-000002":` + properties + `}`, "create delete restore remove", "logs"},
		{"an index that stores no source", "i", `{"i":{"mappings":{"_source":{"enabled":false},"properties":{}}}}`, "drop", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", nil)
			h.Respond = func(driver.Request) script.Response { return script.JSON(200, row.mapping) }
			var set driver.ColumnSet
			require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: row.object}, &set))
			require.Equal(t, row.acts, strings.Join(set.Acts, " "))
			require.Equal(t, row.targets, strings.Join(set.Targets, " "))
		})
	}
}

func TestOnlyOneIndexByItsOwnNameIsDropped(t *testing.T) {
	settings := func(indices ...string) script.Response {
		var all []string
		for _, index := range indices {
			all = append(all, `"`+index+`":{"settings":{"index":{"uuid":"u-`+index+`"}}}`)
		}
		return script.JSON(200, "{"+strings.Join(all, ",")+"}")
	}
	h := elastictest.Opened(t, "8.16.3", nil)
	h.Respond = func(driver.Request) script.Response { return settings("i%x") }
	var plan driver.Plan
	require.NoError(t, elastictest.Run(h, driver.OpPlan, &driver.PlanArgs{Object: "i%x", Drop: true}, &plan))
	require.Equal(t, []string{"GET /i%25x/_settings/index.uuid"}, h.Lines())
	require.Equal(t, "DELETE /i%25x", plan.Requests[0].Request.Method+" "+plan.Requests[0].Request.Path)
	require.Empty(t, plan.Requests[0].Request.Query)
	require.Equal(t, "Delete index", plan.Requests[0].Form)
	require.Equal(t, `["u-i%x"]`, plan.Preconditions[0].Value)

	refused := []struct {
		object, message string
		response        script.Response // none: nothing is sent
	}{
		{"_all", "_all is a pattern or a list. Delete one index at a time.", script.Response{}},
		{"*", "* is a pattern or a list. Delete one index at a time.", script.Response{}},
		{"logs-*", "logs-* is a pattern or a list. Delete one index at a time.", script.Response{}},
		{"a,b", "a,b is a pattern or a list. Delete one index at a time.", script.Response{}},
		{"<logs-{now/d}>", "<logs-{now/d}> is computed from the date. Delete one index at a time.", script.Response{}},
		{"", "Enter the name of an index", script.Response{}},
		{"..", "“..” is not a valid index name.", script.Response{}},
		{"-a", "-a is a pattern or a list.", script.Response{}},
		{"books", "books is an alias or a data stream, not an index. Delete its indices one at a time.", settings("i")},
		{"logs", "logs is an alias or a data stream, not an index. Delete its indices one at a time.", settings(".ds-logs-000001", ".ds-logs-000002")},
		{"odd", "odd is an alias or a data stream, not an index. Delete its indices one at a time.", settings("odd", "other")},
		{"none", "no such index [none]", script.JSON(404, `{"error":{"type":"index_not_found_exception","reason":"no such index [none]"},"status":404}`)},
	}
	for _, row := range refused {
		t.Run(row.object, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", nil)
			h.Respond = func(driver.Request) script.Response { return row.response }
			err := elastictest.Run(h, driver.OpPlan, &driver.PlanArgs{Object: row.object, Drop: true}, &driver.Plan{})
			require.NotNil(t, script.Fault(err))
			require.Contains(t, script.Fault(err).Message, row.message)
			require.Equal(t, row.response.Status == 0, len(h.Sent) == 0)
		})
	}
}

// SPEC: A-EDT-16
func TestANewRowWithoutTheRoutingThatItsIndexRequiresIsNotSent(t *testing.T) {
	for _, id := range []string{"", "n1"} {
		h := holding(t, "7.17.15", document{gone: true, mapping: "{}", routed: true})
		plan := planned(t, h, newRow(id, "", cell("k", "keyword", "a")))
		require.Empty(t, plan.Requests)
		require.Len(t, plan.Refusals, 1)
		require.Contains(t, plan.Refusals[0].Err.Message, "choose Set Routing… in the menu of the new row")
		require.Len(t, planned(t, h, newRow(id, "r", cell("k", "keyword", "a"))).Requests, 1)
	}
}

// SPEC: A-EDT-16
func TestARefusedRowThatLacksARoutingSaysWhatToDo(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"root_cause":[{"type":"routing_missing_exception","reason":"routing is required for [i]/[n1]"}],"type":"routing_missing_exception","reason":"routing is required for [i]/[n1]"},"status":400}`:                                                                  "This index requires a routing value: choose Set Routing…",
		`{"error":{"root_cause":[{"type":"mapper_parsing_exception","reason":"failed to parse"}],"type":"mapper_parsing_exception","reason":"failed to parse","caused_by":{"type":"illegal_argument_exception","reason":"[routing] is missing for join field [j]"}},"status":400}`: "A child of a join needs the routing of its parent: choose Set Routing…",
	} {
		h := holding(t, "8.16.3", document{gone: true})
		settled := settledBy(t, h, planned(t, h, newRow("n1", "", cell("k", "keyword", "a"))), script.JSON(400, body))
		require.Equal(t, driver.OutcomeRefused, settled.Outcome)
		require.Contains(t, settled.Err.Message, want)
		require.Contains(t, settled.Err.Detail, "routing")
	}
}
