package objects

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
)

const (
	maxNear     = 3    // maximum number of suggested names
	maxCompared = 2000 // maximum number of compared names
)

// unknownName returns the error for a name that does not exist, with the most similar names.
func unknownName(c *driver.Conn, name string) *driver.Error {
	e := &driver.Error{Kind: driver.NotFound, Message: "There is no index, alias or data stream named “" + name + "”.", Op: "GET /_resolve/index" + es.Path(name), Status: 404, Sent: true}
	if es.IsPattern(name) {
		e.Message = "No index, alias or data stream matches “" + name + "”."
	}
	if near := nearest(c, strings.Trim(name, "*<>-")); len(near) > 0 {
		e.Hint = "Similar names: " + strings.Join(near, ", ") + "."
	}
	return e
}

// nearest returns the most similar names; none if the names cannot be listed.
func nearest(c *driver.Conn, name string) []string {
	req := es.Get("/_resolve/index/*", "", "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{
		{At: "indices", Name: "name"}, {At: "aliases", Name: "name"}, {At: "data_streams", Name: "name"},
	}})
	if err != nil || !r.OK() || name == "" {
		return nil
	}
	type candidate struct {
		name     string
		distance int
	}
	var near []candidate
	most := max(1, len(name)/3)
	r.EachRecord(func(i int, rec *driver.Record) {
		if i >= maxCompared || strings.HasPrefix(rec.Name, ".") && name[0] != '.' {
			return
		}
		d := distance(strings.ToLower(name), strings.ToLower(rec.Name), most)
		if d > most && strings.HasPrefix(rec.Name, name) {
			d = most
		}
		if d <= most && !slices.Contains(near, candidate{rec.Name, d}) {
			near = append(near, candidate{rec.Name, d})
		}
	})
	es.SortBy(near, func(a, b *candidate) int { return a.distance - b.distance })
	var names []string
	for _, n := range near[:min(len(near), maxNear)] {
		names = append(names, n.name)
	}
	return names
}

// distance returns how many letters must be inserted, deleted or changed to turn a into b; a result above most may be
// inexact.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
