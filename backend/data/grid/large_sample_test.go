// SPEC: B-BRO-06
package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
)

func TestAPageOfLargeTypesenseDocumentsIsBoundedByBytesAndShownInParts(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	const large, huge, pageBytes = 70, 1, 64 << 20
	server, ask := sampleServer(t, "30.0")
	ask("/collections", `{"name":"large","fields":[{"name":"n","type":"int32"}]}`)
	text := strings.Repeat("x", 1<<20)
	for from := 0; from < large; from += 35 { // 70 MB
		var lines strings.Builder
		for n := from; n < from+35; n++ {
			fmt.Fprintf(&lines, "{\"id\":\"d%d\",\"n\":%d,\"text\":\"%s\"}\n", n, n, text)
		}
		ask("/collections/large/documents/import", lines.String())
	}
	ask("/collections/large/documents", fmt.Sprintf(`{"id":"d%d","n":%d,"text":"%s"}`, large, large, strings.Repeat("x", pageBytes)))
	v, err := NewViews().Open(t.Context(), sampleSession(t, server), "large")
	require.NoError(t, err)
	arranged, err := v.Arrange(t.Context(), Arrangement{Sort: []SortBy{{Column: "n"}}})
	require.NoError(t, err)
	seen, cuts := 0, 0
	for end := false; !end; {
		require.Less(t, cuts, 20)
		page, err := v.Part(t.Context(), arranged.Generation, 0, seen)
		require.NoError(t, err)
		block, err := rows.Decode(page.Block)
		require.NoError(t, err)
		require.Positive(t, block.Rows)
		for r := range block.Rows {
			_, id := block.Cell(r, block.Column("#id"))
			require.Equal(t, fmt.Sprint("d", seen+r), id)
		}
		seen, end = seen+block.Rows, page.End
		if !end {
			cuts++
			require.Equal(t, fmt.Sprintf("This page was cut at row %d (64 MB). Keep scrolling for the rest.", seen), page.Notices[0].Text)
		}
	}
	require.Equal(t, large+huge, seen)
	require.Positive(t, cuts)
}
