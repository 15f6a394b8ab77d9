package typesense

import (
	"net/http"
	"sync"
	"time"
)

func (e *Engine) health(*request) (response, *failure) { return ok(object{"ok": true}), nil }

func (e *Engine) debug(*request) (response, *failure) {
	return ok(object{"state": 1, "version": e.release.number}), nil
}

func (e *Engine) status(*request) (response, *failure) {
	return ok(object{"committed_index": 2, "queued_writes": 0, "state": "LEADER"}), nil
}

func (e *Engine) success(*request) (response, *failure) { return ok(object{"success": true}), nil }

func (e *Engine) success201(*request) (response, *failure) {
	return created(object{"success": true}), nil
}

func (e *Engine) successShort(*request) (response, *failure) {
	a := ok(object{"success": true})
	a.kind = shortJSON
	return a, nil
}

func (e *Engine) snapshot(q *request) (response, *failure) {
	if _, given := q.params["snapshot_path"]; !given && e.release.major < 29 {
		return response{kind: shortJSON}, invalid("Parameter `snapshot_path` is required.")
	}
	a := created(object{"success": true})
	a.kind = shortJSON
	return a, nil
}

func (e *Engine) emptyList(*request) (response, *failure) { return ok([]any{}), nil }

func emptyMember(name string) func(*Engine, *request) (response, *failure) {
	return func(*Engine, *request) (response, *failure) { return ok(object{name: []any{}}), nil }
}

// statsWindow is the time whose requests the statistics cover.
const statsWindow = 10 * time.Second

// stats counts requests.
type stats struct {
	mu     sync.Mutex
	recent []timed
}

type timed struct {
	at       time.Time
	route    string
	kind     string // "search", "write", "import", "delete" or ""
	duration time.Duration
}

func newStats() *stats { return &stats{} }

func (s *stats) count(route string, q *request, duration time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.trim(now)
	s.recent = append(s.recent, timed{now, route, kindOfRequest(q), duration})
}

func (s *stats) trim(now time.Time) {
	for len(s.recent) > 0 && now.Sub(s.recent[0].at) > statsWindow {
		s.recent = s.recent[1:]
	}
}

func kindOfRequest(q *request) string {
	last := ""
	if len(q.parts) > 0 {
		last = q.parts[len(q.parts)-1]
	}
	switch {
	case last == "search" || last == "multi_search":
		return "search"
	case last == "import":
		return "import"
	case q.method == http.MethodDelete:
		return "delete"
	case q.method != http.MethodGet:
		return "write"
	}
	return ""
}
