package driver

import "quarry/drivers/driver/wire"

// KeyScoper derives a key that can do less from the value of another one. The server is not asked, and the driver never
// sees the value: the host signs with it.
type KeyScoper interface {
	// ScopeKey returns what a derived key consists of. It sends nothing.
	ScopeKey(c *Conn, a *ScopeArgs) (*ScopedKey, error)
}

// OpScopeKey is the name of the operation of a [KeyScoper].
const OpScopeKey = "scopeKey"

// ScopeForm says how a key is derived.
type ScopeForm struct {
	Title  string // "Scoped Search Key"
	Source Text   // the field for the value of the other key: its title and what it must be
	Inputs []ScopeField
	Expiry string // what its expiry means, in a sentence
	Unfit  string // why nothing is derived from a key without Key.Scopes, in a sentence
	End    string // what whoever has the derived key can see, in a sentence
}

// Fields implements [wire.Message].
func (f *ScopeForm) Fields(c *wire.Codec) {
	c.Text(1, &f.Title)
	c.Nested(2, &f.Source)
	wire.List(c, 3, &f.Inputs)
	c.Text(4, &f.Expiry)
	c.Text(5, &f.Unfit)
	c.Text(6, &f.End)
}

// ScopeField is a field of the form.
type ScopeField struct {
	ID    string
	Title string
	Hint  string // what it does, in a sentence
}

// Fields implements [wire.Message].
func (f *ScopeField) Fields(c *wire.Codec) {
	c.Text(1, &f.ID)
	c.Text(2, &f.Title)
	c.Text(3, &f.Hint)
}

// ScopeArgs is what the user typed.
type ScopeArgs struct {
	Values  []Text // by ScopeField.ID
	Expires int64  // milliseconds since 1970, 0 for never
}

// Fields implements [wire.Message].
func (a *ScopeArgs) Fields(c *wire.Codec) {
	wire.List(c, 1, &a.Values)
	c.Int(2, &a.Expires)
}

// ScopedKey is what a derived key consists of. Its value is the base64 of its parts, one after the other.
type ScopedKey struct {
	Embedded string // the parameters in it, which are signed and shown
	Parts    []ScopePart
}

// Fields implements [wire.Message].
func (k *ScopedKey) Fields(c *wire.Codec) {
	c.Text(1, &k.Embedded)
	wire.List(c, 2, &k.Parts)
}

// ScopePart is one part of a derived key: exactly one of its fields is set.
type ScopePart struct {
	Digest   bool // the base64 of HMAC-SHA256 over ScopedKey.Embedded with the value of the other key
	Head     int  // this many of the first bytes of that value
	Embedded bool // ScopedKey.Embedded
}

// Fields implements [wire.Message].
func (p *ScopePart) Fields(c *wire.Codec) {
	c.Bool(1, &p.Digest)
	c.Small(2, &p.Head)
	c.Bool(3, &p.Embedded)
}
