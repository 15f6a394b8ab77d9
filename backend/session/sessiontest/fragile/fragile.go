// Package fragile is a driver for tests of a connection's life: it holds something for each view, ends its whole
// instance when the object is called "crash", and says that it cannot list.
package fragile

import (
	"strconv"

	"quarry/drivers/driver"
)

// Notice is what the driver says both when it opens and when it lists.
const Notice = "This user may list nothing."

// Driver is the fragile driver. Every answer that it reads is {"rows": [{"id": "..."}]}.
type Driver struct{}

// Describe implements [driver.Driver].
func (Driver) Describe() *driver.Description { return &driver.Description{ID: "fragile"} }

// Open implements [driver.Driver].
// The cluster has as many nodes as the setting "nodes" says.
func (Driver) Open(c *driver.Conn, a *driver.OpenArgs) (*driver.Server, error) {
	if _, err := c.Do(driver.Send{Request: driver.Request{Method: "GET", Path: "/"}, Verb: driver.Raw}); err != nil {
		return nil, err
	}
	nodes := int64(0)
	for _, setting := range a.Settings {
		if setting.Key == "nodes" {
			nodes, _ = strconv.ParseInt(setting.Value, 10, 64)
		}
	}
	return &driver.Server{Version: "1", Summary: "Fragile 1", Product: "Fragile 1", Session: []byte("greeted"), Notices: []string{Notice}, Nodes: nodes}, nil
}

// Objects implements [driver.Driver].
func (Driver) Objects(*driver.Conn, *driver.ObjectsArgs) (*driver.ObjectList, error) {
	return &driver.ObjectList{
		Objects: []driver.Object{{Name: "things", Kind: "object", Size: -1, Count: -1}},
		Notices: []string{Notice, "One is hidden."},
	}, nil
}

// Columns implements [driver.Driver].
func (Driver) Columns(_ *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	return &driver.ColumnSet{
		Meta: []driver.MetaColumn{{Name: "id", At: "id", Kind: driver.KindID, Primary: true}},
		Plan: driver.RowsPlan{At: "rows", Doc: "doc"},
		View: []byte("view of " + a.Object),
	}, nil
}

// Count implements [driver.Driver].
func (Driver) Count(*driver.Conn, *driver.CountArgs) (*driver.Counts, error) {
	return &driver.Counts{Counts: []driver.Counted{{Object: "things", Count: 7}}}, nil
}

// Page implements [driver.Driver]. Its request tells what it knows: the connection's session, the view and the state of
// the page before.
func (Driver) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	if a.Object == "crash" {
		<-make(chan int) // nobody sends: the runtime ends the whole instance
	}
	path := "/page/" + string(c.Session()) + "/" + strconv.FormatInt(a.From, 10)
	if len(a.State) > 0 {
		path += "/" + string(a.State)
	}
	r, err := c.Do(driver.Send{
		Request: driver.Request{Method: "GET", Path: path}, Verb: driver.Rows,
		Rows: &driver.RowsPlan{At: "rows", Doc: "doc"},
	})
	if err != nil {
		return nil, err
	}
	return &driver.PageResult{Blocks: []byte{byte(r.Block)}, Millis: -1, Held: true, State: []byte("after-" + strconv.FormatInt(a.From, 10))}, nil
}

// Release implements [driver.Releaser].
func (Driver) Release(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Empty, error) {
	_, err := c.Do(driver.Send{Request: driver.Request{Method: "DELETE", Path: "/held/" + string(a.State)}, Verb: driver.Raw})
	return &driver.Empty{}, err
}

var _ driver.Releaser = Driver{}
