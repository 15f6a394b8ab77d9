package rows

// structural marks the bytes that matter when skipping a container. A slash outside a string can only begin a comment,
// which may contain any of the others.
var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true, '/': true}

// skip steps over the value at i, whatever it is. Inside a container it checks only that brackets balance and strings
// end, unless s.strict is set.
func (s *scanner) skip(i int) int {
	if s.strict > 0 {
		return s.check(i)
	}
	switch s.at(i) {
	case '"':
		end, _ := s.str(i)
		return end
	case '{', '[':
		return s.skipContainer(i)
	}
	end, _ := s.scalar(i)
	return end
}

func (s *scanner) skipContainer(i int) int {
	var arrays [deepest/64 + 1]uint64 // one bit per open container
	room := s.maxDepth - s.depth
	open := 0
	for i < len(s.src) {
		c := s.src[i]
		if !structural[c] {
			i++
			continue
		}
		switch c {
		case '"':
			if i, _ = s.str(i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			if open++; open > room {
				return s.fail(i, tooDeep)
			}
			setBit(&arrays, open, c == '[')
		case '/':
			return s.unexpected(i, "a value")
		default:
			if bit(&arrays, open) != (c == ']') {
				return s.fail(i, "brackets that do not match")
			}
			if open--; open == 0 {
				return i + 1
			}
		}
		i++
	}
	return s.unexpected(i, "a bracket")
}

func setBit(set *[deepest/64 + 1]uint64, n int, on bool) {
	mask := uint64(1) << (n % 64)
	if on {
		set[n/64] |= mask
		return
	}
	set[n/64] &^= mask
}

func bit(set *[deepest/64 + 1]uint64, n int) bool {
	return set[n/64]&(1<<(n%64)) != 0
}

// check steps over the value at i and checks its complete grammar.
func (s *scanner) check(i int) int {
	switch s.at(i) {
	case '"':
		return s.checkString(i)
	case '{':
		return s.checkObject(i)
	case '[':
		return s.checkArray(i)
	}
	end, _ := s.scalar(i)
	return end
}

func (s *scanner) checkString(i int) int {
	end, escaped := s.str(i)
	if escaped && end >= 0 && !s.escapes(i, end) {
		return -1
	}
	return end
}

func (s *scanner) checkObject(i int) int {
	i, done := s.open(i, '}')
	for !done {
		if i = s.colon(s.checkString(i)); i < 0 {
			return -1
		}
		i, done = s.more(s.check(i), '}')
	}
	return i
}

func (s *scanner) checkArray(i int) int {
	i, done := s.open(i, ']')
	for !done {
		i, done = s.more(s.check(i), ']')
	}
	return i
}
