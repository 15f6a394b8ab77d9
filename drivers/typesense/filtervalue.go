package typesense

import (
	"strings"

	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
)

// valueOf returns a value as filter_by spells it, or says why it cannot be in a filter. Whatever it contains, it stays
// a single value: text is put in backticks and has none inside, and everything else is a number, true or false.
func valueOf(k filterKind, fieldType, typed string) (value, reason string) {
	if strings.TrimSpace(typed) == "" {
		return "", "Enter a value: Typesense cannot filter by empty ones."
	}
	element, array := strings.CutSuffix(fieldType, "[]")
	value = strings.TrimSpace(typed)
	switch {
	case array && value[0] == '[' && jx.Valid(value):
		return "", "Enter one entry of the array, not the array."
	case k == filterText, k == filterID:
		return quotedValue(k, typed)
	}
	switch {
	case element == "bool" && value != "true" && value != "false":
		return "", value + " is not true or false."
	case element == "int32" && !edit.Integer(value, 32), element == "int64" && !edit.Integer(value, 64):
		return "", "Not an " + element + ": " + value + "."
	case element == "float" && !jx.Number(value):
		return "", value + " is not a number."
	case element == "float" && !isFloat(value):
		return "", value + " is beyond the numbers that a float can have."
	}
	return value, ""
}

// quotedValue puts a text or an id in backticks, which cannot be escaped inside.
func quotedValue(k filterKind, text string) (value, reason string) {
	switch {
	case strings.Contains(text, "`"):
		return "", "Typesense cannot filter by a value with a backtick."
	case strings.HasSuffix(text, `\`):
		return "", "Typesense cannot filter by a value that ends in a backslash."
	case k == filterText && !strings.ContainsFunc(text, isLetterOrDigit):
		return "", "Typesense ignores punctuation in texts, so it cannot search for punctuation alone."
	case k == filterID && strings.TrimSpace(text) != text:
		return "", "Typesense cannot find an id that begins or ends with a space."
	case k == filterID && strings.Trim(text, "*") == "":
		return "", "Typesense takes * for every document."
	}
	return "`" + text + "`", ""
}

func isLetterOrDigit(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f
}
