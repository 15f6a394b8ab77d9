package elasticsearch

import (
	"strings"
	"unicode"
)

// analyse splits a text into lower-case words like the standard analyzer (Unicode text segmentation, UAX 29, the parts
// that matter for plain text).
func analyse(text string) []string {
	var out []string
	r := []rune(text)
	for i := 0; i < len(r); {
		end := wordEnd(r, i)
		if end == i {
			i++
			continue
		}
		out = append(out, strings.ToLower(string(r[i:end])))
		i = end
	}
	return out
}

// wordEnd returns the end of the word at i, or i if there is none.
func wordEnd(r []rune, i int) int {
	if alone(r[i]) {
		return i + 1
	}
	if isEmoji(r[i]) {
		return emojiEnd(r, i)
	}
	if !wordRune(r[i]) && r[i] != '_' {
		return i
	}
	j := i
	for j < len(r) {
		switch {
		case wordRune(r[j]) || unicode.Is(unicode.M, r[j]) || r[j] == '_':
			j++
		case j+1 < len(r) && j > i && joins(r[j-1], r[j], r[j+1]):
			j++
		default:
			return trimUnderscores(r, i, j)
		}
	}
	return trimUnderscores(r, i, j)
}

// trimUnderscores drops a run of underscores, which is not a word.
func trimUnderscores(r []rune, i, j int) int {
	for _, c := range r[i:j] {
		if c != '_' {
			return j
		}
	}
	return i
}

func wordRune(c rune) bool { return (unicode.IsLetter(c) || unicode.IsDigit(c)) && !alone(c) }

// alone reports whether a character belongs to a script in which every character is a word.
func alone(c rune) bool { return unicode.In(c, unicode.Han, unicode.Hiragana) }

// joins reports whether a mark between two characters does not end the word: an apostrophe or full stop between
// letters, a comma between digits.
func joins(before, mark, after rune) bool {
	switch mark {
	case '\'', '’', '.', '․', '﹒', '＇', '．':
		return unicode.IsLetter(before) && unicode.IsLetter(after) || unicode.IsDigit(before) && unicode.IsDigit(after)
	case ':', '·':
		return unicode.IsLetter(before) && unicode.IsLetter(after) && mark == '·'
	case ',', ';':
		return unicode.IsDigit(before) && unicode.IsDigit(after)
	}
	return false
}

func isEmoji(c rune) bool { return c >= 0x1F300 && c <= 0x1FAFF || c >= 0x2600 && c <= 0x27BF }

func emojiEnd(r []rune, i int) int {
	j := i + 1
	for j < len(r) && (r[j] == 0xFE0F || r[j] >= 0x1F3FB && r[j] <= 0x1F3FF || r[j] == 0x200D && j+1 < len(r)) {
		if r[j] == 0x200D {
			j++
		}
		j++
	}
	return j
}
