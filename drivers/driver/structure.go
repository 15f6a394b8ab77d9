package driver

import "quarry/drivers/driver/wire"

// Structurer describes an object: a table of its fields, in the engine's own words, and its definition as the engine
// returns it.
type Structurer interface {
	// Structure lists the fields of one object with their attributes.
	Structure(c *Conn, a *StructureArgs) (*Structure, error)
	// Definition reads one of the texts that Description.Definitions names.
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

// Structure is a table of texts about the fields of an object. The host builds it from the records of the schema that
// it walked. The driver only says for each record which template fills which cell, since there may be ten thousand
// records.
type Structure struct {
	Columns   []StructureColumn // the first one is the field's name, the second one its type
	Lead      []StructureRow    // rows before those of the schema
	Records   int               // Reply.Records of the schema that Marks describes; 0 for none
	Marks     []byte            // for each record a Mark, followed, if it is a row, by a byte for each column: 0 for none, n for Templates[n-1]
	Templates []StructureTemplate
	Parts     []string // the names of the schemas, if there are several: of the first MarkPart's, the second's and so on
	Facts     []Text   // labels and values for the object as a whole
	Note      string   // why nothing can be changed here, and how it can be changed
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
	MarkAround byte = 2 // a row; rows of the fields under it can refer to it as "{around}"
	MarkPart   byte = 3 // not a row: the schema of the next of Parts begins
	MarkLast   byte = 4 // a row after those of all other records
)

// StructureColumn is one column of the table.
type StructureColumn struct {
	Title string
	Width int // in pixels, enough for most of its values
}

// Fields implements [wire.Message].
func (k *StructureColumn) Fields(c *wire.Codec) {
	c.Text(1, &k.Title)
	c.Small(2, &k.Width)
}

// StructureRow is one row of texts.
type StructureRow struct {
	Cells []string // one for each column, "" for none
}

// Fields implements [wire.Message].
func (r *StructureRow) Fields(c *wire.Codec) { c.Texts(1, &r.Cells) }

// StructureTemplate is the text of a cell: its parts, separated by commas. A part that refers to something which the
// record does not have is left out. The names are "{path}", the field's dotted path; "{0}", "{1}" and so on, its
// attributes in the order of FieldSpec.Keys; "{rest}", those that FieldSpec.Rest requests, each with its value;
// "{subs}", its multi-fields with their types; and "{around}", the path of the nearest record around it that is marked
// with MarkAround.
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
	Note  string // why it cannot be changed here, and how it can be changed
}

// Fields implements [wire.Message].
func (d *Definition) Fields(c *wire.Codec) {
	c.Small(1, &d.Shown)
	c.Text(2, &d.Note)
}
