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
}

// Fields implements [wire.Message].
func (d *Description) Fields(c *wire.Codec) {
	c.Text(1, &d.ID)
	c.Small(2, &d.Protocol)
	c.Texts(3, &d.Ops)
	wire.List(c, 4, &d.Texts)
	wire.List(c, 5, &d.Definitions)
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
	TextSidebar = "sidebar" // the note under the list of objects
	TextEmpty   = "empty"   // an object without documents: "This index has no documents"
	TextNoRows  = "noRows"  // a list without objects
	TextByName  = "byName"  // what can be opened by name
	TextAlso    = "also"    // what ObjectsArgs.Also adds, as the title of a switch; without it there is no such switch
	TextRequest = "request" // an example of a request as it is typed: "GET /books/_search"
	TextProfile = "profile" // an example of a request that can be profiled; empty if the engine has no profiler

	// What is said where a user looks for what the engine does not offer; {name} stands for the object.
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
	Kind   string // the engine's word: "index", "alias", "pattern", "collection"
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

// ColumnsArgs names the object whose columns are wanted.
type ColumnsArgs struct{ Object string }

// Fields implements [wire.Message].
func (a *ColumnsArgs) Fields(c *wire.Codec) { c.Text(1, &a.Object) }

// Class is how a driver classifies one record of a walked schema, in ClassSize bytes of ColumnSet.Classes.
type Class struct {
	Kind   ColumnKind
	Flags  ClassFlags
	Sort   byte // SortNone, SortSelf, or SortSub+n for its n-th multi-field
	Reason byte // index into ColumnSet.Reasons: why it cannot be sorted; used with SortNone
}

// ClassSize is the number of bytes of a [Class].
const ClassSize = 4

// How a column sorts.
const (
	SortNone byte = 0
	SortSelf byte = 1
	SortSub  byte = 2
)

// ColumnKind is how a column's values are shown.
type ColumnKind byte

// The kinds of columns. A record of kind Skip is not a column, but its children can be.
const (
	KindSkip    ColumnKind = 0
	KindText    ColumnKind = 1
	KindNumber  ColumnKind = 2
	KindBoolean ColumnKind = 3
	KindDate    ColumnKind = 4
	KindJSON    ColumnKind = 5
	KindID      ColumnKind = 6
)

// ClassFlags are properties of a column.
type ClassFlags byte

// The flags of a column.
const (
	FlagNested  ClassFlags = 1 << 0 // an array of objects: a leaf below it has one entry per object
	FlagLeaf    ClassFlags = 1 << 1 // read-only: a leaf under an array of objects
	FlagAlias   ClassFlags = 1 << 2 // its values are at the path in the attribute after the type
	FlagRow     ClassFlags = 1 << 3 // its values are in the row at ColumnSet.RowFields + name, each in an array of one
	FlagOpaque  ClassFlags = 1 << 4 // its children are not columns
	FlagInteger ClassFlags = 1 << 5 // a number without fraction
	FlagMillis  ClassFlags = 1 << 6 // dates: a bare number counts milliseconds since 1970
	FlagSeconds ClassFlags = 1 << 7 // dates: a bare number counts seconds since 1970
)

// Append writes the class to the end of dst.
func (k Class) Append(dst []byte) []byte {
	return append(dst, byte(k.Kind), byte(k.Flags), k.Sort, k.Reason)
}

// ClassAt reads the i-th class.
func ClassAt(classes []byte, i int) Class {
	b := classes[i*ClassSize:]
	return Class{Kind: ColumnKind(b[0]), Flags: ClassFlags(b[1]), Sort: b[2], Reason: b[3]}
}

// MetaColumn is a column that no schema describes: it is read-only, and comes first in the grid unless Last is set.
type MetaColumn struct {
	Name    string
	At      string // path inside a row
	Type    string // the label beside the name, "" for none
	Kind    ColumnKind
	Primary bool
	Sort    string // the field to sort by, "" for none
	Reason  string // why it cannot be sorted
	Last    bool   // it says nothing about a document, so it comes after all other columns unless the user has arranged them
	Filter  int    // the number of its [FilterClass], from 1; 0 if none is known
	Rare    bool   // few documents have it: it is hidden where no row has a value
	Sets    string // the hidden value of a new row that is typed in it, such as a routing; "" for none
	Title   string // with Sets: what that value is called, "Routing"
	Hint    string // with Sets: what it is for, in a sentence or two
}

// Fields implements [wire.Message].
func (m *MetaColumn) Fields(c *wire.Codec) {
	kind := int(m.Kind)
	c.Text(1, &m.Name)
	c.Text(2, &m.At)
	c.Text(3, &m.Type)
	c.Small(4, &kind)
	c.Bool(5, &m.Primary)
	c.Text(6, &m.Sort)
	c.Text(7, &m.Reason)
	c.Bool(8, &m.Last)
	c.Small(9, &m.Filter)
	c.Bool(10, &m.Rare)
	c.Text(11, &m.Sets)
	c.Text(12, &m.Title)
	c.Text(13, &m.Hint)
	m.Kind = ColumnKind(kind)
}

// ColumnSet describes the columns of an object. The host joins it with the records of the schema that it walked and
// keeps the result for the view.
type ColumnSet struct {
	Meta      []MetaColumn
	Records   int      // Reply.Records of the schema that Classes describes; 0 for none
	Classes   []byte   // one Class for each record
	Reasons   []string // sentences; "{name}" is replaced by the column's name, "{leaf}" by its first leaf's
	RowFields string   // where in a row the values of FlagRow columns are
	Plan      RowsPlan
	View      []byte   // what the driver needs to know when it reads this view
	ReadOnly  string   // why nothing here can be edited, "" if it can
	Notices   []string // shown once when the object opens
	MaxSort   int      // how many columns can be sorted by at once, 0 for no limit
	SortFull  string   // why no more columns can be added
	Reach     int64    // the last row that pages can reach, 0 for no limit
	ReachNote string   // why pages end there

	// Columns are the columns of an object whose schema does not describe them record by record: there are several
	// schemas, or the schema cannot be read. If they are set, Records and Classes are not.
	Columns []NamedColumn

	// ReadOnlyRows are rows that cannot be edited though the others can.
	ReadOnlyRows []ReadOnlyRows

	// Filters are the classes that the columns have, FilterOf the number of each record's class: see AppendFilterNumber.
	Filters  []FilterClass
	FilterOf []byte
	// Outside is what columns come from, in the engine's own words: "the mapping". Fields that documents have beside it are
	// reported, unless it is "".
	Outside string

	RawFilter   string // what to know about a row of RawQuery, "" if there are no such rows
	RawLanguage string // the language of such a row, as its engine calls it: "Lucene query string"
	RawExample  string // a query in it

	Acts    []string // which of ActCreate, ActDelete, ActRemove, ActRestore and ActDrop the driver can plan here
	Targets []string // where a row can be created: RowEdit.Key names one as the hidden value whose role is place; one for a single index
	Slices  int      // how many parts of the object an export can read at the same time; 0 for one
	Ordered bool     // an export can be sorted and limited
}

// Fields implements [wire.Message].
func (s *ColumnSet) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Meta)
	c.Small(2, &s.Records)
	c.Bytes(3, &s.Classes)
	c.Texts(4, &s.Reasons)
	c.Text(5, &s.RowFields)
	c.Nested(6, &s.Plan)
	c.Bytes(7, &s.View)
	c.Text(8, &s.ReadOnly)
	c.Texts(9, &s.Notices)
	c.Small(10, &s.MaxSort)
	c.Text(11, &s.SortFull)
	c.Int(12, &s.Reach)
	c.Text(13, &s.ReachNote)
	wire.List(c, 14, &s.Columns)
	wire.List(c, 15, &s.ReadOnlyRows)
	wire.List(c, 16, &s.Filters)
	c.Bytes(17, &s.FilterOf)
	c.Text(18, &s.RawFilter)
	c.Texts(19, &s.Acts)
	c.Texts(20, &s.Targets)
	c.Small(21, &s.Slices)
	c.Bool(22, &s.Ordered)
	c.Text(23, &s.Outside)
	c.Text(24, &s.RawLanguage)
	c.Text(25, &s.RawExample)
}

// ReadOnlyRows are the rows whose hidden value Key begins with Prefix and has only characters of Chars, if there are any.
type ReadOnlyRows struct {
	Key    string // the name of the hidden value
	Prefix string
	Chars  string // "abc": every character that such a value has; "" for any
	Reason string // why they cannot be edited, in a sentence
}

// Fields implements [wire.Message].
func (r *ReadOnlyRows) Fields(c *wire.Codec) {
	c.Text(1, &r.Key)
	c.Text(2, &r.Prefix)
	c.Text(3, &r.Reason)
	c.Text(4, &r.Chars)
}

// NamedColumn is a column that is not described by a record of a schema.
type NamedColumn struct {
	Name     string // the path of its values in the document, also the column's name
	At       string // where its values are, if at another path of the document: an alias's target
	Type     string // the label beside the name: "long", or "long, keyword" if schemas differ
	Kind     ColumnKind
	Flags    ClassFlags
	Sort     string // the field to sort by, "" for none
	Reason   string // why it cannot be sorted; "{leaf}" is replaced by the name of its first leaf
	Conflict string // how schemas differ: "long in logs-1, keyword in logs-2"
	Unmapped string // see SortKey
	Numeric  string // see SortKey
	Filter   int    // the number of its FilterClass, from 1; 0 if none is known
}

// Fields implements [wire.Message].
func (n *NamedColumn) Fields(c *wire.Codec) {
	kind, flags := int(n.Kind), int(n.Flags)
	c.Text(1, &n.Name)
	c.Text(2, &n.At)
	c.Text(3, &n.Type)
	c.Small(4, &kind)
	c.Small(5, &flags)
	c.Text(6, &n.Sort)
	c.Text(7, &n.Reason)
	c.Text(8, &n.Conflict)
	c.Text(9, &n.Unmapped)
	c.Text(10, &n.Numeric)
	c.Small(11, &n.Filter)
	n.Kind, n.Flags = ColumnKind(kind), ClassFlags(flags)
}

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

// PageArgs requests Size rows of a view, starting at row From, counted from 0. Fewer may be returned: if the answer
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
	Notices []Notice // partial answers and the like

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
