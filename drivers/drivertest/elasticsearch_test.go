package drivertest_test

// SPEC: CON-15, CON-17, CON-20, CON-22, CON-23, A-BRO-03, A-BRO-06, A-BRO-08, A-BRO-09, A-BRO-15, A-SRT-02, A-SRT-04, PLG-09

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	sampleengine "quarry/backend/sample/elasticsearch"
	"quarry/backend/testing/conformance"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
)

// lawsIndex is the index that the suite creates on real nodes. Each run has its own, since nodes are shared.
var lawsIndex = fmt.Sprintf("laws-suite-%d", os.Getpid())

// elasticsearchModule returns the opener of the driver's module, which is built and compiled once.
var elasticsearchModule = sync.OnceValues(func() (opener, error) { return build("quarry/drivers/elasticsearch/wasm") })

func TestElasticsearchKeepsTheLawsOnTheSampleEngine(t *testing.T) {
	engine, err := sampleengine.New(sampleengine.Options{})
	require.NoError(t, err)
	points := &pointCounter{next: engine}
	server := httptest.NewServer(points)
	t.Cleanup(server.Close)
	target := elasticsearchTarget(t, server.URL, "products")
	target.Held = func(context.Context) (int, error) { return int(points.open.Load()), nil }
	conformance.Run(t, elasticsearchSubject(t, target))
}

func TestElasticsearchKeepsTheLawsOnRealNodes(t *testing.T) {
	nodes := []struct {
		name    string
		address func(enginetest.TB) string
		secured bool
		read    string
	}{
		{"8.16", enginetest.ES8, true, "/_search"},
		{"7.17", enginetest.ES7, false, "/_search"},
		{"9.4", enginetest.ES9, false, "/_search?_source_exclude_vectors=false"}, // vectors are left out otherwise
	}
	for _, node := range nodes {
		t.Run(node.name, func(t *testing.T) {
			t.Parallel()
			e := realNode{address: node.address(t)}
			if node.secured {
				e.user, e.password = enginetest.Credentials(t)
			}
			e.seed(t)
			target := elasticsearchTarget(t, e.address, lawsIndex)
			target.Held, target.Writable = e.held, e.writable(t)
			if node.secured {
				target.Connection.Auth = transport.Auth{Scheme: "basic", User: e.user, Secret: e.password}
			}
			target.Objects[0].Documents = func(ctx context.Context) ([]conformance.Document, error) {
				return hits(ctx, e.address, lawsIndex+node.read)
			}
			conformance.Run(t, elasticsearchSubject(t, target))
		})
	}
}

func elasticsearchSubject(t *testing.T, target conformance.Target) conformance.Subject {
	t.Helper()
	module, err := elasticsearchModule()
	require.NoError(t, err)
	manifest, err := os.ReadFile("../elasticsearch/manifest.json")
	require.NoError(t, err)
	return conformance.Subject{Driver: elasticsearch.New(), Module: module, Manifest: manifest, Target: target}
}

func elasticsearchTarget(t *testing.T, address, index string) conformance.Target {
	t.Helper()
	return conformance.Target{
		Connection: at(t, address),
		Settings:   []driver.Text{{Key: "auth", Value: "password"}, {Key: "host", Value: "localhost"}},
		Objects:    []conformance.Object{{Name: index, Documents: func(ctx context.Context) ([]conformance.Document, error) { return hits(ctx, address, index+"/_search") }}},
		Missing:    "no-such-index",
		Partial:    []func([]byte) []byte{timedOut, shardless},
		Lost:       func(ctx context.Context, response []byte) error { return lostSnapshot(ctx, address, response) },
		Refusal: func(status int, words string) (string, string) {
			quoted, _ := json.Marshal(words) // marshalling a string cannot fail
			reason := fmt.Sprintf(`{"type":"some_exception","reason":%s}`, quoted)
			return "application/json", fmt.Sprintf(`{"error":{"root_cause":[%s],"type":"some_exception","reason":%s},"status":%d}`, reason, quoted, status)
		},
	}
}

// hits reads every document of an index with a single search.
func hits(ctx context.Context, address, search string) ([]conformance.Document, error) {
	body, err := send(ctx, "POST", address+"/"+search, `{"size":10000}`)
	if err != nil {
		return nil, err
	}
	var response struct {
		Hits struct {
			Hits []struct {
				Index   string          `json:"_index"`
				ID      string          `json:"_id"`
				Routing string          `json:"_routing"`
				Source  json.RawMessage `json:"_source"`
			} `json:"hits"`
		} `json:"hits"`
	}
	if err := json.Unmarshal(body, &response); err != nil {
		return nil, fmt.Errorf("read the hits of %s: %w", search, err)
	}
	var documents []conformance.Document
	for _, hit := range response.Hits.Hits {
		key := []driver.Text{{Key: "#index", Value: hit.Index}, {Key: "#id", Value: hit.ID}}
		if hit.Routing != "" {
			key = append(key, driver.Text{Key: "#routing", Value: hit.Routing})
		}
		documents = append(documents, conformance.Document{Key: key, Source: string(hit.Source)})
	}
	return documents, nil
}

// send sends one request and returns the body of its response, whose status must be 2xx. Nodes with security enabled
// accept anonymous requests.
func send(ctx context.Context, method, address, body string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make a request: %w", err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("send a request: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("read a response: %w", err)
	}
	if response.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: status %d: %.500s", method, address, response.StatusCode, text)
	}
	return text, nil
}

// pointCounter counts the open points in time on an engine.
type pointCounter struct {
	next http.Handler
	open atomic.Int64
}

// ServeHTTP implements [http.Handler].
func (p *pointCounter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	response := httptest.NewRecorder()
	p.next.ServeHTTP(response, r)
	if response.Code < 300 && strings.HasSuffix(r.URL.Path, "/_pit") {
		switch r.Method {
		case http.MethodPost:
			p.open.Add(1)
		case http.MethodDelete:
			p.open.Add(-1)
		}
	}
	for name, values := range response.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(response.Code)
	_, _ = w.Write(response.Body.Bytes()) // a client that is gone needs no response
}
