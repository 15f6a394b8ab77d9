// Package typesense is the driver for Typesense from 26.0 on.
//
// Decisions:
//   - Typesense has no conditional write, so plans have a driver.Check. A row's new hash comes from the response to its own
//     write, not from a later read.
//   - An id that leads elsewhere when decoded is written through the collection's own route with action=update.
//   - Typesense 26.0 adds keys to documents that it exports by a filter and lists them under .flat: the host leaves out the
//     list and those keys (driver.LinesPlan.Added).
package typesense

import "quarry/drivers/driver"

// oldest is the first major version that the driver was written for.
const oldest = 26

type engine struct{}

// New returns the driver.
func New() driver.Driver { return engine{} }

// Describe implements [driver.Driver].
func (engine) Describe() *driver.Description {
	return &driver.Description{ID: "typesense", Definitions: []driver.Text{{Key: definitionSchema, Value: "Schema"}}, Kinds: kinds(), Operators: operators(), Texts: []driver.Text{
		{Key: driver.TextSidebar, Value: "Typesense has no views, triggers or foreign keys."},
		{Key: driver.TextEmpty, Value: "This collection has no documents"},
		{Key: driver.TextNoRows, Value: "This cluster has no collections"},
		{Key: driver.TextByName, Value: "The name of a collection or an alias."},
		{Key: driver.TextStructure, Value: "Fields and schema"},
		{Key: driver.TextRequest, Value: "GET /collections/books/documents/search?q=*"},
		{Key: driver.TextNoImport, Value: "Import is not available. Add documents in the console with POST /collections/{name}/documents/import."},
		{Key: driver.TextNoTransactions, Value: "Typesense has no transactions: what is saved before a failure stays saved."},
	}}
}

var (
	_ driver.Driver       = engine{}
	_ driver.Consoler     = engine{}
	_ driver.Dashboarder  = engine{}
	_ driver.Exporter     = engine{}
	_ driver.Fitter       = engine{}
	_ driver.KeyKeeper    = engine{}
	_ driver.KeyScoper    = engine{}
	_ driver.Planner      = engine{}
	_ driver.Filterer     = engine{}
	_ driver.Statistician = engine{}
	_ driver.Resolver     = engine{}
	_ driver.Structurer   = engine{}
	_ driver.Suggester    = engine{}
)
