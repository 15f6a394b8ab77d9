package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// filterPaths keeps what the patterns of a filter_path parameter name; patterns that begin with a minus remove it
// (Elasticsearch guide, "response filtering").
func filterPaths(body []byte, patterns string) []byte {
	var include, exclude [][]string
	for _, p := range strings.Split(patterns, ",") {
		if rest, ok := strings.CutPrefix(p, "-"); ok {
			exclude = append(exclude, strings.Split(rest, "."))
		} else if p != "" {
			include = append(include, strings.Split(p, "."))
		}
	}
	out := string(body)
	for _, f := range []filter{{include, true}, {exclude, false}} {
		if len(f.patterns) == 0 {
			continue
		}
		kept, ok := f.apply(gjson.Parse(out), f.patterns)
		if !ok {
			kept = "{}"
		}
		out = kept
	}
	return []byte(out)
}

// filter keeps, or removes if keep is not set, the members that its patterns name.
type filter struct {
	patterns [][]string
	keep     bool
}

func (f filter) apply(v gjson.Result, patterns [][]string) (string, bool) {
	switch {
	case v.IsArray():
		var items []string
		v.ForEach(func(_, item gjson.Result) bool {
			if text, ok := f.apply(item, patterns); ok {
				items = append(items, text)
			}
			return true
		})
		return array(items), len(items) > 0
	case v.IsObject():
		o := new(object)
		v.ForEach(func(name, member gjson.Result) bool {
			if text, ok := f.member(name.String(), member, patterns); ok {
				o.raw(name.String(), text)
			}
			return true
		})
		return string(o.json()), len(o.text) > 0
	}
	return v.Raw, !f.keep
}

func (f filter) member(name string, v gjson.Result, patterns [][]string) (string, bool) {
	var rest [][]string
	for _, p := range patterns {
		switch {
		case p[0] == "**":
			rest = append(rest, p)
			if len(p) > 1 && wildcard(p[1], name) {
				if len(p) == 2 {
					return v.Raw, f.keep
				}
				rest = append(rest, p[2:])
			}
		case wildcard(p[0], name):
			if len(p) == 1 {
				return v.Raw, f.keep
			}
			rest = append(rest, p[1:])
		}
	}
	if len(rest) == 0 {
		return v.Raw, !f.keep
	}
	return f.apply(v, rest)
}
