package driver

import "quarry/drivers/driver/wire"

// Header is one header of a request or a response.
type Header struct{ Name, Value string }

// Fields implements [wire.Message].
func (h *Header) Fields(c *wire.Codec) {
	c.Text(1, &h.Name)
	c.Text(2, &h.Value)
}

// Request is one HTTP request, relative to the connection's cluster. The host adds scheme, host, port, path prefix and
// credentials, and refuses a path that would leave the cluster.
type Request struct {
	Method  string
	Path    string // percent-encoded, begins with one slash
	Query   string // percent-encoded, without the question mark
	Headers []Header
	Body    []byte
	Parts   []BodyPart // the body in pieces, if it contains things on the shelf; Body is empty then
	Purpose string     // what it is for, one word for the request log: "page", "count"
	Limit   int64      // bytes: a larger answer is an error of code CodeTooLarge; 0 for the connection's own limit
	Expect  int64      // bytes that the response is likely to have, for which memory is made at once; 0 if unknown

	// Private means that the request or its response can carry a credential. The request log then has its method, path and
	// status alone, and neither is ever written to a file or stored in a history: [Keep] holds its documents in memory, and
	// [Lines] is refused.
	Private bool

	// RepeatIfBroken means that the host may send the request once more if a kept-alive connection broke before the
	// response began: the request only reads, and opens, moves and closes nothing on the server. It has no effect on a write.
	RepeatIfBroken bool
}

// Fields implements [wire.Message].
func (r *Request) Fields(c *wire.Codec) {
	c.Text(1, &r.Method)
	c.Text(2, &r.Path)
	c.Text(3, &r.Query)
	wire.List(c, 4, &r.Headers)
	c.Bytes(5, &r.Body)
	c.Text(6, &r.Purpose)
	c.Int(7, &r.Limit)
	wire.List(c, 8, &r.Parts)
	c.Int(9, &r.Expect)
	c.Bool(10, &r.Private)
	c.Bool(11, &r.RepeatIfBroken)
}

// Verb is what the host does with the response to a request.
type Verb int

// The verbs of the host's kernel. A response whose status is not 2xx never reaches a kernel: its first 64 KiB are
// returned in [Reply.Body] so that the driver can explain the error.
const (
	Raw    Verb = 1 // the response, up to Send.Max bytes, is returned in Reply.Body
	Rows   Verb = 2 // the response becomes a grid block by a RowsPlan
	Pick   Verb = 3 // only the values at Send.Pick are returned
	Fields Verb = 4 // a schema or a list is walked by FieldSpecs; the records are returned
	Lines  Verb = 5 // the response's documents are written to the operation's file, one per line, by a LinesPlan
	Reveal Verb = 6 // the value at Send.Reveal is shown on the screen and goes nowhere else
	Keep   Verb = 7 // the response's documents are put on the shelf by a KeepPlan
)

// Send is one request and what the host does with its response. Pick can be combined with every verb.
type Send struct {
	Request Request
	Verb    Verb
	Max     int         // Raw: the maximum number of bytes returned, 0 for 1 MiB
	Pick    []string    // dotted paths, "*" matches any key or element; raw JSON text is returned in Reply.Picked
	Rows    *RowsPlan   // Rows: nil for the plan that Columns returned for this view
	Walk    []FieldSpec // Fields
	Lines   *LinesPlan  // Lines
	Keep    *KeepPlan   // Keep
	Reveal  string      // Reveal: dotted path, "" for the whole response
	After   int64       // milliseconds that the host waits before it sends the request; a cancellation ends the wait
	// Seal is text that each row of the response has after its document and that no document contains, or the last bytes of
	// a response with one row. By it the host finds where a row goes on after a document with [CodeOpenComment]. Rows, Lines,
	// Keep.
	Seal string
	// Renew keeps alive what the engine holds for the operation. The host sends it now and then while the file cannot be
	// written because the disk is full, and ignores the response. Nil for nothing. Lines; the last one counts.
	Renew *Request
}

// Fields implements [wire.Message].
func (s *Send) Fields(c *wire.Codec) {
	verb := int(s.Verb)
	c.Nested(1, &s.Request)
	c.Small(2, &verb)
	c.Small(3, &s.Max)
	c.Texts(4, &s.Pick)
	wire.Optional(c, 5, &s.Rows)
	wire.List(c, 6, &s.Walk)
	wire.Optional(c, 7, &s.Lines)
	wire.Optional(c, 8, &s.Keep)
	c.Text(9, &s.Reveal)
	c.Int(10, &s.After)
	c.Text(11, &s.Seal)
	wire.Optional(c, 12, &s.Renew)
	s.Verb = Verb(verb)
}

// RowsPlan says where rows, documents and hidden values are in a response. The columns are the view's, which the host
// has kept since [Driver.Columns] described them.
type RowsPlan struct {
	At     string   // where the rows are: "hits.hits", "results.*.hits"
	Doc    string   // where the document is inside a row: "_source", "document"
	Hidden []Hidden // values beside the columns: the row's key and revision
	Cut    int      // code points after which an array or object cell is cut; 0 for never
	Last   string   // a path inside a row; its text in the first and the last row is returned
	Sparse bool     // a response without the path At has no rows: the engine filtered the response
	Edges  bool     // no block is made: the rows are counted, and the values that the plan wants of the first and the last one are returned
}

// Fields implements [wire.Message].
func (p *RowsPlan) Fields(c *wire.Codec) {
	c.Text(1, &p.At)
	c.Text(2, &p.Doc)
	wire.List(c, 3, &p.Hidden)
	c.Small(4, &p.Cut)
	c.Text(5, &p.Last)
	c.Bool(6, &p.Sparse)
	c.Bool(7, &p.Edges)
}

// Hidden is a value of each row that no column shows. The driver chooses its name, which begins with "#"; the host and the
// page go by its role.
type Hidden struct {
	Name string
	At   string // path inside a row; "" for the hash of the document's bytes
	Role Role

	// Rank is above 0 for a part of an ordered revision: a whole number that grows when the document is written. Of two
	// revisions, the parts of rank 1 are compared first.
	Rank int
}

// Fields implements [wire.Message].
func (h *Hidden) Fields(c *wire.Codec) {
	c.Text(1, &h.Name)
	c.Text(2, &h.At)
	c.Text(3, (*string)(&h.Role))
	c.Small(4, &h.Rank)
}

// Role is what a hidden value says about its row.
type Role string

// The roles of hidden values. Place, key and routing identify the row; all other values may change while it is the same row.
const (
	RolePlace    Role = "place"    // the index or the collection of the row, which a new row needs
	RoleKey      Role = "key"      // the row in its place
	RoleRouting  Role = "routing"  // what else the engine needs to find the row
	RoleRevision Role = "revision" // what a conditional write compares
	RoleHash     Role = "hash"     // of the document's bytes, made by the host
)

// Identifies reports whether values of a role say which row it is.
func (r Role) Identifies() bool { return r == RolePlace || r == RoleKey || r == RoleRouting }

// NameOf returns the name of the first hidden value with a role, "" if there is none.
func (p *RowsPlan) NameOf(role Role) string {
	for i := range p.Hidden {
		if p.Hidden[i].Role == role {
			return p.Hidden[i].Name
		}
	}
	return ""
}

// FieldSpec says how to walk a schema or a list of named things.
type FieldSpec struct {
	At      string   // where it is: "*.mappings.properties", "fields", "" for the response itself; "*" matches any key
	Through string   // the key of a field's children: "properties"
	Sub     string   // the key of its multi-fields: "fields"
	Name    string   // "": the keys of an object are the names; otherwise the fields are an array of objects, each with its name under this key
	Keys    []string // the attributes to return

	// Once makes each record of the spec, which has no Keys, open a group of the records after it. A record that is not
	// nested in another one forms a unit with those nested in it. Units that were already in an earlier group are
	// replaced by a record of the spec: its three attributes are the number of the first of these units, how many units
	// follow one another, and how many records they have. Units are numbered from 0 in the order in which they come.
	Once bool

	Rest bool // all other attributes are returned too, as one object after those of Keys
}

// Fields implements [wire.Message].
func (f *FieldSpec) Fields(c *wire.Codec) {
	c.Text(1, &f.At)
	c.Text(2, &f.Through)
	c.Text(3, &f.Sub)
	c.Text(4, &f.Name)
	c.Texts(5, &f.Keys)
	c.Bool(6, &f.Once)
	c.Bool(7, &f.Rest)
}
