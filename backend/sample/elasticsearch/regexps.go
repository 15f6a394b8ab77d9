package elasticsearch

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// expression compiles one of the engine's regular expressions (Elasticsearch guide, "regular expression syntax"), which
// must match a whole term. Its optional operators are not supported, except that NONE turns them off. With fold,
// letters from A to Z match in either case, but not inside a range such as [a-c].
func (v release) expression(pattern, flags string, fold bool) (func(string) bool, *failure) {
	p := &expressionParser{text: pattern, fold: fold, classes: v.major >= 8, optional: flags != "NONE"}
	var whole string
	if pattern != "" {
		whole = p.union()
	}
	switch {
	case p.fail == nil && p.at < len(pattern):
		p.wrong("end-of-string expected at position %d", p.at)
	case p.fail == nil:
		re, err := regexp.Compile(`(?s)\A(?:` + whole + `)\z`)
		if err == nil {
			return re.MatchString, nil
		}
		p.fail = unsupported("The sample engine does not answer the regular expression %s.", pattern)
	}
	return nil, p.fail
}

// expressionParser translates an expression to Go's syntax.
type expressionParser struct {
	text     string
	at       int
	fold     bool
	classes  bool // \d and the like are classes
	optional bool // the optional operators are on
	fail     *failure
}

func (p *expressionParser) wrong(format string, at ...any) {
	if p.fail == nil {
		p.fail = badArgument(format, at...)
	}
}

func (p *expressionParser) peek(any string) bool {
	return p.fail == nil && p.at < len(p.text) && strings.IndexByte(any, p.text[p.at]) >= 0
}

func (p *expressionParser) take(c string) bool {
	if p.peek(c) {
		p.at++
		return true
	}
	return false
}

func (p *expressionParser) union() string {
	out := p.sequence()
	for p.take("|") {
		out += "|" + p.sequence()
	}
	return "(?:" + out + ")"
}

func (p *expressionParser) sequence() string {
	out := p.repeated()
	for p.fail == nil && p.at < len(p.text) && !p.peek(")|") {
		out += p.repeated()
	}
	return out
}

func (p *expressionParser) repeated() string {
	out := p.atom()
	for p.peek("?*+{") {
		start := p.at
		if p.at++; p.text[start] == '{' {
			p.counts()
		}
		if p.fail == nil {
			out = "(?:" + out + p.text[start:p.at] + ")"
		}
	}
	return out
}

// counts reads {n}, {n,} and {n,m} after the bracket.
func (p *expressionParser) counts() {
	if !p.digits() {
		p.wrong("integer expected at position %d", p.at)
	}
	if p.take(",") {
		p.digits()
	}
	if !p.take("}") {
		p.wrong("expected '}' at position %d", p.at)
	}
}

func (p *expressionParser) digits() bool {
	start := p.at
	for p.peek("0123456789") {
		p.at++
	}
	return p.at > start
}

func (p *expressionParser) atom() string {
	switch {
	case p.take("("):
		if p.take(")") {
			return "(?:)"
		}
		out := p.union()
		if !p.take(")") {
			p.wrong("expected ')' at position %d", p.at)
		}
		return out
	case p.take("["):
		return p.class()
	case p.take("."):
		return "."
	case p.optional && p.peek("~@#<&\""):
		p.fail = unsupported("The sample engine does not answer the operator %c in a regular expression: send the flags NONE.", p.text[p.at])
		return ""
	}
	escaped := p.peek(`\`)
	c := p.character()
	if escaped && p.classes && strings.ContainsRune("dDsSwW", c) {
		return `\` + string(c)
	}
	return p.letter(c)
}

// letter matches one character.
func (p *expressionParser) letter(c rune) string {
	if p.fold && c < unicode.MaxASCII && unicode.IsLetter(c) {
		return "[" + string(unicode.ToLower(c)) + string(unicode.ToUpper(c)) + "]"
	}
	return regexp.QuoteMeta(string(c))
}

// character reads one character, which may be escaped.
func (p *expressionParser) character() rune {
	p.take(`\`)
	if p.at >= len(p.text) {
		p.wrong("unexpected end-of-string")
		return 0
	}
	c, size := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += size
	return c
}

// class reads a character class after its bracket.
func (p *expressionParser) class() string {
	negated := p.take("^")
	var parts []string
	for first := true; p.fail == nil && (first || p.at < len(p.text) && !p.peek("]")); first = false {
		from := p.character()
		if p.take("-") {
			if p.peek("]") {
				parts = append(parts, p.letter(from), "-")
				continue
			}
			to := p.character()
			parts = append(parts, "["+classRune(from)+"-"+classRune(to)+"]")
			continue
		}
		parts = append(parts, p.letter(from))
	}
	if !p.take("]") {
		p.wrong("expected ']' at position %d", p.at)
		return ""
	}
	if !negated {
		return "(?:" + strings.Join(parts, "|") + ")"
	}
	var inside strings.Builder
	for _, part := range parts {
		if strings.HasPrefix(part, "[") {
			inside.WriteString(part[1 : len(part)-1])
			continue
		}
		inside.WriteString(classRune([]rune(strings.TrimPrefix(part, `\`))[0]))
	}
	return "[^" + inside.String() + "]"
}

func classRune(c rune) string {
	if strings.ContainsRune(`\]^-[`, c) {
		return `\` + string(c)
	}
	return string(c)
}
