package exact

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

var simpleEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escapeLength returns the length in bytes of the escape at the beginning of a text, 0 if there is none.
func escapeLength(text string) int {
	if len(text) < 2 {
		return 0
	}
	if _, simple := simpleEscapes[text[1]]; simple {
		return 2
	}
	if _, ok := unit(text); ok {
		return 6
	}
	return 0
}

// unit parses \uXXXX at the beginning of a text.
func unit(text string) (rune, bool) {
	if len(text) < 6 || text[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(text[2:6], 16, 16)
	return rune(n), err == nil
}

// decode returns the text between a string's quotes. An unpaired surrogate keeps its escape and makes whole false.
func decode(inner string) (text string, whole bool) {
	if !strings.Contains(inner, `\`) {
		return inner, true
	}
	var b strings.Builder
	whole = true
	for i := 0; i < len(inner); {
		if inner[i] != '\\' {
			b.WriteByte(inner[i])
			i++
			continue
		}
		n := escapeLength(inner[i:])
		if n == 2 {
			b.WriteByte(simpleEscapes[inner[i+1]])
			i += 2
			continue
		}
		first, _ := unit(inner[i:])
		second, _ := unit(inner[i+6:])
		switch pair := utf16.DecodeRune(first, second); {
		case !utf16.IsSurrogate(first):
			b.WriteRune(first)
			i += 6
		case pair != '\uFFFD':
			b.WriteRune(pair)
			i += 12
		default:
			b.WriteString(inner[i : i+6])
			whole = false
			i += 6
		}
	}
	return b.String(), whole
}
