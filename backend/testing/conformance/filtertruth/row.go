package filtertruth

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"quarry/drivers/driver"
)

// Row is one row of a filter.
type Row struct {
	Column      string
	Operator    driver.OperatorID
	Values      []string
	SameElement bool // about the same element as the previous row
	FoldCase    bool
}

func (r Row) String() string {
	text := fmt.Sprintf("%s %s %q", r.Column, r.Operator, r.Values)
	if r.FoldCase {
		text += " in any case"
	}
	if r.SameElement {
		text = "of the same element " + text
	}
	return text
}

// verdict is what a driver must do with a row.
type verdict int8

const (
	answers verdict = iota // it must filter by it
	either                 // it may refuse it, but if not, the result must be right
	refuses                // it must refuse it, since the type does not support it or the value does not fit the type
)

// test compares one value of a document, which is not null.
type test func(value any) truth

// opposites maps an operator to the one that it negates.
var opposites = map[driver.OperatorID]driver.OperatorID{
	driver.NotEquals: driver.Equals, driver.NotInList: driver.InList, driver.NotContains: driver.Contains, driver.IsNull: driver.IsNotNull,
	driver.IsNotEmpty: driver.IsEmpty,
}

// compiled is a row with the test of its field.
type compiled struct {
	field   *Field
	negated bool
	test    test
	spread  test // whether several values together have the words, nil if that does not count
	filled  bool // "is not empty": a row without a value
}

// element evaluates a row on one element.
func (c *compiled) element(element any) truth {
	result := c.over(c.field.values(element))
	if c.filled && anyOf(c.field.values(element), func(v any) truth { return truthOf(v != nil) }) == no {
		return unsure
	}
	if c.negated {
		return result.not()
	}
	return result
}

// document evaluates a row on a document: any element may match.
func (c *compiled) document(d *Document) truth {
	elements := d.elements(c.field)
	result := anyOf(elements, func(e any) truth { return c.over(c.field.values(e)) })
	if c.filled && anyOf(elements, func(e any) truth { return anyOf(c.field.values(e), func(v any) truth { return truthOf(v != nil) }) }) == no {
		return unsure
	}
	if c.negated {
		return result.not()
	}
	return result
}

// kept reports whether the index has a value that may be too long for it: 7.9 does not say which values it ignored.
func (f *Field) kept(v any) truth {
	if s, _ := text(v); utf8.RuneCountInString(s) > f.IgnoreAbove {
		return unsure
	}
	return yes
}

// over evaluates a row on the values of one element.
func (c *compiled) over(values []any) truth {
	result := anyOf(values, c.value)
	if c.spread != nil && result == no {
		return c.spread(values)
	}
	return result
}

// value evaluates a row on one value. For null, it uses the mapping's replacement, or no value if there is none.
func (c *compiled) value(v any) truth {
	if v == nil {
		if c.field.NullValue == nil {
			return no
		}
		v = *c.field.NullValue
	}
	return c.test(v)
}

// Filter is a filter that can be evaluated.
type Filter struct {
	any     bool
	groups  [][]*compiled // rows about the same element form a group
	verdict verdict
}

// Compile compiles a filter. The server's version begins with major and minor: "7.9".
func Compile(fields map[string]*Field, version string, any bool, rows []Row) (*Filter, error) {
	f := &Filter{any: any}
	for i, r := range rows {
		field := fields[r.Column]
		if field == nil {
			return nil, fmt.Errorf("there is no column %s", r.Column)
		}
		c := &compiled{field: field, filled: r.Operator == driver.IsNotEmpty}
		if positive, negative := opposites[r.Operator]; negative {
			r.Operator, c.negated = positive, true
		}
		var owed verdict
		c.test, owed = field.compile(r)
		if r.Operator == driver.IsNotNull && field.Type == "keyword" && field.IgnoreAbove > 0 && strings.HasPrefix(version, "7.9.") {
			c.test, owed = field.kept, max(owed, either)
		}
		if r.Operator == driver.Contains && field.Type == "text" && field.Whole == nil {
			c.spread = spread(r.Values[0])
		}
		if r.FoldCase && strings.HasPrefix(version, "7.9.") {
			owed = max(owed, either)
		}
		if r.SameElement && (i == 0 || !sameArray(field, fields[rows[i-1].Column])) {
			owed = refuses
		}
		f.verdict = max(f.verdict, owed)
		if r.SameElement && len(f.groups) > 0 {
			f.groups[len(f.groups)-1] = append(f.groups[len(f.groups)-1], c)
		} else {
			f.groups = append(f.groups, []*compiled{c})
		}
	}
	return f, nil
}

func sameArray(a, b *Field) bool {
	n, m := len(a.Nested), len(b.Nested)
	return n > 0 && m > 0 && strings.Join(a.Path[:a.Nested[n-1]], ".") == strings.Join(b.Path[:b.Nested[m-1]], ".")
}

// matches evaluates the filter on a document.
func (f *Filter) matches(d *Document) truth {
	results := make([]truth, 0, len(f.groups))
	for _, group := range f.groups {
		if len(group) == 1 {
			results = append(results, group[0].document(d))
			continue
		}
		results = append(results, anyOf(d.elements(group[0].field), func(e any) truth {
			return joined(f.any, mapped(group, func(c *compiled) truth { return c.element(e) }))
		}))
	}
	return joined(f.any, results)
}

func mapped[V any](values []V, one func(V) truth) []truth {
	all := make([]truth, len(values))
	for i, v := range values {
		all[i] = one(v)
	}
	return all
}

func joined(any bool, results []truth) truth {
	result := truthOf(!any || len(results) == 0)
	for _, r := range results {
		if any {
			result = result.or(r)
		} else {
			result = result.and(r)
		}
	}
	return result
}
