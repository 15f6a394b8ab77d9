package transport

import (
	"bufio"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// wireRequest is a request exactly as it arrived, with nothing decoded.
type wireRequest struct {
	Method, Target, Host string
	Header               textproto.MIMEHeader
	Body                 string
}

// rawServer responds on loopback without net/http's server, so that a test sees the bytes of the request line.
type rawServer struct {
	Port     int
	mu       sync.Mutex
	requests []wireRequest
	conns    []net.Conn
}

func (s *rawServer) keep(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, conn)
}

func (s *rawServer) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, conn := range s.conns {
		_ = conn.Close()
	}
}

const rawOK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

// newRawServer starts a server that writes response(n, request) to each request. It closes the connection after an empty
// response and after one with Connection: close.
func newRawServer(t testing.TB, response func(n int, r wireRequest) string) *rawServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &rawServer{Port: listener.Addr().(*net.TCPAddr).Port}
	t.Cleanup(func() { _ = listener.Close(); s.hangUp() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.keep(conn)
			go s.serve(conn, response)
		}
	}()
	return s
}

func (s *rawServer) serve(conn net.Conn, response func(int, wireRequest) string) {
	defer func() { _ = conn.Close() }()
	reader := bufio.NewReader(conn)
	for {
		r, err := readRaw(reader)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.requests = append(s.requests, r)
		n := len(s.requests)
		s.mu.Unlock()
		text := response(n, r)
		if text == "" {
			return
		}
		if _, err := io.WriteString(conn, text); err != nil || strings.Contains(text, "Connection: close") {
			return
		}
	}
}

func readRaw(reader *bufio.Reader) (wireRequest, error) {
	line, err := reader.ReadString('\n')
	if err != nil {
		return wireRequest{}, err
	}
	line = strings.TrimSuffix(line, "\r\n")
	method, rest, _ := strings.Cut(line, " ")
	target := strings.TrimSuffix(rest, " HTTP/1.1")
	header, err := textproto.NewReader(reader).ReadMIMEHeader()
	if err != nil {
		return wireRequest{}, err
	}
	size, _ := strconv.Atoi(header.Get("Content-Length"))
	body := make([]byte, size)
	if _, err := io.ReadFull(reader, body); err != nil {
		return wireRequest{}, err
	}
	return wireRequest{Method: method, Target: target, Host: header.Get("Host"), Header: header, Body: string(body)}, nil
}

func (s *rawServer) seen() []wireRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]wireRequest(nil), s.requests...)
}

func always(response string) func(int, wireRequest) string {
	return func(int, wireRequest) string { return response }
}

// take returns the same as seen, and clears it.
func (s *rawServer) take() []wireRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.requests
	s.requests = nil
	return taken
}

// newClient opens a client on 127.0.0.1 with a time limit that is only reached if a test fails.
func newClient(t testing.TB, port int, change func(*Options)) *Client {
	t.Helper()
	o := Options{Host: "127.0.0.1", Port: port, RequestTimeout: time.Minute}
	if change != nil {
		change(&o)
	}
	c, err := New(o)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func requireKind(t testing.TB, err error, kind Kind) *Error {
	t.Helper()
	var failure *Error
	require.ErrorAs(t, err, &failure)
	require.Equal(t, kind, failure.Kind, failure.Message)
	return failure
}

// listenAndSay writes text to each client that has sent something, and closes the connection.
func listenAndSay(t testing.TB, text string) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 4096))
			_, _ = io.WriteString(conn, text)
			_ = conn.Close()
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}
