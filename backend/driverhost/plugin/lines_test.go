// SPEC: EXP-02, EXP-05, EXP-08
package plugin

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// streams is a Streamer whose response has the given body.
type streams struct {
	RequestSender
	status int
	body   io.Reader
}

// Stream implements [Streamer].
func (s streams) Stream(context.Context, *driver.Request) (*transport.StreamResponse, error) {
	return &transport.StreamResponse{Status: s.status, Body: io.NopCloser(s.body)}, nil
}

func TestEveryLineOfAStreamIsADocument(t *testing.T) {
	long := `{"id":"3","text":"` + strings.Repeat("x", 3<<20) + `"}`
	sink := &sunk{}
	body := strings.NewReader("{\"id\":\"1\"}\n\n {\"id\": \"2\"}\r\n" + long + "\n{\"id\":\"4\"}")
	size := int64(body.Len())
	reply := send(t, NewExec(streams{status: 200, body: body}, ExecOptions{Sink: sink}), driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{}})
	require.Nil(t, reply.Err)
	require.Equal(t, 4, reply.Rows)
	require.Equal(t, size, reply.Bytes)
	require.Equal(t, []string{`{"id":"1"}`, `{"id": "2"}`, long, `{"id":"4"}`}, sink.documents)
}

func TestALineThatIsNotADocumentFailsWithItsNumber(t *testing.T) {
	long := `{"text":"` + strings.Repeat("x", 3<<20) + `","id":"2"}`
	for _, test := range []struct{ name, line string }{
		{"an error of the engine", `{"error":"Could not read document","code":500}`},
		{"a number where the text belongs", `{"id":4}`},
		{"null where the text belongs", `{"id":null}`},
		{"the text further inside", `{"a":{"id":"4"}}`},
		{"no object", `["id"]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			sink := &sunk{}
			body := strings.NewReader("{\"id\":\"1\"}\n" + long + "\n\n" + test.line + "\n{\"id\":\"5\"}")
			reply := send(t, NewExec(streams{status: 200, body: body}, ExecOptions{Sink: sink}), driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{Key: "id"}})
			require.Equal(t, []string{`{"id":"1"}`, long}, sink.documents)
			require.Equal(t, driver.CodeNoDoc, reply.Err.Code)
			require.Equal(t, "Line 4 of the response is not a document: it has no text in “id”.", reply.Err.Message)
		})
	}
}

// reading is a Reader that returns one response after another, each in the given memory if it fits, and counts the
// responses that did not fit.
type reading struct {
	RequestSender
	responses []string
	made      int
}

// DoInto implements [Reader].
func (r *reading) DoInto(_ context.Context, _ *driver.Request, room []byte) (*transport.Response, error) {
	text := r.responses[0]
	r.responses = r.responses[1:]
	if cap(room) < len(text) {
		r.made++
		room = make([]byte, 0, len(text))
	}
	return &transport.Response{Status: 200, Body: append(room[:0], text...)}, nil
}

func TestTheAnswersOfAnExportShareMemory(t *testing.T) {
	page := func(ids ...string) string {
		return `{"pit":"p` + ids[0] + `","hits":[{"d":{"id":` + strings.Join(ids, `},"sort":[1]},{"d":{"id":`) + `},"sort":[2]}]}`
	}
	huge := page(strings.Repeat("9", maxRoom))
	r, sink := &reading{responses: []string{page("1", "2"), page("3", "4"), page("5"), huge, page("7")}}, &sunk{}
	e := NewExec(r, ExecOptions{Sink: sink})
	var picked []string
	for range 5 {
		reply := send(t, e, driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{At: "hits", Doc: "d", Last: "sort"}, Pick: []string{"pit"}})
		require.Nil(t, reply.Err)
		picked = append(picked, reply.Picked[0][:3]+reply.Last)
	}
	require.Equal(t, []string{`"p1[2]`, `"p3[2]`, `"p5[2]`, `"p9[2]`, `"p7[2]`}, picked)
	require.Equal(t, []string{`{"id":1}`, `{"id":2}`, `{"id":3}`, `{"id":4}`, `{"id":5}`}, sink.documents[:5])
	require.Equal(t, 3, r.made, "memory is made for the first, for the one that does not fit, and after it, since that one is not held")
}

func TestKeysThatTheEngineAddedToADocumentAreLeftOut(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"the list and the keys that it names", `{".flat":["a.b","a.c"],"a":{"b": 1.50},"a.b":[1.50],"a.c":null,"d.e":1,"id":"1"}`, `{"a":{"b": 1.50},"d.e":1,"id":"1"}`},
		{"an empty list", `{"id":"1" , ".flat" : [] }`, `{"id":"1" }`},
		{"a key with escapes", `{"id":"1","a\"\u0062":2,".flat":["a\"b"]}`, `{"id":"1"}`},
		{"no list", `{"a.b":1,"a":{".flat":["a.b"]}}`, `{"a.b":1,"a":{".flat":["a.b"]}}`},
		{"what is no list of names", `{".flat":["a.b",1],"a.b":1}`, `{".flat":["a.b",1],"a.b":1}`},
		{"nothing else", `{".flat":[]}`, `{}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sink := &sunk{}
			plan := &driver.LinesPlan{Added: ".flat"}
			reply := send(t, NewExec(streams{status: 200, body: strings.NewReader(test.line + "\n")}, ExecOptions{Sink: sink}), driver.Send{Verb: driver.Lines, Lines: plan})
			require.Nil(t, reply.Err)
			require.Equal(t, []string{test.want}, sink.documents)
		})
	}
}

func TestAStreamThatIsCutFailsWithWhatCutItAndLeavesNoPartOfADocument(t *testing.T) {
	lost := &driver.Error{Kind: driver.Connect, Message: "the server ended the response early"}
	for name, begun := range map[string]string{"inside a document": "{\"id\":\"1\"}\n{\"id\":", "behind what could be one": "{\"id\":\"1\"}\n{\"id\":2}"} {
		t.Run(name, func(t *testing.T) {
			sink := &sunk{}
			body := io.MultiReader(strings.NewReader(begun), iotest.ErrReader(lost))
			reply := send(t, NewExec(streams{status: 200, body: body}, ExecOptions{Sink: sink}), driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{}})
			require.Equal(t, lost.Message, reply.Err.Message)
			require.Equal(t, driver.Connect, reply.Err.Kind)
			require.Equal(t, []string{`{"id":"1"}`}, sink.documents)
		})
	}
}

func TestAStreamWithALineThatIsNoDocumentFails(t *testing.T) {
	sink := &sunk{}
	body := strings.NewReader("{\"id\":\"1\"}\n{\"error\n")
	reply := send(t, NewExec(streams{status: 200, body: body}, ExecOptions{Sink: sink}), driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{}})
	require.Equal(t, "The response is not valid JSON at byte 1: a string without an end", reply.Err.Message)
	require.Equal(t, "document 2 of the response", reply.Err.Detail)
}

func TestNothingOfAnAnswerIsWrittenUnlessItIsWhatItMustBe(t *testing.T) {
	must := []driver.Text{{Key: "_shards.failed", Value: "0"}, {Key: "timed_out", Value: "false"}}
	for _, row := range []struct {
		name, head string
		written    int
	}{
		{"whole", `"_shards":{"failed":0},"timed_out":false`, 1},
		{"a shard failed", `"_shards":{"failed":1},"timed_out":false`, 0},
		{"out of time", `"_shards":{"failed":0},"timed_out":true`, 0},
		{"it does not say", `"took":1`, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			sink := &sunk{}
			e := NewExec(answering(200, `{`+row.head+`,"hits":{"hits":[{"_source":{"a":1},"sort":[7]}]}}`), ExecOptions{Sink: sink})
			reply := send(t, e, driver.Send{
				Verb: driver.Lines, Lines: &driver.LinesPlan{At: "hits.hits", Doc: "_source", Last: "sort", Must: must}, Pick: []string{"timed_out", "x"},
			})
			require.Nil(t, reply.Err)
			require.Len(t, sink.documents, row.written)
			require.Equal(t, row.written, reply.Rows)
			require.Equal(t, row.written == 0, reply.Unmet)
			require.Len(t, reply.Picked, 2, "what must hold is not among what was asked for")
		})
	}
}

func TestARowWithoutADocumentIsAnErrorThatADriverCanTell(t *testing.T) {
	e := NewExec(answering(200, `{"hits":{"hits":[{"_id":"a"}]}}`), ExecOptions{Sink: &sunk{}})
	reply := send(t, e, driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{At: "hits.hits", Doc: "_source"}})
	require.Equal(t, driver.CodeNoDoc, reply.Err.Code)
}

func TestARequestIsSentAfterTheTimeThatItsDriverAsksFor(t *testing.T) {
	var order []string
	sender := senderFunc(func(context.Context, *driver.Request) (*transport.Response, error) {
		order = append(order, "sent")
		return &transport.Response{Status: 200, Body: []byte(`{}`)}, nil
	})
	e := NewExec(sender, ExecOptions{Wait: func(_ context.Context, d time.Duration) { order = append(order, d.String()) }})
	require.Nil(t, send(t, e, driver.Send{Verb: driver.Raw, After: 1500}).Err)
	require.Nil(t, send(t, e, driver.Send{Verb: driver.Raw, After: 1 << 40}).Err)
	require.Nil(t, send(t, e, driver.Send{Verb: driver.Raw}).Err)
	require.Equal(t, []string{"1.5s", "sent", "5m0s", "sent", "sent"}, order)
}

func TestACancellationEndsTheWaitBeforeARequest(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("stopped"))
	replies := NewExec(answering(200, `{}`), ExecOptions{}).Exec(ctx, &driver.Step{Sends: []driver.Send{{Verb: driver.Raw, After: 300_000}}})
	require.Equal(t, driver.Cancelled, replies[0].Err.Kind)
}
