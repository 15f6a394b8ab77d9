package rows

import "slices"

// WithoutAdded returns a document without the members that the engine added: the member with the given key, whose value
// is an array of keys, and the members with those keys. All other bytes stay unchanged. If the value at key is anything
// else, the document is returned unchanged. The document must be valid JSON.
func WithoutAdded(document []byte, key string) []byte {
	list := find(document, key)
	if list == nil {
		return document
	}
	added, ok := textsOf(document[list.from:list.to])
	if !ok {
		return document
	}
	added = append(added, key)
	out := make([]byte, 0, len(document))
	end, first := 1, true // end of the previous member, or of the opening brace
	eachMember(document, func(name []byte, p stretch) {
		if !slices.Contains(added, string(name)) {
			if !first {
				out = append(out, document[end:p.key]...)
			} else if out = append(out, '{'); end == 1 {
				out = append(out, document[1:p.key]...)
			}
			out, first = append(out, document[p.key:p.to]...), false
		}
		end = p.to
	})
	if first {
		out = append(out, '{')
	}
	return append(out, document[end:]...)
}

// textsOf returns the strings of an array; ok is false if it is not an array or contains anything else.
func textsOf(array []byte) (all []string, ok bool) {
	if array[0] != '[' {
		return nil, false
	}
	var buffer []byte
	s := scanner{src: array, maxDepth: deepest}
	for i, done := s.open(0, ']'); !done; {
		if s.at(i) != '"' {
			return nil, false
		}
		text, end := s.key(i, &buffer)
		all = append(all, string(text))
		i, done = s.more(end, ']')
	}
	return all, true
}
