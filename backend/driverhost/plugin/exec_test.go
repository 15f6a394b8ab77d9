package plugin

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// senderFunc is a RequestSender from a function.
type senderFunc func(ctx context.Context, r *driver.Request) (*transport.Response, error)

func (f senderFunc) Do(ctx context.Context, r *driver.Request) (*transport.Response, error) {
	return f(ctx, r)
}

// answering returns a RequestSender that returns the same response to every request.
func answering(status int, body string) RequestSender {
	return senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) {
		return &transport.Response{Status: status, Body: []byte(body), Duration: 7 * time.Millisecond}, nil
	})
}

// hitsKernel returns the kernel of a view with one column.
func hitsKernel(plan *driver.RowsPlan) (*rows.Kernel, error) {
	if plan == nil {
		plan = &driver.RowsPlan{At: "hits.hits", Doc: "_source", Last: "sort", Hidden: []driver.Hidden{{Name: "#id", At: "_id", Role: driver.RoleKey}}}
	}
	p := rows.Plan{Rows: plan.At, Doc: plan.Doc, Last: plan.Last, Columns: []rows.Column{{Name: "title", Path: []string{"title"}}}}
	for _, h := range plan.Hidden {
		p.Hidden = append(p.Hidden, rows.Hidden{Name: h.Name, At: h.At, Key: h.Role.Identifies()})
	}
	return rows.Compile(p)
}

// send carries out one send.
func send(t *testing.T, e *Exec, s driver.Send) driver.Reply {
	t.Helper()
	replies := e.Exec(t.Context(), &driver.Step{Sends: []driver.Send{s}})
	require.Len(t, replies, 1)
	return replies[0]
}

const twoHits = `{"took":5,"hits":{"total":{"value":2},"hits":[
	{"_id":"a","_source":{"title":"One"},"sort":[1,"a"]},
	{"_id":"b","_source":{"title":"Two"},"sort":[9007199254740993,"b"]}]}}`

func TestAnAnswerBecomesWhatTheVerbSays(t *testing.T) {
	rowsOf := []struct {
		name string
		send driver.Send
		body string
		want driver.Reply
	}{
		{"raw", driver.Send{Verb: driver.Raw}, `{"a":1}`, driver.Reply{Body: []byte(`{"a":1}`)}},
		{"raw with a value", driver.Send{Verb: driver.Raw, Pick: []string{"a"}}, `{"a":1}`, driver.Reply{Body: []byte(`{"a":1}`), Picked: []string{"1"}}},
		{"raw as long as allowed", driver.Send{Verb: driver.Raw, Max: 3}, `123`, driver.Reply{Body: []byte(`123`)}},
		{"pick", driver.Send{Verb: driver.Pick, Pick: []string{"a.b", "c", "d.*.e"}}, `{"a":{"b":"x"},"d":[{"e":1},{"e":1.0}]}`, driver.Reply{Picked: []string{`"x"`, "", "[1,1.0]"}}},
		{"rows by the view's plan", driver.Send{Verb: driver.Rows}, twoHits, driver.Reply{Block: 1, Rows: 2, First: `[1,"a"]`, Last: `[9007199254740993,"b"]`}},
		{"rows with values around and inside them", driver.Send{Verb: driver.Rows, Pick: []string{"took", "hits.hits.*.sort.*"}}, twoHits, driver.Reply{Block: 1, Rows: 2, First: `[1,"a"]`, Last: `[9007199254740993,"b"]`, Picked: []string{"5", `[[1,"a"],[9007199254740993,"b"]]`}}},
		{"rows by a plan of its own, with a value", driver.Send{Verb: driver.Rows, Rows: &driver.RowsPlan{At: "hits.hits", Doc: "_source"}, Pick: []string{"took"}}, twoHits, driver.Reply{Block: 1, Rows: 2, Picked: []string{"5"}}},
	}
	for _, row := range rowsOf {
		t.Run(row.name, func(t *testing.T) {
			e := NewExec(answering(200, row.body), ExecOptions{Kernel: hitsKernel})
			row.want.Status, row.want.Bytes, row.want.Millis = 200, int64(len(row.body)), 7
			got := send(t, e, row.send)
			require.Equal(t, row.want.Block, e.Blocks())
			if row.want.Block > 0 {
				row.want.Keys = e.Block(1).Keys
			}
			require.Equal(t, row.want, got)
		})
	}
}

func TestABlockHoldsTheRowsOfTheAnswer(t *testing.T) {
	e := NewExec(answering(200, twoHits), ExecOptions{Kernel: hitsKernel})
	reply := send(t, e, driver.Send{Verb: driver.Rows})
	page, err := rows.Decode(e.Block(reply.Block).Block)
	require.NoError(t, err)
	require.Equal(t, 2, page.Rows)
	require.Nil(t, e.Block(0))
	require.Nil(t, e.Block(2))
}

func TestAWalkedSchemaReachesTheDriverRecordByRecord(t *testing.T) {
	const mapping = `{"books":{"mappings":{"properties":{
		"author":{"type":"nested","properties":{"name":{"type":"text","fields":{"raw":{"type":"keyword"}}}}},
		"a.b":{"type":"long"},"alias":{"type":"alias","path":"a.b"}}}}}`
	e := NewExec(answering(200, mapping), ExecOptions{})
	reply := send(t, e, driver.Send{Verb: driver.Fields, Walk: []driver.FieldSpec{
		{At: "*.mappings.properties", Through: "properties", Sub: "fields", Keys: []string{"type", "path"}},
	}})
	require.Nil(t, reply.Err)
	require.Equal(t, 1, reply.Records)
	var got []driver.Record
	reply.EachRecord(func(i int, r *driver.Record) {
		require.Equal(t, len(got), i)
		kept := *r
		kept.Attrs = append([]string(nil), r.Attrs...)
		got = append(got, kept)
	})
	require.Equal(t, []driver.Record{
		{Name: "author", Attrs: []string{"nested", ""}, Given: 1},
		{Name: "name", Depth: 1, Attrs: []string{"text", ""}, Given: 1},
		{Name: "raw", Depth: 2, Sub: true, Attrs: []string{"keyword", ""}, Given: 1},
		{Name: "a.b", Attrs: []string{"long", ""}, Given: 1},
		{Name: "alias", Attrs: []string{"alias", "a.b"}, Given: 2},
	}, got)
	require.Equal(t, "author.name", e.Schema(1)[1].Path)
	require.Nil(t, e.Schema(0))
	require.Nil(t, e.Schema(2))
}

// A Content-Length that is too small cuts a response, which HTTP then considers complete.
func TestAnAnswerThatSaysItIsJSONIsNotReadInPart(t *testing.T) {
	as := func(kind, body string) driver.Reply {
		sender := senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) {
			return &transport.Response{Status: 200, Header: http.Header{"Content-Type": {kind}}, Body: []byte(body)}, nil
		})
		return send(t, NewExec(sender, ExecOptions{}), driver.Send{Verb: driver.Raw})
	}
	for _, kind := range []string{"application/json", "application/json; charset=UTF-8", "application/vnd.elasticsearch+json;compatible-with=8"} {
		require.ErrorContains(t, as(kind, `{"count":12`).Err, "The response is not valid JSON at byte 11", kind)
		require.Empty(t, as(kind, `{"count":12`).Body, kind)
		require.Nil(t, as(kind, `{"count":123}`).Err, kind)
		require.Nil(t, as(kind, "").Err, kind)
		require.Nil(t, as(kind, "<html>").Err, kind)
	}
	require.Nil(t, as("text/plain", `{"count":12`).Err)
}

func TestAListIsWalkedByItsNames(t *testing.T) {
	e := NewExec(answering(200, `[{"name":"books","num_documents":3},{"name":"a.b"}]`), ExecOptions{})
	reply := send(t, e, driver.Send{Verb: driver.Fields, Walk: []driver.FieldSpec{{Name: "name", Keys: []string{"num_documents"}}}})
	var got []string
	reply.EachRecord(func(_ int, r *driver.Record) {
		got = append(got, strconv.Itoa(r.Depth)+" "+r.Name+" "+r.Attrs[0])
	})
	require.Equal(t, []string{"0 books 3", "0 a.b "}, got)
}

func TestWhatCannotBeReadIsAnErrorOfItsReply(t *testing.T) {
	broken := func(*driver.RowsPlan) (*rows.Kernel, error) { return nil, errors.New("no such plan") }
	panics := func(*driver.RowsPlan) (*rows.Kernel, error) { panic("out of hand") }
	rowsOf := []struct {
		name    string
		send    driver.Send
		body    string
		kernel  func(*driver.RowsPlan) (*rows.Kernel, error)
		kind    driver.Kind
		message string
	}{
		{"a response over its limit", driver.Send{Verb: driver.Raw, Max: 2}, "123", nil, driver.Invalid, "The response is 3 bytes; the limit is 2."},
		{"a response over the limit for all", driver.Send{Verb: driver.Raw, Max: 9 << 20}, strings.Repeat("x", 1<<20+1), nil, driver.Invalid, "The response is 1048577 bytes; the limit is 1048576."},
		{"no JSON in rows", driver.Send{Verb: driver.Rows}, "<html>", hitsKernel, driver.Engine, "The response is not valid JSON at byte 0: "},
		{"no JSON in values", driver.Send{Verb: driver.Pick, Pick: []string{"a"}}, `{"a":`, nil, driver.Engine, "The response is not valid JSON at byte 5: "},
		{"no JSON in values beside rows", driver.Send{Verb: driver.Fields, Pick: []string{"a"}}, ``, nil, driver.Engine, "The response is not valid JSON at byte 0: "},
		{"JSON without rows", driver.Send{Verb: driver.Rows}, `{"hits":{}}`, hitsKernel, driver.Engine, "The response is JSON of another form: no rows at hits.hits"},
		{"no view", driver.Send{Verb: driver.Rows}, "{}", nil, driver.Invalid, "This operation reads no rows."},
		{"a plan that cannot be used", driver.Send{Verb: driver.Rows}, "{}", broken, driver.Invalid, "no such plan"},
		{"a kernel that panics", driver.Send{Verb: driver.Rows}, "{}", panics, driver.Crashed, "Quarry cannot read the response: out of hand"},
		{"a verb that nobody knows", driver.Send{Verb: 77}, "", nil, driver.Unsupported, "This version of Quarry does not support the verb 77."},
	}
	for _, row := range rowsOf {
		t.Run(row.name, func(t *testing.T) {
			e := NewExec(answering(200, row.body), ExecOptions{Kernel: row.kernel})
			reply := send(t, e, row.send)
			require.NotNil(t, reply.Err)
			require.Equal(t, row.kind, reply.Err.Kind)
			require.Contains(t, reply.Err.Message, row.message)
			require.Zero(t, reply.Block)
			require.Zero(t, e.Blocks())
			require.Empty(t, e.Records)
		})
	}
}

func TestAnAnswerThatCannotBeReadNamesItsRequest(t *testing.T) {
	e := NewExec(answering(200, "<html>"), ExecOptions{})
	reply := send(t, e, driver.Send{Request: driver.Request{Method: "GET", Path: "/a", Query: "q=1"}, Verb: driver.Fields})
	require.NotNil(t, reply.Err)
	require.Equal(t, "GET /a", reply.Err.Op)
	require.Equal(t, 200, reply.Err.Status)
	require.True(t, reply.Err.Sent)
}

func TestAVerbThatIsNotCarriedOutSendsNothing(t *testing.T) {
	sent := false
	e := NewExec(senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) {
		sent = true
		return nil, errors.New("sent")
	}), ExecOptions{})
	require.NotNil(t, send(t, e, driver.Send{Verb: driver.Lines}).Err)
	require.False(t, sent)
}

func TestAnAnswerThatIsARefusalReachesNoKernel(t *testing.T) {
	long := strings.Repeat("x", maxRefusal+1)
	for _, status := range []int{301, 400, 404, 500} {
		e := NewExec(answering(status, long), ExecOptions{Kernel: hitsKernel})
		for _, verb := range []driver.Verb{driver.Raw, driver.Rows, driver.Pick, driver.Fields} {
			reply := send(t, e, driver.Send{Verb: verb, Pick: []string{"a"}})
			require.Nil(t, reply.Err)
			require.Equal(t, status, reply.Status)
			require.Len(t, reply.Body, maxRefusal)
			require.Equal(t, int64(len(long)), reply.Bytes)
			require.Nil(t, reply.Picked)
		}
		require.Zero(t, e.Blocks())
	}
}

func TestOnlyTheHeadersThatAManifestListsReachADriver(t *testing.T) {
	headers := http.Header{}
	for _, name := range []string{"X-Elastic-Product", "Location", "Set-Cookie", "Content-Type", "Retry-After", "Authorization"} {
		headers.Set(name, "of "+name)
	}
	headers.Add("Warning", "first")
	headers.Add("Warning", "second")
	e := NewExec(senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) {
		return &transport.Response{Status: 200, Header: headers}, nil
	}), ExecOptions{Headers: []string{"x-elastic-product", "X-Other"}})
	always := []driver.Header{
		{Name: "Content-Type", Value: "of Content-Type"}, {Name: "Warning", Value: "first"}, {Name: "Warning", Value: "second"},
		{Name: "Retry-After", Value: "of Retry-After"},
	}
	listed := append(slices.Clone(always), driver.Header{Name: "x-elastic-product", Value: "of X-Elastic-Product"})
	require.Equal(t, listed, send(t, e, driver.Send{Verb: driver.Raw}).Headers)
	require.Equal(t, always, send(t, NewExec(e.sender, ExecOptions{}), driver.Send{Verb: driver.Raw}).Headers)
}

func TestBlocksAreNumberedInTheOrderOfTheSends(t *testing.T) {
	var mu sync.Mutex
	first := make(chan struct{})
	e := NewExec(senderFunc(func(_ context.Context, r *driver.Request) (*transport.Response, error) {
		if r.Path == "/0" {
			<-first
		}
		mu.Lock()
		defer mu.Unlock()
		if r.Path == "/3" {
			close(first)
		}
		if r.Path == "/1" {
			return &transport.Response{Status: 500}, nil
		}
		n, _ := strconv.Atoi(r.Path[1:])
		return &transport.Response{Status: 200, Body: []byte(`{"hits":{"hits":[` + strings.Repeat(`{},`, n) + `{}]}}`)}, nil
	}), ExecOptions{Kernel: hitsKernel})
	step := &driver.Step{}
	for i := range 4 {
		step.Sends = append(step.Sends, driver.Send{Request: driver.Request{Path: "/" + strconv.Itoa(i)}, Verb: driver.Rows})
	}
	var blocks, counts []int
	for range 2 {
		first = make(chan struct{})
		for _, reply := range e.Exec(t.Context(), step) {
			blocks, counts = append(blocks, reply.Block), append(counts, reply.Rows)
		}
	}
	require.Equal(t, []int{1, 0, 2, 3, 4, 0, 5, 6}, blocks)
	require.Equal(t, []int{1, 0, 3, 4, 1, 0, 3, 4}, counts)
	require.Equal(t, 4, e.Block(3).Rows)
}

func TestAStepSendsEightRequestsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var underWay atomic.Int32
		release := make(chan struct{})
		e := NewExec(senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) {
			underWay.Add(1)
			<-release
			return &transport.Response{Status: 200}, nil
		}), ExecOptions{})
		step := &driver.Step{Sends: make([]driver.Send, 40)}
		for i := range step.Sends {
			step.Sends[i].Verb = driver.Raw
		}
		replies := make(chan []driver.Reply)
		go func() { replies <- e.Exec(t.Context(), step) }()
		synctest.Wait()
		require.Equal(t, int32(maxParallel), underWay.Load())
		close(release)
		require.Len(t, <-replies, 40)
		require.Equal(t, int32(40), underWay.Load())
	})
}

func TestAnOperationReadsNoMoreBlocksThanItCanName(t *testing.T) {
	e := NewExec(answering(200, `{"hits":{"hits":[]}}`), ExecOptions{Kernel: hitsKernel})
	step := &driver.Step{Sends: make([]driver.Send, maxBlocks+1)}
	for i := range step.Sends {
		step.Sends[i].Verb = driver.Rows
	}
	replies := e.Exec(t.Context(), step)
	require.Nil(t, replies[maxBlocks-1].Err)
	require.Equal(t, driver.Invalid, replies[maxBlocks].Err.Kind)
	require.Equal(t, maxBlocks, e.Blocks())
}

func TestACancelledStepSendsNothingMore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	sent := 0
	e := NewExec(senderFunc(func(ctx context.Context, _ *driver.Request) (*transport.Response, error) {
		sent++
		cancel()
		return nil, ctx.Err()
	}), ExecOptions{})
	for range 2 {
		replies := e.Exec(ctx, &driver.Step{Sends: []driver.Send{{Verb: driver.Raw}}})
		require.Equal(t, driver.Cancelled, replies[0].Err.Kind)
	}
	require.Equal(t, 1, sent)
}

func TestASendersErrorKeepsItsKind(t *testing.T) {
	rowsOf := []struct {
		name string
		err  error
		want driver.Error
	}{
		{"the contract's own", &driver.Error{Kind: driver.TLS, Message: "expired", Sent: true}, driver.Error{Kind: driver.TLS, Message: "expired", Sent: true}},
		{"any other", errors.New("no route"), driver.Error{Kind: driver.Connect, Message: "no route"}},
	}
	for _, row := range rowsOf {
		t.Run(row.name, func(t *testing.T) {
			e := NewExec(senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) { return nil, row.err }), ExecOptions{})
			require.Equal(t, row.want, *send(t, e, driver.Send{Verb: driver.Raw}).Err)
		})
	}
}
