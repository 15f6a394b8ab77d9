package typesense

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// sets are named lists of synonyms or of curation rules. Servers have them from 30 on; before, each collection has its own.
type sets struct {
	title    string // in messages: "Synonym"
	newest   bool   // items are listed by their ids
	list     []*set
	check    func(object) *failure
	complete func(object) object // with defaults, as it is stored
}

type set struct {
	name  string
	items []object
}

func synonymSets() *sets {
	return &sets{title: "Synonym", check: checkSynonym, complete: completeSynonym}
}

func curationSets() *sets {
	return &sets{title: "Curation", newest: true, check: checkCuration, complete: completeCuration}
}

func (s *sets) find(name string) *set {
	if i := slices.IndexFunc(s.list, func(each *set) bool { return each.name == name }); i >= 0 {
		return s.list[i]
	}
	return nil
}

func (s *sets) missing() *failure { return failed(http.StatusNotFound, "%s index not found", s.title) }

func (s *set) describe() object {
	items := make([]any, len(s.items))
	for i, item := range s.items {
		items[i] = item
	}
	return object{"items": items, "name": s.name}
}

func (s *sets) put(x *set, item object) {
	item = s.complete(item)
	if i := slices.IndexFunc(x.items, func(each object) bool { return each["id"] == item["id"] }); i >= 0 {
		x.items[i] = item
	} else {
		x.items = append(x.items, item)
	}
	if s.newest {
		slices.SortFunc(x.items, func(a, b object) int { return strings.Compare(a["id"].(string), b["id"].(string)) })
	}
}

func checkSynonym(o object) *failure {
	if list, isList := o["synonyms"].([]any); !isList || len(textsOf(o["synonyms"])) != len(list) {
		return invalid("Could not find an array of `synonyms`")
	}
	return nil
}

func completeSynonym(o object) object {
	out := maps.Clone(o)
	if _, given := out["root"]; !given {
		out["root"] = ""
	}
	return out
}

const curationActions = "`includes`, `excludes`, `metadata`, `filter_by`, `sort_by`, `remove_matched_tokens`, `replace_query`"

func checkCuration(o object) *failure {
	if _, isObject := o["rule"].(object); !isObject {
		return invalid("Missing `rule` definition.")
	}
	for _, name := range append(strings.Split(strings.ReplaceAll(curationActions, "`", ""), ", "), "diversity") {
		if _, given := o[name]; given {
			return nil
		}
	}
	return invalid("Must contain one of: %s.", curationActions)
}

func completeCuration(o object) object {
	out := object{"excludes": []any{}, "filter_curated_hits": false, "includes": []any{}, "remove_matched_tokens": false, "stop_processing": true}
	maps.Copy(out, o)
	return out
}

// setRoutes are the routes of one kind of sets.
func setRoutes(path string, of func(*Engine) *sets) []route {
	return []route{
		{"GET", path, 30, 0, func(e *Engine, _ *request) (response, *failure) { return of(e).all() }, false},
		{"GET", path + "/{set}", 30, 0, onSets(of, (*sets).get), false},
		{"PUT", path + "/{set}", 30, 0, onSets(of, (*sets).replace), true},
		{"DELETE", path + "/{set}", 30, 0, onSets(of, (*sets).drop), true},
		{"GET", path + "/{set}/items", 30, 0, onSets(of, (*sets).itemsOf), false},
		{"GET", path + "/{set}/items/{id}", 30, 0, onSets(of, (*sets).item), false},
		{"PUT", path + "/{set}/items/{id}", 30, 0, onSets(of, (*sets).putItem), true},
		{"DELETE", path + "/{set}/items/{id}", 30, 0, onSets(of, (*sets).dropItem), true},
	}
}

func onSets(of func(*Engine) *sets, run func(*sets, *request) (response, *failure)) func(*Engine, *request) (response, *failure) {
	return func(e *Engine, q *request) (response, *failure) { return run(of(e), q) }
}

func (s *sets) all() (response, *failure) {
	list := []any{}
	for _, x := range s.list {
		list = append(list, x.describe())
	}
	return ok(list), nil
}

func (s *sets) of(q *request) (*set, *failure) {
	if x := s.find(q.names["set"]); x != nil {
		return x, nil
	}
	return nil, s.missing()
}

func (s *sets) get(q *request) (response, *failure) {
	x, fail := s.of(q)
	if fail != nil {
		return response{}, fail
	}
	return ok(x.describe()), nil
}

func (s *sets) replace(q *request) (response, *failure) {
	v, err := readJSON(q.body)
	o, isObject := v.(object)
	if err != nil || !isObject {
		return response{}, invalid("Bad JSON.")
	}
	items, isList := o["items"].([]any)
	if !isList {
		return response{}, invalid("Missing or invalid 'items' field")
	}
	x := &set{name: q.names["set"]}
	for _, each := range items {
		item, _ := each.(object)
		if _, named := item["id"].(string); !named {
			return response{}, invalid("Missing `id` field.")
		}
		if fail := s.check(item); fail != nil {
			return response{}, fail
		}
		s.put(x, item)
	}
	if old := s.find(x.name); old != nil {
		*old = *x
	} else {
		s.list = append(s.list, x)
	}
	return ok(x.describe()), nil
}

func (s *sets) drop(q *request) (response, *failure) {
	x, fail := s.of(q)
	if fail != nil {
		return response{}, fail
	}
	s.list = slices.DeleteFunc(s.list, func(each *set) bool { return each == x })
	return ok(object{"name": x.name}), nil
}

func (s *sets) itemsOf(q *request) (response, *failure) {
	x, fail := s.of(q)
	if fail != nil {
		return response{}, fail
	}
	limit, limited, valid := q.unsigned("limit")
	if !valid {
		return response{}, invalid("Limit param should be unsigned integer.")
	}
	offset, _, valid := q.unsigned("offset")
	if !valid || offset > 0 && offset >= len(x.items) {
		return response{}, invalid("Invalid offset param.")
	}
	if !limited {
		limit = len(x.items)
	}
	return ok(window(x.items, offset, limit)), nil
}

func (x *set) at(id string) int {
	return slices.IndexFunc(x.items, func(each object) bool { return each["id"] == id })
}

func (s *sets) item(q *request) (response, *failure) {
	x, fail := s.of(q)
	if fail != nil {
		return response{}, fail
	}
	i := x.at(q.names["id"])
	if i < 0 {
		return response{}, failed(http.StatusNotFound, "Not Found")
	}
	return ok(x.items[i]), nil
}

// putItem answers what was sent, without the defaults.
func (s *sets) putItem(q *request) (response, *failure) {
	x, fail := s.of(q)
	if fail != nil {
		return response{}, fail
	}
	o, fail := q.object()
	if fail != nil {
		return response{}, fail
	}
	o["id"] = q.names["id"]
	if fail := s.check(o); fail != nil {
		return response{}, fail
	}
	s.put(x, o)
	return ok(o), nil
}

func (s *sets) dropItem(q *request) (response, *failure) {
	x, fail := s.of(q)
	if fail != nil {
		return response{}, fail
	}
	i := x.at(q.names["id"])
	if i < 0 {
		return response{}, failed(http.StatusNotFound, "Could not find that `id`.")
	}
	x.items = slices.Delete(x.items, i, i+1)
	return ok(object{"id": q.names["id"]}), nil
}

// readSets finds the sets that apply to a search. A synonym set that is missing fails it, a curation set does no harm.
func (s *searching) readSets() *failure {
	e := s.c.engine
	if e.release.major < 30 {
		s.synonyms, s.curations = s.c.synonyms.items, s.c.overrides.items
		return nil
	}
	for _, name := range append(slices.Clone(s.c.synonymSets), namesIn(s.params["synonym_sets"])...) {
		x := e.synonyms.find(name)
		if x == nil {
			return e.synonyms.missing()
		}
		s.synonyms = append(s.synonyms, x.items...)
	}
	for _, name := range append(slices.Clone(s.c.curationSets), namesIn(s.params["curation_sets"])...) {
		if x := e.curations.find(name); x != nil {
			s.curations = append(s.curations, x.items...)
		}
	}
	return nil
}

// synonymsOf returns the word lists that mean the same as the words of a search.
func (s *searching) synonymsOf(words []string) [][]string {
	if s.params["enable_synonyms"] == "false" {
		return nil
	}
	var out [][]string
	for _, item := range s.synonyms {
		all := [][]string{}
		for _, text := range textsOf(item["synonyms"]) {
			all = append(all, tokenizer{}.texts(text))
		}
		root, _ := item["root"].(string)
		same := func(each []string) bool { return slices.Equal(each, words) }
		if root == "" && slices.ContainsFunc(all, same) || root != "" && same(tokenizer{}.texts(root)) {
			out = append(out, all...)
		}
	}
	return out
}

// curate applies the first rule that fits the search: it puts documents into their places and hides others.
func (s *searching) curate(found []*rank) []*rank {
	enabled := "enable_curations"
	if s.c.engine.release.major < 30 {
		enabled = "enable_overrides"
	}
	if s.params[enabled] == "false" {
		return found
	}
	for _, item := range s.curations {
		rule, _ := item["rule"].(object)
		if s.fits(rule) {
			return s.applyCuration(item, found)
		}
	}
	return found
}

func (s *searching) fits(rule object) bool {
	query, named := rule["query"].(string)
	if !named {
		return false
	}
	asked := strings.ToLower(strings.TrimSpace(s.params["q"]))
	if rule["match"] == "contains" {
		return slices.Contains(strings.Fields(asked), strings.ToLower(query))
	}
	return asked == strings.ToLower(query)
}

func (s *searching) applyCuration(item object, found []*rank) []*rank {
	hidden, pinned := map[string]bool{}, []object{}
	excludes, _ := item["excludes"].([]any)
	for _, each := range excludes {
		o, _ := each.(object)
		id, _ := o["id"].(string)
		hidden[id] = true
	}
	includes, _ := item["includes"].([]any)
	for _, each := range includes {
		o, _ := each.(object)
		id, _ := o["id"].(string)
		if s.c.byID[id] != nil {
			hidden[id] = true
			pinned = append(pinned, o)
		}
	}
	out := slices.DeleteFunc(slices.Clone(found), func(r *rank) bool { return hidden[r.document.id] })
	slices.SortStableFunc(pinned, func(a, b object) int { return positionOf(a) - positionOf(b) })
	for _, o := range pinned {
		id, _ := o["id"].(string)
		at := min(max(positionOf(o)-1, 0), len(out))
		out = slices.Insert(out, at, &rank{document: s.c.byID[id], curated: true})
	}
	return out
}

func positionOf(o object) int {
	n, _ := strconv.Atoi(textOf(o["position"]))
	return n
}
