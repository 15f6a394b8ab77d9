package save_test

// SPEC: A-EDT-01, A-EDT-02, A-EDT-05, A-EDT-06, A-EDT-07, A-EDT-08, A-EDT-09, A-EDT-14

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

const indexSettings = "/_settings/index.default_pipeline,index.final_pipeline,index.mode,index.mapping.source.mode," +
	"index.mapping.exclude_source_vectors,index.version.created,index.disable_sequence_numbers,index.uuid,index.provided_name"

// document is what an engine stores for a row.
type document struct {
	source   string // "" if there is none
	seq      string // "7" if it is empty
	gone     bool
	mapping  string // the _source of its index's mapping
	settings string // more settings of its index
	failure  string // why it cannot be read
	routed   bool   // its index requires a routing; mapping is set
	granted  string // the user's privileges, "" if security is off
}

// holding returns a host that responds to the reads of a plan for rows of an index "i".
func holding(t *testing.T, version string, docs ...document) *script.Host {
	t.Helper()
	h := elastictest.Opened(t, version, nil)
	h.Respond = func(r driver.Request) script.Response {
		switch {
		case r.Path == "/_mget":
			var all []string
			for _, d := range docs {
				all = append(all, d.entry())
			}
			return script.JSON(200, `{"docs":[`+strings.Join(all, ",")+`]}`)
		case strings.HasSuffix(r.Path, "/_mapping"):
			if docs[0].mapping == "" {
				return script.JSON(200, `{}`)
			}
			if docs[0].routed {
				return script.JSON(200, `{"i":{"mappings":{"_routing":{"required":true},"_source":`+docs[0].mapping+`}}}`)
			}
			return script.JSON(200, `{"i":{"mappings":{"_source":`+docs[0].mapping+`}}}`)
		case r.Path == "/_security/user/_privileges":
			if docs[0].granted == "" {
				return script.JSON(400, `{"error":"no handler found for uri [/_security/user/_privileges] and method [GET]","status":400}`)
			}
			return script.JSON(200, `{"indices":[`+docs[0].granted+`]}`)
		case strings.HasSuffix(r.Path, indexSettings):
			return script.JSON(200, `{"i":{"settings":{"index.version.created":"8512000","index.uuid":"u1"`+docs[0].settings+`}}}`)
		}
		t.Fatalf("planning sent %s %s", r.Method, r.Path)
		return script.Response{}
	}
	return h
}

func (d document) entry() string {
	switch {
	case d.failure != "":
		return `{"_index":"i","_id":"1","error":` + d.failure + `}`
	case d.gone:
		return `{"_index":"i","_id":"1","found":false}`
	case d.source == "":
		return `{"_index":"i","_id":"1","found":true,"_seq_no":7,"_primary_term":1}`
	case d.seq == "":
		d.seq = `,"_seq_no":7,"_primary_term":1`
	}
	return `{"_index":"i","_id":"1","found":true` + d.seq + `,"_source":` + d.source + `}`
}

// rowShown returns a row as the grid showed it, with that source and sequence number 5.
func rowShown(id, routing, source string, cells ...driver.CellEdit) driver.RowEdit {
	e := driver.RowEdit{
		Key:   []driver.Text{{Key: "#index", Value: "i"}, {Key: "#id", Value: id}},
		Base:  []driver.Text{{Key: "#seq", Value: "5"}, {Key: "#term", Value: "1"}, {Key: "#hash", Value: script.Hash(source)}},
		Cells: cells,
	}
	if routing != "" {
		e.Key = append(e.Key, driver.Text{Key: "#routing", Value: routing})
	}
	return e
}

func cell(at, fieldType, typed string) driver.CellEdit {
	return driver.CellEdit{Column: at, At: at, Type: fieldType, Text: typed}
}

func planned(t *testing.T, h *script.Host, rows ...driver.RowEdit) *driver.Plan {
	t.Helper()
	var plan driver.Plan
	require.NoError(t, elastictest.Run(h, driver.OpPlan, &driver.PlanArgs{Object: "i", View: viewOf(t, h), Rows: rows}, &plan))
	h.Sent = h.Sent[columnsRead:]
	return &plan
}

// columnsRead is how many requests viewOf sends.
const columnsRead = 2

// viewOf opens the object of a host, whose field v is a vector.
func viewOf(t *testing.T, h *script.Host) []byte {
	t.Helper()
	response := h.Respond
	h.Sent, h.Respond = nil, func(r driver.Request) script.Response {
		if r.Path == "/i/_mapping" {
			return script.JSON(200, `{"i":{"mappings":{"properties":{"v":{"type":"dense_vector"}}}}}`)
		}
		return script.JSON(200, `{"i":{"settings":{"index.mapping.exclude_source_vectors":"true"}}}`)
	}
	var set driver.ColumnSet
	require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "i"}, &set))
	for len(h.Sent) < columnsRead { // older versions need no settings
		h.Sent = append(h.Sent, driver.Request{})
	}
	h.Respond = response
	return set.View
}

// line formats a planned request on one line, with the edits of a whole document.
func line(h *script.Host, p *driver.Planned) string {
	out := p.Request.Method + " " + p.Request.Path
	if p.Request.Query != "" {
		out += "?" + p.Request.Query
	}
	switch {
	case len(p.Request.Body) > 0:
		return out + " " + string(p.Request.Body)
	case len(p.Request.Parts) == 0:
		return out
	}
	parts := p.Request.Parts
	if len(parts) == 3 { // an action of a bulk request, a document in one line, and the end of the line
		out += " " + string(parts[0].Bytes)
		if string(parts[2].Bytes) != "\n" || !parts[1].Document.Line {
			return "not a line"
		}
		parts = parts[1:]
	}
	splice := parts[0].Document
	out += " " + h.Document(splice.Document)
	for _, e := range splice.Edits {
		value := e.Value
		if e.Remove {
			value = "removed"
		}
		out += " " + strings.Join(e.Path, "/") + "=" + value
	}
	return out
}

func TestAnEditedCellIsSentByTheIDIndexAndRoutingOfItsRow(t *testing.T) {
	const base = "?if_seq_no=7&if_primary_term=1"
	rows := []struct {
		name, id, routing, source string
		cells                     []driver.CellEdit
		form, want                string
	}{
		{"one field", "1", "", `{"k":"a","n":1}`, []driver.CellEdit{cell("k", "keyword", "b")}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"k":"b"}}`},
		{"an id with a slash, a space and a percent sign", "a/b c%", "", `{"k":"a"}`, []driver.CellEdit{cell("k", "keyword", "b")}, "Partial update", `POST /i/_update/a%2Fb%20c%25` + base + ` {"doc":{"k":"b"}}`},
		{"routing", "1", "r +&", `{"k":"a"}`, []driver.CellEdit{cell("k", "keyword", "b")}, "Partial update", `POST /i/_update/1` + base + `&routing=r%20%2B%26 {"doc":{"k":"b"}}`},
		{"two cells of one object", "1", "", `{"o":{"a":1,"b":2}}`, []driver.CellEdit{cell("o.a", "long", "3"), cell("o.b", "long", "4")}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"o":{"a":3,"b":4}}}`},
		{"null", "1", "", `{"k":"a"}`, []driver.CellEdit{{Column: "k", At: "k", Type: "keyword", Null: true}}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"k":null}}`},
		{"a literal dotted key", "1", "", `{"o":{"x":1},"o.e":"a"}`, []driver.CellEdit{cell("o.e", "keyword", "b")}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"o.e":"b"}}`},
		{"a dotted key inside an object", "1", "", `{"o":{"a.b":"a"}}`, []driver.CellEdit{cell("o.a.b", "keyword", "b")}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"o":{"a.b":"b"}}}`},
		{"a leaf that the document lacks", "1", "", `{"o":{"x":1}}`, []driver.CellEdit{cell("o.a.b", "keyword", "b")}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"o":{"a":{"b":"b"}}}}`},
		{"leaves of what is null", "1", "", `{"o":null}`, []driver.CellEdit{cell("o.a", "long", "1"), cell("o.b.c", "long", "2")}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"o":{"a":1,"b":{"c":2}}}}`},
		{"an array", "1", "", `{"k":["a"]}`, []driver.CellEdit{cell("k", "keyword", `["a","b"]`)}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"k":["a","b"]}}`},
		{"a number of the source that would change", "1", "", `{"p":16.90,"k":"a"}`, []driver.CellEdit{cell("k", "keyword", "b")}, "Whole document", `PUT /i/_doc/1` + base + ` {"p":16.90,"k":"a"} k="b"`},
		{"a whole document with routing", "a b", "r", `{"p":1e2,"k":"a"}`, []driver.CellEdit{cell("k", "keyword", "b")}, "Whole document", `PUT /i/_doc/a%20b` + base + `&routing=r {"p":1e2,"k":"a"} k="b"`},
		{"a typed number that would change", "1", "", `{"p":16.9}`, []driver.CellEdit{cell("p", "double", "1.10")}, "Whole document", `PUT /i/_doc/1` + base + ` {"p":16.9} p=1.10`},
		{"a whole document where a leaf is missing", "1", "", `{"p":1e2,"o":{"x":1}}`, []driver.CellEdit{cell("o.a.b", "keyword", "b")}, "Whole document", `PUT /i/_doc/1` + base + ` {"p":1e2,"o":{"x":1}} o/a/b="b"`},
		{"a whole document where an object is null", "1", "", `{"p":1e2,"o":null}`, []driver.CellEdit{cell("o.a", "long", "1")}, "Whole document", `PUT /i/_doc/1` + base + ` {"p":1e2,"o":null} o={"a":1}`},
		{"an object over an object", "1", "", `{"r":{"gte":1}}`, []driver.CellEdit{cell("r", "integer_range", `{"lt":5}`)}, "Whole document", `PUT /i/_doc/1` + base + ` {"r":{"gte":1}} r={"lt":5}`},
		{"an object over null", "1", "", `{"r":null}`, []driver.CellEdit{cell("r", "integer_range", `{"lt":5}`)}, "Partial update", `POST /i/_update/1` + base + ` {"doc":{"r":{"lt":5}}}`},
		{
			"an id that walks, and a whole document", "..", "", `{"p":1.50}`, []driver.CellEdit{cell("k", "keyword", "b")}, "Whole document",
			"POST /_bulk {\"index\":{\"_index\":\"i\",\"_id\":\"..\",\"if_seq_no\":7,\"if_primary_term\":1}}\n {\"p\":1.50} k=\"b\"",
		},
		{
			"an id that walks", "a/../b", "r", `{"o":null}`, []driver.CellEdit{cell("o", "object", "{\n\"a\":\"x\\n\"}")}, "Partial update",
			"POST /_bulk {\"update\":{\"_index\":\"i\",\"_id\":\"a/../b\",\"routing\":\"r\",\"if_seq_no\":7,\"if_primary_term\":1}}\n{\"doc\":{\"o\":{ \"a\":\"x\\n\"}}}\n",
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := holding(t, "8.16.3", document{source: row.source})
			plan := planned(t, h, rowShown(row.id, row.routing, row.source, row.cells...))
			require.Empty(t, plan.Refusals)
			require.Len(t, plan.Requests, 1)
			require.Equal(t, row.want, line(h, &plan.Requests[0]))
			require.Equal(t, row.form, plan.Requests[0].Form)
			require.NotEmpty(t, plan.Requests[0].Reason)
		})
	}
}

func TestAllRowsAreReadAgainByOneRequest(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`}, document{source: `{"k":"b"}`})
	plan := planned(t, h, rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "x")), rowShown(`"2"`, "r", `{"k":"b"}`, cell("k", "keyword", "y")))
	require.Len(t, plan.Requests, 2)
	require.Equal(t, []string{
		"GET /i/_mapping?filter_path=*.mappings._source,*.mappings._routing", "GET /i" + indexSettings + "?flat_settings=true",
		"GET /_security/user/_privileges?filter_path=indices.names,indices.privileges,indices.field_security,indices.query",
		`POST /_mget {"docs":[{"_index":"i","_id":"1"},{"_index":"i","_id":"\"2\"","routing":"r"}]}`,
	}, h.Lines())
	require.Equal(t, []int{0, 1}, []int{plan.Requests[0].Row, plan.Requests[1].Row})
}

func TestRowsArePlannedTheSameWhetherTheirColumnsAreOrNot(t *testing.T) {
	const nested, dotted = `{"a":{"b":1},"k":"x"}`, `{"a.b":1,"k":"x"}`
	first := rowShown("1", "", nested, cell("a.b", "long", "2"))
	want := []string{`{"doc":{"a":{"b":2}}}`, `{"doc":{"a.b":3}}`, `{"doc":{"k":"y"}}`}
	for name, row := range map[string]struct {
		second driver.RowEdit
		want   string
	}{
		"the same column":      {rowShown("2", "", dotted, cell("a.b", "long", "3")), want[1]},
		"another column":       {rowShown("2", "", dotted, cell("k", "keyword", "y")), want[2]},
		"no columns":           {driver.RowEdit{Key: first.Key, Base: rowShown("2", "", dotted).Base, Act: driver.ActDelete}, ""},
		"a field that is new":  {rowShown("2", "", dotted, cell("c.d", "keyword", "y")), `{"doc":{"c":{"d":"y"}}}`},
		"one column more":      {rowShown("2", "", dotted, cell("a.b", "long", "3"), cell("k", "keyword", "y")), `{"doc":{"a.b":3,"k":"y"}}`},
		"a document that went": {rowShown("2", "", nested, cell("a.b", "long", "3")), "conflict"},
	} {
		t.Run(name, func(t *testing.T) {
			plan := planned(t, holding(t, "8.16.3", document{source: nested}, document{source: dotted}), first, row.second)
			require.Equal(t, want[0], string(plan.Requests[0].Request.Body))
			if row.want == "conflict" {
				require.Equal(t, driver.Conflict, plan.Refusals[0].Err.Kind)
				return
			}
			require.Equal(t, row.want, string(plan.Requests[1].Request.Body))
		})
	}
}

func TestARowThatCannotBeWrittenIsRefusedWithTheReason(t *testing.T) {
	const source = `{"k":"a"}`
	edit := cell("k", "keyword", "b")
	rows := []struct {
		name, version, id, shown string
		doc                      document
		cell                     driver.CellEdit
		kind                     driver.Kind
		theirs                   bool
		message                  string
	}{
		{"changed", "8.16.3", "1", `{"k":"older"}`, document{source: source}, edit, driver.Conflict, true, "The document has changed since it was loaded."},
		{"deleted", "8.16.3", "1", source, document{gone: true}, edit, driver.Conflict, false, "The document has been deleted since it was loaded."},
		{"in an index that was created again", "8.16.3", "1", `{"k":"older"}`, document{source: source, seq: `,"_seq_no":5,"_primary_term":1`}, edit, driver.Conflict, true, "The index has been deleted and recreated since the document was loaded."},
		{"in an index that is gone", "8.16.3", "1", source, document{failure: `{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [i]"}],"type":"index_not_found_exception","reason":"no such index [i]"}`}, edit, driver.NotFound, false, "The index of the document no longer exists."},
		{"in an index that may not be read", "8.16.3", "1", source, document{failure: `{"type":"security_exception","reason":"action [indices:data/read/mget] is unauthorized"}`}, edit, driver.Auth, false, "action [indices:data/read/mget] is unauthorized"},
		{"a source that is off", "8.16.3", "1", source, document{mapping: `{"enabled":false}`}, edit, driver.Unsupported, false, "i stores no source"},
		{"no source", "8.16.3", "1", source, document{}, edit, driver.Unsupported, false, "i stores no source"},
		{"a filtered source", "8.16.3", "1", source, document{source: source, mapping: `{"excludes":["secret"]}`}, edit, driver.Unsupported, false, "i omits fields from its source: a partial update would drop secret from the index."},
		{"a synthetic source of the settings", "8.19.21", "1", source, document{source: source, settings: `,"index.mapping.source.mode":"SYNTHETIC"`}, edit, driver.Unsupported, false, "i rebuilds its source, so what you write is not what it stores."},
		{"logsdb", "8.19.21", "1", source, document{source: source, settings: `,"index.mode":"logsdb"`}, edit, driver.Unsupported, false, "i rebuilds its source, so what you write is not what it stores."},
		{"no sequence numbers", "8.16.3", "1", source, document{source: source, seq: " "}, edit, driver.Unsupported, false, "Sequence numbers are disabled in this index, so a change made by someone else would be overwritten unnoticed."},
		{"a sequence number of none", "8.16.3", "1", source, document{source: source, seq: `,"_seq_no":-2,"_primary_term":0`}, edit, driver.Unsupported, false, "Sequence numbers are disabled in this index, so a change made by someone else would be overwritten unnoticed."},
		{"an id that 7.x reads as a route", "7.17.15", "_search", source, document{source: source}, edit, driver.Unsupported, false, "This version of Elasticsearch reads the id as the name of a route, so the document cannot be written."},
		{"a leaf of a nested field", "8.16.3", "1", source, document{source: source}, driver.CellEdit{Column: "o.a", At: "o.a", Type: "long", Nested: []string{"o"}, Text: "1"}, driver.Invalid, false, "o.a is inside the array o. Edit the array as a whole, in the column o."},
		{"a leaf inside an array of objects", "8.16.3", "1", `{"o":[{"a":1}]}`, document{source: `{"o":[{"a":1}]}`}, cell("o.a", "long", "2"), driver.Invalid, false, "o.a is inside an array in this document. An array is written as a whole: send it from the console."},
		{"a leaf that is there twice", "8.16.3", "1", `{"o":{"a":1},"o.a":2}`, document{source: `{"o":{"a":1},"o.a":2}`}, cell("o.a", "long", "2"), driver.Invalid, false, "The document contains o.a more than once, under different keys, so Quarry cannot tell which one to write."},
		{"a leaf of what is no object", "8.16.3", "1", `{"o":5}`, document{source: `{"o":5}`}, cell("o.a", "long", "2"), driver.Invalid, false, "o is not an object in this document, so it has no field o.a."},
		{"a column of several types", "8.16.3", "1", source, document{source: source}, cell("k", "long, keyword", "2"), driver.Invalid, false, "k has several types here (long, keyword). Open one of the indices to edit it."},
		{"no id", "8.16.3", "", source, document{source: source}, edit, driver.Invalid, false, "Writing a document needs its index and id."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := holding(t, row.version, row.doc)
			plan := planned(t, h, rowShown(row.id, "", row.shown, row.cell))
			require.Empty(t, plan.Requests)
			require.Len(t, plan.Refusals, 1)
			require.Equal(t, row.message, plan.Refusals[0].Err.Message)
			require.Equal(t, row.kind, plan.Refusals[0].Err.Kind)
			require.Equal(t, row.theirs, plan.Refusals[0].Theirs != 0)
			if row.theirs {
				require.Equal(t, row.doc.source, h.Document(plan.Refusals[0].Theirs))
			}
		})
	}
}

func TestARefusedRowDoesNotKeepTheOthersFromBeingWritten(t *testing.T) {
	h := holding(t, "8.16.3", document{gone: true}, document{source: `{"n":1}`})
	plan := planned(t, h, rowShown("1", "", `{"n":1}`, cell("n", "long", "2")), rowShown("2", "", `{"n":1}`, cell("n", "long", "2")))
	require.Len(t, plan.Requests, 1)
	require.Equal(t, 1, plan.Requests[0].Row)
	require.Equal(t, 0, plan.Refusals[0].Row)
}

func TestTheRevisionOfThisSessionsOwnWriteStandsForItsBytes(t *testing.T) {
	own := rowShown("1", "", "", cell("k", "keyword", "b"))
	own.Base = own.Base[:2]
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`, seq: `,"_seq_no":5,"_primary_term":1`})
	require.Len(t, planned(t, h, own).Requests, 1)
	h = holding(t, "8.16.3", document{source: `{"k":"a"}`})
	require.Equal(t, driver.Conflict, planned(t, h, own).Refusals[0].Err.Kind)
}

func TestAPlanIsOnlyForTheIndexThatItsDocumentsWereReadFrom(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`}, document{source: `{"k":"b"}`})
	plan := planned(t, h, rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "x")), rowShown("2", "", `{"k":"b"}`, cell("k", "keyword", "y")))
	require.Len(t, plan.Preconditions, 1)
	p := plan.Preconditions[0]
	require.Equal(t, "GET /i/_settings/index.uuid", p.Send.Request.Method+" "+p.Send.Request.Path)
	require.Equal(t, []string{"*.settings.index.uuid"}, p.Send.Pick)
	require.Equal(t, `["u1"]`, p.Value)
	require.Equal(t, "The index i has been deleted and recreated since its documents were loaded.", p.Changed)
	require.Equal(t, "The index i no longer exists.", p.Gone)
	h = holding(t, "8.16.3", document{gone: true})
	require.Empty(t, planned(t, h, rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "x"))).Preconditions, "nothing of it is sent")
}

// Documents are created in a data stream through its own name, whatever index it currently writes to.
func TestAPlanForADataStreamHoldsAfterARollover(t *testing.T) {
	for provided, grows := range map[string]bool{".ds-i-2024.01.31-000001": true, ".ds-i-000001": true, "i": false, ".ds-other-000001": false} {
		h := holding(t, "8.16.3", document{source: `{"k":"a"}`, settings: `,"index.provided_name":"` + provided + `"`})
		plan := planned(t, h, driver.RowEdit{Act: driver.ActCreate, Key: []driver.Text{{Key: "#index", Value: "i"}}, Cells: []driver.CellEdit{cell("k", "keyword", "b")}})
		require.Len(t, plan.Preconditions, 1)
		require.Equal(t, grows, plan.Preconditions[0].Grows, provided)
	}
}

func TestARowThatWasSavedBeforeItsIndexWasCreatedAgainIsAConflict(t *testing.T) {
	own := rowShown("1", "", "", cell("k", "keyword", "b"))
	own.Base = append(own.Base[:2], driver.Text{Key: "#uuid", Value: "u1"})
	same := `,"_seq_no":5,"_primary_term":1`
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`, seq: same})
	require.Len(t, planned(t, h, own).Requests, 1)
	own.Base[2].Value = "u0"
	for _, doc := range []document{{source: `{"k":"a"}`, seq: same}, {gone: true}} {
		refusals := planned(t, holding(t, "8.16.3", doc), own).Refusals
		require.Len(t, refusals, 1)
		require.Equal(t, driver.Conflict, refusals[0].Err.Kind)
		require.Equal(t, "The index has been deleted and recreated since the document was loaded.", refusals[0].Err.Message)
	}
}

func TestAnIngestPipelineIsNamedOnce(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"n":1}`, settings: `,"index.default_pipeline":"clean","index.final_pipeline":"_none"`}, document{source: `{"n":1}`})
	plan := planned(t, h, rowShown("1", "", `{"n":1}`, cell("n", "long", "2")), rowShown("2", "", `{"n":1}`, cell("n", "long", "2")))
	require.Equal(t, []driver.Notice{{Text: "Every write to i runs through the ingest pipeline clean, which may change other fields."}}, plan.Notices)
}

func TestADocumentWhoseVectorsAreApartIsNeverWrittenWhole(t *testing.T) {
	const apart = `,"index.mapping.exclude_source_vectors":"true"`
	h := holding(t, "9.4.3", document{source: `{"n":1.50,"k":"a"}`, settings: apart})
	plan := planned(t, h, rowShown("1", "", `{"n":1.50,"k":"a"}`, cell("k", "keyword", "b")))
	require.Equal(t, "/_mget?_source_exclude_vectors=false", h.Sent[3].Path+"?"+h.Sent[3].Query)
	require.Equal(t, `POST /i/_update/1?if_seq_no=7&if_primary_term=1 {"doc":{"k":"b"}}`, line(h, &plan.Requests[0]))
	plan = planned(t, h, rowShown("1", "", `{"n":1.50,"k":"a"}`, cell("n", "double", "1.10")))
	require.Contains(t, plan.Refusals[0].Err.Message, "Vectors are stored outside of the documents of this index, so a document cannot be written as a whole. A partial update would rewrite")
}

func TestWhatAnIndexKeepsHasToBeReadBeforeItIsWritten(t *testing.T) {
	refusal := `{"error":{"root_cause":[{"type":"security_exception","reason":"action [indices:admin/mappings/get] is unauthorized"}],"type":"security_exception","reason":"action [indices:admin/mappings/get] is unauthorized"},"status":403}`
	h := holding(t, "8.16.3", document{source: `{"n":1}`})
	response := h.Respond
	h.Respond = func(r driver.Request) script.Response {
		if strings.HasSuffix(r.Path, "/_mapping") {
			return script.JSON(403, refusal)
		}
		return response(r)
	}
	plan := planned(t, h, rowShown("1", "", `{"n":1}`, cell("n", "long", "2")))
	require.Empty(t, plan.Requests)
	require.Equal(t, driver.Auth, plan.Refusals[0].Err.Kind)
}

// An older server itself chooses ids that begin with _, such as those of 20 characters here.
func TestIDsThatOnlyBeginLikeARouteAreWritten(t *testing.T) {
	for _, id := range []string{"_zb4XpMB9k2QdT0aLw7e", "_x1", "_Search", "_search-2"} {
		h := holding(t, "7.17.15", document{source: `{"k":"a"}`})
		plan := planned(t, h, rowShown(id, "", `{"k":"a"}`, cell("k", "keyword", "b")))
		require.Empty(t, plan.Refusals, id)
		require.Len(t, plan.Requests, 1, id)
	}
}

func TestIDsThatAnOlderServerReadsAsRoutesAreReadOnlyAndSaySo(t *testing.T) {
	mapping := script.JSON(200, `{"i":{"mappings":{"properties":{"k":{"type":"keyword"}}}}}`)
	const reason = "This version of Elasticsearch reads the id as the name of a route, so the document cannot be written."
	routes := []driver.ReadOnlyRows{{Key: "#id", Prefix: "_", Chars: "abcdefghijklmnopqrstuvwxyz_", Reason: reason}}
	for version, want := range map[string][]driver.ReadOnlyRows{
		"7.9.3": routes, "7.17.15": routes,
		"8.16.3": nil, "9.4.3": nil,
	} {
		h := elastictest.Opened(t, version, map[string]script.Response{"GET /i/_mapping": mapping})
		var set driver.ColumnSet
		require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "i"}, &set))
		require.Equal(t, want, set.ReadOnlyRows, version)
	}
}

func TestAWriteIsRefusedWhereTheServersResponsesSayNothing(t *testing.T) {
	const nothing = `{}`
	const source = `{"n":1.50,"k":"a"}`
	for name, row := range map[string]struct{ path, want string }{
		"the settings of the index": {indexSettings, "The response contains no index settings."},
		"what the user may see":     {"/_privileges", "Quarry cannot find out whether you can see every field of these documents"},
	} {
		t.Run(name, func(t *testing.T) {
			h := holding(t, "8.16.3", document{source: source})
			respond := h.Respond
			h.Respond = func(r driver.Request) script.Response {
				switch {
				case strings.HasSuffix(r.Path, row.path):
					return script.JSON(200, nothing)
				case r.Path == "/_license":
					return script.JSON(200, `{"license":{"type":"trial"}}`)
				}
				return respond(r)
			}
			plan := planned(t, h, rowShown("1", "", source, cell("k", "keyword", "b")))
			require.Len(t, plan.Refusals, 1)
			require.Contains(t, plan.Refusals[0].Err.Message, row.want)
			require.Empty(t, plan.Requests)
		})
	}
}
