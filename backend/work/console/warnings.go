package console

import (
	"net/http"
	"strings"
)

// warnings returns the texts of a response's Warning headers (RFC 7234, 5.5): code, agent and a quoted text, sometimes
// followed by a quoted date. One header can contain several, separated by commas. A header in any other form is
// returned unchanged.
func warnings(h http.Header) []string {
	var texts []string
	for _, value := range h.Values("Warning") {
		found := quotedTexts(value)
		if len(found) == 0 {
			found = []string{value}
		}
		texts = append(texts, found...)
	}
	return texts
}

// quotedTexts returns the first quoted text of each warning in a header.
func quotedTexts(value string) []string {
	var texts []string
	first := true
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case ',':
			first = true
		case '"':
			text, size := unquoted(value[i+1:])
			i += size
			if first {
				texts, first = append(texts, text), false
			}
		}
	}
	return texts
}

// unquoted returns the text up to the closing quote, without its escapes, and its length in bytes including the quote.
func unquoted(rest string) (string, int) {
	var text strings.Builder
	for i := 0; i < len(rest); i++ {
		switch {
		case rest[i] == '"':
			return text.String(), i + 1
		case rest[i] == '\\' && i+1 < len(rest):
			i++
		}
		text.WriteByte(rest[i])
	}
	return text.String(), len(rest)
}
