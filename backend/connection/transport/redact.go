package transport

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// Redact returns a request's text with the connection's secrets, including those of extra headers, replaced by
// "(hidden)". It finds a secret in every form it can take in a path, a query or a JSON body, but only as a whole word:
// inside a longer word, such as the name of an index, it is not a secret.
func (c *Client) Redact(text string) string { return c.redact(text) }

// newRedactor holds the secrets in a closure, so that printing the value that contains it cannot reveal them.
func newRedactor(a Auth, headers []Header) func(string) string {
	secrets, forms := secretsOf(a, headers)
	return func(text string) string {
		for _, form := range forms {
			text = replaceWord(text, form)
		}
		for _, secret := range secrets {
			text = replaceQuoted(replaceEncoded(text, secret), secret)
		}
		return text
	}
}

// secretsOf returns the secrets of a connection and their spellings, longest first, so that a shorter one never splits
// a longer one. The last word of a header's value is a secret on its own: "Bearer" and the like precede the token.
func secretsOf(a Auth, headers []Header) (secrets, forms []string) {
	if a.Scheme != "" && a.Secret != "" {
		secrets = append(secrets, a.Secret)
	}
	for _, h := range headers {
		secrets = append(secrets, h.Value)
		if at := strings.LastIndexByte(h.Value, ' '); at >= 0 {
			secrets = append(secrets, h.Value[at+1:])
		}
	}
	for _, secret := range secrets {
		forms = append(forms, secret, url.QueryEscape(secret), url.PathEscape(secret))
	}
	if a.Scheme == "basic" && a.Secret != "" {
		forms = append(forms, base64.StdEncoding.EncodeToString([]byte(a.User+":"+a.Secret)))
	}
	return longestFirst(secrets), longestFirst(forms)
}

func longestFirst(texts []string) []string {
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(texts)
}

// replaceWord hides each occurrence of a word.
func replaceWord(text, word string) string {
	var out strings.Builder
	for rest := text; ; {
		at := strings.Index(rest, word)
		if at < 0 {
			if out.Len() == 0 {
				return text
			}
			out.WriteString(rest)
			return out.String()
		}
		done, behind := len(text)-len(rest)+at, len(text)-len(rest)+at+len(word)
		out.WriteString(rest[:at])
		if alone(text, done, behind) {
			out.WriteString(hidden)
		} else {
			out.WriteString(word)
		}
		rest = text[behind:]
	}
}

// alone reports whether text[from:to] is a whole word.
func alone(text string, from, to int) bool {
	return (from == 0 || !inWord(text[from-1])) && (to == len(text) || !inWord(text[to]))
}

func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c >= 0x80
}

// replaceEncoded hides the parts of a path or a query that decode to the secret, however they are encoded.
func replaceEncoded(text, secret string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var out strings.Builder
	for text != "" {
		end := strings.IndexAny(text, "/?&=")
		if end < 0 {
			end = len(text)
		}
		out.WriteString(hiddenPart(text[:end], secret))
		if end < len(text) {
			out.WriteByte(text[end])
			end++
		}
		text = text[end:]
	}
	return out.String()
}

func hiddenPart(part, secret string) string {
	for _, decode := range []func(string) (string, error){url.PathUnescape, url.QueryUnescape} {
		if plain, err := decode(part); err == nil && plain != part && replaceWord(plain, secret) != plain {
			return hidden
		}
	}
	return part
}

// replaceQuoted hides the secret in JSON strings that contain escapes of any kind.
func replaceQuoted(text, secret string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var out strings.Builder
	for text != "" {
		from := strings.IndexByte(text, '"')
		if from < 0 {
			break
		}
		to := from + quotedLength(text[from:])
		out.WriteString(text[:from])
		out.WriteString(hiddenString(text[from:to], secret))
		text = text[to:]
	}
	out.WriteString(text)
	return out.String()
}

// quotedLength returns the length of the JSON string at the beginning of a text, including its quotes.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func hiddenString(quoted, secret string) string {
	var plain string
	if !strings.Contains(quoted, `\`) || json.Unmarshal([]byte(quoted), &plain) != nil {
		return quoted
	}
	left := replaceWord(plain, secret)
	if left == plain {
		return quoted
	}
	again, err := json.Marshal(left)
	if err != nil {
		return `"` + hidden + `"`
	}
	return string(again)
}
