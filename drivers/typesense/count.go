package typesense

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Count implements [driver.Driver] with the number that a collection reports about itself.
func (engine) Count(c *driver.Conn, a *driver.CountArgs) (*driver.Counts, error) {
	if len(a.Objects) == 1 {
		v, err := viewOf(c, a.View)
		if err != nil {
			return nil, err
		}
		if v.filter != "" {
			return countMatching(c.Do, a.Objects[0], v.filter)
		}
		return countOne(c.Do, a.Objects[0])
	}
	objects, err := listed(c, "count")
	if err != nil {
		return nil, err
	}
	known := make(map[string]int64, len(objects))
	for _, o := range objects {
		known[o.Name] = o.Count
	}
	counts := &driver.Counts{}
	for _, name := range a.Objects {
		n, ok := known[name]
		c := counted(name, n, "GET /collections")
		if !ok {
			c.Err = &driver.Error{Kind: driver.NotFound, Message: "The list of collections does not contain " + name + ".", Op: "GET /collections", Status: 200, Sent: true}
			c.Count = -1
		}
		counts.Counts = append(counts.Counts, c)
	}
	return counts, nil
}

// counted returns the count of one collection, or an error if the response lacks it.
func counted(object string, count int64, op string) driver.Counted {
	c := driver.Counted{Object: object, Count: count}
	if count < 0 {
		c.Err = &driver.Error{
			Kind: driver.Engine, Message: "The response does not say how many documents " + object + " holds.",
			Op: op, Status: 200, Sent: true,
		}
	}
	return c
}

func countOne(do sender, object string) (*driver.Counts, error) {
	if err := named(object); err != nil {
		return nil, err
	}
	req := get(collectionPath(object), "", "count")
	r, err := do(driver.Send{Request: req, Verb: driver.Pick, Pick: []string{"num_documents"}})
	if err != nil {
		return nil, err
	}
	if r.Status == 401 || r.Status == 403 {
		return countFound(do, object, answered(&req, r))
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	return one(counted(object, number(r.Picked[0]), req.Method+" "+req.Path)), nil
}

func one(c driver.Counted) *driver.Counts { return &driver.Counts{Counts: []driver.Counted{c}} }

// countMatching counts the documents that match a filter.
func countMatching(do sender, object, filter string) (*driver.Counts, error) {
	if err := named(object); err != nil {
		return nil, err
	}
	r, err := searched(do, object, filter, 0, "count")
	if err != nil {
		return nil, err
	}
	count, _ := jx.Get(r, "found")
	return one(counted(object, number(count), "POST /multi_search")), nil
}

// countFound counts for a key that can only search.
func countFound(do sender, object string, refusal *driver.Error) (*driver.Counts, error) {
	r, err := searched(do, object, "", 0, "count")
	if err != nil {
		return nil, refused401(err, refusal)
	}
	count, _ := jx.Get(r, "found")
	return one(counted(object, number(count), "POST /multi_search")), nil
}
