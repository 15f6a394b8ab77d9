package console

import (
	"encoding/json"
	"fmt"
	"strings"
)

// defined is a variable that a line of the text defines.
type defined struct {
	at   int // where the line begins
	name string
	raw  string // the value as typed: what replaces the variable outside of strings
	text string // the value without its quotes: what replaces it in a path, a query or a string
}

// definitionOf reads a definition. A value in quotes is a JSON string, which a comment can follow. Any other value goes
// to the end of the line.
func definitionOf(source string, p piece) defined {
	line := strings.TrimLeft(source[p.from:p.to], " \t\r")
	name, raw, _ := strings.Cut(line[1:], "=")
	raw = strings.Trim(raw, " \t\r")
	d := defined{at: p.from, name: strings.TrimRight(name, " \t"), raw: raw, text: raw}
	if !strings.HasPrefix(raw, `"`) {
		return d
	}
	end := stringEnd(raw, 0)
	rest := strings.TrimLeft(raw[end:], " \t\r")
	if rest != "" && !strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "//") {
		return d
	}
	var decoded string
	if json.Unmarshal([]byte(raw[:end]), &decoded) == nil {
		d.raw, d.text = raw[:end], decoded
	}
	return d
}

// values are the variables of a request by name.
type values map[string]defined

// values returns the variables of the request with a number: those defined before its end. A later definition replaces
// an earlier one of the same name.
func (t *Text) values(number int) values {
	known := make(values)
	for _, d := range t.defined {
		if d.at < t.typed[number].End {
			known[d.name] = d
		}
	}
	return known
}

// lookUp returns the variable of a reference, ${name} or {{name}}.
func (v values) lookUp(reference string) (defined, bool) {
	d, ok := v[strings.Trim(reference, "${}")]
	return d, ok
}

// fill replaces the variables in a text. What is not defined stays as it is: {{name}} is also what templates consist of.
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
