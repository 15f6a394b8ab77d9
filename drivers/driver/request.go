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
	Parts   []BodyPart // the body in pieces, if it contains things on the shelf; then Body is empty
	Purpose string     // a word or two for the request log: "page", "cancel task"
	Limit   int64      // bytes: a larger response is an error with code CodeTooLarge; 0 for the connection's own limit
	Expect  int64      // expected size of the response in bytes, allocated at once; 0 if unknown

	// Private means that the request or its response can contain a credential. Then the request log only has method,
	// path and status, and neither is ever written to a file or a history: [Keep] holds documents in memory, and
	// [Lines] is refused.
	Private bool

	// RepeatIfBroken lets the host send the request once more if a kept-alive connection broke before the response
	// began. Set it only if the request just reads: it opens, moves and closes nothing on the server. It has no effect
	// on a write.
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

// The verbs of the host's kernel. A response with a status other than 2xx never reaches a kernel: its first 64 KiB are
// returned in [Reply.Body] so that the driver can explain the error.
const (
	Raw    Verb = 1 // returns the response, up to Send.Max bytes, in Reply.Body
	Rows   Verb = 2 // turns the response into a grid block by a RowsPlan
	Pick   Verb = 3 // returns only the values at Send.Pick
	Fields Verb = 4 // walks a schema or a list by FieldSpecs and returns the records
	Lines  Verb = 5 // writes the response's documents to the operation's file, one per line, by a LinesPlan
	Reveal Verb = 6 // shows the value at Send.Reveal on the screen and nowhere else
	Keep   Verb = 7 // puts the response's documents on the shelf by a KeepPlan
)

// Send is one request and what the host does with its response. Pick works with every verb.
type Send struct {
	Request Request
	Verb    Verb
	Max     int         // Raw: the maximum number of bytes returned, 0 for 1 MiB
	Pick    []string    // dotted paths, "*" matches any key or element; Reply.Picked has the raw JSON text
	Rows    *RowsPlan   // Rows: nil for the plan that Columns returned for this view
	Walk    []FieldSpec // Fields
	Lines   *LinesPlan  // Lines
	Keep    *KeepPlan   // Keep
	Reveal  string      // Reveal: dotted path, "" for the whole response
	After   int64       // milliseconds to wait before sending; a cancellation ends the wait
	// Seal is text that follows the document in each row of the response and that no document contains, or the last
	// bytes of a response with one row. After a document with [CodeOpenComment], it shows the host where the row
	// continues. Rows, Lines, Keep.
	Seal string
	// Renew keeps alive what the engine holds for the operation. The host sends it from time to time while it cannot
	// write the file because the disk is full, and ignores the response. nil for nothing. Lines; the last one counts.
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

// RowsPlan says where rows, documents and hidden values are in a response. The columns are those that [Driver.Columns]
// described for the view.
type RowsPlan struct {
	At     string   // where the rows are: "hits.hits", "results.*.hits"
	Doc    string   // where the document is inside a row: "_source", "document"
	Hidden []Hidden // values outside the columns: the row's key and revision
	Cut    int      // code points after which an array or object cell is cut; 0 for never
	Last   string   // path inside a row; the text there in the first and the last row is returned
	Lines  bool     // the response is rows alone, one per line, each with a key; then At is empty and nothing is picked
	Sparse bool     // no value at At means no rows, because the engine filtered the response
	Edges  bool     // make no block: only count the rows and return the values wanted from the first and the last one
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
	c.Bool(8, &p.Lines)
}

// Hidden is a value of each row that no column shows. The driver chooses its name, which begins with "#"; the host and
// the page use its role.
type Hidden struct {
	Name string
	At   string // path inside a row; "" for the hash of the document's bytes
	Role Role

	// Rank is above 0 for one part of an ordered revision: a whole number that grows with every write. To compare two
	// revisions, start with the parts of rank 1.
	Rank int
}

// Fields implements [wire.Message].
func (h *Hidden) Fields(c *wire.Codec) {
	c.Text(1, &h.Name)
	c.Text(2, &h.At)
	c.Text(3, (*string)(&h.Role))
	c.Small(4, &h.Rank)
}

// Role is the meaning of a hidden value.
type Role string

// The roles of hidden values. Place, key and routing identify the row; all other values can change while it stays the
// same row.
const (
	RolePlace    Role = "place"    // the row's index or collection, which a new row needs
	RoleKey      Role = "key"      // identifies the row in its place
	RoleRouting  Role = "routing"  // whatever else the engine needs to find the row
	RoleRevision Role = "revision" // what a conditional write compares
	RoleHash     Role = "hash"     // hash of the document's bytes, computed by the host
)

// Identifies reports whether values with this role identify the row.
func (r Role) Identifies() bool { return r == RolePlace || r == RoleKey || r == RoleRouting }

// NameOf returns the name of the first hidden value with a role, "" for none.
func (p *RowsPlan) NameOf(role Role) string {
	for i := range p.Hidden {
		if p.Hidden[i].Role == role {
			return p.Hidden[i].Name
		}
	}
	return ""
}

// FieldSpec says how to walk a schema or a list of named items.
type FieldSpec struct {
	At      string   // where to start: "*.mappings.properties", "fields", "" for the response itself; "*" matches any key
	Through string   // the key of a field's children: "properties"
	Sub     string   // the key of a field's multi-fields: "fields"
	Name    string   // "": the names are the keys of an object; otherwise the fields are an array of objects, each with its name under this key
	Keys    []string // the attributes to return

	// Once groups records and drops duplicates: each record of this spec, which has no Keys, opens a group of the
	// records after it. A record that is not nested in another one forms a unit with those nested in it. Units that
	// already occurred in an earlier group are replaced by a record of the spec with three attributes: the number of
	// the first of these units, how many consecutive units there are, and how many records they have. Units are
	// numbered from 0 in order.
	Once bool

	Rest bool // also return all other attributes, as one object after those of Keys
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
