package edits

// SPEC: B-EDT-02, B-EDT-06

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/sample/typesense"
	"quarry/drivers/driver"
)

// samples are sample servers by version, each loaded once.
var samples = map[string]func() (*typesense.Engine, error){"26.0": loading("26.0"), "29.0": loading("29.0"), "30.0": loading("30.0")}

func loading(version string) func() (*typesense.Engine, error) {
	return sync.OnceValues(func() (*typesense.Engine, error) { return typesense.New(typesense.Options{Imitate: version}) })
}

// openSample opens a sample server for Typesense that imitates a version, with its data.
func openSample(t *testing.T, version string) *session.Session {
	t.Helper()
	engine, err := samples[version]()
	require.NoError(t, err)
	server := httptest.NewServer(engine.Fork())
	t.Cleanup(server.Close)
	return sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", sessiontest.Address(server.URL), nil), sessiontest.Fields{"apiKey": typesense.DefaultKey})
}

func countOf(t *testing.T, s *session.Session, object string) int64 {
	t.Helper()
	counts, err := session.Run[driver.Counts](t.Context(), s, driver.OpCount, &driver.CountArgs{Objects: []string{object}}, s.Exec(noBlocks))
	require.NoError(t, err)
	return counts.Counts[0].Count
}

func TestACollectionOfTheSampleIsEmptiedAndKeepsItsColumns(t *testing.T) {
	for version, query := range map[string]string{"26.0": "filter_by=id%3A%2A", "29.0": "truncate=true", "30.0": "truncate=true"} {
		t.Run(version, func(t *testing.T) {
			s := openSample(t, version)
			views, plans := grid.NewViews(), New()
			before, err := views.Open(t.Context(), s, "books")
			require.NoError(t, err)
			others := countOf(t, s, "places")
			require.Positive(t, countOf(t, s, "books"))
			p, err := plans.MakeEmpty(t.Context(), s, "books")
			require.NoError(t, err)
			require.Empty(t, p.Refusals)
			require.Len(t, p.Requests, 1)
			require.Equal(t, []string{"DELETE", "/collections/books/documents", query}, []string{p.Requests[0].Request.Method, p.Requests[0].Request.Path, p.Requests[0].Request.Query})
			require.Positive(t, countOf(t, s, "books"), "planning only reads")

			got, err := plans.Send(t.Context(), p.ID, p.Digest)
			require.NoError(t, err)
			require.Equal(t, []string{"0 done"}, outcomes(got))
			require.Zero(t, countOf(t, s, "books"))
			require.Equal(t, others, countOf(t, s, "places"))
			after, err := views.Open(t.Context(), s, "books")
			require.NoError(t, err)
			require.Equal(t, before.Set.Columns, after.Set.Columns)
			_, err = plans.Send(t.Context(), p.ID, p.Digest)
			require.ErrorContains(t, err, "Nothing was sent again")
		})
	}
}

func TestACollectionThatWasReplacedIsNotEmptied(t *testing.T) {
	s := openSample(t, "30.0")
	plans := New()
	empty, err := plans.MakeEmpty(t.Context(), s, "notes")
	require.NoError(t, err)
	empty.preconditions[0].Value = "1" // the collection that was planned for is another one
	_, err = plans.Send(t.Context(), empty.ID, empty.Digest)
	require.ErrorContains(t, err, "deleted and created again since")
	require.Positive(t, countOf(t, s, "notes"))
}

// askTypesense sends a request to a sample server and returns the response.
func askTypesense(t *testing.T, s *session.Session, method, path, body string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.Base()+path, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("X-TYPESENSE-API-KEY", typesense.DefaultKey)
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Less(t, response.StatusCode, 300, "%s %s: %s", method, path, text)
	return string(text)
}

// nest is the array of a document with arrays inside: a number in each of the inner objects, "" if it has none.
type nest [][]string

// drawnNest draws an array with that many inner arrays and entries as another one; nil draws these as well.
func drawnNest(random *rand.Rand, like nest) nest {
	if like == nil {
		like = make(nest, random.IntN(4))
		for i := range like {
			like[i] = make([]string, random.IntN(4))
		}
	}
	drawn := make(nest, len(like))
	for i := range like {
		drawn[i] = make([]string, len(like[i]))
		for j := range drawn[i] {
			if random.IntN(4) > 0 {
				drawn[i][j] = strconv.FormatInt(random.Int64()-random.Int64(), 10)
			}
		}
	}
	return drawn
}

// typed writes the numbers as the grid shows them.
func (n nest) typed() string {
	outer := make([]string, len(n))
	for i, numbers := range n {
		inner := make([]string, len(numbers))
		for j, number := range numbers {
			inner[j] = number
			if number == "" {
				inner[j] = "null"
			}
		}
		outer[i] = "[" + strings.Join(inner, ",") + "]"
	}
	return "[" + strings.Join(outer, ",") + "]"
}

// document writes the whole document as the engine does: keys in order, and no null in an object.
func (n nest) document() string {
	outer := make([]string, len(n))
	for i, numbers := range n {
		inner := make([]string, len(numbers))
		for j, number := range numbers {
			if number != "" {
				number = `"q":` + number + ","
			}
			inner[j] = fmt.Sprintf(`{%s"r":%d}`, number, 9_007_199_254_740_993+j)
		}
		outer[i] = fmt.Sprintf(`{"in":[%s],"k":"k%d"}`, strings.Join(inner, ","), i)
	}
	return `{"id":"1","name":"a","oa":[` + strings.Join(outer, ",") + `]}`
}

func TestALeafTwoArraysDeepIsWrittenAloneInTheSample(t *testing.T) {
	random := drawn(t)
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		t.Run(version, func(t *testing.T) {
			s := openSample(t, version)
			askTypesense(t, s, "POST", "/collections", `{"name":"deep","enable_nested_fields":true,"fields":[{"name":"name","type":"string"},{"name":"oa","type":"object[]","optional":true},`+
				`{"name":"oa.in","type":"object[]","optional":true},{"name":"oa.in.q","type":"int64[]","optional":true}]}`)
			plans := New()
			for range 20 {
				before := drawnNest(random, nil)
				after := drawnNest(random, before)
				askTypesense(t, s, "POST", "/collections/deep/documents?action=upsert", before.document())
				shown := askTypesense(t, s, "GET", "/collections/deep/documents/1", "")
				require.Equal(t, before.document(), shown)
				view, err := grid.NewViews().Open(t.Context(), s, "deep")
				require.NoError(t, err)
				save := func(text string) []Outcome {
					p, err := plans.Make(t.Context(), s, view, []Row{{
						Key:   []driver.Text{{Key: "#id", Value: "1"}},
						Base:  []driver.Text{{Key: "#hash", Value: rows.Hash([]byte(askTypesense(t, s, "GET", "/collections/deep/documents/1", "")))}},
						Cells: []Cell{{Column: "oa.in.q", Text: text}},
					}})
					require.NoError(t, err)
					require.Empty(t, p.Refusals, "%s to %s", shown, text)
					got, err := plans.Send(t.Context(), p.ID, p.Digest)
					require.NoError(t, err)
					return got
				}
				require.Equal(t, []string{"0 done"}, outcomes(save(before.typed())), shown)
				require.Equal(t, shown, askTypesense(t, s, "GET", "/collections/deep/documents/1", ""), "its own value changes nothing")
				require.Equal(t, []string{"0 done"}, outcomes(save(after.typed())), "%s to %s", shown, after.typed())
				require.Equal(t, after.document(), askTypesense(t, s, "GET", "/collections/deep/documents/1", ""))
			}
		})
	}
}
