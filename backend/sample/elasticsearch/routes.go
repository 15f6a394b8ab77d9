package elasticsearch

import (
	"net/http"
	"slices"
	"sort"
	"strings"
)

// route is one pattern of method and path; a part in braces matches any value.
type route struct {
	methods string
	path    string
	params  string // accepted besides the common ones
	run     func(*Engine, *request) (response, *failure)
	writes  bool // needs the engine to itself
}

const (
	commonParams   = "pretty human error_trace filter_path format"
	resolveParams  = "ignore_unavailable allow_no_indices expand_wildcards"
	searchParams   = resolveParams + " q df analyzer default_operator lenient from size sort _source _source_includes _source_excludes track_total_hits track_scores preference routing seq_no_primary_term version search_type request_cache timeout allow_partial_search_results rest_total_hits_as_int typed_keys batched_reduce_size pre_filter_shard_size max_concurrent_shard_requests ccs_minimize_roundtrips"
	documentParams = "routing preference realtime refresh _source _source_includes _source_excludes stored_fields version version_type"
	describeParams = resolveParams + " local master_timeout flat_settings include_defaults include_type_name"
)

var routes = []route{
	{"GET HEAD", "", "", (*Engine).root, false},
	{"GET", "_cat/indices", resolveParams + " h s v help bytes time health pri local master_timeout", (*Engine).catIndices, false},
	{"GET", "_cat/indices/{index}", resolveParams + " h s v help bytes time health pri local master_timeout", (*Engine).catIndices, false},
	{"GET", "_cluster/health", "level timeout master_timeout local wait_for_status expand_wildcards", (*Engine).health, false},
	{"GET", "_cluster/health/{index}", "level timeout master_timeout local wait_for_status expand_wildcards", (*Engine).health, false},
	{"GET", "_nodes/stats/{metric}", "level timeout", (*Engine).nodesStats, false},
	{"GET", "_nodes/stats/{metric}/{index_metric}", "level timeout", (*Engine).nodesStats, false},
	{"GET", "_stats/{metric}", resolveParams + " level", (*Engine).indexStats, false},
	{"GET", "_cat/allocation", "h s v help bytes local master_timeout", (*Engine).catAllocation, false},
	{"GET", "_cat/shards", "h s v help bytes time master_timeout", (*Engine).catShards, false},
	{"GET", "_cluster/settings", "flat_settings include_defaults master_timeout timeout", (*Engine).clusterSettings, false},
	{"GET", "_tasks", "detailed group_by actions nodes parent_task_id timeout wait_for_completion", (*Engine).tasks, false},
	{"POST", "_tasks/{task}/_cancel", "wait_for_completion", (*Engine).cancelTask, true},
	{"GET", "_resolve/index/{index}", resolveParams, (*Engine).resolveIndex, false},
	{"GET", "_mapping", describeParams, (*Engine).mappings, false},
	{"GET", "{index}/_mapping", describeParams, (*Engine).mappings, false},
	{"GET", "_settings", describeParams, (*Engine).settings, false},
	{"GET", "{index}/_settings", describeParams, (*Engine).settings, false},
	{"GET", "{index}/_settings/{name}", describeParams, (*Engine).settings, false},
	{"GET POST", "_count", searchParams, (*Engine).count, false},
	{"GET POST", "{index}/_count", searchParams, (*Engine).count, false},
	{"GET POST", "_search", searchParams, (*Engine).search, false},
	{"GET POST", "{index}/_search", searchParams, (*Engine).search, false},
	{"GET POST", "_msearch", "max_concurrent_searches typed_keys rest_total_hits_as_int search_type ccs_minimize_roundtrips max_concurrent_shard_requests pre_filter_shard_size", (*Engine).multiSearch, false},
	{"GET POST", "{index}/_msearch", "max_concurrent_searches typed_keys rest_total_hits_as_int search_type ccs_minimize_roundtrips max_concurrent_shard_requests pre_filter_shard_size", (*Engine).multiSearch, false},
	{"GET POST", "_mget", documentParams, (*Engine).multiGet, false},
	{"GET POST", "{index}/_mget", documentParams, (*Engine).multiGet, false},
	{"POST", "{index}/_pit", resolveParams + " keep_alive preference routing allow_partial_search_results", (*Engine).openPoint, false},
	{"DELETE", "_pit", "", (*Engine).closePoint, false},
	{"GET HEAD", "{index}/_doc/{id}", documentParams, (*Engine).document, false},
	{"GET HEAD", "{index}", describeParams + " features", (*Engine).describe, false},
	{"PUT", "{index}", "timeout master_timeout wait_for_active_shards", (*Engine).createIndex, true},
	{"DELETE", "{index}", resolveParams + " timeout master_timeout", (*Engine).deleteIndex, true},
	{"GET POST", "_refresh", resolveParams, (*Engine).refresh, false},
	{"GET POST", "{index}/_refresh", resolveParams, (*Engine).refresh, false},
	{"POST PUT", "_bulk", "refresh routing pipeline timeout wait_for_active_shards require_alias", (*Engine).bulk, true},
	{"POST PUT", "{index}/_bulk", "refresh routing pipeline timeout wait_for_active_shards require_alias", (*Engine).bulk, true},
	{"POST", "{index}/_delete_by_query", resolveParams + " refresh conflicts timeout wait_for_completion wait_for_active_shards slices scroll_size", (*Engine).deleteByQuery, true},
	{"POST", "{index}/_doc", writeParams + " op_type", (*Engine).addDocument, true},
	{"PUT POST", "{index}/_doc/{id}", writeParams + " op_type", (*Engine).putDocument, true},
	{"PUT POST", "{index}/_create/{id}", writeParams, (*Engine).createDocument, true},
	{"POST", "{index}/_update/{id}", updateParams, (*Engine).updateDocument, true},
	{"DELETE", "{index}/_doc/{id}", writeParams, (*Engine).deleteDocument, true},
}

// dispatch finds the route and runs it.
func (e *Engine) dispatch(q *request) (response, *failure) {
	if slices.Contains(q.parts[1:], "") {
		return response{}, q.noHandler()
	}
	var allowed []string
	for _, r := range routes {
		names, ok := q.match(r.path)
		if !ok {
			continue
		}
		if !slices.Contains(strings.Fields(r.methods), q.method) {
			allowed = append(allowed, strings.Fields(r.methods)...)
			continue
		}
		q.names = names
		if fail := q.checkParams(r.params); fail != nil {
			return response{}, fail
		}
		a, fail := e.carryOut(r, q)
		if fail != nil || !q.params.Has("filter_path") || a.text {
			return a, fail
		}
		a.body = filterPaths(a.body, q.params.Get("filter_path"))
		return a, nil
	}
	return response{}, q.refused(allowed)
}

// carryOut runs a route: a write alone, everything else in parallel.
func (e *Engine) carryOut(r route, q *request) (response, *failure) {
	if r.writes {
		e.mu.Lock()
		defer e.mu.Unlock()
	} else {
		e.mu.RLock()
		defer e.mu.RUnlock()
	}
	return r.run(e, q)
}

// match compares the path with a pattern. A name that begins with an underscore is an endpoint and never an index.
func (q *request) match(pattern string) (map[string]string, bool) {
	want := strings.Split(pattern, "/")
	if len(want) != len(q.parts) {
		return nil, false
	}
	names := map[string]string{}
	for i, w := range want {
		switch {
		case w == "{index}" && strings.HasPrefix(q.parts[i], "_") && q.parts[i] != "_all":
			return nil, false
		case strings.HasPrefix(w, "{"):
			names[strings.Trim(w, "{}")] = q.parts[i]
		case w != q.parts[i]:
			return nil, false
		}
	}
	return names, true
}

func (q *request) checkParams(accepted string) *failure {
	var unknown []string
	for name := range q.params {
		if !slices.Contains(strings.Fields(commonParams+" "+accepted), name) {
			unknown = append(unknown, "["+name+"]")
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	sort.Strings(unknown)
	plural := ""
	if len(unknown) > 1 {
		plural = "s"
	}
	path, _, _ := strings.Cut(q.path, "?")
	return badArgument("request [%s] contains unrecognized parameter%s: %s", path, plural, strings.Join(unknown, ", "))
}

func (q *request) noHandler() *failure {
	text := "no handler found for uri [" + q.path + "] and method [" + q.method + "]"
	return &failure{status: http.StatusBadRequest, bare: string(new(object).str("error", text).json())}
}

// refused says why no route matched the request: the method is wrong, or the sample engine does not support it. On a
// real node, a path that the sample engine only reads might also be written.
func (q *request) refused(allowed []string) *failure {
	reads := !slices.ContainsFunc(allowed, func(method string) bool { return method != http.MethodGet && method != http.MethodHead })
	if !reads {
		sort.Strings(allowed)
		methods := strings.Join(slices.Compact(allowed), ", ")
		text := "Incorrect HTTP method for uri [" + q.path + "] and method [" + q.method + "], allowed: [" + methods + "]"
		body := new(object).str("error", text).num("status", http.StatusMethodNotAllowed)
		return &failure{status: http.StatusMethodNotAllowed, bare: string(body.json()), allow: strings.ReplaceAll(methods, " ", "")}
	}
	return unsupported("The sample engine does not answer %s /%s.", q.method, strings.Join(q.parts, "/"))
}
