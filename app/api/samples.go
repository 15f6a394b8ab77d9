package api

import (
	"net"
	"net/url"
	"sync"

	"quarry/backend/connections"
	"quarry/backend/sample/server"
)

// sampleID is the id of the connection to the sample data, which is never saved.
const sampleID = "sample"

// samples starts the sample servers, each at most once.
type samples struct {
	mu      sync.Mutex
	engines map[string]*server.Server
}

func newSamples() *samples { return &samples{engines: make(map[string]*server.Server)} }

// connection starts the sample server if it is not running and returns a connection to it.
func (s *samples) connection() (connections.Connection, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	const engine = server.Default
	running := s.engines[engine]
	if running == nil {
		started, err := server.Start(engine)
		if err != nil {
			return connections.Connection{}, err
		}
		running = started
		s.engines[engine] = running
	}
	u, err := url.Parse(running.URL)
	if err != nil {
		return connections.Connection{}, err
	}
	host, port, err := net.SplitHostPort(u.Host)
	if err != nil {
		return connections.Connection{}, err
	}
	return connections.Connection{
		ID: sampleID, Name: "Sample Data", Driver: engine,
		Fields: map[string]string{"host": host, "port": port, "auth": "none", "ssl": "disabled", "safeMode": "read-only"},
	}, nil
}

func (s *samples) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		_ = e.Close() // the process is ending anyway
	}
}
