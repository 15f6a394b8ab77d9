package typesense

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// bound is one comparison of a number.
type bound struct {
	comparator string // "=", "<", "<=", ">", ">=" or ".."
	a, b       number
	empty      bool // a range with one end, which finds nothing
}

type number struct {
	whole int64
	float float32
}

// numberTerm compares numbers: "10", ">=10", "!=10", "[1..5,7]", and from 30 on "!10".
func (c *collection) numberTerm(f *field, value string) (condition, *failure) {
	major := c.engine.release.major
	negated := false
	if rest, found := strings.CutPrefix(value, "="); found {
		value = strings.TrimLeft(rest, " ")
	}
	if major >= 30 && strings.HasPrefix(value, "!") && !strings.HasPrefix(value, "!=") {
		negated = true
		if value = strings.TrimLeft(value[1:], " "); value == "" {
			return nil, invalid("Error with filter field `%s`: Filter value cannot be empty after '!' operator.", f.name)
		}
	}
	if rest, found := strings.CutPrefix(value, "!="); found && !negated {
		if list, ok := inBrackets(strings.TrimSpace(rest)); ok {
			bounds, fail := c.readBounds(f, strings.Split(list, ","))
			return not(anyBound(f, bounds)), fail
		}
	}
	each := []string{value}
	if list, ok := inBrackets(value); ok {
		each = nil
		if strings.TrimSpace(list) != "" {
			each = strings.Split(list, ",")
		}
	}
	bounds, fail := c.readBounds(f, each)
	if fail != nil {
		return nil, fail
	}
	matches := anyBound(f, bounds)
	for _, b := range bounds {
		if b.comparator == "!=" {
			b.comparator = "="
			matches = not(anyBound(f, []bound{b}))
		}
	}
	if negated {
		return not(matches), nil
	}
	return matches, nil
}

func (c *collection) readBounds(f *field, values []string) ([]bound, *failure) {
	var out []bound
	for _, value := range values {
		b, fail := c.readBound(f, strings.TrimSpace(value))
		if fail != nil {
			return nil, fail
		}
		out = append(out, b)
	}
	return out, nil
}

func (c *collection) readBound(f *field, value string) (bound, *failure) {
	b := bound{comparator: "="}
	switch {
	case isWholeText(value) || isFloatText(value):
	case strings.HasPrefix(value, "<=") || strings.HasPrefix(value, ">=") || strings.HasPrefix(value, "!="):
		b.comparator, value = value[:2], value[2:]
	case strings.HasPrefix(value, "<") || strings.HasPrefix(value, ">"):
		b.comparator, value = value[:1], value[1:]
	case strings.Contains(value, ".."):
		return c.readRange(f, value)
	default:
		return b, invalid("Error with filter field `%s`: Numerical field has an invalid comparator.", f.name)
	}
	var fail *failure
	b.a, fail = c.readNumber(f, strings.TrimSpace(value))
	return b, fail
}

func (c *collection) readRange(f *field, value string) (bound, *failure) {
	b := bound{comparator: ".."}
	var ends []number
	for end := range strings.SplitSeq(value, "..") {
		if end = strings.TrimSpace(end); end == "" {
			continue
		}
		n, fail := c.readNumber(f, end)
		if fail != nil {
			return b, fail
		}
		ends = append(ends, n)
	}
	if len(ends) != 2 {
		b.empty = true
		return b, nil
	}
	b.a, b.b = ends[0], ends[1]
	return b, nil
}

func isWholeText(text string) bool {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "-"), "+")
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func isFloatText(text string) bool {
	if strings.Contains(text, "_") {
		return false
	}
	if lower := strings.ToLower(strings.TrimLeft(text, "+-")); strings.HasPrefix(lower, "0x") && !strings.Contains(lower, "p") {
		text += "p0"
	}
	_, err := strconv.ParseFloat(text, 32)
	return err == nil
}

// readNumber reads a number of the field's type.
func (c *collection) readNumber(f *field, text string) (number, *failure) {
	if f.base() == "float" {
		v, err := strconv.ParseFloat(text, 32)
		if err != nil {
			return number{}, invalid("Error with filter field `%s`: Not a float.", f.name)
		}
		return number{float: float32(v)}, nil
	}
	if !isWholeText(text) {
		return number{}, invalid("Error with filter field `%s`: Not an %s.", f.name, f.base())
	}
	v, err := strconv.ParseInt(text, 10, 64)
	switch {
	case f.base() == "int32" && (err != nil || v > math.MaxInt32 || v < math.MinInt32):
		if c.engine.release.major < 29 {
			return number{}, invalid("Error with filter field `%s`: Not an int32.", f.name)
		}
		return number{}, invalid("Error with filter field `%s`: `%s` exceeds the range of an int32.", f.name, text)
	case err != nil:
		return number{}, neverAnswered("never answers a filter with a number outside the range of an int64")
	}
	return number{whole: v}, nil
}

func anyBound(f *field, bounds []bound) condition {
	if f.base() == "float" {
		return func(d *document) bool {
			return slices.ContainsFunc(d.index[f.name].floats, func(v float32) bool {
				return slices.ContainsFunc(bounds, func(b bound) bool { return holds(b, v, b.a.float, b.b.float) })
			})
		}
	}
	return func(d *document) bool {
		return slices.ContainsFunc(d.index[f.name].whole, func(v int64) bool {
			return slices.ContainsFunc(bounds, func(b bound) bool { return holds(b, v, b.a.whole, b.b.whole) })
		})
	}
}

func holds[N int64 | float32](r bound, v, a, b N) bool {
	switch r.comparator {
	case "<":
		return v < a
	case "<=":
		return v <= a
	case ">":
		return v > a
	case ">=":
		return v >= a
	case "..":
		return !r.empty && v >= a && v <= b
	}
	return v == a
}

// flagTerm compares booleans.
func (c *collection) flagTerm(f *field, value string) (condition, *failure) {
	negated := false
	if rest, found := strings.CutPrefix(value, "!="); found {
		negated, value = true, rest
	} else if rest, found := strings.CutPrefix(value, "!"); found && c.engine.release.major >= 30 {
		if negated, value = true, rest; strings.TrimSpace(value) == "" {
			return nil, invalid("Error with filter field `%s`: Filter value cannot be empty after '!' operator.", f.name)
		}
	} else {
		value = strings.TrimPrefix(value, "=")
	}
	if value = strings.TrimSpace(value); value == "" {
		return nil, emptyValue(f.name)
	}
	list, isList := inBrackets(value)
	if !isList {
		list = value
	}
	wanted := map[bool]bool{}
	for each := range strings.SplitSeq(list, ",") {
		each = strings.TrimSpace(each)
		switch {
		case each == "true" || each == "false":
			wanted[each == "true"] = true
		case each == "" && isList:
		case isList:
			return nil, invalid("Values of filter field `%s`: must be `true` or `false`.", f.name)
		default:
			return nil, invalid("Value of filter field `%s` must be `true` or `false`.", f.name)
		}
	}
	return func(d *document) bool {
		return slices.ContainsFunc(d.index[f.name].flags, func(v bool) bool { return wanted[v] }) != negated
	}, nil
}

// textTerm compares words: "=" whole texts, otherwise words anywhere in a text.
func (c *collection) textTerm(f *field, value string) (condition, *failure) {
	whole, negated := false, false
	switch {
	case strings.HasPrefix(value, "="):
		whole, value = true, value[1:]
	case strings.HasPrefix(value, "!="):
		whole, negated, value = true, true, value[2:]
	case strings.HasPrefix(value, "!"):
		negated, value = true, value[1:]
	}
	if value = strings.TrimLeft(value, " "); value == "" {
		return nil, emptyValue(f.name)
	}
	list, isList := inBrackets(value)
	values := []string{value}
	if isList {
		values = splitValues(list)
		if len(values) == 0 && c.engine.release.major < 29 {
			return nil, invalid("Error with filter field `%s`: Filter value array cannot be empty.", f.name)
		}
	}
	var wanted []textMatch
	for _, each := range values {
		m := c.textMatch(f, each, whole)
		if len(m.words) > 0 {
			wanted = append(wanted, m)
		} else if !isList {
			return nil, emptyValue(f.name)
		}
	}
	return func(d *document) bool {
		texts := d.index[f.name].texts
		return slices.ContainsFunc(wanted, func(m textMatch) bool { return m.matches(texts) }) != negated
	}, nil
}

// textMatch is what a text must be like.
type textMatch struct {
	words                        []string
	prefix, whole, phrase, exact bool // exact: a prefix must not have more words behind it
}

func (c *collection) textMatch(f *field, value string, whole bool) textMatch {
	m := textMatch{whole: whole}
	if c.engine.release.major >= 30 && len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
		m.phrase, m.whole = true, false
	} else if rest, found := strings.CutSuffix(value, "*"); found {
		m.prefix, m.exact, value = true, c.engine.release.major < 29, rest
	}
	m.words = f.tokenizer(c).texts(value)
	return m
}

func (m textMatch) matches(texts []indexedText) bool {
	switch {
	case m.phrase:
		return slices.ContainsFunc(texts, func(t indexedText) bool { return m.hasPhrase(t.words) })
	case m.whole:
		return slices.ContainsFunc(texts, func(t indexedText) bool { return m.equals(t.words) })
	}
	for i, w := range m.words {
		prefix := m.prefix && i == len(m.words)-1
		if !slices.ContainsFunc(texts, func(t indexedText) bool {
			return slices.ContainsFunc(t.words, func(each string) bool { return each == w || prefix && strings.HasPrefix(each, w) })
		}) {
			return false
		}
	}
	return true
}

func (m textMatch) hasPhrase(words []string) bool {
	for i := 0; i+len(m.words) <= len(words); i++ {
		if slices.Equal(words[i:i+len(m.words)], m.words) {
			return true
		}
	}
	return false
}

func (m textMatch) equals(words []string) bool {
	if !m.prefix {
		return slices.Equal(words, m.words)
	}
	last := len(m.words) - 1
	if len(words) <= last || m.exact && len(words) != len(m.words) {
		return false
	}
	return slices.Equal(words[:last], m.words[:last]) && strings.HasPrefix(words[last], m.words[last])
}
