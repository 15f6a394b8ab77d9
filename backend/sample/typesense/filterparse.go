package typesense

import "strings"

// condition reports whether a document is found.
type condition func(*document) bool

func both(a, b condition) condition {
	return func(d *document) bool { return a(d) && b(d) }
}

func either(a, b condition) condition {
	return func(d *document) bool { return a(d) || b(d) }
}

func not(a condition) condition { return func(d *document) bool { return !a(d) } }

func always(*document) bool { return true }
func never(*document) bool  { return false }

// mostFilterTokens is how many terms, operators and parentheses a filter may have.
const mostFilterTokens = 100

const unparsed = "Could not parse the filter query."

// filter parses a filter. Operators have no precedence: they are applied from left to right.
func (c *collection) filter(text string) (condition, *failure) {
	text = strings.TrimSpace(text)
	if text == "" {
		return always, nil
	}
	tokens, fail := filterTokens(text)
	if fail != nil {
		return nil, fail
	}
	if len(tokens) > mostFilterTokens {
		return nil, c.engine.release.tooMany()
	}
	postfix, fail := toPostfix(tokens)
	if fail != nil {
		return nil, fail
	}
	var stack []condition
	for _, token := range postfix {
		if token != "&&" && token != "||" {
			term, fail := c.term(token)
			if fail != nil {
				return nil, fail
			}
			stack = append(stack, term)
			continue
		}
		if len(stack) < 2 {
			return nil, invalid(unparsed)
		}
		a, b := stack[len(stack)-2], stack[len(stack)-1]
		stack = stack[:len(stack)-2]
		if token == "&&" {
			stack = append(stack, both(a, b))
		} else {
			stack = append(stack, either(a, b))
		}
	}
	switch len(stack) {
	case 0:
		return nil, invalid("Filter query cannot be empty.")
	case 1:
		return stack[0], nil
	}
	return nil, invalid(unparsed)
}

func (v release) tooMany() *failure {
	if v.major < 29 {
		return invalid("`filter_by` has too many operations.")
	}
	return invalid("`filter_by` has too many operations. Maximum allowed: %d. Use `--filter-by-max-ops` command line argument to customize this value.", mostFilterTokens)
}

// filterTokens splits a filter into terms, operators and parentheses. Backticks protect what is between them, and so do
// the parentheses after a colon.
func filterTokens(text string) ([]string, *failure) {
	var tokens []string
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ':
			i++
		case '(', ')':
			tokens = append(tokens, string(c))
			i++
		case '&', '|':
			if i+1 >= len(text) || text[i+1] != c {
				return nil, invalid(unparsed)
			}
			tokens = append(tokens, text[i:i+2])
			i += 2
		default:
			end := termEnd(text, i)
			tokens = append(tokens, strings.TrimSpace(text[i:end]))
			i = end
		}
	}
	return tokens, nil
}

func termEnd(text string, i int) int {
	quoted, afterColon, protected, braces := false, false, false, 0
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`':
			quoted = !quoted
		case quoted:
		case protected:
			protected = c != ')'
			continue
		case c == '{':
			braces++
		case c == '}':
			braces--
		case c == '(' && afterColon:
			protected = true
		case braces > 0:
		case c == '(' || c == ')':
			return i
		case (c == '&' || c == '|') && i+1 < len(text) && text[i+1] == c:
			return i
		}
		afterColon = text[i] == ':' || afterColon && (text[i] == ' ' || text[i] == '=' || text[i] == '!')
	}
	return len(text)
}

const unbalanced = "Could not parse the filter query: unbalanced parentheses."

func toPostfix(tokens []string) ([]string, *failure) {
	var out, stack []string
	pop := func() {
		for len(stack) > 0 && stack[len(stack)-1] != "(" {
			out = append(out, stack[len(stack)-1])
			stack = stack[:len(stack)-1]
		}
	}
	for _, token := range tokens {
		switch token {
		case "&&", "||":
			pop()
			stack = append(stack, token)
		case "(":
			stack = append(stack, token)
		case ")":
			if pop(); len(stack) == 0 {
				return nil, invalid(unbalanced)
			}
			stack = stack[:len(stack)-1]
		default:
			out = append(out, token)
		}
	}
	if pop(); len(stack) > 0 {
		return nil, invalid(unbalanced)
	}
	return out, nil
}

// term parses "field:value".
func (c *collection) term(text string) (condition, *failure) {
	if c.engine.release.major >= 29 {
		if name, inner, found := strings.Cut(text, ".{"); found && !strings.Contains(name, ":") {
			return c.objectTerm(name, inner)
		}
	}
	name, value, found := strings.Cut(text, ":")
	if !found {
		return nil, invalid(unparsed)
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if name == "id" {
		return c.idTerm(value)
	}
	f := c.field(name)
	if f == nil {
		return nil, invalid("Could not find a filter field named `%s` in the schema.", name)
	}
	if !f.indexed {
		return nil, invalid("Cannot filter on non-indexed field `%s`.", name)
	}
	switch f.base() {
	case "int32", "int64", "float":
		return c.numberTerm(f, value)
	case "bool":
		return c.flagTerm(f, value)
	case "string":
		return c.textTerm(f, value)
	case "geopoint":
		return geoTerm(f, value)
	}
	return nil, invalid("Error with filter field `%s`: Unidentified field data type, see docs for supported data types.", name)
}

func emptyValue(name string) *failure {
	return invalid("Error with filter field `%s`: Filter value cannot be empty.", name)
}

// splitValues splits a list at commas. Backticks protect commas and are dropped.
func splitValues(text string) []string {
	var out []string
	var current strings.Builder
	quoted := false
	flush := func() {
		if current.Len() > 0 {
			out = append(out, strings.TrimSpace(current.String()))
		}
		current.Reset()
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '`' && i > 0 && text[i-1] == '\\':
			current.WriteByte(c)
		case c == '`':
			quoted = !quoted
		case c == ',' && !quoted:
			flush()
		default:
			current.WriteByte(c)
		}
	}
	flush()
	return out
}

func inBrackets(text string) (string, bool) {
	if len(text) < 2 || text[0] != '[' || text[len(text)-1] != ']' {
		return "", false
	}
	return text[1 : len(text)-1], true
}

// idTerm finds documents by their ids. From 29 on, an asterisk means all.
func (c *collection) idTerm(value string) (condition, *failure) {
	if value == "*" {
		return always, nil
	}
	negated := strings.HasPrefix(value, "!=")
	if negated {
		value = value[2:]
	} else {
		value = strings.TrimPrefix(value, "=")
	}
	if value = strings.TrimLeft(value, " "); value == "" {
		return nil, emptyValue("id")
	}
	var ids []string
	if list, ok := inBrackets(value); ok {
		ids = splitValues(list)
	} else {
		if ids = splitValues(value); len(ids) == 0 {
			if c.engine.release.major < 29 {
				return nil, neverAnswered("dies of an empty id in a filter")
			}
			return nil, emptyValue("id")
		}
		ids = ids[:1]
	}
	wanted := map[*document]bool{}
	for _, id := range ids {
		if id == "*" && c.engine.release.major >= 29 {
			if negated {
				return never, nil
			}
			return always, nil
		}
		if d := c.byID[id]; d != nil {
			wanted[d] = true
		}
	}
	return func(d *document) bool { return wanted[d] != negated }, nil
}

// objectTerm parses "field.{a:=1 && b:=2}", which finds arrays with one object that meets all conditions.
func (c *collection) objectTerm(name, inner string) (condition, *failure) {
	inner, closed := strings.CutSuffix(strings.TrimSpace(inner), "}")
	switch {
	case strings.Contains(inner, "{"):
		return nil, invalid("Nested object filters are not supported.")
	case !closed:
		return nil, invalid("Could not parse the object filter: unbalanced curly braces.")
	case strings.TrimSpace(inner) == "":
		return nil, neverAnswered("dies of an empty object filter")
	}
	tokens, fail := filterTokens(inner)
	if fail != nil {
		return nil, fail
	}
	for i, token := range tokens {
		if member, value, found := strings.Cut(token, ":"); found {
			if c.field(name+"."+member) == nil {
				return nil, invalid("Could not find a filter field named `%s.%s` in the schema.", name, member)
			}
			tokens[i] = member + ":" + value
		}
	}
	path := strings.Split(name, ".")
	element := c.elements(name)
	matches, fail := element.filter(strings.Join(tokens, " "))
	if fail != nil {
		return nil, fail
	}
	return func(d *document) bool {
		for _, o := range objectsAt(d.source, path) {
			if matches(element.asDocument(o)) {
				return true
			}
		}
		return false
	}, nil
}

// elements is a collection whose documents are the objects of a field.
func (c *collection) elements(name string) *collection {
	inner := *c
	inner.fields, inner.byID = nil, nil
	for _, f := range c.fields {
		if member, found := strings.CutPrefix(f.name, name+"."); found && !f.isObject() {
			each := *f
			each.name, each.kind = member, f.base()
			inner.fields = append(inner.fields, &each)
		}
	}
	return &inner
}

func (c *collection) asDocument(o object) *document {
	d := &document{source: o, index: map[string]indexed{}}
	for _, f := range c.fields {
		v, found := o[f.name]
		if !found || v == nil {
			continue
		}
		x := indexValue(f, c, v)
		for i, t := range x.texts {
			// The server compares the words of the filter with the text as it is.
			x.texts[i].words = strings.Fields(t.text)
		}
		d.index[f.name] = x
	}
	return d
}

func objectsAt(v any, path []string) []object {
	switch v := v.(type) {
	case []any:
		var out []object
		for _, each := range v {
			out = append(out, objectsAt(each, path)...)
		}
		return out
	case object:
		if len(path) == 0 {
			return []object{v}
		}
		return objectsAt(v[path[0]], path[1:])
	}
	return nil
}

// filtered returns the documents that a filter finds, in the order of their seqs.
func (c *collection) filtered(filter string) ([]*document, *failure) {
	matches, fail := c.filter(filter)
	if fail != nil {
		return nil, fail
	}
	return c.matching(matches), nil
}

func (c *collection) matching(matches condition) []*document {
	var out []*document
	for _, d := range c.documents {
		if matches(d) {
			out = append(out, d)
		}
	}
	return out
}
