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
// the request.
func (t *Consoles) Storable(ctx context.Context, s *session.Session, text string) (Unstorable, error) {
	if _, err := Parse(text, ""); err != nil {
		return UnstorableUnclear, nil
	}
	seen := make(map[string]bool)
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.TrimPrefix(line, "\ufeff"))
		if len(words) == 0 || !slices.Contains(methods, strings.ToUpper(words[0])) || seen[line] {
			continue
		}
		seen[line] = true
		private, err := private(ctx, s, line)
		if err != nil {
			return "", err
		}
		if private {
			return UnstorablePrivate, nil
		}
	}
	return "", nil
}

// private reports whether line is the first line of a request to a private route. A request that cannot be sent is not.
func private(ctx context.Context, s *session.Session, line string) (bool, error) {
	r, err := Parse(line, "")
	if err != nil {
		return false, nil
	}
	route, err := session.Run[driver.ConsoleRoute](ctx, s, driver.OpConsole, &driver.ConsoleArgs{Method: r.Method, Path: r.Path, Query: r.Query}, nil)
	var refused *driver.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == driver.Refused:
		return false, nil
	case err != nil:
		return false, err
	}
	return route.Private, nil
}
