package session

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/catalogue/cataloguetest"
	"quarry/backend/connections"
	"quarry/backend/manifest"
	"quarry/backend/plugin"
	"quarry/backend/secrets"
	"quarry/drivers/driver"
)

// drivers gives the drivers of this module and the fragile one, built for users and loaded as they load them.
type drivers struct{ t testing.TB }

var modules struct {
	sync.Mutex
	runtime *plugin.Runtime
	each    map[string]*plugin.Module
}

// Open implements [Drivers].
func (d drivers) Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	module, err := moduleOf(ctx, d.t, id)
	if err != nil {
		return nil, nil, err
	}
	return manifestOf(d.t, id), plugin.NewSupervisor(module, plugin.SupervisorOptions{}), nil
}

func moduleOf(ctx context.Context, t testing.TB, id string) (*plugin.Module, error) {
	t.Helper()
	pkg := "quarry/drivers/" + id + "/wasm"
	if id == "fragile" {
		pkg = "quarry/backend/session/internal/fragile/wasm"
	}
	wasm := cataloguetest.WASM(t, pkg)
	modules.Lock()
	defer modules.Unlock()
	if m := modules.each[id]; m != nil {
		return m, nil
	}
	if modules.runtime == nil {
		r, err := plugin.NewRuntime(context.WithoutCancel(ctx), plugin.Options{})
		if err != nil {
			return nil, err
		}
		modules.runtime, modules.each = r, make(map[string]*plugin.Module)
	}
	m, err := modules.runtime.Compile(context.WithoutCancel(ctx), wasm)
	if err == nil {
		modules.each[id] = m
	}
	return m, err
}

func manifestOf(t testing.TB, id string) *manifest.Manifest {
	t.Helper()
	var text []byte
	if id == "fragile" {
		var err error
		text, err = os.ReadFile("internal/fragile/manifest.json")
		require.NoError(t, err)
	} else {
		text = cataloguetest.Manifest(t, id)
	}
	m, err := manifest.Parse(text)
	require.NoError(t, err)
	return m
}

// fields are the values of a form by their ids.
type fields map[string]string

// to gives a connection to an address without scheme; the fields add to it and replace.
func to(id, address string, values fields) connections.Connection {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		panic(err)
	}
	all := map[string]string{"host": host, "port": port}
	if id == "elasticsearch" {
		all["auth"] = "none"
	}
	for field, value := range values {
		all[field] = value
	}
	return connections.Connection{ID: "c1", Name: "catalogue", Driver: id, Fields: all}
}

// holding gives the stored secrets of a connection.
func holding(stored fields) secretSource {
	return func(_ context.Context, field string) (string, error) {
		if value, ok := stored[field]; ok {
			return value, nil
		}
		return "", secrets.ErrNotFound
	}
}

// recorder is a server that answers as a test says and remembers every request.
type recorder struct {
	*httptest.Server
	address string

	mu       sync.Mutex
	requests []*http.Request
}

func record(t testing.TB, answer http.HandlerFunc) *recorder {
	t.Helper()
	r := &recorder{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		r.requests = append(r.requests, q.Clone(context.Background()))
		r.mu.Unlock()
		answer(w, q)
	}))
	r.address = r.Listener.Addr().String()
	t.Cleanup(r.Close)
	return r
}

// sent gives what was asked for, as "GET /path".
func (r *recorder) sent() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := []string{}
	for _, q := range r.requests {
		list = append(list, q.Method+" "+q.URL.Path)
	}
	return list
}

// headers gives the values of one header in every request, "-" where it was missing.
func (r *recorder) headers(name string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := []string{}
	for _, q := range r.requests {
		value := "-"
		if values := q.Header.Values(name); len(values) > 0 {
			value = strings.Join(values, "|")
		}
		list = append(list, value)
	}
	return list
}

func (r *recorder) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = nil
}

// as8 answers as a node of 8.16 with one index.
func as8(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Elastic-Product", "Elasticsearch")
	_, _ = w.Write([]byte(answers8[q.URL.Path]))
}

var answers8 = map[string]string{
	"/":               root("8.16.3"),
	"/_cat/indices":   `[{"index":"books","status":"open","store.size":"1024"}]`,
	"/books/_mapping": `{"books":{"mappings":{"properties":{"title":{"type":"keyword"}}}}}`,
	"/_msearch":       `{"responses":[{"hits":{"total":{"value":3,"relation":"eq"}},"status":200}]}`,
	"/books/_count":   `{"count":3}`,
	"/books/_search": `{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},` +
		`"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_index":"books","_id":"1","_score":1.0,"_seq_no":0,"_primary_term":1,"_source":{"title":"a"}}]}}`,
}

func root(version string) string {
	return `{"name":"n","cluster_name":"c","version":{"number":"` + version + `","build_flavor":"default"},"tagline":"You Know, for Search"}`
}

// failure gives err as the contract's error.
func failure(t testing.TB, err error) *driver.Error {
	t.Helper()
	var e *driver.Error
	require.ErrorAs(t, err, &e, "%v", err)
	return e
}

// opened opens a connection for the length of a test.
func opened(t testing.TB, table *Sessions, c connections.Connection, stored fields) *Session {
	t.Helper()
	s, err := table.Open(context.Background(), c, holding(stored))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, table.Close(context.Background(), s.ID)) })
	return s
}
