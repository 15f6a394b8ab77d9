package elasticsearch

// SPEC: APP-07, CNS-07

// consoleRequests are the requests in the examples of the console's completion (testdata/console).
func consoleRequests() []exchange {
	search := func(name, body string) exchange { return post(name, "/~books/_search", body) }
	return []exchange{
		search("several fields, the best one", `{"query":{"multi_match":{"query":"sea night","fields":["title","blurb"],"type":"best_fields","operator":"or"}},"size":20}`),
		search("several fields with weights", `{"query":{"multi_match":{"query":"night","fields":["title^3","blurb"],"tie_breaker":0.3}},"size":20}`),
		search("several fields added up", `{"query":{"multi_match":{"query":"night garden","fields":["title","blurb"],"type":"most_fields"}},"size":20}`),
		search("a highlight", `{"query":{"match":{"title":"the night"}},"highlight":{"fields":{"title":{}}},"size":50}`),
		search("a highlight with tags and a type", `{"query":{"bool":{"must":[{"match":{"title":"the"}}],"filter":{"term":{"language":"en"}}}},"highlight":{"fields":{"title":{"type":"plain"}},"pre_tags":["<b>"],"post_tags":["</b>"],"order":"score"},"size":50}`),
		search("a highlight of no text", `{"query":{"match":{"title":"the"}},"highlight":{"fields":{"isbn":{},"nothing":{}}},"size":5}`),
		search("terms with figures inside", `{"size":0,"aggs":{"by_language":{"terms":{"field":"language","size":10,"order":{"_count":"desc"}},"aggs":{"mean":{"avg":{"field":"price"}}}}}}`),
		search("terms of several values with terms inside", `{"size":0,"aggs":{"t":{"terms":{"field":"tags","size":5},"aggs":{"l":{"terms":{"field":"language","size":3}},"s":{"stats":{"field":"pages"}}}}}}`),
		post("days", "/~weblog-2026.11/_search", `{"size":0,"aggs":{"per_day":{"date_histogram":{"field":"@timestamp","calendar_interval":"day","min_doc_count":0,"order":{"_key":"asc"},"extended_bounds":{"min":"2026-10-25"}},"aggs":{"b":{"sum":{"field":"request.bytes"}}}}}}`),
		post("days by name", "/~weblog-2026.11/_search", `{"size":0,"aggs":{"per_day":{"date_histogram":{"field":"@timestamp","calendar_interval":"1d","keyed":true}}}}`),
		post("years without gaps", "/~books/_search", `{"size":0,"aggs":{"y":{"date_histogram":{"field":"published","calendar_interval":"year","order":{"_key":"desc"}}}}}`),
		post("months that have something", "/~books/_search", `{"size":0,"aggs":{"m":{"date_histogram":{"field":"published","calendar_interval":"month","min_doc_count":2}}}}`),
		search("inner hits", `{"query":{"nested":{"path":"authors","query":{"term":{"authors.role":"editor"}},"score_mode":"avg","inner_hits":{"size":3}}},"size":20}`),
		search("inner hits with a name, from the second on", `{"query":{"bool":{"must":{"nested":{"path":"authors","query":{"match_all":{}},"inner_hits":{"name":"a","from":1,"size":1}}}}},"size":10,"sort":[{"isbn":"asc"}]}`),
	}
}
