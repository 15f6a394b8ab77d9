// SPEC: A-BRO-02, A-BRO-15, A-SRT-01, A-SRT-02, A-SRT-03, A-SRT-04
package elasticsearch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

const (
	unionRows = 12_607 // more than a window, and not a multiple of a page
	unionSize = 2_000
	unionName = "quarry-union-*,quarry-onion" // the second is an alias of the third index
)

// unionMappings are those of quarry-union-a, -b and quarry-third. Each field is named after how they define it.
var unionMappings = []struct{ index, properties string }{
	{"quarry-union-a", `
		"same":{"type":"keyword"},"only_a":{"type":"long"},"whole":{"type":"integer"},"small":{"type":"short"},"fraction":{"type":"float"},
		"rough":{"type":"half_float"},"half":{"type":"half_float"},"both":{"type":"integer"},
		"moment":{"type":"date"},"long_or_word":{"type":"long"},"long_or_double":{"type":"long"},"text_or_word":{"type":"text"},
		"title":{"type":"text","fields":{"keyword":{"type":"keyword"}}},"sometimes":{"type":"text","fields":{"keyword":{"type":"keyword"}}},
		"flag":{"type":"boolean"},"address":{"type":"ip"},"shape":{"properties":{"side":{"type":"integer"}}},
		"parts":{"type":"nested","properties":{"code":{"type":"keyword"}}},"pairs":{"type":"nested","properties":{"code":{"type":"keyword"}}},
		"dotted.name":{"type":"keyword"},"deep":{"properties":{"er":{"properties":{"a":{"type":"keyword"},"z":{"type":"keyword"}}}}}`},
	{"quarry-union-b", `
		"same":{"type":"keyword"},"whole":{"type":"long"},"small":{"type":"byte"},"fraction":{"type":"double"},
		"rough":{"type":"float"},"half":{"type":"half_float"},"both":{"type":"double"},
		"moment":{"type":"date_nanos"},"long_or_word":{"type":"keyword"},"long_or_double":{"type":"double"},"text_or_word":{"type":"keyword"},
		"title":{"type":"text","fields":{"keyword":{"type":"keyword"}}},"sometimes":{"type":"text"},
		"flag":{"type":"boolean"},"shape":{"type":"keyword"},
		"parts":{"properties":{"code":{"type":"keyword"}}},"pairs":{"type":"nested","properties":{"code":{"type":"keyword"}}},
		"deep":{"properties":{"er":{"properties":{"m":{"type":"keyword"}}}}}`},
	{"quarry-third", `"same":{"type":"keyword"},"pairs":{"type":"nested","properties":{"code":{"type":"keyword"}}}`},
}

func (n *node) seedUnion() {
	drop := func() {
		for _, m := range unionMappings {
			n.ask(http.MethodDelete, "/"+m.index, "")
		}
	}
	drop()
	n.t.Cleanup(drop)
	for _, m := range unionMappings {
		n.ask(http.MethodPut, "/"+m.index, `{"settings":{"number_of_shards":2,"number_of_replicas":0,"refresh_interval":-1},"mappings":{"properties":{`+m.properties+`}}}`)
	}
	n.ask(http.MethodPut, "/quarry-third/_alias/quarry-onion", "")
	var body strings.Builder
	for i := range unionRows {
		m := i % len(unionMappings)
		fmt.Fprintf(&body, "{\"index\":{\"_index\":\"%s\",\"_id\":\"%d\"}}\n{\"same\":\"s%d\"", unionMappings[m].index, i, i%97)
		if m < 2 && i%5 != 0 {
			fmt.Fprintf(&body, `,"whole":%d,"small":%d,"fraction":%d.5,"rough":%d.25,"half":%d.5,"both":%d,"flag":%t,"title":"t%d"`,
				i%911, i%101-50, i%53, i%61, i%17, i%71, i%4 == 0, i%313)
		}
		if m < 2 {
			fmt.Fprintf(&body, `,"moment":"2020-01-%02dT00:00:00.%03dZ","pairs":[{"code":"c%d"},{"code":"d%d"}],"parts":{"code":"p%d"}`, i%28+1, i%977, i%31, i%29, i%7)
		}
		if m == 0 {
			fmt.Fprintf(&body, `,"only_a":%d,"address":"10.0.%d.%d","shape":{"side":%d},"long_or_word":%d,"long_or_double":9007199254740993,"text_or_word":"x y"`,
				int64(i%911)*4611686018427387, i%256, i%251, i%5, i)
			fmt.Fprintf(&body, `,"dotted":{"name":"n%d"},"deep":{"er":{"a":"a%d","z":"z%d"}}`, i%19, i%3, i%2)
		}
		if m == 1 {
			fmt.Fprintf(&body, `,"shape":"round","long_or_word":"w%d","long_or_double":2.5,"text_or_word":"x","deep":{"er":{"m":"m%d"}}`, i%9, i%4)
		}
		body.WriteString("}\n")
		if i%6000 == 5999 || i == unionRows-1 {
			require.Contains(n.t, n.ask(http.MethodPost, "/_bulk?filter_path=errors", body.String()), "false")
			body.Reset()
		}
	}
	n.ask(http.MethodPost, "/quarry-union-*,quarry-third/_refresh", "")
}

// open opens an object with pages of unionSize rows.
func (n *node) open(object string) *grid.View {
	n.t.Helper()
	v, err := grid.Open(n.t.Context(), "union", object, unionSize, n, grid.NewCache(1))
	require.NoError(n.t, err)
	return v
}

// resolve looks a name up.
func (n *node) resolve(name string) (*driver.Object, error) {
	return plugin.Run[driver.Object](n.t.Context(), n.runner, n.call(driver.OpResolve, &driver.ResolveArgs{Name: name}, nil))
}

// everyRow walks all pages of a view and returns its rows as "index id"; each must come once.
func (n *node) everyRow(v *grid.View, generation int) []string {
	n.t.Helper()
	var all []string
	seen := map[string]bool{}
	for number := 0; number*unionSize < unionRows; number++ {
		for skip := 0; skip < unionSize; {
			p, err := v.Part(n.t.Context(), generation, number, skip)
			require.NoError(n.t, err, "page %d", number)
			require.Empty(n.t, p.Notices)
			page, err := rows.Decode(p.Block)
			require.NoError(n.t, err)
			for row := range page.Rows {
				_, index := page.Cell(row, page.Column("#index"))
				_, id := page.Cell(row, page.Column("#id"))
				require.False(n.t, seen[index+" "+id], "the row %s of %s comes twice", id, index)
				seen[index+" "+id] = true
				all = append(all, index+" "+id)
			}
			skip += p.Rows
			if p.End {
				break
			}
		}
	}
	require.Len(n.t, all, unionRows)
	return all
}

// unionOpen returns how many contexts the engine holds open for the union.
func (n *node) unionOpen() string {
	return n.ask(http.MethodGet, "/quarry-union-*,quarry-third/_stats/search?filter_path=_all.total.search.open_contexts", "")
}

// refused are the columns of the union that cannot be sorted, and why.
var refused = map[string]string{
	"_id":            "_id cannot be sorted on this cluster.",
	"_routing":       "Elasticsearch cannot sort by _routing.",
	"long_or_word":   "It is long in quarry-union-a, keyword in quarry-union-b, which have no common order.",
	"long_or_double": "It is long in quarry-union-a, double in quarry-union-b, which have no common order without losing digits.",
	"text_or_word":   "In quarry-union-a: Text without a keyword subfield cannot be sorted.",
	"sometimes":      "In quarry-union-b: Text without a keyword subfield cannot be sorted.",
	"shape":          "In quarry-union-a: Objects cannot be sorted.",
	"parts":          "In quarry-union-a: parts is a JSON column. Sort or filter by one of its leaves, such as parts.code.",
	"parts.code":     "It is keyword in nested parts in quarry-union-a, keyword in quarry-union-b.",
	"pairs":          "pairs is a JSON column. Sort or filter by one of its leaves, such as pairs.code.",
}

func TestWalkingAUnionByEveryColumnShowsEveryRowOnce(t *testing.T) {
	for _, engine := range []struct {
		name    string
		address func(enginetest.TB) string
	}{{"8.16", enginetest.ES8}, {"7.17", enginetest.ES7}, {"9.4", enginetest.ES9}} {
		t.Run(engine.name, func(t *testing.T) {
			t.Parallel()
			connect(t, engine.address(t)).walksUnion(nil)
		})
	}
}

func TestAUnionIsResolvedCountedAndKeepsTheIndexOfEachRow(t *testing.T) {
	for _, engine := range []struct {
		name    string
		address func(enginetest.TB) string
	}{{"8.16", enginetest.ES8}, {"7.17", enginetest.ES7}, {"9.4", enginetest.ES9}} {
		t.Run(engine.name, func(t *testing.T) { connect(t, engine.address(t)).resolvesUnion() })
	}
}

func TestAUnionReal79IsResolvedCountedAndKeepsTheIndexOfEachRow(t *testing.T) {
	connect(t, enginetest.ES79(t)).resolvesUnion()
}

// SPEC: A-BRO-02
func TestDateMathOfAListIsExcludedOrRefusedByRealEngines(t *testing.T) {
	t.Run("7.17", func(t *testing.T) { connect(t, enginetest.ES7(t)).resolvesDateMath(false) })
	t.Run("8.16", func(t *testing.T) { connect(t, enginetest.ES8(t)).resolvesDateMath(true) })
}

// SPEC: A-BRO-02
func TestDateMathOfAListIsExcludedByReal9(t *testing.T) {
	connect(t, enginetest.ES9(t)).resolvesDateMath(true)
}

// resolvesDateMath resolves lists with date math. The server either excludes it, or Quarry refuses to.
func (n *node) resolvesDateMath(excludes bool) {
	t := n.t
	today := time.Now().UTC().Format("2006.01.02")
	n.index("quarry-math-"+today, `{}`, `{"a":1}`)
	n.index("quarry-math-other", `{}`, `{"a":1}`)
	for _, excluded := range []string{"-<quarry-math-{now/d}>", "-<quarry-math-{now/d}*>"} {
		o, err := n.resolve("quarry-math-*," + excluded)
		if !excludes {
			require.EqualError(t, err, "This version of Elasticsearch cannot exclude date math: “"+excluded+"”. Exclude the index by its own name instead.")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, []driver.Part{{Name: "quarry-math-other"}}, o.Parts)
		require.Equal(t, int64(1), n.counted(o.Name))
	}
	o, err := n.resolve("<quarry-math-{now/d}*>")
	require.NoError(t, err)
	require.Equal(t, []driver.Part{{Name: "quarry-math-" + today}}, o.Parts)
}

func (n *node) resolvesUnion() {
	t := n.t
	n.seedUnion()
	o, err := n.resolve(" quarry-union-*, quarry-onion")
	require.NoError(t, err)
	require.Equal(t, unionName, o.Name)
	require.Equal(t, "pattern", o.Kind)
	require.ElementsMatch(t, []driver.Part{{Name: "quarry-union-a"}, {Name: "quarry-union-b"}, {Name: "quarry-third", Via: "alias quarry-onion"}}, o.Parts)
	require.Len(t, o.Notices, 1)
	require.Contains(t, o.Notices[0], "columns have different types: both (integer, double), fraction (float, double)")

	alias, err := n.resolve("quarry-onion")
	require.NoError(t, err)
	require.Equal(t, "alias", alias.Kind)
	_, err = n.resolve("quarry-union-a,quarry-unions")
	require.ErrorContains(t, err, "There is no index, alias or data stream named “quarry-unions”.")

	for _, object := range []string{o.Name, "quarry-onion"} {
		require.Equal(t, n.ask(http.MethodGet, "/"+object+"/_count?filter_path=count", ""), fmt.Sprintf(`{"count":%d}`, n.counted(object)))
	}
	union := n.open(unionName)
	defer union.Close(t.Context())
	for i, desc := range []bool{false, true} {
		generation := arrange(t, union, []grid.SortBy{{Column: "_index", Desc: desc}})
		require.Equal(t, []string{"quarry-third", "quarry-union-b"}[i], n.cells(union, generation, "_index")[0][0])
	}
	v := n.open("quarry-onion")
	defer v.Close(t.Context())
	for _, row := range n.cells(v, 0, "_index", "#index") {
		require.Equal(t, []string{"quarry-third", "quarry-third"}, row, "a hit through an alias carries its index")
	}
}

// counted counts an object's documents like the driver.
func (n *node) counted(object string) int64 {
	n.t.Helper()
	counts, err := plugin.Run[driver.Counts](n.t.Context(), n.runner, n.call(driver.OpCount, &driver.CountArgs{Objects: []string{object}}, nil))
	require.NoError(n.t, err)
	return counts.Counts[0].Count
}

func TestWalkingAUnionReal79ShowsEveryRowOnce(t *testing.T) {
	connect(t, enginetest.ES79(t)).walksUnion(map[string]string{
		"moment": "This version of Elasticsearch omits rows when date and date_nanos are sorted together.",
	})
}

// walksUnion walks the union by every column in both directions; more has those that only this engine refuses.
func (n *node) walksUnion(more map[string]string) {
	t := n.t
	n.seedUnion()
	before := n.unionOpen()
	v := n.open(unionName)
	sorted := 0
	for _, c := range v.Columns {
		reason, no := refused[c.Name]
		if own, alsoNo := more[c.Name]; alsoNo {
			reason, no = own, true
		}
		if no {
			require.Empty(t, c.Sort, c.Name)
			require.True(t, strings.HasPrefix(c.Reason, reason), "%s: %s", c.Name, c.Reason)
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			n.t = t
			require.NotEmpty(t, c.Sort, c.Reason)
			w := n.open(unionName)
			for _, desc := range []bool{false, true} {
				generation := arrange(t, w, []grid.SortBy{{Column: c.Name, Desc: desc}})
				n.everyRow(w, generation)
			}
			w.Close(t.Context())
		})
		sorted++
	}
	n.t = t
	require.Equal(t, len(v.Columns)-len(refused)-len(more), sorted)
	require.Eventually(t, func() bool { return n.unionOpen() == before }, 10*time.Second, 50*time.Millisecond, "nothing stays open")
	v.Close(t.Context())
}
