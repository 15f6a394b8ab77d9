package driver

import "quarry/drivers/driver/wire"

// Consoler judges the requests that a user types. The driver sees neither the request's body nor its response.
type Consoler interface {
	// Console says how to send a request and how to show its response, judging by method and path. The query matters
	// only if it contains a credential or removes parts of the response. Console sends nothing. If a route is not
	// allowed, it returns an error of kind refused.
	Console(c *Conn, a *ConsoleArgs) (*ConsoleRoute, error)
}

// OpConsole is the operation of a [Consoler].
const OpConsole = "console"

// ConsoleArgs is a request as typed, without its body.
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
	ContentType string // of the request's body
	Lines       bool   // the body is one JSON value per line and ends with a newline
	Storable    bool   // neither bodies nor responses can contain credentials; those of any other route are never stored or written to disk
	// Rows is the path of the rows in the response: "hits.hits"; "" for a route without rows. A 0 in it is the only
	// element of an array: a response with more elements has no rows. A * is each element of an array, which is a group
	// of rows.
	Rows     string
	Doc      string // where the document is inside a row
	Took     string // where the response has the engine's time, in milliseconds; "" for nowhere
	Total    string // where the response has the total number of rows; "" for nowhere
	Profile  string // the member of the body, or of each second line, that turns on profiling if true; "" if the route runs no search
	Profiled string // where the response has the profile, with # for each element of an array; "" if it never has one

	Around string // path of the object that holds the search's other results; "" for the response itself
	Search ConsoleSearch
	Faults ConsoleFaults
	Layout ConsoleProfile // how to read the value at Profiled

	// Parts says where the response reports failed parts of the request. The first entry that finds any is used.
	Parts []ConsoleParts

	// Others are other forms of the response, likeliest first, tried if there are no rows at Rows.
	Others []ConsoleRows

	// Hints say what to do about an error, by a part of the engine's message. The first one whose part is in the error
	// is shown.
	Hints []Text
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
	wire.List(c, 18, &r.Hints)
}

// ConsoleRows is one form of a response. Its fields mean the same as those of [ConsoleRoute], except Groups.
type ConsoleRows struct {
	Rows, Doc, Took, Total string
	Groups                 string // where the response has the total number of groups; "" if it has no groups
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
