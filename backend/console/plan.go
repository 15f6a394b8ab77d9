package console

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"quarry/backend/session"
	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// Plan is a request that can be sent, and is shown first.
type Plan struct {
	Method      string
	Path        string
	Query       string
	ContentType string // of the body
	Size        int64  // of the body, in bytes
	Input       int64  // the body on the session's shelf, 0 for none
	Digest      string // of everything above but Input
	Write       bool   // it can write: the driver's table does not list it as a read
	Private     bool   // its body and its response can contain credentials

	rows, doc string // where the rows and documents of its response are
}

var errNoConsole = &driver.Error{Kind: driver.Unsupported, Message: "The driver of this connection has no console."}

// Plan reads a typed request and returns what would be sent. It does not send it. The tab keeps the plan until the next
// one.
func (t *Consoles) Plan(ctx context.Context, s *session.Session, id, text string) (*Plan, error) {
	b, err := t.tab(s, id)
	if err != nil {
		return nil, err
	}
	p, err := plan(ctx, s, text)
	if err != nil {
		return nil, err
	}
	return p, t.show(b, p)
}

// plan returns a plan, whose body is on the shelf until the caller releases it.
func plan(ctx context.Context, s *session.Session, text string) (*Plan, error) {
	if !s.Can(driver.OpConsole) {
		return nil, errNoConsole
	}
	r, err := Parse(text, s.Texts[driver.TextRequest])
	if err != nil {
		return nil, err
	}
	route, err := session.Run[driver.ConsoleRoute](ctx, s, driver.OpConsole, &driver.ConsoleArgs{Method: r.Method, Path: r.Path, Query: r.Query}, nil)
	if err != nil {
		return nil, err
	}
	p := &Plan{
		Method: r.Method, Path: r.Path, Query: r.Query, Write: !s.Reads(r.Method, r.Path), Private: route.Private, rows: route.Rows, doc: route.Doc,
	}
	body := r.Body
	if body != "" {
		p.ContentType = route.ContentType
		if route.Lines && !strings.HasSuffix(body, "\n") {
			body += "\n"
		}
		if p.Input, err = s.Shelf().Put([]byte(body), p.Private); err != nil {
			return nil, err
		}
	}
	p.Size, p.Digest = int64(len(body)), p.digest(body)
	return p, nil
}

// digest covers everything that is sent. Each part is preceded by its length, so that no two requests hash the same
// text.
func (p *Plan) digest(body string) string {
	h := sha256.New()
	for _, part := range []string{p.Method, p.Path, p.Query, p.ContentType, body} {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part) // writing to a hash never fails
	}
	return hex.EncodeToString(h.Sum(nil))
}

// request returns what is sent. Accept is the same as curl's, so that the engine responds as its documentation shows.
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
