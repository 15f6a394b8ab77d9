package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"time"

	"quarry/backend/system/causes"
)

// dialer opens the connections of one Client, plain and encrypted.
type dialer struct {
	host     string // the name that the certificate must contain, without brackets
	limit    time.Duration
	verify   verification
	skipped  bool           // the mode verifies, but SkipVerify turns that off
	roots    *x509.CertPool // nil for the system's
	config   *tls.Config
	lastSeen atomic.Pointer[TLSFacts]
}

// verification says how much of the presented chain is checked.
type verification int

const (
	verifyNothing verification = iota
	verifyChain
	verifyChainAndName
)

func (t TLS) verification() (verification, error) {
	switch t.Mode {
	case ModeDisabled, ModePreferred, ModeRequired:
		return verifyNothing, nil
	case ModeVerifyCA, ModeVerifyIdentity:
		if t.SkipVerify {
			return verifyNothing, nil
		}
		if t.Mode == ModeVerifyCA {
			return verifyChain, nil
		}
		return verifyChainAndName, nil
	}
	return verifyNothing, invalid("unknown SSL mode %q", string(t.Mode))
}

func (m Mode) verifies() bool { return m == ModeVerifyCA || m == ModeVerifyIdentity }

func newDialer(host string, o Options) (*dialer, error) {
	verify, err := o.TLS.verification()
	if err != nil {
		return nil, err
	}
	d := &dialer{host: host, limit: o.ConnectTimeout, verify: verify, skipped: o.TLS.SkipVerify && o.TLS.Mode.verifies()}
	if o.TLS.Mode == ModeDisabled {
		return d, nil
	}
	if verify != verifyNothing && o.TLS.CAFile != "" {
		if d.roots, err = loadRoots(o.TLS.CAFile); err != nil {
			return nil, err
		}
	}
	// Check the chain in VerifyConnection, so that the presented chain is always recorded.
	d.config = &tls.Config{ServerName: d.host, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
	if o.TLS.CertFile != "" || o.TLS.KeyFile != "" {
		certificate, err := loadClientCertificate(o.TLS)
		if err != nil {
			return nil, err
		}
		d.config.Certificates = []tls.Certificate{certificate}
	}
	return d, nil
}

// connectFailure says why a connection could not be made: text is the short cause, and hint what may help.
type connectFailure struct {
	text    string
	hint    string
	timeout bool
	err     error
}

func (f *connectFailure) Error() string { return f.text }
func (f *connectFailure) Unwrap() error { return f.err }
func (f *connectFailure) Timeout() bool { return f.timeout }

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	return d.dialPlain(ctx, network, address)
}

func (d *dialer) dialPlain(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{KeepAlive: 30 * time.Second}).DialContext(ctx, network, address)
	if err != nil {
		return nil, d.connectFailure(address, err)
	}
	return conn, nil
}

// connectFailure explains why connecting to address (host and port as entered) failed. It names an unknown host and a
// port that refuses connections.
func (d *dialer) connectFailure(address string, err error) *connectFailure {
	var name *net.DNSError
	switch {
	case pastDeadline(err):
		return &connectFailure{text: fmt.Sprintf("no connection to %s within %s", address, d.limit), timeout: true, err: err}
	case errors.As(err, &name):
		return &connectFailure{text: fmt.Sprintf("cannot resolve the host name %s", name.Name), hint: unknownHint, timeout: name.IsTimeout, err: err}
	}
	return &connectFailure{text: "connect to " + address + ": " + shortCause(err), err: err}
}

func pastDeadline(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded)
}

func (d *dialer) dialTLS(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	plain, err := d.dialPlain(ctx, network, address)
	if err != nil {
		return nil, err
	}
	hello := &helloConn{Conn: plain}
	facts := &TLSFacts{Address: address, Checked: d.verify != verifyNothing, OwnRoots: d.roots != nil}
	conn := tls.Client(hello, d.watched(facts))
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = plain.Close()
		if pastDeadline(err) {
			return nil, &connectFailure{text: fmt.Sprintf("no TLS handshake within %s", d.limit), timeout: true, err: err}
		}
		if old := hello.oldVersion(); old != "" {
			err = &oldVersionError{version: old}
		}
		facts.Reason = d.reason(err, facts)
		d.lastSeen.Store(facts)
		return nil, &tlsFailure{facts: facts, err: err}
	}
	d.lastSeen.Store(facts)
	return newAlertConn(conn), nil
}

// oldVersionError reports that a server chose an unsupported version of TLS.
type oldVersionError struct{ version string }

func (e *oldVersionError) Error() string { return "tls: the server chose " + e.version }

// reason returns why a handshake failed. Before TLS 1.3 no alert says that the client certificate is missing, so this
// is assumed if a server requested one, received none and refused the handshake.
func (d *dialer) reason(err error, facts *TLSFacts) Reason {
	reason := tlsReason(err, time.Now())
	if _, alerted := remoteAlert(err); alerted && reason == ReasonHandshake && facts.AskedClient && len(d.config.Certificates) == 0 {
		return ReasonClientCertificate
	}
	return reason
}

// watched returns the configuration for one handshake, which records what it sees in facts.
func (d *dialer) watched(facts *TLSFacts) *tls.Config {
	config := d.config.Clone()
	config.VerifyConnection = func(state tls.ConnectionState) error {
		chain := state.PeerCertificates
		facts.Version = tls.VersionName(state.Version)
		facts.Chain = describeChain(chain)
		facts.HostMatches = len(chain) > 0 && chain[0].VerifyHostname(d.host) == nil
		err := d.check(chain)
		var host x509.HostnameError
		facts.Trusted = facts.Checked && (err == nil || errors.As(err, &host))
		markFaults(facts.Chain, chain, facts.HostMatches, err, time.Now())
		return err
	}
	config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
		facts.AskedClient = true
		if len(d.config.Certificates) > 0 {
			facts.GaveClient = true
			return &d.config.Certificates[0], nil
		}
		return &tls.Certificate{}, nil
	}
	return config
}

func (d *dialer) check(chain []*x509.Certificate) error {
	if d.verify == verifyNothing {
		return nil
	}
	if len(chain) == 0 {
		return &tls.CertificateVerificationError{Err: errors.New("the server presented no certificate")}
	}
	intermediates := x509.NewCertPool()
	for _, c := range chain[1:] {
		intermediates.AddCert(c)
	}
	_, err := chain[0].Verify(x509.VerifyOptions{Roots: d.roots, Intermediates: intermediates})
	if err == nil && d.verify == verifyChainAndName {
		err = chain[0].VerifyHostname(d.host)
	}
	if err != nil {
		return &tls.CertificateVerificationError{UnverifiedCertificates: chain, Err: err}
	}
	return nil
}

func (d *dialer) facts() *TLSFacts {
	facts := d.lastSeen.Load()
	if facts == nil {
		return nil
	}
	dup := *facts
	return &dup
}

func opError(err error) *net.OpError {
	var op *net.OpError
	errors.As(err, &op)
	return op
}

// shortCause returns why a network call failed, without addresses: "connection reset by peer".
func shortCause(err error) string {
	if op := opError(err); op != nil && op.Err != nil {
		return causes.Of(op.Err)
	}
	return err.Error()
}
