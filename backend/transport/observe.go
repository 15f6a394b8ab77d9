package transport

import "time"

// Event is one finished request, without the credential and without the response's content. Path, Query and Body are as
// the caller gave them and may hold what a user typed, the connection's secret among it: see [Client.Redact].
type Event struct {
	Started     time.Time
	Method      string
	Path        string
	Query       string
	ContentType string // of the request's body, as it was sent
	Body        []byte // the request's own bytes: an observer that keeps them copies them
	Purpose     string
	Private     bool  // Query and Body can carry a credential of the user's: no observer keeps them
	Status      int   // 0 if no response came
	Bytes       int64 // of the decoded body that was read
	Duration    time.Duration
	Kind        Kind // empty if a response came, whatever its status
}

// Observe sets the one function that is called after each request that was tried, from the goroutine that sent
// it; nil ends it. A request that Check refuses is not tried.
func (c *Client) Observe(observe func(Event)) {
	if observe == nil {
		c.observer.Store(nil)
		return
	}
	c.observer.Store(&observe)
}

func (c *Client) notify(event Event) {
	if observe := c.observer.Load(); observe != nil {
		(*observe)(event)
	}
}
