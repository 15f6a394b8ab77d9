// SPEC: A-BRO-05, A-BRO-07, A-BRO-08, B-BRO-05
package documents

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// chapters returns an array of objects of about size bytes, with numbers that a float would change.
func chapters(size int) (array, numbers string) {
	var objects, leaves []string
	for n, length := 1, 0; length < size; n++ {
		number := "9007199254740993." + strconv.Itoa(n) + "0"
		object := `{"no": ` + number + `,"title":"Low \u0077ater ` + strings.Repeat("é", 200) + `"}`
		objects, leaves = append(objects, object), append(leaves, number)
		length += len(object)
	}
	return "[" + strings.Join(objects, ", ") + "]", "[" + strings.Join(leaves, ",") + "]"
}

// shelf is an index with documents on a real engine, and the open view of it.
type shelf struct {
	t       *testing.T
	url     string
	index   string
	session *session.Session
	view    *grid.View
}

func (s *shelf) ask(method, path, body string) {
	s.t.Helper()
	enginetest.Ask(s.t, method, s.url+path, body)
}

func openShelf(t *testing.T, url, index string, documents map[string]string) *shelf {
	t.Helper()
	s := &shelf{t: t, url: url, index: index}
	enginetest.Index(t, url, index, `{"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"properties":{
		"isbn":{"type":"keyword"},"chapters":{"type":"nested","properties":{"no":{"type":"double"},"title":{"type":"text"}}}},
		"runtime":{"twice":{"type":"keyword","script":"emit('x')"}}}}`)
	for id, source := range documents {
		s.ask("PUT", "/"+index+"/_doc/"+id+"?refresh=true", source)
	}
	s.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)
	view, err := grid.NewViews().Open(t.Context(), s.session, index)
	require.NoError(t, err)
	s.view = view
	return s
}

// row returns the hidden values and the visible cells of the row with an id.
func (s *shelf) row(id string) (key []driver.Text, cells map[string]string) {
	s.t.Helper()
	p, err := s.view.Page(s.t.Context(), s.view.Generation(), 0)
	require.NoError(s.t, err)
	page, err := rows.Decode(p.Block)
	require.NoError(s.t, err)
	for r := range page.Rows {
		if _, found := page.Cell(r, page.Column("#id")); found != id {
			continue
		}
		cells = map[string]string{}
		for c, name := range page.Names {
			_, cells[name] = page.Cell(r, c)
			if c >= page.Visible {
				key = append(key, driver.Text{Key: name, Value: cells[name]})
			}
		}
	}
	require.NotEmpty(s.t, key)
	return key, cells
}

func (s *shelf) value(key []driver.Text, column string) *Value {
	s.t.Helper()
	value, err := ValueOf(s.t.Context(), s.session, s.view, key, column)
	require.NoError(s.t, err)
	return value
}

func TestACutValueIsReadWholeAndToTheLastCharacter(t *testing.T) {
	engines := []struct{ name, url string }{{"8.16", enginetest.ES8(t)}, {"7.17", enginetest.ES7(t)}}
	small, smallNumbers := chapters(30_000)
	large, largeNumbers := chapters(3 << 20)
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			documents := map[string]string{
				"small": ` {"isbn":"1", "chapters":` + small + `} `, "large": `{"chapters":` + large + `,"isbn":"2"}`,
				"one": `{"chapters":{"no": 1.0}}`,
			}
			s := openShelf(t, engine.url, "cells-whole", documents)
			key, cells := s.row("small")
			require.True(t, strings.HasSuffix(cells["chapters"], "..."))
			require.Equal(t, &Value{Kind: rows.JSON, Text: []byte(small)}, s.value(key, "chapters"))
			require.Equal(t, &Value{Kind: rows.JSON, Text: []byte(smallNumbers)}, s.value(key, "chapters.no"))
			require.Equal(t, &Value{Kind: rows.String, Text: []byte("1")}, s.value(key, "isbn"))
			require.Equal(t, &Value{Kind: rows.JSON, Text: []byte(strings.TrimSpace(documents["small"]))}, s.value(key, ""))

			key, _ = s.row("large")
			require.Equal(t, &Value{Kind: rows.JSON, Text: []byte(large)}, s.value(key, "chapters"))
			require.Equal(t, &Value{Kind: rows.JSON, Text: []byte(largeNumbers)}, s.value(key, "chapters.no"))

			key, cells = s.row("one")
			for _, column := range []string{"chapters", "chapters.no", "chapters.title"} {
				require.Equal(t, cells[column], string(s.value(key, column).Text), column)
			}
		})
	}
}

func TestAValueThatIsNotWhatItWasSaysSo(t *testing.T) {
	array, _ := chapters(20_000)
	s := openShelf(t, enginetest.ES8(t), "cells-changed", map[string]string{"a": `{"chapters":` + array + `}`, "b": `{"isbn":"1"}`})
	changed, _ := s.row("a")
	gone, _ := s.row("b")
	s.ask("PUT", "/"+s.index+"/_doc/a", `{"chapters":[{"no":2.50}]}`)
	s.ask("DELETE", "/"+s.index+"/_doc/b", "")
	require.Equal(t, &Value{Kind: rows.JSON, Text: []byte(`[{"no":2.50}]`), Changed: true}, s.value(changed, "chapters"))

	tests := []struct {
		name    string
		key     []driver.Text
		column  string
		kind    driver.Kind
		message string
	}{
		{"a document that is gone", gone, "isbn", driver.NotFound, "The document no longer exists."},
		{"no such column", changed, "nothing", driver.NotFound, "There is no column nothing."},
		{"a runtime field", changed, "twice", driver.Unsupported, "twice is not stored in the document: the server computes it when rows are read."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ValueOf(t.Context(), s.session, s.view, test.key, test.column)
			require.Equal(t, test.kind, sessiontest.Failure(t, err).Kind)
			require.Equal(t, test.message, sessiontest.Failure(t, err).Message)
		})
	}
}

func TestADriverWithoutDocumentsSaysSo(t *testing.T) {
	server := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		responses := map[string]string{"/health": `{"ok":true}`, "/debug": `{"state":1,"version":"29.0"}`, "/collections": `[]`,
			"/collections/books": `{"name":"books","fields":[{"name":"title","type":"string"}]}`}
		_, _ = w.Write([]byte(responses[q.URL.Path]))
	})
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", server.Address, sessiontest.Fields{"ssl": "disabled"}), sessiontest.Fields{"apiKey": "k"})
	view, err := grid.NewViews().Open(t.Context(), s, "books")
	require.NoError(t, err)
	_, err = ValueOf(t.Context(), s, view, nil, "title")
	require.Equal(t, "This driver cannot load a single document.", sessiontest.Failure(t, err).Message)
}
