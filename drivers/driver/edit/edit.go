// Package edit has what every driver's planner needs: checks of numbers as text, and partial documents.
package edit

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Integer reports whether text is a JSON integer, without a fraction or an exponent, that fits into a signed integer of
// the given number of bits.
func Integer(text string, bits int) bool {
	if !jx.Number(text) {
		return false
	}
	_, err := strconv.ParseInt(text, 10, bits)
	return err == nil
}

// Unsigned reports whether text is such an integer and fits into an unsigned 64-bit integer.
func Unsigned(text string) bool {
	if !jx.Number(text) {
		return false
	}
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil
}

// Float reports whether text is a JSON number whose absolute value is at most most; 0 for most means the largest 64-bit
// float.
func Float(text string, most float64) bool {
	if !jx.Number(text) {
		return false
	}
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && (most == 0 || f <= most && f >= -most)
}

// Within these limits, every engine that writes 64-bit floats writes a number in plain notation.
const (
	sureDigits  = 15 // significant digits that a 64-bit float preserves
	plainDigits = 7  // digits before the decimal point
	smallZeros  = "00"
)

// Respelled reports whether a JSON text contains a number that an engine would write differently after reading it into
// a 64-bit float: 1e2, 1.50, -0 or one with too many digits. It returns true if in doubt.
func Respelled(text string) bool {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		case c == '-' || c >= '0' && c <= '9':
			end := i
			for end < len(text) && strings.IndexByte("+-.eE0123456789", text[end]) >= 0 {
				end++
			}
			if respelled(text[i:end]) {
				return true
			}
			i = end
		default:
			i++
		}
	}
	return false
}

func respelled(number string) bool {
	if number == "-0" || strings.ContainsAny(number, "eE") {
		return true
	}
	whole, fraction, floating := strings.Cut(strings.TrimPrefix(number, "-"), ".")
	switch {
	case !floating:
		return false
	case len(whole)+len(fraction) > sureDigits, len(whole) > plainDigits:
		return true
	case fraction == "0":
		return false
	case strings.HasSuffix(fraction, "0"):
		return true
	}
	return whole == "0" && strings.HasPrefix(fraction, smallZeros)
}

// Partial returns a JSON object with the given values, each at its path of keys. Paths with a common beginning share
// objects. No path may be a prefix of another.
func Partial(values []driver.SpliceEdit) string {
	w := jx.NewWriter(256)
	Write(w, values)
	return string(w.Bytes())
}

// Write writes the object that [Partial] returns.
func Write(w *jx.Writer, values []driver.SpliceEdit) { partial(w, values, 0) }

// partial writes the object for values whose keys agree up to depth.
func partial(w *jx.Writer, values []driver.SpliceEdit, depth int) {
	w.Open('{')
	if len(values) == 1 {
		for _, key := range values[0].Path[depth : len(values[0].Path)-1] {
			w.Key(key).Open('{')
		}
		w.Key(values[0].Path[len(values[0].Path)-1]).Raw(values[0].Value)
		for range len(values[0].Path) - depth {
			w.Close("}")
		}
		return
	}
	done := make([]bool, len(values))
	for i := range values {
		if done[i] {
			continue
		}
		key := values[i].Path[depth]
		w.Key(key)
		if len(values[i].Path) == depth+1 {
			w.Raw(values[i].Value)
			continue
		}
		var below []driver.SpliceEdit
		for j := i; j < len(values); j++ {
			if !done[j] && len(values[j].Path) > depth+1 && values[j].Path[depth] == key {
				below, done[j] = append(below, values[j]), true
			}
		}
		partial(w, below, depth+1)
	}
	w.Close("}")
}

// Overlap returns two paths of which one is a prefix of the other, or that are equal.
func Overlap(values []driver.SpliceEdit) (one, other []string, found bool) {
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			a, b := values[i].Path, values[j].Path
			if n := min(len(a), len(b)); same(a[:n], b[:n]) {
				return a, b, true
			}
		}
	}
	return nil, nil, false
}

func same(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
