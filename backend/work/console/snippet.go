package console

import (
	"context"
	"strings"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// Snippet returns the selected requests in a form that can be saved for other connections: with the comments right
// above them and with the definitions that they use. The error is of kind refused if the selection has no request, or
// can carry a credential. It sends nothing.
func (t *Consoles) Snippet(ctx context.Context, s *session.Session, source string, what Selection) (string, error) {
	picked := Split(source).snippet(what)
	if picked == "" {
		return "", unsaveable("There is no request to save.")
	}
	if text := Split(picked); len(text.typed) == 0 || text.typed[0].stray {
		return "", unsaveable("This text was not saved: it does not begin with a request.")
	}
	stored := judgeText(ctx, s, picked)
	switch {
	case !stored.Judged:
		return "", unsaveable("This request was not saved: the driver could not say whether it can carry credentials.")
	case s.Redact(picked) != picked:
		return "", unsaveable("This request was not saved: it contains the credential of this connection.")
	case stored.Left > 0:
		return "", unsaveable("This request was not saved: it can carry credentials, which are never saved.")
	}
	return picked, nil
}

func unsaveable(message string) error { return &driver.Error{Kind: driver.Refused, Message: message} }

// snippet returns the selected part of a text, "" if there is no request in it.
func (t *Text) snippet(what Selection) string {
	if what.All {
		return strings.TrimSpace(t.source)
	}
	first, last := t.Selected(bytesOf(t.source, what.From), bytesOf(t.source, what.To))
	if first == last {
		return ""
	}
	from, to := t.typed[first].From, t.typed[last-1].End
	picked := strings.TrimSpace(t.source[from:to])
	var above strings.Builder
	for _, d := range t.defined {
		if d.at < from && (strings.Contains(picked, "${"+d.name+"}") || strings.Contains(picked, "{{"+d.name+"}}")) {
			above.WriteString(strings.TrimSpace(t.source[d.at:lineEnd(t.source, d.at)]) + "\n")
		}
	}
	return above.String() + picked
}
