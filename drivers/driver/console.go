package driver

import "quarry/drivers/driver/wire"

// Consoler judges the requests that a user types. Neither the body of a request nor its response passes through the
// driver.
type Consoler interface {
	// Console reports how to send a request and how to show its response, judging by method and path; a query only
	// matters if it carries a credential or leaves out parts of the response. It sends nothing. A route that must not be
	// reached is an error of kind refused.
	Console(c *Conn, a *ConsoleArgs) (*ConsoleRoute, error)
}

// OpConsole is the operation of a [Consoler].
const OpConsole = "console"

// ConsoleArgs is a request as it was typed, without its body.
type ConsoleArgs struct {
	Method string // in capitals
	Path   string // percent-encoded, begins with one slash
	Query  string
}

// Fields implements [wire.Message].
func (a *ConsoleArgs) Fields(c *wire.Codec) {
	c.Text(1, &a.Method)
	c.Text(2, &a.Path)
	c.Text(3, &a.Query)
}

// ConsoleRoute is what the host needs to know about a route.
type ConsoleRoute struct {
	ContentType string // of the body
	Lines       bool   // the body is one JSON value per line and ends with a line break
	Storable    bool   // bodies and answers cannot contain credentials: those of any other route are neither stored nor written to disk
	// Rows is where the rows are in the response: "hits.hits"; "" for a route without rows. A 0 in it is the only element of
	// an array: a response with more of them has no rows. A * is each element of an array, a group of rows.
	Rows     string
	Doc      string // where the document is inside a row
	Took     string // where the response says how long the engine took, in milliseconds; "" if it does not
	Total    string // where the response says how many rows there are in all; "" if it does not
	Profile  string // the member of the body, or of each second line, that, if true, has the engine measure the search; "" if the route runs none
	Profiled string // where the response has what was measured, with # for each element of an array; "" if it never does

	Around string // the path of the object that has what the search says besides its rows; "" for the response itself
	Search ConsoleSearch
	Faults ConsoleFaults
	Layout ConsoleProfile // of what the response has at Profiled

	// Parts say where the response reports parts of the request that failed. The first to report any decides.
	Parts []ConsoleParts

	// Others are the forms that a response has instead if it has no rows at Rows, the likely ones first.
	Others []ConsoleRows
}

// Fields implements [wire.Message].
func (r *ConsoleRoute) Fields(c *wire.Codec) {
	c.Text(1, &r.ContentType)
	c.Bool(2, &r.Lines)
	c.Text(4, &r.Rows)
	c.Text(5, &r.Doc)
	c.Text(7, &r.Took)
	c.Text(8, &r.Total)
	c.Text(9, &r.Profile)
	c.Text(10, &r.Profiled)
	c.Bool(11, &r.Storable)
	wire.List(c, 12, &r.Others)
	c.Text(13, &r.Around)
	c.Nested(14, &r.Search)
	c.Nested(15, &r.Faults)
	c.Nested(16, &r.Layout)
	wire.List(c, 17, &r.Parts)
}

// ConsoleRows is a form of a response. Its fields are those of a [ConsoleRoute], except for Groups.
type ConsoleRows struct {
	Rows, Doc, Took, Total string
	Groups                 string // where the response says how many groups of rows there are in all; "" if it has no groups
	Around                 string
}

// Fields implements [wire.Message].
func (r *ConsoleRows) Fields(c *wire.Codec) {
	c.Text(1, &r.Rows)
	c.Text(2, &r.Doc)
	c.Text(3, &r.Took)
	c.Text(4, &r.Total)
	c.Text(5, &r.Groups)
	c.Text(6, &r.Around)
}
