package elasticsearch

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// tagline stands in the root answer of every Elasticsearch, and of no fork of it.
const tagline = "You Know, for Search"

const (
	notElasticsearch = "This server is not Elasticsearch"
	supports         = "Quarry supports Elasticsearch 7.x and 8.x."
	limits           = "Browsing may work. Some filters, deep paging and safe edits will not."

	hintPlain       = "This connection is plain HTTP. Elasticsearch 8.x normally needs HTTPS: choose an SSL mode, then test again."
	hintKey         = "The API key is sent as typed: enter the encoded value, or base64 of id:api_key."
	hintCertificate = "Accept any certificate: Required (skip verify) or Skip TLS Verification."
	hintClosed      = "The server ended the connection without an answer, as an HTTPS port does on plain HTTP: choose an SSL mode, then test again."
	hintAddress     = "Check host, port and path prefix."

	noVersion = "This user may not read the server's version."
	nobody    = "This user may not read the server's version, and the server does not say who the user is: "
	unproved  = " Whether the credentials are right shows when something is read."
)

// Open implements [driver.Driver] by GET /. A user who may not read it is asked for by GET /_security/_authenticate,
// which every user may.
func (engine) Open(c *driver.Conn, a *driver.OpenArgs) (*driver.Server, error) {
	req := get("/", "", "connect")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	switch {
	case err != nil:
		return nil, unreachable(err, a)
	case r.Status == 401:
		return nil, unauthenticated(&req, r, a)
	case !isObject(r.Body) && r.Status < 500:
		return nil, strange(r, a)
	case r.Status == 403:
		return openRestricted(c, a, r)
	case !r.OK():
		return nil, answered(&req, r)
	}
	return greeted(r)
}

// openRestricted opens for a user who may not read the version. Where it is not said either who the user is, nothing
// proves the credentials, and that is said.
func openRestricted(c *driver.Conn, a *driver.OpenArgs, root *driver.Reply) (*driver.Server, error) {
	if _, ok := jx.Get(string(root.Body), "error"); !ok {
		return nil, strange(root, a)
	}
	req := get("/_security/_authenticate", "", "connect")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	switch {
	case err != nil:
		return nil, unreachable(err, a)
	case r.Status == 401:
		return nil, unauthenticated(&req, r, a)
	case foreignProduct(r) != "":
		return nil, foreign(foreignProduct(r), "")
	case r.Status >= 500:
		return nil, answered(&req, r)
	}
	notice := noVersion
	if !r.OK() {
		notice = nobody + sentenceOf(answered(&req, r).Message) + unproved
	}
	return &driver.Server{
		Summary: "Elasticsearch, version not readable",
		Product: "Elasticsearch",
		Session: wire.Append(nil, &session{}),
		Notices: []string{notice},
	}, nil
}

// sentenceOf ends a text with a full stop.
func sentenceOf(text string) string { return strings.TrimSuffix(text, ".") + "." }

// greeted reads the root answer. X-elastic-product is missing on answers of 7.13 and older, so that only another name
// in it counts.
func greeted(r *driver.Reply) (*driver.Server, error) {
	body := string(r.Body)
	version := jx.Text(body, "version", "number")
	distribution := jx.Text(body, "version", "distribution")
	if product := foreignProduct(r); product != "" {
		distribution = product
	}
	said := jx.Text(body, "tagline")
	if distribution == "" && said != tagline {
		distribution = said
	}
	if distribution != "" || said != tagline {
		return nil, foreign(distribution, version)
	}
	s := newSession(version)
	server := &driver.Server{Version: version, Product: "Elasticsearch", Session: wire.Append(nil, &s)}
	if version != "" {
		server.Product += " " + version
	}
	server.Summary = server.Product
	if cluster := jx.Text(body, "cluster_name"); cluster != "" {
		server.Summary += ", cluster " + cluster
	}
	if !s.supported() {
		server.Warning = unsupported(version) + " " + limits
	}
	return server, nil
}

func unsupported(version string) string {
	if version == "" {
		return "This Elasticsearch does not tell its version."
	}
	return "Elasticsearch " + version + " is not supported."
}

// foreignProduct gives the product that an answer names where it is another one. Only a 2xx answer carries the header
// reliably.
func foreignProduct(r *driver.Reply) string {
	product := r.Header("X-Elastic-Product")
	if !r.OK() || product == "Elasticsearch" {
		return ""
	}
	return product
}

// foreign refuses a fork of Elasticsearch, or something else that answers with JSON.
func foreign(distribution, version string) *driver.Error {
	said := "It answers with JSON that does not name Elasticsearch."
	if distribution != "" {
		said = "It answers as “" + distribution + "”"
		if version != "" {
			said += " " + version
		}
		said += "."
	}
	return &driver.Error{Kind: driver.Unsupported, Message: notElasticsearch, Hint: said + " " + supports, Op: "GET /", Sent: true}
}

// strange words an answer that is not the engine's: a proxy's page, or no JSON at all.
func strange(r *driver.Reply, a *driver.OpenArgs) *driver.Error {
	said := "It answered GET / with status " + strconv.Itoa(r.Status)
	if kind, _, _ := strings.Cut(r.Header("Content-Type"), ";"); kind != "" {
		said += " and " + strings.TrimSpace(kind)
	}
	said += ". " + hintAddress
	if r.Status == 400 && !a.Secure {
		said += " An HTTPS port answers so on plain HTTP: then choose an SSL mode."
	}
	return &driver.Error{Kind: driver.Unsupported, Message: notElasticsearch, Hint: said, Op: "GET /", Status: r.Status, Sent: true}
}

func isObject(body []byte) bool { return strings.HasPrefix(strings.TrimSpace(string(body)), "{") }

// unauthenticated words a refusal of the credentials.
func unauthenticated(req *driver.Request, r *driver.Reply, a *driver.OpenArgs) *driver.Error {
	e := answered(req, r)
	e.Message = "Authentication failed: " + e.Message
	var hints []string
	// The reason itself does not tell an expired key from a wrong one.
	if more := jx.Text(string(r.Body), "error", "additional_unsuccessful_credentials"); more != "" {
		hints = append(hints, more+".")
	}
	if !a.Secure {
		hints = append(hints, hintPlain)
	}
	if setting(a, "auth") == "apiKey" {
		hints = append(hints, hintKey)
	}
	e.Hint = strings.Join(hints, " ")
	return e
}

// unreachable words what kept an answer from coming. What Quarry refused itself, and a cancellation, stay as they are.
func unreachable(err error, a *driver.OpenArgs) error {
	met, ok := err.(*driver.Error)
	if !ok {
		return err
	}
	e := *met
	switch e.Kind {
	case driver.Connect, driver.TLS, driver.Timeout:
		e.Message = "Connection failed: " + e.Message
	default:
		return err
	}
	switch {
	case e.Hint != "":
	case e.Kind == driver.TLS:
		e.Hint = hintCertificate
	case e.Kind == driver.Connect && e.Sent && !a.Secure:
		e.Hint = hintClosed
	}
	return &e
}

func setting(a *driver.OpenArgs, key string) string {
	for _, s := range a.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
