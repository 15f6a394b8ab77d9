package elasticsearch

// SPEC: APP-07, A-EDT-02, A-EDT-03, A-EDT-04, A-EDT-05, A-EDT-09, A-EDT-12

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func put(name, path, body string) exchange {
	return exchange{name: name, method: http.MethodPut, path: path, body: body}
}

func remove(name, path string) exchange {
	return exchange{name: name, method: http.MethodDelete, path: path}
}

// writeRequests are sent one after the other: each builds on the results of earlier ones.
func writeRequests() []exchange {
	const doc, update = "/~scratch/_doc/", "/~scratch/_update/"
	out := []exchange{
		put("a new index", "/~scratch", `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"k":{"type":"keyword"},"n":{"type":"long"},"f":{"type":"double"},"o":{"properties":{"a":{"type":"keyword"}}},"offers":{"type":"nested","properties":{"price":{"type":"double"}}},"free":{"type":"object","enabled":false}}}}`),
		put("an index that exists", "/~scratch", `{}`).kindOnly(),
		put("an index with a wrong name", "/~Scratch", `{}`).kindOnly(),
		get("the new index in the list", "/_cat/indices/~scratch?format=json&h=index,health,pri,rep,docs.count"),
		put("a new document", doc+"1", `{ "k":"a","f":1e2 ,"n":9007199254740993,"free":[1.50,-0,0.1000000000000000055,123456789012345678901234567890.5,1E+2,"\u0041\/\u00e9\u0001"]}`),
		get("it is stored byte for byte", doc+"1"),
		post("a change of one field respells the others", update+"1?refresh=true", `{"doc":{"k":"b"}}`),
		get("the document respelled", doc+"1"),
		post("the same again changes nothing", update+"1", `{"doc":{"k":"b"}}`),
		post("the same number in another form changes nothing", update+"1", `{"doc":{"f":1e2}}`),
		post("another number of the same value", update+"1", `{"doc":{"f":100}}`),
		post("a change where nothing need be detected", update+"1?_source=true", `{"doc":{"k":"b"},"detect_noop":false}`),
		post("a change that returns parts of the result", update+"1?_source=k,n", `{"doc":{"k":"c"}}`),
		post("an object in an object", update+"1", `{"doc":{"o":{"a":"x","b":{"c":1}}}}`),
		post("an object merged", update+"1?_source=true", `{"doc":{"o":{"b":{"d":"text"}}}}`),
		post("an array replaced", update+"1?_source=true", `{"doc":{"offers":[{"price":1.10},{"price":2}]}}`),
		post("an object over an array", update+"1?_source=true", `{"doc":{"offers":{"price":3}}}`),
		post("null", update+"1?_source=true", `{"doc":{"o":null,"k":null}}`),
		post("a dotted key beside an object", update+"1?_source=true", `{"doc":{"o.a":"y"}}`),
		post("an empty change", update+"1", `{"doc":{}}`),
		put("the whole document", doc+"1?if_seq_no=9&if_primary_term=1", `{"k":"whole"}`),
		put("the whole document on what it was", doc+"1?if_seq_no=9&if_primary_term=1", `{"k":"late"}`),
		post("a change on what it was", update+"1?if_seq_no=9&if_primary_term=1", `{"doc":{"k":"late"}}`),
		post("no change on what it was", update+"1?if_seq_no=9&if_primary_term=1", `{"doc":{"k":"whole"}}`),
		remove("a deletion on what it was", doc+"1?if_seq_no=9&if_primary_term=1"),
		put("another term", doc+"1?if_seq_no=10&if_primary_term=2", `{"k":"late"}`),
		put("a condition on a missing document", doc+"none?if_seq_no=1&if_primary_term=1", `{}`),
		post("a change of a missing document", update+"none", `{"doc":{"k":"x"}}`),
		post("a change of a missing document with a condition", update+"none?if_seq_no=1&if_primary_term=1", `{"doc":{"k":"x"}}`),
		remove("a deletion of a missing document", doc+"none"),
		remove("a deletion of a missing document with a condition", doc+"none?if_seq_no=1&if_primary_term=1"),
		put("half a condition", doc+"1?if_seq_no=1", `{}`),
		put("the other half", doc+"1?if_primary_term=1", `{}`),
		put("a number that is none", doc+"1?if_seq_no=x&if_primary_term=1", `{}`).kindOnly(),
		put("creating with a condition", "/~scratch/_create/1?if_seq_no=1&if_primary_term=1", `{}`).kindOnly(),
		put("creating over a document", "/~scratch/_create/1", `{}`),
		put("creating over a document by op_type", doc+"1?op_type=create", `{}`),
		put("a wrong op_type", doc+"1?op_type=update", `{}`),
		put("creating", "/~scratch/_create/2?refresh=true", `{"k":"two"}`),
		put("creating with routing", doc+"3?op_type=create&routing=r%201", `{"k":"three"}`),
		get("a document with routing", doc+"3"),
		post("a change that names no routing keeps it", update+"3?_source=true", `{"doc":{"k":"3"}}`),
		post("a change that names the routing", update+"3?routing=r%201&_source=true", `{"doc":{"k":"4"}}`),
		remove("a deletion", doc+"2"),
		get("a deleted document", doc+"2"),
		put("a document where one was deleted", doc+"2", `{"k":"again"}`),
		put("an id of every kind of character", doc+"a%2Fb%20%25%23%3F%2B%22%F0%9F%8D%B5", `{"k":"odd"}`),
		remove("a deletion by such an id", doc+"a%2Fb%20%25%23%3F%2B%22%F0%9F%8D%B5"),
		put("no body", doc+"1", ""),
		post("a change without a doc", update+"1", `{}`),
		post("a change with an unknown member", update+"1", `{"banana":1}`).kindOnly(),
		post("a change that is no object", update+"1", `{"doc":5}`).kindOnly(),
		get("GET where only POST is", update+"1"),
		put("PUT where only POST is", "/~scratch/_doc", `{}`),
		put("a pipeline that does not exist", doc+"1?pipeline=nope", `{}`),
		put("an unknown parameter", doc+"1?banana=1", `{}`),
		post("a bulk request with one action", "/_bulk?refresh=true", "{\"update\":{\"_index\":\"~scratch\",\"_id\":\"1\"}}\n{\"doc\":{\"k\":\"by bulk\"}}\n"),
		post("one that changes nothing", "/_bulk", "{\"update\":{\"_index\":\"~scratch\",\"_id\":\"1\"}}\n{\"doc\":{\"k\":\"by bulk\"}}\n"),
		post("one with a condition", "/_bulk", "{\"update\":{\"_index\":\"~scratch\",\"_id\":\"1\",\"if_seq_no\":1,\"if_primary_term\":1}}\n{\"doc\":{\"k\":\"late\"}}\n"),
		post("every action", "/~scratch/_bulk", "{\"index\":{\"_id\":\"..\"}}\n {\"k\" : \"dots\"} \n{\"create\":{\"_id\":\"..\"}}\n{}\n{\"delete\":{\"_id\":\"nope\"}}\n{\"update\":{\"_id\":\"nope\"}}\n{\"doc\":{}}\n{\"index\":{\"_id\":\"bad\"}}\n{\"n\":\"x\"}\n{\"delete\":{\"_id\":\"..\",\"routing\":\"q\"}}\n"),
		post("a bulk request without its last line end", "/_bulk", "{\"delete\":{\"_index\":\"~scratch\",\"_id\":\"1\"}}"),
		post("a bulk request for no index", "/_bulk", "{\"delete\":{\"_id\":\"1\"}}\n"),
		post("a refresh", "/~scratch/_refresh", ""),
		post("what was written is found", "/~scratch/_search", `{"query":{"bool":{"filter":{"terms":{"k":["by bulk","again","4"]}}}},"sort":["k"],"seq_no_primary_term":true,"version":true}`),
		post("what was replaced is not", "/~scratch/_count", `{"query":{"terms":{"k":["whole","late","two","three","dots"]}}}`),
		post("many read at once", "/_mget", `{"docs":[{"_index":"~scratch","_id":"1"},{"_index":"~scratch","_id":"2"},{"_index":"~scratch","_id":"3","routing":"r 1"},{"_index":"~scratch","_id":"nope"}]}`),
		get("settings by name", "/~scratch/_settings/index.default_pipeline,index.uuid,index.number_of_*?flat_settings=true"),
		get("settings by name, not flat", "/~scratch/_settings/index.number_of_replicas"),
		get("no settings of that name", "/~scratch/_settings/index.default_pipeline"),
		get("what the mapping says of sources", "/~scratch/_mapping?filter_path=*.mappings._source"),
		put("an index that does not exist", "/~made/_doc/1?refresh=true", `{"text":"some","whole":5,"part":1.5,"yes":true,"when":"2026-11-01T10:00:00Z","no":null,"none":[],"in":{"side":[1,2],"dot.ted":"x"},"empty":{},"year":"2026","list":[{"a":1},{"b":"c"}]}`),
		get("the mapping that was learned", "/~made/_mapping"),
		get("the settings of the index", "/~made/_settings?filter_path=*.settings.index.number_of_*"),
		get("the index in the list", "/_cat/indices/~made?format=json&h=index,health,pri,rep,docs.count"),
		get("its health", "/_cluster/health/~made?filter_path=status,unassigned_shards,active_shards"),
		post("a field with another type", "/~made/_update/1", `{"doc":{"whole":"x"}}`),
		post("a search for what was learned", "/~made/_search", `{"query":{"bool":{"filter":[{"term":{"in.side":2}},{"term":{"text.keyword":"some"}},{"range":{"when":{"lt":"2027"}}}]}}}`),
		post("a change in an index that does not exist", "/~also/_update/1", `{"doc":{"k":"x"}}`),
		remove("that made the index all the same", "/~also"),
		remove("a deletion in an index that does not exist", "/~nope/_doc/1").kindOnly(),
		post("a deletion of what a query finds", "/~made/_delete_by_query?refresh=true", `{"query":{"term":{"in.side":1}}}`),
		post("nothing is left", "/~made/_count", `{}`),
		post("a deletion of nothing", "/~made/_delete_by_query", `{"query":{"match_all":{}}}`),
		post("a deletion without a query", "/~made/_delete_by_query", `{}`).kindOnly(),
		post("a deletion in a missing index", "/~nope/_delete_by_query", `{"query":{"match_all":{}}}`).kindOnly(),
		remove("an index", "/~made"),
		remove("an index that was deleted", "/~made"),
		remove("a list with a missing index", "/~scratch,~nope"),
		remove("all of them by a pattern", "/~scra*").for8(),
		get("it is still there", "/~scratch/_count"),
		remove("the index", "/~scratch"),
	}
	return out
}

// editRequests change documents of the sample data.
func editRequests() []exchange {
	return []exchange{
		get("a book", "/~books/_doc/book-0010"),
		post("a change of a book", "/~books/_update/book-0010?refresh=true", `{"doc":{"title":"Another title","pages":77,"sales":{"total":5}}}`),
		get("the changed book", "/~books/_doc/book-0010"),
		post("the book is found by its new title", "/~books/_search", `{"query":{"bool":{"filter":{"term":{"title.keyword":"Another title"}}}},"seq_no_primary_term":true}`),
		post("a change inside of nested objects", "/~books/_update/book-0011?refresh=true", `{"doc":{"authors":[{"name":"New Author","role":"editor"}]}}`),
		post("the book is found by its new author", "/~books/_search", `{"_source":false,"query":{"bool":{"filter":{"nested":{"path":"authors","query":{"term":{"authors.name.keyword":"New Author"}}}}}}}`),
		put("a new book", "/~books/_create/new-1?refresh=true", `{"title":"A new book","pages":1,"published":"2026-11-30"}`),
		remove("a deleted book", "/~books/_doc/book-0012?refresh=true"),
		post("the books in their order", "/~books/_search", `{"size":3,"from":1197,"track_total_hits":true,"sort":["_doc"],"seq_no_primary_term":true}`),
		post("the longest books", "/~books/_search", `{"size":12,"sort":[{"pages":"desc"},{"isbn":"asc"}],"_source":["pages"]}`),
		post("how many there are", "/~books/_search", `{"size":0,"track_total_hits":true,"aggs":{"l":{"terms":{"field":"language"}},"p":{"stats":{"field":"pages"}}}}`),
		get("the documents counted", "/_cat/indices/~*?format=json&s=index&h=index,docs.count"),
		post("many books at once", "/~books/_delete_by_query?refresh=true", `{"query":{"range":{"pages":{"lt":400}}}}`),
		post("the books that are left", "/~books/_search", `{"size":2,"track_total_hits":true,"sort":["_doc"],"seq_no_primary_term":true}`),
		remove("a product with an odd id", "/~products/_doc/kit%2F01?refresh=true"),
		post("products in their order", "/~products/_search", `{"size":600,"_source":false,"sort":["_doc"],"version":true}`),
	}
}

// wrongValues are documents that the products cannot store, and odd ones that they can.
var wrongValues = []string{
	`{"quantity":"abc"}`, `{"quantity":2147483648}`, `{"quantity":"2147483648"}`, `{"quantity":true}`, `{"quantity":{"a":1}}`, `{"quantity":""}`, `{"quantity":"1.5"}`, `{"quantity":1e3}`, `{"quantity":1e10}`,
	`{"aisle":32768}`, `{"grade":128}`, `{"sold":9223372036854775808}`, `{"sold":"9223372036854775808"}`, `{"volume":1e39}`, `{"volume":"NaN"}`, `{"volume":"x"}`, `{"volume":[1,{}]}`, `{"score":65520}`, `{"weight":1e400}`, `{"weight":""}`,
	`{"available":1}`, `{"available":"yes"}`, `{"available":"TRUE"}`, `{"available":{}}`, `{"available":""}`, `{"sku":{"a":1}}`, `{"description":{"a":1}}`, `{"sku":[["a"],5,true,null]}`,
	`{"added":"x"}`, `{"added":true}`, `{"added":""}`, `{"added":"2020-13-01"}`, `{"added":1.5}`, `{"made":"x"}`, `{"made":"1969-12-31"}`, `{"origin":"x"}`, `{"origin":5}`,
	`{"ages":5}`, `{"ages":{"gte":"x"}}`, `{"ages":{"foo":1}}`, `{"ages":{"gte":5,"lte":1}}`, `{"ages":{"gte":2147483648}}`, `{"season":{"gte":"x"}}`, `{"subnet":"10.0.0.0/8"}`, `{"subnet":5}`,
	`{"ship_from":{"lat":100,"lon":1}}`, `{"ship_from":{"lat":1}}`, `{"ship_from":5}`, `{"ship_from":"1, 2"}`, `{"ship_from":[[1,2],{"lat":1,"lon":2}]}`, `{"labels":5}`, `{"labels":[{"a":1}]}`,
	`{"code":"x"}`, `{"size":5}`, `{"size":[5]}`, `{"offers":"x"}`, `{"notes":5}`, `{"_id":"x"}`, `{"":1}`, `{"new":[1,2.5]}`, `{"new":99999999999999999999}`, `{"sku":"a","sku":"b"}`, `{"sku":"a"`, `{"sku":a}`, `{"sku":"a"}x`,
	"{\n  \"name\": \"x\",\n  \"quantity\": \"many\"\n}",
}

// checkWrongValues writes them on both sides and compares the kinds of the errors and the sentences, without the
// position in front.
func (p pair) checkWrongValues(t *testing.T) {
	position := regexp.MustCompile(`^\[\d+:\d+\] `)
	for _, body := range wrongValues {
		t.Run(body, func(t *testing.T) {
			path := "/" + prefix + "products/_doc/wrong"
			wantStatus, want := call(t, http.MethodPut, p.real+path, body)
			gotStatus, got := call(t, http.MethodPut, p.sample+path, body)
			require.Equal(t, wantStatus, gotStatus, "the real node: %s\nthe sample engine: %s", want, got)
			if wantStatus < http.StatusBadRequest {
				return
			}
			require.Equal(t, kinds(t, want), kinds(t, got), "the real node: %s\nthe sample engine: %s", want, got)
			sentence := func(text string) string {
				return position.ReplaceAllString(gjson.Get(text, "error.reason").String(), "")
			}
			if gjson.Valid(body) && !regexp.MustCompile(`"sku":"b"`).MatchString(body) {
				require.Equal(t, sentence(want), sentence(got))
			}
		})
	}
}

// checkSnapshot compares what a point in time shows after its index is changed and deleted.
func (p pair) checkSnapshot(t *testing.T) {
	type step struct{ name, method, path, body string }
	steps := []step{
		{"create", http.MethodPut, "/~moving", `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"k":{"type":"keyword"}}}}`},
		{"write", http.MethodPost, "/~moving/_bulk?refresh=true", "{\"index\":{\"_id\":\"1\"}}\n{\"k\":\"a\"}\n{\"index\":{\"_id\":\"2\"}}\n{\"k\":\"b\"}\n{\"index\":{\"_id\":\"3\"}}\n{\"k\":\"c\"}\n"},
		{"open", http.MethodPost, "/~moving/_pit?keep_alive=1m", ""},
		{"change", http.MethodPost, "/~moving/_update/1", `{"doc":{"k":"changed"}}`},
		{"delete", http.MethodDelete, "/~moving/_doc/2", ""},
		{"add", http.MethodPut, "/~moving/_doc/4?refresh=true", `{"k":"d"}`},
		{"the point in time", http.MethodPost, "/_search", `{"pit":{"id":"<pit>"},"sort":[{"k":"asc"}],"seq_no_primary_term":true,"version":true}`},
		{"a search", http.MethodPost, "/~moving/_search", `{"sort":[{"k":"asc"}],"seq_no_primary_term":true,"version":true}`},
		{"drop", http.MethodDelete, "/~moving", ""},
	}
	var ids [2]string
	for _, s := range steps {
		var status [2]int
		var bodies [2]string
		for i, base := range []string{p.real, p.sample} {
			status[i], bodies[i] = call(t, s.method, base+strings.ReplaceAll(s.path, "~", prefix), strings.ReplaceAll(s.body, "<pit>", ids[i]))
			if s.name == "open" {
				ids[i] = gjson.Get(bodies[i], "id").String()
			}
		}
		require.Equal(t, status[0], status[1], "%s: %s", s.name, bodies)
		require.Empty(t, differences("", decode(t, bodies[0]), decode(t, bodies[1])), s.name)
	}
	wantStatus, want := call(t, http.MethodPost, p.real+"/_search", fmt.Sprintf(`{"pit":{"id":%q}}`, ids[0]))
	gotStatus, got := call(t, http.MethodPost, p.sample+"/_search", fmt.Sprintf(`{"pit":{"id":%q}}`, ids[1]))
	require.Equal(t, wantStatus, gotStatus, "%s %s", want, got)
	require.Equal(t, kinds(t, want), kinds(t, got))
}

func bodied(t *testing.T, e *Engine, method, path, body string) (int, string) {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func TestWhatIsWrittenIsSeenByThatEngineAloneAndGoneAfterAReset(t *testing.T) {
	base, err := New(Options{})
	require.NoError(t, err)
	one, other := base.Fork(), base.Fork()
	titleOf := func(e *Engine) string {
		status, body := bodied(t, e, http.MethodGet, "/books/_doc/book-0001", "")
		require.Equal(t, http.StatusOK, status)
		return gjson.Get(body, "_source.title").String()
	}
	uuidOf := func(e *Engine) string {
		_, body := bodied(t, e, http.MethodGet, "/books/_settings/index.uuid?flat_settings=true", "")
		return gjson.Get(body, `books.settings.index\.uuid`).String()
	}
	before := titleOf(base)
	change := func(e *Engine, title string) {
		status, body := bodied(t, e, http.MethodPost, "/books/_update/book-0001", fmt.Sprintf(`{"doc":{"title":%q}}`, title))
		require.Equal(t, http.StatusOK, status, body)
	}
	change(one, "mine")
	change(other, "theirs")
	require.Equal(t, []string{before, "mine", "theirs"}, []string{titleOf(base), titleOf(one), titleOf(other)})
	status, _ := bodied(t, one, http.MethodDelete, "/books", "")
	require.Equal(t, http.StatusOK, status)
	status, _ = bodied(t, one, http.MethodGet, "/books", "")
	require.Equal(t, http.StatusNotFound, status)

	_, opened := bodied(t, one, http.MethodPost, "/products/_pit?keep_alive=1m", "")
	one.Reset()
	require.Equal(t, before, titleOf(one))
	_, restored := bodied(t, one, http.MethodGet, "/books/_doc/book-0001", "")
	require.Equal(t, "2", gjson.Get(restored, "_primary_term").Raw, "what was restored is newer than what was there")
	require.NotEqual(t, uuidOf(base), uuidOf(one), "an edit that was made before the reset is not taken for one of the new index")
	require.Equal(t, "theirs", titleOf(other))
	status, body := bodied(t, one, http.MethodPost, "/_search", `{"pit":{"id":`+gjson.Get(opened, "id").Raw+`}}`)
	require.Equal(t, http.StatusNotFound, status, body)
	change(one, "after")
	require.Equal(t, "after", titleOf(one))
	require.Equal(t, before, titleOf(base))
}

func TestASampleEngineThatIsFullRefusesWritesWithASentenceAndTakesThemAfterADeletion(t *testing.T) {
	e, err := New(Options{Empty: true})
	require.NoError(t, err)
	e.room = 1000
	big := `{"off":"` + strings.Repeat("x", e.room/2) + `"}`
	mapping := `{"mappings":{"properties":{"off":{"type":"object","enabled":false}}}}`
	put := func(path, body string) (int, string) { return bodied(t, e, http.MethodPut, path, body) }
	status, _ := put("/full", mapping)
	require.Equal(t, http.StatusOK, status)
	status, _ = put("/full/_doc/1", big)
	require.Equal(t, http.StatusCreated, status)
	status, body := put("/full/_doc/2", big)
	require.Equal(t, http.StatusBadRequest, status)
	require.Contains(t, body, "The sample engine has no room for more documents.")
	status, _ = bodied(t, e, http.MethodDelete, "/full/_doc/1", "")
	require.Equal(t, http.StatusOK, status)
	status, _ = put("/full/_doc/2", big)
	require.Equal(t, http.StatusCreated, status)
	for i := range mostIndices - 1 {
		status, body = put(fmt.Sprint("/i", i), `{}`)
		require.Equal(t, http.StatusOK, status, body)
	}
	status, body = put("/more", `{}`)
	require.Equal(t, http.StatusBadRequest, status)
	require.Contains(t, body, "The sample engine has no room for more indices.")
}

func TestWritersAndReadersAtOnceSeeWholeDocuments(t *testing.T) {
	base, err := New(Options{})
	require.NoError(t, err)
	e := base.Fork()
	_, opened := bodied(t, e, http.MethodPost, "/books/_pit?keep_alive=1m", "")
	pit := `{"pit":{"id":` + gjson.Get(opened, "id").Raw + `},"query":{"term":{"language":"en"}},"size":0,"track_total_hits":true}`
	_, before := bodied(t, e, http.MethodPost, "/_search", pit)
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 20 {
				id := fmt.Sprintf("book-%04d", w*20+i+1)
				if status, body := bodied(t, e, http.MethodPost, "/books/_update/"+id, fmt.Sprintf(`{"doc":{"language":"x%d","pages":%d}}`, w, w)); status != http.StatusOK {
					t.Error(status, body)
				}
			}
		})
		all.Go(func() {
			for range 5 {
				_, body := bodied(t, e, http.MethodPost, "/books/_search", fmt.Sprintf(`{"size":100,"query":{"term":{"language":"x%d"}}}`, w))
				for _, h := range gjson.Get(body, "hits.hits").Array() {
					if h.Get("_source.pages").Int() != int64(w) {
						t.Error("half a document", h.Raw)
					}
				}
			}
		})
	}
	all.Wait()
	_, after := bodied(t, e, http.MethodPost, "/_search", pit)
	require.Equal(t, gjson.Get(before, "hits.total.value").Raw, gjson.Get(after, "hits.total.value").Raw, "the point in time shows what it showed")
	_, counted := bodied(t, e, http.MethodPost, "/books/_count", `{"query":{"terms":{"language":["x0","x1","x2","x3"]}}}`)
	require.Equal(t, "80", gjson.Get(counted, "count").Raw)
}

func TestANumberIsRespelledAsJavaWritesIt(t *testing.T) {
	for raw, want := range map[string]string{
		"1e2": "100.0", "16.90": "16.9", "-0": "0", "-0.0": "-0.0", "1.50": "1.5", "0.1000000000000000055": "0.1", "12345678901234567890": "12345678901234567890",
		"123456789012345678901234567890.5": "1.2345678901234568E29", "1E7": "1.0E7", "9999999.5": "9999999.5", "0.001": "0.001", "0.0001": "1.0E-4",
	} {
		require.Equal(t, want, respelled(raw), raw)
	}
	text := "a\"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028é🍵"
	require.Equal(t, `"a\"\\/\b\f\n\r\t\u0001\u001F`+"\u007f\u2028é🍵\"", javaString(text))
	var back string
	require.NoError(t, json.Unmarshal([]byte(javaString(text)), &back))
	require.Equal(t, text, back)
}
