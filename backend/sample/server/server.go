// Package server starts the sample engines by their ids.
package server

import (
	"fmt"

	"quarry/backend/sample/elasticsearch"
)

// Default is the engine whose sample data is tried first.
const Default = "elasticsearch"

// Server is a sample engine that serves on loopback.
type Server struct {
	URL  string
	stop func() error
}

// Start starts the sample engine with that id on a free loopback port.
func Start(engine string) (*Server, error) {
	if engine != Default {
		return nil, fmt.Errorf("there is no sample engine for %q", engine)
	}
	e, err := elasticsearch.New(elasticsearch.Options{})
	if err != nil {
		return nil, err
	}
	url, stop, err := e.Start("127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &Server{URL: url, stop: stop}, nil
}

// Close stops the engine.
func (s *Server) Close() error { return s.stop() }
