package filtertruth

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quarry/drivers/driver"
)

// text returns the text by which an engine indexes a value in a string field.
func text(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

// leaves returns the texts in a value of a flattened field.
func leaves(v any) []string {
	switch v := v.(type) {
	case map[string]any:
		var all []string
		for _, member := range v {
			all = append(all, leaves(member)...)
		}
		return all
	case []any:
		var all []string
		for _, item := range v {
			all = append(all, leaves(item)...)
		}
		return all
	}
	if one, ok := text(v); ok {
		return []string{one}
	}
	return nil
}

// strings compares fields whose values are searched as a whole.
func (f *Field) strings(r Row) (test, verdict) {
	matches, owed := comparison(f.Type, r)
	if matches == nil {
		return nil, owed
	}
	limit, lower := f.IgnoreAbove, f.Normalizer != ""
	if f.Whole != nil {
		limit, lower = f.Whole.IgnoreAbove, f.Whole.Normalizer != ""
	}
	one := func(s string) truth {
		if limit > 0 && utf8.RuneCountInString(s) > limit {
			return unsure // an engine does not index it
		}
		result := truthOf(matches(s))
		if lower { // an engine indexes it in lower case
			folded, _ := comparison(f.Type, lowered(r))
			result = merged(result, truthOf(folded(strings.ToLower(s))))
		}
		return result
	}
	return func(v any) truth { return anyOf(leaves(v), one) }, owed
}

func lowered(r Row) Row {
	r.Values = slices.Clone(r.Values)
	for i, v := range r.Values {
		r.Values[i] = strings.ToLower(v)
	}
	return r
}

// comparison returns the comparison of whole texts, and how a driver must treat it; nil if it must be refused.
func comparison(kind string, r Row) (func(string) bool, verdict) {
	wanted, fold := r.Values, func(s string) string { return s }
	if r.FoldCase {
		fold = foldLetters
		wanted = slices.Clone(wanted)
		for i, w := range wanted {
			wanted[i] = fold(w)
		}
	}
	compare := cmp.Compare[string]
	if kind == "version" {
		compare = versions
		for _, w := range wanted {
			if !semantic.MatchString(w) && (slices.Contains(order, r.Operator) || slices.Contains(equality, r.Operator)) {
				return func(s string) bool { return slices.Contains(equality, r.Operator) && slices.Contains(wanted, s) }, either
			}
		}
	}
	owed := answers
	if r.FoldCase && (slices.Contains(order, r.Operator) || kind != "keyword" && kind != "text") {
		owed = either
	}
	switch r.Operator {
	case driver.Contains, driver.StartsWith, driver.EndsWith, driver.MatchesRegex:
		if wanted[0] == "" {
			owed = either
		}
	case driver.Between:
		if compare(wanted[0], wanted[1]) > 0 {
			owed = either
		}
	}
	switch r.Operator {
	case driver.Equals, driver.InList:
		return func(s string) bool { return slices.Contains(wanted, fold(s)) }, owed
	case driver.Greater:
		return func(s string) bool { return compare(fold(s), wanted[0]) > 0 }, owed
	case driver.GreaterOrEqual:
		return func(s string) bool { return compare(fold(s), wanted[0]) >= 0 }, owed
	case driver.Less:
		return func(s string) bool { return compare(fold(s), wanted[0]) < 0 }, owed
	case driver.LessOrEqual:
		return func(s string) bool { return compare(fold(s), wanted[0]) <= 0 }, owed
	case driver.Between:
		return func(s string) bool { return compare(fold(s), wanted[0]) >= 0 && compare(fold(s), wanted[1]) <= 0 }, owed
	case driver.Contains:
		return func(s string) bool { return strings.Contains(fold(s), wanted[0]) }, owed
	case driver.StartsWith:
		return func(s string) bool { return strings.HasPrefix(fold(s), wanted[0]) }, owed
	case driver.EndsWith:
		return func(s string) bool { return strings.HasSuffix(fold(s), wanted[0]) }, owed
	case driver.IsEmpty:
		return func(s string) bool { return s == "" }, owed
	case driver.MatchesRegex:
		return expression(r)
	}
	return nil, refuses
}

// foldLetters lower-cases only the letters A to Z, as the engine does.
func foldLetters(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

// counted matches a repeat count in an expression, and inside a count within a group that is itself repeated.
var (
	counted = regexp.MustCompile(`\{(\d+)(?:,(\d*))?\}`)
	inside  = regexp.MustCompile(`\{(\d+)(?:,(\d*))?\}[^()]*\)\{(\d+)(?:,(\d*))?\}`)
)

// hangs reports whether the repeat counts of an expression make it too expensive to run.
func hangs(pattern string) bool {
	for _, m := range counted.FindAllStringSubmatch(pattern, -1) {
		if n, err := strconv.Atoi(cmp.Or(m[2], m[1])); err != nil || n > mostRepeats {
			return true
		}
	}
	for _, m := range inside.FindAllStringSubmatch(pattern, -1) {
		n, _ := strconv.Atoi(cmp.Or(m[2], m[1])) // both are small numbers here
		times, _ := strconv.Atoi(cmp.Or(m[4], m[3]))
		if n*times > mostRepeats {
			return true
		}
	}
	return false
}

const mostRepeats = 1000

// uncertain matches parts of expressions whose meaning depends on the version or the reader: letter classes, groups
// with a question mark, many repeats and empty expressions.
var uncertain = regexp.MustCompile(`^$|\\[A-Za-z]|\(\?|\{\d{3}|\{\d*,\d{3}`)

// expression returns the comparison with a regular expression, which is anchored and treats ^ and $ like any other
// character.
func expression(r Row) (func(string) bool, verdict) {
	pattern := r.Values[0]
	if hangs(pattern) {
		return nil, refuses
	}
	var plain strings.Builder
	class, escaped, anchor := false, false, false
	for i, c := range pattern {
		first := class && i > 0 && pattern[i-1] == '['
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '[':
			class = true
		case c == ']':
			class = false
		case (c == '^' || c == '$') && !(first && c == '^'):
			plain.WriteByte('\\')
			anchor = anchor || !class
		case r.FoldCase: // and so are the values
			c = []rune(foldLetters(string(c)))[0]
		}
		plain.WriteRune(c)
	}
	compiled, err := regexp.Compile("(?s)^(?:" + plain.String() + ")$")
	if err != nil || strings.Contains(counted.ReplaceAllString(pattern, ""), "{") {
		return nil, refuses
	}
	owed := answers
	if anchor || uncertain.MatchString(pattern) {
		owed = either
	}
	if r.FoldCase {
		return func(s string) bool { return compiled.MatchString(foldLetters(s)) }, owed
	}
	return compiled.MatchString, owed
}

// words compares analysed text: an engine knows only its words, in lower case, and their order.
func (f *Field) words(r Row) (test, verdict) {
	owed := answers
	for _, wanted := range r.Values {
		if len(tokens(wanted)) == 0 {
			owed = either
		}
	}
	if r.FoldCase {
		owed = either
	}
	exact, _ := comparison("text", r)
	return func(v any) truth {
		s, ok := text(v)
		if !ok {
			return no
		}
		if r.Operator == driver.IsEmpty {
			return truthOf(s == "")
		}
		return anyOf(r.Values, func(wanted string) truth {
			has, want := tokens(s), tokens(wanted)
			phrase := len(want) > 0 && indexOf(has, want) >= 0
			switch {
			case s == wanted, r.Operator == driver.Contains && phrase:
				return yes
			case !phrase && !exact(s) && (r.Operator != driver.Contains || !every(has, want)):
				return no
			}
			return unsure
		})
	}, owed
}

// spread is unsure about values that have the words together but not in any single one.
func spread(wanted string) test {
	return func(values any) truth {
		var all []string
		for _, v := range values.([]any) {
			s, _ := text(v)
			all = append(all, tokens(s)...)
		}
		if every(all, tokens(wanted)) {
			return unsure
		}
		return no
	}
}

// tokens splits a text into words like an engine's standard analyser, for the texts of this corpus.
func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) })
}

func indexOf(all, run []string) int {
	for i := 0; i+len(run) <= len(all); i++ {
		if slices.Equal(all[i:i+len(run)], run) {
			return i
		}
	}
	return -1
}

func every(all, some []string) bool {
	for _, s := range some {
		if !slices.Contains(all, s) {
			return false
		}
	}
	return len(some) > 0
}

// semantic matches a version as the field type orders it, by its numbers.
var semantic = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$`)

// versions compares semantic versions. A pre-release comes before its release.
func versions(a, b string) int {
	x, y := semantic.FindStringSubmatch(a), semantic.FindStringSubmatch(b)
	if x == nil || y == nil {
		return cmp.Or(cmp.Compare(truthOf(x == nil), truthOf(y == nil)), cmp.Compare(a, b))
	}
	for i := 1; i <= 3; i++ {
		if c := numerals(x[i], y[i]); c != 0 {
			return c
		}
	}
	if x[4] == "" || y[4] == "" {
		return cmp.Compare(truthOf(x[4] == ""), truthOf(y[4] == ""))
	}
	p, q := strings.Split(x[4], "."), strings.Split(y[4], ".")
	for i := 0; i < len(p) && i < len(q); i++ {
		if c := identifiers(p[i], q[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(p), len(q))
}

var digits = regexp.MustCompile(`^\d+$`)

func identifiers(a, b string) int {
	switch x, y := digits.MatchString(a), digits.MatchString(b); {
	case x && y:
		return numerals(a, b)
	case x != y:
		return cmp.Compare(truthOf(y), truthOf(x))
	}
	return cmp.Compare(a, b)
}

func numerals(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
