package conformance

import (
	"context"
	"net/url"
	"strconv"

	"quarry/backend/connection/transport"
	"quarry/backend/data/grid"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// Subject is a driver under test and the engine to test it on. Driver or Module may be missing; the laws are then
// checked only the other way.
type Subject struct {
	Driver   driver.Driver                                    // linked natively
	Module   func(ctx context.Context) (plugin.Runner, error) // starts a new instance of its module, see [Compile]
	Manifest []byte                                           // its manifest.json
	Target   Target
	Cannot   map[string]string // why a law cannot be checked, by its name
}

// Target is a running engine, with objects that do not change during the run.
type Target struct {
	Connection transport.Options
	Settings   []driver.Text // of the connection, as in OpenArgs
	Objects    []Object      // objects to read; at least one has three or more documents
	Missing    string        // a name that no object has
	Writable   *Writable     // the object to write to, nil for none
	// Refusal returns the content type and body of the engine's refusal with the reason in words.
	Refusal func(status int, words string) (contentType, body string)
	// Partial imitates the ways in which the engine responds if part of it fails: each function removes some of the
	// rows of a response and marks it as the engine does, or returns it unchanged if it has no rows. It is nil if the
	// engine never returns partial responses.
	Partial []func(response []byte) []byte
	// Lost closes what the engine opened for a response that never arrived. It is nil if responses open nothing.
	Lost func(ctx context.Context, response []byte) error
	// Held counts what the engine holds open for its clients: cursors, points in time. It is nil if that cannot be
	// counted.
	Held func(ctx context.Context) (int, error)
}

// ConnectionTo returns the options of a connection without credentials to an address such as "http://127.0.0.1:9200". It
// panics if the address has no port.
func ConnectionTo(address string) transport.Options {
	at, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	port, err := strconv.Atoi(at.Port())
	if err != nil {
		panic(err)
	}
	return transport.Options{Host: at.Hostname(), Port: port}
}

// Object is one object of a target.
type Object struct {
	Name string
	// Documents reads every document directly from the engine, bypassing the driver and the host's kernels.
	Documents func(ctx context.Context) ([]Document, error)
	Orders    [][]grid.SortBy // orders in which it can be read; nil for all that its columns allow
	Unordered string          // why there are no other orders, if Orders is set
}

// Writable is an object that laws write to. Each of its documents has a value in Column.
type Writable struct {
	Object Object
	Column string // a column of strings
	Inside string // the member of each document that holds its key; "" if keys are outside of the documents
	// Change writes the document with that key like another client, differently each time.
	Change func(ctx context.Context, key []driver.Text) error
}

// Document is one document as its engine returns it.
type Document struct {
	Key    []driver.Text // the hidden values that identify it
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
