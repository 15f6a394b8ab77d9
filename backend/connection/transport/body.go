package transport

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

const firstBuffer = 4 << 20

var errBadGzip = errors.New("the response claims to be gzip but is not")

// decoded returns the body's own bytes: gzip is decompressed, whether it was requested or not, and the headers about
// the compressed form are removed.
func (x *exchange) decoded(resp *http.Response, body io.Reader) (io.Reader, error) {
	if !strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		return body, nil
	}
	packed := bufio.NewReader(body)
	if _, err := packed.Peek(1); err != nil {
		if errors.Is(err, io.EOF) {
			return packed, nil
		}
		return nil, err
	}
	plain, err := gzip.NewReader(packed)
	if err != nil {
		return nil, badGzip(err)
	}
	resp.Header.Del("Content-Encoding")
	resp.Header.Del("Content-Length")
	resp.ContentLength = -1
	return gzipReader{plain}, nil
}

type gzipReader struct{ from *gzip.Reader }

func (g gzipReader) Read(p []byte) (int, error) {
	n, err := g.from.Read(p)
	return n, badGzip(err)
}

func badGzip(err error) error {
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) {
		return errBadGzip
	}
	return err
}

type tooLarge struct{ limit int64 }

func (t tooLarge) Error() string { return "the response is larger than " + sizeText(t.limit) }

func sizeText(n int64) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// readAll reads a body up to the connection's limit, which applies to the decompressed size.
func (x *exchange) readAll(resp *http.Response) ([]byte, error) {
	defer func() { _ = resp.Body.Close() }()
	body, err := x.decoded(resp, resp.Body)
	if err != nil {
		return nil, err
	}
	limit := x.client.maxResponse
	if x.request.Limit > 0 {
		limit = min(limit, x.request.Limit)
	}
	expected := resp.ContentLength
	switch {
	case expected >= 0:
	case x.request.Expect > 0:
		expected = x.request.Expect
	default:
		expected = x.client.lastSize.Load() // responses of one connection are of similar size
	}
	room := x.request.Room[:0]
	if least := int(min(expected, limit, firstBuffer)) + bytes.MinRead; cap(room) < least {
		room = make([]byte, 0, least)
	}
	g := gatherer{pieces: [][]byte{room}}
	defer g.release()
	x.bytes, err = g.read(io.LimitReader(body, limit+1))
	x.client.lastSize.Store(x.bytes)
	if err != nil {
		return nil, err
	}
	if x.bytes > limit {
		return nil, tooLarge{limit}
	}
	return g.whole(int(x.bytes)), nil
}

// spare has pieces of firstBuffer bytes for the next large body.
var spare = sync.Pool{New: func() any {
	piece := make([]byte, 0, firstBuffer)
	return &piece
}}

// gatherer reads a body in pieces and reuses all but the first. A growing buffer would leave garbage of twice the
// body's size, even for a body that is given up at its limit.
type gatherer struct{ pieces [][]byte }

// read reads to the end of a body and returns its size.
func (g *gatherer) read(body io.Reader) (int64, error) {
	read := int64(0)
	for {
		last := &g.pieces[len(g.pieces)-1]
		if len(*last) == cap(*last) {
			g.pieces = append(g.pieces, (*spare.Get().(*[]byte))[:0])
			continue
		}
		n, err := body.Read((*last)[len(*last):cap(*last)])
		*last = (*last)[:len(*last)+n]
		read += int64(n)
		switch {
		case errors.Is(err, io.EOF):
			return read, nil
		case err != nil:
			return read, err
		}
	}
}

// whole returns the body in one piece.
func (g *gatherer) whole(size int) []byte {
	if len(g.pieces) == 1 || size == len(g.pieces[0]) {
		return g.pieces[0]
	}
	whole := make([]byte, 0, size)
	for _, piece := range g.pieces {
		whole = append(whole, piece...)
	}
	return whole
}

// release makes the pieces available to another body.
func (g *gatherer) release() {
	for _, piece := range g.pieces[1:] {
		spare.Put(&piece)
	}
}

// wait returns a reader that applies the exchange's time limit to every Read.
func (x *exchange) wait(body io.Reader) io.Reader { return waitingReader{x, body} }

type waitingReader struct {
	exchange *exchange
	from     io.Reader
}

func (w waitingReader) Read(p []byte) (int, error) {
	w.exchange.timer.Reset(w.exchange.limit)
	defer w.exchange.timer.Stop()
	return w.from.Read(p)
}

// streamBody is the body of a StreamResponse, for use by one goroutine only.
type streamBody struct {
	exchange *exchange
	status   int
	from     io.Reader
	wire     io.Closer
	failure  error
	closed   bool
}

// Read returns the body's next bytes, io.EOF at its end, or an *Error.
func (s *streamBody) Read(p []byte) (int, error) {
	if s.failure != nil {
		return 0, s.failure
	}
	n, err := s.from.Read(p)
	s.exchange.bytes += int64(n)
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		s.failure = io.EOF
	default:
		s.failure = s.exchange.classify(s.status, err)
	}
	return n, s.failure
}

// Close ends the exchange and may be called more than once. If the body was not read to its end, the connection is
// closed too.
func (s *streamBody) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.wire.Close()
	failure := s.failure
	if errors.Is(failure, io.EOF) {
		failure = nil
	}
	_ = s.exchange.finish(s.status, failure)
	s.exchange.release()
	if s.failure == nil {
		s.failure = errReadAfterClose
	}
	if err != nil {
		return fmt.Errorf("close the response's body: %w", err)
	}
	return nil
}

var errReadAfterClose = errors.New("read from a closed body")
