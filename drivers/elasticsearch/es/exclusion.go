package es

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// CheckExclusion refuses a list that excludes date math if the engine would search what it names: without security,
// versions before 8.6 take such a name literally, though _resolve computes it (Elasticsearch, "Improve date math
// exclusions in expressions").
func CheckExclusion(c *driver.Conn, object string) error {
	if VersionOf(c).AtLeast(8, 7) || !strings.Contains(object, "-<") {
		return nil
	}
	for _, part := range Parts(object) {
		name, is := strings.CutPrefix(part, "-")
		if !is || !IsDateMath(name) {
			continue
		}
		whole, named := Get(Path(object, "_alias"), "", "resolve"), Get(Path(name, "_alias"), "", "resolve")
		walk := []driver.FieldSpec{{}}
		replies, err := c.DoAll(driver.Send{Request: whole, Verb: driver.Fields, Walk: walk}, driver.Send{Request: named, Verb: driver.Fields, Walk: walk})
		if err != nil {
			return err
		}
		r := &replies[0]
		ignored := r.Status == 404 && jx.Text(string(r.Body), "error", "resource.id") == name
		if r.OK() && replies[1].OK() {
			r.EachRecord(func(_ int, rec *driver.Record) { ignored = ignored || isIn(&replies[1], rec.Name) })
		}
		if ignored {
			return Invalid("This version of Elasticsearch cannot exclude date math: “" + part + "”. Exclude the index by its own name instead.")
		}
	}
	return nil
}

// isIn reports whether a reply has a record with this name.
func isIn(r *driver.Reply, name string) bool {
	found := false
	r.EachRecord(func(_ int, rec *driver.Record) { found = found || rec.Name == name })
	return found
}
