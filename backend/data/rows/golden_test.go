// SPEC: A-BRO-03, A-BRO-04, A-BRO-05, A-BRO-06, A-BRO-09, A-BRO-10, A-BRO-17, B-BRO-03, B-BRO-05

package rows

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

func dotted(path string, nested ...int) Column {
	return Column{Name: path, Path: strings.Split(path, "."), Nested: nested}
}

var goldenPlans = map[string]Plan{
	"search": {
		Rows: "hits.hits", Doc: "_source", Cut: 40, Last: "sort",
		Columns: []Column{
			{Name: "_id", From: Row, Path: []string{"_id"}},
			{Name: "_index", From: Row, Path: []string{"_index"}},
			{Name: "_score", From: Row, Path: []string{"_score"}},
			dotted("dims.h"), dotted("dims.w"), dotted("name"),
			dotted("offers"), dotted("offers.price", 1), dotted("offers.seller", 1), dotted("offers.terms", 1, 2), dotted("offers.terms.days", 1, 2),
			dotted("place"), dotted("price"), dotted("stock"), dotted("tags"),
			{Name: "price_class", From: Row, Path: []string{"fields", "price_class"}, First: true},
		},
		Hidden: []Hidden{{Name: "#index", At: "_index", Key: true}, {Name: "#id", At: "_id", Key: true}, {Name: "#routing", At: "_routing", Key: true}, {Name: "#seq", At: "_seq_no"}, {Name: "#term", At: "_primary_term"}, {Name: "#hash"}},
		Pick:   []string{"took", "timed_out", "_shards", "hits.total", "pit_id"},
	},
	"multi": {
		Rows: "results.*.hits", Doc: "document",
		Columns: []Column{dotted("id"), dotted("title"), dotted("rating"), dotted("authors"), dotted("authors.name"), dotted("authors.born")},
		Hidden:  []Hidden{{Name: "#id", At: "document.id", Key: true}, {Name: "#hash"}},
		Pick:    []string{"results.*.error", "results.*.found"},
	},
}

func TestAnAnswerGivesItsGoldenPage(t *testing.T) {
	for name, plan := range goldenPlans {
		t.Run(name, func(t *testing.T) {
			response, err := os.ReadFile(filepath.Join("testdata", name+".json"))
			require.NoError(t, err)
			result, err := Block(response, &plan)
			require.NoError(t, err)
			golden := filepath.Join("testdata", name+".golden")
			got := printed(t, result)
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}

var kindNames = []string{"missing", "null", "bool", "number", "string", "json", "escaped"}

// printed formats a result readably: one line per cell.
func printed(t *testing.T, result *Result) string {
	t.Helper()
	page, err := Decode(result.Block)
	require.NoError(t, err)
	var b strings.Builder
	fmt.Fprintf(&b, "%d rows, %d of %d columns visible\n", page.Rows, page.Visible, len(page.Names))
	for r := range page.Rows {
		fmt.Fprintf(&b, "\nrow %d\n", r)
		for c, name := range page.Names {
			kind, text := page.Cell(r, c)
			fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("  %-18s %-8s %s", name, kindNames[kind], text), " "))
		}
	}
	fmt.Fprintf(&b, "\ncuts %v\nfirst %s\nlast %s\n", page.Cuts, result.First, result.Last)
	for _, text := range result.Picked {
		fmt.Fprintf(&b, "picked %s\n", text)
	}
	return b.String()
}
