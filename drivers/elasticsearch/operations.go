package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/console"
	"quarry/drivers/elasticsearch/dashboard"
	"quarry/drivers/elasticsearch/export"
	"quarry/drivers/elasticsearch/paging"
	"quarry/drivers/elasticsearch/statistics"
	"quarry/drivers/elasticsearch/structure"
)

// An operation whose subject has a package of its own is a function there.

func (engine) Console(_ *driver.Conn, a *driver.ConsoleArgs) (*driver.ConsoleRoute, error) {
	return console.Route(a)
}

func (engine) Dashboard(c *driver.Conn, _ *driver.Empty) (*driver.Dashboard, error) {
	return dashboard.Read(c)
}

func (engine) Explain(c *driver.Conn, a *driver.ExplainArgs) (*driver.Explanation, error) {
	return dashboard.Explain(c, a)
}

func (engine) PlanCancel(_ *driver.Conn, a *driver.CancelArgs) (*driver.Planned, error) {
	return dashboard.PlanCancel(a)
}

func (engine) SettleCancel(_ *driver.Conn, a *driver.CancelledArgs) (*driver.Settled, error) {
	return dashboard.SettleCancel(a)
}

func (engine) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	return export.Run(c, a)
}

func (engine) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	return paging.Read(c, a)
}

func (engine) Release(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Empty, error) {
	return paging.Release(c, a)
}

func (engine) Renew(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Renewed, error) {
	return paging.Renew(c, a)
}

func (engine) Definition(c *driver.Conn, a *driver.DefinitionArgs) (*driver.Definition, error) {
	return structure.ReadDefinition(c, a)
}

func (engine) Structure(c *driver.Conn, a *driver.StructureArgs) (*driver.Structure, error) {
	return structure.Read(c, a)
}

func (engine) Statistics(c *driver.Conn, a *driver.StatisticsArgs) (*driver.Statistics, error) {
	return statistics.Read(c, a)
}
