// SPEC: A-BRO-19
package export

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

func TestRealFieldsOutsideOfTheMappingAreExportedOrNamed(t *testing.T) {
	for name, find := range map[string]func(enginetest.TB) string{"8.16": enginetest.ES8, "7.17": enginetest.ES7} {
		t.Run(name, func(t *testing.T) { realOutside(t, find(t)) })
	}
}

func realOutside(t *testing.T, url string) {
	const object = "quarry-rows-outside"
	enginetest.Index(t, url, object, `{"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"dynamic":"false","properties":{
		"text":{"type":"text"},"meta":{"properties":{"id":{"type":"keyword"}}}}}}`)
	enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/1?refresh=true", `{"text":"one","unmapped":"seen?","meta":{"id":"m1","extra":"deep"},"list":[1,2]}`)
	enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/2?refresh=true", `{"text":"two"}`)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)
	views := grid.NewViews()
	v, err := views.Open(t.Context(), s, object)
	require.NoError(t, err)
	stored := func(v *grid.View) (names []string) {
		for i := range v.Columns {
			names = append(names, v.Columns[i].Name)
		}
		return names
	}
	csv := func(v *grid.View, names []string) (Progress, string) {
		columns, doc, err := v.Exported(names)
		require.NoError(t, err)
		exports, path := New(), filepath.Join(t.TempDir(), "all.csv")
		options := Options{Format: CSV, Columns: columns, Doc: doc, Beside: v.Uncovered(names)}
		id, err := exports.Start(t.Context(), s, Source{Object: object}, Target{Path: path, Options: options})
		require.NoError(t, err)
		<-exports.find(id).done
		p, err := exports.Progress(id)
		require.NoError(t, err)
		require.Nil(t, p.Err)
		return p, content(t, path)
	}
	p, _ := csv(v, stored(v))
	require.Equal(t, []driver.Notice{{Text: "3 fields are not in the mapping: unmapped, meta.extra, list. The file has no columns for them."}}, p.Notices)

	page, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Equal(t, "3 fields are not in the mapping: unmapped, meta.extra, list. Refresh to show them as columns.", page.Notices[0].Text)
	v, err = views.Reload(t.Context(), v, 0)
	require.NoError(t, err)
	require.Subset(t, stored(v), []string{"unmapped", "meta.extra", "list"})
	exports, path := New(), filepath.Join(t.TempDir(), "none.csv")
	columns, doc, err := v.Exported([]string{"_id", "nope"})
	require.NoError(t, err)
	id, err := exports.Start(t.Context(), s, Source{Object: object}, Target{Path: path, Options: Options{Format: CSV, Columns: columns, Doc: doc, Sought: v.Sought([]string{"_id", "nope"})}})
	require.NoError(t, err)
	<-exports.find(id).done
	none, err := exports.Progress(id)
	require.NoError(t, err)
	require.Equal(t, "There is no column nope. No document has such a field either.", none.Err.Message)
	require.NoFileExists(t, path)
	p, file := csv(v, []string{"_id", "text", "unmapped", "meta.id", "meta.extra", "list"})
	require.Empty(t, p.Notices)
	require.Equal(t, "_id,text,unmapped,meta.id,meta.extra,list\r\n1,one,seen?,m1,deep,\"[1,2]\"\r\n2,two,,,,\r\n", file)
}

// In _ignored, Elasticsearch names the fields that it does not add to the mapping because of the limit.
func TestRealFieldsPastTheLimitOfTheMappingAreReportedOnceAndShownReadOnly(t *testing.T) {
	const object = "quarry-rows-limit"
	url := enginetest.ES8(t)
	enginetest.Index(t, url, object, `{"settings":{"number_of_shards":1,"number_of_replicas":0,"index.mapping.total_fields.limit":2,
		"index.mapping.total_fields.ignore_dynamic_beyond_limit":true},"mappings":{"properties":{"k":{"type":"keyword"}}}}`)
	enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/1", `{"k":"a","first":1}`)
	enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/2?refresh=true", `{"k":"b","second":2.50,"third":3}`)
	require.Contains(t, enginetest.Ask(t, http.MethodPost, url+"/"+object+"/_search", `{"query":{"exists":{"field":"_ignored"}}}`), `"_ignored":["second","third"]`)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)
	views := grid.NewViews()
	v, err := views.Open(t.Context(), s, object)
	require.NoError(t, err)
	page, err := v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Equal(t, []driver.Notice{{Text: "2 fields are not in the mapping: second, third. Refresh to show them as columns."}}, page.Notices)
	v, err = views.Reload(t.Context(), v, 0)
	require.NoError(t, err)
	for _, name := range []string{"second", "third"} {
		c := columnOf(v, name)
		require.NotNil(t, c, name)
		require.True(t, c.ReadOnly && c.Outside, name)
	}
	page, err = v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Empty(t, page.Notices, "they are shown")
}

func columnOf(v *grid.View, name string) *grid.Column {
	for i := range v.Columns {
		if v.Columns[i].Name == name {
			return &v.Columns[i]
		}
	}
	return nil
}

// An index whose new fields become runtime fields still stores them in its documents.
func TestRealFieldsThatTheServerComputesAreExportedIfDocumentsHaveThem(t *testing.T) {
	for name, find := range map[string]func(enginetest.TB) string{"8.16": enginetest.ES8, "7.17": enginetest.ES7} {
		t.Run(name, func(t *testing.T) {
			const object = "quarry-rows-runtime"
			url := find(t)
			enginetest.Index(t, url, object, `{"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"dynamic":"runtime",
				"runtime":{"twice":{"type":"long","script":"emit(2)"}},"properties":{"k":{"type":"keyword"}}}}`)
			enginetest.Ask(t, http.MethodPut, url+"/"+object+"/_doc/1?refresh=true", `{"k":"x","dyn":5.50}`)
			s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)
			v, err := grid.NewViews().Open(t.Context(), s, object)
			require.NoError(t, err)
			csv := func(names ...string) (Progress, string) {
				columns, doc, err := v.Exported(names)
				require.NoError(t, err)
				exports, path := New(), filepath.Join(t.TempDir(), "all.csv")
				options := Options{Format: CSV, Columns: columns, Doc: doc, Beside: v.Uncovered(names), Sought: v.Sought(names)}
				id, err := exports.Start(t.Context(), s, Source{Object: object}, Target{Path: path, Options: options})
				require.NoError(t, err)
				<-exports.find(id).done
				p, err := exports.Progress(id)
				require.NoError(t, err)
				if p.Err != nil {
					return p, ""
				}
				return p, content(t, path)
			}
			p, _ := csv("_id", "k")
			require.Equal(t, []driver.Notice{{Text: "1 field is computed by the server but also stored in documents: dyn. The file has no column for it."}}, p.Notices)
			_, text := csv("_id", "k", "dyn")
			require.Equal(t, "_id,k,dyn\r\n1,x,5.50\r\n", text)
			p, _ = csv("_id", "twice")
			require.EqualError(t, p.Err, "twice is not stored in the documents: the server computes it when rows are read.")
		})
	}
}
