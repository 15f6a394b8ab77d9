package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

var (
	errClosed  = errors.New("the connection was closed")
	errTooSlow = errors.New("the response took too long")
)

const (
	plainHint     = "If this server expects HTTPS, choose an SSL mode."
	endedHint     = "The server may be restarting, or a proxy or firewall in between ended the connection. Try again."
	endedText     = "the server closed the connection without responding"
	damagedHint   = "The server or a proxy in between ended the connection too early. Try again."
	slowHint      = "The server may be busy. Try again, or raise Query Timeout in the connection's options."
	unknownHint   = "Check Host."
	acceptingHint = "Accept any certificate: Required (skip verify) or Skip TLS Verification."
)

// CertificateHint is the hint of an Error whose cause is an untrusted authority.
const CertificateHint = "Trust this authority: set CA Certificate to its file. Or accept any certificate: Required (skip verify) or Skip TLS Verification."

// certificateHints maps the fault of a certificate to a hint, with the safer remedy first.
var certificateHints = map[Reason]string{
	ReasonUnknownAuthority: CertificateHint,
	ReasonHostMismatch:     "Enter a host that the certificate is valid for. Or choose Verify CA, which does not check the host.",
	ReasonExpired:          "Renew the server's certificate. Or accept any certificate: Required (skip verify) or Skip TLS Verification.",
	ReasonNotYetValid:      "Check the clock of this computer. Or accept any certificate: Required (skip verify) or Skip TLS Verification.",
	ReasonCertificate:      acceptingHint,
}

// classify turns an error of net/http or of a body's reader into the package's Error. It drops a cause that may quote
// the server's bytes.
func (x *exchange) classify(status int, err error) *Error {
	var ready *Error
	if errors.As(err, &ready) {
		return ready
	}
	if x.broke(err) || x.reused.Load() && x.tooSlow() {
		x.client.http.CloseIdleConnections() // other connections that were idle as long are probably dead too
	}
	failure := x.fault(status, err)
	failure.Method, failure.Path = x.request.Method, x.request.Path
	failure.Status, failure.Sent = status, x.sent.Load() || status != 0
	return failure
}

// broke reports whether an idle connection broke without a reason from the server or the user.
func (x *exchange) broke(err error) bool {
	var (
		ready   *Error
		connect *connectFailure
		secure  *tlsFailure
		large   tooLarge
	)
	switch {
	case !x.reused.Load(), x.ctx.Err() != nil, errors.Is(err, errBadGzip):
		return false
	case errors.As(err, &ready), errors.As(err, &connect), errors.As(err, &secure), errors.As(err, &large):
		return false
	}
	return true
}

func (x *exchange) tooSlow() bool {
	cause := context.Cause(x.ctx)
	return errors.Is(cause, errTooSlow) || errors.Is(cause, context.DeadlineExceeded)
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
		return &Error{Kind: KindConnect, Message: connect.text, Hint: connect.hint, err: connect}
	case errors.As(err, &secure):
		return x.client.dialer.tlsError(secure.facts, secure.err)
	case errors.As(err, &large):
		return &Error{Kind: KindUnsupported, Message: large.Error(), Hint: "Request fewer rows or fields.", Large: true, err: large}
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
		return &Error{Kind: KindTimeout, Message: "no response within " + seconds(x.limit), Hint: slowHint, err: context.DeadlineExceeded}
	case errors.Is(cause, errClosed):
		return &Error{Kind: KindCancelled, Message: errClosed.Error(), err: context.Canceled}
	case errors.Is(x.ctx.Err(), context.DeadlineExceeded), errors.Is(cause, context.DeadlineExceeded):
		return &Error{Kind: KindTimeout, Message: "timed out", err: context.DeadlineExceeded}
	}
	return &Error{Kind: KindCancelled, Message: "cancelled", err: context.Canceled}
}

// tlsError returns the error of a failed handshake.
func (d *dialer) tlsError(facts *TLSFacts, err error) *Error {
	return &Error{Kind: KindTLS, Message: tlsMessage(facts.Reason, err), Hint: d.tlsHint(facts), TLS: facts, err: err}
}

func (d *dialer) tlsHint(facts *TLSFacts) string {
	switch {
	case facts.Reason.certificateFault():
		return certificateHints[facts.Reason]
	case facts.Reason == ReasonProtocol:
		return "If this server uses plain HTTP, set SSL Mode to Disabled."
	case facts.Reason == ReasonVersion:
		return "Quarry supports TLS 1.2 and 1.3. Enable one of them on the server."
	case facts.Reason != ReasonClientCertificate:
		return ""
	case facts.GaveClient:
		return "The server rejected the client certificate. Choose a different Client Certificate and Client Key."
	case d.verify == verifyNothing && !d.skipped:
		return "Set SSL Mode to Verify CA or Verify Identity, then choose a Client Certificate and Client Key that the server accepts."
	}
	return "Choose a Client Certificate and Client Key that the server accepts."
}

// tlsMessage keeps the bytes that a server sent instead of TLS out of the message.
func tlsMessage(reason Reason, err error) string {
	var record tls.RecordHeaderError
	if errors.As(err, &record) {
		return "tls: the server answered in plain HTTP, not TLS"
	}
	if errors.Is(err, io.EOF) {
		return "tls: the server closed the connection during the handshake"
	}
	if op := opError(err); op != nil {
		return op.Op + ": " + shortCause(err)
	}
	return err.Error()
}

// lateAlert returns the error for an alert after the handshake: in TLS 1.3 a server does not report a missing client
// certificate earlier (RFC 8446, 4.4.2.4).
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

// brokenOff returns the error for a connection that failed after it was made.
func (x *exchange) brokenOff(status int, err error) *Error {
	failure := &Error{Kind: KindConnect}
	var network net.Error
	switch {
	case status != 0, x.answered.Load() && x.client.worked.Load():
		failure.Message, failure.Hint = "the response was cut short", damagedHint
		return failure
	case isReset(err):
		failure.Message = "the server reset the connection"
	case errors.Is(err, net.ErrClosed): // net/http read the end of the connection and closed it while it still wrote
		failure.Message = endedText
	case errors.As(err, &network):
		failure.Message, failure.err = shortCause(err), network
	case x.answered.Load() && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		failure.Message = "the server's response is not HTTP"
	default:
		failure.Message = endedText
	}
	failure.Hint = x.brokenHint()
	return failure
}

// seconds formats a time limit.
func seconds(limit time.Duration) string {
	if limit%time.Second != 0 {
		return limit.String()
	}
	return fmt.Sprintf("%d s", limit/time.Second)
}

// brokenHint returns what may help. A server that has responded in plain HTTP does not expect HTTPS.
func (x *exchange) brokenHint() string {
	if x.client.endpoint.scheme == "http" {
		if x.client.worked.Load() {
			return endedHint
		}
		return plainHint
	}
	facts := x.client.dialer.facts()
	switch {
	case facts != nil && facts.AskedClient && len(x.client.dialer.config.Certificates) == 0:
		return "The server asked for a client certificate. Choose a Client Certificate and Client Key."
	case x.client.worked.Load():
		return endedHint
	case facts != nil && facts.GaveClient: // the end of the connection may have overtaken the alert that says so
		return "The server may want another client certificate. Choose a different Client Certificate and Client Key."
	}
	return ""
}
