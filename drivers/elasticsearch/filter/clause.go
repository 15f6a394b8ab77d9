package filter

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// Limits of lists: the engine's limit for terms (index.max_terms_count), and the limit of clauses in a bool query of
// 7.x.
const (
	maxTerms   = 65_536
	maxClauses = 1_000
)

// condition is what a row requires of a document, or of an array element: clauses that must match, and clauses that
// must not.
type condition struct{ must, not []string }

// clause joins the clauses of a condition.
func (c condition) clause() string {
	if len(c.must) == 1 && len(c.not) == 0 {
		return c.must[0]
	}
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("bool").Open('{')
	if len(c.must) > 0 {
		w.Key("filter").Open('[').Raws(c.must).Close("]")
	}
	if len(c.not) > 0 {
		w.Key("must_not").Open('[').Raws(c.not).Close("]")
	}
	return string(w.Close("}}").Bytes())
}

// nested returns the condition on a document for a condition on its elements: one element must match, or none may.
func (c condition) nested(path string, unnested bool) condition {
	return condition{allNested(path, c.must, unnested), allNested(path, c.not, unnested)}
}

func allNested(path string, clauses []string, unnested bool) []string {
	all := make([]string, 0, len(clauses))
	for _, clause := range clauses {
		all = append(all, nestedClause(path, clause, unnested))
	}
	return all
}

// nestedClause matches documents with an element that matches a clause. An index without the array matches nothing if
// unnested is set, and is an error otherwise (Nested query, "ignore_unmapped").
func nestedClause(path, clause string, unnested bool) string {
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("nested").Open('{').Key("path").Text(path).Key("query").Raw(clause)
	if unnested {
		w.Key("ignore_unmapped").Bool(true)
	}
	return string(w.Close("}}").Bytes())
}

// oneOf joins clauses with "or".
func oneOf(clauses []string) string {
	if len(clauses) == 1 {
		return clauses[0]
	}
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("bool").Open('{').Key("should").Open('[').Raws(clauses).Close("]")
	return string(w.Key("minimum_should_match").Int(1).Close("}}").Bytes())
}

// comparison compiles one row for one definition of its field.
type comparison struct {
	*Field
	row    *driver.FilterRow
	server es.Version
	way    filtering
	nanos  bool // dates are written with nanoseconds

	now   int64              // milliseconds since 1970
	meant []driver.RowMoment // moments of values that are date math
}

// target returns the field that has the values to compare.
func (c *comparison) target() string {
	switch {
	case c.exact == "":
		return c.row.Field
	case c.at != "":
		return c.at + "." + c.exact
	}
	return c.row.Field + "." + c.exact
}

// condition returns what the row requires, or why that is impossible.
func (c *comparison) condition() (condition, *driver.Error) {
	row := c.row
	if reason := c.refusal(c.ground(c.way, groupOf(row.Operator)), c.way, c.server); reason != "" {
		return condition{}, c.refused(driver.WithOperator(reason, string(row.Operator)))
	}
	if e := c.checkValues(); e != nil {
		return condition{}, e
	}
	if row.FoldCase && !among(row.Operator, byNull|byEmpty) {
		if reason := c.noFold(c.server); reason != "" {
			return condition{}, c.refused(reason)
		}
		if among(row.Operator, byOrder) {
			return condition{}, c.refused("Match Case must be on for " + string(row.Operator) + ": texts are ordered by their characters.")
		}
	}
	switch row.Operator {
	case driver.IsNull:
		return condition{not: c.present()}, nil
	case driver.IsNotNull:
		return condition{must: []string{oneOf(c.present())}}, nil
	case driver.IsEmpty:
		return condition{must: []string{c.compares(termClause(c.target(), `""`))}}, nil
	case driver.IsNotEmpty:
		return condition{must: []string{oneOf(c.present())}, not: []string{c.compares(termClause(c.target(), `""`))}}, nil
	}
	clause, e := c.compared()
	if e != nil {
		return condition{}, e
	}
	clause = c.compares(clause)
	switch {
	case negative(row.Operator):
		return condition{not: []string{clause}}, nil
	}
	return condition{must: []string{clause}}, nil
}

// checkValues checks the number of values.
func (c *comparison) checkValues() *driver.Error {
	op, n := c.row.Operator, len(c.row.Values)
	switch {
	case among(op, byNull|byEmpty):
		if n > 0 {
			return c.refused(op.Title() + " takes no value.")
		}
	case listed(op):
		if n == 0 {
			return c.refused(op.Title() + " needs at least one value.")
		}
	case op == driver.Between:
		if n != 2 {
			return c.refused("Between needs two values.")
		}
	case n != 1:
		return c.refused(op.Title() + " needs exactly one value.")
	}
	return nil
}

// present returns clauses, of which one matches each document with a value, even a value that is too long or malformed
// to be indexed: the engine lists such fields (Mapping, "_ignored").
func (c *comparison) present() []string {
	field, exists := c.row.Field, existsClause(c.row.Field)
	if c.unknown && c.exact != "" {
		field = c.target()
		exists = c.compares(existsClause(field))
	}
	clauses := []string{exists}
	if c.ignores() && len(c.row.Nested) == 0 {
		clauses = append(clauses, c.ignoredClause(field))
	}
	return clauses
}

// ignoredClause matches documents with an unindexed value, in a field that is listed under its own name or its
// target's.
func (f *Field) ignoredClause(own string) string {
	if f.ignored == "" {
		return termClause("_ignored", es.Quote(own))
	}
	return f.apart(termClause("_ignored", es.Quote(f.ignored)))
}

// compares returns a clause that compares the column's values, limited to the column's indices if it names an alias's
// target.
func (c *comparison) compares(clause string) string {
	if c.at == "" {
		return clause
	}
	return c.apart(clause)
}

// apart restricts a clause about an alias's target to indices with the alias: others with the target lack the column.
func (f *Field) apart(clause string) string {
	if f.Elsewhere == "" {
		return clause
	}
	return condition{must: []string{clause}, not: []string{f.elsewhereClause()}}.clause()
}

func (f *Field) elsewhereClause() string {
	var names []string
	for name := range strings.SplitSeq(f.Elsewhere, ",") {
		names = append(names, es.Quote(name))
	}
	return termsClause("_index", names)
}

// ignores reports whether a document can have an unindexed value.
func (f *Field) ignores() bool { return f.malformed || f.above > 0 && f.exact == "" }

// compared returns the clause for the values. A negative operator requires its negation.
func (c *comparison) compared() (string, *driver.Error) {
	switch c.way {
	case asKeyword, asIndex:
		return c.keyword()
	case asWords:
		return c.words()
	case asWhole, asFraction:
		return c.numbers(c.checkNumber)
	case asDate:
		return c.dates()
	case asAddress:
		return c.addresses()
	case asRange:
		return c.ranges()
	case asBoolean:
		return c.equal(func(value string) (string, *driver.Error) {
			if value != "true" && value != "false" {
				return "", c.wrong(value, "true or false")
			}
			return value, nil
		})
	}
	return c.equal(func(value string) (string, *driver.Error) { // ids and joins
		if value == "" {
			return "", c.refused("Enter a value.")
		}
		return es.Quote(value), nil
	})
}

// refused returns the error for a row.
func (c *comparison) refused(reason string) *driver.Error {
	return refusedRow(strings.ReplaceAll(c.inWhere(reason), "{name}", c.row.Column))
}

// wrong refuses a value that does not fit the type; what says what it should be.
func (c *comparison) wrong(value, what string) *driver.Error {
	if value == "" {
		return c.refused("Enter a value: {name} is " + c.called() + ".")
	}
	return c.refused("{name} is " + c.called() + ", and “" + shortened(value) + "” is not " + what + ".")
}

const longest = 60 // maximum number of characters of a value in a sentence

func shortened(value string) string {
	n := 0
	for i := range value {
		if n++; n > longest {
			return value[:i] + "…"
		}
	}
	return value
}

func refusedRow(message string) *driver.Error {
	return &driver.Error{Kind: driver.Refused, Message: message}
}

// equal compares by equality; value returns the JSON of a typed value.
func (c *comparison) equal(value func(string) (string, *driver.Error)) (string, *driver.Error) {
	values, e := c.each(value)
	if e != nil {
		return "", e
	}
	if listed(c.row.Operator) {
		if len(values) > maxTerms {
			return "", c.refused("A list can have " + es.Grouped(maxTerms) + " values at most.")
		}
		return termsClause(c.target(), values), nil
	}
	return termClause(c.target(), values[0]), nil
}

// each converts all values.
func (c *comparison) each(value func(string) (string, *driver.Error)) ([]string, *driver.Error) {
	values := make([]string, 0, len(c.row.Values))
	for _, typed := range c.row.Values {
		one, e := value(typed)
		if e != nil {
			return nil, e
		}
		values = append(values, one)
	}
	return values, nil
}

// anyValue joins one clause per value with "or".
func (c *comparison) anyValue(clause func(value string) (string, *driver.Error)) (string, *driver.Error) {
	if len(c.row.Values) > maxClauses {
		return "", c.refused("This list can have " + es.Grouped(maxClauses) + " values at most.")
	}
	clauses, e := c.each(clause)
	if e != nil {
		return "", e
	}
	return oneOf(clauses), nil
}

// keyword compares whole texts.
func (c *comparison) keyword() (string, *driver.Error) {
	field, fold := c.target(), c.row.FoldCase
	op := c.row.Operator
	if e := c.checkTexts(); e != nil {
		return "", e
	}
	switch {
	case among(op, byEquality) && fold:
		return c.anyValue(func(value string) (string, *driver.Error) {
			return foldedClause("term", field, value, lettered(value)), nil
		})
	case among(op, byEquality):
		return c.equal(func(value string) (string, *driver.Error) { return es.Quote(value), nil })
	case among(op, byOrder):
		if op == driver.Between && c.Kind != "version" && c.normalizer == "" && c.row.Values[0] > c.row.Values[1] {
			return "", c.reversed()
		}
		if op == driver.Greater && c.row.Values[0] == "" && c.Kind != "version" {
			return c.span("gte", es.Quote("\x00")), nil // on 7.9 nothing is greater than an empty text
		}
		return c.bounds(es.Quote, es.Quote), nil
	}
	value := c.row.Values[0]
	if value == "" {
		return "", c.refused(op.Title() + " needs a value.")
	}
	switch op {
	case driver.StartsWith:
		return foldedClause("wildcard", field, literal(value)+"*", fold), nil
	case driver.EndsWith:
		return foldedClause("wildcard", field, "*"+literal(value), fold), nil
	case driver.MatchesRegex:
		pattern, reason := regularExpression(value, fold)
		if reason != "" {
			return "", c.refused(reason)
		}
		w := jx.NewWriter(es.ClauseRoom).Open('{').Key("regexp").Open('{').Key(field).Open('{').Key("value").Text(pattern).Key("flags").Text("NONE")
		return string(w.Close("}}}").Bytes()), nil
	}
	return foldedClause("wildcard", field, "*"+literal(value)+"*", fold), nil
}

// Limits of texts. The engine turns any comparison except equality into an automaton with at most 1,000 states.
const (
	maxTerm     = 32_766 // bytes of an indexed text
	maxOrdered  = 400    // bytes of a text in a greater or less comparison
	maxSearched = 200    // characters of a partial text, and of a text with case ignored
)

// checkTexts refuses texts that the engine would refuse, or read as something else.
func (c *comparison) checkTexts() *driver.Error {
	op := c.row.Operator
	for _, value := range c.row.Values {
		switch {
		case c.way == asIndex && among(op, byEquality) && strings.Contains(value, "*"):
			return c.refused("No index has a name with *. Use contains or starts with to find several indices.")
		case len(value) > maxTerm:
			return c.refused("The value is longer than " + es.Grouped(maxTerm) + " bytes, and longer texts are not indexed.")
		case among(op, byOrder) && len(value) > maxOrdered:
			return c.refused(op.Title() + " takes up to " + es.Grouped(maxOrdered) + " bytes. The beginning of the text is enough.")
		case c.row.FoldCase && op != driver.MatchesRegex && utf8.RuneCountInString(value) > maxSearched:
			return c.refused("With Match Case off, " + string(op) + " takes up to " + es.Grouped(maxSearched) + " characters.")
		case among(op, byPart) && utf8.RuneCountInString(value) > maxSearched:
			return c.refused(op.Title() + " takes up to " + es.Grouped(maxSearched) + " characters. Use a shorter part of the text.")
		}
	}
	return nil
}

// lettered reports whether a text has a letter whose case can be ignored. The option is sent only then: on 7.x a
// case-insensitive term query for "" matches nothing.
func lettered(value string) bool {
	return strings.ContainsFunc(value, func(r rune) bool { return r < 0x80 && r > '9' && letterOrDigit(byte(r)) })
}

// literal escapes the characters that are special in a wildcard query (Wildcard query).
func literal(value string) string {
	escaped := make([]byte, 0, len(value)+8)
	for i := range len(value) {
		switch value[i] {
		case '\\', '*', '?':
			escaped = append(escaped, '\\')
		}
		escaped = append(escaped, value[i])
	}
	return string(escaped)
}

// words compares a text's words (Match query, Match phrase query).
func (c *comparison) words() (string, *driver.Error) {
	return c.anyValue(func(value string) (string, *driver.Error) {
		if !strings.ContainsFunc(value, wordRune) {
			return "", c.refused("{name} is compared by words, and “" + shortened(value) + "” has none.")
		}
		w := jx.NewWriter(es.ClauseRoom).Open('{')
		if c.row.Operator == driver.Contains || c.row.Operator == driver.NotContains {
			w.Key("match").Open('{').Key(c.row.Field).Open('{').Key("query").Text(value).Key("operator").Text("and").Close("}}}")
		} else {
			w.Key("match_phrase").Open('{').Key(c.row.Field).Text(value).Close("}}")
		}
		return string(w.Bytes()), nil
	})
}

// wordRune reports whether a character can be part of a word; for other scripts' marks, the analyzer decides.
func wordRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f
}

// numbers compares numbers, which must pass check as typed.
func (c *comparison) numbers(check func(value string) *driver.Error) (string, *driver.Error) {
	for _, value := range c.row.Values {
		if e := check(value); e != nil {
			return "", e
		}
	}
	op, values := c.row.Operator, c.row.Values
	zeros := c.signedZero()
	switch {
	case op == driver.Between:
		if greater(values[0], values[1]) {
			return "", c.reversed()
		}
		fallthrough
	case among(op, byOrder):
		return c.bounds(zeros.lower, zeros.upper), nil
	}
	var plain []string
	found := false
	for _, value := range values {
		if bool(zeros) && isZero(value) {
			found = true
			continue
		}
		plain = append(plain, value)
	}
	var clauses []string
	switch {
	case len(values) > maxTerms:
		return "", c.refused("A list can have " + es.Grouped(maxTerms) + " values at most.")
	case len(plain) > 0 && listed(op):
		clauses = append(clauses, termsClause(c.row.Field, plain))
	case len(plain) > 0:
		clauses = append(clauses, termClause(c.row.Field, plain[0]))
	}
	if found { // a term for 0 does not find -0.0
		clauses = append(clauses, rangeClause(c.row.Field, "gte", "-0.0", "lte", "0.0"))
	}
	return oneOf(clauses), nil
}

// signed means that a type distinguishes -0.0 from 0.0, which are the same number.
type signed bool

func (c *comparison) signedZero() signed {
	return signed(c.way == asFraction && c.Kind != "scaled_float" || c.Kind == "float_range" || c.Kind == "double_range")
}

// lower writes a lower bound and upper an upper one: zero gets the sign that includes both zeros.
func (s signed) lower(value string) string { return s.zero(value, "-0.0") }
func (s signed) upper(value string) string { return s.zero(value, "0.0") }

func (s signed) zero(value, spelled string) string {
	if bool(s) && isZero(value) {
		return spelled
	}
	return value
}

func isZero(value string) bool {
	f, err := strconv.ParseFloat(value, 64)
	return err == nil && f == 0
}

// greater reports whether a number is greater than another.
func greater(a, b string) bool {
	x, err1 := strconv.ParseInt(a, 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	if err1 == nil && err2 == nil {
		return x > y
	}
	u, err1 := strconv.ParseUint(a, 10, 64)
	v, err2 := strconv.ParseUint(b, 10, 64)
	if err1 == nil && err2 == nil {
		return u > v
	}
	f, _ := strconv.ParseFloat(a, 64)
	g, _ := strconv.ParseFloat(b, 64)
	return f > g
}

// checkNumber checks that the number fits the type: otherwise some versions return an error and others no rows.
func (c *comparison) checkNumber(value string) *driver.Error {
	kind := strings.TrimSuffix(c.Kind, "_range")
	if kind == "token_count" {
		kind = "integer"
	}
	if limits, whole := wholeNumbers[kind]; whole {
		if !fits(kind, value) {
			return c.wrong(value, "a whole number from "+limits[0]+" to "+limits[1])
		}
		return nil
	}
	if !fits(kind, value) {
		what := "a number such as -12.5 or 1e3"
		if most := largestFractions[kind]; most != "" {
			what += ", up to " + most
		}
		return c.wrong(value, what)
	}
	return nil
}

// bounds returns a row's range; lower and upper write the bounds.
func (c *comparison) bounds(lower, upper func(value string) string) string {
	values := c.row.Values
	switch c.row.Operator {
	case driver.Greater:
		return c.span("gt", upper(values[0]))
	case driver.GreaterOrEqual:
		return c.span("gte", lower(values[0]))
	case driver.Less:
		return c.span("lt", lower(values[0]))
	case driver.LessOrEqual:
		return c.span("lte", upper(values[0]))
	}
	return c.span("gte", lower(values[0]), "lte", upper(values[1]))
}

// span returns a range clause; for a field of ranges it matches those that overlap (Range query, "relation").
func (c *comparison) span(bounds ...string) string {
	if c.way == asRange {
		bounds = append(bounds, "relation", `"intersects"`)
	}
	return rangeClause(c.target(), bounds...)
}

func (c *comparison) reversed() *driver.Error {
	return c.refused("Between needs the smaller value first: “" + shortened(c.row.Values[0]) + "” comes after “" + shortened(c.row.Values[1]) + "”.")
}

// addresses compares addresses and networks (Mapping, "Querying ip fields").
func (c *comparison) addresses() (string, *driver.Error) {
	if !among(c.row.Operator, byOrder) {
		return c.equal(func(value string) (string, *driver.Error) {
			if !es.IsIP(value) && !es.IsNetwork(value) {
				return "", c.wrong(value, "an address such as 192.168.0.1 or 2001:db8::1, or a network such as 192.168.0.0/16")
			}
			return es.Quote(value), nil
		})
	}
	return c.plainAddresses()
}

// plainAddresses compares addresses by order.
func (c *comparison) plainAddresses() (string, *driver.Error) {
	for _, value := range c.row.Values {
		if !es.IsIP(value) {
			return "", c.wrong(value, "an address such as 192.168.0.1 or 2001:db8::1")
		}
	}
	if c.row.Operator == driver.Between && es.IsIPAbove(c.row.Values[0], c.row.Values[1]) {
		return "", c.reversed()
	}
	return c.bounds(es.Quote, es.Quote), nil
}

// ranges compares a field of ranges with values.
func (c *comparison) ranges() (string, *driver.Error) {
	switch {
	case c.Kind == "date_range":
		return c.dates()
	case c.Kind != "ip_range":
		if among(c.row.Operator, byOrder) {
			return c.numbers(c.checkNumber)
		}
		return c.equal(func(value string) (string, *driver.Error) { return value, c.checkNumber(value) })
	case among(c.row.Operator, byOrder):
		return c.plainAddresses()
	}
	return c.equal(func(value string) (string, *driver.Error) {
		if !es.IsIP(value) {
			return "", c.wrong(value, "an address such as 192.168.0.1 or 2001:db8::1")
		}
		return es.Quote(value), nil
	})
}

func termClause(field, value string) string {
	return string(jx.NewWriter(es.ClauseRoom).Open('{').Key("term").Open('{').Key(field).Raw(value).Close("}}").Bytes())
}

func termsClause(field string, values []string) string {
	return string(jx.NewWriter(es.ClauseRoom).Open('{').Key("terms").Open('{').Key(field).Open('[').Raws(values).Close("]}}").Bytes())
}

func existsClause(field string) string {
	return string(jx.NewWriter(es.ClauseRoom).Open('{').Key("exists").Open('{').Key("field").Text(field).Close("}}").Bytes())
}

// foldedClause returns a term or wildcard clause, which ignores the case of ASCII letters if fold is set.
func foldedClause(query, field, value string, fold bool) string {
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key(query).Open('{').Key(field).Open('{').Key("value").Text(value)
	if fold {
		w.Key("case_insensitive").Bool(true)
	}
	return string(w.Close("}}}").Bytes())
}

// rangeClause returns a range clause from alternating parameters and JSON values.
func rangeClause(field string, parameters ...string) string {
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("range").Open('{').Key(field).Open('{')
	for i := 0; i+1 < len(parameters); i += 2 {
		w.Key(parameters[i]).Raw(parameters[i+1])
	}
	return string(w.Close("}}}").Bytes())
}
