// Package hostile is a driver for tests that does what a driver must not do: it panics, hangs, recurses endlessly, uses
// up memory and ignores cancellation. It also has well-behaved operations, to see what happens to them in the meantime.
package hostile

import (
	"strconv"

	"quarry/drivers/driver"
)

// Driver is the hostile driver. The name of the object selects what its Page does.
type Driver struct{}

// behaviours are what Page can do, by object name.
var behaviours = map[string]func(c *driver.Conn, a *driver.PageArgs) (string, error){
	"empty":         func(*driver.Conn, *driver.PageArgs) (string, error) { return "", nil },
	"one":           one,
	"chain":         chain,
	"recurse":       recurse,
	"parallel":      parallel,
	"page":          page,
	"given":         given,
	"failing":       failing,
	"nilmap":        nilMap,
	"panic-cleanup": panicWithCleanup,
	"panic-defer":   panicInDefer,
	"loop":          loop,
	"recursion":     endlessRecursion,
	"memory":        memoryBomb,
	"deadlock":      deadlock,
	"noise":         noise,
	"hoard":         hoard,
	"stubborn":      stubborn,
	"deaf":          deaf,
	"endless":       endless,
	"keep":          keep,
	"use-kept":      useKept,
}

// Describe implements [driver.Driver].
func (Driver) Describe() *driver.Description { return &driver.Description{ID: "hostile"} }

// Open implements [driver.Driver].
func (Driver) Open(*driver.Conn, *driver.OpenArgs) (*driver.Server, error) {
	return &driver.Server{Version: "1"}, nil
}

// Objects implements [driver.Driver].
func (Driver) Objects(*driver.Conn, *driver.ObjectsArgs) (*driver.ObjectList, error) {
	return &driver.ObjectList{}, nil
}

// Columns implements [driver.Driver].
func (Driver) Columns(*driver.Conn, *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	return &driver.ColumnSet{}, nil
}

// Count implements [driver.Driver].
func (Driver) Count(*driver.Conn, *driver.CountArgs) (*driver.Counts, error) {
	return &driver.Counts{}, nil
}

// Page implements [driver.Driver]: it does what the object's name says and returns its text as State.
func (Driver) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	do := behaviours[a.Object]
	if do == nil {
		return nil, &driver.Error{Kind: driver.NotFound, Message: "no behaviour " + a.Object}
	}
	text, err := do(c, a)
	if err != nil {
		return nil, err
	}
	return &driver.PageResult{State: []byte(text)}, nil
}

func get(path string) driver.Send {
	return driver.Send{Request: driver.Request{Method: "GET", Path: path}, Verb: driver.Raw}
}

func text(c *driver.Conn, path string) (string, error) {
	r, err := c.Do(get(path))
	if err != nil {
		return "", err
	}
	return string(r.Body), nil
}

func one(c *driver.Conn, a *driver.PageArgs) (string, error) {
	return text(c, "/one/"+strconv.FormatInt(a.From, 10))
}

// chain opens something, reads a.Size times and releases what it opened, whatever happens.
func chain(c *driver.Conn, a *driver.PageArgs) (all string, err error) {
	held, err := c.Do(driver.Send{Request: driver.Request{Method: "POST", Path: "/held"}, Verb: driver.Raw})
	if err != nil {
		return "", err
	}
	defer func() {
		if _, failed := c.Cleanup().Do(driver.Send{Request: driver.Request{Method: "DELETE", Path: "/held", Body: held.Body}, Verb: driver.Raw}); err == nil {
			err = failed
		}
	}()
	for i := range a.Size {
		one, err := text(c, "/chain/"+strconv.Itoa(i))
		if err != nil {
			return "", err
		}
		all += one + ";"
	}
	return all, nil
}

// recurse requests a step at every depth, on the way down and up, with an array in each stack frame.
func recurse(c *driver.Conn, a *driver.PageArgs) (string, error) {
	return deeper(c, strconv.FormatInt(a.From, 10), a.Size)
}

func deeper(c *driver.Conn, name string, depth int) (string, error) {
	var frame [64]int
	for i := range frame {
		frame[i] = depth * i
	}
	here, err := text(c, "/down/"+name+"/"+strconv.Itoa(depth))
	if err != nil {
		return "", err
	}
	if depth > 0 {
		below, err := deeper(c, name, depth-1)
		if err != nil {
			return "", err
		}
		here += below
	}
	up, err := text(c, "/up/"+name+"/"+strconv.Itoa(depth))
	if err != nil {
		return "", err
	}
	sum := 0
	for _, v := range frame {
		sum += v
	}
	return here + up + strconv.Itoa(sum) + ";", nil
}

// parallel sends a.Size requests in one step.
func parallel(c *driver.Conn, a *driver.PageArgs) (string, error) {
	sends := make([]driver.Send, a.Size)
	for i := range sends {
		sends[i] = get("/parallel/" + strconv.Itoa(i))
	}
	replies, err := c.DoAll(sends...)
	if err != nil {
		return "", err
	}
	all := ""
	for i := range replies {
		all += string(replies[i].Body) + ";"
	}
	return all, nil
}

// page reads rows like a real driver, by a plan with hidden values.
func page(c *driver.Conn, a *driver.PageArgs) (string, error) {
	r, err := c.Do(driver.Send{
		Request: driver.Request{Method: "POST", Path: "/books/_search", Body: []byte(`{"size":` + strconv.Itoa(a.Size) + `,"query":{"match_all":{}}}`), Purpose: "page"},
		Verb:    driver.Rows,
		Pick:    []string{"took", "timed_out", "hits.total", "pit_id"},
		Rows: &driver.RowsPlan{
			At: "hits.hits", Doc: "_source", Cut: 10000, Last: "sort",
			Hidden: []driver.Hidden{{Name: "#index", At: "_index", Role: driver.RolePlace}, {Name: "#id", At: "_id", Role: driver.RoleKey}, {Name: "#routing", At: "_routing", Role: driver.RoleRouting}, {Name: "#seq", At: "_seq_no", Role: driver.RoleRevision, Rank: 2}, {Name: "#term", At: "_primary_term", Role: driver.RoleRevision, Rank: 1}},
		},
	})
	if err != nil {
		return "", err
	}
	return strconv.Itoa(r.Block) + ";" + strconv.Itoa(r.Rows) + ";" + r.Last + ";" + r.Picked[2], nil
}

// given returns what the operation was started with.
func given(c *driver.Conn, _ *driver.PageArgs) (string, error) {
	return string(c.Session()) + ";" + strconv.FormatInt(c.Now(), 10) + ";" + string(c.Seed()), nil
}

// failing returns the reason why no response arrived, in its own words.
func failing(c *driver.Conn, _ *driver.PageArgs) (string, error) {
	if _, err := text(c, "/failing"); err != nil {
		return "", &driver.Error{Kind: driver.Engine, Message: "in my own words: " + err.Error()}
	}
	return "", nil
}
