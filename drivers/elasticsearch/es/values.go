package es

import (
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// ParseInt parses a count or a size, -1 if there is none: the size of a closed index is null.
func ParseInt(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// Strings returns the strings of a JSON array, or a single string.
func Strings(raw string) []string {
	if raw != "" && raw[0] != '[' {
		return []string{raw}
	}
	var all []string
	jx.Items(raw, func(item string) bool {
		all = append(all, jx.Unquote(item))
		return true
	})
	return all
}

// StringsAt returns the strings at a key, which has an array of strings or a single one.
func StringsAt(object, key string) []string {
	raw, _ := jx.Get(object, key)
	if one := jx.Text(object, key); one != "" {
		return []string{one}
	}
	var all []string
	jx.Items(raw, func(item string) bool {
		all = append(all, jx.Unquote(item))
		return true
	})
	return all
}

// Quote returns a text as a JSON string.
func Quote(text string) string { return string(jx.Quote(nil, text)) }

// QuoteAll writes a JSON array of texts.
func QuoteAll(texts []string) []byte {
	out := []byte{'['}
	for i, text := range texts {
		if i > 0 {
			out = append(out, ',')
		}
		out = jx.Quote(out, text)
	}
	return append(out, ']')
}

// TextAt returns the value with a name, "" if missing.
func TextAt(values []driver.Text, name string) string {
	for i := range values {
		if values[i].Key == name {
			return values[i].Value
		}
	}
	return ""
}
