package paging

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

// Release implements Release of [driver.Releaser]: it closes the view's point in time or scroll.
func Release(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Empty, error) {
	p, err := StateOf(c, a.State)
	if err != nil {
		return nil, err
	}
	c = c.Cleanup()
	if p.Point != "" {
		err = ClosePoint(c, p.Point)
	}
	if p.Scroll != "" {
		if failed := CloseScroll(c, p.Scroll); err == nil {
			err = failed
		}
	}
	if err != nil {
		return nil, err
	}
	return &driver.Empty{}, nil
}

// Renew implements Renew of [driver.Renewer] with a search without rows, which keeps the point in time alive. A scroll
// cannot be kept alive without moving on.
func Renew(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Renewed, error) {
	p, err := StateOf(c, a.State)
	if err != nil || p.Point == "" {
		return &driver.Renewed{State: a.State}, err
	}
	r := &Reading{Conn: c, State: p}
	req := r.Ask(r.InPoint(0, search.Uncounted), "filter_path=pit_id", "keep alive")
	reply, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !reply.OK() {
		return nil, ExplainExpired(es.ErrorOf(&req, reply))
	}
	if id := jx.Text(string(reply.Body), "pit_id"); id != "" {
		p.Point = id
	}
	return &driver.Renewed{State: c.Encode(p)}, nil
}
