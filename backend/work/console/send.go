package console

import (
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// Response is a response with any status. Its bytes are on the session's shelf until its tab drops them.
type Response struct {
	Number      int64
	Status      int
	ContentType string
	Binary      string   // name of its format, such as "CBOR"; "" for text
	Damaged     int64    // number of bytes in a text that are not valid UTF-8
	File        string   // a file name for the response: "response.json"
	Headers     []Header // of the response, sorted by name
	Warnings    []string // the server's warnings, in its own words
	Size        int64
	Elapsed     time.Duration // from sending to the end of the response
	Private     bool
	Form        driver.ConsoleRows   // where the rows are, and the document in each; empty if the route returns no rows
	Search      driver.ConsoleSearch // what the response has besides rows
	Took        string               // the engine's own time, in milliseconds; "" if unknown
	Total       string               // the total number of rows according to the engine, "" if unknown
	AtLeast     bool                 // there may be more rows than Total
	Count       string               // how many of them are in the response, "" if it has no total or is too long to examine
	Groups      string               // how many groups these rows are in, "" if they are not
	AllGroups   string               // the total number of groups according to the engine, "" if unknown
	Measured    []Measured
	Layout      driver.ConsoleProfile // of the profile
	Doubt       string                // why it is unknown whether a write took effect, and what to do; "" if it is known
	Failed      FailedParts           // parts of the request that failed although it succeeded
	Hint        string                // what to do about the error, or about the first part that failed; "" for none
	Fault       int                   // the position of an error in the console's text, in UTF-16 code units; -1 if the engine gives none
}

// Range is part of a response, in bytes.
type Range struct{ From, Size int64 }

// Header is one header of a response.
type Header struct{ Name, Value string }

var (
	errNotShown = &driver.Error{
		Kind: driver.Refused, Message: "Only the requests shown last can be sent, each only once. Nothing was sent.", Hint: "Run the request again.",
	}
	errReadOnly = &driver.Error{
		Kind: driver.Refused, Message: "This connection is read-only. Nothing was sent.", Hint: "To send requests that write, change Safe Mode in the toolbar.",
	}
	errStricter = &driver.Error{
		Kind: driver.Refused, Message: "Safe mode became stricter after this request was prepared. Nothing was sent.", Hint: "Run the request again.",
	}
	errUnconfirmed = &driver.Error{
		Kind: driver.Refused, Message: "This request can write, and you have not confirmed it. Nothing was sent.", Hint: "Review the request and confirm it.",
	}
)

// Send sends one of the requests that the tab last showed, identified by its digest. It is sent once: to send it again,
// plan it again. For a write over a read-only connection the error is of kind refused, and nothing is sent.
func (t *Consoles) Send(ctx context.Context, s *session.Session, id, digest string) (*Response, error) {
	b, err := t.tab(s, id)
	if err != nil {
		return nil, err
	}
	p := t.take(b, digest)
	if p == nil {
		return nil, errNotShown
	}
	return t.send(ctx, b, p, true)
}

// SendText sends the first request of a text without showing it first: a read in any safe mode, a write only if safe
// mode is off. For any other write the error is of kind refused, and nothing is sent.
func (t *Consoles) SendText(ctx context.Context, s *session.Session, id, text string) (*Response, error) {
	b, err := t.tab(s, id)
	if err != nil {
		return nil, err
	}
	all, err := planAll(ctx, s, text, Selection{})
	if err != nil {
		return nil, err
	}
	if all[0].Err != nil {
		return nil, all[0].Err
	}
	return t.send(ctx, b, all[0].Plan, false)
}

// send sends a plan and releases its body.
func (t *Consoles) send(ctx context.Context, b *tab, p *Plan, confirmed bool) (*Response, error) {
	defer b.session.Shelf().Release(p.Input)
	if err := allowed(b.session, p, confirmed); err != nil {
		return nil, err
	}
	end, err := t.begin(b.session.ID)
	if err != nil {
		return nil, err
	}
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()
	response, err := exchange(ctx, b.session, p)
	if t.Sent != nil {
		t.Sent(b.session, p, response)
	}
	if err != nil {
		return nil, doubtful(err, p)
	}
	return response, t.keep(b, response)
}

// allowed refuses a write that the safe mode does not allow.
func allowed(s *session.Session, p *Plan, confirmed bool) error {
	if !p.Write {
		return nil
	}
	switch mode := s.SafeMode(); {
	case mode == session.SafeReadOnly:
		return errReadOnly
	case s.Stricter(p.safe):
		return errStricter
	case mode != session.SafeOff && !confirmed:
		return errUnconfirmed
	}
	return nil
}

// exchange sends a request and writes the response to the shelf as it arrives.
func exchange(ctx context.Context, s *session.Session, p *Plan) (*Response, error) {
	r, err := p.request(s)
	if err != nil {
		return nil, err
	}
	if p.Write {
		ctx = transport.WithPermit(ctx, s.Permit(p.safe, r))
	}
	began := time.Now()
	raw, err := s.HTTP().Stream(ctx, r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = raw.Body.Close() }()
	w := s.Shelf().Writer(p.Private)
	var c content
	if _, err := io.Copy(io.MultiWriter(w, &c), raw.Body); err != nil {
		w.Discard()
		return nil, unkept(err)
	}
	response := &Response{
		Status: raw.Status, ContentType: raw.Header.Get("Content-Type"), Headers: headers(raw.Header),
		Warnings: warnings(raw.Header), Size: w.Size(), Elapsed: time.Since(began), Private: p.Private, Fault: -1,
	}
	response.Binary, response.File = c.describe(raw.Header)
	response.Damaged = c.damaged
	if response.Number, err = w.Keep(); err != nil {
		return nil, unkept(err)
	}
	if err := response.look(s, p); err != nil {
		s.Shelf().Release(response.Number)
		return response, unkept(err)
	}
	return response, nil
}

// headers returns the headers of a response, sorted by name.
func headers(h http.Header) []Header {
	var all []Header
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			all = append(all, Header{name, value})
		}
	}
	return all
}
