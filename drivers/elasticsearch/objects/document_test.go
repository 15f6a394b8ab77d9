package objects_test

// SPEC: A-BRO-06, A-BRO-08, A-EDT-05

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestADocumentIsReadByteForByte(t *testing.T) {
	want := map[string]string{
		"b11": "{ \"isbn\" : \"ws\" ,\n  \"title\":\t\"white space\" , \"price\" : 10 , \"tags\" : [ \"x\" , \"y\"",
		"b13": `{"isbn":"axb","title":"x","pages":42,"price":1E+2,"sold":1e3,"rating":1.0e0}`,
		"b14": `{"isbn":"esc","title":"\u0041\/\u00e9 \"q\" \n"`,
	}
	for id, begin := range want {
		t.Run(id, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /books/_doc/" + id: elastictest.Recorded(t, "8.16.3", "source.verbatim.get."+id)})
			var doc driver.Document
			require.NoError(t, elastictest.Run(h, driver.OpDocument, elastictest.DocumentKey("books", id, ""), &doc))
			require.Contains(t, doc.Source, begin)
			require.Equal(t, elastictest.Recorded(t, "8.16.3", "source.verbatim.source."+id).Body, doc.Source)
			require.Equal(t, "#seq", doc.Revision[0].Key)
			require.Regexp(t, `^\d+$`, doc.Revision[0].Value)
			require.Equal(t, driver.Text{Key: "#term", Value: "1"}, doc.Revision[1])
		})
	}
}

// byID is the search for a document whose id, in JSON, cannot be in a path.
func byID(id string) string {
	return `POST /i/_search {"seq_no_primary_term":true,"size":1,"query":{"ids":{"values":["` + id + `"]}}}`
}

func TestADocumentIsAddressedByIndexIDAndRouting(t *testing.T) {
	rows := []struct{ name, version, id, routing, want string }{
		{"plain", "8.16.3", "1", "", "GET /i/_doc/1"},
		{"a slash and a space", "8.16.3", "a/b c", "", "GET /i/_doc/a%2Fb%20c"},
		{"two dots", "8.16.3", "..", "", byID("..")},
		{"a dot", "8.16.3", ".", "", byID(".")},
		{"dots at the end of a path", "8.16.3", "a/..", "", byID("a/..")},
		{"dots in the middle of a path", "8.16.3", "a/./b", "", byID("a/./b")},
		{"dots on 9.4", "9.4.3", "..", "", strings.Replace(byID(".."), "_search", "_search?_source_exclude_vectors=false", 1)},
		{"encoded dots", "8.16.3", "%2e%2E%2Fa", "", byID("%2e%2E%2Fa")},
		{"dots between backslashes", "8.16.3", `..\a`, "", byID(`..\\a`)},
		{"dots inside a name", "8.16.3", "a..b/.c", "", "GET /i/_doc/a..b%2F.c"},
		{"on 9.4", "9.4.3", "1", "", "GET /i/_doc/1?_source_exclude_vectors=false"},
		{"with routing on 9.4", "9.4.3", "1", "r", "GET /i/_doc/1?routing=r&_source_exclude_vectors=false"},
		{"with routing", "8.16.3", "1", "r +", "GET /i/_doc/1?routing=r%20%2B"},
		{"a route's name on 8", "8.16.3", "_search", "", "GET /i/_doc/_search"},
		{"a route's name on 7", "7.17.15", "_search", "", `POST /i/_search {"seq_no_primary_term":true,"size":1,"query":{"ids":{"values":["_search"]}}}`},
		{"a route's name with routing on 7", "7.17.15", "_bulk", "r", `POST /i/_search?routing=r {"seq_no_primary_term":true,"size":1,"query":{"ids":{"values":["_bulk"]}}}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, row.version, nil)
			h.Respond = func(r driver.Request) script.Response {
				if r.Method == "POST" {
					return script.JSON(200, `{"hits":{"hits":[{"_id":"x","_seq_no":4,"_primary_term":1,"_source":{"n":1.50}}]}}`)
				}
				return script.JSON(200, `{"_id":"x","_seq_no":4,"_primary_term":1,"found":true,"_source":{"n":1.50}}`)
			}
			var doc driver.Document
			require.NoError(t, elastictest.Run(h, driver.OpDocument, elastictest.DocumentKey("i", row.id, row.routing), &doc))
			require.Equal(t, []string{row.want}, h.Lines())
			require.Equal(t, `{"n":1.50}`, doc.Source)
			require.Equal(t, []driver.Text{{Key: "#seq", Value: "4"}, {Key: "#term", Value: "1"}}, doc.Revision)
		})
	}
}

func TestADocumentThatCannotBeReadSaysWhy(t *testing.T) {
	rows := []struct {
		name, version, id string
		response          script.Response
		kind              driver.Kind
		message           string
	}{
		{"gone", "8.16.3", "1", script.JSON(404, `{"_index":"i","_id":"1","found":false}`), driver.NotFound, "The document no longer exists."},
		{"gone on 7 by its id", "7.17.15", "_x", script.JSON(200, `{"hits":{"hits":[]}}`), driver.NotFound, "The document no longer exists."},
		{"no index", "8.16.3", "1", script.JSON(404, `{"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [i]"}],"type":"index_not_found_exception","reason":"no such index [i]"},"status":404}`), driver.NotFound, "no such index [i]"},
		{"no source", "8.16.3", "1", script.JSON(200, `{"_index":"i","_id":"1","found":true}`), driver.Unsupported, "The index stores no source."},
		{"no id", "8.16.3", "", script.Response{}, driver.Invalid, "Reading a document needs its index and id."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, row.version, nil)
			h.Respond = func(driver.Request) script.Response { return row.response }
			e := script.Fault(elastictest.Run(h, driver.OpDocument, elastictest.DocumentKey("i", row.id, ""), &driver.Document{}))
			require.NotNil(t, e)
			require.Equal(t, row.kind, e.Kind)
			require.Equal(t, row.message, e.Message)
		})
	}
}

func TestADocumentTooLargeForTheDriverStaysWithTheHost(t *testing.T) {
	rows := []struct{ name, version, id, routing, found, want, message string }{
		{"by its path", "8.16.3", "a/b", "", "[true]", `POST /i/_mget {"docs":[{"_id":"a/b"}]}`, ""},
		{"with routing", "8.16.3", "1", `r"`, "[true]", `POST /i/_mget {"docs":[{"_id":"1","routing":"r\""}]}`, ""},
		{"a route's name on 7", "7.17.15", "_search", "", "[true]", `POST /i/_mget {"docs":[{"_id":"_search"}]}`, ""},
		{"gone meanwhile", "8.16.3", "1", "", "[false]", `POST /i/_mget {"docs":[{"_id":"1"}]}`, "The document no longer exists."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, row.version, nil)
			h.Respond = func(r driver.Request) script.Response {
				if r.Path == "/i/_mget" {
					return script.JSON(200, `{"docs":[{"_id":"x","_seq_no":4,"_primary_term":1,"found":`+strings.Trim(row.found, "[]")+`,"_source":{"n":1.50}}]}`)
				}
				return script.Response{Err: &driver.Error{Kind: driver.Invalid, Code: driver.CodeTooLarge, Sent: true}}
			}
			var doc driver.Document
			err := elastictest.Run(h, driver.OpDocument, elastictest.DocumentKey("i", row.id, row.routing), &doc)
			lines := h.Lines()
			require.Equal(t, row.want, lines[len(lines)-1])
			if row.message != "" {
				require.Equal(t, row.message, script.Fault(err).Message)
				return
			}
			require.NoError(t, err)
			require.Equal(t, driver.Document{Block: 1}, doc)
		})
	}
}
