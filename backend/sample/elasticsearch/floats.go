package elasticsearch

import (
	"math"
	"strconv"
	"strings"
)

// javaDouble writes a double as Java's Double.toString does: 1.0, 1.0E10, "Infinity" with quotes.
func javaDouble(v float64) string { return javaText(v, 64) }

// javaFloat writes a float as Java's Float.toString does.
func javaFloat(v float64) string { return javaText(v, 32) }

func javaText(v float64, bits int) string {
	switch {
	case math.IsInf(v, 1):
		return `"Infinity"`
	case math.IsInf(v, -1):
		return `"-Infinity"`
	case math.IsNaN(v):
		return `"NaN"`
	}
	if a := math.Abs(v); a == 0 || a >= 1e-3 && a < 1e7 {
		text := strconv.FormatFloat(v, 'f', -1, bits)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	text := strconv.FormatFloat(v, 'e', -1, bits)
	mantissa, exponent, _ := strings.Cut(text, "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	n, _ := strconv.Atoi(exponent) // FormatFloat wrote a number here
	return mantissa + "E" + strconv.Itoa(n)
}

// halfFloat rounds to the nearest 16-bit float, ties to even.
func halfFloat(v float64) float64 {
	bits := math.Float32bits(float32(v))
	sign, exponent, fraction := bits>>31, int(bits>>23&0xff)-127, bits&0x7fffff
	switch {
	case exponent > 15:
		return math.Inf(1 - 2*int(sign))
	case exponent < -25:
		return math.Copysign(0, v)
	}
	drop := 13
	if exponent < -14 {
		drop += -14 - exponent
	}
	mantissa := uint64(fraction | 0x800000)
	half := uint64(1) << (drop - 1)
	rounded := mantissa >> drop
	if rest := mantissa & (half<<1 - 1); rest > half || rest == half && rounded&1 == 1 {
		rounded++
	}
	out := math.Ldexp(float64(rounded), drop+exponent-23)
	if out > 65504 {
		out = math.Inf(1)
	}
	return math.Copysign(out, v)
}

// roundTo rounds a number to the precision of a field type.
func roundTo(kind string, v float64) float64 {
	switch kind {
	case "float", "float_range":
		return float64(float32(v))
	case "half_float":
		return halfFloat(v)
	}
	return v
}
