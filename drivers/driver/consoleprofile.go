package driver

import "quarry/drivers/driver/wire"

// ConsoleProfile describes how a profile, the measurements in a response, becomes a tree of rows with times. A profile
// can be long, so the page reads it by this description and the driver never sees it.
type ConsoleProfile struct {
	Parts []ProfilePart
	None  string // what to say if the profile has no such part
}

// Fields implements [wire.Message].
func (p *ConsoleProfile) Fields(c *wire.Codec) {
	wire.List(c, 1, &p.Parts)
	c.Text(2, &p.None)
}

// The kinds of rows in a profile.
const (
	ProfileUnit    = "unit"    // the unit of comparison, such as a shard; only at the top
	ProfileSection = "section" // a part of the work; omitted if nothing was measured
	ProfileStep    = "step"
)

// ProfilePart is one kind of object in a profile. Its paths and names start at the enclosing object, or at the profile
// for a part at the top. Times are in nanoseconds.
//
// A text is a template: {name} stands for a string member, {name ns} for a time, and {name word} for a count with its
// unit, "3 hits". From a list of templates, the first one whose members all exist is used; a time or count of 0 counts
// as missing.
//
// Shares at the top are relative to the longest part of the same kind; below, to the enclosing part at the top.
type ProfilePart struct {
	Inside int    // the enclosing part, counted from 1; 0 for the top
	Kind   string // "": no row of its own; its inner parts take its place
	// Path leads to the part's objects: the elements of an array, or a non-empty object. "" is the enclosing object; *
	// is each member that is an object, and {*} is that member's name.
	Path   string
	Before string   // a prefix for the titles inside; {#} is its number. With {#}, used only if there are several
	Of     string   // a string member that has the form Form
	Form   string   // "[{node}][{index}]": names the pieces of Of for the templates; the first piece is as short as possible
	Title  []string // templates
	Text   []string // templates
	Joined bool     // all templates of Text whose members exist are used, joined with commas
	Time   string   // the member with its time; "" adds up Spent or the inner parts
	Beside bool     // its time is not included in that of the enclosing part
	Sorted bool     // longest first
	// Children names the member with inner steps of the same kind.
	Children string
	Spent    string // an object that breaks down its time
	Calls    string // suffix of the members of Spent that are counts, not times
	Ending   string // suffix of the members of Spent that are times; the others are details
	Details  string // an object with further details
	// For a unit: the title of the column of shares, and the note below the table.
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
