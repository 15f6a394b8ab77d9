package driver

import "quarry/drivers/driver/wire"

// ConsoleParts is where the response to a request of several parts, such as the operations of a bulk request, says which
// of them failed though the request succeeded. Paths are those of [ConsoleRoute].
type ConsoleParts struct {
	Noun   string // what the parts are called: "operations"
	List   string // the parts, one element each; ".." if each line of the response is a part
	Failed string // inside a part: present only if it failed, such as *.error; "" if only failed parts are listed
	Reason string // why a part failed: inside it, or in the response if there is no list
	Why    string // why parts failed if the response does not say so
	Count  string // how many failed, if the response lists none
	All    string // how many parts there are, if the list does not have all of them
	// Any is, near the beginning of the response, true if some part failed. It decides for a long response, and for one
	// that neither lists nor counts parts.
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
