package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// defined is a variable defined by a line of the text.
type defined struct {
	at   int // where the line begins
	name string
	raw  string // the value as JSON, which replaces the variable outside strings
	text string // the value without quotes, which replaces it in a path, a query or a string
	open bool   // a string in the value is unterminated, so it replaces nothing outside strings
}

// definitionOf parses a definition. A value in quotes is a JSON string, which a comment can follow. Any other value
// extends to the end of the line; where it is used as JSON, outside strings and paths, its comments are dropped.
func definitionOf(source string, p piece) defined {
	line := strings.TrimLeft(source[p.from:p.to], " \t\r")
	name, raw, _ := strings.Cut(line[1:], "=")
	raw = strings.Trim(raw, " \t\r")
	d := defined{at: p.from, name: strings.TrimRight(name, " \t"), text: raw}
	d.raw, d.open = bare(raw)
	if !strings.HasPrefix(raw, `"`) || strings.HasPrefix(raw, quotes) {
		return d
	}
	var decoded string
	if json.Unmarshal([]byte(d.raw), &decoded) == nil {
		d.text = decoded
	}
	return d
}

// bare returns a value without comments, and with texts in """ as JSON strings. It reports whether a string in it is
// unterminated.
func bare(raw string) (value string, open bool) {
	var out strings.Builder
	for at := 0; at < len(raw); {
		kind, end := pieceAt(raw, at)
		switch content := raw[at:end]; {
		case kind == comment, kind == remark:
			out.WriteByte(' ')
		case kind == long && whole(long, content):
			out.WriteString(jsonOf(content, nil))
		default:
			open = open || kind == long || kind == text && !closed(content)
			out.WriteString(content)
		}
		at = end
	}
	return strings.Trim(out.String(), " \t\r"), open
}

// jsonOf returns a text in """ as a JSON string.
func jsonOf(source string, known values) string {
	return `"` + escaped(known.fill(source[len(quotes):len(source)-len(quotes)], plain)) + `"`
}

// values are a request's variables by name.
type values map[string]defined

// values returns the variables of a request: those defined before its end. A later definition replaces an earlier one
// of the same name.
func (t *Text) values(number int) values {
	known := make(values)
	for _, d := range t.defined {
		if d.at < t.typed[number].End {
			known[d.name] = d
		}
	}
	return known
}

// lookUp returns the variable for a reference, ${name} or {{name}}.
func (v values) lookUp(reference string) (defined, bool) {
	d, ok := v[strings.Trim(reference, "${}")]
	return d, ok
}

// fill replaces the variables in a text. Undefined ones stay: templates use {{name}} too.
func (v values) fill(source string, value func(defined) string) string {
	if len(v) == 0 {
		return source
	}
	return variables.ReplaceAllStringFunc(source, func(reference string) string {
		if d, ok := v.lookUp(reference); ok {
			return value(d)
		}
		return reference
	})
}

// target replaces the variables in a path and its query, and returns the first undefined one. A value is one part of
// the path or one value of the query, with everything that would end it percent-encoded. It is more only where nothing
// else can be meant: a value that begins with a slash at the beginning of the path, and one in place of a parameter's
// name.
func (v values) target(source string) (filled, missing string) {
	var out strings.Builder
	for at := 0; at < len(source); {
		reference := variableAt.FindString(source[at:])
		d, ok := v.lookUp(reference)
		switch {
		case reference == "":
			reference = source[at : at+1]
			out.WriteString(reference)
		case !ok:
			missing = cmp.Or(missing, reference)
		case isWhole(out.String(), d.text):
			out.WriteString(d.text)
		default:
			out.WriteString(part(d.text))
		}
		at += len(reference)
	}
	return out.String(), missing
}

// isWhole reports whether a value stands for more than one part, judging by what is before it.
func isWhole(before, value string) bool {
	_, query, ok := strings.Cut(before, "?")
	if !ok {
		return before == "" && strings.HasPrefix(value, "/")
	}
	return !strings.Contains(query[strings.LastIndexByte(query, '&')+1:], "=")
}

// part percent-encodes everything in a value that is not an ordinary character of a path segment.
func part(value string) string {
	var out strings.Builder
	for i := range len(value) {
		c := value[i]
		if isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte("-._~!$'()*,:@=", c) >= 0 {
			out.WriteByte(c)
		} else {
			percentEncode(&out, value[i:i+1])
		}
	}
	return out.String()
}

func plain(d defined) string { return d.text }

func inString(d defined) string { return escaped(d.text) }

// escaped returns a text as the inside of a JSON string (RFC 8259, 7).
func escaped(source string) string {
	var out strings.Builder
	for i := range len(source) {
		switch c := source[i]; {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c == '\n':
			out.WriteString(`\n`)
		case c == '\r':
			out.WriteString(`\r`)
		case c == '\t':
			out.WriteString(`\t`)
		case c < 0x20:
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}
