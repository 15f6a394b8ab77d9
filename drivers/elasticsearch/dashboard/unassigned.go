package dashboard

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// unassigned names what Explain explains.
const unassigned = "shards"

// unassignedReasons say why a shard is unassigned, by the engine's keyword (cat shards API, "unassigned.reason").
var unassignedReasons = map[string]string{
	"ALLOCATION_FAILED":       "Its allocation failed",
	"CLUSTER_RECOVERED":       "The whole cluster was restarted",
	"DANGLING_INDEX_IMPORTED": "A dangling index was imported",
	"EXISTING_INDEX_RESTORED": "A closed index was restored from a snapshot",
	"FORCED_EMPTY_PRIMARY":    "An empty primary was forced",
	"INDEX_CLOSED":            "The index was closed",
	"INDEX_CREATED":           "Never assigned since the index was created",
	"INDEX_REOPENED":          "The index was reopened",
	"MANUAL_ALLOCATION":       "It was moved manually",
	"NEW_INDEX_RESTORED":      "The index was restored from a snapshot",
	"NODE_LEFT":               "Its node left the cluster",
	"NODE_RESTARTING":         "Its node is restarting",
	"PRIMARY_FAILED":          "Its primary failed",
	"REALLOCATED_REPLICA":     "A better node for the replica was found",
	"REINITIALIZED":           "It was reinitialized",
	"REPLICA_ADDED":           "Never assigned since the replica was added",
	"REROUTE_CANCELLED":       "Its move was cancelled",
	"UNPROMOTABLE_REPLICA":    "It cannot become a primary",
}

// Explain implements Explain of [driver.Explainer]: the unassigned shards, primaries first, and what the engine says
// about one that it picks itself (Cluster allocation explain API).
func Explain(c *driver.Conn, a *driver.ExplainArgs) (*driver.Explanation, error) {
	if a.Of != unassigned {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "No further details."}
	}
	req := es.Get("/_cat/shards", "format=json&h=index,shard,prirep,state,unassigned.reason", purposeDashboard)
	replies, err := c.DoAll(
		driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{Name: "index", Keys: []string{"shard", "prirep", "state", "unassigned.reason"}}}},
		driver.Send{Request: es.Get("/_cluster/allocation/explain", "", purposeDashboard), Verb: driver.Raw},
	)
	if err != nil {
		return nil, err
	}
	switch r := &replies[0]; {
	case r.Err != nil:
		return nil, r.Err
	case !r.OK():
		return nil, es.ErrorOf(&req, r)
	}
	e := &driver.Explanation{None: "All shards are assigned.", Items: driver.Table{Columns: []driver.TableColumn{
		{Title: "Shard", Kind: driver.CellWords}, {Title: "Reason", Kind: driver.CellWords},
	}}}
	var primaries, replicas []driver.Text
	replies[0].EachRecord(func(_ int, rec *driver.Record) {
		if rec.Attrs[2] != "UNASSIGNED" {
			return
		}
		item := driver.Text{Key: rec.Name + " [" + rec.Attrs[0] + "], ", Value: reasonOf(rec.Attrs[3])}
		if e.Total++; rec.Attrs[1] == "p" {
			item.Key += "primary"
			primaries = append(primaries, item)
			return
		}
		item.Key += "replica"
		replicas = append(replicas, item)
	})
	inOrderOfKeys(primaries)
	inOrderOfKeys(replicas)
	items := append(primaries, replicas...)
	for _, item := range items[:min(len(items), driver.MaxExplained)] {
		e.Items.Rows = append(e.Items.Rows, driver.TableRow{Cells: []driver.TableCell{{Text: item.Key}, {Text: item.Value}}})
	}
	if replies[1].OK() && e.Total > 0 {
		e.Note = explained(string(replies[1].Body))
	}
	return e, nil
}

func reasonOf(code string) string {
	if text := unassignedReasons[code]; text != "" {
		return text
	}
	return code
}

func inOrderOfKeys(items []driver.Text) {
	es.SortBy(items, func(a, b *driver.Text) int { return strings.Compare(a.Key, b.Key) })
}

// explained returns what the engine says about one shard: which one, and why no node, or the first one, can have it.
func explained(body string) string {
	shard, _ := jx.Get(body, "shard")
	note := jx.Text(body, "index") + " [" + shard + "]: " + es.Sentence(jx.Text(body, "allocate_explanation"))
	node := es.FirstItem(body, "node_allocation_decisions")
	if why := jx.Text(es.FirstItem(node, "deciders"), "explanation"); why != "" {
		note += " " + jx.Text(node, "node_name") + ": " + es.Sentence(why)
	}
	return note
}
