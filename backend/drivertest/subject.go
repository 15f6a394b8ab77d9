package drivertest

import (
	"context"

	"quarry/backend/grid"
	"quarry/backend/plugin"
	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// Subject is a driver on trial and the engine it is tried on. One of Driver and Module may be missing; the laws are then
// checked in the other way only.
type Subject struct {
	Driver   driver.Driver                                    // linked natively
	Module   func(ctx context.Context) (plugin.Runner, error) // a new instance of its module, see [Compile]
	Manifest []byte                                           // its manifest.json
	Target   Target
	Cannot   map[string]string // why it cannot be tried, by the name of the law
}

// Target is an engine that answers, with objects whose content nobody changes during the run.
type Target struct {
	Connection transport.Options
	Settings   []driver.Text // of the connection, as OpenArgs has them
	Objects    []Object      // what is read; one of them has three documents or more
	Missing    string        // the name of no object
	Writable   *Writable     // what may be written to; nil for nothing
	// Refusal returns the content type and the body with which the engine refuses a request for the reason in words.
	Refusal func(status int, words string) (contentType, body string)
	// Partial are the ways in which the engine's answers look if part of it did not respond: each returns an answer
	// without some of its rows, marked as the engine marks it, or unchanged if it has no rows. It is nil if the engine
	// responds whole or not at all.
	Partial []func(answer []byte) []byte
	// Lost closes what the engine opened with an answer that never arrived. It is nil where answers open nothing.
	Lost func(ctx context.Context, answer []byte) error
	// Held counts what the engine holds open for its clients: cursors, points in time. It is nil if it cannot be asked.
	Held func(ctx context.Context) (int, error)
}

// Object is one object of a target.
type Object struct {
	Name string
	// Documents reads every document from the engine itself, past the driver and the host's kernels.
	Documents func(ctx context.Context) ([]Document, error)
	Orders    [][]grid.SortBy // the orders in which it can be read; nil for every one that its columns allow
	Unordered string          // why there are no others, if Orders is set
}

// Writable is an object that laws write to. Each of its documents has the column.
type Writable struct {
	Object Object
	Column string // a column of texts
	// Change changes the document of a key as another client does.
	Change func(ctx context.Context, key []driver.Text) error
}

// Document is one document as its engine returns it.
type Document struct {
	Key    []driver.Text // "#index", "#id", "#routing", as far as the document has them and the driver names them
	Source string        // its text, byte for byte
}

// way is one way of running a driver.
type way struct {
	name string
	open func(ctx context.Context) (plugin.Runner, error)
}

func (s *Subject) ways() []way {
	var ways []way
	if s.Driver != nil {
		ways = append(ways, way{"native", func(context.Context) (plugin.Runner, error) { return plugin.Native(s.Driver), nil }})
	}
	if s.Module != nil {
		ways = append(ways, way{"module", s.Module})
	}
	return ways
}
