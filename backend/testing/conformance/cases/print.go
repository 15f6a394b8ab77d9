package cases

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// width is the maximum length of a line in a written expectation.
const width = 120

func valueOf(pointer any) reflect.Value { return reflect.ValueOf(pointer).Elem() }

// out is a value to write.
type out struct {
	text     string // of a value that is never broken into lines
	brackets string // "{}", "[]" or "" for text
	keys     []string
	items    []*out
	times    int // how many equal rows it stands for
}

// writer is a value that writes itself; it is omitted if out returns nil.
type writer interface{ out() *out }

func solid(text string) *out { return &out{text: text} }
func object() *out           { return &out{brackets: "{}"} }

func array(items ...*out) *out { return &out{brackets: "[]", items: items} }

func (o *out) add(key string, item *out) {
	if item != nil {
		o.keys, o.items = append(o.keys, key), append(o.items, item)
	}
}

// textOut writes a text as JSON, with < and > unescaped.
func textOut(text string) *out {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can always be encoded
	return solid(strings.TrimSuffix(b.String(), "\n"))
}

// write converts a Go value by the tags of its fields; nil for an optional empty value.
func write(v reflect.Value) *out {
	if own, ok := v.Interface().(writer); ok {
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return nil
		}
		return own.out()
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return write(v.Elem())
	case reflect.Struct:
		return writeStruct(v)
	case reflect.Slice:
		list := array()
		for i := range v.Len() {
			list.items = append(list.items, write(v.Index(i)))
		}
		return list
	case reflect.Bool:
		return solid(strconv.FormatBool(v.Bool()))
	case reflect.Int64:
		return solid(strconv.FormatInt(v.Int(), 10))
	}
	return textOut(v.String())
}

func writeStruct(v reflect.Value) *out {
	o := object()
	names, must := fieldsOf(v.Type())
	for i, name := range names {
		field := v.Field(i)
		if name == "" || !must[i] && (field.IsZero() || field.Kind() == reflect.Slice && field.IsNil()) {
			continue
		}
		o.add(name, write(field))
	}
	return o
}

// line returns the value on one line.
func (o *out) line() string {
	if o.brackets == "" {
		return o.text
	}
	parts := make([]string, 0, len(o.items))
	for i, item := range o.items {
		text := item.line()
		if o.brackets == "{}" {
			text = textOut(o.keys[i]).text + ": " + text
		}
		parts = append(parts, text)
	}
	return o.brackets[:1] + strings.Join(parts, ", ") + o.brackets[1:]
}

// print writes the value; before is the length of what precedes it on its first line, and indent begins the other
// lines.
func (o *out) print(b *strings.Builder, indent string, before int) {
	line := o.line()
	if o.brackets == "" || len(o.items) == 0 || before+utf8.RuneCountInString(line) < width {
		b.WriteString(line)
		return
	}
	b.WriteString(o.brackets[:1])
	inner := indent + "  "
	for i, item := range o.items {
		key := ""
		if o.brackets == "{}" {
			key = textOut(o.keys[i]).text + ": "
		}
		b.WriteString("\n" + inner + key)
		item.print(b, inner, len(inner)+utf8.RuneCountInString(key))
		if i < len(o.items)-1 {
			b.WriteByte(',')
		}
	}
	b.WriteString("\n" + indent + o.brackets[1:])
}

// printed returns the value in lines, the first without indent.
func (o *out) printed(indent string) string {
	var b strings.Builder
	o.print(&b, indent, len(indent))
	return b.String()
}
