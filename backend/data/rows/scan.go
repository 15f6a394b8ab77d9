package rows

import (
	"bytes"
	"unicode/utf8"
)

const (
	defaultDepth = deepest
	deepest      = 1024
	tooDeep      = "nested too deeply"
	largest      = 1 << 31 // maximum size of a response, of the scratch text and of a block
)

// scanner steps over JSON text. Each step takes the position of a value's first byte and returns the position after it,
// or -1 after the first failure.
type scanner struct {
	src      []byte
	depth    int
	maxDepth int
	strict   int // above 0, skip checks the complete grammar
	failedAt int
	what     string
}

// begin starts reading a response and returns the position of its value.
func (s *scanner) begin(response []byte, maxDepth int) int {
	*s = scanner{src: response, maxDepth: maxDepth}
	if maxDepth == 0 {
		s.maxDepth = defaultDepth
	}
	if len(response) >= largest {
		return s.fail(0, "the response is larger than 2 GB")
	}
	if !utf8.Valid(response) {
		return s.fail(firstInvalid(response), "bytes that are not UTF-8")
	}
	return s.space(0)
}

// finish checks that only white space follows the value that ended at i.
func (s *scanner) finish(i int) {
	if i < 0 {
		return
	}
	if i = s.space(i); i < len(s.src) {
		s.fail(i, "text after the end of the response")
	}
}

func (s *scanner) fail(i int, what string) int {
	if s.what == "" {
		s.failedAt, s.what = i, what
	}
	return -1
}

// unexpected fails at i because something else was expected there.
func (s *scanner) unexpected(i int, expected string) int {
	if i >= len(s.src) {
		return s.fail(len(s.src), "the response ends early")
	}
	return s.fail(i, "expected "+expected)
}

func (s *scanner) err() error {
	if s.what == "" {
		return nil
	}
	return &SyntaxError{Offset: s.failedAt, What: s.what}
}

// at returns the byte at i, or 0 past the end.
func (s *scanner) at(i int) byte {
	if uint(i) < uint(len(s.src)) {
		return s.src[i]
	}
	return 0
}

func (s *scanner) space(i int) int {
	if uint(i) < uint(len(s.src)) && s.src[i] > ' ' {
		return i
	}
	return s.spaces(i)
}

func (s *scanner) spaces(i int) int {
	for i < len(s.src) {
		switch s.src[i] {
		case ' ', '\n', '\r', '\t':
			i++
		default:
			return i
		}
	}
	return i
}

// enter counts a container that begins at i. It fails if the nesting is too deep.
func (s *scanner) enter(i int) bool {
	if s.depth++; s.depth > s.maxDepth {
		s.fail(i, tooDeep)
		return false
	}
	return true
}

// open enters the container at i and returns the position of its first member. If the container is empty, done is true
// and next is the position after it.
func (s *scanner) open(i int, closing byte) (next int, done bool) {
	if !s.enter(i) {
		return -1, true
	}
	if i = s.space(i + 1); s.at(i) == closing {
		s.depth--
		return i + 1, true
	}
	return i, false
}

// more returns the position of the member after the one that ended at i. If the container ends there, done is true and
// next is the position after it.
func (s *scanner) more(i int, closing byte) (next int, done bool) {
	if i < 0 {
		return -1, true
	}
	if next := i + 1; next < len(s.src) && s.src[i] == ',' && s.src[next] > ' ' {
		return next, false
	}
	i = s.space(i)
	switch s.at(i) {
	case ',':
		return s.space(i + 1), false
	case closing:
		s.depth--
		return i + 1, true
	}
	return s.unexpected(i, `"," or "`+string(closing)+`"`), true
}

// colon returns the position of the value after the key that ended at i.
func (s *scanner) colon(i int) int {
	if i < 0 {
		return -1
	}
	if next := i + 1; next < len(s.src) && s.src[i] == ':' && s.src[next] > ' ' {
		return next
	}
	if i = s.space(i); s.at(i) != ':' {
		return s.unexpected(i, `":"`)
	}
	return s.space(i + 1)
}

// str skips the string at i; escaped reports whether it contains a backslash.
func (s *scanner) str(i int) (end int, escaped bool) {
	from := i + 1
	if s.at(i) != '"' {
		return s.unexpected(i, "a string"), false
	}
	n := bytes.IndexByte(s.src[from:], '"')
	if n < 0 {
		return s.fail(i, "a string without an end"), false
	}
	quote := from + n
	back := bytes.IndexByte(s.src[from:quote], '\\')
	if back < 0 {
		return quote + 1, false
	}
	return s.rest(i, from+back, quote), true
}

// rest steps over the rest of a string whose first backslash is at back; quote is the next quotation mark after it. It
// looks at each byte at most twice.
func (s *scanner) rest(start, back, quote int) int {
	for {
		from := back + 2
		if from > quote {
			if from > len(s.src) {
				return s.fail(start, "a string without an end")
			}
			n := bytes.IndexByte(s.src[from:], '"')
			if n < 0 {
				return s.fail(start, "a string without an end")
			}
			quote = from + n
		}
		n := bytes.IndexByte(s.src[from:quote], '\\')
		if n < 0 {
			return quote + 1
		}
		back = from + n
	}
}

// key skips the key at i and returns its decoded name, which may be in buf.
func (s *scanner) key(i int, buf *[]byte) (name []byte, end int) {
	end, escaped := s.str(i)
	if end < 0 {
		return nil, -1
	}
	if !escaped {
		return s.src[i+1 : end-1], end
	}
	if !s.escapes(i, end) {
		return nil, -1
	}
	text, whole := unescape((*buf)[:0], s.src[i+1:end-1])
	*buf = text
	if !whole {
		return s.src[i+1 : end-1], end
	}
	return text, end
}

// scalar steps over the number, boolean or null at i.
func (s *scanner) scalar(i int) (end int, kind shape) {
	switch s.at(i) {
	case 't':
		return s.literal(i, "true"), boolean
	case 'f':
		return s.literal(i, "false"), boolean
	case 'n':
		return s.literal(i, "null"), null
	}
	return s.number(i), number
}

func (s *scanner) literal(i int, word string) int {
	end := i + len(word)
	if end > len(s.src) {
		return s.unexpected(len(s.src), "a value")
	}
	if string(s.src[i:end]) != word {
		return s.unexpected(i, "a value")
	}
	return end
}

// number steps over the number at i by the grammar of RFC 8259, section 6.
func (s *scanner) number(i int) int {
	if s.at(i) == '-' {
		i++
	}
	switch c := s.at(i); {
	case c == '0':
		i++
	case c >= '1' && c <= '9':
		i = s.digits(i)
	default:
		return s.unexpected(i, "a value")
	}
	if s.at(i) == '.' {
		if i = s.someDigits(i + 1); i < 0 {
			return -1
		}
	}
	if c := s.at(i); c != 'e' && c != 'E' {
		return i
	}
	if c := s.at(i + 1); c == '+' || c == '-' {
		i++
	}
	return s.someDigits(i + 1)
}

func (s *scanner) digits(i int) int {
	for i < len(s.src) && s.src[i]-'0' <= 9 {
		i++
	}
	return i
}

func (s *scanner) someDigits(i int) int {
	end := s.digits(i)
	if end == i {
		return s.unexpected(i, "a digit")
	}
	return end
}

func firstInvalid(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}
