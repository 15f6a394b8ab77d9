package driver

import "quarry/drivers/driver/wire"

// ConsoleParts describes the response to a request with several parts, such as a bulk request: where it says which
// parts failed although the request itself succeeded. Paths are as in [ConsoleRoute].
type ConsoleParts struct {
	Noun   string // the word for the parts: "operations"
	List   string // the parts, one per element; ".." if each line of the response is a part
	Failed string // inside a part: exists only if it failed, such as *.error; "" if only failed parts are listed
	Reason string // why a part failed: a path inside the part, or in the response if there is no list
	Why    string // why parts failed, if the response does not say
	Count  string // the number of failed parts, if the response does not list them
	All    string // the number of parts, if not all are listed
	// Any is true if some part failed, and comes early in the response. It decides if the response is long, or neither
	// lists nor counts parts.
	Any string
}

// Fields implements [wire.Message].
func (p *ConsoleParts) Fields(c *wire.Codec) {
	c.Text(1, &p.Noun)
	c.Text(2, &p.List)
	c.Text(3, &p.Failed)
	c.Text(4, &p.Reason)
	c.Text(5, &p.Why)
	c.Text(6, &p.Count)
	c.Text(7, &p.All)
	c.Text(8, &p.Any)
}
