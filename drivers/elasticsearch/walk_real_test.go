// SPEC: A-BRO-11, A-BRO-12, A-BRO-13, A-BRO-14, A-BRO-15, A-SRT-03, A-SRT-04
package elasticsearch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/transport"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch"
)

const (
	walkRows  = 34_321 // more than three windows, and not a multiple of a page
	walkSize  = 2_000
	walkIndex = "quarry-walk"
)

// node is a real engine and an open connection of the driver to it.
type node struct {
	t       *testing.T
	url     string
	client  *transport.Client
	runner  plugin.Runner
	session []byte
	sent    []string
}

func connect(t *testing.T, address string) *node {
	t.Helper()
	n := reach(t, address, transport.TLS{}, transport.Auth{})
	_, err := n.greet()
	require.NoError(t, err)
	return n
}

// reach returns a node whose connection has not been opened yet.
func reach(t *testing.T, address string, tls transport.TLS, auth transport.Auth) *node {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	port, err := strconv.Atoi(u.Port())
	require.NoError(t, err)
	client, err := transport.New(transport.Options{Host: u.Hostname(), Port: port, TLS: tls, Auth: auth})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return &node{t: t, url: address, client: client, runner: plugin.Native(elasticsearch.New())}
}

// greet opens the connection.
func (n *node) greet() (*driver.Server, error) {
	server, err := plugin.Run[driver.Server](n.t.Context(), n.runner, n.call(driver.OpOpen, &driver.OpenArgs{Secure: strings.HasPrefix(n.url, "https")}, nil))
	if err == nil {
		n.session = server.Session
	}
	return server, err
}

// Do implements plugin.Client and records what was sent.
func (n *node) Do(ctx context.Context, r transport.Request) (*transport.Response, error) {
	n.sent = append(n.sent, r.Method+" "+r.Path)
	return n.client.Do(ctx, r)
}

func (n *node) call(op string, args wire.Message, exec *plugin.Exec) plugin.Call {
	if exec == nil {
		exec = plugin.NewExec(plugin.FromTransport(n), plugin.ExecOptions{})
	}
	return plugin.Call{Op: op, Session: n.session, Args: args, Exec: exec, Read: true}
}

// Columns implements grid.Reader.
func (n *node) Columns(ctx context.Context, object string) (*driver.ColumnSet, error) {
	return plugin.Run[driver.ColumnSet](ctx, n.runner, n.call(driver.OpColumns, &driver.ColumnsArgs{Object: object}, nil))
}

// Page implements grid.Reader.
func (n *node) Page(ctx context.Context, a *driver.PageArgs, kernel *rows.Kernel, progress func(done, total int64)) (*grid.Page, []byte, error) {
	exec := plugin.NewExec(plugin.FromTransport(n), plugin.ExecOptions{Progress: progress, Kernel: func(plan *driver.RowsPlan) (*rows.Kernel, error) {
		if plan == nil {
			return kernel, nil
		}
		return rows.Compile(grid.Plan(plan, nil))
	}})
	result, err := plugin.Run[driver.PageResult](ctx, n.runner, n.call(driver.OpPage, a, exec))
	if err != nil {
		return nil, nil, err
	}
	block := exec.Block(int(result.Blocks[0]))
	return &grid.Page{
		Block: block.Block, Rows: block.Rows, End: result.End, Notices: result.Notices, Snapshot: result.Snapshot,
		Note: result.Note, Stale: result.Stale, Held: result.Held,
	}, result.State, nil
}

// Count implements grid.Reader.
func (n *node) Count(context.Context, string, []byte) (int64, error) { return walkRows, nil }

// Renew implements grid.Reader.
func (n *node) Renew(ctx context.Context, state []byte) ([]byte, error) {
	renewed, err := plugin.Run[driver.Renewed](ctx, n.runner, n.call(driver.OpRenew, &driver.ReleaseArgs{State: state}, nil))
	if err != nil {
		return nil, err
	}
	return renewed.State, nil
}

// Release implements grid.Reader.
func (n *node) Release(ctx context.Context, state []byte) error {
	_, err := plugin.Run[driver.Empty](ctx, n.runner, n.call(driver.OpRelease, &driver.ReleaseArgs{State: state}, nil))
	return err
}

// ask sends the test's own request.
func (n *node) ask(method, path, body string) string {
	n.t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, n.url+path, strings.NewReader(body))
	require.NoError(n.t, err)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	require.NoError(n.t, err)
	defer func() { _ = resp.Body.Close() }()
	response, err := io.ReadAll(resp.Body)
	require.NoError(n.t, err)
	if method != http.MethodDelete {
		require.Less(n.t, resp.StatusCode, 300, "%s %s: %s", method, path, response)
	}
	return string(response)
}

// held returns how many points in time and scrolls the engine holds open.
func (n *node) held() int64 {
	stats := gjson.Get(n.ask(http.MethodGet, "/"+walkIndex+"/_stats/search", ""), "_all.total.search.open_contexts")
	return stats.Int()
}

const walkMapping = `{"settings":{"number_of_shards":3,"number_of_replicas":0,"refresh_interval":-1},"mappings":{"properties":{
	"tie":{"type":"integer"},"sparse":{"type":"long"},"word":{"type":"keyword"},"float":{"type":"double"},"half":{"type":"half_float"},
	"at":{"type":"date"},"nanos":{"type":"date_nanos"},"flag":{"type":"boolean"},"many":{"type":"integer"},"address":{"type":"ip"},
	"parts":{"type":"nested","properties":{"size":{"type":"integer"},"inner":{"type":"nested","properties":{"code":{"type":"keyword"}}}}}}}}`

// seed creates an index in which every kind of key has ties and missing values.
func (n *node) seed() {
	n.ask(http.MethodDelete, "/"+walkIndex, "")
	n.ask(http.MethodPut, "/"+walkIndex, walkMapping)
	n.t.Cleanup(func() { n.ask(http.MethodDelete, "/"+walkIndex, "") })
	var body strings.Builder
	for i := range walkRows {
		fmt.Fprintf(&body, "{\"index\":{\"_id\":\"%d\"}}\n{\"tie\":%d", i, i%7)
		if i%3 != 0 {
			fmt.Fprintf(&body, `,"sparse":%d,"at":%d,"nanos":"2020-01-01T00:00:00.%09dZ"`, int64(i%911)*4611686018427387, 1e12+int64(i%1009)*86400000, i%977)
		}
		if i%5 != 0 {
			fmt.Fprintf(&body, `,"word":"w%d","float":%d.5,"half":%d.25,"flag":%t,"address":"10.0.%d.%d"`, i%613, i%101-50, i%17, i%2 == 0, i%256, i%251)
		}
		if i%4 != 0 {
			fmt.Fprintf(&body, `,"many":[%d,%d],"parts":[{"size":%d,"inner":[{"code":"c%d"},{"code":"c%d"}]},{"size":%d}]`, i%53, i%29, i%37, i%19, i%23, i%41)
		}
		body.WriteString("}\n")
		if i%8000 == 7999 || i == walkRows-1 {
			require.Contains(n.t, n.ask(http.MethodPost, "/"+walkIndex+"/_bulk?filter_path=errors", body.String()), "false")
			body.Reset()
		}
	}
	n.ask(http.MethodPost, "/"+walkIndex+"/_refresh", "")
}

// ids returns the ids of a page's rows.
func ids(t *testing.T, p *grid.Page) []string {
	t.Helper()
	page, err := rows.Decode(p.Block)
	require.NoError(t, err)
	id := page.Column("#id")
	list := make([]string, page.Rows)
	for row := range list {
		_, list[row] = page.Cell(row, id)
	}
	return list
}

func (n *node) view() *grid.View {
	n.t.Helper()
	v, err := grid.Open(n.t.Context(), "walk", walkIndex, walkSize, n, grid.NewCache(1))
	require.NoError(n.t, err)
	return v
}

// page reads a whole page, even if it comes in several parts.
func (n *node) page(v *grid.View, generation, number int) []string {
	n.t.Helper()
	var list []string
	for len(list) < walkSize {
		p, err := v.Part(n.t.Context(), generation, number, len(list))
		require.NoError(n.t, err, "page %d", number)
		require.False(n.t, p.Stale)
		require.Empty(n.t, p.Notices)
		list = append(list, ids(n.t, p)...)
		if p.End {
			break
		}
	}
	return list
}

// walk reads every page of a view in order.
func (n *node) walk(v *grid.View, generation int) []string {
	n.t.Helper()
	var all []string
	for number := 0; number*walkSize < walkRows; number++ {
		all = append(all, n.page(v, generation, number)...)
	}
	return all
}

var walkSorts = []struct {
	name string
	by   []grid.SortBy
}{
	{"no sort", nil},
	{"ties", []grid.SortBy{{Column: "tie"}}},
	{"ties downwards", []grid.SortBy{{Column: "tie", Desc: true}}},
	{"64-bit integers, some missing", []grid.SortBy{{Column: "sparse"}}},
	{"words downwards, some missing", []grid.SortBy{{Column: "word", Desc: true}}},
	{"floats, some missing", []grid.SortBy{{Column: "float", Desc: true}}},
	{"half floats", []grid.SortBy{{Column: "half"}}},
	{"dates, some missing", []grid.SortBy{{Column: "at", Desc: true}}},
	{"nanoseconds, some missing", []grid.SortBy{{Column: "nanos", Desc: true}}},
	{"booleans", []grid.SortBy{{Column: "flag"}}},
	{"arrays", []grid.SortBy{{Column: "many"}}},
	{"arrays downwards", []grid.SortBy{{Column: "many", Desc: true}}},
	{"addresses", []grid.SortBy{{Column: "address"}}},
	{"a nested leaf", []grid.SortBy{{Column: "parts.size", Desc: true}}},
	{"a leaf nested twice", []grid.SortBy{{Column: "parts.inner.code"}}},
	{"two keys", []grid.SortBy{{Column: "tie", Desc: true}, {Column: "word"}}},
	{"score and index", []grid.SortBy{{Column: "_score"}, {Column: "_index", Desc: true}}},
}

func TestWalkingAllPagesShowsEveryRowOnce(t *testing.T) {
	for _, engine := range []struct {
		name    string
		address func(enginetest.TB) string
	}{{"8.16", enginetest.ES8}, {"7.17", enginetest.ES7}, {"9.4", enginetest.ES9}} {
		t.Run(engine.name, func(t *testing.T) {
			t.Parallel()
			n := connect(t, engine.address(t))
			n.seed()
			for _, sort := range walkSorts {
				t.Run(sort.name, func(t *testing.T) {
					n.t = t
					n.walksAndJumps(sort.by)
				})
			}
			n.t = t
		})
	}
}

// arrange sorts a view's rows, drops earlier arrangements, and returns the generation.
func arrange(t *testing.T, v *grid.View, by []grid.SortBy) int {
	t.Helper()
	arranged, err := v.Arrange(t.Context(), grid.Arrangement{Sort: by})
	require.NoError(t, err)
	require.Len(t, arranged.Sort, len(by), "every column of the test can be sorted")
	v.Drop(arranged.Generation - 1)
	return arranged.Generation
}

// walksAndJumps walks a view, then jumps to far pages of a new one, and compares the two.
func (n *node) walksAndJumps(by []grid.SortBy) {
	held := n.held()
	v := n.view()
	generation := arrange(n.t, v, by)
	all := n.walk(v, generation)
	require.Len(n.t, all, walkRows)
	seen := make(map[string]bool, walkRows)
	for _, id := range all {
		require.False(n.t, seen[id], "the row %s comes twice", id)
		seen[id] = true
	}
	v.Close(n.t.Context())
	require.Eventually(n.t, func() bool { return n.held() == held }, 10*time.Second, 50*time.Millisecond, "nothing stays open")

	jumps := n.view()
	generation = arrange(n.t, jumps, by)
	last := (walkRows - 1) / walkSize
	n.sent = nil
	n.page(jumps, generation, 11)
	if len(by) == 0 || by[0].Column != "nanos" && by[0].Column != "_score" {
		require.Less(n.t, len(slices.DeleteFunc(n.sent, func(s string) bool { return s != "POST /_search" })), 5, "no rows are passed one after the other")
	}
	far := []int{11, last, 8, 4, 12, last - 1, 5, 0, 16}
	for _, how := range []string{"by a jump", "again"} {
		for _, number := range far {
			n.sent = nil
			want := all[number*walkSize : min(walkRows, (number+1)*walkSize)]
			require.Equal(n.t, want, n.page(jumps, generation, number), "page %d %s", number, how)
			if how == "again" {
				require.Equal(n.t, []string{"POST /_search"}, n.sent, "page %d again", number)
			}
		}
	}
	jumps.Close(n.t.Context())
}

func TestWithoutPointsInTimeReal79ReadsOnForwardsOnly(t *testing.T) {
	n := connect(t, enginetest.ES79(t))
	n.seed()
	for _, sort := range walkSorts {
		if sort.by != nil && sort.by[0].Column == "nanos" {
			continue // 7.9 itself fails if a date_nanos is missing
		}
		t.Run(sort.name, func(t *testing.T) {
			n.t = t
			held := n.held()
			v := n.view()
			generation := arrange(t, v, sort.by)
			all := n.walk(v, generation)
			require.Len(t, all, walkRows)
			seen := make(map[string]bool, walkRows)
			for _, id := range all {
				require.False(t, seen[id], "the row %s comes twice", id)
				seen[id] = true
			}
			require.Greater(t, n.held(), held)
			_, err := v.Page(t.Context(), generation, 6)
			require.ErrorContains(t, err, "only page forward")
			require.Equal(t, all[:walkSize], n.page(v, generation, 0), "the first rows are read without the scroll")
			v.Close(t.Context())
			require.Eventually(t, func() bool { return n.held() == held }, 10*time.Second, 50*time.Millisecond, "nothing stays open")
		})
	}
	n.t = t
	jump := n.view()
	p, err := jump.Page(t.Context(), 0, 9)
	require.NoError(t, err)
	require.NotZero(t, p.Snapshot)
	require.Contains(t, p.Note, "only page forward")
	jump.Close(t.Context())
}

func TestASnapshotOpensWithTheSecondPageAndIsGivenBack(t *testing.T) {
	n := connect(t, enginetest.ES8(t))
	n.seed()
	held := n.held()
	v := n.view()
	read := func(number int) (*grid.Page, []string) {
		n.sent = nil
		p, err := v.Page(t.Context(), v.Generation(), number)
		require.NoError(t, err)
		return p, n.sent
	}
	const search, point = "POST /_search", "POST /" + walkIndex + "/_pit"

	p, sent := read(0)
	require.Equal(t, []string{"POST /" + walkIndex + "/_search"}, sent)
	require.Zero(t, p.Snapshot)
	require.Equal(t, held, n.held(), "the first page holds nothing open")

	p, sent = read(1)
	require.NotZero(t, p.Snapshot)
	require.Equal(t, []string{point, search, search}, sent, "open, the page, the keys of page 1")
	require.Equal(t, held+3, n.held(), "one context for each shard")
	for _, number := range []int{2, 3, 4, 5, 6} {
		_, sent = read(number)
		require.Equal(t, []string{search}, sent, "going on costs one request")
	}
	for _, number := range []int{5, 3} {
		_, sent = read(number)
		require.Equal(t, []string{search}, sent, "going back costs one request")
	}
	_, sent = read(16)
	require.Len(t, sent, 3, "the total, the sort values from the far end, and the page")

	arrange(t, v, nil)
	require.Eventually(t, func() bool { return n.held() == held }, 10*time.Second, 50*time.Millisecond, "refreshing gives it back")
	read(3)
	require.Equal(t, held+3, n.held())
	require.NoError(t, v.Renew(t.Context()))
	arrange(t, v, []grid.SortBy{{Column: "tie"}})
	require.Eventually(t, func() bool { return n.held() == held }, 10*time.Second, 50*time.Millisecond, "another order gives it back")
	read(3)
	v.Close(t.Context())
	require.Eventually(t, func() bool { return n.held() == held }, 10*time.Second, 50*time.Millisecond, "closing gives it back")
}

func TestAFirstPageThatChangedBeforeTheSnapshotIsMarkedStale(t *testing.T) {
	n := connect(t, enginetest.ES8(t))
	n.seed()
	v := n.view()
	defer v.Close(t.Context())
	generation := arrange(t, v, []grid.SortBy{{Column: "tie"}})
	before := n.page(v, generation, 0)
	n.ask(http.MethodDelete, "/"+walkIndex+"/_doc/"+before[0]+"?refresh=true", "")
	p, err := v.Page(t.Context(), generation, 1)
	require.NoError(t, err)
	require.True(t, p.Stale)
	require.Len(t, p.Notices, 1)
	first, err := v.Page(t.Context(), generation, 0)
	require.NoError(t, err)
	require.NotZero(t, first.Snapshot, "it is read again in the snapshot")
	require.Equal(t, append(before[1:], ids(t, p)[0])[:walkSize-1], ids(t, first)[:walkSize-1])
	p, err = v.Page(t.Context(), generation, 2)
	require.NoError(t, err)
	require.False(t, p.Stale, "it is said once")
}

func TestWhenTheSnapshotHasEndedAnotherIsTakenAndSaid(t *testing.T) {
	n := connect(t, enginetest.ES8(t))
	n.seed()
	v := n.view()
	defer v.Close(t.Context())
	_, err := v.Page(t.Context(), 0, 3)
	require.NoError(t, err)
	n.ask(http.MethodPost, "/"+walkIndex+"/_close", "") // closing the index ends everything that is open on it
	n.ask(http.MethodPost, "/"+walkIndex+"/_open?wait_for_active_shards=1", "")
	n.ask(http.MethodGet, "/_cluster/health/"+walkIndex+"?wait_for_status=green&timeout=30s", "")
	for _, number := range []int{7, 8} {
		p, err := v.Page(t.Context(), 0, number)
		require.NoError(t, err)
		require.Equal(t, walkSize, p.Rows)
		if number == 7 {
			require.Equal(t, []driver.Notice{{Text: "The snapshot has ended on the server. From here on, rows come from a new one."}}, p.Notices)
		} else {
			require.Empty(t, p.Notices, "it is said once")
		}
	}
}

func TestAJumpThatIsCancelledLeavesNothingOpen(t *testing.T) {
	n := connect(t, enginetest.ES8(t))
	n.seed()
	held := n.held()
	v := n.view()
	ctx, cancel := context.WithCancel(t.Context())
	slow := make(chan struct{})
	go func() {
		for total := int64(0); total == 0; _, total = v.Progress(0) {
			if ctx.Err() != nil {
				break
			}
		}
		cancel()
		close(slow)
	}()
	_, err := v.Page(ctx, 0, 8)
	cancel()
	<-slow
	if err == nil {
		v.Close(t.Context())
	}
	require.Eventually(t, func() bool { return n.held() == held }, 10*time.Second, 50*time.Millisecond, "nothing stays open")
	v.Close(t.Context())
}
