// Package driver is the contract between Quarry and the drivers of its engines, and the runtime that a driver is built
// with.
//
// A driver is pure logic: it does no input or output. It decides which request to send to the connection's cluster and
// what to do with the response. The host sends the request, adds the credentials, which a driver never sees, and runs
// its kernels over the response. An operation is straight-line code over a [Conn]: each request suspends it until the
// host resumes it with the reply. The same driver can be linked natively or built to WebAssembly, and takes
// byte-identical steps either way.
//
// A driver starts no goroutine and uses no channel, no clock and no package that needs reflection (encoding/json, fmt).
// It keeps nothing between operations: what it must remember about a connection is the session that Open returns, and
// about a view the state that Page returns.
//
// The words of the contract:
//
//   - An object is what the sidebar lists: an index, a collection. Its documents are the rows of the grid.
//   - A view is an object as it is read, with or without a filter. Its bytes, from Columns or Filter, are the driver's own.
//   - A verb says what the host does with a response. Its rows become a block, which the grid shows and the driver never
//     sees.
//   - The shelf is where the host keeps whole documents for an operation or a plan. The driver names them by numbers.
//   - A hidden value belongs to a row without being shown, such as its key or its revision. Its [Role] says what it means.
//   - A plan lists the requests of a save. The host sends them once the user agrees, and the driver settles each response.
//   - A path such as "hits.hits" joins member names with dots; "*" is each key or element, where that is said.
package driver

// Protocol is the version of the messages and verbs. A driver package names the one it was built for; the host refuses
// any other.
const Protocol = 3

// ABI is the version of the calls between host and driver: the module's exports abi, buffer and call.
const ABI = 1

// Driver is what every engine's driver implements. Features that only some engines support are in the optional
// interfaces below, which the host detects.
type Driver interface {
	// Describe describes the driver itself. It sends nothing.
	Describe() *Description
	// Open contacts the cluster with one or two requests, refuses unsupported versions and explains every failure.
	Open(c *Conn, a *OpenArgs) (*Server, error)
	// Objects lists what the sidebar shows.
	Objects(c *Conn, a *ObjectsArgs) (*ObjectList, error)
	// Columns describes the columns of one object and how its rows are read.
	Columns(c *Conn, a *ColumnsArgs) (*ColumnSet, error)
	// Count counts the documents of some objects, or of one view.
	Count(c *Conn, a *CountArgs) (*Counts, error)
	// Page reads rows of one view into blocks.
	Page(c *Conn, a *PageArgs) (*PageResult, error)
}

// Resolver turns a name typed by the user (an alias, a pattern) into an object that can be opened.
type Resolver interface {
	Resolve(c *Conn, a *ResolveArgs) (*Object, error)
}

// Releaser releases what the engine holds for a view. It runs when the view closes, for any reason.
type Releaser interface {
	Release(c *Conn, a *ReleaseArgs) (*Empty, error)
}

// Renewer keeps alive what the engine holds for a view that is open and in use.
type Renewer interface {
	Renew(c *Conn, a *ReleaseArgs) (*Renewed, error)
}

// DocumentReader reads one whole document.
type DocumentReader interface {
	Document(c *Conn, a *DocumentArgs) (*Document, error)
}

// Names of the operations. An operation that the driver does not implement fails with an error of kind Unsupported.
const (
	OpDescribe = "describe"
	OpOpen     = "open"
	OpObjects  = "objects"
	OpResolve  = "resolve"
	OpColumns  = "columns"
	OpCount    = "count"
	OpPage     = "page"
	OpRelease  = "release"
	OpRenew    = "renew"
	OpDocument = "document"
)
