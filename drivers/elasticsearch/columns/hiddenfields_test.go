// SPEC: A-BRO-10, A-BRO-17
package columns_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// capability writes a field of a response of _field_caps.
func capability(name, kind string) string {
	return `"` + name + `":{"` + kind + `":{"type":"` + kind + `","searchable":true,"aggregatable":true,"metadata_field":false}}`
}

// mappingless reads the columns of "i" as a user who may not read its mapping, for an index with these fields; the
// searches get the responses in order.
func mappingless(t *testing.T, fields []string, searches ...script.Response) (*driver.ColumnSet, *script.Host) {
	t.Helper()
	h := elastictest.Host(t, map[string]script.Response{})
	h.Respond = func(r driver.Request) script.Response {
		switch {
		case r.Path == "/i/_mapping":
			return elastictest.Recorded(t, "8.16.3-security", "sec.as.apikey_reader.mapping_private")
		case r.Path == "/i/_field_caps":
			return script.JSON(200, `{"indices":["i"],"fields":{`+strings.Join(fields, ",")+`}}`)
		}
		require.NotEmpty(t, searches, "%s %s", r.Path, r.Body)
		next := searches[0]
		searches = searches[1:]
		return next
	}
	var set driver.ColumnSet
	require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "i"}, &set))
	require.Empty(t, searches, "fewer searches were sent")
	return &set, h
}

// fieldHits responds to a search with hits, each a document and its fields.
func fieldHits(hits ...string) script.Response {
	for i, hit := range hits {
		source, fields, _ := strings.Cut(hit, " | ")
		hits[i] = `{"_id":"x","_source":` + source + `,"fields":` + fields + `}`
	}
	return script.JSON(200, `{"hits":{"hits":[`+strings.Join(hits, ",")+`]}}`)
}

func lines(set *driver.ColumnSet) []string {
	var all []string
	for i := range set.Columns {
		all = append(all, elastictest.Written(&set.Columns[i]))
	}
	return all
}

func TestWithoutTheMappingAnAliasIsFoundByItsValuesAndShowsThem(t *testing.T) {
	set, h := mappingless(t,
		[]string{capability("alt", "keyword"), capability("kind", "keyword"), capability("o", "object"), capability("o.n", "long"), capability("spelt.n", "long"), capability("to_n", "long")},
		fieldHits(
			`{"kind":"a","o":{"n":1},"spelt.n":2} | {"alt":["a"],"kind":["a"],"o.n":[1],"spelt.n":[2],"to_n":[1]}`,
			`{"o":[{"n":1},{"n":2}]} | {"o.n":[1,2],"to_n":[1,2]}`,
		))
	require.Equal(t, []string{
		"alt (keyword) text row -> alt keyword", "kind (keyword) text -> kind keyword",
		"o.n (long) number integer -> o.n long", "spelt.n (long) number integer -> spelt.n long", "to_n (long) number row integer -> to_n long",
	}, lines(set))
	require.Empty(t, set.Notices)
	require.Equal(t, `{"size":100,"track_total_hits":false,"fields":["alt","kind","o.n","spelt.n","to_n"]}`, string(h.Sent[2].Body))
	require.Contains(t, elastictest.SearchOf(t, h, set), `"fields":["alt","to_n"]`)
}

func TestAnAliasThatNoneOfTheFirstDocumentsHasIsLookedFor(t *testing.T) {
	set, h := mappingless(t,
		[]string{capability("alt", "keyword"), capability("kind", "keyword"), capability("never", "keyword"), capability("other", "long")},
		fieldHits(`{"other":1} | {"other":[1]}`),
		fieldHits(`{"kind":"a"} | {"alt":["a"],"kind":["a"]}`),
		fieldHits())
	require.Equal(t, []string{
		"alt (keyword) text row -> alt keyword", "kind (keyword) text -> kind keyword",
		"never (keyword) text -> never keyword", "other (long) number integer -> other long",
	}, lines(set))
	require.Contains(t, string(h.Sent[3].Body), `,"query":{"bool":{"should":[{"exists":{"field":"alt"}},{"exists":{"field":"kind"}},{"exists":{"field":"never"}}]}}}`)
	require.Contains(t, string(h.Sent[4].Body), `,"query":{"bool":{"should":[{"exists":{"field":"never"}}]}}}`)
}

func TestAFieldThatIsInSomeDocumentsIsReadFromThem(t *testing.T) {
	set, _ := mappingless(t, []string{capability("copied", "keyword")},
		fieldHits(`{"a":1} | {"copied":["x"]}`, `{"copied":"y"} | {"copied":["y","x"]}`, `{"a":1} | {"copied":["x"]}`))
	require.Equal(t, []string{"copied (keyword) text -> copied keyword"}, lines(set))
}

func TestAnAliasInsideANestedObjectIsSaidToBeEmpty(t *testing.T) {
	set, _ := mappingless(t, []string{capability("n", "nested"), capability("n.alt", "keyword"), capability("n.k", "keyword")},
		fieldHits(`{"n":[{"k":"a"}]} | {"n":[{"k":["a"],"alt":["a"]}]}`))
	require.Equal(t, []string{"The values of n.alt cannot be shown without permission to read the mapping."}, set.Notices)
	require.Len(t, set.Columns, 3)
	require.Zero(t, set.Columns[1].Flags&driver.FlagRow)
}

func TestAnEngineWithoutTheOptionSaysThatSuchColumnsAreEmpty(t *testing.T) {
	refused := script.JSON(400, `{"error":{"root_cause":[{"type":"parsing_exception","reason":"Unknown key for a START_ARRAY in [fields]."}],"type":"parsing_exception","reason":"Unknown key for a START_ARRAY in [fields]."},"status":400}`)
	set, h := mappingless(t, []string{capability("alt", "keyword")}, refused)
	require.Equal(t, []string{"alt (keyword) text -> alt keyword"}, lines(set))
	require.Equal(t, []string{"Columns of alias and runtime fields are empty: the server does not return their values."}, set.Notices)
	require.NotContains(t, elastictest.SearchOf(t, h, set), "fields")
}

func TestAnEmptyIndexIsLookedAtOnce(t *testing.T) {
	set, _ := mappingless(t, []string{capability("alt", "keyword")}, fieldHits())
	require.Empty(t, set.Notices)
	require.Equal(t, []string{"alt (keyword) text -> alt keyword"}, lines(set))
}
