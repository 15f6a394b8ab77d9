package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// startLimit is generous: two nodes can start during a build.
const startLimit = 3 * time.Minute

const pollInterval = 200 * time.Millisecond

// access says how to reach the started node.
type access struct {
	url            string
	authority      string // path of the authority's certificate, with TLS
	user, password string // with security
}

// url is the node's address as clients write it.
func (s settings) url() string {
	scheme := "http"
	if s.tls {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(s.host, strconv.Itoa(s.port))
}

// The ports that choosePort chooses from. The system gives none of them to a program that takes any port, so that no
// other server is on it by the time the node has started.
const (
	firstPort = 20_000
	ports     = 10_000
)

// choosePort returns port as a number; for "0", one that is currently free.
func choosePort(host, port string) (int, error) {
	if port != "0" {
		return checkPort(host, port)
	}
	var err error
	for range 100 {
		var chosen int
		if chosen, err = checkPort(host, strconv.Itoa(firstPort+rand.IntN(ports))); err == nil {
			return chosen, nil
		}
	}
	return 0, err
}

// checkPort returns a port as a number if it is currently free.
func checkPort(host, port string) (int, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return 0, fmt.Errorf("take the port: %w", err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

// wait returns when the node's cluster can serve reads and writes, or with the reason why it never will: ended is
// closed, ctx is done or the start took too long.
func (a access) wait(ctx context.Context, ended <-chan struct{}) error {
	client, err := a.client()
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for poll := time.NewTicker(pollInterval); ; {
		if a.healthy(ctx, client) {
			poll.Stop()
			return nil
		}
		select {
		case <-ended:
			return errors.New("the node ended before it answered")
		case <-ctx.Done():
			return fmt.Errorf("wait for the node's first answer: %w", ctx.Err())
		case <-poll.C:
		}
	}
}

func (a access) client() (*http.Client, error) {
	transport := &http.Transport{}
	if a.authority != "" {
		certificate, err := os.ReadFile(a.authority)
		if err != nil {
			return nil, fmt.Errorf("read the authority's certificate: %w", err)
		}
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(certificate)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}, nil
}

func (a access) healthy(ctx context.Context, client *http.Client) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+"/_cluster/health?wait_for_status=yellow&timeout=5s", nil)
	if err != nil {
		return false
	}
	if a.user != "" {
		request.SetBasicAuth(a.user, a.password)
	}
	response, err := client.Do(request)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}
