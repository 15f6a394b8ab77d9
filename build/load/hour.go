package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"

	"quarry/backend/sample"
)

const (
	hourIndex  = "quarry-load-hour"
	hourRows   = 8_000
	farPage    = 3                // of 1,000 rows; it needs a point in time
	rest       = 10 * time.Second // from the end of a refresh to the next
	warmUp     = 90 * time.Second // until everything that the tabs need exists: memory, connections to the engines
	write      = 7 * time.Second  // from one write to the next
	remap      = 5 * time.Minute  // from one new field to the next
	lookAround = 30 * time.Second // from one measurement to the next
	realTabs   = 3                // connections to the real node
	sampleTabs = 2                // connections to the sample data
	settle     = 5 * time.Second  // after closing, until connections are given up
	spare      = 16               // extra goroutines or handles for connections in progress
)

// tab is an open tab that refreshes itself like the page.
type tab struct {
	name    string
	refresh func(context.Context) error
	close   func(context.Context) error
}

// moment is one measurement.
type moment struct {
	usage
	realPoints   int64
	samplePoints int64
}

// moments are when the figures in the table were measured: before any connection was opened, with all tabs open, the
// maximum until the end, at the end, with all tabs closed, and with all connections closed.
type moments struct{ empty, begin, most, end, closed, gone moment }

// hour keeps twenty tabs of five connections open, refreshes them continuously while documents and fields are added,
// and measures the application.
type hour struct {
	host     *host
	node     *node
	sessions []string // the last ones are for the sample data

	mu       sync.Mutex
	done     int
	failures []string
}

func (l *load) measureHour(ctx context.Context) error {
	host, err := l.host(ctx)
	if err != nil {
		return err
	}
	defer host.stop()
	node, err := l.real(ctx)
	if err != nil {
		return err
	}
	h := &hour{host: host, node: node}
	return h.run(ctx, l)
}

func (h *hour) run(ctx context.Context, l *load) error {
	h.node.indices = append(h.node.indices, hourIndex)
	loader := sample.Loader{URL: h.node.url, Replace: true}
	if err := loader.Load(ctx, []sample.Index{sample.Weblog(sample.DefaultSeed, hourIndex, hourRows)}); err != nil {
		return err
	}
	if _, err := h.node.ask(ctx, http.MethodPut, "/"+hourIndex+"/_settings", []byte(`{"index":{"refresh_interval":"1s"}}`)); err != nil {
		return err
	}
	first, err := h.host.connect(ctx, "first", h.node.address())
	if err != nil {
		return err
	}
	second, err := h.host.connectSample(ctx)
	if err != nil {
		return err
	}
	if err := h.host.empties(ctx, first, second); err != nil {
		return err
	}
	at := moments{empty: moment{usage: h.host.empty}}
	tabs, err := h.openAll(ctx)
	if err != nil {
		return err
	}
	if _, err := h.last(ctx, warmUp, tabs); err != nil {
		return err
	}
	if at.begin, err = h.moment(ctx); err != nil {
		return err
	}
	if at.most, err = h.last(ctx, l.hour, tabs); err != nil {
		return err
	}
	if at.end, err = h.moment(ctx); err != nil {
		return err
	}
	if at.closed, at.gone, err = h.closeAll(ctx, tabs); err != nil {
		return err
	}
	h.report(l, at)
	return nil
}

// openAll connects and opens the tabs: on each connection the first page, a far page in an order, a filter with its
// count, and the dashboard.
func (h *hour) openAll(ctx context.Context) ([]tab, error) {
	var tabs []tab
	for n := range realTabs + sampleTabs {
		session, index, err := "", hourIndex, error(nil)
		if n < realTabs {
			session, err = h.host.connect(ctx, fmt.Sprint("load ", n), h.node.address())
		} else {
			index = "weblog-2026.11"
			session, err = h.host.connectSample(ctx)
		}
		if err != nil {
			return nil, err
		}
		h.sessions = append(h.sessions, session)
		for _, shown := range []rowsTab{
			{name: "first page"},
			{name: "far page", page: farPage, sort: []object{{"column": "@timestamp", "desc": true}}},
			{name: "filter", filter: []object{{"column": "response", "operator": "greater or equal", "values": []string{"400"}}}},
		} {
			shown.host, shown.session, shown.index = h.host, session, index
			if err := shown.open(ctx); err != nil {
				return nil, fmt.Errorf("%s of connection %d: %w", shown.name, n, err)
			}
			tabs = append(tabs, tab{fmt.Sprintf("%s of connection %d", shown.name, n), shown.refresh, shown.close})
		}
		tabs = append(tabs, h.dashboard(session, n))
	}
	return tabs, nil
}

// dashboard is a tab with a server's figures.
func (h *hour) dashboard(session string, n int) tab {
	after, name := 0, fmt.Sprint("dashboard-", n)
	return tab{
		name: fmt.Sprintf("dashboard of connection %d", n),
		refresh: func(ctx context.Context) error {
			var figures struct{ Points []struct{ Number int } }
			if err := h.host.call(ctx, "Dashboards.Poll", object{"session": session, "tab": name, "after": after}, &figures); err != nil {
				return err
			}
			if len(figures.Points) > 0 {
				after = figures.Points[len(figures.Points)-1].Number
			}
			return nil
		},
		close: func(ctx context.Context) error {
			return h.host.call(ctx, "Dashboards.Drop", object{"session": session, "tab": name}, nil)
		},
	}
}

// last refreshes the tabs for a duration and returns the maximum measured in that time.
func (h *hour) last(ctx context.Context, length time.Duration, tabs []tab) (moment, error) {
	until, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var running sync.WaitGroup
	for i := range tabs {
		running.Go(func() {
			pause(until, rest*time.Duration(i)/time.Duration(len(tabs))) // a user opens them one after the other
			every(until, rest, func(int) {
				h.note(tabs[i].name, tabs[i].refresh(ctx))
			})
		})
	}
	running.Go(func() {
		every(until, write, func(n int) { h.note("write a document", h.write(ctx, n)) })
	})
	running.Go(func() {
		every(until, remap, func(n int) { h.note("add a field", h.addField(ctx, n)) })
	})
	var most moment
	every(until, lookAround, func(n int) {
		now, err := h.moment(ctx)
		h.note("measure", err)
		most = most.or(now)
		fmt.Fprintf(os.Stderr, "load: after %v: %v\n", time.Duration(n)*lookAround, now)
	})
	running.Wait()
	return most, ctx.Err()
}

// every calls f repeatedly, with rests in between, until ctx is done.
func every(ctx context.Context, rest time.Duration, f func(n int)) {
	for n := 1; pause(ctx, rest); n++ {
		f(n)
	}
}

// pause waits. It reports whether ctx is still not done.
func pause(ctx context.Context, rest time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(rest):
		return true
	}
}

func (h *hour) note(what string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil {
		h.done++
		return
	}
	h.failures = append(h.failures, fmt.Sprintf("%s: %v", what, err))
	fmt.Fprintf(os.Stderr, "load: %s: %v\n", what, err)
}

// write adds a document, which every view of the index must then show.
func (h *hour) write(ctx context.Context, n int) error {
	document := fmt.Sprintf(`{"@timestamp":%q,"response":%d,"message":"written %d"}`, time.Now().UTC().Format(time.RFC3339), 200+n%400, n)
	_, err := h.node.ask(ctx, http.MethodPost, "/"+hourIndex+"/_doc", []byte(document))
	return err
}

// addField adds a field to the mapping: the views get another column, so the page switches to new ones.
func (h *hour) addField(ctx context.Context, n int) error {
	mapping := fmt.Sprintf(`{"properties":{"added_%d":{"type":"keyword"}}}`, n)
	_, err := h.node.ask(ctx, http.MethodPut, "/"+hourIndex+"/_mapping", []byte(mapping))
	return err
}

// closeAll closes the tabs, then the connections, and measures after each.
func (h *hour) closeAll(ctx context.Context, tabs []tab) (closed, gone moment, err error) {
	for i := range tabs {
		h.note("close "+tabs[i].name, tabs[i].close(ctx))
	}
	if closed, err = h.moment(ctx); err != nil {
		return closed, gone, err
	}
	for _, session := range h.sessions {
		h.note("disconnect", h.host.call(ctx, "Connections.Close", object{"session": session}, nil))
	}
	h.host.client.CloseIdleConnections() // they do not count as left behind by the connections
	pause(ctx, settle)
	if gone.usage, err = h.host.usage(ctx); err != nil {
		return closed, gone, err
	}
	gone.realPoints, err = h.realPoints(ctx)
	return closed, gone, err
}

// moment measures the application, and the number of open points in time.
func (h *hour) moment(ctx context.Context) (moment, error) {
	var m moment
	var err error
	if m.usage, err = h.host.usage(ctx); err != nil {
		return m, err
	}
	if m.realPoints, err = h.realPoints(ctx); err != nil {
		return m, err
	}
	for _, session := range h.sessions[realTabs:] {
		text, err := h.host.typed(ctx, session, "GET /_nodes/stats/indices")
		if err != nil {
			return m, err
		}
		n, err := openContexts(text)
		if err != nil {
			return m, err
		}
		m.samplePoints += n
	}
	return m, nil
}

func (h *hour) realPoints(ctx context.Context) (int64, error) {
	text, err := h.node.ask(ctx, http.MethodGet, "/_nodes/stats/indices/search", nil)
	if err != nil {
		return 0, err
	}
	return openContexts(text)
}

// openContexts reads how many points in time and scrolls the nodes hold, one per shard.
func openContexts(text []byte) (int64, error) {
	var stats struct {
		Nodes map[string]struct {
			Indices struct {
				Search struct {
					Open *int64 `json:"open_contexts"`
				}
			}
		}
	}
	if err := json.Unmarshal(text, &stats); err != nil {
		return 0, fmt.Errorf("count the points in time: %w", err)
	}
	total := int64(0)
	for _, n := range stats.Nodes {
		if n.Indices.Search.Open == nil {
			return 0, errors.New("count the points in time: the node does not say")
		}
		total += *n.Indices.Search.Open
	}
	return total, nil
}

// typed sends a request as if typed in a console, and returns the whole response.
func (h *host) typed(ctx context.Context, session, text string) ([]byte, error) {
	var response struct{ ID, Size string }
	if err := h.call(ctx, "Console.Send", object{"session": session, "tab": "load", "text": text}, &response); err != nil {
		return nil, err
	}
	query := url.Values{"session": {session}, "response": {response.ID}, "from": {"0"}, "size": {"4000000"}}
	whole, err := h.data(ctx, "response", query, nil)
	drop := object{"session": session, "tab": "load", "responses": []string{response.ID}}
	return whole, errors.Join(err, h.call(ctx, "Console.Drop", drop, nil))
}

// or returns the larger of each figure.
func (m moment) or(other moment) moment {
	return moment{usage{
		max(m.resident, other.resident), max(m.peak, other.peak), max(m.heap, other.heap),
		max(m.goroutines, other.goroutines), max(m.files, other.files),
	}, max(m.realPoints, other.realPoints), max(m.samplePoints, other.samplePoints)}
}

// String is one line of figures.
func (m moment) String() string {
	return fmt.Sprintf("%s resident, %s heap, %d goroutines, %d files, %d and %d points in time",
		megabytes(m.resident), megabytes(m.heap), m.goroutines, m.files, m.realPoints, m.samplePoints)
}

// figures are what is measured at every moment, and how much growth is allowed by the end.
var figures = []struct {
	what   string
	of     func(moment) int64
	format func(int64) string
	limit  func(begin int64) int64
}{
	{"resident memory", func(m moment) int64 { return m.resident }, megabytes, func(n int64) int64 { return n * 3 / 2 }},
	{"heap after a collection", func(m moment) int64 { return m.heap }, megabytes, func(n int64) int64 { return n * 5 / 4 }},
	{"goroutines", func(m moment) int64 { return m.goroutines }, plain, func(n int64) int64 { return n + spare }},
	{"file handles", func(m moment) int64 { return m.files }, plain, func(n int64) int64 { return n + spare }},
	{"points in time of the node", func(m moment) int64 { return m.realPoints }, plain, func(n int64) int64 { return n }},
	{"points in time of the sample data", func(m moment) int64 { return m.samplePoints }, plain, func(n int64) int64 { return n }},
}

func plain(n int64) string { return strconv.FormatInt(n, 10) }

// report adds the hour's figures to the table: with the tabs open, after they were closed, and after the connections
// were closed, compared with the application before it opened any.
func (h *hour) report(l *load, at moments) {
	for _, f := range figures {
		limit := f.limit(f.of(at.begin))
		l.add(result{
			what: "20 tabs open for " + l.hour.String() + ": " + f.what, before: f.format(f.of(at.begin)), most: f.format(f.of(at.most)),
			measured: f.format(f.of(at.end)), limit: "<= " + f.format(limit), wrong: f.of(at.end) > limit,
		})
	}
	for _, f := range figures {
		l.add(result{what: "all tabs closed: " + f.what, before: f.format(f.of(at.end)), measured: f.format(f.of(at.closed))})
	}
	for _, f := range figures[:5] { // the sample data ended with its connections
		l.add(result{what: "all connections closed: " + f.what, before: f.format(f.of(at.empty)), measured: f.format(f.of(at.gone))})
	}
	l.add(exact("points in time with all tabs closed", at.closed.realPoints+at.closed.samplePoints, 0))
	l.add(exact(fmt.Sprintf("failures in %d refreshes and writes", h.done), len(h.failures), 0))
}
