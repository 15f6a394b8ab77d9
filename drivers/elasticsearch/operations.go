package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/columns"
	"quarry/drivers/elasticsearch/console"
	"quarry/drivers/elasticsearch/dashboard"
	"quarry/drivers/elasticsearch/export"
	"quarry/drivers/elasticsearch/filter"
	"quarry/drivers/elasticsearch/objects"
	"quarry/drivers/elasticsearch/paging"
	"quarry/drivers/elasticsearch/save"
	"quarry/drivers/elasticsearch/statistics"
	"quarry/drivers/elasticsearch/structure"
)

// Every operation except Open and Describe is a function in its own package.

// Columns implements [driver.Driver].
func (engine) Columns(c *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	return columns.Read(c, a)
}

// Console implements [driver.Consoler].
func (engine) Console(_ *driver.Conn, a *driver.ConsoleArgs) (*driver.ConsoleRoute, error) {
	return console.Route(a)
}

// Count implements [driver.Driver].
func (engine) Count(c *driver.Conn, a *driver.CountArgs) (*driver.Counts, error) {
	return objects.Count(c, a)
}

// Dashboard implements [driver.Dashboarder].
func (engine) Dashboard(c *driver.Conn, _ *driver.Empty) (*driver.Dashboard, error) {
	return dashboard.Read(c)
}

// Definition implements [driver.Structurer].
func (engine) Definition(c *driver.Conn, a *driver.DefinitionArgs) (*driver.Definition, error) {
	return structure.ReadDefinition(c, a)
}

// Document implements [driver.DocumentReader].
func (engine) Document(c *driver.Conn, a *driver.DocumentArgs) (*driver.Document, error) {
	return objects.ReadDocument(c, a)
}

// Explain implements [driver.Explainer].
func (engine) Explain(c *driver.Conn, a *driver.ExplainArgs) (*driver.Explanation, error) {
	return dashboard.Explain(c, a)
}

// Export implements [driver.Exporter].
func (engine) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	return export.Run(c, a)
}

// Filter implements [driver.Filterer].
func (engine) Filter(c *driver.Conn, a *driver.FilterArgs) (*driver.Filtered, error) {
	return filter.Compile(c, a)
}

// Fits implements [driver.Fitter].
func (engine) Fits(_ *driver.Conn, a *driver.FitsArgs) (*driver.Fits, error) { return save.Fits(a) }

// Objects implements [driver.Driver].
func (engine) Objects(c *driver.Conn, a *driver.ObjectsArgs) (*driver.ObjectList, error) {
	return objects.List(c, a)
}

// Page implements [driver.Driver].
func (engine) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	return paging.Read(c, a)
}

// Plan implements [driver.Planner].
func (engine) Plan(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) { return save.Plan(c, a) }

// PlanCancel implements [driver.Tasker].
func (engine) PlanCancel(_ *driver.Conn, a *driver.CancelArgs) (*driver.Planned, error) {
	return dashboard.PlanCancel(a)
}

// Release implements [driver.Releaser].
func (engine) Release(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Empty, error) {
	return paging.Release(c, a)
}

// Renew implements [driver.Renewer].
func (engine) Renew(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Renewed, error) {
	return paging.Renew(c, a)
}

// Resolve implements [driver.Resolver].
func (engine) Resolve(c *driver.Conn, a *driver.ResolveArgs) (*driver.Object, error) {
	return objects.Resolve(c, a)
}

// Reveal implements [driver.Revealer].
func (engine) Reveal(c *driver.Conn, a *driver.RevealArgs) (*driver.Empty, error) {
	return save.Reveal(c, a)
}

// Settle implements [driver.Planner].
func (engine) Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	return save.Settle(c, a)
}

// SettleCancel implements [driver.Tasker].
func (engine) SettleCancel(_ *driver.Conn, a *driver.CancelledArgs) (*driver.Settled, error) {
	return dashboard.SettleCancel(a)
}

// Statistics implements [driver.Statistician].
func (engine) Statistics(c *driver.Conn, a *driver.StatisticsArgs) (*driver.Statistics, error) {
	return statistics.Read(c, a)
}

// Structure implements [driver.Structurer].
func (engine) Structure(c *driver.Conn, a *driver.StructureArgs) (*driver.Structure, error) {
	return structure.Read(c, a)
}

// Suggest implements [driver.Suggester].
func (engine) Suggest(c *driver.Conn, a *driver.SuggestArgs) (*driver.Suggested, error) {
	return filter.Suggest(c, a)
}
