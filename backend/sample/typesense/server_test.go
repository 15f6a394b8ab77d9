package typesense

// SPEC: APP-07

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const shop = `{"name":"shop","enable_nested_fields":true,"fields":[
	{"name":"name","type":"string"},{"name":"kind","type":"string","facet":true,"optional":true},{"name":"price","type":"float","facet":true,"optional":true},
	{"name":"code","type":"string","infix":true,"optional":true},{"name":"secret","type":"string","store":false,"optional":true},
	{"name":"parts","type":"object[]","optional":true},{"name":"n","type":"int64","optional":true}]}`

func withShop(t *testing.T, version string) tried {
	t.Helper()
	x := empty(t, version)
	x.must("POST", "/collections", shop)
	for _, line := range []string{
		`{"id":"a","name":"Red Chair","kind":"chair","price":10.5,"code":"XX-CHAIR-1","secret":"s","parts":[{"sku":"leg","count":4},{"sku":"seat","count":1}],"n":9007199254740993}`,
		`{"id":"b","name":"Blue Chair","kind":"chair","price":20,"parts":[{"sku":"leg","count":1}]}`,
		`{"id":"c","name":"Red Table","kind":"table","price":99.25,"n":-9223372036854775808}`,
		`{"id":"d","name":"Lamp"}`,
	} {
		x.must("POST", "/collections/shop/documents", line)
	}
	return x
}

// found returns the ids that a search finds.
func (x tried) found(params string) string {
	x.t.Helper()
	answer := x.must("GET", "/collections/shop/documents/search?"+params, "")
	var ids []string
	for _, hit := range answer.Get("hits").Array() {
		ids = append(ids, hit.Get("document.id").String())
	}
	return strings.Join(ids, " ")
}

func TestWordsPrefixesTyposAndInfixesAreFound(t *testing.T) {
	x := withShop(t, "29.0")
	for _, row := range []struct{ name, params, ids string }{
		{"a word", "q=red&query_by=name", "c a"},
		{"two words", "q=chair+red&query_by=name", "a"},
		{"the beginning of the last word", "q=red+ch&query_by=name", "a"},
		{"no beginnings if they are switched off", "q=ch&query_by=name&prefix=false", ""},
		{"a typo", "q=chiar&query_by=name", "b a"},
		{"no typo if they are switched off", "q=chiar&query_by=name&num_typos=0", ""},
		{"a part of a word", "q=hair&query_by=code&infix=always", "a"},
		{"no part of a word unless asked for", "q=hair&query_by=code&num_typos=0", ""},
		{"a word that is missing is dropped from the end", "q=red+zebra&query_by=name", "c a"},
	} {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.ids, tried{t, x.e}.found(row.params)) })
	}
}

func TestFiltersReadFromLeftToRightAndNegationsFindWhatLacksTheField(t *testing.T) {
	x := withShop(t, "29.0")
	for _, row := range []struct{ filter, ids string }{
		{"kind:=table || kind:=chair && price:>15", "c b"},
		{"kind:=table || (kind:=chair && price:<15)", "c a"},
		{"kind:!=chair", "d c"},
		{"price:[10..20]", "b a"},
		{"n:=9007199254740993", "a"},
		{"n:<0", "c"},
		{"parts.{sku:=leg && count:>3}", "a"},
		{"parts.sku:=leg && parts.count:=1", "b a"},
	} {
		t.Run(row.filter, func(t *testing.T) {
			require.Equal(t, row.ids, tried{t, x.e}.found("q=*&filter_by="+escape(row.filter)))
		})
	}
}

func escape(text string) string {
	return strings.NewReplacer(" ", "%20", "&", "%26", "|", "%7C", ">", "%3E", "<", "%3C", "{", "%7B", "}", "%7D", "[", "%5B", "]", "%5D", "=", "%3D").Replace(text)
}

func TestFacetsCountValuesAndNumbersHaveStatistics(t *testing.T) {
	x := withShop(t, "29.0")
	answer := x.must("GET", "/collections/shop/documents/search?q=*&facet_by=kind,price&per_page=0", "")
	require.JSONEq(t, `[{"count":2,"highlighted":"chair","value":"chair"},{"count":1,"highlighted":"table","value":"table"}]`, answer.Get("facet_counts.0.counts").Raw)
	require.JSONEq(t, `{"avg":43.25,"max":99.25,"min":10.5,"sum":129.75,"total_values":3}`, answer.Get("facet_counts.1.stats").Raw)
	answer, status := x.send("GET", "/collections/shop/documents/search?q=*&facet_by=name", "")
	require.Equal(t, http.StatusNotFound, status)
	require.Contains(t, answer.Get("message").String(), "facet field named `name`")
}

func TestGroupsKeepTheOrderOfTheirFirstHits(t *testing.T) {
	x := withShop(t, "29.0")
	answer := x.must("GET", "/collections/shop/documents/search?q=*&group_by=kind&group_limit=1&include_fields=id", "")
	require.Equal(t, int64(3), answer.Get("found").Int())
	require.Equal(t, int64(4), answer.Get("found_docs").Int())
	require.Equal(t, `[[],["table"],["chair"]]`, answer.Get("grouped_hits.#.group_key").Raw)
	require.Equal(t, `[1,1,2]`, answer.Get("grouped_hits.#.found").Raw)
}

func TestAFieldThatIsNotStoredIsFoundButNotShown(t *testing.T) {
	x := withShop(t, "29.0")
	require.False(t, x.must("GET", "/collections/shop/documents/a", "").Get("secret").Exists())
	require.Equal(t, "a", x.found("q=*&filter_by=secret:=s"))
	x.must("PATCH", "/collections/shop/documents/a", `{"price":11}`)
	require.Equal(t, "a", x.found("q=*&filter_by=secret:=s"), "a change of another field keeps it")
}

func TestEveryDigitOfAWholeNumberIsKept(t *testing.T) {
	x := withShop(t, "29.0")
	for _, n := range []string{"9223372036854775807", "-9223372036854775808", "9007199254740993"} {
		x.must("PATCH", "/collections/shop/documents/d", `{"n":`+n+`,"other":[{"m":`+n+`}]}`)
		answer := x.must("GET", "/collections/shop/documents/d", "")
		require.Equal(t, n, answer.Get("n").Raw)
		require.Equal(t, n, answer.Get("other.0.m").Raw)
		require.Contains(t, x.found("q=*&filter_by=n:="+n), "d")
	}
}

func TestRequestsThatAServerDoesNotSurviveGet599(t *testing.T) {
	for _, row := range []struct{ version, method, path string }{
		{"29.0", "GET", "/keys/abc"},
		{"29.0", "GET", "/collections/shop/documents/search?q=*&filter_by=n:=9223372036854775808"},
		{"29.0", "GET", "/collections/shop/documents/export?filter_by=n:%3E-9223372036854775809"},
		{"26.0", "GET", "/collections/shop/documents/search?q=*&filter_by=id:=%60%60"},
		{"30.0", "GET", "/collections/shop/documents/search?q=*&filter_by=parts.%7B%7D"},
	} {
		t.Run(row.version+" "+row.path, func(t *testing.T) {
			_, status := withShop(t, row.version).send(row.method, row.path, "")
			require.Equal(t, statusNeverAnswered, status)
		})
	}
}

func TestAChangeOfTheSchemaIndexesStoredDocuments(t *testing.T) {
	x := withShop(t, "29.0")
	x.must("PATCH", "/collections/shop/documents/a", `{"colour":"red"}`)
	x.must("PATCH", "/collections/shop", `{"fields":[{"name":"colour","type":"string","optional":true}]}`)
	require.Equal(t, "a", x.found("q=*&filter_by=colour:=red"))
	answer, status := x.send("PATCH", "/collections/shop", `{"fields":[{"name":"size","type":"int32"}]}`)
	require.Equal(t, http.StatusBadRequest, status, "stored documents lack it")
	require.Contains(t, answer.Get("message").String(), "Schema change is incompatible")
	x.must("PATCH", "/collections/shop", `{"fields":[{"name":"colour","drop":true}]}`)
	_, status = x.send("GET", "/collections/shop/documents/search?q=*&filter_by=colour:=red", "")
	require.Equal(t, http.StatusBadRequest, status)
}

func TestReadsAndWritesAtOnceLoseNothing(t *testing.T) {
	x := withShop(t, "29.0")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 50 {
				_, status := x.send("POST", "/collections/shop/documents", fmt.Sprintf(`{"id":"w%d-%d","name":"n"}`, i, j))
				if status != http.StatusCreated {
					t.Errorf("write %d of %d: status %d", j, i, status)
				}
				x.send("GET", "/collections/shop/documents/search?q=*&per_page=1", "")
			}
		})
	}
	group.Wait()
	require.Equal(t, int64(4+8*50), x.must("GET", "/collections/shop", "").Get("num_documents").Int())
}

func TestAKeyThatExpiresIsRefusedAfterwards(t *testing.T) {
	x := withShop(t, "29.0")
	now := x.e.clock()
	made := x.must("POST", "/keys", fmt.Sprintf(`{"description":"d","actions":["documents:search"],"collections":["shop"],"expires_at":%d}`, now.Unix()+60))
	search := func() int {
		q := &request{method: "GET", parts: []string{"collections", "shop", "documents", "search"}, params: map[string]string{"q": "*"}, key: made.Get("value").String()}
		return x.e.answer(q).status
	}
	require.Equal(t, http.StatusOK, search())
	x.e.clock = func() time.Time { return now.Add(61 * time.Second) }
	require.Equal(t, http.StatusUnauthorized, search())
	require.Len(t, gjson.Get(x.must("GET", "/keys", "").Raw, "keys").Array(), 1)
}

// SPEC: B-BRO-09
func TestARuleForEverythingPinsAndHidesDocumentsUnlessItIsSwitchedOff(t *testing.T) {
	for _, row := range []struct{ version, off, ignored string }{{"29.0", "enable_overrides", "enable_curations"}, {"30.0", "enable_curations", "enable_overrides"}} {
		t.Run(row.version, func(t *testing.T) {
			x := withShop(t, row.version)
			const rule = `{"rule":{"query":"*","match":"exact"},"includes":[{"id":"a","position":1}],"excludes":[{"id":"d"}]}`
			if row.version == "29.0" {
				x.must("PUT", "/collections/shop/overrides/o", rule)
			} else {
				x.must("PUT", "/curation_sets/s", `{"items":[{"id":"o",`+rule[1:]+`]}`)
				x.must("PATCH", "/collections/shop", `{"curation_sets":["s"]}`)
			}
			require.Equal(t, "a c b", x.found("q=*"))
			require.Equal(t, "a c", x.found("q=*&filter_by=kind:=table"), "the pinned document is not in the filter")
			require.Equal(t, "a c b", x.found("q=*&"+row.ignored+"=false"))
			require.Equal(t, "d c b a", x.found("q=*&"+row.off+"=false"))
		})
	}
}

func TestSynonymsFindTheSame(t *testing.T) {
	x := withShop(t, "29.0")
	require.Empty(t, x.found("q=desk&query_by=name&num_typos=0"))
	x.must("PUT", "/collections/shop/synonyms/s", `{"synonyms":["table","desk"]}`)
	require.Equal(t, "c", x.found("q=desk&query_by=name&num_typos=0"))
	require.Equal(t, "s", x.must("GET", "/collections/shop/synonyms", "").Get("synonyms.0.id").String())
	x.must("DELETE", "/collections/shop/synonyms/s", "")
	require.Empty(t, x.found("q=desk&query_by=name&num_typos=0"))
}
