// SPEC: A-BRO-20, EXP-07
package export

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	single "quarry/backend/data/documents"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

func TestRealDocumentsThatAreDamagedHideNoOther(t *testing.T) {
	for name, find := range map[string]func(enginetest.TB) string{"8.16": enginetest.ES8, "7.17": enginetest.ES7} {
		t.Run(name, func(t *testing.T) { realDamage(t, find(t), name == "7.17") })
	}
}

func TestReal9DocumentsThatAreDamagedHideNoOther(t *testing.T) {
	realDamage(t, enginetest.ES9(t), false)
}

func realDamage(t *testing.T, url string, anyDepth bool) {
	const object = "quarry-rows-damaged"
	enginetest.Index(t, url, object, `{"settings":{"number_of_replicas":0},"mappings":{"properties":{
		"k":{"type":"keyword"},"raw":{"type":"object","enabled":false}}}}`)
	deep := func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }
	stored := map[string]string{
		"1": `{"k":"plain"}`, "2": "\ufeff" + `{"k":"marked"}`, "3": `{"k":"open"} // },{"_index":"x","_id":"9","_source":{"k":"forged"}`,
		"4": "{\"k\":\"line\"}\n", "5": `{"k":"deep","raw":` + deep(900) + `}`, "6": `{"k":"last"} // the end`, "7": "{\"k\":\"inside\" // c\n}",
	}
	want := map[string]string{
		"1": `{"k":"plain"}`, "2": `{"k":"marked"}`, "3": `{"k":"open"}`, "4": `{"k":"line"}`, "5": stored["5"], "6": `{"k":"last"}`, "7": `{"k":"inside"     }`,
	}
	if anyDepth {
		stored["8"] = `{"k":"deepest","raw":` + deep(2500) + `}`
		want["8"] = stored["8"]
	}
	for id, document := range stored {
		enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/"+id+"?refresh=true", document)
	}
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)
	v, err := grid.NewViews().Open(t.Context(), s, object)
	require.NoError(t, err)
	show := func(number int) {
		p, err := v.Page(t.Context(), v.Generation(), number)
		require.NoError(t, err)
		page, err := rows.Decode(p.Block)
		require.NoError(t, err)
		require.Equal(t, len(stored), page.Rows)
		for row := range page.Rows {
			_, id := page.Cell(row, page.Column("_id"))
			kind, k := page.Cell(row, page.Column("k"))
			_, damage := page.Cell(row, page.Column(rows.DamagedColumn))
			_, term, _ := strings.Cut(want[id], `"k":"`)
			term, _, _ = strings.Cut(term, `"`)
			switch id {
			case "8":
				require.Equal(t, rows.TooDeep, damage)
				require.Equal(t, rows.Missing, kind)
				continue
			case "3", "6":
				require.Equal(t, rows.OpenComment, damage)
			default:
				require.Empty(t, damage, id)
			}
			require.Equal(t, term, k)
			_, score := page.Cell(row, page.Column("_score"))
			require.Equal(t, "1.0", score)
		}
		require.Len(t, p.Notices, 1)
	}
	show(0)
	arranged, err := v.Arrange(t.Context(), grid.Arrangement{})
	require.NoError(t, err)
	d, err := v.Documents(t.Context(), arranged.Generation, 0)
	require.NoError(t, err)
	require.Equal(t, len(stored), d.Count)

	for id := range stored {
		key := []driver.Text{{Key: "#index", Value: object}, {Key: "#id", Value: id}}
		value, err := single.ValueOf(t.Context(), s, v, key, "")
		require.NoError(t, err, id)
		require.Contains(t, string(value.Text), strings.TrimRight(want[id], " }"), id)
	}

	lines := make([]string, 0, len(want))
	for _, line := range want {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	exports := New()
	run := func(name string, options Options) (Progress, string) {
		path := filepath.Join(t.TempDir(), name)
		id, err := exports.Start(t.Context(), s, Source{Object: object}, Target{Path: path, Options: options})
		require.NoError(t, err)
		<-exports.find(id).done
		p, err := exports.Progress(id)
		require.NoError(t, err)
		return p, path
	}
	p, path := run("all.jsonl", Options{})
	require.Nil(t, p.Err)
	got := written(t, path)
	require.Equal(t, lines, got)
	require.Equal(t, []driver.Notice{{Text: "3 documents contain comments. JSON has none, so the file has spaces in their place."}}, p.Notices)
	columns, doc, err := v.Exported([]string{"_id", "k"})
	require.NoError(t, err)
	p, _ = run("all.csv", Options{Format: CSV, Columns: columns, Doc: doc, Keys: v.KeyPaths()})
	if anyDepth {
		require.NotNil(t, p.Err)
		require.Contains(t, p.Err.Message, "The document "+object+"/8 is nested too deeply to write as columns.")
		return
	}
	require.Nil(t, p.Err)
	require.Equal(t, int64(len(stored)), p.Written)
}
