package drivertest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/conformance"
	"quarry/drivers/driver"
	"quarry/drivers/drivertest/exchanges"
)

// replay responds like a recorded Typesense server. The hits of a search are cut from recorded responses, so only the
// recorded orders are known; the bytes of a hit are never changed.
type replay struct {
	cases       map[string]exchanges.Exchange
	collections map[string]*collection
}

// collection is one recorded collection.
type collection struct {
	schema    string
	orders    map[string][]string // the hits, by sort order
	documents []conformance.Document
}

func newReplay(t *testing.T, version string) *replay {
	t.Helper()
	list, err := exchanges.Load("typesense", version)
	require.NoError(t, err)
	r := &replay{cases: map[string]exchanges.Exchange{}, collections: map[string]*collection{}}
	for _, x := range list {
		r.cases[x.Case] = x
	}
	paged := r.collection(t, "paged", "alias.shadow_coll_get", "n:asc", "paged.read_1000_in_4", "paged.read_tail")
	paged.orders[""] = paged.inOrderOf(t, r.hits(t, "paged.unsorted"))
	paged.orders["g:asc"] = paged.inOrderOf(t, r.hits(t, "paged.sorted_ties"))
	typed := r.collection(t, "typed", "typed.schema", "seq:asc", "typed.search")
	// Without a sort order, the newest document comes first.
	typed.orders[""] = slices.Clone(typed.orders["seq:asc"])
	slices.Reverse(typed.orders[""])
	odd := r.collection(t, "oddfields", "odd.schema", "", "odd.filter.dash-ed")
	for _, name := range []string{"dash-ed", "a:b", "par(en"} {
		odd.orders[name+":asc"] = r.hits(t, "odd.sort."+name)
	}
	return r
}

// collection reads a collection whose documents are complete in some cases, in one order.
func (r *replay) collection(t *testing.T, name, schema, order string, cases ...string) *collection {
	t.Helper()
	c := &collection{schema: r.response(t, schema), orders: map[string][]string{}}
	for _, each := range cases {
		c.orders[order] = append(c.orders[order], r.hits(t, each)...)
	}
	for _, hit := range c.orders[order] {
		c.documents = append(c.documents, documentOf(t, hit))
	}
	r.collections[name] = c
	return c
}

func (r *replay) response(t *testing.T, name string) string {
	t.Helper()
	require.Contains(t, r.cases, name)
	require.Equal(t, http.StatusOK, r.cases[name].Response.Status)
	return r.cases[name].Response.Body
}

// hits returns the text of every hit of a case, in order.
func (r *replay) hits(t *testing.T, name string) []string {
	t.Helper()
	var response struct {
		Results []struct{ Hits []json.RawMessage }
	}
	require.NoError(t, json.Unmarshal([]byte(r.response(t, name)), &response))
	var hits []string
	for _, result := range response.Results {
		for _, hit := range result.Hits {
			hits = append(hits, string(hit))
		}
	}
	require.NotEmpty(t, hits)
	return hits
}

func documentOf(t *testing.T, hit string) conformance.Document {
	t.Helper()
	var outer struct{ Document json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(hit), &outer))
	var inner struct{ ID string }
	require.NoError(t, json.Unmarshal(outer.Document, &inner))
	return conformance.Document{Key: []driver.Text{{Key: "#id", Value: inner.ID}}, Source: string(outer.Document)}
}

// inOrderOf returns the collection's hits in the order of others, of which only the number n was recorded.
func (c *collection) inOrderOf(t *testing.T, others []string) []string {
	t.Helper()
	number := func(hit string) string {
		var outer struct {
			Document struct{ N json.Number }
		}
		require.NoError(t, json.Unmarshal([]byte(hit), &outer))
		return outer.Document.N.String()
	}
	byNumber := map[string]string{}
	for _, hit := range c.orders["n:asc"] {
		byNumber[number(hit)] = hit
	}
	hits := make([]string, 0, len(others))
	for _, other := range others {
		require.Contains(t, byNumber, number(other))
		hits = append(hits, byNumber[number(other)])
	}
	return hits
}

// ServeHTTP implements [http.Handler].
func (r *replay) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	name, ofCollection := strings.CutPrefix(q.URL.Path, "/collections/")
	exported, ofExport := strings.CutSuffix(name, "/documents/export")
	switch {
	case q.Method == http.MethodGet && q.URL.Path == "/debug":
		r.repeat(w, "server.debug")
	case q.Method == http.MethodGet && q.URL.Path == "/collections":
		r.repeat(w, "alias.coll_list_has_no_alias")
	case q.Method == http.MethodGet && ofCollection && r.collections[name] != nil:
		_, _ = w.Write([]byte(r.collections[name].schema)) // a client that is gone needs no response
	case q.Method == http.MethodGet && ofExport && r.collections[exported] != nil:
		r.export(w, exported, q.URL.Query().Get("filter_by"))
	case q.Method == http.MethodGet && ofExport:
		r.repeat(w, "export.missing")
	case q.Method == http.MethodGet && ofCollection:
		r.repeat(w, "coll.get.missing")
	case q.Method == http.MethodPost && q.URL.Path == "/multi_search":
		r.search(w, q)
	default:
		http.Error(w, `{"message": "nobody recorded `+q.Method+` here"}`, http.StatusNotImplemented)
	}
}

// repeat responds as in one case.
func (r *replay) repeat(w http.ResponseWriter, name string) {
	x := r.cases[name].Response
	w.WriteHeader(x.Status)
	_, _ = w.Write([]byte(x.Body)) // a client that is gone needs no response
}

// export responds with the documents of a collection that match a filter, one per line, and ends the lines as the
// server does. The oldest server adds keys to the documents and lists them.
func (r *replay) export(w http.ResponseWriter, name, filterBy string) {
	hits := []string{}
	for _, d := range r.collections[name].documents {
		hits = append(hits, `{"document":`+d.Source+`}`)
	}
	hits, known := filtered(hits, filterBy)
	if !known {
		http.Error(w, `{"message": `+strconv.Quote("nobody knows the filter "+filterBy)+`}`, http.StatusNotImplemented)
		return
	}
	lines := []string{}
	for _, hit := range hits {
		line := strings.TrimSuffix(strings.TrimPrefix(hit, `{"document":`), "}")
		if filterBy != "" && strings.Contains(r.cases["server.debug"].Response.Body, `"26.0"`) {
			line = `{".flat":["added.key"],"added.key":[1],` + strings.TrimPrefix(line, "{")
		}
		lines = append(lines, line)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(strings.Join(lines, "\n"))) // a client that is gone needs no response
}

// search answers several searches in one request, with the hits that offset and limit select.
func (r *replay) search(w http.ResponseWriter, q *http.Request) {
	var body struct {
		Searches []struct {
			Collection    string
			Offset, Limit int
			SortBy        string `json:"sort_by"`
			FilterBy      string `json:"filter_by"`
		}
	}
	if err := json.NewDecoder(q.Body).Decode(&body); err != nil {
		http.Error(w, `{"message": "Bad JSON."}`, http.StatusBadRequest)
		return
	}
	results := make([]string, 0, len(body.Searches))
	for _, s := range body.Searches {
		c := r.collections[s.Collection]
		if c == nil {
			dangling := r.cases["alias.search_dangling"].Response.Body
			results = append(results, strings.TrimSuffix(strings.TrimPrefix(dangling, `{"results":[`), "]}"))
			continue
		}
		hits, known := c.orders[s.SortBy]
		if !known {
			http.Error(w, `{"message": `+strconv.Quote("nobody recorded the order "+s.SortBy)+`}`, http.StatusNotImplemented)
			return
		}
		if hits, known = filtered(hits, s.FilterBy); !known {
			http.Error(w, `{"message": `+strconv.Quote("nobody knows the filter "+s.FilterBy)+`}`, http.StatusNotImplemented)
			return
		}
		some := hits[min(s.Offset, len(hits)):min(s.Offset+s.Limit, len(hits))]
		results = append(results, fmt.Sprintf(`{"facet_counts":[],"found":%d,"hits":[%s],"out_of":%d,"search_cutoff":false,"search_time_ms":0}`, len(hits), strings.Join(some, ","), len(hits)))
	}
	_, _ = w.Write([]byte(`{"results":[` + strings.Join(results, ",") + `]}`)) // a client that is gone needs no response
}
