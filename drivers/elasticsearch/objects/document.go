package objects

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// ReadDocument implements Document of [driver.DocumentReader]: it reads the current document, by its row's index, id
// and routing.
func ReadDocument(c *driver.Conn, a *driver.DocumentArgs) (*driver.Document, error) {
	index, id, routing := es.TextAt(a.Key, "#index"), es.TextAt(a.Key, "#id"), es.TextAt(a.Key, "#routing")
	if index == "" {
		index = a.Object
	}
	if index == "" || id == "" {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "Reading a document needs its index and id."}
	}
	// In a path, 7.x reads an id such as _search as the name of a route.
	if strings.HasPrefix(id, "_") && es.VersionOf(c).ReadsRoutes() || jx.Traverses(id) {
		return searchDocument(c, index, id, routing)
	}
	req := es.Get(es.Path(index, "_doc", id), documentQuery(c, routing), "document")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if tooLarge(err) {
		return largeDocument(c, index, id, routing)
	}
	if e, ok := err.(*driver.Error); ok && unreadable(e) {
		return bareDocument(c, index, id, routing)
	}
	if err != nil {
		return nil, err
	}
	body := string(r.Body)
	if found, ok := jx.Get(body, "found"); ok && found == "false" {
		return nil, gone(&req, r)
	}
	if !r.OK() {
		return nil, es.ErrorOf(&req, r)
	}
	return documentOf(body, &req, r)
}

// documentQuery returns the parameters of a request for one document.
func documentQuery(c *driver.Conn, routing string) string {
	var parts []string
	if routing != "" {
		parts = append(parts, string(jx.Segment([]byte("routing="), routing)))
	}
	if es.VersionOf(c).LeavesVectors() {
		parts = append(parts, es.VectorsToo)
	}
	return strings.Join(parts, "&")
}

// unreadable reports whether a response arrived but could not be read.
func unreadable(e *driver.Error) bool { return e.Kind == driver.Engine && e.Status == 200 }

// bareDocument reads a document with nothing around it (Get API, "Get the source only"), so that nothing after it can
// hide its end. It has no revision.
func bareDocument(c *driver.Conn, index, id, routing string) (*driver.Document, error) {
	req := es.Get(es.Path(index, "_source", id), documentQuery(c, routing), "document")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, es.ErrorOf(&req, r)
	}
	return &driver.Document{Source: string(r.Body)}, nil
}

// searchDocument finds a document whose id cannot be in a path.
func searchDocument(c *driver.Conn, index, id, routing string) (*driver.Document, error) {
	body := jx.Quote([]byte(`{"seq_no_primary_term":true,"size":1,"query":{"ids":{"values":[`), id)
	req := es.Ask(es.Path(index, "_search"), documentQuery(c, routing), es.AsJSON, append(body, "]}}}"...), "document")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if tooLarge(err) {
		return largeDocument(c, index, id, routing)
	}
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, es.ErrorOf(&req, r)
	}
	hits, _ := jx.Get(string(r.Body), "hits")
	hit := es.FirstItem(hits, "hits")
	if hit == "" {
		return nil, gone(&req, r)
	}
	return documentOf(hit, &req, r)
}

// largeDocument reads a document that is too large for a driver: the host keeps it in a block (Multi get API).
func largeDocument(c *driver.Conn, index, id, routing string) (*driver.Document, error) {
	body := jx.Quote([]byte(`{"docs":[{"_id":`), id)
	if routing != "" {
		body = jx.Quote(append(body, `,"routing":`...), routing)
	}
	req := es.Ask(es.Path(index, "_mget"), documentQuery(c, ""), es.AsJSON, append(body, "}]}"...), "document")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Rows, Pick: []string{"docs.*.found"}, Rows: &driver.RowsPlan{
		At: "docs", Hidden: []driver.Hidden{
			{Name: driver.HiddenSource, At: "_source"}, es.HiddenSeq, es.HiddenTerm,
		},
	}})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, es.ErrorOf(&req, r)
	}
	if len(r.Picked) != 1 || r.Picked[0] != "[true]" {
		return nil, gone(&req, r)
	}
	return &driver.Document{Block: r.Block}, nil
}

// tooLarge reports whether a response was too large for a driver.
func tooLarge(err error) bool {
	e, ok := err.(*driver.Error)
	return ok && e.Code == driver.CodeTooLarge
}

func documentOf(hit string, req *driver.Request, r *driver.Reply) (*driver.Document, error) {
	source, ok := jx.Get(hit, "_source")
	if !ok {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "The index stores no source.", Op: req.Method + " " + req.Path, Status: r.Status, Sent: true}
	}
	seq, _ := jx.Get(hit, "_seq_no")
	term, _ := jx.Get(hit, "_primary_term")
	return &driver.Document{Source: source, Revision: []driver.Text{{Key: "#seq", Value: seq}, {Key: "#term", Value: term}}}, nil
}

func gone(req *driver.Request, r *driver.Reply) *driver.Error {
	return &driver.Error{Kind: driver.NotFound, Message: "The document no longer exists.", Op: req.Method + " " + req.Path, Status: r.Status, Sent: true}
}
