package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// clause parses one parenthesis, phrase, range, bound or word, with its field.
func (p *lineParser) clause() (clause, *failure) {
	if p.at >= len(p.text) {
		return nil, p.bad()
	}
	fields := p.fields
	if name, ok := p.fieldName(); ok {
		if name == "*" {
			return every{1}, p.star()
		}
		if name == "_exists_" {
			word := p.word()
			return hasValue{path: word, score: 1}, nil
		}
		fields = []string{name}
	}
	if p.at >= len(p.text) {
		return nil, p.bad()
	}
	inner := *p
	inner.fields = fields
	var q clause
	var fail *failure
	switch p.text[p.at] {
	case '(':
		q, fail = inner.parenthesis()
	case '"':
		q, fail = inner.quoted()
	case '[', '{':
		q, fail = inner.between()
	case '<', '>':
		q, fail = inner.bound()
	case '/', ']', '}', ':', '!':
		return nil, p.bad()
	default:
		q, fail = inner.plain()
	}
	p.at = inner.at
	return q, fail
}

func (p *lineParser) star() *failure {
	if p.word() != "*" {
		return p.bad()
	}
	return nil
}

// fieldName parses a name followed by a colon, or nothing.
func (p *lineParser) fieldName() (string, bool) {
	i := p.at
	for i < len(p.text) && !strings.ContainsRune(" \t\n()[]{}\"/!", rune(p.text[i])) {
		if p.text[i] == '\\' {
			i += 2
			continue
		}
		if p.text[i] == ':' && i > p.at {
			name := unescape(p.text[p.at:i])
			p.at = i + 1
			p.skip()
			return name, true
		}
		i++
	}
	return "", false
}

func (p *lineParser) parenthesis() (clause, *failure) {
	p.at++
	q, fail := p.group()
	if fail != nil {
		return nil, fail
	}
	if p.at >= len(p.text) {
		return nil, p.bad()
	}
	p.at++
	return q, nil
}

func (p *lineParser) quoted() (clause, *failure) {
	end := p.at + 1
	for end < len(p.text) && p.text[end] != '"' {
		if p.text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(p.text) {
		return nil, p.bad()
	}
	text := unescape(p.text[p.at+1 : end])
	p.at = end + 1
	return p.over(func(name string) (clause, *failure) {
		return p.matchPhrase(gjson.Parse("{" + quote(name) + ":" + quote(text) + "}"))
	})
}

// between parses [a TO b] and {a TO b}.
func (p *lineParser) between() (clause, *failure) {
	end := strings.IndexAny(p.text[p.at:], "]}")
	if end < 0 {
		return nil, p.bad()
	}
	body := p.text[p.at+1 : p.at+end]
	opening, closing := p.text[p.at], p.text[p.at+end]
	low, high, ok := strings.Cut(body, " TO ")
	if !ok {
		return nil, p.bad()
	}
	p.at += end + 1
	o := new(object)
	if low = strings.Trim(strings.TrimSpace(low), `"`); low != "*" {
		o.str(map[byte]string{'[': "gte", '{': "gt"}[opening], low)
	}
	if high = strings.Trim(strings.TrimSpace(high), `"`); high != "*" {
		o.str(map[byte]string{']': "lte", '}': "lt"}[closing], high)
	}
	return p.within(o)
}

// bound parses >a, >=a, <a and <=a.
func (p *lineParser) bound() (clause, *failure) {
	side := map[byte]string{'>': "gt", '<': "lt"}[p.text[p.at]]
	p.at++
	if strings.HasPrefix(p.text[p.at:], "=") {
		side += "e"
		p.at++
	}
	value := unescape(p.word())
	if value == "" {
		return nil, p.bad()
	}
	o := new(object)
	o.str(side, value)
	return p.within(o)
}

// within builds the range clause for every field that the query searches.
func (p *lineParser) within(o *object) (clause, *failure) {
	return p.over(func(name string) (clause, *failure) {
		return p.rangeClause(gjson.Parse("{" + quote(name) + ":" + string(o.json()) + "}"))
	})
}

// word reads up to a space or a bracket and keeps backslash escapes.
func (p *lineParser) word() string {
	start := p.at
	for p.at < len(p.text) && !strings.ContainsRune(" \t\n()[]{}\"/!:", rune(p.text[p.at])) {
		if p.text[p.at] == '\\' && p.at+1 < len(p.text) {
			p.at++
		}
		p.at++
	}
	return p.text[start:p.at]
}

func (p *lineParser) plain() (clause, *failure) {
	word := p.word()
	if word == "" {
		return nil, p.bad()
	}
	if word == "*" {
		return p.over(func(name string) (clause, *failure) { return hasValue{path: name, score: 1}, nil })
	}
	starred := strings.ContainsAny(strings.NewReplacer(`\*`, "", `\?`, "").Replace(word), "*?")
	return p.over(func(name string) (clause, *failure) {
		f := p.field(name)
		if starred && f != nil && f.class() == words {
			word = strings.ToLower(word)
		}
		if starred {
			return p.compiler.wildcard(gjson.Parse("{" + quote(name) + ":" + quote(word) + "}"))
		}
		return p.matchText(gjson.Parse("{" + quote(name) + ":" + quote(unescape(word)) + "}"))
	})
}

// over builds the clause for every field that the query searches; the best field counts.
func (p *lineParser) over(make func(string) (clause, *failure)) (clause, *failure) {
	names := p.fields
	if names == nil {
		names = p.allFields()
	}
	var out best
	for _, name := range names {
		q, fail := make(name)
		if fail != nil && !p.lenient {
			return nil, fail
		}
		if fail == nil {
			out = append(out, q)
		}
	}
	return out, nil
}

// allFields returns the searchable fields outside nested objects.
func (p *lineParser) allFields() []string {
	var out []string
	for _, path := range sortedKeys(p.index.schema.fields) {
		f := p.index.schema.fields[path]
		if f.nested == "" && f.kind != "alias" && f.class() != opaque && f.class() != interval && f.indexed {
			out = append(out, path)
		}
	}
	return out
}

// best matches if any of its clauses does, with the highest score.
type best []clause

func (b best) match(d *document, n *node) (bool, float32) {
	found, top := false, float32(0)
	for _, q := range b {
		if ok, score := q.match(d, n); ok {
			found, top = true, max(top, score)
		}
	}
	return found, top
}

func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
