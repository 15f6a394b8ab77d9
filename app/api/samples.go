package api

import (
	"context"
	"net"
	"net/url"
	"sync"

	"quarry/backend/connection/session"
	"quarry/backend/profile/connections"
	"quarry/backend/sample/server"
	"quarry/drivers/driver"
)

// sampleID is the id of the connection to the sample data, which is never saved.
const sampleID = "sample"

const sampleName = "Sample Data"

// noticeSample says how long changes last.
const noticeSample = "Changes you save to the sample data are discarded when you close this connection."

var errNoSample = &driver.Error{Kind: driver.Invalid, Message: "Only sample data can be reset."}

// samples holds the sample servers: every open connection has its own, so that nobody sees another's changes.
type samples struct {
	data *server.Data

	mu      sync.Mutex
	servers map[string]*server.Server // by session
}

func newSamples() *samples {
	data, err := server.Of(server.Default)
	if err != nil {
		panic(err) // the default always exists
	}
	return &samples{data: data, servers: make(map[string]*server.Server)}
}

// connection loads the sample data and returns the connection to it. Its address is only known when it is open.
func (s *samples) connection() (connections.Connection, error) {
	if err := s.data.Load(); err != nil {
		return connections.Connection{}, err
	}
	return connections.Connection{
		ID: sampleID, Name: sampleName, Driver: server.Default,
		Fields: map[string]string{"host": "127.0.0.1", "auth": "none", "ssl": "disabled", "safeMode": session.SafeOff},
	}, nil
}

// open starts a server and calls opening with the connection and the server's address to open a session. The server
// stops with the session.
func (s *samples) open(conn connections.Connection, opening func(connections.Connection) (*session.Session, error)) (*session.Session, error) {
	running, err := s.data.Start()
	if err != nil {
		return nil, err
	}
	opened, err := s.with(running, conn, opening)
	if err != nil {
		_ = running.Close() // the user must see why the connection did not open
		return nil, err
	}
	return opened, nil
}

func (s *samples) with(running *server.Server, conn connections.Connection, opening func(connections.Connection) (*session.Session, error)) (*session.Session, error) {
	address, err := url.Parse(running.URL)
	if err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(address.Host)
	if err != nil {
		return nil, err
	}
	fields := map[string]string{"host": host, "port": port}
	for id, value := range conn.Fields {
		if fields[id] == "" {
			fields[id] = value
		}
	}
	conn.Fields = fields
	opened, err := opening(conn)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.servers[opened.ID] = running
	s.mu.Unlock()
	return opened, opened.OnClose(func(context.Context) { s.end(opened.ID) })
}

// end stops the server of a session.
func (s *samples) end(id string) {
	s.mu.Lock()
	running := s.servers[id]
	delete(s.servers, id)
	s.mu.Unlock()
	if running != nil {
		_ = running.Close() // nobody uses it any more
	}
}

// reset restores the data of a session's server.
func (s *samples) reset(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	running := s.servers[id]
	if running == nil {
		return errNoSample
	}
	running.Reset()
	return nil
}

func (s *samples) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, running := range s.servers {
		delete(s.servers, id)
		_ = running.Close() // the process is ending anyway
	}
}
