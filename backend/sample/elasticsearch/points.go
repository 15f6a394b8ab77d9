package elasticsearch

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/tidwall/gjson"
)

// points are the open points in time. An index is copied before it is changed in a later epoch, so a point just stores
// its indices and its expiry.
type points struct {
	clock func() time.Time
	mu    sync.Mutex
	open  map[string]*point
}

type point struct {
	indices []*index
	until   time.Time
	gone    bool // one of its indices was deleted
}

func newPoints(clock func() time.Time) *points {
	return &points{clock: clock, open: map[string]*point{}}
}

const longestKeepAlive = 24 * time.Hour

var duration = regexp.MustCompile(`^(\d+)(nanos|micros|ms|s|m|h|d)$`)

// keepAlive parses a duration such as 5m.
func keepAlive(text string) (time.Duration, *failure) {
	m := duration.FindStringSubmatch(text)
	if m == nil {
		return 0, badArgument("failed to parse setting [keep_alive] with value [%s] as a time value: unit is missing or unrecognized", text)
	}
	n, err := strconv.ParseInt(m[1], 10, 32)
	units := map[string]time.Duration{"nanos": 1, "micros": time.Microsecond, "ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	if d := time.Duration(n) * units[m[2]]; err == nil && d <= longestKeepAlive {
		return d, nil
	}
	return 0, badArgument("Keep alive for request (%s) is too large. It must be less than (1d). This limit can be set by changing the [search.max_keep_alive] cluster level setting.", text)
}

// openPoint is POST /<index>/_pit.
func (e *Engine) openPoint(q *request) (response, *failure) {
	if !q.params.Has("keep_alive") {
		return response{}, e.noKeepAlive()
	}
	found, fail := e.resolve(q, q.names["index"])
	if fail != nil {
		return response{}, fail
	}
	life, fail := keepAlive(q.params.Get("keep_alive"))
	if fail != nil {
		return response{}, refusedByAll(found, fail)
	}
	e.epoch.Add(1)
	o := new(object).str("id", e.points.add(found, life))
	if e.release.major >= 8 {
		o.obj("_shards", shards(len(found), nil))
	}
	return ok(o.json()), nil
}

// refusedByAll returns a failure that every index reports in the same way.
func refusedByAll(found []*index, fail *failure) *failure {
	if len(found) == 0 {
		return fail
	}
	return searchFailed([]shardFailure{{found[0].name, fail}})
}

func (e *Engine) noKeepAlive() *failure {
	if e.release.major < 8 {
		return &failure{status: http.StatusInternalServerError, kind: "null_pointer_exception", reason: "keep_alive is not specified"}
	}
	return invalidRequest("[keep_alive] is not specified")
}

func (p *points) add(found []*index, life time.Duration) string {
	raw := make([]byte, 96)
	_, _ = rand.Read(raw) // never fails
	id := base64.URLEncoding.EncodeToString(raw)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep()
	p.open[id] = &point{indices: found, until: p.clock().Add(life)}
	return id
}

// sweep removes the expired points.
func (p *points) sweep() {
	now := p.clock()
	for id, one := range p.open {
		if now.After(one.until) {
			delete(p.open, id)
		}
	}
}

// count returns the number of shards with open points; every index has one shard.
func (p *points) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep()
	shards := 0
	for _, one := range p.open {
		shards += len(one.indices)
	}
	return shards
}

// end closes every point.
func (p *points) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.open)
}

// forget drops the data of deleted indices from points.
func (p *points) forget(gone []*index) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.open {
		if slices.ContainsFunc(one.indices, func(x *index) bool {
			return slices.ContainsFunc(gone, func(g *index) bool { return g.uuid == x.uuid })
		}) {
			one.gone = true
		}
	}
}

// use returns an open point and extends its life.
func (p *points) use(id string, life time.Duration) *point {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep()
	one := p.open[id]
	if one != nil && life > 0 {
		one.until = p.clock().Add(life)
	}
	return one
}

func (p *points) close(id string) (freed int, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.open[id]
	if one == nil {
		return 0, false
	}
	delete(p.open, id)
	return len(one.indices), true
}

// enterPoint runs a search in a point in time.
func (e *Engine) enterPoint(q *request, s *search) *failure {
	if _, named := q.names["index"]; named {
		return invalidRequest("[indices] cannot be used with point in time. Do not specify any index with point in time.")
	}
	for _, name := range []string{"preference", "routing"} {
		if q.params.Has(name) {
			return invalidRequest("[%s] cannot be used with point in time", name)
		}
	}
	if !s.point.IsObject() {
		return parsing(1, "Unknown key for a %s in [pit].", tokenOf(s.point))
	}
	if fail := checkSlice(s.slice); fail != nil {
		return fail
	}
	s.pointID = s.point.Get("id").String()
	if !s.point.Get("id").Exists() {
		return badArgument("point in time id is not provided")
	}
	if _, err := base64.URLEncoding.DecodeString(s.pointID); err != nil {
		return e.badPointID(s.pointID)
	}
	var life time.Duration
	var fail *failure
	if text := s.point.Get("keep_alive"); text.Exists() {
		if life, fail = keepAlive(text.String()); fail != nil {
			return fail
		}
	}
	one := e.points.use(s.pointID, life)
	if one == nil {
		return e.noContext()
	}
	s.indices = one.indices
	if one.gone {
		return noShards(one.indices)
	}
	return nil
}

// noShards returns the failure for a point whose indices were deleted.
func noShards(gone []*index) *failure {
	const cause = `{"type":"no_shard_available_action_exception","reason":null}`
	shards := make([]string, len(gone))
	for i, x := range gone {
		shards[i] = string(new(object).num("shard", 0).str("index", x.name).raw("node", "null").raw("reason", cause).json())
	}
	o := new(object).raw("root_cause", array([]string{cause})).str("type", "search_phase_execution_exception").str("reason", "all shards failed")
	o.str("phase", "query").flag("grouped", true).raw("failed_shards", array(shards))
	body := new(object).obj("error", o).num("status", http.StatusServiceUnavailable)
	return &failure{status: http.StatusServiceUnavailable, bare: string(body.json())}
}

func checkSlice(slice gjson.Result) *failure {
	if !slice.Exists() {
		return nil
	}
	id, most := slice.Get("id").Int(), slice.Get("max").Int()
	switch {
	case most <= 1:
		return badArgument("max must be greater than 1")
	case id < 0:
		return badArgument("id must be greater than or equal to 0")
	case id >= most:
		return badArgument("max must be greater than id")
	}
	return nil
}

func (e *Engine) badPointID(id string) *failure {
	cause := badArgument("Illegal base64 character")
	if e.release.major < 8 {
		f := badArgument("invalid id: [%s]", id)
		f.cause = cause
		return f
	}
	f := &failure{kind: "x_content_parse_exception", reason: "[1:1] [pit] failed to parse field [id]"}
	f.cause = cause
	return f
}

// noContext returns the failure for a point that was closed or has expired.
func (e *Engine) noContext() *failure {
	name := ""
	if len(e.indices) > 0 {
		name = e.indices[0].name
	}
	f := &failure{status: http.StatusNotFound, kind: "search_context_missing_exception", reason: "No search context found for id [1]"}
	return searchFailed([]shardFailure{{name, f}})
}

// closePoint is DELETE /_pit.
func (e *Engine) closePoint(q *request) (response, *failure) {
	if len(q.body) == 0 {
		return response{}, parseFailure("request body or source parameter is required")
	}
	body, fail := q.json()
	if fail != nil {
		return response{}, fail
	}
	id := body.Get("id")
	if id.Type != gjson.String {
		return response{}, badArgument("the request must contain only [id field")
	}
	if _, err := base64.URLEncoding.DecodeString(id.String()); err != nil {
		return response{}, badArgument("Illegal base64 character")
	}
	freed, known := e.points.close(id.String())
	a := ok(new(object).flag("succeeded", known).num("num_freed", freed).json())
	if !known {
		a.status = http.StatusNotFound
	}
	return a, nil
}
