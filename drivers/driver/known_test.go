package driver

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/wire"
)

func TestWhatFollowsFromAKeyIsBuiltOnceInAnInstance(t *testing.T) {
	built := 0
	count := func() int { built++; return built }
	knows := asking{func(c *Conn, a *PageArgs) (*PageResult, error) {
		n := Known(c, a.Object, count)
		text := Known(c, a.Object, func() string { return "of another type" })
		return &PageResult{State: []byte(strconv.Itoa(n) + text)}, nil
	}}
	ask := func(in *Instance, object string) string {
		t.Helper()
		out := outputOf(t, in.Call(CallStart, 1, startOf(OpPage, &PageArgs{Object: object})))
		require.NotNil(t, out.End)
		require.Nil(t, out.End.Err)
		var result PageResult
		require.NoError(t, wire.Decode(string(out.End.Result), &result))
		return string(result.State)
	}
	in := NewInstance(knows)
	require.Equal(t, "1of another type", ask(in, "a"))
	require.Equal(t, "1of another type", ask(in, "a"))
	require.Equal(t, "2of another type", ask(in, "b"))
	require.Equal(t, "1of another type", ask(in, "a"))
	require.Equal(t, "3of another type", ask(NewInstance(knows), "a"), "another instance knows nothing of it")

	for i := range 2 * mostKnown {
		ask(in, strconv.Itoa(i))
	}
	require.Len(t, in.known.all, mostKnown)
	require.Equal(t, "1of another type", ask(in, "a"))
	before := built
	last := strconv.Itoa(2*mostKnown - 1)
	require.NotEqual(t, ask(in, last), ask(in, last), "what has no room is built each time")
	require.Equal(t, before+2, built)
	require.Equal(t, "x", Known(&Conn{}, "a", func() string { return "x" }), "without an instance, too")
}

// SPEC: A-FIL-07
func TestOperatorsThatAreRefusedShareTheirReasons(t *testing.T) {
	class := &FilterClass{Refused: []RefusedOperators{
		{ids(Equals, NotEquals), "{name} is text. {Operator} is not for text. Use “{operator}” for numbers."}, {ids(IsEmpty), "{name} is never empty."},
	}}
	require.Equal(t, "{name} is text. Is not is not for text. Use “is not” for numbers.", class.Refusal(&Operator{ID: NotEquals, Title: "is not"}))
	require.Equal(t, "{name} is never empty.", class.Refusal(&Operator{ID: IsEmpty}))
	require.Empty(t, class.Refusal(&Operator{ID: Between}))
	require.True(t, class.Refuses(Equals))
	require.False(t, class.Refuses("of a newer driver"))
	require.Empty(t, OperatorID("").Title())
}
