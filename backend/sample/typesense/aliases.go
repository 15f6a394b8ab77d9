package typesense

import (
	"net/http"
	"slices"
)

// alias is another name of a collection, which need not exist.
type alias struct{ name, collection string }

func (a alias) describe() object { return object{"collection_name": a.collection, "name": a.name} }

func (e *Engine) aliasAt(name string) int {
	return slices.IndexFunc(e.aliases, func(a alias) bool { return a.name == name })
}

func (e *Engine) listAliases(*request) (response, *failure) {
	list := []any{}
	for _, a := range slices.Backward(e.aliases) {
		list = append(list, a.describe())
	}
	return ok(object{"aliases": list}), nil
}

func (e *Engine) getAlias(q *request) (response, *failure) {
	i := e.aliasAt(q.names["alias"])
	if i < 0 {
		return response{}, e.release.noCollection()
	}
	return ok(e.aliases[i].describe()), nil
}

func (e *Engine) putAlias(q *request) (response, *failure) {
	o, fail := q.object()
	if fail != nil {
		return response{}, fail
	}
	target, named := o["collection_name"].(string)
	if !named {
		return response{}, invalid("Parameter `collection_name` is required.")
	}
	a := alias{q.names["alias"], target}
	if e.collections[a.name] != nil {
		return response{}, failed(http.StatusInternalServerError, "Name `%s` conflicts with an existing collection name.", a.name)
	}
	if i := e.aliasAt(a.name); i >= 0 {
		e.aliases[i] = a
	} else {
		e.aliases = append(e.aliases, a)
	}
	return ok(a.describe()), nil
}

func (e *Engine) deleteAlias(q *request) (response, *failure) {
	i := e.aliasAt(q.names["alias"])
	if i < 0 {
		return response{}, e.release.noCollection()
	}
	a := e.aliases[i]
	e.aliases = slices.Delete(e.aliases, i, i+1)
	return ok(a.describe()), nil
}
