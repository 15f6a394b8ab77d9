package broken

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Box is the name of the box that every Engine has.
const Box = "tools"

// Thing is one document of the engine.
type Thing struct{ ID, Source string }

// Engine is the driver's engine, in memory. It is safe for concurrent use.
type Engine struct {
	mu      sync.Mutex
	opened  int
	cursors map[string]int     // the position of each open cursor
	moments map[string][]Thing // the things at the moment each cursor was opened; never removed
	turn    int                // counts reads in a random order
	changed map[string]string  // the things written, by id; "" for deleted ones
	made    []Thing            // things added to those of Things
	written map[string]int     // number of writes, by id
}

// NewEngine returns an engine with one box.
func NewEngine() *Engine {
	return &Engine{cursors: map[string]int{}, moments: map[string][]Thing{}, changed: map[string]string{}, written: map[string]int{}}
}

// Open returns the number of open cursors.
func (e *Engine) Open() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.cursors)
}

// Things returns the things of the box in the order in which they were added: some are equal, some have no number, some
// ids need escaping, some numbers need care.
func Things() []Thing {
	numbers := []string{"1", "1.50", "9007199254740993", "1e2", "-0", "0.1000000000000000055"}
	var things []Thing
	for i := range 24 {
		thing := Thing{ID: fmt.Sprintf("t%02d", i)}
		if i%6 == 5 {
			thing.ID += "/ %?#ü."
		}
		members := []string{`"label":"thing \u0041 🍵 ` + strconv.Itoa(i/4) + `"`, `"weight":` + numbers[i%len(numbers)]}
		if i%5 != 3 {
			members = append(members, `"n":`+strconv.Itoa(i*7%6))
		}
		if i%8 == 7 {
			members = append(members, `"tags":["a", {"b":2.0}, null]`)
		}
		thing.Source = "{ " + strings.Join(members, ", ") + "}"
		things = append(things, thing)
	}
	return things
}

// Now returns the current things of the box.
func (e *Engine) Now() []Thing {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now()
}

func (e *Engine) now() []Thing {
	var all []Thing
	for _, t := range append(Things(), e.made...) {
		if source, changed := e.changed[t.ID]; changed {
			t.Source = source
		}
		if t.Source != "" {
			all = append(all, t)
		}
	}
	return all
}

// has reports whether a thing exists.
func (e *Engine) has(id string) bool {
	return slices.ContainsFunc(e.now(), func(t Thing) bool { return t.ID == id })
}

// put writes a thing, or deletes it if source is "".
func (e *Engine) put(id, source string) {
	if !slices.ContainsFunc(append(Things(), e.made...), func(t Thing) bool { return t.ID == id }) {
		e.made = append(e.made, Thing{ID: id})
	}
	e.changed[id] = source
	e.written[id]++
}

// Write writes a thing like another client.
func (e *Engine) Write(id, source string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.put(id, source)
}

const fields = `{"fields":[{"name":"n","type":"int","sorts":"yes"},{"name":"label","type":"text","sorts":"no"},{"name":"weight","type":"number","sorts":"no"},{"name":"tags","type":"json","sorts":"no"}]}`

// ServeHTTP implements [http.Handler].
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	parts := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	for i, part := range parts {
		parts[i], _ = url.PathUnescape(part) // the server has already parsed it
	}
	switch route := r.Method + " " + parts[0]; {
	case route == "GET " && len(parts) == 1:
		response(w, `{"engine":"shelf","version":"1.0"}`)
	case route == "GET boxes" && len(parts) == 1:
		response(w, fmt.Sprintf(`[{"name":%q,"things":%d}]`, Box, len(Things())))
	case route == "GET work" && len(parts) == 1:
		response(w, `[{"id":"7"}]`)
	case route == "POST cursors" && len(parts) == 1:
		response(w, fmt.Sprintf(`{"cursor":"%d"}`, e.begin()))
	case route == "DELETE cursors" && len(parts) == 2:
		e.end(w, parts[1])
	case parts[0] == "boxes" && len(parts) > 1:
		e.box(w, r, parts[1], parts[2:])
	default:
		refuse(w, http.StatusNotFound, "there is no route "+r.Method+" "+r.URL.Path)
	}
}

// Refusal returns the body of a refusal and its content type.
func Refusal(_ int, words string) (contentType, body string) {
	quoted, _ := json.Marshal(words) // a string can always be encoded
	return "application/json", `{"error":` + string(quoted) + `}`
}

func refuse(w http.ResponseWriter, status int, words string) {
	_, body := Refusal(status, words)
	w.WriteHeader(status)
	response(w, body)
}

func response(w http.ResponseWriter, body string) {
	_, _ = w.Write([]byte(body)) // a client that has gone needs no response
}

func (e *Engine) begin() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.opened++
	e.cursors[strconv.Itoa(e.opened)] = 0
	e.moments[strconv.Itoa(e.opened)] = e.now()
	return e.opened
}

func (e *Engine) end(w http.ResponseWriter, cursor string) {
	if !e.Close(cursor) {
		refuse(w, http.StatusNotFound, "there is no cursor "+cursor)
		return
	}
	response(w, "{}")
}

// Close closes a cursor and reports whether it was open.
func (e *Engine) Close(cursor string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, open := e.cursors[cursor]
	delete(e.cursors, cursor)
	return open
}

func (e *Engine) box(w http.ResponseWriter, r *http.Request, name string, rest []string) {
	switch route := strings.Join(rest[:min(len(rest), 1)], ""); {
	case name != Box:
		refuse(w, http.StatusNotFound, "there is no box "+name)
	case len(rest) == 0 && r.Method == http.MethodGet:
		response(w, fields)
	case route == "count", route == "recount":
		response(w, fmt.Sprintf(`{"count":%d}`, len(where(e.Now(), r.URL.Query()))))
	case route == "mark":
		response(w, `{"mark":"first"}`)
	case route == "things" && len(rest) == 1 && r.Method == http.MethodPost:
		e.write(w, r, "")
	case route == "things" && len(rest) == 1:
		e.things(w, r.URL.Query())
	case route == "things" && len(rest) == 2 && r.Method != http.MethodGet:
		e.write(w, r, rest[1])
	case route == "things" && len(rest) == 2:
		e.thing(w, rest[1])
	default:
		refuse(w, http.StatusNotFound, "a box has no "+strings.Join(rest, "/"))
	}
}

func (e *Engine) thing(w http.ResponseWriter, id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, t := range e.now() {
		if t.ID == id {
			response(w, fmt.Sprintf(`{"thing":%s,"turn":%d}`, t.Source, e.written[id]))
			return
		}
	}
	refuse(w, http.StatusNotFound, "there is no thing "+id)
}

// write stores or deletes a thing if turn is unset or equals the number of previous writes; with new, only if the thing
// does not exist. A thing without an id gets one.
func (e *Engine) write(w http.ResponseWriter, r *http.Request, id string) {
	source, err := io.ReadAll(r.Body)
	e.mu.Lock()
	defer e.mu.Unlock()
	q := r.URL.Query()
	switch {
	case err != nil:
		refuse(w, http.StatusBadRequest, "there is no thing in the request")
		return
	case q.Has("turn") && (q.Get("turn") != strconv.Itoa(e.written[id]) || !e.has(id)), q.Has("new") && e.has(id):
		refuse(w, http.StatusConflict, "somebody else wrote "+id)
		return
	case id == "":
		id = fmt.Sprintf("made-%d", len(e.made))
	}
	if q.Has("rounded") {
		source = []byte(rounded(string(source)))
	}
	if !q.Has("dry") {
		e.put(id, string(source))
	}
	named, _ := json.Marshal(id) // a string can always be encoded
	response(w, fmt.Sprintf(`{"written":true,"id":%s,"turn":%d,"gone":%t}`, named, e.written[id], len(source) == 0))
}

func written(t Thing, source string) string {
	id, _ := json.Marshal(t.ID) // a string can always be encoded
	return `{"id":` + string(id) + `,"thing":` + source + `}`
}

// things responds with a page: from a number on or, with next, from the position of the cursor, which then advances.
// Things are sorted by the number n; those without one come last.
func (e *Engine) things(w http.ResponseWriter, q url.Values) {
	e.mu.Lock()
	defer e.mu.Unlock()
	cursor := q.Get("cursor")
	if _, open := e.cursors[cursor]; cursor != "" && !open {
		refuse(w, http.StatusNotFound, "there is no cursor "+cursor)
		return
	}
	if by := q.Get("by"); by != "" && by != "n" {
		refuse(w, http.StatusBadRequest, "things are not sorted by "+by)
		return
	}
	all := e.now()
	if q.Has("wild") {
		e.turn++
		all = append(all[e.turn%len(all):], all[:e.turn%len(all)]...)
	}
	if q.Has("slices") {
		all = sliced(e.moments[cursor], q)
	}
	all = where(all, q)
	if q.Get("by") == "n" {
		sortThings(all, q.Has("down"))
	}
	from, _ := strconv.Atoi(q.Get("from"))
	size, _ := strconv.Atoi(q.Get("size"))
	if q.Has("next") {
		from = e.cursors[cursor]
	}
	if cursor != "" {
		e.cursors[cursor] = from + size
	}
	var page []string
	for _, t := range all[min(from, len(all)):min(from+size, len(all))] {
		source := t.Source
		if q.Has("rounded") {
			source = rounded(source)
		}
		page = append(page, written(t, source))
	}
	response(w, `{"things":[`+strings.Join(page, ",")+`]}`)
}

// sliced returns one of several slices of all things.
func sliced(all []Thing, q url.Values) []Thing {
	slice, _ := strconv.Atoi(q.Get("slice"))
	of, _ := strconv.Atoi(q.Get("slices"))
	var some []Thing
	for i, t := range all {
		if i%max(1, of) == slice {
			some = append(some, t)
		}
	}
	return some
}

// where returns the things in which a member has the given JSON value.
func where(all []Thing, q url.Values) []Thing {
	if !q.Has("where") {
		return all
	}
	var want any
	_ = json.Unmarshal([]byte(q.Get("is")), &want) // invalid JSON matches nothing
	return slices.DeleteFunc(all, func(t Thing) bool {
		var members map[string]any
		return want == nil || json.Unmarshal([]byte(t.Source), &members) != nil || members[q.Get("where")] != want
	})
}

func sortThings(all []Thing, down bool) {
	number := func(t Thing) int {
		var thing struct{ N *int }
		if json.Unmarshal([]byte(t.Source), &thing) != nil || thing.N == nil {
			return 1 << 20
		}
		if down {
			return -*thing.N
		}
		return *thing.N
	}
	slices.SortStableFunc(all, func(a, b Thing) int { return number(a) - number(b) })
}

// rounded rewrites a thing like an engine that stores numbers as floating point.
func rounded(source string) string {
	var members map[string]any
	if json.Unmarshal([]byte(source), &members) != nil {
		return source
	}
	again, _ := json.Marshal(members) // anything that was decoded can be encoded
	return string(again)
}
