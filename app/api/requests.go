package api

import (
	"context"
	"strconv"
	"time"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// Requests is the request log of the open connections.
type Requests struct {
	calls    *Calls
	sessions *session.Sessions
}

// newsLimit is how long List waits for a request before it returns none.
const newsLimit = 30 * time.Second

// LogQuery asks for the entries of a connection's request log after an id. With Wait, the call returns as soon as there
// are some, or returns none after half a minute.
type LogQuery struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	After   int    `json:"after"`
	Wait    bool   `json:"wait"`
}

// RequestEntry is one request that was sent. Its path includes neither the prefix nor credentials.
type RequestEntry struct {
	ID      int    `json:"id"`
	Started string `json:"started"` // milliseconds since 1970
	Method  string `json:"method"`
	Path    string `json:"path"`
	Query   string `json:"query"`
	Purpose string `json:"purpose"`
	Status  int    `json:"status"` // 0 if there was no response
	Kind    string `json:"kind"`   // kind of the error, "" if there was a response
	Millis  int    `json:"millis"`
	Bytes   string `json:"bytes"` // size of the response
	Sent    int    `json:"sent"`  // size of the request body, in bytes
	HasBody bool   `json:"hasBody"`
	Gap     string `json:"gap"` // why this is not the whole request: see package requestlog
}

// RequestList is what was sent, oldest first.
type RequestList struct {
	Entries []RequestEntry `json:"entries"`
}

// List returns what was sent over a connection.
func (r *Requests) List(q LogQuery) (RequestList, error) {
	return call(r.calls, q.Call, func(ctx context.Context) (RequestList, error) {
		s, err := r.sessions.Get(q.Session)
		if err != nil {
			return RequestList{}, err
		}
		if q.Wait {
			limited, cancel := context.WithTimeout(ctx, newsLimit)
			defer cancel()
			if err := s.Requests.Wait(limited, q.After); err != nil && ctx.Err() != nil {
				return RequestList{}, err
			}
		}
		list := RequestList{Entries: []RequestEntry{}}
		for _, e := range s.Requests.Since(q.After) {
			list.Entries = append(list.Entries, requestEntry(&e))
		}
		return list, nil
	})
}

func requestEntry(e *requestlog.Entry) RequestEntry {
	return RequestEntry{
		ID: e.ID, Started: strconv.FormatInt(e.Started.UnixMilli(), 10), Method: e.Method, Path: e.Path, Query: e.Query, Purpose: e.Purpose,
		Status: e.Status, Kind: string(e.Kind), Millis: int(e.Duration.Milliseconds()), Bytes: strconv.FormatInt(e.Bytes, 10),
		Sent: e.Sent, HasBody: e.Body() != "", Gap: string(e.Gap),
	}
}

// EntryRequest names one request of a connection's log.
type EntryRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	ID      int    `json:"id"`
}

// RequestText is the body of a request, or a command line.
type RequestText struct {
	Text string `json:"text"`
}

// Body returns the body that was sent with a request, byte for byte.
func (r *Requests) Body(q EntryRequest) (RequestText, error) {
	return call(r.calls, q.Call, func(context.Context) (RequestText, error) {
		_, e, err := r.entry(q)
		if err != nil {
			return RequestText{}, err
		}
		text := e.Body()
		if text == "" && e.Sent > 0 {
			return RequestText{}, &driver.Error{Kind: driver.NotFound, Message: "This body is no longer recorded."}
		}
		return RequestText{Text: text}, nil
	})
}

// Curl returns a command line that sends a request again, without the credentials.
func (r *Requests) Curl(q EntryRequest) (RequestText, error) {
	return call(r.calls, q.Call, func(context.Context) (RequestText, error) {
		s, e, err := r.entry(q)
		if err != nil {
			return RequestText{}, err
		}
		if e.Gap != requestlog.GapNone {
			return RequestText{}, &driver.Error{Kind: driver.Invalid, Message: "Only part of this request was recorded, so cURL would send something else."}
		}
		return RequestText{Text: e.Curl(s.Base())}, nil
	})
}

func (r *Requests) entry(q EntryRequest) (*session.Session, requestlog.Entry, error) {
	s, err := r.sessions.Get(q.Session)
	if err != nil {
		return nil, requestlog.Entry{}, err
	}
	e, ok := s.Requests.Get(q.ID)
	if !ok {
		return nil, requestlog.Entry{}, &driver.Error{Kind: driver.NotFound, Message: "This request is no longer recorded."}
	}
	return s, e, nil
}

// LogRequest names the log of a connection.
type LogRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
}

// Cleared is the id of the last request that was removed.
type Cleared struct {
	Last int `json:"last"`
}

// Clear clears the request log.
func (r *Requests) Clear(q LogRequest) (Cleared, error) {
	return call(r.calls, q.Call, func(context.Context) (Cleared, error) {
		s, err := r.sessions.Get(q.Session)
		if err != nil {
			return Cleared{}, err
		}
		return Cleared{Last: s.Requests.Clear()}, nil
	})
}
