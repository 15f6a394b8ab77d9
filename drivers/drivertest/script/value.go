package script

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
)

// value is a JSON value that keeps its text and the order of its keys.
type value struct {
	raw    string
	keys   []string // of an object
	inner  []*value // of an object or an array
	object bool
	array  bool
}

func parse(raw string) (*value, error) {
	v := &value{raw: strings.TrimSpace(raw)}
	if v.raw == "" || v.raw[0] != '{' && v.raw[0] != '[' {
		if !json.Valid([]byte(v.raw)) {
			return nil, fmt.Errorf("this is no JSON: %q", v.raw)
		}
		return v, nil
	}
	decoder := json.NewDecoder(bytes.NewReader([]byte(v.raw)))
	open, err := decoder.Token()
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	v.object, v.array = open == json.Delim('{'), open == json.Delim('[')
	for decoder.More() {
		if v.object {
			key, err := decoder.Token()
			if err != nil {
				return nil, fmt.Errorf("parse a key: %w", err)
			}
			v.keys = append(v.keys, fmt.Sprint(key))
		}
		var item json.RawMessage
		if err := decoder.Decode(&item); err != nil {
			return nil, fmt.Errorf("parse a value: %w", err)
		}
		inner, err := parse(string(item))
		if err != nil {
			return nil, err
		}
		v.inner = append(v.inner, inner)
	}
	return v, nil
}

// get returns the value at a key, nil if there is none.
func (v *value) get(key string) *value {
	if v == nil {
		return nil
	}
	for i, k := range v.keys {
		if k == key {
			return v.inner[i]
		}
	}
	return nil
}

// all returns the values at a path, in which "*" matches every element of an array or member of an object.
func (v *value) all(path string) []*value {
	found := []*value{v}
	for _, key := range split(path) {
		var next []*value
		for _, at := range found {
			if key == "*" {
				next = append(next, at.inner...)
			} else if inner := at.get(key); inner != nil {
				next = append(next, inner)
			}
		}
		found = next
	}
	return found
}

// pick returns the text at a path; for a path with "*", an array with one entry per match.
func pick(v *value, path string) string {
	before, after, stepped := strings.Cut(path, "*")
	if !stepped {
		if found := v.all(path); len(found) > 0 {
			return found[0].raw
		}
		return ""
	}
	over := v.all(strings.Trim(before, "."))
	if len(over) == 0 {
		return ""
	}
	entries := make([]string, 0, len(over[0].inner))
	for _, item := range over[0].inner {
		entry := pick(item, strings.Trim(after, "."))
		if entry == "" {
			entry = "null"
		}
		entries = append(entries, entry)
	}
	return "[" + strings.Join(entries, ",") + "]"
}

// tell adds to a reply what a plan requests about the rows: their number, the text of the first and the last one, and
// their keys.
func tell(reply *driver.Reply, v *value, plan *driver.RowsPlan) {
	for _, list := range v.all(plan.At) {
		for _, row := range list.inner {
			reply.Last = pick(row, plan.Last)
			if reply.Rows == 0 {
				reply.First = reply.Last
			}
			reply.Rows++
			for _, hidden := range plan.Hidden {
				if hidden.Role.Identifies() {
					reply.Keys += pick(row, hidden.At) + "|"
				}
			}
		}
	}
}

// records walks a schema by the specs; if several match in one place, in the response's order.
func records(root *value, specs []driver.FieldSpec) []byte {
	paths := make([][]string, len(specs))
	for i := range specs {
		paths[i] = split(specs[i].At)
	}
	return once(meet(nil, root, specs, paths), specs)
}

// meet walks the schemas at v and below it; each path is the rest of a spec's path, nil if it does not lead here.
func meet(out []byte, v *value, specs []driver.FieldSpec, paths [][]string) []byte {
	for i, path := range paths {
		if path != nil && len(path) == 0 {
			out = walk(out, v, i, &specs[i], 0, false)
		}
	}
	for at, inner := range v.inner {
		below, any := make([][]string, len(paths)), false
		for i, path := range paths {
			if len(path) == 0 || path[0] != "*" && (v.keys == nil || v.keys[at] != path[0]) {
				continue
			}
			below[i], any = path[1:], true
		}
		if any {
			out = meet(out, inner, specs, below)
		}
	}
	return out
}

func walk(out []byte, holder *value, spec int, s *driver.FieldSpec, depth int, sub bool) []byte {
	for i, field := range holder.inner {
		record := &driver.Record{Spec: spec, Depth: depth, Sub: sub}
		if s.Name != "" {
			record.Name = text(field.get(s.Name))
		} else {
			record.Name = holder.keys[i]
		}
		for _, key := range s.Keys {
			record.Attrs = append(record.Attrs, text(field.get(key)))
		}
		if s.Rest {
			record.Attrs = append(record.Attrs, rest(field, s))
		}
		out = driver.AppendRecord(out, record)
		if sub {
			continue
		}
		if subs := field.get(s.Sub); s.Sub != "" && subs != nil {
			out = walk(out, subs, spec, s, depth+1, true)
		}
		if inner := field.get(s.Through); s.Through != "" && inner != nil {
			out = walk(out, inner, spec, s, depth+1, false)
		}
	}
	return out
}

// rest returns the members of a field that its spec does not name, as one object; "" if there are none.
func rest(field *value, s *driver.FieldSpec) string {
	named := append([]string{s.Through, s.Sub, s.Name}, s.Keys...)
	var members []string
	for i, key := range field.keys {
		if !slices.Contains(named, key) {
			members = append(members, strconv.Quote(key)+":"+field.inner[i].raw)
		}
	}
	if len(members) == 0 {
		return ""
	}
	return "{" + strings.Join(members, ",") + "}"
}

// text returns the raw JSON text of a value, unquoted if it is a string; "" for a missing one.
func text(v *value) string {
	if v == nil {
		return ""
	}
	var s string
	if json.Unmarshal([]byte(v.raw), &s) == nil && v.raw[0] == '"' {
		return s
	}
	return v.raw
}

func split(path string) []string {
	if path == "" {
		return []string{}
	}
	return strings.Split(path, ".")
}
