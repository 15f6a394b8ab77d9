package dashboard

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// levels are the levels of a cluster's health.
var levels = map[string]driver.Level{"green": driver.LevelGood, "yellow": driver.LevelWarn, "red": driver.LevelBad}

func (a *responses) health() driver.Gauge {
	g := driver.Gauge{Title: "Health"}
	if g.Err = a.err(askHealth); g.Err != nil {
		return g
	}
	body := a.body(askHealth)
	status := jx.Text(body, "status")
	if g.Text = "Unknown"; status != "" {
		g.Text = strings.ToUpper(status[:1]) + status[1:]
	}
	g.Level, g.Note = levels[status], unassignedNote(body)
	return g
}

// unassignedNote says in a few words why a cluster is not green.
func unassignedNote(body string) string {
	missing := figure(body, "unassigned_shards")
	primaries := known(body, "unassigned_primary_shards")
	switch {
	case missing == 0 && jx.Text(body, "status") == "green":
		return "All shards are assigned"
	case missing == 0:
		return ""
	case jx.Text(body, "status") != "red" && figure(body, "number_of_data_nodes") == 1:
		return quantity(missing, "replica", "replicas") + " unassigned: too few nodes"
	case jx.Text(body, "status") != "red":
		return quantity(missing, "replica", "replicas") + " unassigned"
	case primaries > 0:
		return quantity(missing, "shard", "shards") + " unassigned, " + quantity(primaries, "primary", "primaries") + " among them"
	}
	return quantity(missing, "shard", "shards") + " unassigned, primaries among them"
}

func (a *responses) shards() driver.Gauge {
	g := driver.Gauge{Title: "Shards"}
	if g.Err = a.err(askHealth); g.Err != nil {
		return g
	}
	body := a.body(askHealth)
	relocating, missing := figure(body, "relocating_shards"), figure(body, "unassigned_shards")
	starting := figure(body, "initializing_shards")
	g.Value, g.Unit = figure(body, "active_shards"), "active"
	g.Of = g.Value + starting + missing // relocating shards are active
	parts := []string{es.Grouped(figure(body, "active_primary_shards")) + " primary"}
	if relocating > 0 {
		parts = append(parts, es.Grouped(relocating)+" relocating")
	}
	if starting > 0 {
		parts = append(parts, es.Grouped(starting)+" initializing")
	}
	g.Note = strings.Join(append(parts, es.Grouped(missing)+" unassigned"), ", ")
	if missing > 0 {
		g.Action = &driver.Action{Title: "Unassigned Shards", Of: unassigned}
	}
	return g
}

func heapOf(f *nodeFigures) driver.Gauge {
	g := driver.Gauge{Title: "JVM heap", Err: f.err}
	if g.Err != nil {
		return g
	}
	g.Bytes, g.Note = true, quantity(int64(len(f.list)), "node", "nodes")
	for i := range f.list {
		g.Value += max(0, f.list[i].heapUsed)
		g.Of += max(0, f.list[i].heapMax)
	}
	return g
}

// diskOf sums the disks of the nodes that hold data.
func diskOf(f *nodeFigures, marks *watermarks) driver.Gauge {
	g := driver.Gauge{Title: "Disk", Err: f.err}
	if g.Err != nil {
		return g
	}
	g.Bytes, g.Note = true, marks.note()
	worst, at := driver.Level(""), ""
	for i := range f.list {
		n := &f.list[i]
		if !holdsData(n.roles) {
			continue
		}
		g.Value += max(0, n.diskUsed)
		g.Of += max(0, n.diskSize)
		if n.diskLevel == driver.LevelBad && worst != driver.LevelBad || n.diskLevel == driver.LevelWarn && worst == "" {
			worst, at = n.diskLevel, n.name
		}
	}
	if g.Level = worst; worst != "" {
		g.Note = at + " is above the " + marks.passed(f, at) + " watermark"
	}
	return g
}
