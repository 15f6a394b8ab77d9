// Package server starts the sample engines by their ids.
package server

import (
	"fmt"
	"sync"

	"quarry/backend/sample/elasticsearch"
)

// Default is the engine whose sample data is offered first.
const Default = "elasticsearch"

// Data is the sample data of one engine. It is loaded once, and servers share it until they change it.
type Data struct {
	load func() (*elasticsearch.Engine, error)
}

// Of returns the sample data of the engine with that id. It is loaded when first needed.
func Of(engine string) (*Data, error) {
	if engine != Default {
		return nil, fmt.Errorf("there is no sample engine for %q", engine)
	}
	return &Data{load: sync.OnceValues(func() (*elasticsearch.Engine, error) { return elasticsearch.New(elasticsearch.Options{}) })}, nil
}

// Load loads the data if it is not loaded yet.
func (d *Data) Load() error {
	_, err := d.load()
	return err
}

// Server is a sample engine on loopback. Only its own clients see what is written to it, and the data ends with it.
type Server struct {
	URL    string
	engine *elasticsearch.Engine
	stop   func() error
}

// Start starts a server of the data on a free loopback port.
func (d *Data) Start() (*Server, error) {
	loaded, err := d.load()
	if err != nil {
		return nil, err
	}
	e := loaded.Fork()
	url, stop, err := e.Start("127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &Server{URL: url, engine: e, stop: stop}, nil
}

// Start starts the sample engine with that id on a free loopback port.
func Start(engine string) (*Server, error) {
	d, err := Of(engine)
	if err != nil {
		return nil, err
	}
	return d.Start()
}

// Reset restores the original data.
func (s *Server) Reset() { s.engine.Reset() }

// Close stops the engine.
func (s *Server) Close() error { return s.stop() }
