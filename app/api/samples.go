package api

import (
	"context"
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"

	"quarry/backend/connection/session"
	"quarry/backend/profile/connections"
	"quarry/backend/sample/server"
	"quarry/drivers/driver"
)

// sampleID is the id of the connection to the default sample data. Those to other engines have their ids after it. They
// are never saved.
const sampleID = "sample"

// isSample reports whether a connection is to sample data.
func isSample(id string) bool { return id == sampleID || strings.HasPrefix(id, sampleID+".") }

func sampleOf(engine string) string {
	if engine == server.Default {
		return sampleID
	}
	return sampleID + "." + engine
}

const sampleName = "Sample Data"

// noticeSample says how long changes last.
const noticeSample = "Changes you save to the sample data are discarded when you close this connection."

var (
	errNoSample     = &driver.Error{Kind: driver.Invalid, Message: "Only sample data can be reset."}
	errNoSampleData = &driver.Error{Kind: driver.NotFound, Message: "There is no sample data for this database."}
)

// samples holds the sample servers: every open connection has its own, so that nobody sees another's changes.
type samples struct {
	data map[string]*server.Data // by engine

	mu      sync.Mutex
	servers map[string]*server.Server // by session
}

func newSamples() *samples {
	data := map[string]*server.Data{}
	for _, engine := range server.Engines() {
		one, err := server.Of(engine)
		if err != nil {
			panic(err) // it is one of those that exist
		}
		data[engine] = one
	}
	return &samples{data: data, servers: make(map[string]*server.Server)}
}

// offered returns the engine whose sample data is offered: the first one whose driver is installed, or the default.
func (s *samples) offered(installed func(engine string) bool) string {
	engines := server.Engines()
	if i := slices.IndexFunc(engines, installed); i >= 0 {
		return engines[i]
	}
	return server.Default
}

// connection loads the sample data of an engine and returns the connection to it. Its address is only known when it is
// open.
func (s *samples) connection(engine string) (connections.Connection, error) {
	data := s.data[engine]
	if data == nil {
		return connections.Connection{}, errNoSampleData
	}
	if err := data.Load(); err != nil {
		return connections.Connection{}, err
	}
	fields := map[string]string{"host": "127.0.0.1", "ssl": "disabled", "safeMode": session.SafeOff}
	maps.Copy(fields, data.Fields())
	return connections.Connection{ID: sampleOf(engine), Name: sampleName, Driver: engine, Fields: fields}, nil
}

// open starts a server and calls opening with the connection and the server's address to open a session. The server
// stops with the session.
func (s *samples) open(conn connections.Connection, opening func(connections.Connection) (*session.Session, error)) (*session.Session, error) {
	running, err := s.data[conn.Driver].Start()
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
