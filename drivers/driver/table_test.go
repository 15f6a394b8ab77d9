package driver

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/wire"
)

// asking is a driver whose Page runs a function.
type asking struct {
	page func(c *Conn, a *PageArgs) (*PageResult, error)
}

func (asking) Describe() *Description                           { return &Description{ID: "asking", Ops: []string{"forged"}} }
func (asking) Open(*Conn, *OpenArgs) (*Server, error)           { return &Server{}, nil }
func (asking) Objects(*Conn, *ObjectsArgs) (*ObjectList, error) { return &ObjectList{}, nil }
func (asking) Columns(*Conn, *ColumnsArgs) (*ColumnSet, error)  { return &ColumnSet{}, nil }
func (asking) Count(*Conn, *CountArgs) (*Counts, error)         { return &Counts{}, nil }
func (d asking) Page(c *Conn, a *PageArgs) (*PageResult, error) { return d.page(c, a) }

// full also has every optional operation.
type full struct{ asking }

func (full) Resolve(*Conn, *ResolveArgs) (*Object, error)     { return &Object{}, nil }
func (full) Release(*Conn, *ReleaseArgs) (*Empty, error)      { return &Empty{}, nil }
func (full) Document(*Conn, *DocumentArgs) (*Document, error) { return &Document{}, nil }

// twice sends two requests, and cleans up.
func twice(c *Conn, _ *PageArgs) (*PageResult, error) {
	defer func() { _, _ = c.Cleanup().Do(Send{Request: Request{Path: "/clean"}}) }()
	all := ""
	for i := range 2 {
		r, err := c.Do(Send{Request: Request{Path: "/" + strconv.Itoa(i)}})
		if err != nil {
			return nil, err
		}
		all += string(r.Body)
	}
	return &PageResult{State: []byte(all)}, nil
}

func startOf(op string, args wire.Message) string {
	return string(wire.Append(nil, &Start{Op: op, Args: string(wire.Append(nil, args))}))
}

func replyOf(body string) string {
	return string(wire.Append(nil, &Replies{Replies: []Reply{{Status: 200, Body: []byte(body)}}}))
}

func outputOf(t *testing.T, raw []byte) *Output {
	t.Helper()
	out := &Output{}
	require.NoError(t, wire.Decode(string(raw), out))
	return out
}

// said returns the result of a call in one word: the requested path, the kind of the error, or the result.
func said(t *testing.T, raw []byte) string {
	t.Helper()
	out := outputOf(t, raw)
	switch {
	case out.Step != nil:
		return out.Step.Sends[0].Request.Path
	case out.End.Err != nil:
		return string(out.End.Err.Kind) + ": " + out.End.Err.Message
	}
	var page PageResult
	require.NoError(t, wire.Decode(string(out.End.Result), &page))
	return "end " + string(page.State)
}

func TestAnOperationStandsStillBetweenItsSteps(t *testing.T) {
	const none = "crashed: no such operation"
	const cancelled = "cancelled: the operation was cancelled"
	page := startOf(OpPage, &PageArgs{})
	type step struct {
		call  Call
		id    uint32
		input string
		want  string
	}
	rows := []struct {
		name  string
		steps []step
	}{
		{"it is resumed to its end", []step{{CallStart, 1, page, "/0"}, {CallResume, 1, replyOf("a"), "/1"}, {CallResume, 1, replyOf("b"), "/clean"}, {CallResume, 1, replyOf(""), "end ab"}}},
		{"two do not mix", []step{{CallStart, 1, page, "/0"}, {CallStart, 2, page, "/0"}, {CallResume, 2, replyOf("x"), "/1"}, {CallResume, 1, replyOf("a"), "/1"}, {CallResume, 1, replyOf("b"), "/clean"}, {CallResume, 2, replyOf("y"), "/clean"}, {CallResume, 1, replyOf(""), "end ab"}, {CallResume, 2, replyOf(""), "end xy"}}},
		{"a cancelled one cleans up", []step{{CallStart, 1, page, "/0"}, {CallCancel, 1, "", "/clean"}, {CallResume, 1, replyOf(""), cancelled}}},
		{"a cancelled one keeps the replies that came", []step{{CallStart, 1, page, "/0"}, {CallLast, 1, replyOf("a"), "/clean"}, {CallResume, 1, replyOf(""), cancelled}}},
		{"cancelled again while it cleans up, it ends", []step{{CallStart, 1, page, "/0"}, {CallCancel, 1, "", "/clean"}, {CallCancel, 1, "", cancelled}}},
		{"a dropped one sends nothing more", []step{{CallStart, 1, page, "/0"}, {CallDrop, 1, "", cancelled}}},
		{"dropped while it cleans up, it ends", []step{{CallStart, 1, page, "/0"}, {CallCancel, 1, "", "/clean"}, {CallDrop, 1, "", cancelled}}},
		{"a reply that comes too late finds nobody", []step{{CallStart, 1, page, "/0"}, {CallDrop, 1, "", cancelled}, {CallResume, 1, replyOf("a"), none}, {CallCancel, 1, "", none}, {CallDrop, 1, "", none}}},
		{"its number can be used again", []step{{CallStart, 1, page, "/0"}, {CallDrop, 1, "", cancelled}, {CallStart, 1, page, "/0"}, {CallResume, 1, replyOf("a"), "/1"}}},
		{"a number in use is refused, and its operation goes on", []step{{CallStart, 1, page, "/0"}, {CallStart, 1, page, none}, {CallResume, 1, replyOf("a"), "/1"}}},
		{"replies that cannot be read", []step{{CallStart, 1, page, "/0"}, {CallResume, 1, "\xff", "/clean"}, {CallResume, 1, replyOf(""), "crashed: the host's response cannot be read"}}},
		{"too many replies", []step{{CallStart, 1, page, "/0"}, {CallResume, 1, replyOf("") + replyOf(""), "/clean"}, {CallResume, 1, replyOf(""), "crashed: the host's response cannot be read"}}},
		{"a start that cannot be read", []step{{CallStart, 1, "\xff", "crashed: the start of an operation cannot be read"}}},
		{"arguments that cannot be read", []step{{CallStart, 1, string(wire.Append(nil, &Start{Op: OpPage, Args: "\xff"})), "engine: wire: malformed message"}}},
		{"an operation that nobody knows", []step{{CallStart, 1, startOf("dance", &Empty{}), "unsupported: this driver has no operation dance"}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			in := NewInstance(asking{twice})
			for i, s := range row.steps {
				require.Equal(t, s.want, said(t, in.Call(s.call, s.id, s.input)), "call %d", i)
			}
		})
	}
}

func TestACancelledOperationCleansUpEightTimesAtMost(t *testing.T) {
	in := NewInstance(asking{func(c *Conn, _ *PageArgs) (*PageResult, error) {
		for {
			if _, err := c.Cleanup().Do(Send{Request: Request{Path: "/clean"}}); err != nil {
				return nil, err
			}
		}
	}})
	require.Equal(t, "/clean", said(t, in.Call(CallStart, 1, startOf(OpPage, &PageArgs{}))))
	require.Equal(t, "/clean", said(t, in.Call(CallLast, 1, replyOf(""))))
	for range maxCleanups - 1 {
		require.Equal(t, "/clean", said(t, in.Call(CallResume, 1, replyOf(""))))
	}
	require.Equal(t, "cancelled: the operation was cancelled", said(t, in.Call(CallResume, 1, replyOf(""))))
}

func TestAnInstanceHoldsAsManyOperationsAsItMayAndIsFreeAgain(t *testing.T) {
	in := NewInstance(asking{twice})
	page := startOf(OpPage, &PageArgs{})
	for round := range 3 {
		for id := range uint32(maxLive) {
			require.Equal(t, "/0", said(t, in.Call(CallStart, id, page)), round)
		}
		full := outputOf(t, in.Call(CallStart, maxLive, page))
		require.Equal(t, Crashed, full.End.Err.Kind)
		require.True(t, full.End.Err.Retry)
		for id := range uint32(maxLive) {
			in.Call(CallDrop, id, "")
		}
		require.Empty(t, in.live)
		require.Len(t, in.idle, maxIdle)
	}
}

func TestAConnOfAnEndedOperationIsRefused(t *testing.T) {
	var kept *Conn
	d := asking{func(c *Conn, a *PageArgs) (*PageResult, error) {
		if a.Object == "keep" {
			kept = c
			return &PageResult{}, nil
		}
		_, err := kept.Do(Send{})
		return nil, err
	}}
	in := NewInstance(d)
	for range 2 {
		require.Equal(t, "end ", said(t, in.Call(CallStart, 1, startOf(OpPage, &PageArgs{Object: "keep"}))))
		require.Equal(t, "crashed: It stopped: a Conn was kept after its operation", said(t, in.Call(CallStart, 2, startOf(OpPage, &PageArgs{}))))
	}
	for _, object := range []string{"keep", "use"} {
		start := &Start{Op: OpPage, Args: string(wire.Append(nil, &PageArgs{Object: object}))}
		_, err := Direct(d, start, func([]byte) []byte { return []byte(replyOf("")) }, func() bool { return false })
		if object == "use" {
			require.EqualError(t, err, "It stopped: a Conn was kept after its operation")
		}
	}
}

func TestADescriptionNamesTheOperationsThatTheDriverHas(t *testing.T) {
	rows := []struct {
		name string
		d    Driver
		want []string
	}{
		{"none", asking{}, nil},
		{"all", full{}, []string{OpResolve, OpRelease, OpDocument}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			d := described(row.d)
			require.Equal(t, Protocol, d.Protocol)
			require.Equal(t, row.want, d.Ops)
			ops := Ops(row.d)
			require.Len(t, ops, 6+len(row.want))
			for _, name := range row.want {
				require.Contains(t, ops, name)
			}
		})
	}
}

func TestAPanicOfAnySortIsAnErrorOfItsOperation(t *testing.T) {
	var none *PageArgs
	rows := []struct {
		name    string
		do      func()
		message string
	}{
		{"a text", func() { panic("by hand") }, "It stopped: by hand"},
		{"an error", func() { panic(ErrCancelled) }, "It stopped: the operation was cancelled"},
		{"something else", func() { panic(7) }, "It stopped: panic"},
		{"a nil pointer", func() { none.Size++ }, "It stopped: runtime error: invalid memory address or nil pointer dereference"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			in := NewInstance(asking{func(*Conn, *PageArgs) (*PageResult, error) { row.do(); return nil, nil }})
			end := outputOf(t, in.Call(CallStart, 1, startOf(OpPage, &PageArgs{}))).End
			require.Equal(t, Crashed, end.Err.Kind)
			require.Equal(t, row.message, end.Err.Message)
			require.Contains(t, end.Err.Detail, "table_test.go")
			require.False(t, end.Err.Retry)
		})
	}
}
