package typesense

// SPEC: APP-07

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// tried is an engine to which tests send requests.
type tried struct {
	t *testing.T
	e *Engine
}

// loaded is an engine with the sample data, which tests fork.
var loaded = sync.OnceValues(func() (*Engine, error) { return New(Options{}) })

func fork(t *testing.T) tried {
	t.Helper()
	e, err := loaded()
	require.NoError(t, err)
	return tried{t, e.Fork()}
}

// empty returns an engine without collections.
func empty(t *testing.T, version string) tried {
	t.Helper()
	e, err := New(Options{Imitate: version, Empty: true})
	require.NoError(t, err)
	return tried{t, e}
}

// send sends a request with the admin key, and returns the response with its status.
func (x tried) send(method, path, body string) (gjson.Result, int) {
	x.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("X-Typesense-Api-Key", DefaultKey)
	w := httptest.NewRecorder()
	x.e.ServeHTTP(w, r)
	return gjson.Parse(w.Body.String()), w.Code
}

func (x tried) must(method, path, body string) gjson.Result {
	x.t.Helper()
	answer, status := x.send(method, path, body)
	require.Less(x.t, status, 300, answer.Raw)
	return answer
}

func TestTheSampleDataShowsWhatASchemaCanHold(t *testing.T) {
	x := fork(t)
	counts, kinds := map[string]int64{}, map[string]bool{}
	x.must("GET", "/collections", "").ForEach(func(_, c gjson.Result) bool {
		counts[c.Get("name").String()] = c.Get("num_documents").Int()
		for _, f := range c.Get("fields").Array() {
			kinds[f.Get("type").String()] = true
		}
		return true
	})
	require.Equal(t, map[string]int64{"books": 1200, "notes": notesCount, "places": placesCount, "weblog": weblogCount}, counts)
	for _, kind := range []string{"object", "object[]", "geopoint", "geopoint[]", "auto", "string[]", "int64", "bool"} {
		require.True(t, kinds[kind], kind)
	}
}

func TestTwoForksDoNotSeeEachOthersChangesAndAResetRestoresTheData(t *testing.T) {
	one, two := fork(t), fork(t)
	before := one.must("GET", "/collections/places/documents/place-001", "").Raw
	one.must("PATCH", "/collections/places/documents/place-001", `{"name":"changed"}`)
	one.must("DELETE", "/collections/notes", "")
	one.must("POST", "/collections/books/documents", `{"id":"new","title":"t","isbn":"i","colour":"red"}`)
	require.Equal(t, before, two.must("GET", "/collections/places/documents/place-001", "").Raw)
	require.Equal(t, int64(1200), two.must("GET", "/collections/books", "").Get("num_documents").Int())
	one.e.Reset()
	require.Equal(t, before, one.must("GET", "/collections/places/documents/place-001", "").Raw)
	require.Equal(t, int64(notesCount), one.must("GET", "/collections/notes", "").Get("num_documents").Int())
	_, status := one.send("GET", "/collections/books/documents/new", "")
	require.Equal(t, http.StatusNotFound, status)
}

func TestPagesOfALargeCollectionAreQuick(t *testing.T) {
	x := fork(t)
	var searches []string
	for offset := 0; offset < weblogCount; offset += 2000 {
		searches = append(searches, fmt.Sprintf(`{"collection":"weblog","q":"*","limit":250,"offset":%d,"sort_by":"duration_ms:desc","filter_by":"response:>0"}`, offset))
	}
	began := time.Now()
	answer := x.must("POST", "/multi_search", `{"searches":[`+strings.Join(searches, ",")+`]}`)
	took := time.Since(began)
	require.Len(t, answer.Get("results").Array(), 10)
	require.Less(t, took, 10*time.Second, "ten pages, each sorted and filtered anew")
	t.Logf("%d sorted and filtered pages in %v", len(searches), took)
	for i := range searches {
		searches[i] = fmt.Sprintf(`{"collection":"weblog","q":"*","limit":250,"offset":%d}`, i*2000)
	}
	began = time.Now()
	x.must("POST", "/multi_search", `{"searches":[`+strings.Join(searches, ",")+`]}`)
	t.Logf("%d pages in the default order in %v", len(searches), time.Since(began))
}
