package elasticsearch

import (
	"math"
	"math/big"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// class groups the field types that are compared in the same way.
type class int

const (
	opaque   class = iota // stored only: binary, vectors, points
	words                 // analysed text
	exact                 // keyword, flattened, boolean terms
	whole                 // integers, dates and booleans as int64
	fraction              // floats
	address               // ip, as 16 bytes
	interval              // ranges
)

func (f *field) class() class {
	switch f.kind {
	case "text":
		return words
	case "keyword", "flattened":
		return exact
	case "long", "integer", "short", "byte", "date", "date_nanos", "boolean":
		return whole
	case "double", "float", "half_float":
		return fraction
	case "ip":
		return address
	}
	if strings.HasSuffix(f.kind, "_range") {
		return interval
	}
	return opaque
}

// value is one indexed value of one field.
type value struct {
	text     string // exact: the term; address: 16 bytes
	whole    int64
	fraction float64
	tokens   []string // words
	low      *value   // interval, both ends included
	high     *value
	lon, lat float64 // of a point
	raw      string  // the JSON text in the source
}

// limits are the smallest and the largest value of the integer types.
var limits = map[string][2]int64{
	"byte": {math.MinInt8, math.MaxInt8}, "short": {math.MinInt16, math.MaxInt16}, "integer": {math.MinInt32, math.MaxInt32}, "long": {math.MinInt64, math.MaxInt64},
}

// parse parses a JSON scalar the way the field's type would index it. It fails only if the value's format is invalid.
func (f *field) parse(v gjson.Result) (value, *failure) {
	text := scalar(v)
	out := value{raw: v.Raw}
	switch f.kind {
	case "keyword":
		if f.lowercase {
			text = strings.ToLower(text)
		}
		out.text = text
	case "flattened":
		out.text = text
	case "text":
		out.text, out.tokens = text, analyse(text)
	case "long", "integer", "short", "byte":
		n, fail := integer(text)
		if fail != nil {
			return out, fail
		}
		out.whole = n
	case "date", "date_nanos":
		at, fail := moment(text, false)
		if fail != nil {
			return out, fail
		}
		out.whole = f.ticks(at)
	case "boolean":
		b, fail := boolean(v)
		if fail != nil {
			return out, fail
		}
		if b {
			out.whole = 1
		}
		out.text = strconv.FormatBool(b)
	case "double", "float", "half_float":
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return out, numberFormat(text)
		}
		out.fraction = roundTo(f.kind, n)
		if text == "-0" {
			out.fraction = 0 // the engine reads -0 as the integer zero
		}
	case "ip":
		ip, fail := addressOf(text)
		if fail != nil {
			return out, fail
		}
		out.text = ip
	}
	return out, nil
}

// ticks returns the number that a date field stores: milliseconds, or nanoseconds.
func (f *field) ticks(at time.Time) int64 {
	if f.kind == "date_nanos" {
		return at.UnixNano()
	}
	return at.UnixMilli()
}

// scalar returns the text of a JSON scalar: a string decoded, everything else verbatim.
func scalar(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.String()
	}
	return v.Raw
}

func numberFormat(text string) *failure {
	return &failure{kind: "number_format_exception", reason: "For input string: " + quote(text)}
}

// integer parses a number and truncates a fraction, as the engine does when indexing.
func integer(text string) (int64, *failure) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	r, ok := new(big.Rat).SetString(strings.TrimSpace(text))
	if !ok || strings.ContainsAny(text, "/_xXoOpP") {
		return 0, numberFormat(text)
	}
	n := new(big.Int).Quo(r.Num(), r.Denom())
	if !n.IsInt64() {
		return 0, badArgument("Value [%s] is out of range for a long", text)
	}
	return n.Int64(), nil
}

func boolean(v gjson.Result) (bool, *failure) {
	switch scalar(v) {
	case "true":
		return true, nil
	case "false", "":
		return false, nil
	}
	return false, badArgument("Can't parse boolean value [%s], expected [true] or [false]", scalar(v))
}

func addressOf(text string) (string, *failure) {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return "", badArgument("'%s' is not an IP string literal.", text)
	}
	b := ip.As16()
	return string(b[:]), nil
}

// addressText formats 16 bytes like the engine: as IPv4 if it is a mapped address, otherwise as the shortest IPv6 form.
func addressText(b string) string {
	ip, ok := netip.AddrFromSlice([]byte(b))
	if !ok {
		return ""
	}
	return ip.Unmap().String()
}

// prefixRange returns the first and the last address of a CIDR block.
func prefixRange(text string) (low, high string, fail *failure) {
	p, err := netip.ParsePrefix(text)
	if err != nil {
		return "", "", badArgument("'%s' is not a valid CIDR block", text)
	}
	first := p.Masked().Addr().As16()
	last := first
	bits := p.Bits()
	if p.Addr().Is4() {
		bits += 96
	}
	for i := bits; i < 128; i++ {
		last[i/8] |= 1 << (7 - i%8)
	}
	return string(first[:]), string(last[:]), nil
}

// compare orders two values of one class.
func (c class) compare(a, b value) int {
	switch c {
	case whole:
		return order(a.whole < b.whole, a.whole > b.whole)
	case fraction:
		return compareDoubles(a.fraction, b.fraction)
	}
	return strings.Compare(a.text, b.text)
}

// compareDoubles is Java's Double.compare: -0.0 sorts before 0.0.
func compareDoubles(a, b float64) int {
	if a == b && a == 0 {
		return order(math.Signbit(a) && !math.Signbit(b), math.Signbit(b) && !math.Signbit(a))
	}
	return order(a < b, a > b)
}

func order(less, more bool) int {
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}
