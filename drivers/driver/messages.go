package driver

import "quarry/drivers/driver/wire"

// Empty is a message without content.
type Empty struct{}

// Fields implements [wire.Message].
func (*Empty) Fields(*wire.Codec) {}

// Description describes a driver. Protocol and Ops are filled in by the runtime.
type Description struct {
	ID       string
	Protocol int
	Ops      []string // the optional operations that the driver has
	Texts    []Text   // the engine's own texts, by the names that the host uses: see TextSidebar and the others

	// Definitions are the texts that define an object, by their names and titles: what a [Structurer] reads.
	Definitions []Text

	// Kinds are the kinds of objects.
	Kinds []ObjectKind

	// Operators are those of a [Filterer], in the order in which they are offered.
	Operators []Operator
}

// Fields implements [wire.Message].
func (d *Description) Fields(c *wire.Codec) {
	c.Text(1, &d.ID)
	c.Small(2, &d.Protocol)
	c.Texts(3, &d.Ops)
	wire.List(c, 4, &d.Texts)
	wire.List(c, 5, &d.Definitions)
	wire.List(c, 6, &d.Operators)
	wire.List(c, 7, &d.Kinds)
}

// Text is one named text or setting.
type Text struct{ Key, Value string }

// Fields implements [wire.Message].
func (t *Text) Fields(c *wire.Codec) {
	c.Text(1, &t.Key)
	c.Text(2, &t.Value)
}

// Names of the texts in a Description.
const (
	TextSidebar   = "sidebar"   // the note under the list of objects
	TextEmpty     = "empty"     // an object without documents: "This index has no documents"
	TextNoRows    = "noRows"    // a list without objects
	TextByName    = "byName"    // what can be opened by name
	TextAlso      = "also"      // what ObjectsArgs.Also adds, as the title of a switch; without it there is no such switch
	TextRequest   = "request"   // an example of a request as it is typed: "GET /books/_search"
	TextStructure = "structure" // what the structure of an object shows: "Fields, mapping and settings"
	TextProfile   = "profile"   // an example of a request that can be profiled; empty if the engine has no profiler

	// Messages shown where a user looks for something that the engine does not offer; {name} stands for the object.
	TextNoEmpty        = "noEmpty"        // deleting all documents of an object, which stays
	TextNoDrop         = "noDrop"         // deleting an object: without it, there is a [PlanArgs.Drop]
	TextNoImport       = "noImport"       // adding documents from a file
	TextNoTransactions = "noTransactions" // saving several documents or none
)

// OpenArgs are the settings of the connection: field ids of the form and their values, never a secret.
type OpenArgs struct {
	Settings []Text
	Secure   bool // HTTPS
	Nodes    bool // Server.Nodes is wanted, which can take another request
}

// Fields implements [wire.Message].
func (a *OpenArgs) Fields(c *wire.Codec) {
	wire.List(c, 1, &a.Settings)
	c.Bool(2, &a.Secure)
	c.Bool(3, &a.Nodes)
}

// Server is what Open found.
type Server struct {
	Version string   // "8.16.3"; "" if it cannot be read
	Summary string   // "Elasticsearch 8.16.3, cluster name"
	Product string   // "Elasticsearch 8.16.3": shown beside the connection's name
	Warning string   // a version that is not supported, as a title without a full stop; the user decides whether to continue
	Limits  string   // what might not work with that version, in sentences
	Session []byte   // what the driver needs to know in every later operation
	Notices []string // what could not be read
	Nodes   int64    // how many nodes the cluster has, 0 if unknown

	NoDashboard string // why this server has no figures for [Dashboarder], "" if it has
	Backing     Backing
	Bulk        BulkFormat
}

// Fields implements [wire.Message].
func (s *Server) Fields(c *wire.Codec) {
	c.Text(1, &s.Version)
	c.Text(2, &s.Summary)
	c.Text(3, &s.Product)
	c.Text(4, &s.Warning)
	c.Bytes(5, &s.Session)
	c.Texts(6, &s.Notices)
	c.Int(7, &s.Nodes)
	c.Text(8, &s.Limits)
	c.Text(9, &s.NoDashboard)
	c.Nested(10, &s.Backing)
	c.Nested(11, &s.Bulk)
}

// ObjectsArgs are the arguments of Objects.
type ObjectsArgs struct {
	Also bool // include those that refer to others, such as aliases and data streams
}

// Fields implements [wire.Message].
func (a *ObjectsArgs) Fields(c *wire.Codec) { c.Bool(1, &a.Also) }

// Object is an index or a collection.
type Object struct {
	Name   string
	Kind   string // the id of its ObjectKind
	Size   int64  // bytes on disk, -1 if unknown
	Count  int64  // documents, -1 if they are counted by Count
	Closed bool   // it exists but cannot be read
	Health string // "yellow" or "red" if something is wrong with it, else ""

	Stands  int      // how many indices or collections it refers to, 0 if unknown or only itself
	Parts   []Part   // Resolve: the first MaxParts of them
	Notices []string // Resolve: what the user should know before it is opened
}

// Fields implements [wire.Message].
func (o *Object) Fields(c *wire.Codec) {
	c.Text(1, &o.Name)
	c.Text(2, &o.Kind)
	c.Int(3, &o.Size)
	c.Int(4, &o.Count)
	c.Bool(5, &o.Closed)
	c.Small(6, &o.Stands)
	wire.List(c, 7, &o.Parts)
	c.Texts(8, &o.Notices)
	c.Text(9, &o.Health)
}

// MaxParts is how many parts of a resolved name are listed.
const MaxParts = 100

// Part is one index or collection that a resolved name refers to.
type Part struct {
	Name string
	Via  string // how it was reached, "alias catalogue-live"; "" if it was named directly or matched by a wildcard
}

// Fields implements [wire.Message].
func (p *Part) Fields(c *wire.Codec) {
	c.Text(1, &p.Name)
	c.Text(2, &p.Via)
}

// ObjectList is the sidebar's list, in the order in which it is shown.
type ObjectList struct {
	Objects []Object
	Notices []string // what could not be listed and why
	Others  int      // how many ObjectsArgs.Also would add, if nothing else can be listed
	Empty   string   // the text to show in place of TextNoRows if there are Others
}

// Fields implements [wire.Message].
func (l *ObjectList) Fields(c *wire.Codec) {
	wire.List(c, 1, &l.Objects)
	c.Texts(2, &l.Notices)
	c.Small(3, &l.Others)
	c.Text(4, &l.Empty)
}

// ResolveArgs is a name typed by the user.
type ResolveArgs struct{ Name string }

// Fields implements [wire.Message].
func (a *ResolveArgs) Fields(c *wire.Codec) { c.Text(1, &a.Name) }

// CountArgs names what to count: some objects, or one object's view.
type CountArgs struct {
	Objects []string
	View    []byte
}

// Fields implements [wire.Message].
func (a *CountArgs) Fields(c *wire.Codec) {
	c.Texts(1, &a.Objects)
	c.Bytes(2, &a.View)
}

// Counted is the number of documents of one object.
type Counted struct {
	Object string
	Count  int64  // -1 if Err is set
	Err    *Error // why it could not be counted
}

// Fields implements [wire.Message].
func (k *Counted) Fields(c *wire.Codec) {
	c.Text(1, &k.Object)
	c.Int(2, &k.Count)
	wire.Optional(c, 3, &k.Err)
}

// Counts are the numbers of documents, in the order of the request.
type Counts struct{ Counts []Counted }

// Fields implements [wire.Message].
func (k *Counts) Fields(c *wire.Codec) { wire.List(c, 1, &k.Counts) }

// SortKey is one field to sort by.
type SortKey struct {
	Field  string   // what is sent: "title.keyword"
	Type   string   // the column's type label
	Nested []string // the nested paths around it, outermost first
	Desc   bool

	Unmapped string // the type that the field is treated as in an index without it, "" for a single schema
	Numeric  string // the type that all its values are compared as, "" for their own
}

// Fields implements [wire.Message].
func (k *SortKey) Fields(c *wire.Codec) {
	c.Text(1, &k.Field)
	c.Text(2, &k.Type)
	c.Texts(3, &k.Nested)
	c.Bool(4, &k.Desc)
	c.Text(5, &k.Unmapped)
	c.Text(6, &k.Numeric)
}

// PageArgs requests Size rows of a view, starting at row From, counted from 0. Fewer may be returned: if the response
// would be too large, the page ends early and the next one begins there.
type PageArgs struct {
	Object string
	View   []byte // what Columns returned
	State  []byte // what the page before returned, nil for the first
	From   int64
	Size   int
	Sort   []SortKey

	// Spent reports that an operation that began with State failed after it may have sent something: a cursor on the
	// engine that moves with every read may have moved past the requested rows.
	Spent bool
}

// Fields implements [wire.Message].
func (a *PageArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Bytes(2, &a.View)
	c.Bytes(3, &a.State)
	c.Int(4, &a.From)
	c.Small(5, &a.Size)
	wire.List(c, 6, &a.Sort)
	c.Bool(7, &a.Spent)
}

// PageResult names the blocks that hold the page, in order.
type PageResult struct {
	Blocks  []byte   // numbers of the replies' blocks, one byte each
	Millis  int64    // the engine's own time, -1 if unknown
	State   []byte   // what the host must keep for the view
	End     bool     // there are no rows after these
	Notices []Notice // partial responses and the like

	Snapshot int64  // when the snapshot of the page was taken, in milliseconds since 1970; 0 for none
	Note     string // what the user should know about how the view is read from here on: "forwards only"
	Stale    bool   // the first page was read before the snapshot was taken and differs from it
	Held     bool   // the engine holds something for the state: Renew keeps it alive and Release releases it
	Partial  bool   // part of the engine did not respond: rows are missing, Notices say which; never set with End, and the host never keeps the page
}

// Fields implements [wire.Message].
func (r *PageResult) Fields(c *wire.Codec) {
	c.Bytes(1, &r.Blocks)
	c.Int(2, &r.Millis)
	c.Bytes(3, &r.State)
	c.Bool(4, &r.End)
	wire.List(c, 5, &r.Notices)
	c.Int(6, &r.Snapshot)
	c.Text(7, &r.Note)
	c.Bool(8, &r.Stale)
	c.Bool(9, &r.Held)
	c.Bool(10, &r.Partial)
}

// Notice is a sentence shown beside the rows.
type Notice struct {
	Text   string
	Detail string
}

// Fields implements [wire.Message].
func (n *Notice) Fields(c *wire.Codec) {
	c.Text(1, &n.Text)
	c.Text(2, &n.Detail)
}

// ReleaseArgs is the state of a view that is being closed.
type ReleaseArgs struct{ State []byte }

// Fields implements [wire.Message].
func (a *ReleaseArgs) Fields(c *wire.Codec) { c.Bytes(1, &a.State) }

// Renewed is the state of a view after Renew.
type Renewed struct{ State []byte }

// Fields implements [wire.Message].
func (r *Renewed) Fields(c *wire.Codec) { c.Bytes(1, &r.State) }

// DocumentArgs is the key of one document: the hidden values of its row.
type DocumentArgs struct {
	Object string
	Key    []Text // the hidden values that identify it
}

// Fields implements [wire.Message].
func (a *DocumentArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	wire.List(c, 2, &a.Key)
}

// HiddenSource is the hidden column of a block that contains a document's own text.
const HiddenSource = "#source"

// Document is one whole document. One that is too large to pass through a driver stays with the host, as the only row
// of a block: its text is in the hidden column HiddenSource, its revision in the others.
type Document struct {
	Source   string // its own text, "" if Block has it
	Revision []Text
	Block    int // the number of the reply's block, 0 if Source is set
}

// Fields implements [wire.Message].
func (d *Document) Fields(c *wire.Codec) {
	c.Text(1, &d.Source)
	wire.List(c, 2, &d.Revision)
	c.Small(3, &d.Block)
}
