package driver

import "quarry/drivers/driver/wire"

// ConsoleProfile describes how the measurements in a response become a tree of rows with times. A profile can be long,
// so the page reads it by this description, and it never passes through the driver.
type ConsoleProfile struct {
	Parts []ProfilePart
	None  string // what is said of a profile in which there is none of them
}

// Fields implements [wire.Message].
func (p *ConsoleProfile) Fields(c *wire.Codec) {
	wire.List(c, 1, &p.Parts)
	c.Text(2, &p.None)
}

// Kinds of the rows of a profile.
const (
	ProfileUnit    = "unit"    // what times are compared in, such as a shard; only at the top
	ProfileSection = "section" // a part of the work; left out if nothing was measured
	ProfileStep    = "step"
)

// ProfilePart is one kind of object in a profile. Its paths and names start at the object around it, or at the profile for a
// part at the top. Times are in nanoseconds.
//
// A text is a template: {name} stands for a member that is a text, {name ns} for a time, and {name word} for a count
// with its unit, "3 hits". Of a list of templates, the first whose members all exist is used; a time or a count of 0
// counts as missing.
//
// At the top, shares are relative to the longest part of the same kind; below, to the part at the top that contains
// them.
type ProfilePart struct {
	Inside int    // the part that it is inside of, counted from 1; 0 for the top
	Kind   string // "": it has no row, and what is inside of it is in its place
	// Path leads to the part's objects: the elements of an array, or an object that is not empty. "" is the enclosing
	// object; * is each of its members that is an object, and {*} is that member's name.
	Path   string
	Before string   // goes before the titles inside; with {#}, its number, only if there are several
	Of     string   // a member that is a text of the form Form
	Form   string   // "[{node}][{index}]": what its parts are in templates; the first is as short as can be
	Title  []string // templates
	Text   []string // templates
	Joined bool     // all templates of Text that have their members are used, with commas between them
	Time   string   // the member with its time; "" adds up Spent, or the parts inside it
	Beside bool     // its time is no part of the time of what it is inside of
	Sorted bool     // the longest first
	// Children has steps of the same kind.
	Children string
	Spent    string // an object with the parts of its time
	Calls    string // the ending of the members of Spent that are counts, not times
	Ending   string // the ending of the members of Spent that are times; the others are details
	Details  string // an object with what else there is to say
	// Of a unit: the title of the column with shares, and the note below the table.
	Share, Note string
}

// Fields implements [wire.Message].
func (p *ProfilePart) Fields(c *wire.Codec) {
	c.Small(1, &p.Inside)
	c.Text(2, &p.Kind)
	c.Text(3, &p.Path)
	c.Text(4, &p.Before)
	c.Text(5, &p.Of)
	c.Text(6, &p.Form)
	c.Texts(7, &p.Title)
	c.Texts(8, &p.Text)
	c.Bool(9, &p.Joined)
	c.Text(10, &p.Time)
	c.Bool(11, &p.Beside)
	c.Bool(12, &p.Sorted)
	c.Text(13, &p.Children)
	c.Text(14, &p.Spent)
	c.Text(15, &p.Calls)
	c.Text(16, &p.Ending)
	c.Text(17, &p.Details)
	c.Text(18, &p.Share)
	c.Text(19, &p.Note)
}
