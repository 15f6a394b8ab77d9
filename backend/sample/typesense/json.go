package typesense

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A JSON value is nil, a bool, an int64, a uint64 (only above the largest int64), a float64, a string, a []any or an
// object. An integer keeps every digit; only a number with a fraction or an exponent is a float64.
type object = map[string]any

// raw is JSON that is written as it is.
type raw string

// textOf writes a value as the server does: members sorted by name, no spaces, bytes that are not UTF-8 dropped.
func textOf(v any) string { return string(appendJSON(nil, v)) }

func appendJSON(out []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(out, "null"...)
	case raw:
		return append(out, v...)
	case bool:
		return strconv.AppendBool(out, v)
	case int:
		return strconv.AppendInt(out, int64(v), 10)
	case int64:
		return strconv.AppendInt(out, v, 10)
	case uint64:
		return strconv.AppendUint(out, v, 10)
	case float64:
		return append(out, floatText(v)...)
	case string:
		return appendText(out, v)
	case []string:
		return appendList(out, len(v), func(out []byte, i int) []byte { return appendText(out, v[i]) })
	case []any:
		return appendList(out, len(v), func(out []byte, i int) []byte { return appendJSON(out, v[i]) })
	case []object:
		return appendList(out, len(v), func(out []byte, i int) []byte { return appendJSON(out, v[i]) })
	case object:
		return appendObject(out, v)
	}
	return append(out, "null"...)
}

func appendList(out []byte, n int, each func([]byte, int) []byte) []byte {
	out = append(out, '[')
	for i := range n {
		if i > 0 {
			out = append(out, ',')
		}
		out = each(out, i)
	}
	return append(out, ']')
}

func appendObject(out []byte, v object) []byte {
	out = append(out, '{')
	for i, name := range sortedNames(v) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendText(out, name), ':')
		out = appendJSON(out, v[name])
	}
	return append(out, '}')
}

func sortedNames[V any](v map[string]V) []string {
	names := make([]string, 0, len(v))
	for name := range v {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

const hexDigits = "0123456789abcdef"

func appendText(out []byte, s string) []byte {
	out = append(out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || size > 1 {
				out = append(out, s[i:i+size]...)
			}
			i += size
			continue
		}
		i++
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c == '\t':
			out = append(out, `\t`...)
		case c == '\b':
			out = append(out, `\b`...)
		case c == '\f':
			out = append(out, `\f`...)
		case c < 0x20:
			out = append(out, `\u00`...)
			out = append(out, hexDigits[c>>4], hexDigits[c&15])
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}

// floatText writes a float with the fewest digits that read back as the same number.
func floatText(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "null"
	}
	if magnitude := math.Abs(v); magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e15) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// clone copies a value, so that one copy can be changed.
func clone(v any) any {
	switch v := v.(type) {
	case object:
		out := make(object, len(v))
		for name, each := range v {
			out[name] = clone(each)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, each := range v {
			out[i] = clone(each)
		}
		return out
	}
	return v
}

// merge applies a merge patch (RFC 7396).
func merge(target, patch any) any {
	changes, ok := patch.(object)
	if !ok {
		return clone(patch)
	}
	out, ok := target.(object)
	if !ok {
		out = object{}
	}
	for name, change := range changes {
		if change == nil {
			delete(out, name)
		} else {
			out[name] = merge(out[name], change)
		}
	}
	return out
}
