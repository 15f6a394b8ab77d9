package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// queryString is a query_string query: words, "phrases", field:value, field:[a TO b], field:>a, AND, OR, NOT, + and -,
// parentheses and the wildcards * and ?. Without a field, the query searches every field outside nested objects and
// ignores values that do not fit a type.
func (c compiler) queryString(v gjson.Result) (clause, *failure) {
	text := v.Get("query")
	if !text.Exists() {
		return nil, parsing(1, "[query_string] must be provided with a [query]")
	}
	p := &lineParser{compiler: c, text: text.String(), and: strings.EqualFold(v.Get("default_operator").String(), "and"), lenient: true}
	if fields := v.Get("fields"); fields.Exists() || v.Get("default_field").Exists() {
		for _, name := range append(fields.Array(), v.Get("default_field").Array()...) {
			p.fields = append(p.fields, name.String())
		}
		p.lenient = false
	}
	if lenient := v.Get("lenient"); lenient.Exists() {
		p.lenient = lenient.Bool()
	}
	if strings.TrimSpace(p.text) == "" {
		return none{}, nil
	}
	q, fail := p.whole()
	if fail != nil {
		return nil, fail
	}
	return weighted{q, boost(v)}, nil
}

// weighted multiplies a clause's score.
type weighted struct {
	inner clause
	boost float32
}

func (w weighted) match(d *document, n *node) (bool, float32) {
	ok, score := w.inner.match(d, n)
	return ok, score * w.boost
}

// lineParser parses the query string language.
type lineParser struct {
	compiler
	text    string
	at      int
	fields  []string
	and     bool
	lenient bool
}

func (p *lineParser) bad() *failure {
	f := p.index.refuse("Failed to parse query [%s]", p.text)
	f.cause = &failure{kind: "parse_exception", reason: "Cannot parse '" + p.text + "'"}
	return f
}

func (p *lineParser) whole() (clause, *failure) {
	q, fail := p.group()
	if fail == nil && p.at < len(p.text) {
		fail = p.bad()
	}
	return q, fail
}

// group parses clauses up to a closing parenthesis or the end. AND makes both of its neighbours required, as in
// Lucene's classic parser.
func (p *lineParser) group() (clause, *failure) {
	var parts []clause
	var marks []byte
	joined, pending := false, false
	for p.skip(); p.at < len(p.text) && p.text[p.at] != ')'; p.skip() {
		switch {
		case p.operator("AND") || p.operator("&&"):
			if joined || len(parts) == 0 {
				return nil, p.bad()
			}
			joined, pending = true, true
			if marks[len(marks)-1] == 0 || marks[len(marks)-1] == '?' {
				marks[len(marks)-1] = '+'
			}
			continue
		case p.operator("OR") || p.operator("||"):
			if joined || len(parts) == 0 {
				return nil, p.bad()
			}
			joined = true
			if p.and && marks[len(marks)-1] == 0 {
				marks[len(marks)-1] = '?'
			}
			continue
		}
		mark := p.mark()
		if mark == 0 && (pending || p.and && !joined) {
			mark = '+'
		}
		var q clause
		var fail *failure
		if run := p.bareWords(mark); run != "" {
			q, fail = p.over(func(name string) (clause, *failure) {
				return p.matchText(gjson.Parse("{" + quote(name) + ":" + quote(run) + "}"))
			})
		} else {
			q, fail = p.clause()
		}
		if fail != nil {
			return nil, fail
		}
		parts, marks = append(parts, q), append(marks, mark)
		joined, pending = false, false
	}
	if len(parts) == 0 || joined {
		return nil, p.bad()
	}
	return assemble(parts, marks), nil
}

// bareWords takes two or more consecutive plain words, which the engine searches for as one text in each field. If
// there are fewer, it takes nothing.
func (p *lineParser) bareWords(mark byte) string {
	if mark == '-' || mark == '+' {
		return ""
	}
	start, end, words := p.at, p.at, 0
	for p.at < len(p.text) && !strings.ContainsRune("()[]{}<>\"/!+-", rune(p.text[p.at])) {
		at := p.at
		if p.operator("AND") || p.operator("OR") || p.operator("NOT") || p.operator("&&") || p.operator("||") {
			p.at = at
			break
		}
		word := p.word()
		if strings.ContainsAny(word, "*?~^\\") || p.at < len(p.text) && !strings.ContainsRune(" \t\n)", rune(p.text[p.at])) {
			break
		}
		end, words = p.at, words+1
		p.skip()
	}
	if words < 2 {
		p.at = start
		return ""
	}
	p.at = end
	return p.text[start:end]
}

func assemble(parts []clause, marks []byte) clause {
	out := combination{boost: 1}
	for i, q := range parts {
		switch marks[i] {
		case '+':
			out.must = append(out.must, q)
		case '-':
			out.mustNot = append(out.mustNot, q)
		default:
			out.should = append(out.should, q)
		}
	}
	if len(out.must) == 0 && len(out.should) > 0 {
		out.least = 1
	}
	return out
}

func (p *lineParser) skip() {
	for p.at < len(p.text) && strings.ContainsRune(" \t\n\r　", rune(p.text[p.at])) {
		p.at++
	}
}

// operator consumes a word operator that is followed by a space or the end.
func (p *lineParser) operator(name string) bool {
	rest := p.text[p.at:]
	if !strings.HasPrefix(rest, name) || len(rest) > len(name) && !strings.ContainsRune(" \t\n(\"", rune(rest[len(name)])) {
		return false
	}
	p.at += len(name)
	return true
}

func (p *lineParser) mark() byte {
	switch {
	case p.operator("NOT"):
		p.skip()
		return '-'
	case p.text[p.at] == '+' || p.text[p.at] == '-':
		p.at++
		return p.text[p.at-1]
	case p.text[p.at] == '!' && p.at+1 < len(p.text):
		p.at++
		return '-'
	}
	return 0
}
