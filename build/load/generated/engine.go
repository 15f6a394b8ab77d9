package generated

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"quarry/backend/sample"
	"quarry/backend/sample/elasticsearch"
)

// Engine is a sample engine with one index of generated documents. The sample engine responds to requests about the
// index; searches, counts and points in time are handled here.
type Engine struct {
	docs Documents
	rest *elasticsearch.Engine

	mu     sync.Mutex
	points map[string]bool
	opened int
}

// New returns an engine with that many documents. It fails if their ranks would not be unique.
func New(docs Documents) (*Engine, error) {
	if int64(docs)*spread/spread != int64(docs) || inverse(spread, int64(docs))*(spread%int64(docs))%int64(docs) != 1 {
		return nil, fmt.Errorf("%d documents cannot be generated", docs)
	}
	rest, err := elasticsearch.New(elasticsearch.Options{Data: []sample.Index{{Name: Name, Mapping: []byte(Mapping)}}})
	if err != nil {
		return nil, err
	}
	return &Engine{docs: docs, rest: rest, points: map[string]bool{}}, nil
}

// Points returns the number of open points in time.
func (e *Engine) Points() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.points)
}

// ServeHTTP implements [http.Handler].
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var response []byte
	switch r.Method + " " + r.URL.Path {
	case "POST /" + Name + "/_pit":
		response = e.open()
	case "DELETE /_pit":
		response = e.close(gjson.GetBytes(body, "id").String())
	case "POST /_search", "POST /" + Name + "/_search":
		response, err = e.search(gjson.ParseBytes(body), sortsAlone(r))
	case "POST /" + Name + "/_count", "GET /" + Name + "/_count":
		response, err = e.count(gjson.ParseBytes(body))
	case "POST /_msearch":
		response, err = e.several(body, sortsAlone(r))
	default:
		r.Body = io.NopCloser(bytes.NewReader(body))
		e.rest.ServeHTTP(w, r)
		return
	}
	status := http.StatusOK
	if err != nil {
		status = http.StatusBadRequest
		response = fmt.Appendf(nil, `{"error":{"type":"parsing_exception","reason":%s},"status":400}`, strconv.Quote(err.Error()))
	}
	w.Header().Set("X-Elastic-Product", "Elasticsearch")
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(response)))
	w.WriteHeader(status)
	_, _ = w.Write(response)
}

func (e *Engine) open() []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.opened++
	id := fmt.Sprintf("Z2VuZXJhdGVk%08d", e.opened)
	e.points[id] = true
	return []byte(`{"id":"` + id + `"}`)
}

func (e *Engine) close(id string) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	freed := 0
	if e.points[id] {
		freed = 1
	}
	delete(e.points, id)
	return fmt.Appendf(nil, `{"succeeded":true,"num_freed":%d}`, freed)
}

// hitRoom is the maximum size of a hit in bytes.
const hitRoom = 320

const shards = `"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}`

func (e *Engine) count(body gjson.Result) ([]byte, error) {
	q, err := readQuery(body.Get("query"))
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"count":%d,%s}`, q.count(e.docs), shards), nil
}

// several is a request with several searches.
func (e *Engine) several(body []byte, bare bool) ([]byte, error) {
	out := []byte(`{"took":1,"responses":[`)
	for n, line := range bytes.Split(bytes.TrimSpace(body), []byte("\n")) {
		if n%2 == 0 {
			continue
		}
		response, err := e.search(gjson.ParseBytes(line), bare)
		if err != nil {
			return nil, err
		}
		if n > 1 {
			out = append(out, ',')
		}
		out = append(append(out[:len(out):cap(out)], response[:len(response)-1]...), `,"status":200}`...)
	}
	return append(out, "]}"...), nil
}

// sortsAlone reports whether a request only wants the hits' sort values.
func sortsAlone(r *http.Request) bool {
	wanted := r.URL.Query().Get("filter_path")
	return strings.Contains(wanted, "hits.hits.sort") && !strings.Contains(wanted, "hits.hits._")
}

// search runs one search; bare hits have only their sort values.
func (e *Engine) search(body gjson.Result, bare bool) ([]byte, error) {
	q, err := readQuery(body.Get("query"))
	if err != nil {
		return nil, err
	}
	point := body.Get("pit.id").String()
	if point != "" && !e.has(point) {
		return nil, fmt.Errorf("no search context found for id [%s]", point)
	}
	if s := body.Get("slice"); s.Exists() {
		q.slice(e.docs, s.Get("id").Int(), s.Get("max").Int())
	}
	sorted, err := e.sort(body.Get("sort"))
	if err != nil {
		return nil, err
	}
	size := int64(10)
	if s := body.Get("size"); s.Exists() {
		size = s.Int()
	}
	begin := int64(0)
	if after := body.Get("search_after"); after.Exists() {
		var values []int64
		for i, v := range after.Array() {
			n, err := operandOf(sorted.names[i], v)
			if err != nil {
				return nil, err
			}
			values = append(values, n)
		}
		begin = sorted.after(values)
	}
	found := q.documents(sorted.order, begin, body.Get("from").Int(), size)
	out := append(make([]byte, 0, 1024+hitRoom*len(found)), `{"took":1,"timed_out":false,`...)
	if point != "" {
		out = append(out, `"pit_id":"`+point+`",`...)
	}
	out = append(out, shards+`,"hits":{`...)
	if body.Get("track_total_hits").Raw != "false" {
		out = fmt.Appendf(out, `"total":{"value":%d,"relation":"eq"},`, q.count(e.docs))
	}
	out = append(out, `"max_score":null,"hits":[`...)
	for i, doc := range found {
		if i > 0 {
			out = append(out, ',')
		}
		if bare {
			out = append(e.sortOf(append(out, '{'), doc, sorted), '}')
			continue
		}
		out = e.hit(out, doc, sorted, body)
	}
	return append(out, "]}}"...), nil
}

func (e *Engine) has(point string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.points[point]
}

func (e *Engine) hit(out []byte, doc int64, sorted sorting, body gjson.Result) []byte {
	score := "null"
	if len(sorted.names) == 0 {
		score = "1.0"
	}
	out = fmt.Appendf(out, `{"_index":%q,"_id":%q,"_score":%s`, Name, e.docs.ID(doc), score)
	if body.Get("seq_no_primary_term").Bool() {
		out = fmt.Appendf(out, `,"_seq_no":%d,"_primary_term":1`, doc)
	}
	if body.Get("_source").Raw != "false" {
		out = e.docs.appendSource(append(out, `,"_source":`...), doc)
	}
	if len(sorted.names) > 0 {
		out = e.sortOf(append(out, ','), doc, sorted)
	}
	return append(out, '}')
}

func (e *Engine) sortOf(out []byte, doc int64, sorted sorting) []byte {
	out = append(out, `"sort":`...)
	separator := byte('[')
	for _, name := range sorted.names {
		out = strconv.AppendInt(append(out, separator), fields[name].value(e.docs, doc), 10)
		separator = ','
	}
	return append(out, ']')
}

// sorting is the order of a search, and the fields that it names.
type sorting struct {
	order
	names []string
}

func (e *Engine) sort(keys gjson.Result) (sorting, error) {
	all, _ := e.docs.by("number")
	out := sorting{order: all}
	for i, key := range keys.Array() {
		var err error
		key.ForEach(func(name, how gjson.Result) bool {
			desc := how.String() == "desc" || how.Get("order").String() == "desc"
			o, found := e.docs.by(name.String())
			switch {
			case !found || i > 1 || i == 1 && name.String() != "_shard_doc":
				err = fmt.Errorf("no order by [%s] is generated", keys.Raw)
			case i == 0:
				out.order = o
				out.desc = desc
			default:
				out.back = desc
			}
			out.names = append(out.names, name.String())
			return false
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}
