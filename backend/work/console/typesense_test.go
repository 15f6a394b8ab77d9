package console_test

// SPEC: CNS-04, CNS-05, CNS-10, CNS-12

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/rows"
	sampletypesense "quarry/backend/sample/typesense"
	"quarry/backend/work/console"
	"quarry/drivers/driver"
)

// loaded is a sample server, loaded once.
var loaded = sync.OnceValues(func() (*sampletypesense.Engine, error) {
	return sampletypesense.New(sampletypesense.Options{Imitate: "30.0"})
})

// sampleServer returns a connection to a sample server for Typesense, and a console.
func sampleServer(t *testing.T) (*session.Session, *console.Consoles) {
	t.Helper()
	sample, err := loaded()
	require.NoError(t, err)
	engine := sample.Fork()
	server := sessiontest.Record(t, func(w http.ResponseWriter, r *http.Request) { engine.ServeHTTP(w, r) })
	c := sessiontest.To("typesense", server.Address, sessiontest.Fields{"safeMode": session.SafeOff})
	return sessiontest.Open(t, session.New(sessiontest.Drivers(t)), c, sessiontest.Fields{"apiKey": sampletypesense.DefaultKey}), console.New()
}

func TestResponsesOfATypesenseServerAreRows(t *testing.T) {
	s, c := sampleServer(t)
	for _, row := range []struct {
		name, text    string
		rows          int
		total, groups string
		first         string // a column of the first row
	}{
		{"a search", "GET /collections/books/documents/search?q=*&per_page=3", 3, "1200", "", "title"},
		{"a search of one", "POST /multi_search\n" + `{"searches":[{"collection":"books","q":"*","per_page":4}]}`, 4, "1200", "", "title"},
		{"searches", "POST /multi_search\n" + `{"searches":[{"collection":"books","q":"*"},{"collection":"notes","q":"*"}]}`, 0, "", "", ""},
		{"a union", "POST /multi_search\n" + `{"union":true,"searches":[{"collection":"books","q":"*"},{"collection":"notes","q":"*"}],"per_page":5}`, 10, "1350", "", "title"},
		{"groups", "GET /collections/books/documents/search?q=*&group_by=language&group_limit=2&per_page=3", 6, "1200", "3", "title"},
		{"groups of one search", "POST /multi_search\n" + `{"searches":[{"collection":"books","q":"*","group_by":"language","group_limit":1,"per_page":2}]}`, 2, "1200", "2", "title"},
		{"an export", "GET /collections/notes/documents/export", 150, "", "", "id"},
		{"an array", "GET /collections", 4, "", "", "name"},
		{"an object", "GET /collections/books", 0, "", "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			p, err := planOne(t, c, s, "t1", row.text)
			require.NoError(t, err)
			r, err := c.Send(t.Context(), s, "t1", p.Digest)
			require.NoError(t, err)
			require.Equal(t, http.StatusOK, r.Status)
			require.Equal(t, row.total, r.Total)
			require.Equal(t, row.groups, r.Groups)
			block, known, err := c.Rows(s, r.Number, 0)
			require.NoError(t, err)
			require.Equal(t, row.rows, known.Rows)
			if row.rows == 0 {
				return
			}
			page, err := rows.Decode(block)
			require.NoError(t, err)
			require.Contains(t, page.Names, row.first)
			require.Equal(t, known.Beside > 0, r.Search.DocFirst)
		})
	}
}

func TestAnErrorOfATypesenseServerComesWithItsHint(t *testing.T) {
	s, c := sampleServer(t)
	const search = "GET /collections/books/documents/search?q=*"
	many := func(query string) string {
		return "POST /multi_search\n" + `{"searches":[{"collection":"books","q":"*",` + query + `}]}`
	}
	for _, row := range []struct{ text, said, hint string }{
		{search + "&per_page=251", "Only upto 250 hits", "A search returns at most 250 hits"},
		{many(`"per_page":251`), "Only upto 250 hits", "A search returns at most 250 hits"},
		{search + "&sort_by=nothing:asc", "Could not find a field named `nothing` in the schema for sorting.", "Only fields whose schema says sort: true can be sorted."},
		{many(`"sort_by":"nothing:asc"`), "Could not find a field named `nothing` in the schema for sorting.", "Only fields whose schema says sort: true can be sorted."},
		{search + "&filter_by=nothing:1", "Could not find a filter field named `nothing` in the schema.", "Filters work on the fields in the schema"},
		{many(`"filter_by":"nothing:1"`), "Could not find a filter field named `nothing` in the schema.", "Filters work on the fields in the schema"},
		{search + "&filter_by=pages:1.5", "Not an int32", "Enter an integer from -2147483648 to 2147483647"},
		{search + "&filter_by=pages:>5", "", ""},
		{"GET /collections/nothing", "Not Found", ""},
	} {
		t.Run(row.text, func(t *testing.T) {
			p, err := planOne(t, c, s, "t1", row.text)
			require.NoError(t, err)
			r, err := c.Send(t.Context(), s, "t1", p.Digest)
			require.NoError(t, err)
			require.Equal(t, row.hint == "", r.Hint == "", r.Hint)
			require.True(t, strings.HasPrefix(r.Hint, row.hint), r.Hint)
			text, _, err := c.Range(s, r.Number, 0, 1000)
			require.NoError(t, err)
			if row.hint != "" {
				require.Contains(t, string(text), row.said)
			}
		})
	}
}

func TestAFilterIsTypedInAPathAsTheEnginesPagesWriteIt(t *testing.T) {
	s, c := sampleServer(t)
	count := func(filter string) string {
		t.Helper()
		p, err := planOne(t, c, s, "t1", "GET /collections/books/documents/search?q=*&filter_by="+filter+"&per_page=1")
		require.NoError(t, err)
		r, err := c.Send(t.Context(), s, "t1", p.Digest)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, r.Status, filter)
		return r.Total
	}
	for typed, encoded := range map[string]string{
		"pages:>400 && price:>20":                   "pages:%3E400%20%26%26%20price:%3E20",
		"pages:>400&&price:>20":                     "pages:%3E400%26%26price:%3E20",
		"pages:>400 && (price:>20 || price:<8)":     "pages:%3E400%20%26%26%20(price:%3E20%20%7C%7C%20price:%3C8)",
		"pages:[100..200] && language:=[`de`,`fr`]": "pages:%5B100..200%5D%20%26%26%20language:=%5B%60de%60,%60fr%60%5D",
	} {
		t.Run(typed, func(t *testing.T) {
			require.Equal(t, count(encoded), count(typed))
			require.NotEqual(t, "1200", count(typed))
		})
	}
}

func TestSQLIsNotSentToATypesenseServer(t *testing.T) {
	s, c := sampleServer(t)
	for _, text := range []string{"SELECT * FROM books", "DELETE FROM books", "delete from books where id = 1", "INSERT INTO books VALUES (1)", "UPDATE books SET a = 1", "DROP TABLE books"} {
		all, err := c.Plan(t.Context(), s, "t1", text, console.Selection{})
		require.NoError(t, err)
		var e *driver.Error
		require.ErrorAs(t, all[0].Err, &e, text)
		require.Equal(t, console.CodeSQL, e.Code)
		require.Contains(t, e.Hint, "GET /collections/")
	}
}
