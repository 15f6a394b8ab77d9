package jx

// maxDepth is how deeply [Valid] lets arrays and objects nest.
const maxDepth = 256

// Valid reports whether text is one JSON value (RFC 8259), possibly surrounded by white space, with arrays and objects
// nested at most 256 deep.
func Valid(text string) bool {
	var v validator
	s := space(text)
	for {
		rest, ok := v.value(s)
		if !ok {
			return false
		}
		for s = space(rest); v.depth > 0 && s != "" && s[0] == v.closing(); s = space(s[1:]) {
			v.depth--
		}
		if v.depth == 0 {
			return s == ""
		}
		if s == "" || s[0] != ',' {
			return false
		}
		if s, ok = v.member(space(s[1:])); !ok {
			return false
		}
	}
}

// validator keeps track of which arrays and objects are open.
type validator struct {
	open  [maxDepth]byte
	depth int
}

// closing returns the bracket that ends the innermost array or object.
func (v *validator) closing() byte {
	if v.open[v.depth-1] == '{' {
		return '}'
	}
	return ']'
}

// value reads a scalar, an empty array or object, or just an opening bracket.
func (v *validator) value(s string) (rest string, ok bool) {
	for s != "" && (s[0] == '{' || s[0] == '[') {
		if v.depth == maxDepth {
			return "", false
		}
		v.open[v.depth] = s[0]
		v.depth++
		s = space(s[1:])
		if s != "" && s[0] == v.closing() {
			v.depth--
			return s[1:], true
		}
		if s, ok = v.member(s); !ok {
			return "", false
		}
	}
	n := scalar(s)
	return s[n:], n > 0
}

// member reads the key of an object's next member, up to its value.
func (v *validator) member(s string) (rest string, ok bool) {
	if v.open[v.depth-1] != '{' {
		return s, true
	}
	n := quoted(s)
	s = space(s[n:])
	if n == 0 || s == "" || s[0] != ':' {
		return "", false
	}
	return space(s[1:]), true
}

// scalar returns the length of the string, number or literal at the beginning of s, 0 if there is none.
func scalar(s string) int {
	for _, word := range []string{"true", "false", "null"} {
		if len(s) >= len(word) && s[:len(word)] == word {
			return len(word)
		}
	}
	if s != "" && s[0] == '"' {
		return quoted(s)
	}
	return number(s)
}

// quoted returns the length of the string at the beginning of s, 0 if there is none.
func quoted(s string) int {
	if s == "" || s[0] != '"' {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c < ' ':
			return 0
		case c == '\\':
			i++
			if i == len(s) || !escape(s, i) {
				return 0
			}
		}
	}
	return 0
}

// escape reports whether the character after a backslash begins a valid escape.
func escape(s string, i int) bool {
	switch s[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		return hex4(s, i+1) >= 0
	}
	return false
}

// Number reports whether text is a number in JSON's spelling, without white space.
func Number(text string) bool { return text != "" && number(text) == len(text) }

// number returns the length of the number at the beginning of s, 0 if there is none.
func number(s string) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	whole := digits(s[i:])
	if whole == 0 || whole > 1 && s[i] == '0' {
		return 0
	}
	i += whole
	if i < len(s) && s[i] == '.' {
		n := digits(s[i+1:])
		if n == 0 {
			return 0
		}
		i += 1 + n
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		at := i + 1
		if at < len(s) && (s[at] == '+' || s[at] == '-') {
			at++
		}
		n := digits(s[at:])
		if n == 0 {
			return 0
		}
		i = at + n
	}
	return i
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
