package elasticsearch

import (
	"sort"
	"strings"

	"github.com/tidwall/gjson"
)

// field is one mapped leaf, or a multi-field of one.
type field struct {
	path        string
	kind        string // the mapping's type
	nested      string // path of the innermost nested object around it, "" for none
	subfields   []*field
	target      string // target of an alias
	ignoreAbove int    // 0 for no limit
	dims        int    // for a dense vector
	lowercase   bool   // a keyword with the lowercase normalizer
	indexed     bool
	docValues   bool
	key         string // of a value inside a flattened field
	formats     string // the date formats of a range that names its own, "" for the default
}

// branch is a mapped object.
type branch struct {
	nested  bool
	enabled bool
}

// schema is the mapping of one index, by full path.
type schema struct {
	fields   map[string]*field
	branches map[string]branch
}

func parseSchema(mapping []byte) *schema {
	s := &schema{fields: map[string]*field{}, branches: map[string]branch{}}
	s.walk("", "", gjson.GetBytes(mapping, "properties"))
	return s
}

func (s *schema) walk(prefix, nested string, properties gjson.Result) {
	properties.ForEach(func(name, def gjson.Result) bool {
		path := prefix + name.String()
		kind := def.Get("type").String()
		if kind == "nested" || kind == "object" || kind == "" {
			enabled := !def.Get("enabled").Exists() || def.Get("enabled").Bool()
			s.branches[path] = branch{nested: kind == "nested", enabled: enabled}
			inner := nested
			if kind == "nested" {
				inner = path
			}
			s.walk(path+".", inner, def.Get("properties"))
			return true
		}
		f := leaf(path, kind, nested, def)
		s.fields[path] = f
		def.Get("fields").ForEach(func(sub, subDef gjson.Result) bool {
			m := leaf(path+"."+sub.String(), subDef.Get("type").String(), nested, subDef)
			s.fields[m.path] = m
			f.subfields = append(f.subfields, m)
			return true
		})
		return true
	})
}

func leaf(path, kind, nested string, def gjson.Result) *field {
	set := func(name string) bool { return !def.Get(name).Exists() || def.Get(name).Bool() }
	return &field{path: path, kind: kind, nested: nested, target: def.Get("path").String(), ignoreAbove: int(def.Get("ignore_above").Int()), dims: int(def.Get("dims").Int()),
		lowercase: def.Get("normalizer").String() == "lowercase", indexed: set("index"), docValues: set("doc_values")}
}

// lookup returns the field that a query or a sort refers to: the target of an alias, or a key for a path below a
// flattened field.
func (s *schema) lookup(path string) *field {
	if f := s.fields[path]; f != nil {
		if f.kind == "alias" {
			return s.fields[f.target]
		}
		return f
	}
	for i := strings.LastIndexByte(path, '.'); i > 0; i = strings.LastIndexByte(path[:i], '.') {
		if f := s.fields[path[:i]]; f != nil && f.kind == "flattened" {
			return &field{path: path, kind: "flattened", nested: f.nested, indexed: true, docValues: true, key: path[i+1:]}
		}
	}
	return nil
}

// match returns the paths of the fields that match a pattern with stars, in order.
func (s *schema) match(pattern string) []string {
	var out []string
	for path := range s.fields {
		if wildcard(pattern, path) {
			out = append(out, path)
		}
	}
	sort.Strings(out)
	return out
}

// sortedProperties writes a mapping as the engine returns it: without white space, objects without their type,
// properties sorted by name.
func sortedProperties(mapping gjson.Result) *object {
	o := new(object)
	members := mapping.Map()
	if kind := members["type"]; kind.Exists() && (kind.String() != "object" || !members["properties"].Exists()) {
		o.raw("type", kind.Raw)
	}
	mapping.ForEach(func(name, v gjson.Result) bool {
		switch name.String() {
		case "type":
		case "properties", "fields":
			o.obj(name.String(), sortedMembers(v))
		default:
			o.raw(name.String(), v.Raw)
		}
		return true
	})
	return o
}

func sortedMembers(properties gjson.Result) *object {
	var names []string
	defs := map[string]gjson.Result{}
	properties.ForEach(func(name, def gjson.Result) bool {
		names = append(names, name.String())
		defs[name.String()] = def
		return true
	})
	sort.Strings(names)
	o := new(object)
	for _, name := range names {
		o.obj(name, sortedProperties(defs[name]))
	}
	return o
}
