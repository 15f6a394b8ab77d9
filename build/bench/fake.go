package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// search is the request of a page, as received.
type search struct{ uri, body string }

// fake is an engine on loopback that responds with prepared bytes, so that only the client's work is measured.
type fake struct {
	server  *http.Server
	address string

	mu   sync.Mutex
	last search
}

// startFake serves an index "bench" whose searches return page.
func startFake(mapping string, page []byte) (*fake, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the engine of the benchmark: %w", err)
	}
	f := &fake{address: listener.Addr().String()}
	responses := map[string][]byte{
		"/":               []byte(`{"cluster_name":"bench","version":{"number":"8.16.3"},"tagline":"You Know, for Search"}`),
		"/bench/_mapping": []byte(`{"bench":{"mappings":` + mapping + `}}`),
		"/bench/_search":  page,
	}
	f.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		response := responses[r.URL.Path]
		if response == nil {
			http.NotFound(w, r)
			return
		}
		if strings.HasSuffix(r.URL.Path, "/_search") {
			f.note(search{r.URL.RequestURI(), string(body)})
		}
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(response)))
		_, _ = w.Write(response)
	})}
	go func() { _ = f.server.Serve(listener) }()
	return f, nil
}

func (f *fake) note(s search) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = s
}

// asked returns the last request for a page.
func (f *fake) asked() search {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

func (f *fake) close() { _ = f.server.Close() }
