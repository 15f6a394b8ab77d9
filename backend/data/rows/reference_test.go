package rows

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The reference reads a document the slow and obvious way: one column at a time, with encoding/json.

type refMember struct {
	key string
	raw string
}

func refMembers(raw string) []refMember {
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	must(d.Token())
	var out []refMember
	for d.More() {
		key := must(d.Token()).(string)
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			panic(err)
		}
		out = append(out, refMember{key, string(text)})
	}
	return out
}

func refElements(raw string) []string {
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(raw), &list); err != nil {
		panic(err)
	}
	out := make([]string, len(list))
	for n := range list {
		out[n] = string(bytes.TrimSpace(list[n]))
	}
	return out
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// refGather returns the values that a value has at a path, split at its dots; weak reports whether something along the
// path is null. nested says for each length of the whole path whether a nested field ends there.
func refGather(raw string, path []string, at int, nested map[int]bool) (values []string, weak bool) {
	if at == len(path) {
		return []string{raw}, false
	}
	switch raw[0] {
	case 'n':
		return nil, true
	case '[':
		entries := []string{}
		for _, e := range refElements(raw) {
			entries = append(entries, refEntry(e, path, at, nested))
		}
		return []string{"[" + strings.Join(entries, ",") + "]"}, false
	case '{':
		if nested[at] && at > 0 {
			return []string{"[" + refEntry(raw, path, at, nested) + "]"}, false
		}
		return refInside(raw, path, at, nested)
	}
	return nil, false
}

func refInside(raw string, path []string, at int, nested map[int]bool) (values []string, weak bool) {
	for _, m := range refMembers(raw) {
		keys := strings.Split(m.key, ".")
		if len(keys) > len(path)-at || strings.Join(path[at:at+len(keys)], "\x00") != strings.Join(keys, "\x00") {
			continue
		}
		found, null := refGather(m.raw, path, at+len(keys), nested)
		for passed := at + 1; passed < at+len(keys) && len(found) > 0; passed++ {
			if nested[passed] {
				found = []string{"[" + refJoin(found) + "]"}
			}
		}
		values, weak = append(values, found...), weak || null
	}
	return values, weak
}

func refEntry(raw string, path []string, at int, nested map[int]bool) string {
	switch raw[0] {
	case '{':
		values, _ := refInside(raw, path, at, nested)
		return refJoin(values)
	case '[':
		values, _ := refGather(raw, path, at, nested)
		return values[0]
	}
	return "null"
}

func refJoin(values []string) string {
	switch len(values) {
	case 0:
		return "null"
	case 1:
		return values[0]
	}
	return "[" + strings.Join(values, ",") + "]"
}

type refCell struct {
	kind Kind
	text string
	cut  int
}

func refCellOf(row string, plan *Plan, c Column) refCell {
	path := parts(c.Path)
	nested := map[int]bool{}
	for _, n := range c.Nested {
		nested[len(parts(c.Path[:n]))] = true
	}
	if c.From == Doc && plan.Doc != "" {
		row = refMember0(row, plan.Doc)
		if row == "" {
			return refCell{}
		}
	}
	values, weak := refGather(row, path, 0, nested)
	if len(values) == 0 {
		if weak {
			return refCell{kind: Null}
		}
		return refCell{}
	}
	text := refJoin(values)
	if c.First && text[0] == '[' {
		if list := refElements(text); len(list) == 1 {
			text = list[0]
		}
	}
	return refShow(text, plan.Cut)
}

// refMember0 returns the raw value of the last member with the key.
func refMember0(row, key string) (raw string) {
	for _, m := range refMembers(row) {
		if m.key == key {
			raw = m.raw
		}
	}
	return raw
}

func refShow(text string, cut int) refCell {
	switch text[0] {
	case 'n':
		return refCell{kind: Null}
	case 't', 'f':
		return refCell{kind: Bool, text: text}
	case '"':
		if refLone(text) {
			return refCell{kind: Escaped, text: text[1 : len(text)-1]}
		}
		var s string
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			panic(err)
		}
		return refCell{kind: String, text: s}
	case '[', '{':
		if n := utf8.RuneCountInString(text); cut > 0 && n > cut {
			return refCell{JSON, string([]rune(text)[:cut]) + "...", n}
		}
		return refCell{kind: JSON, text: text}
	}
	return refCell{kind: Number, text: text}
}

var refEscape = regexp.MustCompile(`\\u[0-9a-fA-F]{4}|\\.`)

// refLone reports whether a JSON string contains an unpaired surrogate.
func refLone(text string) bool {
	high := -1 // where an unpaired first half ended
	for _, at := range refEscape.FindAllStringIndex(text, -1) {
		code := uint64(0)
		if text[at[0]+1] == 'u' {
			code, _ = strconv.ParseUint(text[at[0]+2:at[1]], 16, 32)
		}
		switch {
		case high >= 0 && (high != at[0] || code < 0xDC00 || code > 0xDFFF):
			return true
		case high >= 0:
			high = -1
		case code >= 0xDC00 && code <= 0xDFFF:
			return true
		case code >= 0xD800 && code <= 0xDBFF:
			high = at[1]
		}
	}
	return high >= 0
}
