// SPEC: A-BRO-04, A-BRO-05, A-BRO-06, A-BRO-07, A-BRO-09, A-BRO-17, B-BRO-03, B-BRO-05

package rows

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryCellOfGeneratedDocumentsIsWhatTheReferenceReads(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	for seed := range uint64(2000) {
		g := generator{rand.New(rand.NewPCG(seed, 7))}
		plan := g.plan()
		kernel, err := Compile(plan)
		require.NoError(t, err)
		for range 3 {
			response := g.response(plan)
			require.True(t, json.Valid([]byte(response)), response)
			result, err := kernel.Block([]byte(response))
			require.NoError(t, err, response)
			requireReference(t, response, &plan, result)
		}
	}
}

// requireReference checks each cell of a page against the reference.
func requireReference(t *testing.T, response string, plan *Plan, result *Result) {
	t.Helper()
	page, err := Decode(result.Block)
	require.NoError(t, err)
	rows := refElements(response)
	require.Equal(t, len(rows), page.Rows)
	var cuts []Cut
	for r, row := range rows {
		for c, column := range plan.Columns {
			want := refCellOf(row, plan, column)
			kind, text := page.Cell(r, c)
			require.Equal(t, want.kind, kind, "row %d, column %v %v of\n%s", r, column.Path, column.Nested, response)
			require.Equal(t, want.text, text, "row %d, column %v %v of\n%s", r, column.Path, column.Nested, response)
			if want.cut > 0 {
				cuts = append(cuts, Cut{uint32(r), uint32(c), uint32(want.cut)})
			}
		}
		if h := page.Column("#hash"); h >= 0 {
			_, text := page.Cell(r, h)
			require.Equal(t, refHash(row, plan), text)
		}
	}
	require.Equal(t, cuts, page.Cuts)
}

func refHash(row string, plan *Plan) string {
	if plan.Doc != "" {
		row = refMember0(row, plan.Doc)
	}
	if row == "" || row == "null" {
		return ""
	}
	return fmt.Sprintf("%016x", hash([]byte(row)))
}

func TestTheReferenceSeesLoneSurrogates(t *testing.T) {
	for name, row := range map[string]struct {
		text string
		lone bool
	}{
		"a pair":                     {`"\ud83e\udd8a"`, false},
		"a first half":               {`"\ud83e"`, true},
		"a second half":              {`"\udd8a"`, true},
		"two first halves and a one": {`"\ud83e\ud83e\udd8a"`, true},
		"an escaped backslash":       {`"\\ud83e"`, false},
		"a first half and a letter":  {`"\ud83ex\udd8a"`, true},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, row.lone, refLone(row.text)) })
	}
}
