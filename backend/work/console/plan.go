package console

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// Plan is a request that can be sent and is shown first.
type Plan struct {
	Method      string
	Path        string
	Query       string
	ContentType string // of the body
	Size        int64  // of the body, in bytes
	Input       int64  // the body on the session's shelf, 0 for none
	Digest      string // of everything above except Input
	Write       bool   // it can write: the driver's table does not list it as a read
	Private     bool   // body and response can contain credentials: the driver does not list its route as storable

	safe  string // the safe mode at planning
	route *driver.ConsoleRoute
	body  Body
	text  *Text
}

// Body returns the body to send.
func (p *Plan) Body() string { return p.body.Text }

// Planned is a request in a text, or the reason why it cannot be sent.
type Planned struct {
	*Plan       // nil if Err is set
	Err   error // why nothing would be sent
	Row   int   // the number of its first line, from 1
	From  int   // where it is in the text, in UTF-16 code units
	To    int
}

var errNoConsole = &driver.Error{Kind: driver.Unsupported, Message: "The driver of this connection has no console."}

// Selection is the part of a text to run.
type Selection struct {
	All      bool // all requests
	From, To int  // the selected part if All is not set, in UTF-16 code units as pages count; both are equal for a cursor
	Profile  bool // profile the requests: those that are not searches are refused
}

// Plan parses a typed text and returns the requests that it would send, in text order. It sends nothing. The tab keeps
// the plans until the next call.
func (t *Consoles) Plan(ctx context.Context, s *session.Session, id, source string, what Selection) ([]Planned, error) {
	b, err := t.tab(s, id)
	if err != nil {
		return nil, err
	}
	all, err := planAll(ctx, s, source, what)
	if err != nil {
		return nil, err
	}
	return all, t.show(b, all)
}

// planAll returns the plans of the selected requests. Their bodies stay on the shelf until the caller releases them.
func planAll(ctx context.Context, s *session.Session, source string, what Selection) ([]Planned, error) {
	if !s.Can(driver.OpConsole) {
		return nil, errNoConsole
	}
	text := Split(source)
	first, last := 0, len(text.typed)
	if !what.All {
		first, last = text.Selected(bytesOf(source, what.From), bytesOf(source, what.To))
	}
	if first == last {
		_, err := text.Request(-1, s.Texts[driver.TextRequest])
		return nil, err
	}
	all := make([]Planned, 0, last-first)
	count := &counter{source: source}
	for number := first; number < last; number++ {
		p := Planned{From: count.to(text.typed[number].Line).units, Row: count.lines + 1}
		p.To = count.to(text.typed[number].End).units
		p.Plan, p.Err = plan(ctx, s, text, number, what.Profile)
		if p.Err != nil && ctx.Err() != nil {
			release(s, all)
			return nil, p.Err
		}
		all = append(all, p)
	}
	return all, nil
}

// release releases the bodies of plans.
func release(s *session.Session, all []Planned) {
	for _, p := range all {
		if p.Plan != nil {
			s.Shelf().Release(p.Input)
		}
	}
}

// plan returns a plan, whose body stays on the shelf until the caller releases it.
func plan(ctx context.Context, s *session.Session, text *Text, number int, profile bool) (*Plan, error) {
	r, err := text.Request(number, s.Texts[driver.TextRequest])
	if err != nil {
		return nil, err
	}
	route, err := judge(ctx, s, r)
	if err != nil {
		return nil, err
	}
	p := &Plan{
		Method: r.Method, Path: r.Path, Query: r.Query, Write: !s.Reads(r.Method, r.Path), Private: !route.Storable, safe: s.SafeMode(), route: route, text: text,
	}
	if p.body, err = text.Body(number, Rules{Lines: route.Lines}); err != nil {
		return nil, err
	}
	if profile {
		if err := p.profile(s.Texts[driver.TextProfile]); err != nil {
			return nil, err
		}
	}
	body := p.body.Text
	if body != "" {
		p.ContentType = route.ContentType
		if p.Input, err = s.Shelf().Put([]byte(body), p.Private); err != nil {
			return nil, err
		}
	}
	p.Size, p.Digest = int64(len(body)), p.digest(body)
	return p, nil
}

// judge asks the driver about a request. It sends nothing.
func judge(ctx context.Context, s *session.Session, r Request) (*driver.ConsoleRoute, error) {
	args := &driver.ConsoleArgs{Method: r.Method, Path: r.Path, Query: r.Query}
	return session.Run[driver.ConsoleRoute](ctx, s, driver.OpConsole, args, nil)
}

// digest covers everything that is sent. Each part is preceded by its length, so that two different requests never hash
// the same text.
func (p *Plan) digest(body string) string {
	h := sha256.New()
	for _, part := range []string{p.Method, p.Path, p.Query, p.ContentType, body} {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part) // writing to a hash never fails
	}
	return hex.EncodeToString(h.Sum(nil))
}

// request returns the request to send, which is not repeatable. Accept is the same as curl's, so that the engine
// responds as in its documentation.
func (p *Plan) request(s *session.Session) (transport.Request, error) {
	r := transport.Request{
		Method: p.Method, Path: p.Path, Query: p.Query, Header: http.Header{"Accept": {"*/*"}}, Purpose: "console", Private: p.Private,
	}
	if p.Input == 0 {
		return r, nil
	}
	r.Header.Set("Content-Type", p.ContentType)
	var err error
	r.Body, err = s.Shelf().Body(&driver.Request{Parts: []driver.BodyPart{{Input: p.Input}}})
	return r, err
}
