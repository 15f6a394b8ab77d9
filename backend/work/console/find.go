package console

import (
	"bytes"
	"context"
	"regexp"

	"quarry/backend/connection/session"
)

// soughtAtOnce is how many bytes of a response are searched between two checks of the context.
const soughtAtOnce = 4 << 20

// Sought is a text to search for.
type Sought struct {
	Text      string
	MatchCase bool // case matters
}

// Find returns how often a text occurs in a whole response, without overlaps.
func (t *Consoles) Find(ctx context.Context, s *session.Session, response int64, what Sought) (count int64, err error) {
	if what.Text == "" {
		return 0, nil
	}
	next := what.finder()
	overlap := 4 * len(what.Text) // a letter can be longer in the other case
	var window []byte
	for from := int64(0); ; {
		part, size, err := t.Range(s, response, from, soughtAtOnce)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, err
		}
		from += int64(len(part))
		window = append(window, part...)
		found, used := countIn(window, next, overlap, from >= size)
		count += found
		window = append(window[:0], window[used:]...)
		if from >= size {
			return count, nil
		}
	}
}

// finder returns a function that finds the first match in a window; at is -1 if there is none.
func (w Sought) finder() func(window []byte) (at, end int) {
	if w.MatchCase {
		text := []byte(w.Text)
		return func(window []byte) (at, end int) {
			at = bytes.Index(window, text)
			return at, at + len(text)
		}
	}
	pattern := regexp.MustCompile("(?i)" + regexp.QuoteMeta(w.Text))
	return func(window []byte) (at, end int) {
		if found := pattern.FindIndex(window); found != nil {
			return found[0], found[1]
		}
		return -1, -1
	}
}

// countIn counts the matches in a window, except those that begin in its last bytes, which the next window repeats, and
// returns how much of the window is done.
func countIn(window []byte, next func([]byte) (at, end int), overlap int, last bool) (count int64, used int) {
	limit := len(window)
	if !last {
		limit = max(0, limit-overlap)
	}
	for {
		at, end := next(window[used:])
		if at < 0 || !last && used+at >= limit {
			return count, max(used, limit)
		}
		count++
		used += end
	}
}
