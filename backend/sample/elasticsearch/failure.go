package elasticsearch

import (
	"fmt"
	"net/http"
	"strconv"
)

// failure is an error as the engine reports it. A zero status means 400.
type failure struct {
	status       int
	kind, reason string
	line, column int      // in a parsing_exception, 0 for none
	index, uuid  string   // set if the engine names an index
	shard        string   // set if the engine names one
	resource     string   // the missing name in an index_not_found_exception
	cause        *failure // caused_by
	root         *failure // shown as root_cause if it is not the failure itself
	bare         string   // the whole body, for errors with a different shape
	allow        string
	early        bool // found while parsing the request, before any index is queried
}

func (f *failure) code() int {
	if f.status == 0 {
		return http.StatusBadRequest
	}
	return f.status
}

func badArgument(format string, a ...any) *failure {
	return &failure{kind: "illegal_argument_exception", reason: fmt.Sprintf(format, a...)}
}

func parsing(column int, format string, a ...any) *failure {
	return &failure{kind: "parsing_exception", reason: fmt.Sprintf(format, a...), line: 1, column: column, early: true}
}

func parseFailure(format string, a ...any) *failure {
	return &failure{kind: "parse_exception", reason: fmt.Sprintf(format, a...)}
}

func invalidRequest(format string, a ...any) *failure {
	return &failure{kind: "action_request_validation_exception", reason: "Validation Failed: 1: " + fmt.Sprintf(format, a...) + ";"}
}

func noSuchIndex(name string) *failure {
	return &failure{status: http.StatusNotFound, kind: "index_not_found_exception", reason: "no such index [" + name + "]", index: name, uuid: "_na_", resource: "index_or_alias"}
}

func unsupported(format string, a ...any) *failure {
	return &failure{status: http.StatusNotImplemented, kind: "unsupported_operation_exception", reason: fmt.Sprintf(format, a...), early: true}
}

// unreadable returns the failure for a part of a request that is invalid for every index.
func unreadable(format string, a ...any) *failure {
	f := badArgument(format, a...)
	f.early = true
	return f
}

// inQuery returns the failure of a clause that the index rejects, with its cause.
func (x *index) inQuery(cause *failure) *failure {
	return &failure{kind: "query_shard_exception", reason: "failed to create query: " + cause.reason, index: x.name, uuid: x.uuid, cause: cause}
}

func (x *index) refuse(format string, a ...any) *failure {
	return &failure{kind: "query_shard_exception", reason: fmt.Sprintf(format, a...), index: x.name, uuid: x.uuid}
}

// detail returns the failure as one object, with its causes only if the engine repeats them.
func (f *failure) detail(withCause bool) *object {
	o := new(object).str("type", f.kind).str("reason", f.reason)
	if f.resource != "" {
		o.str("resource.type", f.resource).str("resource.id", f.index)
	}
	if f.index != "" {
		o.str("index_uuid", f.uuid)
		if f.shard != "" {
			o.str("shard", f.shard)
		}
		o.str("index", f.index)
	}
	if f.line > 0 {
		o.num("line", f.line).num("col", f.column)
	}
	if withCause && f.cause != nil {
		o.obj("caused_by", f.cause.detail(true))
	}
	return o
}

// errorObject returns the error response without the status.
func (f *failure) errorObject() *object {
	root := f
	if f.root != nil {
		root = f.root
	}
	o := new(object).raw("root_cause", array([]string{string(root.detail(false).json())}))
	rest := f.detail(true)
	o.text = append(append(o.text, ','), rest.text...)
	return o
}

func (f *failure) response() response {
	if f.bare != "" {
		return response{status: f.code(), body: []byte(f.bare), allow: f.allow}
	}
	return response{status: f.code(), body: new(object).obj("error", f.errorObject()).num("status", f.code()).json()}
}

// shardFailure is a failure of one index during a search.
type shardFailure struct {
	index string
	*failure
}

func (s shardFailure) json() string {
	return string(new(object).num("shard", 0).str("index", s.index).str("node", nodeID).obj("reason", s.detail(true)).json())
}

// searchFailed returns the error of a search in which every shard failed. It returns any failure that no shard caused
// unchanged.
func searchFailed(failures []shardFailure) *failure {
	if failures[0].early {
		return failures[0].failure
	}
	roots, shards := make([]string, len(failures)), make([]string, len(failures))
	status := http.StatusBadRequest
	for i, f := range failures {
		root := f.failure
		if f.root != nil {
			root = f.root
		}
		roots[i], shards[i] = string(root.detail(false).json()), f.json()
		status = max(status, f.code())
	}
	o := new(object).raw("root_cause", array(roots)).str("type", "search_phase_execution_exception").str("reason", "all shards failed")
	o.str("phase", "query").flag("grouped", true).raw("failed_shards", array(shards))
	if first := failures[0].failure; first.index == "" {
		o.obj("caused_by", first.twice())
	}
	return &failure{status: status, bare: `{"error":` + string(o.json()) + `,"status":` + strconv.Itoa(status) + "}"}
}

// twice returns the failure as its own cause: that is how the engine reports an error without a position.
func (f *failure) twice() *object {
	if f.cause != nil {
		return f.detail(true)
	}
	return f.detail(false).obj("caused_by", f.detail(false))
}
