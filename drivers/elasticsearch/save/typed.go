package save

import (
	"math"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

const (
	maxHalfFloat = 65504 // Mapping, "Numeric field types"
	notJSON      = "Not valid JSON."
)

// typed returns the JSON text of what was typed into a cell, or why the type of its field does not allow it.
// Elasticsearch itself accepts much that it then indexes as something else, such as 1.5 for an integer (Mapping,
// "coerce").
func typed(cell *driver.CellEdit, seen *driver.Seen) (value, reason string) {
	switch {
	case cell.Remove:
		return "", ""
	case strings.Contains(cell.Type, ", "):
		return "", cell.Column + " has several types here (" + cell.Type + "). Open one of the indices to edit it."
	case cell.Null:
		return "null", ""
	}
	if check := scalars(cell); check != nil {
		return scalar(cell, seen, check)
	}
	text := strings.TrimSpace(cell.Text)
	if cell.Type == "geo_point" || cell.Type == "point" || cell.Type == "geo_shape" || cell.Type == "shape" {
		text = located(cell.Type, text)
	}
	if !jx.Valid(text) {
		return "", notJSON + " Type a value of type " + cell.Type + " as " + example(cell.Type)
	}
	if text != "null" && !allows(cell, text) {
		return "", "Not a value of type " + cell.Type + ". Type it as " + example(cell.Type)
	}
	if reason = emptyProblem(cell, text); reason != "" {
		return "", reason
	}
	return text, ""
}

// scalarCheck turns a typed text, or one element of a typed array, into JSON; ok is false if the type does not allow
// it. Elements are already JSON.
type scalarCheck struct {
	convert  func(text string, seen *driver.Seen) (value string, ok bool)
	element  func(json string) bool
	verbatim bool                     // every character of the text counts, even a bracket at its beginning
	problem  string                   // what the type does not allow
	why      func(text string) string // the same of a text, in place of problem
}

// scalars returns the check of a type whose values are single ones or arrays of them, nil for any other.
func scalars(cell *driver.CellEdit) *scalarCheck {
	switch fieldType := cell.Type; fieldType {
	case "long":
		return integer(64, "Not a long: an integer from -9223372036854775808 to 9223372036854775807.")
	case "integer":
		return integer(32, "Not an integer: a whole number from -2147483648 to 2147483647.")
	case "short":
		return integer(16, "Not a short: an integer from -32768 to 32767.")
	case "byte":
		return integer(8, "Not a byte: an integer from -128 to 127.")
	case "unsigned_long":
		return number(edit.Unsigned, "Not an unsigned_long: an integer from 0 to 18446744073709551615.")
	case "double", "scaled_float":
		return decimal(0, "Not a "+fieldType+": a number such as -12.5 or 1e3.")
	case "float":
		return decimal(math.MaxFloat32, "Not a float: a number such as -12.5, up to 3.4028235e38.")
	case "half_float":
		return decimal(maxHalfFloat, "Not a half_float: a number from -65504 to 65504.")
	case "rank_feature":
		return number(func(s string) bool { return edit.Float(s, 0) && s[0] != '-' }, "Not a rank_feature: a positive number.")
	case "boolean":
		return number(func(s string) bool { return s == "true" || s == "false" }, "Not a boolean: type true or false.")
	case "date", "date_nanos":
		return dateCheck(cell)
	case "ip":
		return texting(es.IsIP, "Not an IP address, such as 192.0.2.1 or 2001:db8::1.")
	case "binary":
		return texting(base64, "Not Base64.")
	case "keyword", "text", "match_only_text", "annotated_text", "search_as_you_type", "semantic_text", "constant_keyword",
		"wildcard", "version", "token_count", "murmur3":
		return &anyText
	}
	return nil
}

// anyText checks the fields of texts, most of those that are edited.
var anyText = scalarCheck{
	convert:  func(text string, _ *driver.Seen) (string, bool) { return es.Quote(text), true },
	element:  func(json string) bool { return json[0] != '{' && json[0] != '[' },
	verbatim: true,
}

// integer checks numbers without a fraction.
func integer(bits int, problem string) *scalarCheck {
	return number(func(s string) bool { return edit.Integer(s, bits) }, problem)
}

// decimal checks numbers up to most, or any if it is 0.
func decimal(most float64, problem string) *scalarCheck {
	return number(func(s string) bool { return edit.Float(s, most) }, problem)
}

// number checks texts that are already JSON as they are typed.
func number(fits func(string) bool, problem string) *scalarCheck {
	return &scalarCheck{
		convert: func(text string, _ *driver.Seen) (string, bool) { return text, fits(text) },
		element: fits, problem: problem,
	}
}

// texting checks texts that are written as strings.
func texting(fits func(string) bool, problem string) *scalarCheck {
	return &scalarCheck{
		convert: func(text string, _ *driver.Seen) (string, bool) { return es.Quote(text), fits(text) },
		element: func(s string) bool { return s[0] == '"' && fits(jx.Unquote(s)) }, problem: problem,
	}
}

// scalar converts a single value, or an array of values. A text that begins with a bracket is an array, but in a field
// of texts only if the document has one.
func scalar(cell *driver.CellEdit, seen *driver.Seen, check *scalarCheck) (value, reason string) {
	text := cell.Text
	if !check.verbatim {
		text = strings.TrimSpace(text)
	}
	switch {
	case check.verbatim && seen.List, !check.verbatim && strings.HasPrefix(text, "["):
		return array(strings.TrimSpace(text), check)
	case text == "" && !check.verbatim:
		return "", "The value is missing. Use Set to NULL to empty the cell."
	}
	value, ok := check.convert(text, seen)
	if !ok {
		return "", check.reason(text)
	}
	return value, ""
}

// reason says why a text is not allowed.
func (c *scalarCheck) reason(text string) string {
	if c.why != nil {
		return c.why(text)
	}
	return c.problem
}

// array checks an array element by element.
func array(text string, check *scalarCheck) (value, reason string) {
	switch {
	case !jx.Valid(text):
		return "", notJSON + " The cell contains an array: type one such as [\"a\", \"b\"]."
	case text[0] != '[' && (text == "null" || check.element(text)):
		return text, ""
	case text[0] != '[' && check.verbatim:
		return "", "The cell contains an array of texts: type one such as [\"a\", \"b\"]."
	case text[0] != '[':
		return "", check.reason(jx.Unquote(text))
	}
	ok, wrong := true, ""
	jx.Items(text, func(item string) bool {
		ok, wrong = item == "null" || check.element(item), item
		return ok
	})
	if !ok && check.verbatim {
		return "", "An element of the array is not text."
	}
	if !ok {
		return "", "In an element of the array: " + check.reason(jx.Unquote(wrong))
	}
	return text, ""
}

func base64(text string) bool {
	body := strings.TrimRight(text, "=")
	for i := range len(body) {
		c := body[i]
		if !(c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/') {
			return false
		}
	}
	return len(text)%4 == 0 && len(text)-len(body) <= 2
}

// located quotes a text that spells a place in a form other than JSON, so that it becomes JSON: "52.5,13.4",
// POINT (13.4 52.5) or, for a geo_point, a geohash of five letters or more (Mapping, "Geopoint field type"). A single
// letter would be a geohash, too.
func located(fieldType, text string) string {
	if jx.Valid(text) && !jx.Number(text) || text == "" {
		return text
	}
	upper := strings.ToUpper(text)
	for _, word := range shapeWords {
		if strings.HasPrefix(upper, word) {
			return es.Quote(text)
		}
	}
	if strings.HasSuffix(fieldType, "point") && (pair(fieldType, text) || fieldType == "geo_point" && geohash(text)) {
		return es.Quote(text)
	}
	return text
}

// pair reports whether a text is two numbers with a comma: latitude and longitude, or x and y.
func pair(fieldType, text string) bool {
	first, second, found := strings.Cut(text, ",")
	return found && coordinates(fieldType, strings.TrimSpace(first), strings.TrimSpace(second))
}

func geohash(text string) bool {
	const least, most = 5, 12
	return len(text) >= least && len(text) <= most && strings.Trim(text, "0123456789bcdefghjkmnpqrstuvwxyz") == ""
}

// coordinates reports whether two JSON numbers are a latitude and a longitude, or any x and y for a point.
func coordinates(fieldType, lat, lon string) bool {
	if fieldType != "geo_point" {
		return edit.Float(lat, 0) && edit.Float(lon, 0)
	}
	return edit.Float(lat, 90) && edit.Float(lon, 180)
}

// allows reports whether a type allows a JSON value other than null.
func allows(cell *driver.CellEdit, json string) bool {
	switch fieldType := cell.Type; fieldType {
	case "object", "", "nested", "flattened", "passthrough":
		return objects(json)
	case "integer_range":
		return ranges(json, func(s string) bool { return edit.Integer(s, 32) })
	case "long_range":
		return ranges(json, func(s string) bool { return edit.Integer(s, 64) })
	case "float_range":
		return ranges(json, func(s string) bool { return edit.Float(s, math.MaxFloat32) })
	case "double_range":
		return ranges(json, func(s string) bool { return edit.Float(s, 0) })
	case "date_range":
		return ranges(json, dateCheck(cell).element)
	case "ip_range":
		return ranges(json, func(s string) bool { return s[0] == '"' && es.IsIP(jx.Unquote(s)) })
	case "geo_point", "point":
		return point(fieldType, json)
	case "geo_shape", "shape":
		return shape(json)
	case "completion":
		return completion(json)
	case "join":
		return json[0] == '"' && json != `""` || jx.Text(json, "name") != ""
	}
	return true
}

// objects reports whether a value is an object or an array of objects.
func objects(json string) bool {
	if json[0] != '[' {
		return json[0] == '{'
	}
	ok := true
	jx.Items(json, func(item string) bool {
		ok = item == "null" || objects(item)
		return ok
	})
	return ok
}

// ranges reports whether a value is a range whose ends fit, or an array of such (Mapping, "Range field types"). A range
// of addresses can also be a network.
func ranges(json string, fits func(string) bool) bool {
	ok := true
	switch json[0] {
	case '[':
		jx.Items(json, func(item string) bool {
			ok = item == "null" || ranges(item, fits)
			return ok
		})
		return ok
	case '"':
		return es.IsNetwork(jx.Unquote(json)) && fits(`"0.0.0.0"`)
	case '{':
		jx.Each(json, func(key, value string) bool {
			known := key == "gte" || key == "gt" || key == "lte" || key == "lt"
			ok = known && (value == "null" || fits(value))
			return ok
		})
		return ok
	}
	return false
}

// point reports whether a value is a place, or an array of such: {"lat":52.5,"lon":13.4}, [13.4,52.5] with the
// longitude first, GeoJSON, or a text that located quotes.
func point(fieldType, json string) bool {
	switch json[0] {
	case '"':
		text := jx.Unquote(json)
		return located(fieldType, text) != text && (fieldType != "geo_point" || onEarth(text))
	case '[':
		return pointArray(fieldType, json)
	case '{':
	default:
		return false
	}
	if kind := jx.Text(json, "type"); kind != "" && fieldType == "geo_point" {
		at, _ := jx.Get(json, "coordinates")
		return strings.EqualFold(kind, "point") && strings.HasPrefix(at, "[") && pointArray(fieldType, at)
	} else if kind != "" || jx.Text(json, "geohash") != "" {
		return true
	}
	first, second := "lat", "lon"
	if fieldType == "point" {
		first, second = "x", "y"
	}
	lat, _ := jx.Get(json, first)
	lon, _ := jx.Get(json, second)
	return coordinates(fieldType, jx.Unquote(lat), jx.Unquote(lon))
}

// shapeWords begin the shapes in well-known text.
var shapeWords = []string{"POINT", "LINESTRING", "POLYGON", "MULTI", "GEOMETRYCOLLECTION", "BBOX"}

// onEarth reports whether a text is not well-known text of a shape other than a point, nor of a point without a longitude
// and a latitude that there are. POINT EMPTY and POINT Z are left to the engine.
func onEarth(text string) bool {
	upper := strings.ToUpper(text)
	for _, word := range shapeWords[1:] {
		if strings.HasPrefix(upper, word) {
			return false
		}
	}
	rest, isWKT := strings.CutPrefix(upper, shapeWords[0])
	if rest = strings.TrimSpace(rest); !isWKT || !strings.HasPrefix(rest, "(") {
		return rest != ""
	}
	inside, _, _ := strings.Cut(rest[1:], ")")
	numbers := strings.Fields(inside)
	return len(numbers) > 1 && within(numbers[0], 180) && within(numbers[1], 90)
}

// within reports whether a text is a number from -most to most.
func within(text string, most float64) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f >= -most && f <= most
}

func pointArray(fieldType, json string) bool {
	var items []string
	jx.Items(json, func(item string) bool {
		items = append(items, item)
		return true
	})
	if n := len(items); (n == 2 || n == 3) && jx.Number(items[0]) && jx.Number(items[1]) {
		return coordinates(fieldType, items[1], items[0])
	}
	for _, item := range items {
		if item != "null" && (jx.Number(item) || !point(fieldType, item)) {
			return false
		}
	}
	return true
}

// shape reports whether a value is GeoJSON or well-known text, or an array of such.
func shape(json string) bool {
	switch json[0] {
	case '"':
		text := jx.Unquote(json)
		return located("shape", text) != text
	case '{':
		return jx.Text(json, "type") != ""
	case '[':
		ok := true
		jx.Items(json, func(item string) bool {
			ok = item == "null" || shape(item)
			return ok
		})
		return ok
	}
	return false
}

// completion reports whether a completion field accepts a value: a text, an object with its input, or an array of them
// (Mapping, "Completion field type"). Contexts are left to the engine.
func completion(json string) bool {
	ok := true
	switch json[0] {
	case '"':
		return !strings.ContainsAny(jx.Unquote(json), "\x00\x1e\x1f") // which separate suggestions in the index
	case '[':
		jx.Items(json, func(item string) bool {
			ok = item[0] != '[' && completion(item)
			return ok
		})
		return ok
	case '{':
		jx.Each(json, func(key, value string) bool {
			switch key {
			case "input":
				ok = inputs(value)
			case "weight":
				ok = value[0] == '"' || edit.Integer(value, 32) && value[0] != '-'
			default:
				ok = key == "contexts"
			}
			return ok
		})
		return ok
	}
	return false
}

// inputs reports whether a value is a text or an array of texts that can be completed.
func inputs(json string) bool {
	if json[0] != '[' {
		return json[0] == '"' && completion(json)
	}
	ok := true
	jx.Items(json, func(item string) bool {
		ok = item[0] == '"' && completion(item)
		return ok
	})
	return ok
}

// example returns how to type a value of a type.
func example(fieldType string) string {
	switch fieldType {
	case "integer_range", "long_range", "float_range", "double_range":
		return `{"gte": 1, "lt": 10}.`
	case "date_range":
		return `{"gte": "2024-01-01", "lt": "2025-01-01"}.`
	case "ip_range":
		return `{"gte": "192.0.2.0", "lte": "192.0.2.9"} or "192.0.2.0/24".`
	case "geo_point":
		return `{"lat": 52.5, "lon": 13.4}, 52.5,13.4 or [13.4, 52.5].`
	case "point":
		return `{"x": 1, "y": 2}, 1,2 or [1, 2].`
	case "geo_shape", "shape":
		return `GeoJSON or POINT (13.4 52.5).`
	case "completion":
		return `"word", ["word", "other"] or {"input": "word", "weight": 3}.`
	case "join":
		return `"question" or {"name": "answer", "parent": "1"}.`
	case "object", "", "nested", "flattened", "passthrough":
		return `{"key": "value"}, or an array of such.`
	}
	return "JSON: a text in quotes, a number, an array or an object."
}
