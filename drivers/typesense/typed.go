package typesense

import (
	"strconv"
	"strings"

	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
)

// isFloat reports whether a JSON text is a number that a float can hold (Collections, "Field types"): one of 32 bits, of
// which the engine writes the largest as 3.4028235e+38.
func isFloat(json string) bool {
	_, err := strconv.ParseFloat(json, 32)
	return jx.Number(json) && err == nil
}

// typed returns the JSON text of what was typed into a cell of a type, or why the type does not allow it. Typesense
// itself accepts much that it then indexes as something else, such as 2147483648 for an int32.
func typed(fieldType, text string, null bool) (value, reason string) {
	if null {
		return "null", ""
	}
	if fieldType == "string" || fieldType == "image" {
		return quote(text), ""
	}
	text = strings.TrimSpace(text)
	problem := "Not " + article(fieldType) + ": " + wanted(fieldType)
	if !jx.Valid(text) || !holds(fieldType, text) {
		return "", problem
	}
	return text, ""
}

// holds reports whether a type allows a JSON value.
func holds(fieldType, json string) bool {
	if element, list := strings.CutSuffix(fieldType, "[]"); list {
		return json[0] == '[' && all(json, func(item string) bool { return holds(element, item) })
	}
	switch fieldType {
	case "int32":
		return edit.Integer(json, 32)
	case "int64":
		return edit.Integer(json, 64)
	case "float":
		return isFloat(json)
	case "bool":
		return json == "true" || json == "false"
	case "string", "image":
		return json[0] == '"'
	case "object":
		return json[0] == '{'
	case "geopoint":
		place := items(json)
		return json[0] == '[' && len(place) == 2 && edit.Float(place[0], 90) && edit.Float(place[1], 180)
	case "geopolygon":
		return json[0] == '[' && len(items(json))%2 == 0 && all(json, func(item string) bool { return edit.Float(item, 180) })
	}
	return true
}

func all(array string, is func(item string) bool) bool {
	ok := true
	jx.Items(array, func(item string) bool {
		ok = is(item)
		return ok
	})
	return ok
}

// sameKind reports whether an entry of an array of leaves is text if its type is text, and not text otherwise.
func sameKind(fieldType, entry string) bool {
	element := strings.TrimSuffix(fieldType, "[]")
	return entry == "null" || (entry[0] == '"') == (element == "string" || element == "image")
}

// wanted describes how to type a value of a type.
func wanted(fieldType string) string {
	switch fieldType {
	case "int32":
		return "an integer from -2147483648 to 2147483647."
	case "int64":
		return "an integer from -9223372036854775808 to 9223372036854775807."
	case "float":
		return "a number such as -12.5."
	case "bool":
		return "type true or false."
	case "geopoint":
		return "type [52.5, 13.4], latitude first."
	case "geopoint[]":
		return "type [[52.5, 13.4], [48.8, 2.3]], latitude first."
	case "object":
		return `type {"key": "value"}.`
	case "object[]":
		return `type [{"key": "value"}].`
	case "string[]":
		return `type ["a", "b"].`
	case "bool[]":
		return "type [true, false]."
	}
	if element, list := strings.CutSuffix(fieldType, "[]"); list {
		return "type [1, 2], where each is " + strings.TrimSuffix(wanted(element), ".") + "."
	}
	return "type JSON."
}

// article writes a type with its article: "an int32".
func article(fieldType string) string {
	if strings.ContainsAny(fieldType[:min(1, len(fieldType))], "aeiou") {
		return "an " + fieldType
	}
	return "a " + fieldType
}
