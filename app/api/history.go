package api

import (
	"context"
	"time"

	"quarry/backend/connections"
	"quarry/backend/console"
	"quarry/backend/history"
	"quarry/backend/session"
)

// newConsole returns the consoles, whose requests are saved in the history.
func newConsole(calls *Calls, sessions *session.Sessions, saved *connections.Store, past *history.Store) *Console {
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
	return &Console{calls: calls, sessions: sessions, consoles: consoles, saved: saved, history: past}
}

// HistoryRequest requests the history of the connection, or of all connections.
type HistoryRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	All     bool   `json:"all"`
}

// PastRequest is a request that was sent over a connection.
type PastRequest struct {
	Connection string `json:"connection"` // the name of the connection, "" if there is no longer one
	At         string `json:"at"`         // RFC 3339
	Method     string `json:"method"`
	Path       string `json:"path"`
	Query      string `json:"query"`
	Body       string `json:"body"`
	Left       bool   `json:"left"`   // the body or more was not saved
	Status     int    `json:"status"` // 0 if no response came
	Elapsed    int    `json:"elapsed"`
	Size       string `json:"size"`
}

// PastRequests are requests, the newest first.
type PastRequests struct {
	Requests []PastRequest `json:"requests"`
}

// History returns the requests that were sent before.
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
				Status: e.Status, Elapsed: e.Elapsed, Size: known(e.Size),
			})
		}
		return result, err
	})
}

// names returns the names of the saved connections by their ids, with those of the open one and of the sample data.
func (c *Console) names(open connections.Connection) (map[string]string, error) {
	names := map[string]string{sampleID: sampleName}
	saved, err := c.saved.List()
	for _, one := range append(saved, open) {
		names[one.ID] = one.Name
	}
	return names, err
}

// ClearHistory removes them.
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
