package typesense

import (
	"strconv"
	"strings"
)

// check makes the values of a document fit their fields. A document that is only updated may lack fields, and its nulls
// remove them.
func (w *write) check() *failure {
	if name := w.c.defaultSort; name != "" && !w.partial {
		if _, found := w.doc[name]; !found {
			return invalid("Field `%s` has been declared as a default sorting field, but is not found in the document.", name)
		}
	}
	for _, f := range w.c.fields {
		if f.isObject() || f.isDynamic() {
			continue
		}
		v, found := w.doc[f.name]
		switch {
		case !found && (f.optional || w.partial):
			continue
		case !found:
			return invalid("Field `%s` has been declared in the schema, but is not found in the document.", f.name)
		case v == nil && f.optional:
			if !w.updates {
				delete(w.doc, f.name)
			}
			continue
		}
		if fail := w.checkField(f, v); fail != nil {
			return fail
		}
	}
	return nil
}

func (w *write) checkField(f *field, v any) *failure {
	if f.kind == "geopoint" {
		return w.checkPoint(f, v)
	}
	if !f.isList() {
		return w.checkOne(f, v)
	}
	list, ok := v.([]any)
	if !ok {
		if f.optional && w.drops() {
			delete(w.doc, f.name)
			return nil
		}
		return invalid("Field `%s` must be an array.", f.name)
	}
	return w.checkList(f, list)
}

func (w *write) drops() bool { return w.dirty == "DROP" || w.dirty == "COERCE_OR_DROP" }

func (w *write) checkPoint(f *field, v any) *failure {
	list, ok := v.([]any)
	if ok && len(list) == 2 && isNumber(list[0]) && isNumber(list[1]) {
		return nil
	}
	if f.optional && w.drops() {
		delete(w.doc, f.name)
		return nil
	}
	return invalid("Field `%s` must be a 2 element array: [lat, lng].", f.name)
}

func (w *write) checkOne(f *field, v any) *failure {
	fits, coerced, possible := coerce(f.base(), v)
	if fits {
		return nil
	}
	wrong := invalid("Field `%s` must be %s.", f.name, article(f.base()))
	switch w.dirty {
	case "REJECT":
		return wrong
	case "DROP":
		possible = false
	}
	if possible {
		w.doc[f.name] = coerced
		return nil
	}
	if w.drops() && f.optional {
		delete(w.doc, f.name)
		return nil
	}
	return wrong
}

func article(kind string) string {
	if kind == "int32" || kind == "int64" {
		return "an " + kind
	}
	return "a " + kind
}

func (w *write) checkList(f *field, list []any) *failure {
	out := make([]any, 0, len(list))
	for _, v := range list {
		if f.kind == "geopoint[]" {
			point, ok := v.([]any)
			if !ok || len(point) != 2 || !isNumber(point[0]) || !isNumber(point[1]) {
				return invalid("Field `%s` must contain 2 element arrays: [ [lat, lng],... ].", f.name)
			}
			out = append(out, v)
			continue
		}
		fits, coerced, possible := coerce(f.base(), v)
		wrong := invalid("Field `%s` must be an array of %s.", f.name, f.base())
		_, fraction := v.(float64)
		switch {
		case fits:
			out = append(out, v)
		case w.dirty == "REJECT":
			return wrong
		case w.dirty == "DROP":
		case possible && fraction && f.isWhole():
			// The server converts the whole array instead of its element.
			return invalid("[json.exception.type_error.302] type must be number, but is array")
		case possible:
			out = append(out, coerced)
		case w.dirty == "COERCE_OR_DROP":
		default:
			return wrong
		}
	}
	w.doc[f.name] = out
	return nil
}

// coerce reports whether a value is of a type, and otherwise what it becomes if it can be converted.
func coerce(kind string, v any) (fits bool, coerced any, possible bool) {
	switch kind {
	case "string":
		return coerceText(v)
	case "int32", "int64":
		return coerceWhole(kind, v)
	case "float":
		return coerceFloat(v)
	case "bool":
		return coerceBool(v)
	}
	return true, v, true
}

func coerceText(v any) (bool, any, bool) {
	switch v := v.(type) {
	case string:
		return true, v, true
	case int64:
		return false, strconv.FormatInt(v, 10), true
	case uint64:
		return false, strconv.FormatUint(v, 10), true
	case float64:
		return false, strconv.FormatFloat(v, 'f', -1, 32), true
	case bool:
		return false, strconv.FormatBool(v), true
	}
	return false, nil, false
}

func coerceWhole(kind string, v any) (bool, any, bool) {
	bits := 64
	if kind == "int32" {
		bits = 32
	}
	switch v := v.(type) {
	case int64, uint64:
		return true, v, true
	case float64:
		return false, truncate(v), true
	case bool:
		if v {
			return false, int64(1), true
		}
		return false, int64(0), true
	case string:
		n, err := strconv.ParseInt(v, 10, bits)
		return false, n, err == nil
	}
	return false, nil, false
}

// truncate converts a float as a processor does: what does not fit becomes the smallest number.
func truncate(v float64) int64 {
	if v >= 1<<63 || v < -1<<63 || v != v {
		return -1 << 63
	}
	return int64(v)
}

func coerceFloat(v any) (bool, any, bool) {
	switch v := v.(type) {
	case int64, uint64, float64:
		return true, v, true
	case bool:
		if v {
			return false, 1.0, true
		}
		return false, 0.0, true
	case string:
		n, err := strconv.ParseFloat(v, 64)
		return false, n, err == nil
	}
	return false, nil, false
}

func coerceBool(v any) (bool, any, bool) {
	switch v := v.(type) {
	case bool:
		return true, v, true
	case int64:
		return false, v == 1, v == 0 || v == 1
	case string:
		text := strings.ToLower(v)
		return false, text == "true", text == "true" || text == "false"
	}
	return false, nil, false
}

func isNumber(v any) bool {
	switch v.(type) {
	case int64, uint64, float64:
		return true
	}
	return false
}
