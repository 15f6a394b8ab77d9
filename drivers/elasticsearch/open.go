package elasticsearch

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
)

// tagline is in the root response of every Elasticsearch, but not of its forks.
const tagline = "You Know, for Search"

// flavorServerless is the build of Elastic Cloud Serverless. Its version is always 8.11.0, whatever it supports.
const flavorServerless = "serverless"

const (
	serverless  = "Elasticsearch Serverless"
	noDashboard = "Elasticsearch Serverless reports no figures about its nodes."

	notElasticsearch = "This server is not Elasticsearch"
	supports         = "Quarry supports Elasticsearch 7.x, 8.x and 9.x."
	limits           = "Browsing may work. Some filters, deep paging and safe edits will not."

	hintCredentials = "Check the credentials."
	hintPlain       = "This connection is plain HTTP. Elasticsearch 8.x normally needs HTTPS: choose an SSL mode, then test again."
	hintKey         = "The API key is sent as typed: enter the encoded value, or base64 of id:api_key."
	hintCertificate = "Trust this authority: set CA Certificate to its file. Or accept any certificate: Required (skip verify) or Skip TLS Verification."
	hintClosed      = "The server closed the connection without responding, as an HTTPS port does when it gets plain HTTP: choose an SSL mode, then test again."
	hintAddress     = "Check host, port and path prefix."

	noVersion = "You do not have permission to read the server's version."
	nobody    = "You do not have permission to read the server's version, and the server does not say who you are: "
	unproved  = " Wrong credentials will only be noticed when something is read."
)

// Open implements [driver.Driver] with GET /. If the user may not read that, it tries GET /_security/_authenticate,
// which every user can read.
func (engine) Open(c *driver.Conn, a *driver.OpenArgs) (*driver.Server, error) {
	req := es.Get("/", "", "connect")
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
		return nil, es.ErrorOf(&req, r)
	}
	server, err := greeted(r)
	if err == nil && a.Nodes {
		server.Nodes = nodes(c)
	}
	return server, err
}

// nodes returns the number of nodes in the cluster, 0 if unknown.
func nodes(c *driver.Conn) int64 {
	r, err := c.Do(driver.Send{Request: es.Get("/_cluster/health", "filter_path=number_of_nodes", "connect"), Verb: driver.Pick, Pick: []string{"number_of_nodes"}})
	if err != nil || !r.OK() {
		return 0
	}
	return max(0, es.ParseInt(r.Picked[0]))
}

// openRestricted opens for a user who may not read the version. If the server does not say who the user is either,
// nothing proves the credentials, and a notice says so.
func openRestricted(c *driver.Conn, a *driver.OpenArgs, root *driver.Reply) (*driver.Server, error) {
	if _, ok := jx.Get(string(root.Body), "error"); !ok {
		return nil, strange(root, a)
	}
	req := es.Get("/_security/_authenticate", "", "connect")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	switch {
	case err != nil:
		return nil, unreachable(err, a)
	case r.Status == 401:
		return nil, unauthenticated(&req, r, a)
	case foreignProduct(r) != "":
		return nil, foreign(foreignProduct(r), "")
	case r.Status >= 500:
		return nil, es.ErrorOf(&req, r)
	}
	notice := noVersion
	if !r.OK() {
		notice = nobody + es.Sentence(es.ErrorOf(&req, r).Message) + unproved
	}
	return &driver.Server{
		Summary: "Elasticsearch, version unknown",
		Product: "Elasticsearch",
		Session: wire.Append(nil, &es.Version{}),
		Notices: []string{notice},
		Backing: es.Backing, Bulk: bulkFormat,
	}, nil
}

// greeted reads the root response. X-elastic-product is missing in 7.13 and older, so only a different product in it
// counts.
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
	s := es.ParseVersion(version)
	if s.Serverless = jx.Text(body, "version", "build_flavor") == flavorServerless; s.Serverless {
		version = ""
	}
	server := &driver.Server{Version: version, Product: "Elasticsearch", Session: wire.Append(nil, &s), Backing: es.Backing, Bulk: bulkFormat}
	switch {
	case s.Serverless:
		server.Product, server.NoDashboard = serverless, noDashboard
	case version != "":
		server.Product += " " + version
	}
	server.Summary = server.Product
	if cluster := jx.Text(body, "cluster_name"); cluster != "" {
		server.Summary += ", cluster " + cluster
	}
	if !s.Supported() {
		server.Warning, server.Limits = unsupported(version), limits
	}
	return server, nil
}

func unsupported(version string) string {
	if version == "" {
		return "This Elasticsearch does not report its version"
	}
	return "Elasticsearch " + version + " is not supported"
}

// foreignProduct returns the product named in a response if it is not Elasticsearch. Only a 2xx response reliably has
// the header.
func foreignProduct(r *driver.Reply) string {
	product := r.Header("X-Elastic-Product")
	if !r.OK() || product == "Elasticsearch" {
		return ""
	}
	return product
}

// foreign refuses a fork of Elasticsearch, or something else that responds with JSON.
func foreign(distribution, version string) *driver.Error {
	said := "It responds with JSON that does not name Elasticsearch."
	if distribution != "" {
		said = "It identifies itself as “" + distribution + "”"
		if version != "" {
			said += " " + version
		}
		said += "."
	}
	return &driver.Error{Kind: driver.Unsupported, Message: notElasticsearch, Hint: said + " " + supports, Op: "GET /", Sent: true}
}

// strange returns the error for a response that is not from the engine: a proxy's page, or not JSON at all.
func strange(r *driver.Reply, a *driver.OpenArgs) *driver.Error {
	said := "It responded to GET / with status " + strconv.Itoa(r.Status)
	if kind, _, _ := strings.Cut(r.Header("Content-Type"), ";"); kind != "" {
		said += " and " + strings.TrimSpace(kind)
	}
	said += ". " + hintAddress
	if r.Status == 400 && !a.Secure {
		said += " An HTTPS port responds like this to plain HTTP: if it is one, choose an SSL mode."
	}
	return &driver.Error{Kind: driver.Unsupported, Message: notElasticsearch, Hint: said, Op: "GET /", Status: r.Status, Sent: true}
}

func isObject(body []byte) bool { return strings.HasPrefix(strings.TrimSpace(string(body)), "{") }

// unauthenticated returns the error for a response that rejects the credentials.
func unauthenticated(req *driver.Request, r *driver.Reply, a *driver.OpenArgs) *driver.Error {
	e := es.ErrorOf(req, r)
	e.Message = "Authentication failed: " + e.Message
	if e.Hint == es.HintRejected {
		e.Hint = ""
	}
	var hints []string
	if !a.Secure {
		hints = append(hints, hintCredentials)
	}
	if e.Hint != "" { // the engine gave a reason, so plain HTTP is not to blame
		hints = append(hints, e.Hint)
	}
	if setting(a, "auth") == "apiKey" {
		hints = append(hints, hintKey)
	}
	if !a.Secure && e.Hint == "" {
		hints = append(hints, hintPlain)
	}
	e.Hint = strings.Join(hints, " ")
	return e
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
	if !ok {
		return err
	}
	e := *met
	switch e.Kind {
	case driver.Connect, driver.TLS, driver.Timeout:
		e.Message = "Connection failed: " + inside(e.Message)
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
