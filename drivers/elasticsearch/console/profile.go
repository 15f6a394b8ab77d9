package console

import "quarry/drivers/driver"

// profileParts collects the parts of a profile.
type profileParts []driver.ProfilePart

// add adds a part and returns its number.
func (p *profileParts) add(inside int, part driver.ProfilePart) int {
	part.Inside = inside
	*p = append(*p, part)
	return len(*p)
}

// measured describes the profile of a search or a query (Profile API; ES|QL, "profile").
func measured() driver.ConsoleProfile {
	parts := &profileParts{}
	parts.query()
	parts.shards()
	return driver.ConsoleProfile{Parts: *parts, None: "The response has no profile of shards or drivers."}
}

// query adds the parts of an ES|QL profile: its phases, and its drivers, each a chain of operators that pages of rows
// go through. A driver's time is its running time: most of the time it took can be waiting for another driver's pages.
func (p *profileParts) query() {
	p.add(0, driver.ProfilePart{Kind: driver.ProfileSection, Path: "*", Title: []string{"{*}"}, Time: "took_nanos"})
	unit := p.add(0, driver.ProfilePart{
		Kind: driver.ProfileUnit, Path: "drivers", Sorted: true, Time: "cpu_nanos", Title: []string{"Driver: {task_description}", "Driver"},
		Text: []string{"Node {node_name}", "took {took_nanos ns} in all", "{iterations iteration}"}, Joined: true,
		Share: "Share of the driver",
		Note:  "Driver times exclude waiting. Shares are relative to the busiest driver; phase shares to the longest phase.",
	})
	p.add(unit, driver.ProfilePart{
		Kind: driver.ProfileStep, Path: "operators", Of: "operator", Form: "{name}[{does}]", Title: []string{"{name}", "{operator}"},
		Text: []string{"{does}"}, Spent: "status", Ending: "_nanos",
	})
}

// shards adds the profile of a search on each shard. Versions before 8 only name a shard by id.
func (p *profileParts) shards() {
	shard := p.add(0, driver.ProfilePart{
		Kind: driver.ProfileUnit, Path: "shards", Sorted: true, Of: "id", Form: "[{node}][{index}][{shard}]",
		Title: []string{"{index}, shard {shard}", "{id}"}, Text: []string{"Node {node}"},
		Share: "Share of the shard",
		Note:  "Shares are relative to the slowest shard or search. Collectors run inside other steps, so their time is not added.",
	})
	p.steps(shard, "Term statistics", "dfs.statistics")
	p.searches(p.add(shard, driver.ProfilePart{Path: "dfs.knn", Before: "kNN: "}))
	p.searches(p.add(shard, driver.ProfilePart{Path: "searches", Before: "Search {#}: "}))
	p.steps(shard, "Aggregations", "aggregations")
	p.steps(shard, "Fetch", "fetch")
}

// searches adds queries, their rewriting and their collectors. Collectors run during queries, so their time is not
// added.
func (p *profileParts) searches(inside int) {
	p.steps(inside, "Query", "query")
	p.add(inside, driver.ProfilePart{Kind: driver.ProfileSection, Title: []string{"Rewrite"}, Time: "rewrite_time"})
	collectors := p.steps(inside, "Collectors", "collector")
	(*p)[collectors-1].Beside = true
}

// steps adds a section of steps and returns its number.
func (p *profileParts) steps(inside int, title, path string) int {
	section := p.add(inside, driver.ProfilePart{Kind: driver.ProfileSection, Title: []string{title}})
	p.add(section, driver.ProfilePart{
		Kind: driver.ProfileStep, Path: path, Time: "time_in_nanos", Title: []string{"{type}", "{name}"}, Text: []string{"{description}", "{reason}"},
		Children: "children", Spent: "breakdown", Calls: "_count", Details: "debug",
	})
	return section
}
