package filter

import (
	"strconv"

	"quarry/drivers/driver/edit"
)

// wholeNumbers are the integer types with their ranges.
var wholeNumbers = map[string][2]string{
	"byte": {"-128", "127"}, "short": {"-32768", "32767"}, "integer": {"-2147483648", "2147483647"},
	"long": {"-9223372036854775808", "9223372036854775807"}, "unsigned_long": {"0", "18446744073709551615"},
}

// largestFractions has the largest number of each fractional type that is smaller than a double.
var largestFractions = map[string]string{"float": "3.4028235e38", "half_float": "65504"}

// beyondHalfFloat is just below the number from which a half_float rounds to infinity.
const beyondHalfFloat = 65519.999

// fits reports whether a typed number fits a numeric type: in its plain spelling if it is an integer.
func fits(kind, value string) bool {
	switch kind {
	case "byte":
		return plain(value) && edit.Integer(value, 8)
	case "short":
		return plain(value) && edit.Integer(value, 16)
	case "integer":
		return plain(value) && edit.Integer(value, 32)
	case "long":
		return plain(value) && edit.Integer(value, 64)
	case "unsigned_long":
		return edit.Unsigned(value)
	case "float":
		_, err := strconv.ParseFloat(value, 32)
		return err == nil && edit.Float(value, 0)
	case "half_float":
		return edit.Float(value, beyondHalfFloat)
	}
	return edit.Float(value, 0)
}

// plain reports whether a whole number is not a signed zero.
func plain(value string) bool { return value != "-0" }
