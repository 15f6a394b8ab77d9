package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/profile/connections"
)

const (
	typesenseID     = "typesense"
	typesenseKey    = "bench"
	typesenseHeader = "X-TYPESENSE-API-KEY: " + typesenseKey
	typesenseRounds = 20
	sampleRows      = 200_000
	millionRows     = 1_000_000
	earlyPage       = 400 // the cache of pages is full by then
)

// measureTypesense compares a page and an export of the sample server, which takes about as long as a real one, with curl
// sending the same requests, and looks at the memory while a generated collection is read page by page, and exported.
func (b *bench) measureTypesense(ctx context.Context) ([]result, error) {
	driver, err := builtDriver(ctx, b.folder, typesenseID)
	if err != nil {
		return nil, err
	}
	results, err := b.againstCurl(ctx, driver)
	if err != nil {
		return nil, err
	}
	flat, err := b.readMillion(ctx, driver)
	return append(results, flat...), err
}

// againstCurl compares a page and an export of the sample server with curl.
func (b *bench) againstCurl(ctx context.Context, driver oneDriver) ([]result, error) {
	server, stop, err := b.startSample(ctx)
	if err != nil {
		return nil, err
	}
	defer stop()
	if err := loadRows(ctx, server); err != nil {
		return nil, err
	}
	file := absolute(filepath.Join(b.folder, "typesense.jsonl"))
	defer os.Remove(file)
	x := &exported{name: "million", documents: sampleRows}
	search, route, err := requestsOf(ctx, driver, server, x, file)
	if err != nil {
		return nil, err
	}
	view, s, leave, err := openMillion(ctx, driver, server)
	if err != nil {
		return nil, err
	}
	defer leave()
	page, err := interleave(typesenseRounds, 2,
		contender{"curl", func() (time.Duration, error) { return curl(ctx, server+search.uri, search.body, typesenseHeader) }},
		contender{"quarry", func() (time.Duration, error) {
			return second(func() error { return discard(readFirst(ctx, view, grid.Arrangement{})) })
		}},
	)
	if err != nil {
		return nil, err
	}
	curled := func(route string) func() error {
		return func() error {
			return run(ctx, nil, "curl", "--silent", "--fail", "--header", typesenseHeader, "--output", file, server+route)
		}
	}
	plain, _, _ := strings.Cut(route, "?")
	export, err := interleave(exportRounds, exportWarmUp,
		timed("curl", curled(route)),
		timed("plain curl", curled(plain)),
		timed("quarry", func() error { return exportTo(ctx, s, x, file, 1) }),
	)
	if err != nil {
		return nil, err
	}
	return []result{
		ratio("page of 1,000 rows of Typesense's sample server, against curl of the same multi_search", page["quarry"], page["curl"], 1.5),
		x.rates("export of 200,000 documents of 1 KB of it, against curl of the same route", export["quarry"], export["curl"], 1/0.9),
		x.rates("the same, against curl of the route without parameters", export["quarry"], export["plain curl"], 0),
	}, nil
}

// startSample runs the sample server as a separate process.
func (b *bench) startSample(ctx context.Context) (url string, stop func(), err error) {
	binary := filepath.Join(b.folder, "serve")
	if err := run(ctx, []string{"CGO_ENABLED=0"}, "go", "build", "-o", binary, "./backend/sample/serve"); err != nil {
		return "", nil, err
	}
	server := exec.CommandContext(ctx, binary, "--engine", typesenseID, "--key", typesenseKey, "--empty")
	out, err := server.StdoutPipe()
	if err != nil {
		return "", nil, fmt.Errorf("start the sample server: %w", err)
	}
	if err := server.Start(); err != nil {
		return "", nil, fmt.Errorf("start the sample server: %w", err)
	}
	stop = func() {
		_ = server.Process.Kill()
		_ = server.Wait() // it was killed
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("read the address of the sample server: %w", err)
	}
	return strings.TrimPrefix(strings.TrimSpace(line), "listening on "), stop, nil
}

// requestsOf returns the request that the driver sends for a page, and the route of an export.
func requestsOf(ctx context.Context, driver oneDriver, server string, x *exported, file string) (page search, export string, err error) {
	at, err := url.Parse(server)
	if err != nil {
		return search{}, "", fmt.Errorf("read the address of the sample server: %w", err)
	}
	seen := &watched{next: httputil.NewSingleHostReverseProxy(at)}
	proxy := httptest.NewServer(seen)
	defer proxy.Close()
	view, s, leave, err := openMillion(ctx, driver, proxy.URL)
	if err != nil {
		return search{}, "", err
	}
	defer leave()
	if _, err := readFirst(ctx, view, grid.Arrangement{}); err != nil {
		return search{}, "", err
	}
	if err := exportTo(ctx, s, x, file, 1); err != nil {
		return search{}, "", err
	}
	return seen.last("/multi_search"), seen.last("/export").uri, nil
}

// loadRows makes the collection on a server and fills it.
func loadRows(ctx context.Context, address string) error {
	var lines []byte
	for row := range sampleRows {
		lines = append(appendRow(lines, row), '\n')
	}
	for _, part := range []struct{ route, body string }{
		{"/collections", millionSchema}, {"/collections/million/documents/import?action=create", string(lines)},
	} {
		q, err := http.NewRequestWithContext(ctx, http.MethodPost, address+part.route, strings.NewReader(part.body))
		if err != nil {
			return fmt.Errorf("fill the collection: %w", err)
		}
		q.Header.Set("X-TYPESENSE-API-KEY", typesenseKey)
		resp, err := plainClient.Do(q)
		if err != nil {
			return fmt.Errorf("fill the collection: %w", err)
		}
		said, _ := io.ReadAll(io.LimitReader(resp.Body, 200)) // the status says enough
		resp.Body.Close()
		if resp.StatusCode > 299 {
			return fmt.Errorf("fill the collection: status %d: %s", resp.StatusCode, said)
		}
	}
	return nil
}

// watched remembers the requests that a server gets.
type watched struct {
	next http.Handler

	mu  sync.Mutex
	all []search
}

// ServeHTTP implements [http.Handler].
func (w *watched) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // the server refuses a body that was cut
	r.Body = io.NopCloser(bytes.NewReader(body))
	w.mu.Lock()
	w.all = append(w.all, search{r.URL.RequestURI(), string(body)})
	w.mu.Unlock()
	w.next.ServeHTTP(out, r)
}

// last returns the last request whose path ends like that.
func (w *watched) last(end string) search {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range slices.Backward(w.all) {
		if path, _, _ := strings.Cut(s.uri, "?"); strings.HasSuffix(path, end) {
			return s
		}
	}
	return search{}
}

// readMillion compares the memory after every page of a generated collection with that after the first of them, and the
// memory of its export with that of a tenth.
func (b *bench) readMillion(ctx context.Context, driver oneDriver) ([]result, error) {
	server, err := startMillion()
	if err != nil {
		return nil, err
	}
	defer server.close()
	view, s, leave, err := openMillion(ctx, driver, "http://"+server.address)
	if err != nil {
		return nil, err
	}
	defer leave()
	file := absolute(filepath.Join(b.folder, "million.jsonl"))
	defer os.Remove(file)
	var peaks []int64
	for _, x := range []*exported{{name: "tenth", documents: millionRows / 10}, {name: "million", documents: millionRows}} {
		peak, err := peakHeap(func() error { return exportTo(ctx, s, x, file, 1) })
		if err != nil {
			return nil, err
		}
		peaks = append(peaks, peak)
	}
	early, late, err := readAllPages(ctx, view)
	return []result{
		grown("peak heap of an export of 1,000,000 documents of 1 KB of Typesense, against 100,000", peaks[1], peaks[0], 1.1),
		grown("heap after 1,000,000 rows of 1 KB of Typesense, page by page, against 400,000", late, early, 1.1),
	}, err
}

// peakHeap returns the greatest size of the heap while a call runs.
func peakHeap(call func() error) (int64, error) {
	peak := heapInUse()
	ended := make(chan error, 1)
	go func() { ended <- call() }()
	for {
		select {
		case err := <-ended:
			return peak, err
		case <-time.After(20 * time.Millisecond):
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			peak = max(peak, int64(stats.HeapInuse))
		}
	}
}

// openMillion connects to a server and opens the collection million.
func openMillion(ctx context.Context, d oneDriver, server string) (*grid.View, *session.Session, func(), error) {
	at, err := url.Parse(server)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("connect to %s: %w", server, err)
	}
	sessions := session.New(d)
	s, err := sessions.Open(ctx, connections.Connection{
		Driver: typesenseID, Secrets: []string{"apiKey"}, Fields: map[string]string{"host": at.Hostname(), "port": at.Port(), "ssl": "disabled"},
	}, func(context.Context, string) (string, error) { return typesenseKey, nil })
	if err != nil {
		return nil, nil, nil, fmt.Errorf("connect to %s: %w", server, err)
	}
	leave := func() { sessions.CloseAll(ctx) }
	view, err := grid.NewViews().Open(ctx, s, "million")
	if err != nil {
		leave()
		return nil, nil, nil, fmt.Errorf("open the collection: %w", err)
	}
	return view, s, leave, nil
}

// readAllPages reads every page of a view in order. It returns the bytes of the heap in use after the first pages and
// after the last one.
func readAllPages(ctx context.Context, view *grid.View) (early, late int64, err error) {
	generation := view.Generation()
	for number := 0; ; number++ {
		page, err := view.Page(ctx, generation, number)
		if err != nil {
			return 0, 0, fmt.Errorf("read page %d: %w", number, err)
		}
		if number == earlyPage {
			early = heapInUse()
		}
		if !page.End {
			continue
		}
		if rows := number*view.Size + page.Rows; rows != millionRows {
			return 0, 0, fmt.Errorf("read every page: %d rows in place of %d", rows, millionRows)
		}
		return early, heapInUse(), nil
	}
}

func heapInUse() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapInuse)
}

// words make a document as long as 1 KB.
var words = strings.Repeat(" of a million", 70)

// million is a server of Typesense with two collections, whose documents it makes as they are requested: million, and
// tenth, which has as many as its name says.
type million struct {
	server  *http.Server
	address string
}

const (
	millionSchema = `{"name":"million","num_documents":1000000` + schemaRest
	tenthSchema   = `{"name":"tenth","num_documents":100000` + schemaRest
	schemaRest    = `,"created_at":1700000000,"default_sorting_field":"","enable_nested_fields":false,` +
		`"fields":[{"name":"n","type":"int64","sort":true},{"name":"title","type":"string"},{"name":"price","type":"float","sort":true}]}`
)

func startMillion() (*million, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the server of the collection: %w", err)
	}
	m := &million{address: listener.Addr().String()}
	routes := http.NewServeMux()
	for route, body := range map[string]string{
		"GET /debug": `{"state":1,"version":"29.0"}`, "GET /stats.json": `{"pending_write_batches":0}`,
		"GET /collections": "[" + millionSchema + "]", "GET /collections/million": millionSchema,
		"GET /collections/tenth": tenthSchema,
	} {
		routes.HandleFunc(route, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
	}
	routes.HandleFunc("POST /multi_search", findRows)
	routes.HandleFunc("GET /collections/million/documents/export", func(w http.ResponseWriter, _ *http.Request) { writeRows(w, millionRows) })
	routes.HandleFunc("GET /collections/tenth/documents/export", func(w http.ResponseWriter, _ *http.Request) { writeRows(w, millionRows/10) })
	m.server = &http.Server{Handler: routes}
	go func() { _ = m.server.Serve(listener) }()
	return m, nil
}

func (m *million) close() { _ = m.server.Close() }

// findRows responds to a multi_search.
func findRows(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var request struct{ Searches []struct{ Offset, Limit int } }
	if err == nil {
		err = json.Unmarshal(body, &request)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	out := []byte(`{"results":[`)
	for i, search := range request.Searches {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"facet_counts":[],"found":1000000,"hits":[`...)
		for row := search.Offset; row < min(search.Offset+search.Limit, millionRows); row++ {
			if row > search.Offset {
				out = append(out, ',')
			}
			out = append(out, `{"document":`...)
			out = append(appendRow(out, row), `,"highlight":{},"highlights":[]}`...)
		}
		out = append(out, `],"out_of":1000000,"page":1,"search_cutoff":false,"search_time_ms":1}`...)
	}
	_, _ = w.Write(append(out, `]}`...))
}

// writeRows writes documents, one per line.
func writeRows(w io.Writer, rows int) {
	lines := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for row := range rows {
		line = append(appendRow(line[:0], row), '\n')
		_, _ = lines.Write(line) // a client that has gone needs no more
	}
	_ = lines.Flush()
}

// appendRow appends the document of a row.
func appendRow(out []byte, row int) []byte {
	out = append(out, `{"id":"d`...)
	out = strconv.AppendInt(out, int64(row), 10)
	out = append(out, `","n":`...)
	out = strconv.AppendInt(out, 9_007_199_254_740_993+int64(row), 10)
	out = append(out, `,"title":"row `...)
	out = strconv.AppendInt(out, int64(row), 10)
	out = append(out, words...)
	out = append(out, `","price":`...)
	out = strconv.AppendInt(out, int64(row%1000), 10)
	return append(out, `.25}`...)
}
