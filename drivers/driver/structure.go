package driver

import "quarry/drivers/driver/wire"

// Structurer describes an object: a table of its fields in the engine's own words, and its definition as the engine
// returns it.
type Structurer interface {
	// Structure lists the fields of one object with their attributes.
	Structure(c *Conn, a *StructureArgs) (*Structure, error)
	// Definition reads one of the texts that Description.Definitions names. For any other name, also if there are none, it
	// returns an error of kind [NotFound].
	Definition(c *Conn, a *DefinitionArgs) (*Definition, error)
}

// Names of the operations of a [Structurer].
const (
	OpStructure  = "structure"
	OpDefinition = "definition"
)

// StructureArgs names the object to describe.
type StructureArgs struct{ Object string }

// Fields implements [wire.Message].
func (a *StructureArgs) Fields(c *wire.Codec) { c.Text(1, &a.Object) }

// Structure is a table of the fields of an object. The host builds it from the schema's records, of which there may be
// ten thousand. The driver only says for each record which template fills which cell.
type Structure struct {
	Columns   []StructureColumn // the first is the field's name, the second its type
	Lead      []StructureRow    // rows before the schema's
	Records   int               // Reply.Records of the schema that Marks refers to; 0 for none
	Marks     []byte            // a Mark per record, followed, if it is a row, by a byte per column: 0 for none, n for Templates[n-1]
	Templates []StructureTemplate
	Parts     []string // names of the schemas, if there are several: one per MarkPart, in order
	Facts     []Text   // labels and values about the whole object
	Note      string   // why nothing can be changed here, and how to change it elsewhere
}

// Fields implements [wire.Message].
func (s *Structure) Fields(c *wire.Codec) {
	wire.List(c, 1, &s.Columns)
	wire.List(c, 2, &s.Lead)
	c.Small(3, &s.Records)
	c.Bytes(4, &s.Marks)
	wire.List(c, 5, &s.Templates)
	c.Texts(6, &s.Parts)
	wire.List(c, 7, &s.Facts)
	c.Text(8, &s.Note)
}

// The marks of a record in a structure.
const (
	MarkNone   byte = 0 // not a row
	MarkRow    byte = 1
	MarkAround byte = 2 // a row that the rows of fields below it can refer to as "{around}"
	MarkPart   byte = 3 // not a row: begins the schema of the next of Parts
	MarkLast   byte = 4 // a row after all other records
)

// StructureColumn is one column of the table.
type StructureColumn struct {
	Title string
	Width int // in pixels, wide enough for most values
}

// Fields implements [wire.Message].
func (k *StructureColumn) Fields(c *wire.Codec) {
	c.Text(1, &k.Title)
	c.Small(2, &k.Width)
}

// StructureRow is one row of the table.
type StructureRow struct {
	Cells []string // one per column, "" for none
}

// Fields implements [wire.Message].
func (r *StructureRow) Fields(c *wire.Codec) { c.Texts(1, &r.Cells) }

// StructureTemplate is the text of a cell: its parts, separated by commas. A part that refers to something the record
// lacks is left out. The names are "{path}", the field's dotted path; "{0}", "{1}" and so on, its attributes in the
// order of FieldSpec.Keys; "{rest}", the other attributes (FieldSpec.Rest), each with its value; "{subs}", its
// multi-fields with their types; and "{around}", the path of the nearest enclosing record with MarkAround.
type StructureTemplate struct{ Parts []string }

// Fields implements [wire.Message].
func (t *StructureTemplate) Fields(c *wire.Codec) { c.Texts(1, &t.Parts) }

// DefinitionArgs names an object and one of the driver's definitions.
type DefinitionArgs struct{ Object, Name string }

// Fields implements [wire.Message].
func (a *DefinitionArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Object)
	c.Text(2, &a.Name)
}

// Definition is a JSON text that the host keeps: it never enters the driver.
type Definition struct {
	Shown int    // Reply.Shown
	Note  string // why it cannot be changed here, and how to change it elsewhere
}

// Fields implements [wire.Message].
func (d *Definition) Fields(c *wire.Codec) {
	c.Small(1, &d.Shown)
	c.Text(2, &d.Note)
}
