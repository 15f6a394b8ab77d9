package cases

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	shortText  = 400 // texts up to this many bytes are written in full
	fewTimes   = 50  // up to this many repetitions are written out
	longestRun = 64  // maximum size of a repeated text
)

// piecesOf writes a text; it abbreviates repetitions in a long text.
func piecesOf(text string) []string {
	if len(text) < shortText {
		return []string{textOut(text).text}
	}
	var pieces []string
	plain := 0
	flush := func(end int) {
		if end > plain {
			pieces = append(pieces, textOut(text[plain:end]).text)
		}
	}
	for i := 0; i < len(text); {
		unit, times := repetition(text[i:])
		if times < fewTimes {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		flush(i)
		o := object()
		o.add("repeat", textOut(unit))
		o.add("times", solid(strconv.Itoa(times)))
		pieces = append(pieces, o.line())
		i += times * len(unit)
		plain = i
	}
	flush(len(text))
	return pieces
}

// repetition returns the shortest text that repeats often enough at the beginning of a text, and how often.
func repetition(text string) (unit string, times int) {
	for size := 1; size <= min(longestRun, len(text)); size++ {
		if size < len(text) && !utf8.RuneStart(text[size]) {
			continue
		}
		unit = text[:size]
		times = 1
		for rest := text[size:]; strings.HasPrefix(rest, unit); rest = rest[size:] {
			times++
		}
		if times >= fewTimes {
			return unit, times
		}
	}
	return "", 0
}

// repeated records how many rows an item represents.
func (o *out) repeated() {
	if o.times > 1 {
		o.keys = append([]string{"times"}, o.keys...)
		o.items = append([]*out{solid(strconv.Itoa(o.times))}, o.items...)
	}
}
