package save

import (
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
)

// Reveal implements Reveal of [driver.Revealer] by one _mget, which refreshes the shards of the documents. Unlike
// _refresh, this needs only the right to read. A multi get refreshes only where it is not realtime.
func Reveal(c *driver.Conn, a *driver.RevealArgs) (*driver.Empty, error) {
	all := make([]docKey, len(a.Rows))
	for i := range a.Rows {
		all[i] = docKeyOf(a.Rows[i].Key)
	}
	req := es.Ask("/_mget", "realtime=false&refresh=true&_source=false&filter_path=docs.found", es.AsJSON, addresses(all), "save")
	reply, err := c.Do(driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	if !reply.OK() {
		return nil, es.ErrorOf(&req, reply)
	}
	return &driver.Empty{}, nil
}
