// SPEC: B-BRO-11
package export

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/sample/typesense"
	"quarry/drivers/driver"
)

// looseSchema lists only some leaves of an object and of an array of objects, and learns those of another object.
const looseSchema = `{"name":"loose","enable_nested_fields":true,"fields":[
	{"name":"label","type":"string"},{"name":"meta.id","type":"string","optional":true},
	{"name":"parts.code","type":"string[]","optional":true},{"name":"whole","type":"object","optional":true}]}`

func TestFieldsOutsideOfASchemaAreReportedOnceShownAndExportedOnTheSampleEngine(t *testing.T) {
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		t.Run(version, func(t *testing.T) { looseCollection(t, version) })
	}
}

func looseCollection(t *testing.T, version string) {
	engine, err := typesense.New(typesense.Options{Imitate: version, Empty: true})
	require.NoError(t, err)
	server := httptest.NewServer(engine)
	t.Cleanup(server.Close)
	ask := func(path, body string) string {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
		require.NoError(t, err)
		q.Header.Set("X-TYPESENSE-API-KEY", typesense.DefaultKey)
		a, err := http.DefaultClient.Do(q)
		require.NoError(t, err)
		defer func() { _ = a.Body.Close() }()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		require.Less(t, a.StatusCode, 300, string(text))
		return string(text)
	}
	ask("/collections", looseSchema)
	var documents strings.Builder
	const many = 300 // a page of them takes more than one search
	for n := range many {
		extra := ""
		switch n {
		case 0: // the last row
			extra = `,"late":[1,2]`
		case many - 1:
			extra = `,"unlisted":7.5,"meta":{"id":"m1","extra":"deep"},"parts":[{"code":"a","note":"n1"},{"code":"b","note":"n2"}],"whole":{"x":1}`
		}
		fmt.Fprintf(&documents, "{\"id\":\"d%d\",\"label\":\"l%d\"%s}\n", n, n, extra)
	}
	require.NotContains(t, ask("/collections/loose/documents/import", documents.String()), `"success":false`)

	connection := sessiontest.To("typesense", sessiontest.Address(server.URL), sessiontest.Fields{"ssl": "disabled"})
	connection.Secrets = []string{"apiKey"}
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), connection, sessiontest.Fields{"apiKey": typesense.DefaultKey})
	// csv exports the named columns, all of them without a name, and returns the lines of the file.
	csv := func(v *grid.View, names ...string) (Progress, []string) {
		if len(names) == 0 {
			for i := range v.Columns {
				names = append(names, v.Columns[i].Name)
			}
		}
		columns, doc, err := v.Exported(names)
		require.NoError(t, err)
		exports, path := New(), filepath.Join(t.TempDir(), "all.csv")
		options := Options{Format: CSV, Columns: columns, Doc: doc, Beside: v.Uncovered(names), Sought: v.Sought(names)}
		id, err := exports.Start(t.Context(), s, Source{Object: "loose"}, Target{Path: path, Options: options})
		require.NoError(t, err)
		<-exports.find(id).done
		p, err := exports.Progress(id)
		require.NoError(t, err)
		if p.Err != nil {
			return p, nil
		}
		return p, strings.Split(strings.TrimSpace(content(t, path)), "\r\n")
	}
	views := grid.NewViews()
	v, err := views.Open(t.Context(), s, "loose")
	require.NoError(t, err)
	page, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Equal(t, []driver.Notice{{Text: "4 fields are not in the schema: meta.extra, parts.note, unlisted, late. Refresh to show them as columns."}}, page.Notices)
	p, _ := csv(v)
	require.Nil(t, p.Err)
	require.Equal(t, []driver.Notice{{Text: "4 fields are not in the schema: late, meta.extra, parts.note, unlisted. The file has no columns for them."}}, p.Notices)

	p, lines := csv(v, "id", "unlisted")
	require.Nil(t, p.Err)
	require.Equal(t, []string{"id,unlisted", "d299,7.5"}, []string{lines[0], lines[many]}, "it is requested by name")
	p, _ = csv(v, "id", "nope")
	require.Equal(t, "There is no column nope. No document has such a field either.", p.Err.Message)

	v, err = views.Reload(t.Context(), v, 0)
	require.NoError(t, err)
	for _, name := range []string{"meta.extra", "parts.note", "unlisted", "late"} {
		c := columnOf(v, name)
		require.NotNil(t, c, name)
		require.True(t, c.ReadOnly && c.Outside, name)
		require.Empty(t, c.Sort, name)
		require.Zero(t, c.Filter, name)
		require.Equal(t, name+" is not in the schema, so it cannot be sorted, filtered or edited.", c.Reason)
	}
	page, err = v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Empty(t, page.Notices, "they are shown")
	p, lines = csv(v)
	require.Nil(t, p.Err)
	require.Empty(t, p.Notices)
	require.Len(t, lines, many+1)
	require.Equal(t, "id,label,late,unlisted,meta.id,whole.x,meta.extra,parts.note,parts.code", lines[0])
	require.Equal(t, `d0,l0,"[1,2]",,,,,,`, lines[1])
	require.Equal(t, `d299,l299,,7.5,m1,1,deep,"[""n1"",""n2""]","[""a"",""b""]"`, lines[many])
}
