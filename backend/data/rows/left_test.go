// SPEC: A-BRO-19, B-BRO-11

package rows

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatLeadsToNoColumnIsNotedOnce(t *testing.T) {
	plan := elasticPlan([]Column{
		dotted("text"), dotted("meta.id"), {Name: "authors", Path: []string{"authors"}}, dotted("authors.name", 1), {Name: "raw", Path: []string{"raw"}},
	})
	hit := func(source string) string {
		return `{"_index":"i","_id":"1","_ignored":["x"],"_source":` + source + `}`
	}
	response := `{"hits":{"hits":[` + strings.Join([]string{
		hit(`{"text":"one","unmapped":"seen","meta":{"id":"m1","extra":{"a":1}},"list":[1,2]}`),
		hit(`{"unmapped":{"x":1},"meta.extra":2,"meta":[{"id":1,"more":2}],"meta.id":3}`),
		hit(`{"authors":[{"name":"a","born":1}],"raw":{"any":1},"\u0061.b":null}`),
	}, ",") + `]}}`
	kernel, err := Compile(plan)
	require.NoError(t, err)
	for range 2 {
		result, err := kernel.Block([]byte(response))
		require.NoError(t, err)
		require.Equal(t, []string{"unmapped", "meta.extra", "list", "meta.more", "a.b"}, result.Left, "what a JSON column shows is not left over")
	}
	plan.Columns = append(plan.Columns, dotted("unmapped"), dotted("meta.extra"), dotted("list"), dotted("meta.more"), dotted("a.b"))
	result, err := Block([]byte(response), &plan)
	require.NoError(t, err)
	require.Empty(t, result.Left)
	got := cells(t, result)
	require.Equal(t, []shown{{String, "seen"}, asJSON(`{"a":1}`), asJSON("[1,2]")}, got[0][5:8])
}

func TestWhatLeadsToNoColumnIsBounded(t *testing.T) {
	var keys []string
	for n := range 2 * MaxLeft {
		keys = append(keys, fmt.Sprintf(`"k%d":1`, n))
	}
	result, err := Block([]byte(`[{`+strings.Join(keys, ",")+`}]`), &Plan{Columns: []Column{dotted("a")}})
	require.NoError(t, err)
	require.Len(t, result.Left, MaxLeft)
}

func TestAKernelThatReadsWholeDocumentsLeavesNothing(t *testing.T) {
	result, err := Block([]byte(`[{"a":1,"b":{"c":2}}]`), &Plan{Columns: []Column{{Name: "document"}, dotted("a")}})
	require.NoError(t, err)
	require.Empty(t, result.Left)
}
