package driver

import "quarry/drivers/driver/wire"

// ConsoleProfile says how what an answer has measured becomes a tree of rows with times. A profile can be long, so the page
// reads it by this description, and it never passes through the driver.
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

// ProfilePart is a kind of thing in a profile. Paths and names begin at each of the things that it is inside of, at the
// profile itself for a part at the top; times are in nanoseconds. A text is a template in which {name} is a member that is a
// text, {name ns} a time above 0, {name word} a number above 0 of what the word names; the first template of a list that has
// all of its members is used. The share of a part at the top is that of the longest one of its kind, that of any other is of
// what it is inside of at the top.
type ProfilePart struct {
	Inside int    // the part that it is inside of, counted from 1; 0 for the top
	Kind   string // "": it has no row, and what is inside of it is in its place
	// Path is where the things are: the elements of an array, or an object that is not empty. "" is what the part is inside
	// of, * each object that is a member of it, whose name is {*}.
	Path   string
	Before string   // goes before the titles inside; with {#}, its number, only if there are several
	Of     string   // a member that is a text of the form Form
	Form   string   // "[{node}][{index}]": what its parts are in templates; the first is as short as can be
	Title  []string // templates
	Text   []string // templates
	Joined bool     // all templates of Text that have their members are used, with commas between them
	Time   string   // the name of its time; "": the sum of Spent, or of what is inside
	Beside bool     // its time is no part of the time of what it is inside of
	Sorted bool     // the longest first
	// Children has steps of the same kind.
	Children string
	Spent    string // an object with the parts of its time
	Calls    string // what is behind the name of a part for how often it was done
	Ending   string // only members whose names end so are parts of its time, and the others are Details
	Details  string // an object with what else there is to say
	// Of a unit: the title of the column with shares, and what is said below.
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
