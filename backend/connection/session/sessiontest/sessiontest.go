// Package sessiontest has what tests of open connections need: real drivers, servers that respond like an engine, and
// connections to them. It does not import package session, whose own tests use it.
package sessiontest

import (
	"context"
	_ "embed" // the fragile driver's manifest
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

// Loader opens drivers as the application loads them.
type Loader struct{ t testing.TB }

// Drivers loads the drivers of this module and the fragile one, built for users.
func Drivers(t testing.TB) Loader { return Loader{t} }

var modules struct {
	sync.Mutex
	runtime *plugin.Runtime
	each    map[string]*plugin.Module
}

// Open implements session.Drivers.
func (d Loader) Open(ctx context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	module, err := Module(ctx, d.t, id)
	if err != nil {
		return nil, nil, err
	}
	return Manifest(d.t, id), plugin.NewSupervisor(module, plugin.SupervisorOptions{}), nil
}

// Module builds and compiles a driver, once for all tests of a package.
func Module(ctx context.Context, t testing.TB, id string) (*plugin.Module, error) {
	t.Helper()
	pkg := "quarry/drivers/" + id + "/wasm"
	if id == "fragile" {
		pkg = "quarry/backend/connection/session/sessiontest/fragile/wasm"
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

//go:embed fragile/manifest.json
var fragileManifest []byte

// Manifest returns a driver's manifest.
func Manifest(t testing.TB, id string) *manifest.Manifest {
	t.Helper()
	text := fragileManifest
	if id != "fragile" {
		text = cataloguetest.Manifest(t, id)
	}
	m, err := manifest.Parse(text)
	require.NoError(t, err)
	return m
}

// Fields has a form's values by field id.
type Fields map[string]string

// To returns a connection to an address without a scheme; values override its defaults.
func To(id, address string, values Fields) connections.Connection {
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

// Holding returns a reader for the stored secrets of a connection.
func Holding(stored Fields) func(ctx context.Context, field string) (string, error) {
	return func(_ context.Context, field string) (string, error) {
		if value, ok := stored[field]; ok {
			return value, nil
		}
		return "", secrets.ErrNotFound
	}
}

// Recorder is a server that responds as a test says and remembers every request.
type Recorder struct {
	*httptest.Server
	Address string // host and port

	mu       sync.Mutex
	requests []*http.Request
}

// Record starts a server that runs until the test ends.
func Record(t testing.TB, answer http.HandlerFunc) *Recorder {
	t.Helper()
	r := &Recorder{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		r.requests = append(r.requests, q.Clone(context.Background()))
		r.mu.Unlock()
		answer(w, q)
	}))
	r.Address = r.Listener.Addr().String()
	t.Cleanup(r.Close)
	return r
}

// Sent returns the requests, each as "GET /path".
func (r *Recorder) Sent() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := []string{}
	for _, q := range r.requests {
		list = append(list, q.Method+" "+q.URL.Path)
	}
	return list
}

// Headers returns the values of one header in every request, "-" if it was missing.
func (r *Recorder) Headers(name string) []string {
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

// Forget drops all requests recorded so far.
func (r *Recorder) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = nil
}

// As8 responds like an Elasticsearch 8.16 node with one index.
func As8(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Elastic-Product", "Elasticsearch")
	_, _ = w.Write([]byte(answers8[q.URL.Path]))
}

var answers8 = map[string]string{
	"/":               Root("8.16.3"),
	"/_cat/indices":   `[{"index":"books","status":"open","store.size":"1024"}]`,
	"/books/_mapping": `{"books":{"mappings":{"properties":{"title":{"type":"keyword"}}}}}`,
	"/_msearch":       `{"responses":[{"hits":{"total":{"value":3,"relation":"eq"}},"status":200}]}`,
	"/books/_count":   `{"count":3}`,
	"/books/_search": `{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},` +
		`"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_index":"books","_id":"1","_score":1.0,"_seq_no":0,"_primary_term":1,"_source":{"title":"a"}}]}}`,
}

// Root returns Elasticsearch's response to GET / for a version.
func Root(version string) string {
	return `{"name":"n","cluster_name":"c","version":{"number":"` + version + `","build_flavor":"default"},"tagline":"You Know, for Search"}`
}

// AsTypesense responds like a Typesense 29.0 server with one collection.
func AsTypesense(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write([]byte(map[string]string{
		"/debug":       `{"state":1,"version":"29.0"}`,
		"/collections": `[{"name":"books","num_documents":3}]`,
	}[q.URL.Path]))
}

// AsFragile responds to the fragile driver: a page has one row.
func AsFragile(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"rows":[{"id":%q,"doc":{}}]}`, q.URL.Path)
}

// Failure returns err as the contract's error.
func Failure(t testing.TB, err error) *driver.Error {
	t.Helper()
	var e *driver.Error
	require.ErrorAs(t, err, &e, "%v", err)
	return e
}

// Table opens and closes connections, as session.Sessions does.
type Table[S any] interface {
	Open(ctx context.Context, c connections.Connection, secret func(ctx context.Context, field string) (string, error)) (S, error)
	CloseAll(ctx context.Context)
}

// Open opens a connection that stays open until the test ends.
func Open[S any](t testing.TB, table Table[S], c connections.Connection, stored Fields) S {
	t.Helper()
	s, err := table.Open(context.Background(), c, Holding(stored))
	require.NoError(t, err)
	t.Cleanup(func() { table.CloseAll(context.Background()) })
	return s
}

// Address returns the host and port of a URL.
func Address(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest
}
