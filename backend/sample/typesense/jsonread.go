package typesense

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readJSON parses a text. The error is the sentence that the server's parser writes, with its line and column.
func readJSON(text string) (any, error) {
	r := &reader{text: strings.TrimPrefix(text, "\xef\xbb\xbf"), line: 1}
	r.next()
	v, err := r.value()
	if err != nil {
		return nil, err
	}
	if r.next(); r.kind != "end of input" {
		return nil, r.unexpected("value", "end of input")
	}
	return v, nil
}

// reader reads tokens and counts lines and columns as the server's parser does: the column is how many bytes of the
// line were read, including one past the end.
type reader struct {
	text         string
	at           int
	line, column int
	kind         string // of the current token, as the parser names it
	literal      any
	fault        string // of a token that is not valid
	began        int
	kept         int // where the text begins that the parser shows in an error
}

func (r *reader) get() int {
	r.column++
	if r.at >= len(r.text) {
		r.at++
		return -1
	}
	c := r.text[r.at]
	r.at++
	if c == '\n' {
		r.line++
		r.column = 0
	}
	return int(c)
}

func (r *reader) back() {
	r.at--
	if r.column > 0 {
		r.column--
	}
}

func (r *reader) fail(fault string) { r.kind, r.fault = "<parse error>", fault }

// next reads a token.
func (r *reader) next() {
	c := r.get()
	for c == ' ' || c == '\t' || c == '\n' || c == '\r' {
		c = r.get()
	}
	r.began = r.at - 1
	switch {
	case c == -1:
		r.kind = "end of input"
	case strings.IndexByte("[]{}:,", byte(c)) >= 0:
		r.kind = "'" + string(rune(c)) + "'"
	case c == '"':
		r.readText()
	case c == '-' || c >= '0' && c <= '9':
		r.readNumber(c)
	case c == 't':
		r.readWord("true", true)
	case c == 'f':
		r.readWord("false", false)
	case c == 'n':
		r.readWord("null", nil)
	default:
		r.fail("invalid literal")
	}
}

func (r *reader) readWord(word string, v any) {
	for i := 1; i < len(word); i++ {
		if c := r.get(); c != int(word[i]) {
			r.fail("invalid literal")
			return
		}
	}
	r.kind, r.literal = word+" literal", v
}

func (r *reader) readText() {
	r.kept = r.began
	var out []byte
	for {
		c := r.get()
		switch {
		case c == -1:
			r.fail("invalid string: missing closing quote")
			return
		case c == '"':
			r.kind, r.literal = "string literal", string(out)
			return
		case c == '\\':
			escaped, ok := r.readEscape()
			if !ok {
				return
			}
			out = append(out, escaped...)
		case c < 0x20:
			r.fail(fmt.Sprintf("invalid string: control character U+%04X (%s) must be escaped to \\u%04X", c, controlNames[c], c))
			return
		default:
			out = append(out, byte(c))
		}
	}
}

var controlNames = strings.Fields("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US")

const (
	fourDigits   = `invalid string: '\u' must be followed by 4 hex digits`
	highNeedsLow = "invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF"
	lowNeedsHigh = "invalid string: surrogate U+DC00..U+DFFF must follow U+D800..U+DBFF"
)

func (r *reader) readEscape() ([]byte, bool) {
	c := r.get()
	if i := strings.IndexByte(`"\/bfnrt`, byte(c)); c >= 0 && i >= 0 {
		return []byte{"\"\\/\b\f\n\r\t"[i]}, true
	}
	if c != 'u' {
		r.fail("invalid string: forbidden character after backslash")
		return nil, false
	}
	code, ok := r.readHex()
	if !ok {
		return nil, false
	}
	switch {
	case code >= 0xDC00 && code <= 0xDFFF:
		r.fail(lowNeedsHigh)
		return nil, false
	case code >= 0xD800 && code <= 0xDBFF:
		if r.get() != '\\' || r.get() != 'u' {
			r.fail(highNeedsLow)
			return nil, false
		}
		low, ok := r.readHex()
		if !ok {
			return nil, false
		}
		if low < 0xDC00 || low > 0xDFFF {
			r.fail(highNeedsLow)
			return nil, false
		}
		code = 0x10000 + (code-0xD800)<<10 + low - 0xDC00
	}
	return utf8.AppendRune(nil, rune(code)), true
}

func (r *reader) readHex() (int, bool) {
	code := 0
	for range 4 {
		digit, err := strconv.ParseUint(string(rune(max(r.get(), 0))), 16, 8)
		if err != nil {
			r.fail(fourDigits)
			return 0, false
		}
		code = code<<4 + int(digit)
	}
	return code, true
}

func (r *reader) readNumber(c int) {
	r.kept = r.began
	digits := func() bool {
		some := false
		for c >= '0' && c <= '9' {
			some = true
			c = r.get()
		}
		return some
	}
	whole := true
	if c == '-' {
		if c = r.get(); c < '0' || c > '9' {
			r.fail("invalid number; expected digit after '-'")
			return
		}
	}
	if c == '0' {
		c = r.get()
	} else {
		digits()
	}
	if c == '.' {
		whole = false
		c = r.get()
		if !digits() {
			r.fail("invalid number; expected digit after '.'")
			return
		}
	}
	if c == 'e' || c == 'E' {
		whole = false
		if c = r.get(); c == '+' || c == '-' {
			if c = r.get(); c < '0' || c > '9' {
				r.fail("invalid number; expected digit after exponent sign")
				return
			}
		}
		if !digits() {
			r.fail("invalid number; expected '+', '-', or digit after exponent")
			return
		}
	}
	r.back()
	r.kind, r.literal = "number literal", numberOf(r.text[r.began:r.at], whole)
}

// numberOf keeps whole numbers that fit into 64 bits exactly.
func numberOf(text string, whole bool) any {
	if whole {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			return v
		}
		if v, err := strconv.ParseUint(text, 10, 64); err == nil {
			return v
		}
	}
	v, _ := strconv.ParseFloat(text, 64) // a number that is too large is infinite
	return v
}

// value returns the value that begins with the current token and leaves its last token current.
func (r *reader) value() (any, error) {
	switch r.kind {
	case "'{'":
		return r.object()
	case "'['":
		return r.list()
	case "string literal", "number literal", "true literal", "false literal", "null literal":
		return r.literal, nil
	case "end of input":
		if strings.TrimSpace(r.text) == "" {
			return nil, fmt.Errorf("[json.exception.parse_error.101] parse error at line %d, column %d: attempting to parse an empty input; check that your input string or stream contains the expected JSON", r.line, r.column)
		}
	case "<parse error>":
		return nil, r.unexpected("value", "")
	}
	return nil, r.unexpected("value", "'[', '{', or a literal")
}

func (r *reader) object() (any, error) {
	out := object{}
	if r.next(); r.kind == "'}'" {
		return out, nil
	}
	for {
		if r.kind != "string literal" {
			return nil, r.unexpected("object key", "string literal")
		}
		name, _ := r.literal.(string)
		if r.next(); r.kind != "':'" {
			return nil, r.unexpected("object separator", "':'")
		}
		r.next()
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		out[name] = v
		switch r.next(); r.kind {
		case "'}'":
			return out, nil
		case "','":
			r.next()
		default:
			return nil, r.unexpected("object", "'}'")
		}
	}
}

func (r *reader) list() (any, error) {
	out := []any{}
	if r.next(); r.kind == "']'" {
		return out, nil
	}
	for {
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
		switch r.next(); r.kind {
		case "']'":
			return out, nil
		case "','":
			r.next()
		default:
			return nil, r.unexpected("array", "']'")
		}
	}
}

// unexpected is the parser's sentence about the current token.
func (r *reader) unexpected(while, expected string) error {
	text := "unexpected " + r.kind
	if r.kind == "<parse error>" {
		text = r.fault + "; last read: '" + escapeControls(r.text[min(r.kept, len(r.text)):min(r.at, len(r.text))]) + "'"
	}
	if expected != "" {
		text += "; expected " + expected
	}
	return fmt.Errorf("[json.exception.parse_error.101] parse error at line %d, column %d: syntax error while parsing %s - %s", r.line, r.column, while, text)
}

func escapeControls(text string) string {
	var out strings.Builder
	for i := range len(text) {
		if text[i] < 0x20 {
			fmt.Fprintf(&out, "<U+%04X>", text[i])
		} else {
			out.WriteByte(text[i])
		}
	}
	return out.String()
}
