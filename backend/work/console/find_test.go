package console_test

// SPEC: CNS-09

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/console"
)

func TestATextIsCountedInAWholeResponse(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	long := strings.Repeat("x", 4<<20)
	var body string
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) })
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	rows := []struct {
		name, body, text string
		matchCase        bool
		want             int64
	}{
		{"none", "abc", "d", true, 0},
		{"nothing to look for", "abc", "", true, 0},
		{"some", "a00059 b 00059", "00059", true, 2},
		{"capital letters", "Aa aA äÄ", "aa", true, 0},
		{"either case", "Aa aA äÄ", "aa", false, 2},
		{"either case beyond ASCII", "Aa aA äÄ Ää", "ÄÄ", false, 2},
		{"signs of expressions", "a.b a.b axb", "A.B", false, 2},
		{"matches do not overlap", "aaaaa", "aa", true, 2},
		{"across two reads", long[:len(long)-3] + "needle" + long + "NEEDLE", "needle", true, 1},
		{"across two reads in either case", long[:len(long)-3] + "needle" + long + "NEEDLE", "needle", false, 2},
		{"matches that fill a read", strings.Repeat("ab", 5<<20), "abab", true, 5 << 19},
		{"at the end", long + "end", "end", true, 1},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			body = row.body
			a, err := c.SendText(t.Context(), s, "t1", "GET books/_search")
			require.NoError(t, err)
			defer c.Drop(s.ID, "t1", a.Number)
			got, err := c.Find(t.Context(), s, a.Number, console.Sought{Text: row.text, MatchCase: row.matchCase})
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.NoError(t, err)
	_, err = c.Find(ended, s, a.Number, console.Sought{Text: "x"})
	require.ErrorIs(t, err, context.Canceled)
	_, err = c.Find(t.Context(), s, 99, console.Sought{Text: "x"})
	require.Error(t, err)
}
