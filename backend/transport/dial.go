package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// dialer opens the connections of one Client, plain and encrypted.
type dialer struct {
	host     string // the name that the certificate must carry, without brackets
	limit    time.Duration
	verify   verification
	roots    *x509.CertPool // nil stands for the system's
	config   *tls.Config
	lastSeen atomic.Pointer[TLSFacts]
}

// verification is how much of the presented chain is checked.
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
	return verifyNothing, invalid("the SSL mode %q is not known", string(t.Mode))
}

func newDialer(host string, o Options) (*dialer, error) {
	verify, err := o.TLS.verification()
	if err != nil {
		return nil, err
	}
	d := &dialer{host: withoutZone(host), limit: o.ConnectTimeout, verify: verify}
	if o.TLS.Mode == ModeDisabled {
		return d, nil
	}
	if verify != verifyNothing && o.TLS.CAFile != "" {
		if d.roots, err = loadRoots(o.TLS.CAFile); err != nil {
			return nil, err
		}
	}
	// The chain is checked in VerifyConnection, so that what was presented is known in every case.
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

// connectFailure is a connection that was not made; text is the short cause.
type connectFailure struct {
	text    string
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
		return nil, d.connectFailure(err)
	}
	return conn, nil
}

func (d *dialer) connectFailure(err error) *connectFailure {
	if pastDeadline(err) {
		return &connectFailure{text: fmt.Sprintf("no connection within %s", d.limit), timeout: true, err: err}
	}
	return &connectFailure{text: shortCause(err), err: err}
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
	facts := &TLSFacts{}
	conn := tls.Client(plain, d.watched(facts))
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = plain.Close()
		if pastDeadline(err) {
			return nil, &connectFailure{text: fmt.Sprintf("no TLS handshake within %s", d.limit), timeout: true, err: err}
		}
		facts.Reason = d.reason(err, facts)
		d.lastSeen.Store(facts)
		return nil, &tlsFailure{facts: facts, err: err}
	}
	d.lastSeen.Store(facts)
	return conn, nil
}

// reason names the fault of a handshake. Before TLS 1.3 no alert says that the client's certificate is missing: a
// server that asked for one, got none and refused the handshake means it.
func (d *dialer) reason(err error, facts *TLSFacts) Reason {
	reason := tlsReason(err, time.Now())
	if _, alerted := remoteAlert(err); alerted && reason == ReasonHandshake && facts.AskedClient && len(d.config.Certificates) == 0 {
		return ReasonClientCertificate
	}
	return reason
}

// watched is the configuration of one handshake, which writes down in facts what it sees.
func (d *dialer) watched(facts *TLSFacts) *tls.Config {
	config := d.config.Clone()
	config.VerifyConnection = func(state tls.ConnectionState) error {
		facts.Version = tls.VersionName(state.Version)
		facts.Chain = describeChain(state.PeerCertificates)
		facts.HostMatches = len(state.PeerCertificates) > 0 && state.PeerCertificates[0].VerifyHostname(d.host) == nil
		return d.check(state.PeerCertificates)
	}
	config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
		facts.AskedClient = true
		if len(d.config.Certificates) > 0 {
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

func withoutZone(host string) string {
	host, _, _ = strings.Cut(host, "%")
	return host
}

func opError(err error) *net.OpError {
	var op *net.OpError
	errors.As(err, &op)
	return op
}

// shortCause is the innermost sentence of a network error, such as "connect: connection refused" or "no such
// host", without the addresses around it.
func shortCause(err error) string {
	var name *net.DNSError
	if errors.As(err, &name) {
		return name.Err
	}
	if op := opError(err); op != nil && op.Err != nil {
		return op.Err.Error()
	}
	return err.Error()
}
