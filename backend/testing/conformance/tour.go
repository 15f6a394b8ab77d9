package conformance

import (
	"fmt"
	"reflect"

	"quarry/backend/data/grid"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

const (
	tourPages     = 3 // pages per order
	tourDocuments = 5 // documents per object
)

// stop is one operation of a tour.
type stop struct {
	what      string
	call      call
	ran       *outcome
	responses *tape
}

// again returns the stop's call with the responses that it received. Its arguments are a copy: encoding a message
// modifies it, and several calls are encoded at once.
func (s stop) again() call {
	k := s.call
	k.sender = s.responses.again()
	if k.file != nil {
		k.file = &file{}
	}
	if k.args != nil {
		args := reflect.New(reflect.TypeOf(k.args).Elem())
		args.Elem().Set(reflect.ValueOf(s.call.args).Elem())
		k.args = args.Interface().(wire.Message)
	}
	return k
}

// tour runs every operation that reads, in the order in which a person would use them, and operations that fail because
// the object does not exist.
func (c *connection) tour(t T) []stop {
	t.Helper()
	r := &round{t: t, c: c}
	r.run("describe", call{op: driver.OpDescribe})
	if open := r.run("open", c.greeting()); open.err == nil {
		c.session = decoded[driver.Server](t, open).Session
	}
	r.run("objects", call{op: driver.OpObjects, args: &driver.ObjectsArgs{}})
	var names []string
	for _, o := range c.subject.Target.Objects {
		names = append(names, o.Name)
	}
	r.run("count of all", call{op: driver.OpCount, args: &driver.CountArgs{Objects: append(names, c.subject.Target.Missing)}})
	r.run("columns of nothing", columnsCall(c.subject.Target.Missing))
	for _, o := range c.subject.Target.Objects {
		r.object(o)
	}
	return r.stops
}

// round collects the stops of one tour.
type round struct {
	t     T
	c     *connection
	stops []stop
}

func (r *round) run(what string, k call) *outcome {
	session := r.c.session
	responses := record(r.c.wire)
	k.session, k.sender = &session, responses
	ran := r.c.run(r.t.Context(), k, nil)
	r.stops = append(r.stops, stop{what, k, ran, responses})
	return ran
}

func (r *round) object(o Object) {
	v, _ := viewOf(r.t, o, r.run("columns of "+o.Name, columnsCall(o.Name)))
	r.run("count of "+o.Name, v.countCall())
	if r.c.has(r.t, driver.OpStructure) {
		r.structure(o)
	}
	if r.c.has(r.t, driver.OpExport) {
		r.run("export of "+o.Name, exportCall(o.Name))
	}
	orders := v.orders()
	for _, order := range orders[:min(len(orders), 4)] {
		rows := r.pages(v, order)
		if len(order) > 0 || !r.c.has(r.t, driver.OpDocument) {
			continue
		}
		for _, row := range rows[:min(len(rows), tourDocuments)] {
			r.run("document of "+o.Name, call{op: driver.OpDocument, args: &driver.DocumentArgs{Object: o.Name, Key: row.key()}})
		}
	}
}

// structure reads the structure of an object.
func (r *round) structure(o Object) {
	r.t.Helper()
	r.run("structure of "+o.Name, call{op: driver.OpStructure, args: &driver.StructureArgs{Object: o.Name}})
	for _, d := range do[driver.Description](r.t, r.c, call{op: driver.OpDescribe}).Definitions {
		r.run(d.Key+" of "+o.Name, call{op: driver.OpDefinition, args: &driver.DefinitionArgs{Object: o.Name, Name: d.Key}})
	}
}

// pages reads the first pages in one order and releases them.
func (r *round) pages(v *view, order []grid.SortBy) []row {
	var all []row
	var state []byte
	keys := v.keys(r.t, order)
	for n := range tourPages {
		what := fmt.Sprintf("page %d of %s, %s", n+1, v.object.Name, named(order))
		result, some := v.page(r.t, r.run(what, v.pageCall(keys, int64(len(all)), v.third(r.t, r.c), state)))
		all, state = append(all, some...), result.State
		if result.End {
			break
		}
	}
	if len(state) > 0 {
		r.run("release of "+v.object.Name, releaseCall(state))
	}
	return all
}

// third returns a page size that gives a view three or more pages.
func (v *view) third(t T, c *connection) int {
	t.Helper()
	return max(1, c.count(t, v)/4)
}
