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
	Ops      []string // the optional operations that the driver implements
	Texts    []Text   // the engine's own texts by their names: see TextSidebar and the others

	// Definitions are the texts that define an object, by name and title. A [Structurer] reads them.
	Definitions []Text

	// Kinds are the kinds of objects.
	Kinds []ObjectKind

	// Operators are those of a [Filterer], in display order.
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
	TextNoRows    = "noRows"    // an empty list of objects
	TextByName    = "byName"    // what can be opened by name
	TextAlso      = "also"      // the title of the switch for ObjectsArgs.Also; "" for no switch
	TextRequest   = "request"   // an example request: "GET /books/_search"
	TextStructure = "structure" // what the structure of an object shows: "Fields, mapping and settings"
	TextProfile   = "profile"   // an example of a request that can be profiled; empty if the engine has no profiler

	// Messages shown where a user looks for something that the engine does not offer; {name} stands for the object.
	TextNoEmpty        = "noEmpty"        // deleting all documents but keeping the object; without this text, [PlanArgs.Empty] is supported
	TextNoDrop         = "noDrop"         // deleting an object; without this text, [PlanArgs.Drop] is supported
	TextNoImport       = "noImport"       // adding documents from a file
	TextNoTransactions = "noTransactions" // saving several documents all or nothing
)

// OpenArgs are the connection's settings: field ids of the form and their values, never a secret.
type OpenArgs struct {
	Settings []Text
	Secure   bool // HTTPS
	Nodes    bool // Server.Nodes is wanted, which may cost another request
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
	Warning string   // that this version is not supported, as a title without a full stop; the user decides whether to continue
	Limits  string   // what might not work with this version, in sentences
	Session []byte   // what every later operation needs to know
	Notices []string // what could not be read
	Nodes   int64    // number of nodes in the cluster, 0 if unknown

	NoDashboard string // why this server has no figures for [Dashboarder], "" if it does
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
	Also bool // include objects that refer to others, such as aliases and data streams
}

// Fields implements [wire.Message].
func (a *ObjectsArgs) Fields(c *wire.Codec) { c.Bool(1, &a.Also) }

// Object is an index or a collection.
type Object struct {
	Name   string
	Kind   string // the id of its ObjectKind
	Size   int64  // bytes on disk, -1 if unknown
	Count  int64  // documents, -1 if only Count counts them
	Closed bool   // it exists but cannot be read
	Health string // "yellow" or "red" if something is wrong with it, otherwise ""

	Stands  int      // number of indices or collections it refers to, 0 if unknown or only itself
	Parts   []Part   // from Resolve: the first MaxParts of them
	Notices []string // from Resolve: what the user should know before opening it
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

// MaxParts is the maximum number of parts listed for a resolved name.
const MaxParts = 100

// Part is one index or collection that a resolved name refers to.
type Part struct {
	Name string
	Via  string // how the name led to it: "alias catalogue-live"; "" if named directly or matched by a wildcard
}

// Fields implements [wire.Message].
func (p *Part) Fields(c *wire.Codec) {
	c.Text(1, &p.Name)
	c.Text(2, &p.Via)
}

// ObjectList is the list in the sidebar, in display order.
type ObjectList struct {
	Objects []Object
	Notices []string // what could not be listed, and why
	Others  int      // how many objects ObjectsArgs.Also would add, if the list is empty
	Empty   string   // replaces TextNoRows if Others is set
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

// Counted is the number of documents in one object.
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

// Counts are numbers of documents, in the order of the request.
type Counts struct{ Counts []Counted }

// Fields implements [wire.Message].
func (k *Counts) Fields(c *wire.Codec) { wire.List(c, 1, &k.Counts) }

// SortKey is one field to sort by.
type SortKey struct {
	Field  string   // the field name to send: "title.keyword"
	Type   string   // the column's type label
	Nested []string // the enclosing nested paths, outermost first
	Desc   bool

	Unmapped string // the type to assume in an index without the field, "" for a single schema
	Numeric  string // the type to compare all values as, "" for their own
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

// PageArgs asks for Size rows of a view from row From, counted from 0. The result may have fewer: if the response would
// be too large, the page ends early and the next one begins there.
type PageArgs struct {
	Object string
	View   []byte // from Columns
	State  []byte // from the previous page, nil for the first
	From   int64
	Size   int
	Sort   []SortKey

	// Spent means that an operation with this State failed after it may have sent something: a cursor that moves with
	// every read may already be past the requested rows.
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
	State   []byte   // what the host keeps for the view
	End     bool     // these are the last rows
	Notices []Notice // partial responses and the like

	Snapshot int64  // when the page's snapshot was taken, in milliseconds since 1970; 0 for none
	Note     string // how the view can be read from here on: "forwards only"
	Stale    bool   // the first page was read before the snapshot and differs from it
	Held     bool   // the engine holds something for State: Renew keeps it alive and Release frees it
	Partial  bool   // rows are missing because part of the engine did not respond, see Notices; not set with End, and the host never keeps the page
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

// Notice is a sentence shown with the rows.
type Notice struct {
	Text   string
	Detail string
}

// Fields implements [wire.Message].
func (n *Notice) Fields(c *wire.Codec) {
	c.Text(1, &n.Text)
	c.Text(2, &n.Detail)
}

// ReleaseArgs has the state of a view that is closing.
type ReleaseArgs struct{ State []byte }

// Fields implements [wire.Message].
func (a *ReleaseArgs) Fields(c *wire.Codec) { c.Bytes(1, &a.State) }

// Renewed is the state of a view after Renew.
type Renewed struct{ State []byte }

// Fields implements [wire.Message].
func (r *Renewed) Fields(c *wire.Codec) { c.Bytes(1, &r.State) }

// DocumentArgs has the key of one document: the hidden values of its row.
type DocumentArgs struct {
	Object string
	Key    []Text // the hidden values that identify it
}

// Fields implements [wire.Message].
func (a *DocumentArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	wire.List(c, 2, &a.Key)
}

// HiddenSource is the hidden column with a document's own text.
const HiddenSource = "#source"

// Document is one whole document. A document that is too large for a driver stays with the host as the only row of a
// block: its text is in the hidden column HiddenSource, its revision in the others.
type Document struct {
	Source   string // its own text, "" if Block has it
	Revision []Text
	Block    int // number of the reply's block, 0 if Source is set
}

// Fields implements [wire.Message].
func (d *Document) Fields(c *wire.Codec) {
	c.Text(1, &d.Source)
	wire.List(c, 2, &d.Revision)
	c.Small(3, &d.Block)
}
