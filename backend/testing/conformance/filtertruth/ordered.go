package filtertruth

import (
	"math/big"
	"net/netip"
	"regexp"
	"strings"

	"quarry/drivers/driver"
)

// span is a value of an ordered type, or everything that a typed value covers, such as a day or a network. Both ends
// are included.
type span struct{ low, high *big.Rat }

func exactly(r *big.Rat) span { return span{r, r} }

// scale says how exactly an engine stores the values of a type.
type scale struct {
	off  func(v *big.Rat) *big.Rat // maximum distance of an indexed value from the document's; nil if it is exact
	edge bool                      // it is uncertain whether a bound matches an equal value
	step *big.Rat                  // only its multiples are exact; nil if all values are
}

// ordered compares numbers, dates, addresses, booleans and ranges of them.
func (f *Field) ordered(r Row) (test, verdict) {
	if f.computes(r) {
		return func(any) truth { return unsure }, either
	}
	var wanted [][]span // for each typed value, what it can mean
	owed := answers
	for _, value := range r.Values {
		readings, more := f.typed(value, r.Operator)
		if owed = max(owed, more); owed == refuses {
			return nil, refuses
		}
		wanted = append(wanted, readings)
	}
	if r.FoldCase || r.Operator == driver.Between && wanted[0][0].low.Cmp(wanted[1][0].high) > 0 {
		owed = max(owed, either)
	}
	if strings.HasSuffix(f.Type, "_range") {
		return func(v any) truth { return f.covers(r.Operator, v, wanted) }, owed
	}
	s := scaleOf(f)
	return func(v any) truth {
		at, certain := f.point(v)
		if at == nil {
			return no
		}
		if r.Operator == driver.Between {
			return certain.orUnsure(within(s, at, wanted[0], wanted[1]))
		}
		return certain.orUnsure(anyOf(wanted, func(readings []span) truth { return s.read(r.Operator, at, readings) }))
	}, owed
}

// orUnsure returns result if a is certain.
func (a truth) orUnsure(result truth) truth {
	if a == yes {
		return result
	}
	return unsure
}

func within(s scale, at *big.Rat, from, to []span) truth {
	return s.read(driver.GreaterOrEqual, at, from).and(s.read(driver.LessOrEqual, at, to))
}

// read compares a value with a typed one, which can mean several things.
func (s scale) read(by driver.OperatorID, at *big.Rat, readings []span) truth {
	result := s.compare(by, at, readings[0])
	for _, other := range readings[1:] {
		result = merged(result, s.compare(by, at, other))
	}
	return result
}

func (s scale) compare(by driver.OperatorID, at *big.Rat, with span) truth {
	switch by {
	case driver.Equals, driver.InList:
		if with.low == with.high && s.off != nil {
			return s.equal(at, with.low)
		}
		return s.less(at, with.low).not().and(s.less(with.high, at).not())
	case driver.Greater:
		return s.less(with.high, at)
	case driver.GreaterOrEqual:
		return s.less(at, with.low).not()
	case driver.Less:
		return s.less(at, with.low)
	}
	return s.less(with.high, at).not()
}

func (s scale) equal(a, b *big.Rat) truth {
	switch {
	case a.Cmp(b) == 0 && (s.step == nil || new(big.Rat).Quo(a, s.step).IsInt()):
		return yes
	case s.near(a, b):
		return unsure
	}
	return no
}

func (s scale) less(a, b *big.Rat) truth {
	switch c := a.Cmp(b); {
	case c == 0 && s.edge, c != 0 && s.near(a, b):
		return unsure
	default:
		return truthOf(c < 0)
	}
}

func (s scale) near(a, b *big.Rat) bool {
	if s.off == nil {
		return false
	}
	distance := new(big.Rat).Sub(a, b)
	return distance.Abs(distance).Cmp(s.off(a)) <= 0
}

// scaleOf returns how exactly a field's values are stored.
func scaleOf(f *Field) scale {
	switch f.Type {
	case "double":
		return scale{off: relative(52, -1073)}
	case "float":
		return scale{off: relative(23, -148)}
	case "half_float":
		return scale{off: relative(10, -23), edge: true}
	case "scaled_float":
		factor, _ := new(big.Rat).SetString(f.Scaling.String())
		step := new(big.Rat).Inv(factor)
		return scale{off: func(*big.Rat) *big.Rat { return step }, edge: true, step: step}
	}
	return scale{}
}

// relative returns the distance between neighbouring binary numbers with that many bits after the first, and at least
// 2^least.
func relative(bits uint, least int) func(*big.Rat) *big.Rat {
	smallest := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(-least)))
	part := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), bits))
	return func(v *big.Rat) *big.Rat {
		off := new(big.Rat).Mul(new(big.Rat).Abs(v), part)
		if off.Cmp(smallest) < 0 {
			return smallest
		}
		return off
	}
}

// limits has the ranges of the integer types.
var limits = map[string][2]string{
	"byte": {"-128", "127"}, "short": {"-32768", "32767"}, "integer": {"-2147483648", "2147483647"},
	"long": {"-9223372036854775808", "9223372036854775807"}, "unsigned_long": {"0", "18446744073709551615"},
}

// decimal matches a typed number. Anything else does not count as one.
var decimal = regexp.MustCompile(`^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$`)

// typed returns what a typed value can mean, and how a driver must treat a row with it.
func (f *Field) typed(value string, by driver.OperatorID) ([]span, verdict) {
	kind := strings.TrimSuffix(f.Type, "_range")
	switch kind {
	case "boolean":
		switch value {
		case "true", "false":
			return []span{exactly(truthNumber(value == "true"))}, answers
		}
		return nil, refuses
	case "ip":
		if kind != f.Type {
			return addresses(value, by, either) // a network in a range of addresses can mean several things
		}
		return addresses(value, by, answers)
	case "date", "date_nanos":
		readings, owed := f.dates(value)
		if strings.HasSuffix(f.Type, "_range") && len(readings) > 0 && (len(readings) > 1 || readings[0].low != readings[0].high) {
			return readings, either
		}
		return readings, owed
	}
	if !decimal.MatchString(value) {
		return nil, refuses
	}
	r, ok := new(big.Rat).SetString(value)
	if !ok {
		return nil, refuses
	}
	limit, whole := limits[kind]
	switch {
	case whole && (!r.IsInt() || r.Cmp(number(limit[0])) < 0 || r.Cmp(number(limit[1])) > 0):
		return nil, refuses
	case whole && strings.ContainsAny(value, ".eE"), value[0] == '-' && r.Sign() == 0 && whole, len(value) > 1 && strings.TrimLeft(value, "-")[0] == '0' && r.IsInt() && r.Sign() != 0:
		return []span{exactly(r)}, either
	case !whole && new(big.Rat).Abs(r).Cmp(largest[kind]) >= 0:
		return nil, refuses
	}
	return []span{exactly(r)}, answers
}

// largest is the smallest number that rounds to infinity: half a step above the largest one of a type.
var largest = map[string]*big.Rat{"double": above(1024, 53), "float": above(128, 24), "half_float": above(16, 11), "scaled_float": above(1024, 53)}

// above returns the number halfway between the largest one of a binary type and the next power of two.
func above(exponent, digits uint) *big.Rat {
	top := new(big.Int).Lsh(big.NewInt(1), exponent)
	return new(big.Rat).SetInt(top.Sub(top, new(big.Int).Lsh(big.NewInt(1), exponent-digits-1)))
}

func number(s string) *big.Rat {
	r, _ := new(big.Rat).SetString(s)
	return r
}

func truthNumber(b bool) *big.Rat {
	if b {
		return big.NewRat(1, 1)
	}
	return new(big.Rat)
}

// point returns the number to compare a document's value by, nil if an engine cannot index it. It is uncertain if the
// engine changes it.
func (f *Field) point(v any) (*big.Rat, truth) {
	s, ok := text(v)
	if !ok {
		return nil, no
	}
	switch f.Type {
	case "boolean":
		return truthNumber(s == "true"), yes
	case "ip":
		a, err := netip.ParseAddr(s)
		if err != nil {
			return nil, no
		}
		return addressNumber(a), yes
	case "date", "date_nanos":
		return f.instant(s)
	}
	if !decimal.MatchString(s) && !strings.HasPrefix(s, "1E+") {
		return nil, no
	}
	r := number(s)
	if _, whole := limits[f.Type]; whole && !r.IsInt() {
		return r, unsure
	}
	return r, yes
}

func addressNumber(a netip.Addr) *big.Rat {
	all := a.As16()
	return new(big.Rat).SetInt(new(big.Int).SetBytes(all[:]))
}

// addresses parses an address, or a network for operators that test equality.
func addresses(value string, by driver.OperatorID, owed verdict) ([]span, verdict) {
	if a, err := netip.ParseAddr(value); err == nil && a.Zone() == "" {
		return []span{exactly(addressNumber(a))}, answers
	}
	network, err := netip.ParsePrefix(value)
	if err != nil || by != driver.Equals && by != driver.InList {
		return nil, refuses
	}
	return []span{networkSpan(network)}, owed
}

func networkSpan(network netip.Prefix) span {
	first := addressNumber(network.Masked().Addr())
	size := new(big.Int).Lsh(big.NewInt(1), uint(network.Addr().BitLen()-network.Bits()))
	last := new(big.Rat).Add(first, new(big.Rat).SetInt(size.Sub(size, big.NewInt(1))))
	return span{first, last}
}

// covers compares a range with a typed value: they are equal if the range contains the value. For other operators a
// driver may choose the meaning.
func (f *Field) covers(by driver.OperatorID, v any, wanted [][]span) truth {
	if by != driver.Equals && by != driver.InList {
		return unsure
	}
	held, ok := f.ends(v)
	if !ok {
		return no
	}
	s := scale{}
	if strings.HasPrefix(f.Type, "double") || strings.HasPrefix(f.Type, "float") {
		s.off = relative(22, -148)
	}
	return anyOf(wanted, func(readings []span) truth {
		result := yes
		for i, w := range readings {
			inside := yes
			if held.low != nil {
				inside = inside.and(s.less(w.low, held.low).not())
			}
			if held.high != nil {
				inside = inside.and(s.less(held.high, w.high).not())
			}
			if s.off != nil && (held.openLow && w.low.Cmp(held.low) == 0 || held.openHigh && w.high.Cmp(held.high) == 0) {
				inside = no
			}
			if w.low != w.high && inside == no && !(held.high != nil && w.low.Cmp(held.high) > 0) && !(held.low != nil && w.high.Cmp(held.low) < 0) {
				inside = unsure // partly inside
			}
			if result = merged(result, inside); i == 0 {
				result = inside
			}
		}
		return result
	})
}

// interval is a range in a document. Its ends may be excluded.
type interval struct {
	span
	openLow, openHigh bool
}

// ends reads a range in a document. An end that it lacks is nil.
func (f *Field) ends(v any) (interval, bool) {
	if s, ok := v.(string); ok && f.Type == "ip_range" {
		network, err := netip.ParsePrefix(s)
		return interval{span: networkSpan(network)}, err == nil
	}
	object, ok := v.(map[string]any)
	if !ok {
		return interval{}, false
	}
	element := *f
	element.Type = strings.TrimSuffix(f.Type, "_range")
	var all interval
	for name, end := range object {
		if end == nil {
			continue
		}
		at, certain := element.point(end)
		if certain != yes {
			return interval{}, false
		}
		step := new(big.Rat)
		switch element.Type {
		case "integer", "long", "ip":
			step = big.NewRat(1, 1)
		case "date":
			step = big.NewRat(millisecond, 1)
		}
		switch name {
		case "gte":
			all.low = at
		case "gt":
			all.low, all.openLow = step.Add(at, step), true
		case "lte":
			all.high = at
		case "lt":
			all.high, all.openHigh = step.Sub(at, step), true
		}
	}
	return all, true
}
