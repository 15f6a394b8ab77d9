// Package recorded feeds the recorded responses of real servers to a driver and compares the results with the recorded
// text, character for character. It computes the expected results with its own parsers, written independently of the
// application's. Only tests use it.
package recorded

import (
	"context"
	"fmt"
	"strings"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/conformance/cases"
	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
	"quarry/drivers/drivertest/exchanges"
)

// Recording is a recorded session with one server, in order.
type Recording struct {
	File      string
	Driver    string // id of the driver: the first word of the server's name
	Version   string // the second word
	Exchanges []exchanges.Exchange
}

// Load reads a recording, compressed or not.
func Load(file string) (*Recording, error) {
	list, err := exchanges.LoadFile(file)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s holds no exchange", file)
	}
	r := &Recording{File: file, Exchanges: list}
	words := strings.Fields(list[0].Engine)
	if len(words) < 2 {
		return nil, fmt.Errorf("%s does not say which server it is of: %q", file, list[0].Engine)
	}
	r.Driver, r.Version = words[0], words[1]
	return r, nil
}

// Report is the outcome of a recording.
type Report struct {
	Read     map[string]int // number of responses read and compared, by kind
	Rows     int            // hits compared
	Leaves   int            // values in their documents
	Problems []string       // what was lost or wrong, with the case
}

// String returns the numbers in readable form.
func (r *Report) String() string {
	var b strings.Builder
	for _, kind := range kinds {
		if n := r.Read[kind]; n > 0 {
			fmt.Fprintf(&b, "%6d %s\n", n, kind)
		}
	}
	fmt.Fprintf(&b, "%6d rows with %d values\n", r.Rows, r.Leaves)
	return b.String()
}

// The kinds of responses.
const (
	kindGreeting  = "greetings"
	kindList      = "lists of objects"
	kindSchema    = "schemas"
	kindSearch    = "searches"
	kindMapped    = "searches with the columns of the recorded schema"
	kindMember    = "members of several searches in one request"
	kindCount     = "counts"
	kindDocument  = "documents"
	kindError     = "errors"
	kindForbidden = "lists that are forbidden"
)

var kinds = []string{kindGreeting, kindList, kindForbidden, kindSchema, kindSearch, kindMapped, kindMember, kindCount, kindDocument, kindError}

// engine knows the routes of one engine.
type engine interface {
	// learn records the schemas of a recording.
	learn(r *Recording)
	// read feeds one response to the driver. It does nothing for a route that no operation reads.
	read(s *session, a *response)
	// fail feeds one error response to an operation.
	fail(s *session, a *response)
}

// Read feeds every response of a recording to the driver in runner. The error says why it could not begin.
func Read(ctx context.Context, runner plugin.Runner, r *Recording) (*Report, error) {
	known := engines[r.Driver]
	if known == nil {
		return nil, fmt.Errorf("%s: the routes of %s are not known here", r.File, r.Driver)
	}
	s := &session{ctx: ctx, recording: r, report: &Report{Read: map[string]int{}}, conn: play.Connection{Runner: runner}}
	server, _, err := play.Operate[driver.Server](ctx, &s.conn, driver.OpOpen, &driver.OpenArgs{Secure: true}, cases.Greeting(r.Driver, r.Version))
	if err != nil {
		return nil, fmt.Errorf("%s: greet version %s: %w", r.File, r.Version, err)
	}
	s.conn.Session = server.Session
	e := known()
	e.learn(r)
	for i := range r.Exchanges {
		a := answerOf(&r.Exchanges[i], i)
		switch {
		case a == nil:
		case a.status >= 400:
			e.fail(s, a)
		case a.status >= 200 && a.status < 300:
			e.read(s, a)
		}
	}
	return s.report, nil
}

var engines = map[string]func() engine{
	"elasticsearch": func() engine { return &elasticsearch{} },
	"typesense":     func() engine { return &typesense{} },
}

// session is the run of one recording.
type session struct {
	ctx       context.Context
	recording *Recording
	report    *Report
	conn      play.Connection
}

func (s *session) count(kind string) { s.report.Read[kind]++ }

// problem records what is wrong with a response.
func (s *session) problem(a *response, format string, args ...any) {
	s.report.Problems = append(s.report.Problems, a.name+": "+fmt.Sprintf(format, args...))
}
