package rows

import (
	"bytes"
	"strconv"
	"strings"
)

// Hash returns the hidden value "#hash" of a row with the document text: 16 hexadecimal digits, the same for the same
// bytes in every process.
func Hash(text []byte) string { return string(appendHex(nil, hash(text))) }

// whole checks that text is one JSON value and returns it without surrounding white space.
func whole(text []byte) ([]byte, error) {
	var s scanner
	begin := s.begin(text, 0)
	if begin < 0 {
		return nil, s.err()
	}
	end := s.check(begin)
	s.finish(end)
	if err := s.err(); err != nil {
		return nil, err
	}
	return text[begin:end], nil
}

// Whole returns a *SyntaxError if a response is not one complete JSON value, apart from comments. If it is nested too
// deeply, only its brackets and strings are checked.
func Whole(response []byte) error {
	_, err := Pick(response, nil)
	if failed, _ := err.(*SyntaxError); failed == nil || failed.What != tooDeep {
		return err
	}
	m := &mender{}
	m.scanner = scanner{src: bytes.Clone(response)}
	end, _ := m.balanced(m.space(0))
	m.finish(end)
	return m.err()
}

// member returns the value at a dotted path of a checked object, or nil if there is none.
func member(object []byte, path string) []byte {
	for _, key := range strings.Split(path, ".") {
		found := find(object, key)
		if found == nil {
			return nil
		}
		object = object[found.from:found.to]
	}
	return object
}

// stretch is the position of an object's member: where its key begins, and where its value begins and ends.
type stretch struct {
	key, from, to int
}

// find returns the member with the given key in a checked object. If there are several, the last one counts, as for the
// engines. It returns nil if there is none or the text is not an object.
func find(object []byte, key string) (last *stretch) {
	eachMember(object, func(name []byte, p stretch) {
		if string(name) == key {
			last = &p
		}
	})
	return last
}

// eachMember calls f with each member of a checked object.
func eachMember(object []byte, f func(name []byte, p stretch)) {
	if len(object) == 0 || object[0] != '{' {
		return
	}
	var buffer []byte
	s := scanner{src: object, maxDepth: deepest}
	for i, done := s.open(0, '}'); !done; {
		name, end := s.key(i, &buffer)
		value := s.colon(end)
		if value < 0 {
			return
		}
		to := s.skip(value)
		if to < 0 {
			return
		}
		f(name, stretch{i, value, to})
		i, done = s.more(to, '}')
	}
}

// Rounded reports whether a document contains a number with a fraction, an exponent or a minus before zero whose
// spelling changes when it is read as a 64-bit float and written by Java's Double.toString. It returns true if in
// doubt.
func Rounded(document []byte) bool {
	for i := 0; i < len(document); {
		switch c := document[i]; {
		case c == '"':
			s := scanner{src: document}
			if i, _ = s.str(i); i < 0 {
				return true
			}
		case c == '-' || c >= '0' && c <= '9':
			s := scanner{src: document}
			end := s.number(i)
			if end < 0 || rounded(string(document[i:end])) {
				return true
			}
			i = end
		default:
			i++
		}
	}
	return false
}

// Within these limits, a number has a plain spelling, and all versions of Java agree on the shortest one.
const (
	plainLeast = 0.01
	plainMost  = 1e7
	sureDigits = 15
)

func rounded(number string) bool {
	if number == "-0" {
		return true
	}
	if !strings.ContainsAny(number, ".eE") {
		return false
	}
	if strings.ContainsAny(number, "eE") {
		return true
	}
	f, err := strconv.ParseFloat(number, 64)
	digits := strings.Count(number, "") - 1 - strings.Count(number, "-") - 1
	size := max(f, -f)
	if err != nil || digits > sureDigits || size != 0 && size < plainLeast || size >= plainMost {
		return true
	}
	short := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(short, ".") {
		short += ".0"
	}
	return short != number
}
