// Package server starts the sample engines by their ids.
package server

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"quarry/backend/sample/elasticsearch"
	"quarry/backend/sample/typesense"
)

// Default is the engine whose sample data is offered first.
const Default = "elasticsearch"

// Secret is what a client authenticates with.
const Secret = "sample"

// Engines returns the ids of the engines that have sample data, the default first.
func Engines() []string {
	return append([]string{Default}, slices.DeleteFunc(slices.Sorted(maps.Keys(sources)), func(id string) bool { return id == Default })...)
}

// engine is a running sample engine.
type engine interface {
	Start(listen string) (url string, stop func() error, err error)
	Reset()
}

// source is where an engine's data comes from.
type source struct {
	fields map[string]string             // of a connection to it, besides its address
	load   func() (func() engine, error) // loads the data, and returns what makes engines that share it
}

var sources = map[string]source{
	"elasticsearch": {map[string]string{"auth": "none"}, func() (func() engine, error) {
		e, err := elasticsearch.New(elasticsearch.Options{})
		return func() engine { return e.Fork() }, err
	}},
	"typesense": {nil, func() (func() engine, error) {
		e, err := typesense.New(typesense.Options{Key: Secret})
		return func() engine { return e.Fork() }, err
	}},
}

// Data is the sample data of one engine. It is loaded once, and servers share it until they change it.
type Data struct {
	fields map[string]string
	load   func() (func() engine, error)
}

// Of returns the sample data of the engine with that id. It is loaded when first needed.
func Of(id string) (*Data, error) {
	s, found := sources[id]
	if !found {
		return nil, fmt.Errorf("there is no sample engine for %q", id)
	}
	return &Data{fields: s.fields, load: sync.OnceValues(s.load)}, nil
}

// Load loads the data if it is not loaded yet.
func (d *Data) Load() error {
	_, err := d.load()
	return err
}

// Fields returns the fields of a connection to a server of the data, besides its address.
func (d *Data) Fields() map[string]string { return maps.Clone(d.fields) }

// Server is a sample engine on loopback. Only its own clients see what is written to it, and the data ends with it.
type Server struct {
	URL    string
	engine engine
	stop   func() error
}

// Start starts a server of the data on a free loopback port.
func (d *Data) Start() (*Server, error) {
	fork, err := d.load()
	if err != nil {
		return nil, err
	}
	e := fork()
	url, stop, err := e.Start("127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &Server{URL: url, engine: e, stop: stop}, nil
}

// Start starts the sample engine with that id on a free loopback port.
func Start(id string) (*Server, error) {
	d, err := Of(id)
	if err != nil {
		return nil, err
	}
	return d.Start()
}

// Reset restores the original data.
func (s *Server) Reset() { s.engine.Reset() }

// Close stops the engine.
func (s *Server) Close() error { return s.stop() }
