// SPEC: A-EDT-17
package save_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

const (
	hiddenFields    = "You cannot see every field of these documents, so Quarry does not write them whole. "
	hiddenDocuments = "You cannot see every document of this index, so Quarry does not write its documents whole. "
)

// restricted are rows that would write a whole document, or update part of it.
func restrictedRows() map[string]driver.RowEdit {
	const source = `{"n":1.50,"k":"a"}`
	edited := rowShown("1", "", source, cell("k", "keyword", "b"))
	remove := rowShown("1", "", source, driver.CellEdit{Column: "k", At: "k", Type: "keyword", Remove: true})
	duplicate := driver.RowEdit{
		Act: driver.ActCreate, Key: []driver.Text{{Key: "#index", Value: "i"}}, CopyKey: edited.Key, CopyBase: edited.Base,
	}
	undo := rowShown("1", "", source)
	undo.Act, undo.Before = driver.ActRestore, 1
	deleted := undo
	deleted.Base = append(deleted.Base[:2:2], driver.Text{Key: "#deleted", Value: "true"})
	return map[string]driver.RowEdit{"an edit": edited, "a removed field": remove, "a duplicate": duplicate, "undo": undo, "undo of a deletion": deleted}
}

func TestAUserWhoCannotSeeEverythingWritesNoDocumentWhole(t *testing.T) {
	tests := []struct{ name, granted, reason string }{
		{"a field is hidden", `{"names":["i"],"privileges":["all"],"field_security":[{"grant":["k","n"],"except":[]}]}`, hiddenFields},
		{"all but one field", `{"names":["*"],"privileges":["read","index"],"field_security":[{"grant":["*"],"except":["salary"]}]}`, hiddenFields},
		{"documents are hidden", `{"names":["?"],"privileges":["all"],"query":["{\"term\":{\"team\":\"a\"}}"]}`, hiddenDocuments},
		{"by a regular expression", `{"names":["/i|j/"],"privileges":["all"],"field_security":[{"grant":["k"]}]}`, hiddenFields},
		{"another role only writes", `{"names":["i"],"privileges":["read"],"field_security":[{"grant":["k"]}]},{"names":["i"],"privileges":["write"]}`, hiddenFields},
		{"everything is visible", `{"names":["i"],"privileges":["all"]}`, ""},
		{"another role shows all", `{"names":["i"],"privileges":["read"],"field_security":[{"grant":["k"]}]},{"names":["*"],"privileges":["read"]}`, ""},
		{"in another index", `{"names":["j*","ii"],"privileges":["all"],"field_security":[{"grant":["k"]}]}`, ""},
		{"every field is granted", `{"names":["i"],"privileges":["all"],"field_security":[{"grant":["*"],"except":[]}]}`, ""},
		{"security is off", "", ""},
	}
	for _, test := range tests {
		for name, row := range restrictedRows() {
			t.Run(test.name+", "+name, func(t *testing.T) {
				doc := document{source: `{"n":1.50,"k":"a"}`, granted: test.granted, gone: name == "undo of a deletion"}
				h := holding(t, "8.16.3", doc)
				h.Shelve(doc.source)
				plan := planned(t, h, row)
				if test.reason == "" {
					require.Empty(t, plan.Refusals)
					require.Len(t, plan.Requests, 1)
					return
				}
				require.Empty(t, plan.Requests)
				require.Len(t, plan.Refusals, 1)
				require.Equal(t, driver.Unsupported, plan.Refusals[0].Err.Kind)
				require.Contains(t, plan.Refusals[0].Err.Message, test.reason)
			})
		}
	}
}

func TestAPartialUpdateThatTheServerWouldRefuseIsNotSent(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"n":1,"k":"a"}`, granted: `{"names":["i"],"privileges":["all"],"field_security":[{"grant":["k","n"]}]}`})
	plan := planned(t, h, rowShown("1", "", `{"n":1,"k":"a"}`, cell("k", "keyword", "b")))
	require.Equal(t, hiddenFields+"Elasticsearch refuses a partial update from a user who cannot see everything in an index.", plan.Refusals[0].Err.Message)
}

func TestADocumentThatIsNewOrDeletedHidesNothing(t *testing.T) {
	doc := document{source: `{"k":"a"}`, granted: `{"names":["i"],"privileges":["all"],"field_security":[{"grant":["k","n"]}]}`}
	created := driver.RowEdit{Act: driver.ActCreate, Key: []driver.Text{{Key: "#index", Value: "i"}}, Cells: []driver.CellEdit{cell("k", "keyword", "b")}}
	deleted := rowShown("1", "", doc.source)
	deleted.Act = driver.ActDelete
	for _, row := range []driver.RowEdit{created, deleted} {
		plan := planned(t, holding(t, "8.16.3", doc), row)
		require.Empty(t, plan.Refusals)
		require.Len(t, plan.Requests, 1)
		require.Equal(t, row.Act == driver.ActDelete, plan.Requests[0].Final != "", "a deleted document would come back without what is hidden")
	}
}

func TestNothingIsWrittenIfTheServerCannotSayWhatIsHidden(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`})
	reads := h.Respond
	h.Respond = func(r driver.Request) script.Response {
		if r.Path == "/_security/user/_privileges" {
			return script.JSON(503, `{"error":"unavailable","status":503}`)
		}
		return reads(r)
	}
	plan := planned(t, h, rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "b")))
	require.Empty(t, plan.Requests)
	require.Len(t, plan.Refusals, 1)
}

// An API key with role descriptors may not ask for its privileges (Get user privileges API).
func TestAnAPIKeyThatMayHideFieldsWritesNoDocumentWhole(t *testing.T) {
	const (
		ofAKey  = `{"error":{"root_cause":[{"type":"illegal_argument_exception","reason":"Cannot retrieve privileges for API keys with assigned role descriptors."}],"type":"illegal_argument_exception","reason":"Cannot retrieve privileges for API keys with assigned role descriptors."},"status":400}`
		refused = `{"error":{"type":"security_exception","reason":"unauthorized"},"status":403}`
		unknown = "Quarry cannot find out whether you can see every field of these documents, so it does not write them whole. "
	)
	tests := []struct {
		name               string
		status             int
		response, licensed string // "" if the licence is refused, too
		reason             string
	}{
		{"the licence knows restrictions", 400, ofAKey, "platinum", unknown},
		{"a trial knows them, too", 400, ofAKey, "trial", unknown},
		{"nor may it read the licence", 400, ofAKey, "", unknown},
		{"a basic licence knows none", 400, ofAKey, "basic", ""},
		{"the route is refused", 403, refused, "", unknown},
		{"security is not installed", 404, `{"error":{"type":"index_not_found_exception"},"status":404}`, "", ""},
		{"security is off", 400, `{"error":"no handler found for uri [/_security/user/_privileges] and method [GET]","status":400}`, "", ""},
	}
	for _, test := range tests {
		rows := restrictedRows()
		rows["a partial update"] = rowShown("1", "", `{"n":1,"k":"a"}`, cell("k", "keyword", "b"))
		for name, row := range rows {
			t.Run(test.name+", "+name, func(t *testing.T) {
				doc := document{source: `{"n":1.50,"k":"a"}`, gone: name == "undo of a deletion"}
				if name == "a partial update" {
					doc.source = `{"n":1,"k":"a"}`
				}
				h := holding(t, "8.16.3", doc)
				h.Shelve(doc.source)
				reads := h.Respond
				h.Respond = func(r driver.Request) script.Response {
					switch {
					case r.Path == "/_security/user/_privileges":
						return script.JSON(test.status, test.response)
					case r.Path == "/_license" && test.licensed == "":
						return script.JSON(403, refused)
					case r.Path == "/_license":
						return script.JSON(200, `{"license":{"type":"`+test.licensed+`"}}`)
					}
					return reads(r)
				}
				plan := planned(t, h, row)
				if test.reason == "" || name == "a partial update" {
					require.Empty(t, plan.Refusals)
					require.Len(t, plan.Requests, 1)
					return
				}
				require.Empty(t, plan.Requests)
				require.Len(t, plan.Refusals, 1)
				require.Contains(t, plan.Refusals[0].Err.Message, test.reason)
			})
		}
	}
}
