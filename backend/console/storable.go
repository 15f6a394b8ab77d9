package console

import (
	"context"
	"errors"
	"slices"
	"strings"

	"quarry/backend/session"
	"quarry/drivers/driver"
)

// Unstorable is the reason why the text of a console must not be written to disk, "" if it can be.
type Unstorable string

// The reasons.
const (
	UnstorablePrivate Unstorable = "private" // one of its lines begins a request to a private route, sent or not
	UnstorableUnclear Unstorable = "unclear" // it does not begin with a request, so nobody can tell what it is
)

// Storable returns the reason why the text of a console must not be written to disk, "" if it can be. It does not send
// the request. Every line counts that reads like the beginning of a request, even inside of a body or a comment.
func (t *Consoles) Storable(ctx context.Context, s *session.Session, source string) (Unstorable, error) {
	text := Split(source)
	if len(text.typed) == 0 || slices.ContainsFunc(text.typed, func(r Typed) bool { return r.stray }) {
		return UnstorableUnclear, nil
	}
	if _, err := text.Request(0, ""); err != nil {
		return UnstorableUnclear, nil
	}
	j := &judgement{seen: make(map[string]bool)}
	for number := range text.typed {
		if err := j.line(ctx, s, text, text.typed[number].Line, text.values(number)); err != nil || j.private {
			return j.why(), err
		}
	}
	at, known := 0, text.values(len(text.typed)-1)
	for line := range strings.Lines(source) {
		begin := at + len(line) - len(strings.TrimLeft(line, byteOrderMark+" \t"))
		if at += len(line); !beginsRequest(source[begin:at]) {
			continue
		}
		if err := j.line(ctx, s, text, begin, known); err != nil || j.private {
			return j.why(), err
		}
	}
	return "", nil
}

// judgement is what is known about the lines of a text.
type judgement struct {
	seen    map[string]bool
	private bool
}

func (j *judgement) why() Unstorable {
	if j.private {
		return UnstorablePrivate
	}
	return ""
}

// line judges a line that reads like the beginning of a request. One that cannot be sent carries nothing.
func (j *judgement) line(ctx context.Context, s *session.Session, text *Text, at int, known values) error {
	r, err := text.request(at, known, "")
	if err != nil {
		return nil
	}
	key := r.Method + " " + r.Path + "?" + r.Query
	if j.seen[key] {
		return nil
	}
	j.seen[key] = true
	route, err := judge(ctx, s, r)
	var refused *driver.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == driver.Refused:
		return nil
	case err != nil:
		return err
	}
	j.private = route.Private
	return nil
}
