package typesense

import (
	"net/http"
	"slices"
)

// ownSetRoutes are the routes of the synonyms and overrides that a collection has itself, before 30.
func ownSetRoutes(member string, of func(*Engine) *sets, at func(*collection) *set) []route {
	path := "collections/{collection}/" + member
	within := func(run func(*sets, *set, *request) (response, *failure)) func(*Engine, *request) (response, *failure) {
		return func(e *Engine, q *request) (response, *failure) {
			c, fail := e.collectionOf(q)
			if fail != nil {
				return response{}, fail
			}
			return run(of(e), at(c), q)
		}
	}
	return []route{
		{"GET", path, 0, 30, within(func(_ *sets, x *set, _ *request) (response, *failure) {
			return ok(object{member: slices.Concat([]object{}, x.items)}), nil
		}), false},
		{"GET", path + "/{id}", 0, 30, within(getOwn), false},
		{"PUT", path + "/{id}", 0, 30, within(putOwn), true},
		{"DELETE", path + "/{id}", 0, 30, within(dropOwn), true},
	}
}

func noItem() *failure { return failed(http.StatusNotFound, "Could not find that `id`.") }

func getOwn(_ *sets, x *set, q *request) (response, *failure) {
	i := x.at(q.names["id"])
	if i < 0 {
		return response{}, noItem()
	}
	return ok(x.items[i]), nil
}

func putOwn(s *sets, x *set, q *request) (response, *failure) {
	o, fail := q.object()
	if fail != nil {
		return response{}, fail
	}
	o["id"] = q.names["id"]
	if fail := s.check(o); fail != nil {
		return response{}, fail
	}
	s.put(x, o)
	return ok(x.items[x.at(q.names["id"])]), nil
}

func dropOwn(_ *sets, x *set, q *request) (response, *failure) {
	i := x.at(q.names["id"])
	if i < 0 {
		return response{}, noItem()
	}
	x.items = slices.Delete(x.items, i, i+1)
	return ok(object{"id": q.names["id"]}), nil
}
