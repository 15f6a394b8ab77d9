// Package elasticsearch is the driver for Elasticsearch 7.x, 8.x and 9.x.
//
// Decisions:
//   - The driver's package has a budget of 1.5 MB. So one function sorts everything by number, because slices.SortFunc
//     generates code for each type, and the driver parses IP addresses itself.
package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/filter"
	"quarry/drivers/elasticsearch/objects"
	"quarry/drivers/elasticsearch/structure"
)

type engine struct{}

// New returns the driver.
func New() driver.Driver { return engine{} }

// Describe implements [driver.Driver].
func (engine) Describe() *driver.Description {
	return &driver.Description{ID: "elasticsearch", Definitions: structure.Definitions(), Kinds: objects.Kinds(), Operators: filter.Operators(), Texts: []driver.Text{
		{Key: driver.TextSidebar, Value: "Indices whose names begin with a dot, aliases and data streams are not listed. Open them by name."},
		{Key: driver.TextEmpty, Value: "This index has no documents"},
		{Key: driver.TextNoRows, Value: "This cluster has no indices"},
		{Key: driver.TextByName, Value: "An index, alias, data stream, pattern or comma-separated list. The grid shows the union of their mappings."},
		{Key: driver.TextAlso, Value: "Also list aliases and data streams"},
		{Key: driver.TextStructure, Value: "Fields, mapping and settings"},
		{Key: driver.TextRequest, Value: "GET /books/_search"},
		{Key: driver.TextNoEmpty, Value: "Elasticsearch has no truncate operation. Use POST /{name}/_delete_by_query in the console; it reports conflicts per document."},
		{Key: driver.TextNoImport, Value: "Import is not available. Add documents in the console with POST /_bulk."},
		{Key: driver.TextNoTransactions, Value: "Elasticsearch has no transactions: what is saved before a failure stays saved."},
		{Key: driver.TextProfile, Value: "GET /books/_search"},
	}}
}

var (
	_ driver.Driver         = engine{}
	_ driver.Consoler       = engine{}
	_ driver.Dashboarder    = engine{}
	_ driver.Explainer      = engine{}
	_ driver.Tasker         = engine{}
	_ driver.DocumentReader = engine{}
	_ driver.Exporter       = engine{}
	_ driver.Filterer       = engine{}
	_ driver.Fitter         = engine{}
	_ driver.Planner        = engine{}
	_ driver.Releaser       = engine{}
	_ driver.Renewer        = engine{}
	_ driver.Resolver       = engine{}
	_ driver.Revealer       = engine{}
	_ driver.Statistician   = engine{}
	_ driver.Structurer     = engine{}
	_ driver.Suggester      = engine{}
)
