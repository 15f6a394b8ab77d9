package typesense

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainOf maps letters with marks to plain letters, as the server does before it compares words.
var plainOf = plainLetters()

func plainLetters() map[rune]string {
	table := map[rune]string{'ß': "ss", 'Æ': "ae", 'æ': "ae", 'Œ': "oe", 'œ': "oe", 'Þ': "th", 'þ': "th", 'ĳ': "ij", 'Ĳ': "ij", 'ﬁ': "fi", 'ﬂ': "fl"}
	for plain, letters := range map[string]string{
		"a": "ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎ", "c": "ÇçĆćĈĉĊċČč", "d": "ĎďĐđÐð", "e": "ÈÉÊËèéêëĒēĔĕĖėĘęĚě", "g": "ĜĝĞğĠġĢģ",
		"h": "ĤĥĦħ", "i": "ÌÍÎÏìíîïĨĩĪīĬĭĮįİı", "j": "Ĵĵ", "k": "Ķķ", "l": "ĹĺĻļĽľĿŀŁł", "n": "ÑñŃńŅņŇň",
		"o": "ÒÓÔÕÖØòóôõöøŌōŎŏŐő", "r": "ŔŕŖŗŘř", "s": "ŚśŜŝŞşŠšȘș", "t": "ŢţŤťŦŧȚț", "u": "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų",
		"w": "Ŵŵ", "y": "ÝýÿŶŷŸ", "z": "ŹźŻżŽž",
	} {
		for _, letter := range letters {
			table[letter] = plain
		}
	}
	return table
}

// word is one word of a text, and the bytes of the text that it was made of.
type word struct {
	text       string
	begin, end int
}

// tokenizer splits texts of one field.
type tokenizer struct{ separators, symbols string }

// words splits a text at white space and separators. Letters lose case and marks; punctuation is dropped inside a word
// too. Other scripts and emoji stay as they are.
func (t tokenizer) words(text string) []word {
	var out []word
	var current []byte
	begin := -1
	flush := func(end int) {
		if len(current) > 0 {
			out = append(out, word{string(current), begin, end})
		}
		current, begin = nil, -1
	}
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			continue
		}
		switch {
		case r == ' ' || r == '\n' || r < utf8.RuneSelf && strings.ContainsRune(t.separators, r):
			flush(i)
			continue
		case r < utf8.RuneSelf && !strings.ContainsRune(t.symbols, r) && !isPlain(r):
			continue
		}
		if begin < 0 {
			begin = i
		}
		current = append(current, plain(r)...)
		if i+size == len(text) {
			flush(len(text))
		}
	}
	flush(len(text))
	return out
}

func isPlain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

func plain(r rune) string {
	if text, ok := plainOf[r]; ok {
		return text
	}
	return string(unicode.ToLower(r))
}

// texts returns only the words.
func (t tokenizer) texts(text string) []string {
	words := t.words(text)
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.text
	}
	return out
}

// sortKey is the text by which the server sorts: as in words, but with spaces.
func (t tokenizer) sortKey(text string) string {
	var out []byte
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
		case r == ' ' || r == '\n':
			out = append(out, ' ')
		case r < utf8.RuneSelf && !isPlain(r):
		default:
			out = append(out, plain(r)...)
		}
	}
	return string(out)
}
