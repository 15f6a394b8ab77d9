package edits

// SPEC: B-EDT-02, B-EDT-05, B-EDT-08

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
	"quarry/drivers/drivertest/exchanges"
)

// TestOneCellOfARecordedTypesenseDocumentIsSaved: the test server returns what a real one returned.
func TestOneCellOfARecordedTypesenseDocumentIsSaved(t *testing.T) {
	tests := []struct {
		name, patch, outcome string
		before               string // what the server has right before the write; "" for the same as shown
		sent                 int
	}{
		{"done", "typed.patch.author_partial", "0 done", "", 1},
		{"refused", "typed.patch.author_leaf_wrong", "0 refused: Field `author.age` must be an int64.", "", 1},
		{"changed in the meantime", "typed.patch.author_partial", "0 conflict: The document has changed since it was loaded.", "doc.get.6_nulls", 0},
		{"deleted in the meantime", "typed.patch.author_partial", "0 conflict: The document has been deleted since it was loaded.", "doc.get.missing", 0},
	}
	for _, version := range []string{"26.0", "29.0"} {
		list, err := exchanges.Load("typesense", version)
		require.NoError(t, err)
		cases := map[string]exchanges.Exchange{}
		for _, x := range list {
			cases[x.Case] = x
		}
		for _, test := range tests {
			t.Run(version+" "+test.name, func(t *testing.T) {
				holds, written := "doc.get.1", []string{}
				server := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
					response := func(name string) {
						w.Header().Set("Content-Type", "application/json; charset=utf-8")
						w.WriteHeader(cases[name].Response.Status)
						_, _ = io.WriteString(w, cases[name].Response.Body)
					}
					switch q.Method + " " + q.URL.Path {
					case "GET /collections/items":
						response("coll.get.items_after")
					case "GET /collections/items/documents/1":
						response(holds)
					case "PATCH /collections/items/documents/1":
						body, _ := io.ReadAll(q.Body)
						written = append(written, string(body))
						response(test.patch)
					default:
						sessiontest.AsTypesense(w, q)
					}
				})
				s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", server.Address, nil), sessiontest.Fields{"apiKey": "k"})
				view, err := grid.NewViews().Open(t.Context(), s, "items")
				require.NoError(t, err)
				plans := New()
				p, err := plans.Make(t.Context(), s, view, []Row{{
					Key:   []driver.Text{{Key: "#id", Value: "1"}},
					Base:  []driver.Text{{Key: "#hash", Value: rows.Hash([]byte(cases["doc.get.1"].Response.Body))}},
					Cells: []Cell{{Column: "author.age", Text: "41"}},
				}})
				require.NoError(t, err)
				require.Empty(t, p.Refusals)
				require.Contains(t, p.Notices[0].Text, "no conditional write")
				require.Empty(t, written)
				if test.before != "" {
					holds = test.before
				}
				got, err := plans.Send(t.Context(), p.ID, p.Digest)
				require.NoError(t, err)
				require.Equal(t, test.outcome, outcomes(got)[0])
				require.Equal(t, strings.Repeat(`{"author":{"age":41}}`, test.sent), strings.Join(written, ""))
				switch test.name {
				case "done":
					require.Equal(t, []driver.Text{{Key: "#hash", Value: rows.Hash([]byte(cases[test.patch].Response.Body))}}, got[0].Revision)
				case "changed in the meantime":
					theirs, err := plans.Document(p.ID, got[0].Document)
					require.NoError(t, err)
					require.Equal(t, cases[test.before].Response.Body, string(theirs))
				}
			})
		}
	}
}
