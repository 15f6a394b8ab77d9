package transport

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Reason says what went wrong in TLS.
type Reason string

// The reasons of a TLS failure. ReasonCertificate is any other fault of a certificate, such as one that is not meant
// for a server. ReasonProtocol is a response that is not TLS. ReasonVersion is a server that supports neither TLS 1.2
// nor 1.3. ReasonHandshake is any other handshake that the server ended without giving a reason.
const (
	ReasonUnknownAuthority  Reason = "unknown-authority"
	ReasonHostMismatch      Reason = "host-mismatch"
	ReasonExpired           Reason = "expired"
	ReasonNotYetValid       Reason = "not-yet-valid"
	ReasonCertificate       Reason = "certificate-invalid"
	ReasonHandshake         Reason = "handshake"
	ReasonClientCertificate Reason = "client-certificate-required"
	ReasonProtocol          Reason = "protocol"
	ReasonVersion           Reason = "tls-version"
)

// Certificate describes a certificate that a server presented, without its bytes.
type Certificate struct {
	Subject    string // the common name, or the whole subject if there is none
	Issuer     string
	SelfSigned bool
	NotBefore  time.Time
	NotAfter   time.Time
	Names      []string // the DNS names and IP addresses that it is valid for
	Key        string   // the public key: "RSA 2048", "ECDSA P-256" or "Ed25519"
	SHA256     string   // of the whole certificate: 32 bytes in colon-separated upper-case hexadecimal
	Fault      Reason   // what is wrong with this certificate, empty for nothing; set even if the SSL mode ignores it
}

// TLSFacts is what a TLS handshake revealed: the chain as presented, the server's own certificate first.
type TLSFacts struct {
	Address     string // host and port of the connection, an IPv6 address in brackets
	Reason      Reason // empty if nothing failed
	Version     string // "TLS 1.3", empty if none was agreed on
	HostMatches bool   // the first certificate is valid for the connection's host
	Checked     bool   // the SSL mode requires the chain to be checked against trusted authorities
	Trusted     bool   // the check led to a trusted authority; false if nothing was checked
	OwnRoots    bool   // the trusted authorities come from CAFile, not from the system
	AskedClient bool   // the server requested a client certificate
	GaveClient  bool   // and got the configured one
	Chain       []Certificate
}

// tlsFailure carries the facts of a failed handshake through net/http.
type tlsFailure struct {
	facts *TLSFacts
	err   error
}

func (f *tlsFailure) Error() string { return f.err.Error() }
func (f *tlsFailure) Unwrap() error { return f.err }

func describeChain(chain []*x509.Certificate) []Certificate {
	out := make([]Certificate, 0, len(chain))
	for _, c := range chain {
		sum := sha256.Sum256(c.Raw)
		names := append([]string(nil), c.DNSNames...)
		for _, ip := range c.IPAddresses {
			names = append(names, ip.String())
		}
		out = append(out, Certificate{
			Subject: commonName(c.Subject.CommonName, c.Subject.String()), Issuer: commonName(c.Issuer.CommonName, c.Issuer.String()),
			SelfSigned: selfSigned(c), NotBefore: c.NotBefore, NotAfter: c.NotAfter,
			Names: names, Key: describeKey(c), SHA256: colons(sum[:]),
		})
	}
	return out
}

func selfSigned(c *x509.Certificate) bool { return bytes.Equal(c.RawSubject, c.RawIssuer) }

func describeKey(c *x509.Certificate) string {
	switch key := c.PublicKey.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA %d", key.N.BitLen())
	case *ecdsa.PublicKey:
		return "ECDSA " + key.Curve.Params().Name
	}
	return c.PublicKeyAlgorithm.String()
}

func commonName(name, whole string) string {
	if name != "" {
		return name
	}
	return whole
}

func colons(sum []byte) string {
	pairs := make([]string, len(sum))
	for i, b := range sum {
		pairs[i] = strings.ToUpper(hex.EncodeToString([]byte{b}))
	}
	return strings.Join(pairs, ":")
}

// tlsReason determines the fault from the type of the error.
func tlsReason(err error, now time.Time) Reason {
	var (
		authority x509.UnknownAuthorityError
		roots     x509.SystemRootsError
		host      x509.HostnameError
		faulty    x509.CertificateInvalidError
		record    tls.RecordHeaderError
		old       *oldVersionError
	)
	switch {
	case errors.As(err, &old):
		return ReasonVersion
	case errors.As(err, &authority), errors.As(err, &roots):
		return ReasonUnknownAuthority
	case errors.As(err, &host):
		return ReasonHostMismatch
	case errors.As(err, &faulty):
		return invalidReason(faulty, now)
	case errors.As(err, &record):
		return ReasonProtocol
	}
	if code, ok := remoteAlert(err); ok {
		return alertReason(code)
	}
	return ReasonHandshake
}

func invalidReason(err x509.CertificateInvalidError, now time.Time) Reason {
	if err.Reason != x509.Expired {
		return ReasonCertificate
	}
	if err.Cert != nil && now.Before(err.Cert.NotBefore) {
		return ReasonNotYetValid
	}
	return ReasonExpired
}

// alertReason interprets the alerts of RFC 8446, 6: 42 to 46 and 48 reject the certificate that the client sent, 116
// requires one, 70 and 86 reject the protocol version.
func alertReason(code uint8) Reason {
	switch code {
	case 42, 43, 44, 45, 46, 48, 116:
		return ReasonClientCertificate
	case 70, 86:
		return ReasonVersion
	}
	return ReasonHandshake
}

// remoteAlert returns the number of an alert that the server sent. crypto/tls does not export the type: it is a
// uint8 inside a net.OpError whose Op is "remote error".
func remoteAlert(err error) (uint8, bool) {
	op := opError(err)
	if op == nil || op.Op != "remote error" || op.Err == nil {
		return 0, false
	}
	value := reflect.ValueOf(op.Err)
	if value.Kind() != reflect.Uint8 {
		return 0, false
	}
	return uint8(value.Uint()), true
}

// certificateFault reports whether accepting any certificate would have let the handshake pass.
func (r Reason) certificateFault() bool {
	switch r {
	case ReasonUnknownAuthority, ReasonHostMismatch, ReasonExpired, ReasonNotYetValid, ReasonCertificate:
		return true
	}
	return false
}
