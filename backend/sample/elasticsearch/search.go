package elasticsearch

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

const (
	largestWindow = 10000
	countUpTo     = 10000
)

// search is one search as requested.
type search struct {
	from, size  int
	query       gjson.Result
	line        string // the parameter q
	sort        []sortField
	after       []gjson.Result
	total       int // hits are counted up to this number; -1 for all, 0 for none
	totalAsInt  bool
	scores      bool // track_scores
	seqNo       bool
	version     bool
	source      sourceFilter
	fields      []fieldPattern
	aggs        gjson.Result
	marks       gjson.Result // options of a highlight
	slice       gjson.Result
	point       gjson.Result
	indices     []*index
	inPoint     bool
	pointID     string
	afterGiven  bool
	sortByScore bool // only _score, which does not count as a sort
}

// leftOut are members of a search that the engine supports but the sample engine does not.
var leftOut = map[string]bool{
	"collapse": true, "docvalue_fields": true, "explain": true, "ext": true, "indices_boost": true, "knn": true, "min_score": true, "post_filter": true, "profile": true,
	"rank": true, "rescore": true, "retriever": true, "runtime_mappings": true, "script_fields": true, "stored_fields": true, "sub_searches": true, "suggest": true,
}

// search is _search.
func (e *Engine) search(q *request) (response, *failure) {
	body, fail := q.json()
	if fail != nil {
		return response{}, fail
	}
	s, fail := e.parseSearch(q, body)
	if fail != nil {
		return response{}, fail
	}
	o, warning, fail := e.run(q, s)
	if fail != nil {
		return response{}, fail
	}
	return response{status: http.StatusOK, body: o.json(), warning: warning}, nil
}

func (e *Engine) parseSearch(q *request, body gjson.Result) (*search, *failure) {
	s := &search{size: 10, total: countUpTo, source: wholeSource}
	if fail := s.readBody(body); fail != nil {
		return nil, fail
	}
	if fail := s.readParams(q); fail != nil {
		return nil, fail
	}
	s.inPoint = s.point.Exists()
	s.sortByScore = len(s.sort) == 1 && s.sort[0].name == "_score" && s.sort[0].descending && !s.inPoint
	if fail := s.check(); fail != nil {
		return nil, fail
	}
	if s.inPoint {
		return s, e.enterPoint(q, s)
	}
	var fail *failure
	s.indices, fail = e.resolve(q, q.names["index"])
	return s, fail
}

func (s *search) readBody(body gjson.Result) *failure {
	var fail *failure
	body.ForEach(func(name, v gjson.Result) bool {
		fail = s.member(name.String(), v)
		return fail == nil
	})
	return fail
}

func (s *search) member(name string, v gjson.Result) (fail *failure) {
	switch name {
	case "from":
		s.from, fail = count("from", v)
	case "size":
		s.size, fail = count("size", v)
	case "query":
		if s.query = v; v.Type == gjson.Null {
			fail = parsing(1, "[_na] query malformed, no start_object after query name")
		}
	case "sort":
		s.sort, fail = parseSort(v)
	case "search_after":
		fail = s.readAfter(v)
	case "track_total_hits":
		fail = s.readTotal(scalar(v))
	case "track_scores":
		s.scores = v.Bool()
	case "seq_no_primary_term":
		s.seqNo = v.Bool()
	case "version":
		s.version = v.Bool()
	case "_source":
		s.source, fail = parseSource(v)
	case "fields":
		s.fields, fail = parseFields(v)
	case "aggs", "aggregations":
		s.aggs = v
	case "highlight":
		s.marks = v
	case "slice":
		s.slice = v
	case "pit":
		s.point = v
	case "timeout", "terminate_after", "stats":
	default:
		if leftOut[name] {
			return unsupported("The sample engine does not answer %s in a search.", name)
		}
		fail = parsing(1, "Unknown key for a %s in [%s].", tokenOf(v), name)
	}
	return fail
}

// count reads a non-negative number; a fraction is truncated.
func count(name string, v gjson.Result) (int, *failure) {
	n, fail := integer(scalar(v))
	switch {
	case fail != nil:
		return 0, fail
	case n > 2147483647 || n < -2147483648:
		text := "Numeric value (" + scalar(v) + ") out of range of int (-2147483648 - 2147483647)"
		f := &failure{kind: "x_content_parse_exception", reason: "[1:1] " + text}
		f.cause = &failure{kind: "input_coercion_exception", reason: text}
		return 0, f
	case n < 0 && name == "size":
		return 0, badArgument("[size] parameter cannot be negative, found [%d]", n)
	case n < 0:
		return 0, badArgument("[from] parameter cannot be negative but was [%d]", n)
	}
	return int(n), nil
}

func (s *search) readAfter(v gjson.Result) *failure {
	if !v.IsArray() {
		return parsing(1, "Unknown key for a %s in [search_after].", tokenOf(v))
	}
	s.after, s.afterGiven = v.Array(), true
	if len(s.after) == 0 {
		return badArgument("Values must contains at least one value.")
	}
	for _, item := range s.after {
		if item.IsArray() || item.IsObject() {
			return parsing(1, "Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [%s] inside search_after.", tokenOf(item))
		}
	}
	return nil
}

func (s *search) readTotal(text string) *failure {
	switch text {
	case "true":
		s.total = -1
	case "false":
		s.total = 0
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return badArgument("[track_total_hits] parameter must be positive or equals to -1, got %s", text)
		}
		s.total = n
	}
	return nil
}

func (s *search) readParams(q *request) (fail *failure) {
	for _, name := range sortedKeys(q.params) {
		text := q.params.Get(name)
		switch name {
		case "from", "size":
			var n int
			if n, fail = q.whole(name, 0); fail == nil {
				fail = s.member(name, gjson.Parse(strconv.Itoa(n)))
			}
		case "sort":
			s.sort, fail = urlSort(text)
		case "_source":
			s.source, fail = sourceParam(text)
		case "_source_includes", "_source_excludes":
			fail = unsupported("The sample engine does not answer %s.", name)
		case "track_total_hits":
			fail = s.readTotal(text)
		case "q":
			s.line = text
		case "preference":
			if strings.HasPrefix(text, "_") && text != "_local" && !strings.HasPrefix(text, "_only_nodes:") {
				fail = badArgument("no Preference for [%s]", text)
			}
		case "seq_no_primary_term", "version", "track_scores", "rest_total_hits_as_int":
			fail = s.readFlag(q, name)
		}
		if fail != nil {
			return fail
		}
	}
	return nil
}

func (s *search) readFlag(q *request, name string) *failure {
	on, fail := q.flag(name, false)
	switch name {
	case "seq_no_primary_term":
		s.seqNo = on
	case "version":
		s.version = on
	case "track_scores":
		s.scores = on
	default:
		s.totalAsInt = on
		if on {
			s.total = -1
		}
	}
	return fail
}

// check rejects what the engine rejects before it queries any shard.
func (s *search) check() *failure {
	for _, f := range s.sort {
		if f.name == "_shard_doc" && !s.inPoint {
			return invalidRequest("[_shard_doc] sort field cannot be used without [point in time]")
		}
	}
	if s.slice.Exists() && !s.inPoint {
		return invalidRequest("[slice] can only be used with [scroll] or [point-in-time] requests")
	}
	if s.afterGiven && s.from > 0 {
		return invalidRequest("[from] parameter must be set to 0 when [search_after] is used")
	}
	return nil
}
