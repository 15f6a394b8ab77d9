package typesense

import (
	"slices"
	"strings"
)

// kindOf returns the type that a value suggests, or nothing for a null, an empty array or an array of arrays.
func kindOf(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return "string", true
	case int64, uint64:
		return "int64", true
	case float64:
		return "float", true
	case bool:
		return "bool", true
	case object:
		return "object", true
	case []any:
		if len(v) == 0 {
			return "", false
		}
		if _, nested := v[0].([]any); nested {
			return "", false
		}
		kind, known := kindOf(v[0])
		return kind + "[]", known
	}
	return "", false
}

// learn adds fields to the schema for members of a document that dynamic fields describe.
func (w *write) learn() *failure {
	c := w.c
	for _, name := range sortedNames(w.doc) {
		if name == "id" || c.field(name) != nil {
			continue
		}
		i := slices.IndexFunc(c.fields, func(f *field) bool { return f.isDynamic() && f.matches(name) })
		if i < 0 {
			continue
		}
		pattern, v := c.fields[i], w.doc[name]
		kind, known := kindOf(v)
		switch {
		case v == nil:
			if !w.updates {
				delete(w.doc, name)
			}
			continue
		case !known:
			continue
		}
		switch pattern.kind {
		case "auto":
		case "string*":
			kind = "string"
			if _, list := v.([]any); list {
				kind = "string[]"
			}
		default:
			kind = pattern.kind
		}
		f := *pattern
		f.name, f.kind, f.optional, f.learned, f.sort = name, kind, true, true, pattern.sort || sortsByDefault(kind)
		if f.isObject() && !c.nested {
			continue
		}
		c.fields = append(c.fields, &f)
	}
	return nil
}

// flatten adds the leaves of nested objects to the document under dotted names, and fields for new leaves to the schema.
func (w *write) flatten() *failure {
	c := w.c
	if !c.nested {
		return nil
	}
	var parents []*field
	for _, f := range c.fields {
		if !f.isDynamic() && !f.nested && (f.isObject() || strings.Contains(f.name, ".")) {
			parents = append(parents, f)
		}
	}
	slices.SortStableFunc(parents, func(a, b *field) int { return strings.Compare(a.name, b.name) })
	for _, f := range parents {
		if fail := w.flattenField(f, w.doc, strings.Split(f.name, "."), false, false); fail != nil {
			return fail
		}
	}
	// The server lists new leaves in the reverse of the order in which it met them.
	slices.Reverse(w.leaves)
	for _, name := range w.leaves {
		if f := w.found[name]; c.field(name) == nil {
			c.fields = append(c.fields, f)
		}
	}
	return nil
}

func (w *write) flattenField(f *field, v any, path []string, inList, inObjects bool) *failure {
	if len(path) == 0 {
		return w.flattenEnd(f, v, inList, inObjects)
	}
	o, isObject := v.(object)
	next, found := o[path[0]]
	if !isObject || !found {
		if f.optional || w.partial {
			return nil
		}
		return invalid("Field `%s` has been declared in the schema, but is not found in the document.", f.name)
	}
	list, isList := next.([]any)
	if !isList || len(path) == 1 && !f.isObject() && !inList {
		return w.flattenField(f, next, path[1:], inList, inObjects)
	}
	for _, each := range list {
		if each == nil {
			continue
		}
		_, isObject := each.(object)
		if fail := w.flattenField(f, each, path[1:], true, inObjects || isObject); fail != nil {
			return fail
		}
	}
	return nil
}

func (w *write) flattenEnd(f *field, v any, inList, inObjects bool) *failure {
	if !f.isObject() {
		if len(strings.Split(f.name, ".")) > 1 {
			w.addLeaf(f.name, v, inList, nil)
		}
		return nil
	}
	kind, known := kindOf(v)
	if !known {
		if v == nil && (f.optional || w.partial) {
			return nil
		}
		return invalid("Field `%s` has an incorrect type.", f.name)
	}
	if inList && !strings.HasSuffix(kind, "]") {
		kind += "[]"
	}
	switch {
	case kind == f.kind:
		w.flattenValue(f, v, f.name, inList, inObjects || inList)
		return nil
	case inObjects && !f.isList():
		return invalid("Field `%s` has an incorrect type. Hint: field inside an array of objects must be an array type as well.", f.name)
	}
	return invalid("Field `%s` has an incorrect type.", f.name)
}

// flattenValue adds the leaves below a value. A null inside an object is dropped, or removes the leaf in an update.
func (w *write) flattenValue(parent *field, v any, name string, inList, inObjects bool) {
	switch v := v.(type) {
	case object:
		for _, member := range sortedNames(v) {
			if v[member] == nil {
				if !inList {
					w.doc[name+"."+member] = nil
					w.flat[name+"."+member] = true
				}
				if !w.updates {
					delete(v, member)
				}
				continue
			}
			w.flattenValue(parent, v[member], name+"."+member, inList, inObjects)
		}
	case []any:
		for _, each := range v {
			w.flattenValue(parent, each, name, true, inObjects)
		}
	default:
		kind, known := kindOf(v)
		if !known {
			return
		}
		if inList {
			kind += "[]"
		}
		leaf := *parent
		leaf.name, leaf.kind, leaf.optional, leaf.nested, leaf.nestedList = name, kind, true, true, inObjects
		leaf.sort, leaf.learned = sortsByDefault(kind), true
		w.addLeaf(name, v, inList, &leaf)
	}
}

// addLeaf adds a leaf unless the document has a member of that very name.
func (w *write) addLeaf(name string, v any, inList bool, f *field) {
	if _, given := w.doc[name]; given && !w.flat[name] {
		return
	}
	if !w.flat[name] || w.doc[name] == nil {
		w.flat[name] = true
		w.order = append(w.order, name)
		if f != nil {
			w.leaves = append(w.leaves, name)
			w.found[name] = f
		}
	}
	if !inList {
		w.doc[name] = v
		return
	}
	list, _ := w.doc[name].([]any)
	w.doc[name] = append(list, v)
}
