package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// Release implements [driver.Releaser]: it closes the view's point in time or scroll.
func (engine) Release(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Empty, error) {
	p, err := pageStateOf(c, a.State)
	if err != nil {
		return nil, err
	}
	c = c.Cleanup()
	if p.point != "" {
		err = closePoint(c, p.point)
	}
	if p.scroll != "" {
		if failed := closeScroll(c, p.scroll); err == nil {
			err = failed
		}
	}
	if err != nil {
		return nil, err
	}
	return &driver.Empty{}, nil
}

// Renew implements [driver.Renewer] by a search without rows, which keeps the point in time alive. A scroll cannot be
// kept alive without moving on.
func (engine) Renew(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Renewed, error) {
	p, err := pageStateOf(c, a.State)
	if err != nil || p.point == "" {
		return &driver.Renewed{State: a.State}, err
	}
	r := &reading{conn: c, state: p}
	req := r.ask(r.inPoint(0, uncounted), "filter_path=pit_id", "keep alive")
	reply, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !reply.OK() {
		return nil, expired(es.ErrorOf(&req, reply))
	}
	if id := jx.Text(string(reply.Body), "pit_id"); id != "" {
		p.point = id
	}
	return &driver.Renewed{State: c.Encode(p)}, nil
}
