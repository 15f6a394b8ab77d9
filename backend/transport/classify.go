package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
)

var (
	errClosed  = errors.New("the connection was closed")
	errTooSlow = errors.New("the answer took too long")
)

const plainHint = "If this server expects HTTPS, choose an SSL mode."

// classify turns what net/http or a body's reader gave into the package's Error. A cause that may quote the
// server's bytes is not kept.
func (x *exchange) classify(status int, err error) *Error {
	var ready *Error
	if errors.As(err, &ready) {
		return ready
	}
	failure := x.fault(status, err)
	failure.Method, failure.Path = x.request.Method, x.request.Path
	failure.Status, failure.Sent = status, x.sent.Load() || status != 0
	return failure
}

func (x *exchange) fault(status int, err error) *Error {
	if x.ctx.Err() != nil {
		return x.stopped(context.Cause(x.ctx))
	}
	var (
		connect *connectFailure
		secure  *tlsFailure
		large   tooLarge
	)
	switch {
	case errors.As(err, &connect):
		return &Error{Kind: KindConnect, Message: connect.text, err: connect}
	case errors.As(err, &secure):
		return x.client.dialer.tlsError(secure.facts, secure.err)
	case errors.As(err, &large):
		return &Error{Kind: KindUnsupported, Message: large.Error(), Hint: "Ask for fewer rows or fewer fields.", Large: true, err: large}
	case errors.Is(err, errBadGzip):
		return &Error{Kind: KindEngine, Message: errBadGzip.Error(), err: errBadGzip}
	}
	if _, ok := remoteAlert(err); ok {
		return x.lateAlert(err)
	}
	return x.brokenOff(status, err)
}

func (x *exchange) stopped(cause error) *Error {
	switch {
	case errors.Is(cause, errTooSlow):
		return &Error{Kind: KindTimeout, Message: fmt.Sprintf("no answer within %s", x.limit), err: context.DeadlineExceeded}
	case errors.Is(cause, errClosed):
		return &Error{Kind: KindCancelled, Message: errClosed.Error(), err: context.Canceled}
	case errors.Is(x.ctx.Err(), context.DeadlineExceeded), errors.Is(cause, context.DeadlineExceeded):
		return &Error{Kind: KindTimeout, Message: "no answer in time", err: context.DeadlineExceeded}
	}
	return &Error{Kind: KindCancelled, Message: "cancelled", err: context.Canceled}
}

// tlsError is the failure of a handshake.
func (d *dialer) tlsError(facts *TLSFacts, err error) *Error {
	return &Error{Kind: KindTLS, Message: tlsMessage(facts.Reason, err), Hint: d.tlsHint(facts), TLS: facts, err: err}
}

func (d *dialer) tlsHint(facts *TLSFacts) string {
	switch {
	case facts.Reason.certificateFault():
		return CertificateHint
	case facts.Reason == ReasonProtocol:
		return "If this server speaks plain HTTP, set SSL Mode to Disabled."
	case facts.Reason == ReasonVersion:
		return "Only TLS 1.2 and 1.3 are spoken here: the server has to offer one of them."
	case facts.Reason != ReasonClientCertificate:
		return ""
	case facts.GaveClient:
		return "The server does not accept the client certificate that is set. Choose another pair in Client Certificate and Client Key."
	case d.verify == verifyNothing && !d.skipped:
		return "Set SSL Mode to Verify CA or Verify Identity, then Client Certificate and Client Key to a pair that the server accepts."
	}
	return "Set Client Certificate and Client Key to a pair that the server accepts."
}

// tlsMessage leaves the bytes that a server sent in place of TLS out of the sentence.
func tlsMessage(reason Reason, err error) string {
	var record tls.RecordHeaderError
	if errors.As(err, &record) {
		return "tls: the server does not answer in TLS"
	}
	if errors.Is(err, io.EOF) {
		return "tls: the server closed the connection in the handshake"
	}
	if op := opError(err); op != nil {
		return op.Op + ": " + shortCause(err)
	}
	return err.Error()
}

// lateAlert is an alert after the handshake: in TLS 1.3 a server that misses the client's certificate says so
// only then (RFC 8446, 4.4.2.4).
func (x *exchange) lateAlert(err error) *Error {
	facts := x.client.dialer.facts()
	if facts == nil {
		facts = &TLSFacts{}
	}
	code, _ := remoteAlert(err)
	facts.Reason = alertReason(code)
	x.client.dialer.lastSeen.Store(facts)
	return x.client.dialer.tlsError(facts, err)
}

// brokenOff is a connection that was made and ended badly.
func (x *exchange) brokenOff(status int, err error) *Error {
	failure := &Error{Kind: KindConnect}
	var network net.Error
	switch {
	case status != 0:
		failure.Message = "the answer broke off"
	case errors.As(err, &network):
		failure.Message, failure.err = shortCause(err), network
	case x.answered.Load() && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		failure.Message = "the server does not answer in HTTP"
	default:
		failure.Message = "the server closed the connection without an answer"
	}
	if status == 0 {
		failure.Hint = x.brokenHint()
	}
	return failure
}

func (x *exchange) brokenHint() string {
	if x.client.endpoint.scheme == "http" {
		return plainHint
	}
	if facts := x.client.dialer.facts(); facts != nil && facts.AskedClient && len(x.client.dialer.config.Certificates) == 0 {
		return "The server asked for a client certificate and none is set."
	}
	return ""
}
