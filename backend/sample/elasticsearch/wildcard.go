package elasticsearch

// wildcard reports whether a text matches a pattern in which only the star is special.
func wildcard(pattern, text string) bool {
	return glob([]rune(pattern), []rune(text), false)
}

// glob reports whether a text matches a pattern with * and, if question is set, ? and backslash escapes.
func glob(pattern, text []rune, question bool) bool {
	p, t, star, mark := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && question && pattern[p] == '\\' && p+1 < len(pattern) && pattern[p+1] == text[t]:
			p += 2
			t++
		case p < len(pattern) && (pattern[p] == text[t] && !(question && pattern[p] == '\\' && p+1 < len(pattern)) || question && pattern[p] == '?'):
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
