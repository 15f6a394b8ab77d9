package driver

import "quarry/drivers/driver/wire"

// Structurer shows what an object is made of: a table of its fields, in the engine's own words, and its definition as
// the engine gives it.
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

// StructureArgs names the object whose fields are wanted.
type StructureArgs struct{ Object string }

// Fields implements [wire.Message].
func (a *StructureArgs) Fields(c *wire.Codec) { c.Text(1, &a.Object) }

// Structure is a table of texts about the fields of an object. The host makes it of the records of the schema that it
// walked: a driver only says of each record which template fills which cell, since it may be ten thousand of them.
type Structure struct {
	Columns   []StructureColumn // the first one is the field's name, the second one its type
	Lead      []StructureRow    // rows before those of the schema
	Records   int               // Reply.Records of the schema that Marks judge; 0 for none
	Marks     []byte            // for each record a Mark, and behind one that is a row a byte for each column: 0 for none, n for Templates[n-1]
	Templates []StructureTemplate
	Parts     []string // the names of the schemas, where there are several: of the first MarkPart's, the second's and so on
	Facts     []Text   // what holds for the object as a whole: labels and values
	Note      string   // why nothing can be changed here, and how it can be
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

// What a record is in a structure.
const (
	MarkNone   byte = 0 // no row
	MarkRow    byte = 1
	MarkAround byte = 2 // a row; those of the fields under it can name it as "{around}"
	MarkPart   byte = 3 // no row: the schema of the next of Parts begins
	MarkLast   byte = 4 // a row behind those of all other records
)

// StructureColumn is one column of the table.
type StructureColumn struct {
	Title string
	Width int // in pixels, what most of its values need
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

// StructureTemplate is how a cell is worded: its parts, with commas between. A part that names something which the
// record does not have is left out. The names are "{path}", the field's dotted path; "{0}", "{1}" and so on, its
// attributes in the order of FieldSpec.Keys; "{rest}", those that FieldSpec.Rest asked for, each with its value;
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

// Definition is a text in JSON that the host keeps: it never enters the driver.
type Definition struct {
	Shown int    // Reply.Shown
	Note  string // why it cannot be changed here, and how it can be
}

// Fields implements [wire.Message].
func (d *Definition) Fields(c *wire.Codec) {
	c.Small(1, &d.Shown)
	c.Text(2, &d.Note)
}
