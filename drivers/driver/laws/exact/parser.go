package exact

import "strings"

// parser parses one text. A method that returns nil has set err.
type parser struct {
	text string
	err  *SyntaxError
}

func (p *parser) fail(at int, what string) *Value {
	p.err = &SyntaxError{At: at, What: what}
	return nil
}

// space returns the position of the next byte that is not white space.
func (p *parser) space(i int) int {
	for i < len(p.text) && strings.IndexByte(" \t\r\n", p.text[i]) >= 0 {
		i++
	}
	return i
}

func (p *parser) at(i int) byte {
	if i < len(p.text) {
		return p.text[i]
	}
	return 0
}

// value parses the value at i, after any white space.
func (p *parser) value(i int) *Value {
	i = p.space(i)
	switch c := p.at(i); {
	case i >= len(p.text):
		return p.fail(i, "the text ends where a value is expected")
	case c == '{':
		return p.object(i)
	case c == '[':
		return p.array(i)
	case c == '"':
		if end := p.quoted(i); end > 0 {
			return &Value{Kind: String, At: i, Raw: p.text[i:end]}
		}
		return nil
	}
	return p.word(i)
}

func (p *parser) word(i int) *Value {
	end := i
	for end < len(p.text) && strings.IndexByte(" \t\r\n,]}:\"[{", p.text[end]) < 0 {
		end++
	}
	v := &Value{At: i, Raw: p.text[i:end]}
	switch {
	case v.Raw == "null":
		v.Kind = Null
	case v.Raw == "true", v.Raw == "false":
		v.Kind = Bool
	case isNumber(v.Raw):
		v.Kind = Number
	default:
		return p.fail(i, "this is no value")
	}
	return v
}

// isNumber follows RFC 8259, section 6.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, rest := digits(s)
	if whole == "" || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	if after, dot := strings.CutPrefix(rest, "."); dot {
		var fraction string
		if fraction, rest = digits(after); fraction == "" {
			return false
		}
	}
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	exponent, end := digits(rest)
	return exponent != "" && end == ""
}

func digits(s string) (found, rest string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n], s[n:]
}

// quoted returns the end of the string at i, 0 after a failure.
func (p *parser) quoted(i int) int {
	for j := i + 1; j < len(p.text); j++ {
		switch c := p.text[j]; {
		case c == '"':
			return j + 1
		case c < 0x20:
			p.fail(j, "a control character stands in a string")
			return 0
		case c == '\\':
			n := escapeLength(p.text[j:])
			if n == 0 {
				p.fail(j, "this is no escape")
				return 0
			}
			j += n - 1
		}
	}
	p.fail(i, "this string does not end")
	return 0
}

func (p *parser) array(i int) *Value {
	v := &Value{Kind: Array, At: i}
	at := p.space(i + 1)
	for first := true; p.at(at) != ']' || !first; first = false {
		item := p.value(at)
		if item == nil {
			return nil
		}
		v.Items = append(v.Items, item)
		if at = p.more(item, ']'); at < 0 {
			return nil
		}
		if p.at(at) == ']' {
			break
		}
		at++
	}
	v.Raw = p.text[i : at+1]
	return v
}

func (p *parser) object(i int) *Value {
	v := &Value{Kind: Object, At: i}
	at := p.space(i + 1)
	for first := true; p.at(at) != '}' || !first; first = false {
		at = p.space(at)
		if p.at(at) != '"' {
			return p.fail(at, "the name of a member is expected")
		}
		end := p.quoted(at)
		if end == 0 {
			return nil
		}
		colon := p.space(end)
		if p.at(colon) != ':' {
			return p.fail(colon, "a colon is expected")
		}
		item := p.value(colon + 1)
		if item == nil {
			return nil
		}
		name, _ := decode(p.text[at+1 : end-1])
		v.Keys, v.Items = append(v.Keys, Key{At: at, Name: name}), append(v.Items, item)
		if at = p.more(item, '}'); at < 0 {
			return nil
		}
		if p.at(at) == '}' {
			break
		}
		at++
	}
	v.Raw = p.text[i : at+1]
	return v
}

// more returns the position of the comma or of the end after an item, -1 after a failure.
func (p *parser) more(item *Value, end byte) int {
	at := p.space(item.At + len(item.Raw))
	if c := p.at(at); c != ',' && c != end {
		p.fail(at, "a comma or "+string(end)+" is expected")
		return -1
	}
	return at
}
