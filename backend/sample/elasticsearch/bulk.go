package elasticsearch

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"
)

// bulk is _bulk: one write after the other, each with its own result.
func (e *Engine) bulk(q *request) (response, *failure) {
	if len(q.body) == 0 {
		return response{}, parseFailure("request body is required")
	}
	writes, fail := e.actions(q)
	if fail != nil {
		return response{}, fail
	}
	if len(writes) == 0 {
		return response{}, invalidRequest("no requests added")
	}
	errors := false
	items := make([]string, len(writes))
	for i, w := range writes {
		op := w.op
		out, fail := e.write(w)
		if fail != nil {
			errors = true
			o := e.head(&index{name: w.index}, w).num("status", fail.code()).obj("error", fail.detail(true))
			out = written{body: o}
		} else {
			out.body.num("status", out.status)
			if gjson.GetBytes(out.body.json(), "result").String() == "noop" {
				out.body = withShards(out.body)
			}
		}
		items[i] = string(new(object).obj(op, out.body).json())
	}
	return ok(new(object).flag("errors", errors).num("took", q.took()).raw("items", array(items)).json()), nil
}

// withShards returns the result of an action that changed nothing, which still counts its shard.
func withShards(o *object) *object {
	out := new(object)
	gjson.ParseBytes(o.json()).ForEach(func(name, v gjson.Result) bool {
		if name.String() == "_shards" {
			out.raw("_shards", `{"total":1,"successful":1,"failed":0}`)
			return true
		}
		out.raw(name.String(), v.Raw)
		return true
	})
	return out
}

// actions reads the lines of a bulk request (Bulk API).
func (e *Engine) actions(q *request) ([]*write, *failure) {
	if q.body[len(q.body)-1] != '\n' {
		return nil, badArgument("The bulk request must be terminated by a newline [\\n]")
	}
	lines := slices.DeleteFunc(bytes.Split(q.body, []byte("\n")), func(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 })
	var out []*write
	for i := 0; i < len(lines); i++ {
		w, fail := e.action(q, lines[i], len(out)+1)
		if fail != nil {
			return nil, fail
		}
		if w.op != "delete" {
			if i++; i == len(lines) {
				break
			}
			w.body = bytes.TrimSuffix(lines[i], []byte("\r"))
		}
		out = append(out, w)
	}
	return out, nil
}

// action reads one action line.
func (e *Engine) action(q *request, line []byte, number int) (*write, *failure) {
	if !json.Valid(line) {
		return nil, q.notJSON(line)
	}
	w := &write{index: q.names["index"], seq: -1, term: -1, noID: true}
	if fail := w.readRefresh(q.params.Get("refresh"), q.params.Has("refresh")); fail != nil {
		return nil, fail
	}
	if w.routing = q.params.Get("routing"); q.params.Has("pipeline") {
		return nil, badArgument("pipeline with id [%s] does not exist", q.params.Get("pipeline"))
	}
	var fail *failure
	gjson.ParseBytes(line).ForEach(func(op, v gjson.Result) bool {
		w.op = op.String()
		if !slices.Contains([]string{"index", "create", "update", "delete"}, w.op) || !v.IsObject() {
			fail = badArgument("Malformed action/metadata line [%d], expected one of [create, delete, index, update] but found [%s]", number, w.op)
			return false
		}
		v.ForEach(func(name, member gjson.Result) bool {
			fail = w.meta(name.String(), member, number)
			return fail == nil
		})
		return false
	})
	switch {
	case fail != nil:
		return nil, fail
	case w.index == "":
		return nil, invalidRequest("index is missing")
	case w.noID && (w.op == "update" || w.op == "delete"):
		return nil, invalidRequest("id is missing")
	}
	return w, nil
}

func (w *write) meta(name string, v gjson.Result, number int) *failure {
	switch name {
	case "_index":
		w.index = v.String()
	case "_id":
		w.id, w.noID = scalar(v), false
	case "routing", "_routing":
		w.routing = scalar(v)
	case "if_seq_no":
		w.seq, w.seqGiven = int(v.Int()), true
	case "if_primary_term":
		w.term, w.termSet = int(v.Int()), true
	case "_type", "retry_on_conflict":
	default:
		return badArgument("Action/metadata line [%d] contains an unknown parameter [%s]", number, name)
	}
	return nil
}
