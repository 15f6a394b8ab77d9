package elasticsearch

import (
	"sort"

	"github.com/tidwall/gjson"
)

// termsBuckets is a terms aggregation: the most frequent values first, equally frequent ones by value.
func (e *Engine) termsBuckets(def, inner gjson.Result, entries []entry) (*object, *failure) {
	def = def.Get("terms")
	for _, option := range []string{"script", "missing", "min_doc_count"} {
		if def.Get(option).Exists() {
			return nil, unsupported("The sample engine does not answer %s in a terms aggregation.", option)
		}
	}
	counts, _, fail := e.values(def, entries)
	if fail != nil {
		return nil, fail
	}
	chosen, fail := e.chosenTerms(def)
	if fail != nil {
		return nil, fail
	}
	list := make([]*bucket, 0, len(counts))
	for _, b := range counts {
		if keep, fail := chosen(b); fail != nil {
			return nil, searchFailed([]shardFailure{{entries[0].index.name, fail}})
		} else if keep {
			list = append(list, b)
		}
	}
	byKey := def.Get("order._key").String()
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		c := a.field.class().compare(a.value, b.value)
		switch {
		case byKey == "desc":
			return c > 0
		case byKey == "" && a.count != b.count:
			return a.count > b.count
		}
		return c < 0
	})
	size := 10
	if v := def.Get("size"); v.Exists() {
		size = int(v.Int())
	}
	shown := list[:min(size, len(list))]
	groups := map[string][]entry{}
	if inner.Exists() {
		if groups, fail = e.grouped(def, entries, (*field).bucketKey); fail != nil {
			return nil, fail
		}
	}
	items := make([]string, len(shown))
	for i, b := range shown {
		o := b.json()
		if fail := e.within(o, inner, groups[b.field.bucketKey(b.value)]); fail != nil {
			return nil, fail
		}
		items[i] = string(o.json())
	}
	other := 0
	for _, b := range list[len(shown):] {
		other += b.count
	}
	return new(object).num("doc_count_error_upper_bound", 0).num("sum_other_doc_count", other).raw("buckets", array(items)), nil
}

// chosenTerms returns which values include and exclude select: lists of values, or regular expressions on strings.
func (e *Engine) chosenTerms(def gjson.Result) (func(*bucket) (bool, *failure), *failure) {
	var tests []func(*bucket) (bool, *failure)
	for _, name := range []string{"include", "exclude"} {
		v := def.Get(name)
		switch {
		case !v.Exists():
			continue
		case v.IsArray():
			listed := map[string]bool{}
			for _, item := range v.Array() {
				listed[scalar(item)] = true
			}
			tests = append(tests, func(b *bucket) (bool, *failure) { return listed[b.term()] == (name == "include"), nil })
		case v.IsObject():
			return nil, unsupported("The sample engine does not answer partitions in a terms aggregation.")
		default:
			matches, fail := e.release.expression(v.String(), "", false)
			if fail != nil {
				return nil, fail
			}
			tests = append(tests, func(b *bucket) (bool, *failure) {
				if b.field.class() != exact {
					return false, badArgument("Aggregation [%s] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of values for include/exclude clauses", b.field.path)
				}
				return matches(b.term()) == (name == "include"), nil
			})
		}
	}
	return func(b *bucket) (bool, *failure) {
		for _, test := range tests {
			if keep, fail := test(b); !keep || fail != nil {
				return false, fail
			}
		}
		return true, nil
	}, nil
}

// term returns a bucket's value as spelled in a list of values.
func (b *bucket) term() string {
	switch b.field.kind {
	case "boolean", "date", "date_nanos":
		return gjson.Parse(b.field.show(b.value)).String()
	}
	return gjson.Parse(b.field.bucketKey(b.value)).String()
}

func (b *bucket) json() *object {
	o := new(object).raw("key", b.field.bucketKey(b.value))
	switch b.field.kind {
	case "boolean", "date", "date_nanos":
		text := b.field.show(b.value)
		if b.field.kind == "boolean" {
			text = quote(text)
		}
		o.raw("key_as_string", text)
	}
	return o.num("doc_count", b.count)
}
