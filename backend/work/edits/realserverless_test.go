package edits

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// unavailable are the APIs used by a driver that Elastic Cloud Serverless lacks.
var unavailable = regexp.MustCompile(`^/(_cluster/|_nodes|_cat/(nodes|shards|allocation)|_stats|_tasks)`)

// asServerless returns the address of a proxy that imitates Serverless: its greeting, and the APIs it lacks.
func asServerless(t *testing.T, node string) string {
	t.Helper()
	target, err := url.Parse(node)
	require.NoError(t, err)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		switch {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"name":"serverless","cluster_name":"f00","version":{"number":"8.11.0","build_flavor":"serverless"},"tagline":"You Know, for Search"}`)
		case unavailable.MatchString(r.URL.Path):
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusGone)
			_, _ = io.WriteString(w, `{"error":{"type":"api_not_available_exception","reason":"not available when running in serverless mode"},"status":410}`)
		default:
			w.Header().Del("X-Elastic-Product")
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// SPEC: CON-15, A-BRO-06, A-EDT-02
func TestServerlessLosesNoVectorOnAReal9(t *testing.T) {
	s := &real{t: t, url: enginetest.ES9(t), index: "edits-serverless", plans: New()}
	enginetest.Index(t, s.url, s.index, `{"mappings":{"properties":{"name":{"type":"keyword"},"price":{"type":"double"},"v":{"type":"dense_vector","dims":3,"similarity":"l2_norm"}}}}`)
	s.put("1", "", `{"name":"a","price":1.5,"v":[0.5,0.25,1.0]}`)
	address := asServerless(t, s.url)
	s.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(address), nil), nil)
	require.NotEmpty(t, s.session.Server().NoDashboard)
	s.show()
	require.Contains(t, s.view.Set.Notices[0], "as Elasticsearch rebuilt them")
	p := s.plan(s.row("1", Cell{Column: "name", Text: "b"}))
	require.Equal(t, "Partial update", p.Requests[0].Form)
	require.Equal(t, []string{"0 done"}, outcomes(s.send(p)))
	refused := func(p *Plan) {
		t.Helper()
		require.Empty(t, p.Requests)
		require.Equal(t, driver.Unsupported, p.Refusals[0].Err.Kind)
		require.Contains(t, p.Refusals[0].Err.Message, "Vectors are stored outside of the documents of this index")
	}
	require.False(t, s.plans.CanUndo(p.ID), "undoing it would write the document whole")
	s.ask("POST", "/"+s.index+"/_refresh", "")
	s.show()
	refused(s.plan(s.row("1", Cell{Column: "price", Text: "1.50"})))
	require.Empty(t, s.plan(s.row("1", Cell{Column: "name", Remove: true})).Requests)
	refused(s.plan(s.duplicated("1")))
	require.Contains(t, s.source("1", "_source_exclude_vectors=false"), `"v":[0.5,0.25,1.0]`)
}
