package driver

import "quarry/drivers/driver/wire"

// Icon selects the icon for objects of a kind.
type Icon string

// The icons.
const (
	IconTable  Icon = "table"
	IconLayers Icon = "layers"
	IconLink   Icon = "link"
)

// Listing says when [Driver.Objects] lists objects of a kind.
type Listing string

// The listings.
const (
	ListedNever  Listing = ""     // opened only by name
	ListedAlso   Listing = "also" // only with ObjectsArgs.Also
	ListedAlways Listing = "always"
)

// ObjectKind is a kind of object, as a driver lists it in [Description.Kinds].
type ObjectKind struct {
	ID     string // the value of Object.Kind
	Title  string // inside a sentence: "data stream"
	Plural string // "data streams"
	Icon   Icon
	Listed Listing
	Refers bool // it refers to other objects, so it cannot be deleted as if it were one
}

// Fields implements [wire.Message].
func (k *ObjectKind) Fields(c *wire.Codec) {
	c.Text(1, &k.ID)
	c.Text(2, &k.Title)
	c.Text(3, &k.Plural)
	c.Text(4, (*string)(&k.Icon))
	c.Text(5, (*string)(&k.Listed))
	c.Bool(6, &k.Refers)
}
