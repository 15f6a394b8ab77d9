package api

import (
	"context"
	"time"

	"quarry/backend/console"
	"quarry/backend/history"
	"quarry/backend/session"
)

// newConsole returns the consoles, whose requests are saved in the history.
func newConsole(calls *Calls, sessions *session.Sessions, past *history.Store) *Console {
	consoles := console.New()
	consoles.Sent = func(s *session.Session, p *console.Plan, a *console.Answer) {
		e := history.Entry{
			Connection: s.Connection.ID, At: time.Now().UTC().Truncate(time.Second), Method: p.Method,
			Path: s.Redact(p.Path), Query: s.Redact(p.Query), Body: s.Redact(p.Body()),
		}
		if a != nil {
			e.Status, e.Elapsed, e.Size = a.Status, int(a.Elapsed.Milliseconds()), a.Size
		}
		if s.Connection.ID != "" {
			_ = past.Add(e, p.Private) // a request that was sent is not an error because its history cannot be saved
		}
	}
	return &Console{calls: calls, sessions: sessions, consoles: consoles, history: past}
}

// PastRequest is a request that was sent over a connection.
type PastRequest struct {
	At      string `json:"at"` // RFC 3339
	Method  string `json:"method"`
	Path    string `json:"path"`
	Query   string `json:"query"`
	Body    string `json:"body"`
	Left    bool   `json:"left"`   // the body or more was not saved
	Status  int    `json:"status"` // 0 if no response came
	Elapsed int    `json:"elapsed"`
	Size    string `json:"size"`
}

// PastRequests are requests, the newest first.
type PastRequests struct {
	Requests []PastRequest `json:"requests"`
}

// History returns the requests that were sent over the connection before.
func (c *Console) History(q SessionRequest) (PastRequests, error) {
	return call(c.calls, q.Call, func(context.Context) (PastRequests, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return PastRequests{}, err
		}
		entries, err := c.history.List(s.Connection.ID)
		result := PastRequests{Requests: make([]PastRequest, 0, len(entries))}
		for _, e := range entries {
			result.Requests = append(result.Requests, PastRequest{
				At: e.At.Format(time.RFC3339), Method: e.Method, Path: e.Path, Query: e.Query, Body: e.Body, Left: e.Left,
				Status: e.Status, Elapsed: e.Elapsed, Size: known(e.Size),
			})
		}
		return result, err
	})
}

// ClearHistory removes them.
func (c *Console) ClearHistory(q SessionRequest) (Nothing, error) {
	return call(c.calls, q.Call, func(context.Context) (Nothing, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return Nothing{}, err
		}
		return Nothing{}, c.history.Forget(s.Connection.ID)
	})
}
