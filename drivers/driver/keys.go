package driver

import "quarry/drivers/driver/wire"

// KeyKeeper lists the keys with which programs use the server, and plans to make or delete one. Its requests are
// private ([Request.Private]). The value of a new key goes to the screen and nowhere else, not even to the driver.
type KeyKeeper interface {
	// Keys lists the keys, with reads only, and says how one is made.
	Keys(c *Conn, a *Empty) (*KeyList, error)
	// PlanKey returns the one request that makes or deletes a key. It sends nothing.
	PlanKey(c *Conn, a *KeyArgs) (*KeyPlan, error)
	// SettleKey judges the response to that request. It sends nothing: a list of keys does not show which of them a lost
	// response was about.
	SettleKey(c *Conn, a *KeySettleArgs) (*KeySettled, error)
}

// Names of the operations of a [KeyKeeper].
const (
	OpKeys      = "keys"
	OpPlanKey   = "planKey"
	OpSettleKey = "settleKey"
)

// KeyList is the keys of a server, in display order. It never contains the value of a key.
type KeyList struct {
	Title   string // "API keys"
	Columns []KeyColumn
	Keys    []Key
	Source  string // the request that listed them: "GET /keys"
	Millis  int64  // how long it took
	Fixed   Text   // why a key cannot be edited: a title and an explanation
	Form    KeyForm
	Scope   *ScopeForm // of a [KeyScoper]; nil for none
}

// Fields implements [wire.Message].
func (l *KeyList) Fields(c *wire.Codec) {
	c.Text(1, &l.Title)
	wire.List(c, 2, &l.Columns)
	wire.List(c, 3, &l.Keys)
	c.Text(4, &l.Source)
	c.Int(5, &l.Millis)
	c.Nested(6, &l.Fixed)
	c.Nested(7, &l.Form)
	wire.Optional(c, 8, &l.Scope)
}

// KeyLook is how the cells of a column look.
type KeyLook string

// The looks of cells.
const (
	KeyNumber KeyLook = "number"
	KeyName   KeyLook = "name" // what the user calls the key
	KeyText   KeyLook = "text"
	KeyCode   KeyLook = "code" // as the engine spells it
)

// KeyColumn is one column of the list. A column without a width shares the remaining space.
type KeyColumn struct {
	Title string
	Look  KeyLook
	Width int // in pixels at the normal text size, 0 for none
}

// Fields implements [wire.Message].
func (k *KeyColumn) Fields(c *wire.Codec) {
	c.Text(1, &k.Title)
	c.Text(2, (*string)(&k.Look))
	c.Small(3, &k.Width)
}

// Key is one key.
type Key struct {
	ID      string // names it in KeyArgs.Delete
	Name    string // what the user calls it, "" for nothing
	Cells   []KeyCell
	Expired bool
	Reach   string // what it reaches besides the places that it is limited to, in a sentence; "" for nothing
	Head    string // the first characters of its value, "" if unknown
	Scopes  bool   // a [KeyScoper] can derive keys from it
}

// Fields implements [wire.Message].
func (k *Key) Fields(c *wire.Codec) {
	c.Text(1, &k.ID)
	c.Text(2, &k.Name)
	wire.List(c, 3, &k.Cells)
	c.Bool(4, &k.Expired)
	c.Text(5, &k.Reach)
	c.Text(6, &k.Head)
	c.Bool(7, &k.Scopes)
}

// KeyCell is one cell: a text or a time.
type KeyCell struct {
	Text string
	Time int64 // milliseconds since 1970, 0 for none
	Wide bool  // the key is not limited to any place
}

// Fields implements [wire.Message].
func (k *KeyCell) Fields(c *wire.Codec) {
	c.Text(1, &k.Text)
	c.Int(2, &k.Time)
	c.Bool(3, &k.Wide)
}

// KeyForm says how a key is made.
type KeyForm struct {
	Title  string // "Add API Key"
	Places string // what a key is limited to: "Collections"
	Hint   string // how places are typed
	All    string // what to type for all places: "*"
	Groups []KeyGroup
}

// Fields implements [wire.Message].
func (f *KeyForm) Fields(c *wire.Codec) {
	c.Text(1, &f.Title)
	c.Text(2, &f.Places)
	c.Text(3, &f.Hint)
	c.Text(4, &f.All)
	wire.List(c, 5, &f.Groups)
}

// KeyGroup is a group of actions that a key can allow.
type KeyGroup struct {
	Title   string
	Actions []KeyAction
}

// Fields implements [wire.Message].
func (g *KeyGroup) Fields(c *wire.Codec) {
	c.Text(1, &g.Title)
	wire.List(c, 2, &g.Actions)
}

// KeyAction is something that a key can allow.
type KeyAction struct {
	Name    string // as the engine spells it
	Meaning string // in a sentence
	Reach   string // what it reaches besides the places that the key is limited to, in a sentence; "" for nothing
}

// Fields implements [wire.Message].
func (k *KeyAction) Fields(c *wire.Codec) {
	c.Text(1, &k.Name)
	c.Text(2, &k.Meaning)
	c.Text(3, &k.Reach)
}

// KeyArgs says which key to delete or how to make one.
type KeyArgs struct {
	Delete  string // Key.ID; "" to make a key
	Name    string
	Places  []string
	Actions []string
	Expires int64 // milliseconds since 1970, 0 for never
}

// Fields implements [wire.Message].
func (a *KeyArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Delete)
	c.Text(2, &a.Name)
	c.Texts(3, &a.Places)
	c.Texts(4, &a.Actions)
	c.Int(5, &a.Expires)
}

// KeyPlan is the request that makes or deletes a key.
type KeyPlan struct {
	Request Request // private, without parts
	Reveal  string  // where the response has the value of the new key, as a text: see [Send.Reveal]; "" for a deletion
	Pick    []string
	Reason  string // what it does, in a sentence
	State   []byte // what SettleKey needs; the host does not read it
}

// Fields implements [wire.Message].
func (p *KeyPlan) Fields(c *wire.Codec) {
	c.Nested(1, &p.Request)
	c.Text(2, &p.Reveal)
	c.Texts(3, &p.Pick)
	c.Text(4, &p.Reason)
	c.Bytes(5, &p.State)
}

// KeySettleArgs is the response to the request of a plan.
type KeySettleArgs struct {
	State []byte // KeyPlan.State
	// Reply has status, headers and the values of KeyPlan.Pick, and the body if it is not that of a new key. Err is set if
	// no response arrived, or none with the value of a key.
	Reply Reply
}

// Fields implements [wire.Message].
func (a *KeySettleArgs) Fields(c *wire.Codec) {
	c.Bytes(1, &a.State)
	c.Nested(2, &a.Reply)
}

// KeySettled is the result of making or deleting a key.
type KeySettled struct {
	Outcome Outcome // not conflict
	ID      string  // done: of the new key
	Err     *Error  // why, for any outcome except done
}

// Fields implements [wire.Message].
func (s *KeySettled) Fields(c *wire.Codec) {
	c.Text(1, (*string)(&s.Outcome))
	c.Text(2, &s.ID)
	wire.Optional(c, 3, &s.Err)
}
