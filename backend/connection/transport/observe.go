package transport

import "time"

// Event is one finished request, without the credential and without the response's content. Path, Query and Body are as
// the caller passed them and may contain what a user typed, including the connection's secret: see [Client.Redact].
type Event struct {
	Started     time.Time
	Method      string
	Path        string
	Query       string
	ContentType string // of the request's body
	Body        []byte // the request's own bytes: an observer that keeps them must copy them
	Purpose     string
	Private     bool  // Query and Body may contain a credential of the user: no observer stores them
	Status      int   // 0 if no response arrived
	Bytes       int64 // how much of the decoded body was read
	Duration    time.Duration
	Kind        Kind // empty if a response with any status arrived
}

// Observe sets the function to call after each request that was attempted, in the goroutine that sent it; nil removes
// it. A request refused by Check does not count as attempted.
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
