package elasticsearch

import (
	"fmt"
	"strings"
)

// requests returns the requests that a client sends. ~ stands for the prefix of the index names.
func requests() []exchange {
	var all []exchange
	for _, group := range [][]exchange{listingRequests(), documentRequests(), pageRequests(), sortRequests(), filterRequests(), manyRequests(), aggregationRequests(), wrongRequests()} {
		all = append(all, group...)
	}
	return all
}

func get(name, path string) exchange { return exchange{name: name, method: "GET", path: path} }

func post(name, path, body string) exchange {
	return exchange{name: name, method: "POST", path: path, body: body}
}

func (x exchange) for8() exchange { x.only = "8.16"; return x }

// kindOnly limits the comparison, for errors whose text quotes the request or a Java class.
func (x exchange) kindOnly() exchange { x.status = true; return x }

func listingRequests() []exchange {
	head := func(name, path string) exchange { return exchange{name: name, method: "HEAD", path: path} }
	return []exchange{
		get("the root", "/"),
		head("the root without a body", "/"),
		head("an index that is there", "/~books"),
		head("an index that is missing", "/~nope"),
		get("_cat/indices", "/_cat/indices/~*?format=json&bytes=b&s=index"),
		get("_cat/indices with columns", "/_cat/indices/~*?format=json&bytes=b&s=docs.count:desc&h=index,health,status,docs.count,pri,rep"),
		get("_cat/indices with an unknown column", "/_cat/indices/~books?format=json&h=banana,index"),
		get("_cat/indices with an unknown sort key", "/_cat/indices/~*?format=json&s=banana"),
		get("_cat/indices of nothing", "/_cat/indices/~nope*?format=json"),
		get("_cat/indices of a missing index", "/_cat/indices/~nope?format=json"),
		get("_resolve/index", "/_resolve/index/~*"),
		get("_resolve/index of a missing index", "/_resolve/index/~nope"),
		get("a mapping", "/~books/_mapping"),
		get("all mappings", "/~*/_mapping"),
		get("a mapping with every type", "/~products/_mapping"),
		get("a missing mapping", "/~nope/_mapping"),
		get("settings", "/~books/_settings"),
		get("flat settings", "/~books/_settings?flat_settings=true"),
		get("an index", "/~weblog-2026.11"),
		get("a missing index", "/~nope"),
		get("the health of indices", "/_cluster/health/~books,~products"),
		get("a missing list member", "/~books,~nope/_mapping"),
		get("a missing list member that may be missing", "/~books,~nope/_mapping?ignore_unavailable=true"),
		get("a wildcard and an exclusion", "/~*,-~books/_mapping"),
		// A node with security resolves the wildcard earlier and omits the resource from the same error.
		{name: "a wildcard for nothing that must not be empty", method: "GET", path: "/~nope*/_mapping?allow_no_indices=false", status: true},
		get("filter_path", "/~books/_mapping?filter_path=*.mappings.properties.sales,**.ignore_above"),
		get("filter_path that takes away", "/~products/_settings?filter_path=-*.settings.index.version"),
		get("an unknown parameter", "/~books/_search?banana=1"),
	}
}

func documentRequests() []exchange {
	out := []exchange{
		get("a document", "/~books/_doc/book-0010"),
		get("a document without its source", "/~books/_doc/book-0010?_source=false"),
		get("a missing document", "/~books/_doc/nope"),
		get("a document of a missing index", "/~nope/_doc/1"),
		get("a document with an ignored value", "/~books/_doc/book-0008"),
		post("_mget by ids", "/~books/_mget", `{"ids":["book-0001","nope","book-0008"]}`),
		post("_mget by index", "/_mget", `{"docs":[{"_index":"~books","_id":"book-0001"},{"_index":"~products","_id":"kit/01"},{"_index":"~nope","_id":"1"}]}`),
		post("_mget without sources", "/~books/_mget", `{"docs":[{"_id":"book-0001","_source":false}]}`),
		post("_mget of nothing", "/~books/_mget", `{"ids":[]}`),
		post("_mget without an index", "/_mget", `{"docs":[{"_id":"1"}]}`),
		post("_mget with an unknown member", "/~books/_mget", `{"docs":[{"_id":"1","banana":1}]}`),
	}
	for _, id := range []string{"kit/01", "left hand", "100% wool", "c#minor", "what?", "a+b", "über-stuhl", "茶碗", "🍵", "..", "plus%2Bencoded", "p004", "p020"} {
		out = append(out, get("the document "+strings.ReplaceAll(id, "/", "slash"), "/~products/_doc/"+escaped(id)))
	}
	return out
}

func pageRequests() []exchange {
	path := "/~books/_search"
	return []exchange{
		get("the first page", path),
		get("a page by parameters", path+"?size=3&from=2&sort=pages:desc,_doc&track_total_hits=true&seq_no_primary_term=true&version=true"),
		post("a page", path+"?preference=quarry", `{"from":5,"size":5,"seq_no_primary_term":true,"version":true,"track_total_hits":false}`),
		post("the last page", path, `{"from":1195,"size":20}`),
		post("a page past the end", path, `{"from":2000,"size":20}`),
		post("no rows", path, `{"size":0}`),
		post("without sources", path, `{"size":3,"_source":false}`),
		post("sources with a few members", path, `{"size":3,"_source":["title","sales.*"]}`),
		post("counted up to a number", "/~weblog-2026.11/_search", `{"size":0,"track_total_hits":100}`),
		post("counted whole", "/~*/_search", `{"size":0,"track_total_hits":true}`),
		post("counted whole with a filter", "/~books/_search", `{"size":0,"track_total_hits":true,"query":{"bool":{"filter":{"term":{"language":"en"}}}}}`),
		post("counted whole with values", "/~books/_search", `{"size":0,"track_total_hits":true,"aggs":{"v":{"terms":{"field":"language","size":1}}}}`),
		post("documents with routing and odd ids", "/~products/_search", `{"size":600}`),
		post("a union", "/~books,~products/_search", `{"size":5,"from":1198}`),
		post("a wildcard for nothing", "/~nope*/_search", `{}`),
		get("a page with a text query", path+"?q=isbn:979*&size=2&sort=_doc"),
		get("totals as numbers", path+"?size=0&rest_total_hits_as_int=true"),
		get("filter_path on hits", path+"?filter_path=hits.hits._id,hits.total&size=2"),
		post("fields of products", "/~products/_search", `{"size":40,"_source":false,"fields":["a*","b*","made","name*","o*","q*","s*","v*","weight","code","ship_from","discount","temperature"]}`),
		post("fields of nested objects", path, `{"size":10,"_source":false,"fields":["authors.*","rating","price"]}`),
		post("fields of log lines", "/~weblog-2026.11/_search", `{"size":30,"_source":false,"fields":["*"]}`),
	}
}

// sortable lists, per index, a field of every type that the engine can sort by.
var sortable = map[string][]string{
	"books":          {"published", "pages", "price", "rating", "language", "tags", "in_print", "sales.total", "sales.by_region.north", "stock", "title.keyword", "isbn"},
	"weblog-2026.11": {"@timestamp", "client", "request.bytes", "response", "duration_ms", "user_agent.os.name"},
	"products": {
		"added", "aisle", "available", "brand", "code", "grade", "labels", "labels.colour", "labels.care.degrees", "made", "name.keyword", "origin", "quantity", "score", "size.width", "sold", "volume", "weight",
	},
}

func sortRequests() []exchange {
	var out []exchange
	for _, index := range sortedKeys(sortable) {
		for _, f := range sortable[index] {
			for _, way := range []string{`"asc"`, `"desc"`, `{"order":"asc","missing":"_first"}`, `{"order":"desc","missing":"_first"}`} {
				out = append(out, post("sort "+index+" by "+f+" "+way, "/~"+index+"/_search", fmt.Sprintf(`{"size":700,"_source":false,"sort":[{%q:%s}]}`, f, way)))
			}
		}
	}
	sorted := func(name, index, sort string) exchange {
		return post("sort: "+name, "/~"+index+"/_search", `{"size":25,"_source":false,"sort":`+sort+`}`)
	}
	return append(out,
		sorted("_score", "books", `["_score"]`),
		sorted("_score upwards", "books", `[{"_score":"asc"}]`),
		sorted("_doc", "books", `["_doc"]`),
		sorted("_doc last first", "books", `[{"_doc":"desc"}]`),
		sorted("two keys", "books", `[{"language":"desc"},{"pages":"asc"}]`),
		sorted("a number for a missing value", "books", `[{"pages":{"order":"asc","missing":500}}]`),
		sorted("a word for a missing value", "products", `[{"brand":{"order":"asc","missing":"dd"}}]`),
		sorted("the mode max", "books", `[{"tags":{"order":"asc","mode":"max"}}]`),
		sorted("a nested leaf", "books", `[{"authors.born":{"order":"asc","nested":{"path":"authors"}}}]`),
		sorted("a nested leaf, largest first", "books", `[{"authors.name.keyword":{"order":"desc","nested":{"path":"authors"}}}]`),
		sorted("a nested leaf with a filter", "products", `[{"offers.price":{"order":"asc","nested":{"path":"offers","filter":{"exists":{"field":"offers.until"}}}}}]`),
		sorted("nested in nested", "books", `[{"authors.affiliations.since":{"order":"desc","nested":{"path":"authors","nested":{"path":"authors.affiliations"}}}}]`),
		sorted("nested in nested by the deep path", "books", `[{"authors.affiliations.name":{"nested":{"path":"authors.affiliations"}}}]`),
		sorted("the parent's path", "books", `[{"authors.affiliations.since":{"nested":{"path":"authors"}}}]`),
		sorted("a nested leaf without a path", "books", `[{"authors.born":"asc"}]`),
		sorted("a nested object", "books", `["authors"]`),
		sorted("an unknown path", "books", `[{"authors.born":{"nested":{"path":"nope"}}}]`),
		sorted("an unmapped field with a type", "books", `[{"nope":{"order":"desc","unmapped_type":"long"}}]`),
		sorted("an unmapped keyword", "books", `[{"nope":{"unmapped_type":"keyword"}}]`),
		sorted("numeric_type double", "books", `[{"rating":{"order":"desc","numeric_type":"double"}}]`),
		sorted("numeric_type long", "books", `[{"price":{"numeric_type":"long"}}]`),
		sorted("_id before version 8", "products", `[{"_id":"asc"}]`),
		sorted("text", "books", `["title"]`),
		sorted("text without a subfield", "books", `["blurb"]`),
		sorted("an unknown field", "books", `["nope"]`),
		sorted("an object", "books", `["sales"]`),
		sorted("a point", "weblog-2026.11", `["geo"]`),
		sorted("a vector", "products", `["embedding"]`).for8(),
		sorted("_shard_doc without a point in time", "books", `["_shard_doc"]`),
		sorted("an unknown direction", "books", `[{"pages":"up"}]`),
		sorted("an unknown option", "books", `[{"pages":{"banana":1}}]`).kindOnly(),
		post("search_after", "/~books/_search", `{"size":5,"_source":false,"sort":["language","isbn"],"search_after":["en","979-0-5"]}`),
		post("search_after a missing value", "/~products/_search", `{"size":5,"_source":false,"sort":[{"origin":"desc"},"sku"],"search_after":[null,"QS-0100"]}`),
		post("search_after a date as text", "/~books/_search", `{"size":5,"_source":false,"sort":["published"],"search_after":["2001-02-03"]}`),
		post("search_after true", "/~books/_search", `{"size":5,"_source":false,"sort":["in_print","isbn"],"search_after":[true,"979-0-5"]}`),
		post("search_after infinity", "/~books/_search", `{"size":5,"_source":false,"sort":["rating","isbn"],"search_after":["Infinity","979-0-5"]}`),
		post("search_after a null number", "/~books/_search", `{"size":5,"sort":["pages"],"search_after":[null]}`),
		post("search_after with too few values", "/~books/_search", `{"sort":["pages","isbn"],"search_after":[1]}`),
		post("search_after without a sort", "/~books/_search", `{"search_after":[1]}`),
		post("search_after a word in a number", "/~books/_search", `{"sort":["pages"],"search_after":["abc"]}`).kindOnly(),
		post("an empty search_after", "/~books/_search", `{"sort":["pages"],"search_after":[]}`),
		post("search_after an object", "/~books/_search", `{"sort":["pages"],"search_after":[{}]}`).kindOnly(),
		post("a sort that one index lacks", "/~books,~products/_search", `{"size":3,"_source":false,"sort":["isbn"]}`),
		post("a union by _index", "/~*/_search", `{"size":3,"_source":false,"from":1199,"sort":["_index","_doc"]}`),
		post("scores with a sort", "/~books/_search", `{"size":3,"_source":false,"sort":["isbn"],"track_scores":true}`),
	)
}

func filterRequests() []exchange {
	rows := []struct{ name, index, query string }{
		{"match_all with a weight", "books", `{"match_all":{"boost":2.5}}`},
		{"ids", "products", `{"ids":{"values":["kit/01","p100","nope"]}}`},
		{"a keyword", "books", `{"term":{"language":"de"}}`},
		{"a keyword with options", "books", `{"term":{"language":{"value":"DE","case_insensitive":true}}}`},
		{"several keywords", "books", `{"terms":{"tags":["poetry","café culture"]}}`},
		{"a normalised keyword", "products", `{"term":{"brand":"GORSE"}}`},
		{"an integer", "books", `{"term":{"pages":300}}`},
		{"an integer with a fraction", "books", `{"term":{"pages":300.5}}`},
		{"an integer as text", "products", `{"term":{"aisle":"12"}}`},
		{"a long beyond a double", "products", `{"term":{"sold":9223372036854775807}}`},
		{"a float", "books", `{"term":{"price":16.90}}`},
		{"a half float", "books", `{"term":{"rating":3.3}}`},
		{"a boolean", "books", `{"term":{"in_print":false}}`},
		{"a date", "books", `{"term":{"published":"1999-12-03"}}`},
		{"a day of log lines", "weblog-2026.11", `{"term":{"@timestamp":"2026-11-07"}}`},
		{"an address", "weblog-2026.11", `{"term":{"client":"192.0.2.7"}}`},
		{"a network", "weblog-2026.11", `{"term":{"client":"198.51.100.0/25"}}`},
		{"a flattened field", "products", `{"term":{"labels":"oak"}}`},
		{"a flattened key", "products", `{"term":{"labels.material":"oak"}}`},
		{"an alias", "products", `{"term":{"code":"QS-0100"}}`},
		{"a range that contains a value", "products", `{"term":{"ages":7}}`},
		{"a range of dates that contains a day", "products", `{"term":{"season":"2026-05-05"}}`},
		{"a network that contains an address", "products", `{"term":{"subnet":"198.51.100.20"}}`},
		{"one word of a text", "books", `{"term":{"blurb":"harbour"}}`},
		{"a word with a capital", "books", `{"term":{"blurb":"Harbour"}}`},
		{"an unknown field", "books", `{"term":{"nope":1}}`},
		{"a nested leaf outside nested", "books", `{"term":{"authors.role":"author"}}`},
		{"_id", "books", `{"term":{"_id":"book-0003"}}`},
		{"several _id", "books", `{"terms":{"_id":["book-0003","book-0004"]}}`},
		{"an empty list", "books", `{"terms":{"tags":[]}}`},
		{"a range of integers", "books", `{"range":{"pages":{"gte":100,"lt":200.5}}}`},
		{"a range of dates", "books", `{"range":{"published":{"gt":"1999-01-01","lte":"2000-06-30"}}}`},
		{"a range of floats", "books", `{"range":{"price":{"gt":20,"lt":30}}}`},
		{"a range of keywords", "books", `{"range":{"language":{"gt":"de","lte":"fr"}}}`},
		{"a range of addresses", "weblog-2026.11", `{"range":{"client":{"gte":"192.0.2.10","lt":"192.0.2.20"}}}`},
		{"addresses before the first", "weblog-2026.11", `{"range":{"client":{"lt":"::"}}}`},
		{"addresses after the last", "weblog-2026.11", `{"range":{"client":{"gt":"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}}}`},
		{"a range of ranges", "products", `{"range":{"ages":{"gte":5,"lte":8}}}`},
		{"a range within", "products", `{"range":{"ages":{"gte":0,"lt":60,"relation":"within"}}}`},
		{"a range that contains", "products", `{"range":{"temperature":{"gte":0.5,"lte":30,"relation":"contains"}}}`},
		{"date math", "weblog-2026.11", `{"range":{"@timestamp":{"gte":"2026-11-03||/d","lt":"2026-11-03||+1d/d"}}}`},
		{"a long range", "products", `{"range":{"sold":{"gte":9007199254740993}}}`},
		{"nanoseconds", "products", `{"range":{"made":{"gte":"2022-01-01T00:00:00.123456789Z"}}}`},
		{"exists", "books", `{"exists":{"field":"rating"}}`},
		{"exists with null and empty arrays", "books", `{"bool":{"must_not":{"exists":{"field":"tags"}}}}`},
		{"exists of an object", "products", `{"exists":{"field":"labels.care"}}`},
		{"an object exists", "books", `{"exists":{"field":"sales"}}`},
		{"a point exists", "weblog-2026.11", `{"exists":{"field":"geo"}}`},
		{"bool", "books", `{"bool":{"filter":[{"term":{"language":"en"}},{"range":{"pages":{"gte":900}}}],"must_not":[{"term":{"in_print":true}}]}}`},
		{"should", "books", `{"bool":{"should":[{"term":{"language":"cy"}},{"term":{"language":"ja"}}]}}`},
		{"should with must", "books", `{"bool":{"must":{"term":{"language":"cy"}},"should":{"term":{"in_print":true}}}}`},
		{"a minimum of should", "books", `{"bool":{"minimum_should_match":2,"should":[{"term":{"tags":"poetry"}},{"term":{"tags":"crime"}},{"term":{"language":"en"}}]}}`},
		{"nested", "books", `{"nested":{"path":"authors","query":{"term":{"authors.role":"translator"}}}}`},
		{"the same element", "books", `{"nested":{"path":"authors","query":{"bool":{"filter":[{"term":{"authors.role":"author"}},{"range":{"authors.born":{"lt":1930}}}]}}}}`},
		{"nested in nested", "books", `{"nested":{"path":"authors.affiliations","query":{"term":{"authors.affiliations.name":"Weatherby Press"}}}}`},
		{"nested inside nested", "books", `{"nested":{"path":"authors","query":{"bool":{"filter":[{"term":{"authors.role":"author"}},{"nested":{"path":"authors.affiliations","query":{"range":{"authors.affiliations.since":{"gte":"2020-01-01"}}}}}]}}}}`},
		{"not nested", "books", `{"bool":{"must_not":[{"nested":{"path":"chapters","query":{"exists":{"field":"chapters.no"}}}}]}}`},
		{"match", "books", `{"match":{"blurb":"harbour lamp"}}`},
		{"match with and", "books", `{"match":{"blurb":{"query":"harbour lamp","operator":"and"}}}`},
		{"match with an emoji", "books", `{"match":{"title":"🌊"}}`},
		{"match in a nested text", "books", `{"nested":{"path":"authors","query":{"match":{"authors.name":"O'Marrin"}}}}`},
		{"match_phrase", "books", `{"match_phrase":{"title":"the lonely lighthouse"}}`},
		{"match on a keyword", "books", `{"match":{"isbn":"979"}}`},
		{"prefix", "books", `{"prefix":{"title.keyword":"The Gil"}}`},
		{"prefix without case", "books", `{"prefix":{"title.keyword":{"value":"the gil","case_insensitive":true}}}`},
		{"wildcard", "books", `{"wildcard":{"title.keyword":{"value":"*Bridge*"}}}`},
		{"wildcard with a literal", "weblog-2026.11", `{"wildcard":{"request.path":"*\\?colour*"}}`},
		{"wildcard on text", "books", `{"wildcard":{"blurb":"harb*r"}}`},
		{"regexp", "products", `{"regexp":{"sku":{"value":"QS-01[0-4].","flags":"NONE"}}}`},
		{"regexp with anchors", "products", `{"regexp":{"sku":{"value":"^QS.*$","flags":"NONE"}}}`},
		{"a range of dates in a format", "books", `{"range":{"published":{"gte":"1999-02-03","lt":"2000-06-30T10:00:00.5Z","format":"strict_date_optional_time"}}}`},
		{"a range of dates in milliseconds", "books", `{"range":{"published":{"gte":"946684800000","format":"epoch_millis"}}}`},
		{"a year rounded by date math", "books", `{"range":{"published":{"gte":"1999||/y","lte":"1999||/y","format":"strict_date_optional_time"}}}`},
		{"a month rounded by date math", "products", `{"range":{"made":{"gt":"2022-03||/M","lt":"2023-03||/M"}}}`},
		{"a second of nanoseconds", "products", `{"range":{"made":{"gte":"2022-01-01T00:00:00","lte":"2022-12-31T23:59:59.999999999Z","format":"strict_date_optional_time_nanos"}}}`},
		{"a range of dates with an offset", "books", `{"range":{"published":{"gte":"1999-12-03T01:00:00+02:00","format":"strict_date_optional_time"}}}`},
		{"a value that was too long for the index", "books", `{"bool":{"filter":{"term":{"_ignored":"title.keyword"}}}}`},
		{"no ignored value", "books", `{"bool":{"must_not":{"exists":{"field":"_ignored"}}}}`},
		{"one index", "books", `{"bool":{"filter":{"term":{"_index":"~books"}}}}`},
		{"no other index", "books", `{"bool":{"must_not":{"terms":{"_index":["~products","~weblog"]}}}}`},
		{"an index by a pattern", "books", `{"bool":{"filter":{"wildcard":{"_index":"*boo*"}}}}`},
		{"wildcard without case", "books", `{"wildcard":{"title.keyword":{"value":"*BRIDGE*","case_insensitive":true}}}`},
		{"wildcard with a question mark", "products", `{"wildcard":{"sku":{"value":"QS-01?0"}}}`},
		{"wildcard with escapes", "products", `{"wildcard":{"sku":{"value":"\\QS\\-0100"}}}`},
		{"wildcard for anything", "books", `{"wildcard":{"subtitle":{"value":"*"}}}`},
		{"an empty wildcard", "books", `{"wildcard":{"language":{"value":""}}}`},
		{"a normalised wildcard", "products", `{"wildcard":{"brand":{"value":"GOR*"}}}`},
		{"wildcard on a flattened field", "products", `{"wildcard":{"labels":{"value":"o?k"}}}`},
		{"regexp without case", "products", `{"regexp":{"sku":{"value":"qs-01[0-4].","flags":"NONE","case_insensitive":true}}}`},
		{"regexp with a range of letters without case", "products", `{"regexp":{"sku":{"value":"[p-r]s-01..","flags":"NONE","case_insensitive":true}}}`},
		{"regexp with escapes", "weblog-2026.11", `{"regexp":{"request.path":{"value":"/.*\\?colour=.*","flags":"NONE"}}}`},
		{"regexp with a class of digits", "products", `{"regexp":{"sku":{"value":"QS-\\d+","flags":"NONE"}}}`},
		{"regexp with a choice", "books", `{"regexp":{"language":{"value":"(de|c.|)","flags":"NONE"}}}`},
		{"regexp with counts", "products", `{"regexp":{"sku":{"value":"QS-0{2}[^12]{1,2}","flags":"NONE"}}}`},
		{"regexp with characters that are operators elsewhere", "products", `{"regexp":{"sku":{"value":"@|#|~x|<1-3>|\"a\"|.*&.*","flags":"NONE"}}}`},
		{"regexp for the empty text", "books", `{"regexp":{"language":{"value":"","flags":"NONE"}}}`},
		{"prefix with characters of patterns", "products", `{"prefix":{"sku":"QS*"}}`},
		{"an empty prefix", "books", `{"prefix":{"language":""}}`},
		{"term without case beyond A to Z", "books", `{"term":{"tags":{"value":"CAFÉ CULTURE","case_insensitive":true}}}`},
		{"a list without case", "books", `{"bool":{"should":[{"term":{"language":{"value":"DE","case_insensitive":true}}},{"term":{"language":{"value":"EN","case_insensitive":true}}}],"minimum_should_match":1}}`},
		{"match_phrase of one word", "books", `{"match_phrase":{"blurb":"Harbour"}}`},
		{"match without words", "books", `{"match":{"blurb":"!!!"}}`},
		{"query_string", "books", `{"query_string":{"query":"title:lighthouse AND language:en"}}`},
		{"query_string with a phrase", "books", `{"query_string":{"query":"blurb:\"the river\" OR pages:[100 TO 120]"}}`},
		{"query_string that excludes", "books", `{"query_string":{"query":"+title:harbour -language:en"}}`},
		{"query_string with a star", "books", `{"query_string":{"query":"title:lightho* NOT in_print:true"}}`},
		{"query_string over all fields", "products", `{"query_string":{"query":"oak lamp"}}`},
		{"an empty query_string", "books", `{"query_string":{"query":""}}`},
		{"query_string with an unknown field", "books", `{"query_string":{"query":"nope:1"}}`},
		{"query_string with groups", "books", `{"query_string":{"query":"(title:river OR title:island) AND in_print:true"}}`},
		{"query_string with a bound", "books", `{"query_string":{"query":"title:the AND pages:>100","default_field":"*"}}`},
		{"query_string with two bounds", "books", `{"query_string":{"query":"pages:>=120 AND pages:<300 AND published:<=1981-10-14"}}`},
		{"query_string with bounds of one field", "books", `{"query_string":{"query":"pages:(>=120 AND <=130)"}}`},
		{"query_string with words of one field", "books", `{"query_string":{"query":"title:(lonely river)"}}`},
	}
	var out []exchange
	for _, r := range rows {
		out = append(out, post("filter: "+r.name, "/~"+r.index+"/_search", `{"size":50,"_source":false,"query":`+r.query+`}`),
			post("filter in stored order: "+r.name, "/~"+r.index+"/_search", `{"size":50,"_source":false,"sort":["_doc"],"query":{"bool":{"filter":`+r.query+`}}}`),
			post("count: "+r.name, "/~"+r.index+"/_count", `{"query":`+r.query+`}`))
	}
	return out
}

func manyRequests() []exchange {
	return []exchange{
		post("counts in one _msearch", "/_msearch", `{"index":"~books"}`+"\n"+`{"size":0,"track_total_hits":true}`+"\n"+`{"index":"~products"}`+"\n"+`{"size":0,"track_total_hits":true}`+"\n"),
		post("_msearch with failures inside", "/_msearch", `{"index":"~nope"}`+"\n{}\n"+`{"index":"~books"}`+"\n"+`{"size":10001}`+"\n"+`{"index":["~books","~products"]}`+"\n"+`{"size":1,"query":{"term":{"sku":"QS-0001"}}}`+"\n"),
		post("_msearch with an index in the path", "/~books/_msearch", "{}\n"+`{"size":1}`+"\n"),
		post("_msearch that cannot be read", "/_msearch", `{"index":"~books"}`+"\n"+`{"query":{"banana":{}}}`+"\n").kindOnly(),
		post("_msearch without a line break", "/~books/_msearch", "{}\n{}"),
		post("_msearch with an unknown key", "/_msearch", `{"banana":1}`+"\n{}\n"),
		get("a count", "/~books/_count"),
		get("a count of several", "/~*/_count"),
		get("a count by a text query", "/~books/_count?q=language:en"),
		get("a count of nothing", "/~nope*/_count"),
		get("a count of a missing index", "/~nope/_count"),
		post("a count with a size", "/~books/_count", `{"size":5}`),
		post("values of a keyword", "/~books/_search", `{"size":0,"aggs":{"v":{"terms":{"field":"language","size":3}}}}`),
		post("values of a long", "/~products/_search", `{"size":0,"aggs":{"v":{"terms":{"field":"sold","size":5}}}}`),
		post("values of a date", "/~books/_search", `{"size":0,"aggs":{"v":{"terms":{"field":"published","size":4}}}}`),
		post("values of a boolean", "/~books/_search", `{"size":0,"aggs":{"v":{"terms":{"field":"in_print"}}}}`),
		post("values of an address", "/~weblog-2026.11/_search", `{"size":0,"aggs":{"v":{"terms":{"field":"client","size":5}}}}`),
		post("values of a double", "/~products/_search", `{"size":0,"aggs":{"v":{"terms":{"field":"weight","size":5,"order":{"_key":"asc"}}}}}`),
		post("values of a nested leaf", "/~books/_search", `{"size":0,"aggs":{"n":{"nested":{"path":"authors"},"aggs":{"v":{"terms":{"field":"authors.role"}}}}}}`),
		post("how many values", "/~books/_search", `{"size":0,"aggs":{"c":{"cardinality":{"field":"language"}},"n":{"value_count":{"field":"tags"}}}}`),
	}
}

// aggregationRequests are what statistics and suggestions send.
func aggregationRequests() []exchange {
	var out []exchange
	for _, r := range []struct{ name, index, aggs string }{
		{"a filter", "books", `{"p":{"filter":{"exists":{"field":"rating"}},"aggs":{"v":{"stats":{"field":"rating"}},"d":{"cardinality":{"field":"rating"}}}}}`},
		{"stats of integers", "books", `{"v":{"stats":{"field":"pages"}}}`},
		{"stats of longs", "products", `{"v":{"stats":{"field":"sold"}}}`},
		{"stats of doubles", "products", `{"v":{"stats":{"field":"weight"}}}`},
		{"stats of floats", "products", `{"v":{"stats":{"field":"volume"}}}`},
		{"stats of half floats", "products", `{"v":{"stats":{"field":"score"}}}`},
		{"stats of dates", "books", `{"v":{"stats":{"field":"published"}}}`},
		{"stats of nothing", "books", `{"v":{"stats":{"field":"nope"}}}`},
		{"the ends of dates", "books", `{"a":{"min":{"field":"published"}},"b":{"max":{"field":"published"}}}`},
		{"the ends of nanoseconds", "products", `{"a":{"min":{"field":"made"}},"b":{"max":{"field":"made"}}}`},
		{"the ends of booleans", "books", `{"a":{"min":{"field":"in_print"}},"b":{"max":{"field":"in_print"}}}`},
		{"sum and average", "books", `{"a":{"sum":{"field":"pages"}},"b":{"avg":{"field":"pages"}},"c":{"avg":{"field":"nope"}}}`},
		{"values of each type", "products", `{"a":{"value_count":{"field":"origin"}},"b":{"value_count":{"field":"made"}},"c":{"cardinality":{"field":"origin"}},"d":{"value_count":{"field":"labels"}},"e":{"cardinality":{"field":"available"}}}`},
		{"ignored values", "books", `{"i":{"filter":{"term":{"_ignored":"title.keyword"}}}}`},
		{"the least and the greatest by a hit", "products", `{"a":{"top_hits":{"size":1,"_source":false,"sort":[{"sold":{"order":"asc"}}]}},"b":{"top_hits":{"size":1,"_source":false,"sort":[{"sold":{"order":"desc"}}]}}}`},
		{"the ends of texts by a hit", "books", `{"a":{"top_hits":{"size":1,"_source":false,"sort":[{"title.keyword":{"order":"asc"}}]}}}`},
		{"objects in an array", "books", `{"o":{"nested":{"path":"authors"},"aggs":{"p":{"filter":{"exists":{"field":"authors.born"}},"aggs":{"v":{"stats":{"field":"authors.born"}},"a":{"top_hits":{"size":1,"_source":false,"sort":[{"authors.born":{"order":"asc"}}]}},"t":{"terms":{"field":"authors.role","size":10}}}}}}}`},
		{"objects in objects", "books", `{"o":{"nested":{"path":"authors.affiliations"},"aggs":{"p":{"filter":{"exists":{"field":"authors.affiliations.since"}},"aggs":{"n":{"value_count":{"field":"authors.affiliations.since"}},"a":{"top_hits":{"size":1,"_source":false,"sort":[{"authors.affiliations.since":{"order":"desc"}}]}}}}}}}`},
		{"values that begin with a text", "books", `{"v":{"terms":{"field":"title.keyword","size":5,"include":"The Gil.*"}}}`},
		{"values of a list", "books", `{"v":{"terms":{"field":"language","size":5,"include":["de","en","nope"]}}}`},
		{"values without some", "books", `{"v":{"terms":{"field":"language","size":5,"exclude":"[a-d].*"}}}`},
		{"the name of the index", "books", `{"v":{"terms":{"field":"_index"}},"c":{"cardinality":{"field":"_index"}},"n":{"value_count":{"field":"_index"}}}`},
		{"values of a flattened field", "products", `{"v":{"terms":{"field":"labels","size":5}}}`},
		{"values of an alias", "products", `{"v":{"terms":{"field":"code","size":3}}}`},
		{"a histogram of integers", "books", `{"b":{"histogram":{"field":"pages","interval":50}}}`},
		{"a histogram of doubles", "products", `{"b":{"histogram":{"field":"weight","interval":20}}}`},
		{"a histogram of fractions", "products", `{"b":{"histogram":{"field":"score","interval":0.05}}}`},
		{"a histogram of objects", "products", `{"o":{"nested":{"path":"offers"},"aggs":{"b":{"histogram":{"field":"offers.price","interval":10}}}}}`},
		{"a histogram of nothing", "books", `{"b":{"histogram":{"field":"nope","interval":1}}}`},
		{"dates between bounds", "books", `{"b":{"date_range":{"field":"published","format":"strict_date_optional_time||epoch_millis","ranges":[{"from":"1900-01-01T00:00:00.000Z","to":"1990-01-01T00:00:00.000Z"},{"from":"1990-01-01T00:00:00.000Z","to":"2030-01-01T00:00:00.000Z"}]}}}`},
		{"dates of objects between bounds", "products", `{"o":{"nested":{"path":"offers"},"aggs":{"b":{"date_range":{"field":"offers.until","format":"strict_date_optional_time||epoch_millis","ranges":[{"from":"2000-01-01T00:00:00.000Z","to":"2025-01-01T00:00:00.000Z"},{"from":"2025-01-01T00:00:00.000Z","to":"253402300800000"}]}}}}}`},
		{"bars with a value only", "products", `{"b":{"histogram":{"field":"weight","interval":20,"min_doc_count":1,"hard_bounds":{"min":0,"max":60}}}}`},
		{"values of text", "books", `{"v":{"terms":{"field":"blurb"}}}`},
	} {
		out = append(out, post("aggregation: "+r.name, "/~"+r.index+"/_search", `{"size":0,"track_total_hits":true,"aggs":`+r.aggs+`}`))
	}
	return append(out,
		post("an aggregation of what matches", "/~books/_search", `{"size":0,"track_total_hits":true,"query":{"bool":{"filter":[{"term":{"language":"de"}}]}},"aggs":{"v":{"stats":{"field":"pages"}},"t":{"terms":{"field":"tags"}}}}`),
		post("an aggregation of several indices", "/~books,~products/_search", `{"size":0,"track_total_hits":false,"aggs":{"v":{"stats":{"field":"pages"}},"t":{"terms":{"field":"_index"}}}}`),
		post("stats of keywords", "/~books/_search", `{"size":0,"aggs":{"v":{"stats":{"field":"language"}}}}`).kindOnly(),
		post("a histogram of keywords", "/~books/_search", `{"size":0,"aggs":{"v":{"histogram":{"field":"language","interval":1}}}}`).kindOnly(),
		post("a regular expression on numbers", "/~books/_search", `{"size":0,"aggs":{"v":{"terms":{"field":"pages","include":"1.*"}}}}`).for8().kindOnly(),
	)
}

func wrongRequests() []exchange {
	search := "/~books/_search"
	wrong := func(name, query string) exchange { return post("wrong: "+name, search, `{"query":`+query+`}`) }
	return []exchange{
		post("a window of 10,001", search, `{"size":10001}`),
		post("a window that ends past 10,000", search, `{"from":9999,"size":2}`),
		post("a missing index", "/~nope/_search", `{}`),
		post("a missing index in a list", "/~books,~nope/_search", `{}`),
		post("a negative size", search, `{"size":-1}`).for8(),
		post("a negative from", search, `{"from":-1}`).for8(),
		post("a size as text", search, `{"size":"2","_source":false}`),
		post("a from beyond an int", search, `{"from":3000000000}`).for8().kindOnly(),
		post("an unknown member", search, `{"banana":1}`).kindOnly(),
		post("a body that is no JSON", search, `{"size":`).kindOnly(),
		post("a body with an odd character", search, `{"size":x}`).kindOnly(),
		wrong("an unknown query", `{"banana":{}}`).kindOnly(),
		wrong("a null query", `null`).kindOnly(),
		wrong("a word in a number", `{"term":{"pages":"abc"}}`),
		wrong("a word in a date", `{"term":{"published":"abc"}}`).kindOnly(),
		post("wrong: a word in an address", "/~weblog-2026.11/_search", `{"query":{"term":{"client":"x"}}}`),
		post("wrong: a word in a network", "/~weblog-2026.11/_search", `{"query":{"term":{"client":"x/9"}}}`).kindOnly(),
		wrong("a word in a boolean", `{"term":{"in_print":"maybe"}}`),
		wrong("a date in another format", `{"range":{"published":{"gte":"1999-01-01","format":"epoch_millis"}}}`).kindOnly(),
		wrong("a number in another format", `{"range":{"published":{"gte":"946684800000","format":"strict_date_optional_time"}}}`).kindOnly(),
		post("wrong: nanoseconds before 1970", "/~products/_search", `{"query":{"range":{"made":{"gte":"1960-01-01"}}}}`),
		post("wrong: nanoseconds after 2262", "/~products/_search", `{"query":{"range":{"made":{"lte":"2300-01-01"}}}}`),
		wrong("a regexp without its end", `{"regexp":{"isbn":{"value":"[a","flags":"NONE"}}}`),
		wrong("a regexp with a bracket too many", `{"regexp":{"isbn":{"value":"a)","flags":"NONE"}}}`),
		wrong("a regexp without a count", `{"regexp":{"isbn":{"value":"a{x}","flags":"NONE"}}}`),
		wrong("a regexp that ends in an escape", `{"regexp":{"isbn":{"value":"a\\","flags":"NONE"}}}`).kindOnly(),
		wrong("a query_string without its end", `{"query_string":{"query":"(title:fox"}}`).kindOnly(),
		wrong("prefix on a number", `{"prefix":{"pages":"1"}}`),
		wrong("wildcard on a date", `{"wildcard":{"published":"1*"}}`),
		wrong("regexp on a number", `{"regexp":{"price":"1.*"}}`),
		wrong("wildcard on _id", `{"wildcard":{"_id":"b*"}}`),
		wrong("a number without case", `{"term":{"pages":{"value":1,"case_insensitive":true}}}`),
		wrong("an integer out of range", `{"term":{"pages":3000000000}}`),
		wrong("a null term", `{"term":{"isbn":null}}`),
		wrong("nested on an object", `{"nested":{"path":"sales","query":{"match_all":{}}}}`),
		wrong("nested on nothing", `{"nested":{"path":"nope","query":{"match_all":{}}}}`),
		wrong("an open phrase", `{"query_string":{"query":"\"fox"}}`).kindOnly(),
		wrong("an open bracket", `{"query_string":{"query":"(fox"}}`).kindOnly(),
		get("an underscore preference", "/~books/_search?preference=_abc"),
		get("a wrong method", "/~books/_pit?keep_alive=1m"),
		post("a point in time without keep_alive", "/~books/_pit", "").for8(),
		post("a point in time that lives too long", "/~books/_pit?keep_alive=2d", "").kindOnly(),
		post("a point in time of a missing index", "/~nope/_pit?keep_alive=1m", ""),
		post("an unknown point in time", "/_search", `{"pit":{"id":"garbage!!"}}`).kindOnly(),
	}
}

// walks returns sorts with ties, missing values and several indices.
func walks() []exchange {
	return []exchange{
		{name: "ties of a keyword", path: "books", body: `["language"]`},
		{name: "half floats with missing values", path: "books", body: `[{"rating":"desc"}]`},
		{name: "dates with missing values", path: "books", body: `[{"published":"asc"}]`},
		{name: "longs at their ends", path: "products", body: `[{"sold":"desc"}]`},
		{name: "addresses with missing values", path: "weblog-2026.11", body: `[{"client":"desc"}]`},
		{name: "booleans over two indices", path: "books," + prefix + "products", body: `[{"in_print":{"order":"asc","unmapped_type":"boolean"}}]`},
		{name: "stored order over all indices", path: "*", body: `["_shard_doc"]`},
		{name: "nanoseconds", path: "products", body: `[{"made":"desc"}]`},
		{name: "a nested leaf", path: "books", body: `[{"authors.born":{"order":"desc","nested":{"path":"authors"}}}]`},
	}
}
