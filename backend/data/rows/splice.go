package rows

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrNotObject is returned by [Splice] if a path goes through a value that is not an object.
var ErrNotObject = errors.New("the path goes through a value that is not an object")

// Edit sets one JSON value at a path of keys in a document, or removes the value there. Keys are spelled as in the
// document; a dotted key is one key. If the end of the path is missing, objects for it are added after the last member
// of the innermost object that exists.
type Edit struct {
	Path   []string
	Value  string // raw JSON text
	Remove bool
}

// Splice applies edits to a document, one after the other. All bytes outside the edited values stay unchanged,
// including comments. The error is a *SyntaxError if the document or a value is not JSON, or [ErrNotObject].
func Splice(document []byte, edits []Edit) ([]byte, error) {
	text, err := blanked(document)
	if err != nil {
		return nil, err
	}
	commented := !bytes.Equal(text, document)
	out := slices.Clone(document)
	for i := range edits {
		e := &edits[i]
		if !e.Remove {
			if _, err := whole([]byte(e.Value)); err != nil {
				return nil, fmt.Errorf("the value for %s: %w", strings.Join(e.Path, "."), err)
			}
		}
		if text = out; commented {
			text, _ = blanked(out)
		}
		if out, err = splice(out, text, e); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(e.Path, "."), err)
		}
	}
	return out, nil
}

// splice applies one edit to a document; text is the document without its comments.
func splice(document, text []byte, e *Edit) ([]byte, error) {
	s := scanner{src: text}
	at := s.space(0)
	object := text[at:]
	for i, key := range e.Path {
		if len(object) == 0 || object[0] != '{' {
			return nil, ErrNotObject
		}
		found := find(object, key)
		if found == nil {
			if e.Remove {
				return document, nil
			}
			return insert(document, text, at, e.Path[i:], e.Value), nil
		}
		if i < len(e.Path)-1 {
			object, at = object[found.from:found.to], at+found.from
			continue
		}
		if e.Remove {
			return remove(document, text, at+found.key, at+found.to), nil
		}
		return slices.Concat(document[:at+found.from], []byte(e.Value), document[at+found.to:]), nil
	}
	return nil, ErrNotObject
}

// insert adds a member after the last one of the object at a position, with an object for each key but the last. text
// is the document without its comments.
func insert(document, text []byte, at int, path []string, value string) []byte {
	last, any := at, false
	eachMember(text[at:], func(_ []byte, p stretch) { last, any = at+p.to, true })
	var added []byte
	if any {
		added = append(added, ',')
	} else {
		last++ // after the opening brace
	}
	for i, key := range path {
		if i > 0 {
			added = append(added, '{')
		}
		added = append(appendQuoted(added, key), ':')
	}
	added = append(added, value...)
	added = append(added, strings.Repeat("}", len(path)-1)...)
	return slices.Concat(document[:last], added, document[last:])
}

// remove removes a member and the comma after it, or otherwise the comma before it. text is the document without its
// comments.
func remove(document, text []byte, from, to int) []byte {
	s := scanner{src: text}
	if i := s.space(to); s.at(i) == ',' {
		next := s.space(i + 1)
		return slices.Concat(document[:from], comments(document, text, to, i), comments(document, text, i+1, next), document[next:])
	}
	i := from - 1
	for i >= 0 && text[i] <= ' ' {
		i--
	}
	if text[i] == ',' {
		return slices.Concat(document[:i], comments(document, text, i+1, from), document[to:])
	}
	return slices.Concat(document[:from], document[to:])
}

// comments returns the text between two tokens of a document, nil if it is only white space.
func comments(document, text []byte, from, to int) []byte {
	if bytes.Equal(document[from:to], text[from:to]) {
		return nil
	}
	return document[from:to]
}

// maxSeen is the maximum size, in bytes, of a value shown to a driver.
const maxSeen = 64 << 10

// Seen says how a document spells a dotted path.
type Seen struct {
	// Path holds the keys up to the value, or as far as the path exists: "a.b" is ["a","b"] or ["a.b"]. If there are
	// several spellings, the first one counts.
	Path  []string
	Whole bool   // the path leads to a value
	Twice bool   // the document spells the path in more than one way
	Array bool   // the path hits an array before its end
	Value string // the raw text of the value, "" if longer than 64 KiB
	List  bool   // the value is an array
}

// Look reports how a document spells a dotted path.
func Look(document []byte, path string) Seen {
	text, err := blanked(document)
	if err != nil {
		return Seen{}
	}
	seen, n := look(bytes.TrimSpace(text), nil, path)
	seen.Twice = n > 1
	return seen
}

// look finds the spellings of a path below the object at keys. It returns the first one that leads to a value, or
// otherwise the one that gets furthest, and how many lead to a value.
func look(object []byte, keys []string, path string) (best Seen, n int) {
	best = Seen{Path: keys, Array: len(object) > 0 && object[0] == '['}
	eachMember(object, func(name []byte, p stretch) {
		key := string(name)
		value := object[p.from:p.to]
		below := append(keys[:len(keys):len(keys)], key)
		if key == path {
			if n++; !best.Whole {
				best = Seen{Path: below, Whole: true, List: value[0] == '['}
				if len(value) <= maxSeen {
					best.Value = string(value)
				}
			}
			return
		}
		rest, ok := strings.CutPrefix(path, key+".")
		if !ok || value[0] != '{' && value[0] != '[' {
			return
		}
		seen, more := look(value, below, rest)
		if n += more; !best.Whole && (seen.Whole || len(seen.Path) > len(best.Path)) {
			best = seen
		}
	})
	return best, n
}

// appendQuoted appends a key as a JSON string.
func appendQuoted(to []byte, key string) []byte {
	const digits = "0123456789abcdef"
	to = append(to, '"')
	for i := range len(key) {
		switch c := key[i]; {
		case c == '"' || c == '\\':
			to = append(to, '\\', c)
		case c < ' ':
			to = append(to, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			to = append(to, c)
		}
	}
	return append(to, '"')
}
