package elasticsearch

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/tidwall/gjson"

	"quarry/backend/sample"
)

// write is one write of one document.
type write struct {
	op                 string // index, create, update or delete
	index, id, routing string
	seq, term          int // of the condition, -1 for none
	seqGiven, termSet  bool
	noID               bool // the engine generates the id
	refresh            bool
	body               []byte
	source             *sourceFilter // for an update that returns its result
}

// written is the result of a write.
type written struct {
	status int
	body   *object
}

const (
	writeParams  = "routing refresh timeout wait_for_active_shards if_seq_no if_primary_term pipeline require_alias version version_type"
	updateParams = writeParams + " retry_on_conflict lang _source _source_includes _source_excludes"
)

// putDocument is PUT /<index>/_doc/<id>, and POST.
func (e *Engine) putDocument(q *request) (response, *failure) { return e.written(q, "index") }

// addDocument is POST /<index>/_doc.
func (e *Engine) addDocument(q *request) (response, *failure) { return e.written(q, "index") }

// createDocument is PUT /<index>/_create/<id>, and POST.
func (e *Engine) createDocument(q *request) (response, *failure) { return e.written(q, "create") }

// updateDocument is POST /<index>/_update/<id>.
func (e *Engine) updateDocument(q *request) (response, *failure) { return e.written(q, "update") }

// deleteDocument is DELETE /<index>/_doc/<id>.
func (e *Engine) deleteDocument(q *request) (response, *failure) { return e.written(q, "delete") }

// written runs a request that writes one document.
func (e *Engine) written(q *request, op string) (response, *failure) {
	w := &write{op: op, index: q.names["index"], id: q.names["id"], routing: q.params.Get("routing"), body: q.body, seq: -1, term: -1}
	_, named := q.names["id"]
	w.noID = !named
	if fail := w.readParams(q); fail != nil {
		return response{}, fail
	}
	if len(w.body) == 0 && op != "delete" {
		return response{}, parseFailure("request body is required")
	}
	out, fail := e.write(w)
	if fail != nil {
		return response{}, fail
	}
	a := response{status: out.status, body: out.body.json()}
	if out.status == http.StatusCreated {
		a.location = "/" + escapePath(w.index) + "/_doc/" + escapePath(w.id)
	}
	return a, nil
}

func (w *write) readParams(q *request) *failure {
	if op := q.params.Get("op_type"); q.params.Has("op_type") && w.op == "index" {
		if op != "create" && op != "index" {
			return badArgument("opType must be 'create' or 'index', found: [%s]", op)
		}
		w.op = op
	}
	for _, name := range []string{"version", "version_type", "require_alias", "_source_includes", "_source_excludes", "lang"} {
		if q.params.Has(name) {
			return unsupported("The sample engine does not answer %s of a write.", name)
		}
	}
	if q.params.Has("pipeline") && q.params.Get("pipeline") != "_none" {
		return badArgument("pipeline with id [%s] does not exist", q.params.Get("pipeline"))
	}
	var fail *failure
	if w.seqGiven = q.params.Has("if_seq_no"); w.seqGiven {
		if w.seq, fail = q.whole("if_seq_no", -1); fail != nil {
			return fail
		}
	}
	if w.termSet = q.params.Has("if_primary_term"); w.termSet {
		if w.term, fail = q.whole("if_primary_term", -1); fail != nil {
			return fail
		}
	}
	if w.op == "update" && q.params.Has("_source") {
		source, fail := sourceParam(q.params.Get("_source"))
		if fail != nil {
			return fail
		}
		w.source = &source
	}
	return w.readRefresh(q.params.Get("refresh"), q.params.Has("refresh"))
}

func (w *write) readRefresh(text string, given bool) *failure {
	switch text {
	case "", "true":
		w.refresh = given
	case "false", "wait_for":
	default:
		return badArgument("Unknown value for refresh: [%s].", text)
	}
	return nil
}

// check rejects what the engine rejects before it looks for the index.
func (w *write) check() *failure {
	var wrong []string
	const longestID = 512
	switch {
	case len(w.id) > longestID:
		wrong = append(wrong, "id ["+w.id+"] is too long, must be no longer than 512 bytes but was: "+strconv.Itoa(len(w.id)))
	case w.op == "create" && (w.seqGiven || w.termSet):
		wrong = append(wrong, "create operations do not support compare and set. use index instead")
	case w.noID && w.seqGiven:
		wrong = append(wrong, "an id must be provided if version type or value are set")
	case w.seqGiven && !w.termSet:
		wrong = append(wrong, "ifSeqNo is set, but primary term is [0]")
	case w.termSet && !w.seqGiven:
		wrong = append(wrong, "ifSeqNo is unassigned, but primary term is ["+strconv.Itoa(w.term)+"]")
	}
	if len(wrong) == 0 {
		return nil
	}
	return invalidRequest("%s", wrong[0])
}

// write runs one write. The lock is held exclusively.
func (e *Engine) write(w *write) (written, *failure) {
	if fail := w.check(); fail != nil {
		return written{}, fail
	}
	x, fail := e.target(w)
	if fail != nil {
		return written{}, fail
	}
	if w.noID {
		w.id, w.op = newID(), "create"
	}
	switch w.op {
	case "delete":
		return e.remove(x, w)
	case "update":
		return e.update(x, w)
	}
	if fail := x.meets(w, e.release); fail != nil {
		return written{}, fail
	}
	source := bytes.TrimSpace(w.body)
	if fail := e.readable(w.id, source); fail != nil {
		return written{}, fail
	}
	return e.index(x, w, w.routing, w.body)
}

// target returns the index to write to and creates it if it is missing.
func (e *Engine) target(w *write) (*index, *failure) {
	x, fail := e.one(w.index)
	switch {
	case fail == nil:
		return x, nil
	case w.op == "delete":
		return nil, noSuchIndex(w.index)
	}
	return e.create(w.index, gjson.Parse("{}"))
}

// readable rejects a source that is not one JSON object with unique keys.
func (e *Engine) readable(id string, source []byte) *failure {
	l := loader{release: e.release, doc: &document{id: id, source: source}}
	if len(source) > 0 && source[0] != '{' {
		f := &failure{kind: "not_x_content_exception", reason: "Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes"}
		if f.status = http.StatusInternalServerError; e.release.major < 8 {
			cause := f
			cause.status = 0
			f = l.broken("%s", cause.reason)
			f.cause, f.root = cause, nil
			f.kind, f.reason = "mapper_parsing_exception", "failed to parse"
		}
		return f
	}
	if !json.Valid(source) {
		return l.broken("%s", (&request{major: 7}).notJSON(source).reason)
	}
	if name := duplicate(gjson.ParseBytes(source)); name != "" {
		return l.broken("Duplicate field '%s'", name)
	}
	return nil
}

// duplicate returns a key that occurs twice in one object, "" if there is none.
func duplicate(v gjson.Result) string {
	found := ""
	seen := map[string]bool{}
	v.ForEach(func(name, member gjson.Result) bool {
		if v.IsObject() {
			if seen[name.String()] {
				found = name.String()
				return false
			}
			seen[name.String()] = true
		}
		if member.IsObject() || member.IsArray() {
			found = duplicate(member)
		}
		return found == ""
	})
	return found
}

// meets returns a conflict if a condition of the write is not met.
func (x *index) meets(w *write, v release) *failure {
	d := x.byID[w.id]
	required := "[" + w.id + "]: version conflict, required seqNo [" + strconv.Itoa(w.seq) + "], primary term [" + strconv.Itoa(w.term) + "]. "
	switch {
	case w.op == "create" && d != nil:
		return x.conflict("[%s]: version conflict, document already exists (current version [%d])", w.id, d.version)
	case !w.seqGiven:
	case d == nil && w.op == "update":
		return x.missing(w.id, v)
	case d == nil:
		return x.conflict("%sbut no document was found", required)
	case d.seq != w.seq || w.term != x.term:
		return x.conflict("%scurrent document has seqNo [%d] and primary term [%d]", required, d.seq, x.term)
	}
	return nil
}

func (x *index) conflict(format string, a ...any) *failure {
	f := badArgument(format, a...)
	f.kind, f.status = "version_conflict_engine_exception", http.StatusConflict
	f.index, f.uuid, f.shard = x.name, x.uuid, "0"
	return f
}

func (x *index) missing(id string, v release) *failure {
	typed := ""
	if v.typed() {
		typed = "[_doc]"
	}
	f := x.conflict("%s[%s]: document missing", typed, id)
	f.kind, f.status = "document_missing_exception", http.StatusNotFound
	return f
}

// index stores a source unchanged.
func (e *Engine) index(x *index, w *write, routing string, source []byte) (written, *failure) {
	d := &document{id: w.id, routing: routing, source: bytes.Clone(source)}
	mapping, fail := x.learn(e.release, d)
	if fail != nil {
		return written{}, fail
	}
	known := x.schema
	if mapping != nil {
		known = parseSchema(mapping)
	}
	loaded, fail := loadDocument(known, e.release, sample.Doc{ID: d.id, Routing: routing, Source: d.source})
	if fail != nil {
		return written{}, fail
	}
	if fail := e.fits(x, loaded); fail != nil {
		return written{}, fail
	}
	x = e.own(x)
	if mapping != nil {
		x.remap(mapping)
	}
	out := written{http.StatusOK, nil}
	result := "updated"
	switch old := x.byID[w.id]; {
	case old != nil:
		loaded.version = old.version + 1
	default:
		loaded.version = x.deleted[w.id] + 1
		out.status, result = http.StatusCreated, "created"
	}
	x.put(loaded)
	out.body = e.result(x, w, loaded.version, loaded.seq, result)
	return out, nil
}

// remove deletes a document. This takes a sequence number even if there is none.
func (e *Engine) remove(x *index, w *write) (written, *failure) {
	if fail := x.meets(w, e.release); fail != nil {
		return written{}, fail
	}
	x = e.own(x)
	d := x.byID[w.id]
	if d == nil {
		version := x.deleted[w.id] + 1
		x.deleted[w.id] = version
		return written{http.StatusNotFound, e.result(x, w, version, x.numbered(), "not_found")}, nil
	}
	x.take(w.id)
	x.deleted[w.id] = d.version + 1
	return written{http.StatusOK, e.result(x, w, d.version+1, x.numbered(), "deleted")}, nil
}

// update merges a partial document into a stored one and writes the source again.
func (e *Engine) update(x *index, w *write) (written, *failure) {
	u, fail := w.readUpdate(e.release)
	if fail != nil {
		return written{}, fail
	}
	d := x.byID[w.id]
	if d == nil {
		return written{}, x.missing(w.id, e.release)
	}
	if fail := x.meets(w, e.release); fail != nil {
		return written{}, fail
	}
	merged := treeOf(gjson.ParseBytes(d.source))
	changed := merged.merge(treeOf(u.doc))
	if !changed && u.detectNoop {
		o := e.head(x, w).num("_version", d.version).str("result", "noop").raw("_shards", `{"total":0,"successful":0,"failed":0}`)
		return written{http.StatusOK, e.got(o.num("_seq_no", d.seq).num("_primary_term", x.term), x, w)}, nil
	}
	routing := d.routing
	if w.routing != "" {
		routing = w.routing
	}
	out, fail := e.index(x, w, routing, merged.append(nil))
	if fail == nil {
		x, _ = e.one(x.name)
		out.body = e.got(out.body, x, w)
	}
	return out, fail
}

// got adds the document to the result of an update that asks for it.
func (e *Engine) got(o *object, x *index, w *write) *object {
	if w.source == nil || w.source.hidden {
		return o
	}
	d := x.byID[w.id]
	inner := new(object).num("_seq_no", d.seq).num("_primary_term", x.term).flag("found", true)
	if text, shown := w.source.of(d.source); shown {
		inner.bytes("_source", text)
	}
	return o.obj("get", inner)
}

// partial is the body of an update.
type partial struct {
	doc        gjson.Result
	detectNoop bool
}

func (w *write) readUpdate(v release) (partial, *failure) {
	q := request{major: v.major}
	body, fail := q.parse(w.body)
	if fail != nil {
		return partial{}, fail
	}
	u := partial{detectNoop: true}
	body.ForEach(func(name, member gjson.Result) bool {
		switch name.String() {
		case "doc":
			if u.doc = member; !member.IsObject() {
				fail = &failure{kind: "x_content_parse_exception", reason: "[UpdateRequest] doc doesn't support values of type: " + tokenOf(member)}
			}
		case "detect_noop":
			u.detectNoop = member.Bool()
		case "_source":
			var source sourceFilter
			source, fail = parseSource(member)
			w.source = &source
		case "if_seq_no":
			w.seq, w.seqGiven = int(member.Int()), true
		case "if_primary_term":
			w.term, w.termSet = int(member.Int()), true
		case "script", "upsert", "doc_as_upsert", "scripted_upsert":
			fail = unsupported("The sample engine does not answer %s in an update.", name.String())
		default:
			fail = &failure{kind: "x_content_parse_exception", reason: "[UpdateRequest] unknown field [" + name.String() + "]"}
		}
		return fail == nil
	})
	switch {
	case fail != nil:
		return u, fail
	case !u.doc.Exists():
		return u, invalidRequest("script or doc is missing")
	}
	if name := duplicate(u.doc); name != "" {
		return u, q.notJSON([]byte(`{"` + name))
	}
	return u, w.check()
}

// head begins the result of a write.
func (e *Engine) head(x *index, w *write) *object {
	o := new(object).str("_index", x.name)
	if e.release.typed() {
		o.str("_type", "_doc")
	}
	return o.str("_id", w.id)
}

func (e *Engine) result(x *index, w *write, version, seq int, result string) *object {
	o := e.head(x, w).num("_version", version).str("result", result)
	if w.refresh {
		o.flag("forced_refresh", true)
	}
	shards := new(object).num("total", 1+x.replicas).num("successful", 1).num("failed", 0)
	return o.obj("_shards", shards).num("_seq_no", seq).num("_primary_term", x.term)
}
