package typesense

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

const (
	limits   = "Browsing may work. Some filters, sorts and safe edits will not."
	cannot   = "This key cannot list collections. It lacks collections:list. The console works, and Open by Name opens a collection you know."
	address  = "Check Host and Port."
	hintTLS  = "Trust this authority: set CA Certificate to its file. Or accept any certificate: Required (skip verify) or Skip TLS Verification."
	hintHTTP = "The server closed the connection without responding, as an HTTPS port does when it gets plain HTTP: choose an SSL mode, then test again."
)

// The form's field for the ids of new documents, and its value if the server makes them.
const (
	fieldNewIDs  = "newIds"
	newIDsServer = "server"
)

// opened is the session: what later operations need to know of the form.
type opened struct {
	leavesIDs bool // the server makes the ids of new documents
}

// Fields implements [wire.Message].
func (o *opened) Fields(c *wire.Codec) { c.Bool(1, &o.leavesIDs) }

// leavesIDs reports whether the server makes the ids of new documents.
func leavesIDs(c *driver.Conn) (bool, error) {
	var o opened
	err := c.Decode(c.Session(), &o)
	return o.leavesIDs, err
}

// Open implements [driver.Driver].
func (engine) Open(c *driver.Conn, a *driver.OpenArgs) (*driver.Server, error) {
	server, err := open(c, a)
	if err == nil && text(a.Settings, fieldNewIDs) == newIDsServer {
		server.Session = c.Encode(&opened{leavesIDs: true})
	}
	return server, err
}

// open finds out whose server it is. Its first request must need a key: /health does not, and a route that does not exist
// returns 404 for any key.
func open(c *driver.Conn, a *driver.OpenArgs) (*driver.Server, error) {
	req := get("/collections", withoutFields+"&limit=1", "connect")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{Name: "name"}}})
	switch {
	case unreadable(err):
		return nil, strange(r)
	case err != nil:
		return nil, unreachable(err, a)
	case r.Status == 401:
		return openSearching(c, a, answered(&req, r))
	case !r.OK():
		return nil, refused(&req, r)
	}
	return versioned(c, a)
}

// openSearching distinguishes a key that can only search from a wrong one. Both get the same 401 and the same message
// on every other route; a search that names no collection only requires the right to search in some collection, and
// finds nothing.
func openSearching(c *driver.Conn, a *driver.OpenArgs, refusal *driver.Error) (*driver.Server, error) {
	r, err := c.Do(driver.Send{Request: multiSearch([]byte(`{"searches":[{"q":"*"}]}`), "connect"), Verb: driver.Raw})
	if err != nil {
		return nil, unreachable(err, a)
	}
	if !r.OK() && r.Status != 400 {
		return nil, refusal
	}
	return &driver.Server{Product: "Typesense", Summary: "Typesense, version unknown", Notices: []string{cannot}}, nil
}

// versioned reads the version, which stays unknown if the key lacks debug:list.
func versioned(c *driver.Conn, a *driver.OpenArgs) (*driver.Server, error) {
	r, err := c.Do(driver.Send{Request: get("/debug", "", "connect"), Verb: driver.Raw})
	if err != nil {
		return nil, unreachable(err, a)
	}
	version := ""
	if r.OK() {
		version = jx.Text(string(r.Body), "version")
	}
	if version == "" {
		return &driver.Server{Product: "Typesense", Summary: "Typesense, version unknown"}, nil
	}
	server := &driver.Server{Version: version, Product: "Typesense " + version}
	server.Summary = server.Product
	if !supported(version) {
		server.Warning, server.Limits = "Typesense "+version+" is not supported", limits
	}
	return server, nil
}

func supported(version string) bool {
	major, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= oldest
}

// refused returns the error for a first response that is not a list. A response without a message is not from the
// engine.
func refused(req *driver.Request, r *driver.Reply) *driver.Error {
	if _, ok := messageText(string(r.Body)); !ok && r.Status < 500 {
		return strange(r)
	}
	e := answered(req, r)
	if e.Kind == driver.NotFound {
		e.Hint = address
	}
	return e
}

// unreadable reports whether there was a response, but not a list of collections.
func unreadable(err error) bool {
	e, ok := err.(*driver.Error)
	return ok && e.Kind == driver.Engine
}

func strange(r *driver.Reply) *driver.Error {
	said := "It responded to GET /collections with status " + strconv.Itoa(r.Status)
	if kind, _, _ := strings.Cut(r.Header("Content-Type"), ";"); kind != "" {
		said += " and " + strings.TrimSpace(kind)
	}
	return &driver.Error{Kind: driver.Unsupported, Message: "This server is not Typesense", Hint: said + ". " + address, Op: "GET /collections", Status: r.Status, Sent: true}
}

// inside returns a sentence without its capital letter and its full stop, to follow a colon. Names keep their case.
func inside(sentence string) string {
	if len(sentence) > 1 && sentence[1] >= 'a' && sentence[1] <= 'z' || strings.HasPrefix(sentence, "A ") {
		sentence = strings.ToLower(sentence[:1]) + sentence[1:]
	}
	return strings.TrimSuffix(sentence, ".")
}

// unreachable explains why no response arrived. Quarry's own refusals and cancellations are returned unchanged.
func unreachable(err error, a *driver.OpenArgs) error {
	met, ok := err.(*driver.Error)
	if !ok || met.Kind != driver.Connect && met.Kind != driver.TLS && met.Kind != driver.Timeout {
		return err
	}
	e := *met
	e.Message = "Connection failed: " + inside(e.Message)
	switch {
	case e.Hint != "":
	case e.Kind == driver.TLS:
		e.Hint = hintTLS
	case e.Kind == driver.Connect && e.Sent && !a.Secure:
		e.Hint = hintHTTP
	}
	return &e
}
