package api

import (
	"context"
	"slices"
	"strings"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/history"
	"quarry/backend/sample/server"
	"quarry/backend/work/console"
)

// newConsole returns the consoles, which save their requests in the history.
func newConsole(calls *Calls, sessions *session.Sessions, saved *connections.Store, past *history.Store) *Console {
	consoles := console.New()
	consoles.Sent = func(s *session.Session, p *console.Plan, a *console.Response) {
		if e, ok := pastOf(s, p, a); ok {
			past.Add(e, p.Private) // not saving the history does not make the request fail
		}
	}
	return &Console{calls: calls, sessions: sessions, consoles: consoles, saved: saved, history: past}
}

// longSecret is a credential length that no part of a path has by accident.
const longSecret = 16

// pastOf returns what to save about a request that was sent. It masks nothing: a query or a body with the connection's
// credential is left out. It returns false if the path has the credential, or the connection is not saved.
func pastOf(s *session.Session, p *console.Plan, a *console.Response) (history.Entry, bool) {
	e := history.Entry{
		Connection: s.Connection.ID, At: time.Now().UTC().Truncate(time.Second), Method: p.Method, Path: p.Path, Query: p.Query, Body: p.Body(),
	}
	if s.Redact(e.Query) != e.Query {
		e.Left, e.Query = true, ""
	}
	if s.Redact(e.Body) != e.Body {
		e.Left, e.Body = true, ""
	}
	if a != nil {
		e.Status, e.Elapsed, e.Size, e.Failed = a.Status, int(a.Elapsed.Milliseconds()), a.Size, a.Failed.Some
	}
	exposed := slices.ContainsFunc(strings.Split(e.Path, "/"), func(part string) bool { return len(part) >= longSecret && s.Redact(part) != part })
	return e, e.Connection != "" && !exposed
}

// HistoryRequest requests the history of the connection, or of all connections.
type HistoryRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	All     bool   `json:"all"`
}

// PastRequest is a request that was sent over a connection.
type PastRequest struct {
	Connection string `json:"connection"` // name of the connection, "" if it no longer exists
	At         string `json:"at"`         // RFC 3339
	Method     string `json:"method"`
	Path       string `json:"path"`
	Query      string `json:"query"`
	Body       string `json:"body"`
	Left       bool   `json:"left"`   // the body or more was not saved
	Status     int    `json:"status"` // 0 if there was no response
	Failed     bool   `json:"failed"` // part of the request failed
	Elapsed    int    `json:"elapsed"`
	Size       string `json:"size"`
}

// PastRequests are requests, newest first.
type PastRequests struct {
	Requests []PastRequest `json:"requests"`
}

// History returns requests that were sent earlier.
func (c *Console) History(q HistoryRequest) (PastRequests, error) {
	return call(c.calls, q.Call, func(context.Context) (PastRequests, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return PastRequests{}, err
		}
		list := c.history.All
		if !q.All {
			list = func() ([]history.Entry, error) { return c.history.List(s.Connection.ID) }
		}
		entries, err := list()
		if err != nil {
			return PastRequests{}, err
		}
		names, err := c.names(s.Connection)
		result := PastRequests{Requests: make([]PastRequest, 0, len(entries))}
		for _, e := range entries {
			result.Requests = append(result.Requests, PastRequest{
				Connection: names[e.Connection], At: e.At.Format(time.RFC3339), Method: e.Method, Path: e.Path, Query: e.Query, Body: e.Body, Left: e.Left,
				Status: e.Status, Failed: e.Failed, Elapsed: e.Elapsed, Size: known(e.Size),
			})
		}
		return result, err
	})
}

// names returns the names of the saved connections by id, including the open one and the sample data.
func (c *Console) names(open connections.Connection) (map[string]string, error) {
	names := map[string]string{}
	for _, engine := range server.Engines() {
		names[sampleOf(engine)] = sampleName
	}
	saved, err := c.saved.List()
	for _, one := range append(saved, open) {
		names[one.ID] = one.Name
	}
	return names, err
}

// ClearHistory clears the history.
func (c *Console) ClearHistory(q HistoryRequest) (Nothing, error) {
	return call(c.calls, q.Call, func(context.Context) (Nothing, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return Nothing{}, err
		}
		if q.All {
			return Nothing{}, c.history.Clear()
		}
		return Nothing{}, c.history.Forget(s.Connection.ID)
	})
}
