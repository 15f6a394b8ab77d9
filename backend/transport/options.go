package transport

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"
)

// Mode is a connection's SSL mode. Every mode but ModeDisabled is HTTPS without a fall-back to plain HTTP.
type Mode string

// The SSL modes. ModePreferred and ModeRequired accept any certificate, ModeVerifyCA checks the chain but not
// the host name, ModeVerifyIdentity checks both. An empty mode is ModeDisabled.
const (
	ModeDisabled       Mode = "disabled"
	ModePreferred      Mode = "preferred"
	ModeRequired       Mode = "required"
	ModeVerifyCA       Mode = "verify-ca"
	ModeVerifyIdentity Mode = "verify-identity"
)

// The limits that a zero field of Options means.
const (
	DefaultConnectTimeout = 10 * time.Second
	DefaultRequestTimeout = 60 * time.Second
	DefaultMaxResponse    = 256 << 20
	DefaultUserAgent      = "Quarry"
)

const hidden = "(hidden)"

// TLS is how a connection is encrypted. The files are PEM. CAFile replaces the system's roots; CertFile and
// KeyFile are the client's own certificate, KeyPassphrase opens an encrypted KeyFile.
type TLS struct {
	Mode          Mode
	SkipVerify    bool // accepts any certificate under every mode
	CAFile        string
	CertFile      string
	KeyFile       string
	KeyPassphrase string
}

// Auth is the credential of a connection: none (Scheme ""), Basic with User and Secret (Scheme "basic"), or one
// header whose value is Prefix followed by Secret verbatim (Scheme "header").
type Auth struct {
	Scheme string
	User   string
	Header string
	Prefix string
	Secret string
}

// Options describe one connection. However they are printed, logged or marshalled, the secrets are not shown.
type Options struct {
	Host   string // a name, an IPv4 or an IPv6 address, the last with or without brackets
	Port   int
	Prefix string // a path in front of every path, already percent-encoded, such as "/es"
	TLS    TLS
	Auth   Auth

	ConnectTimeout time.Duration // for name, connection and TLS together; 0 for DefaultConnectTimeout
	RequestTimeout time.Duration // for a whole request; 0 for DefaultRequestTimeout
	MaxResponse    int64         // bytes of a decoded body that Do holds; 0 for DefaultMaxResponse
	UserAgent      string        // empty for DefaultUserAgent
}

func (o Options) withDefaults() Options {
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = DefaultConnectTimeout
	}
	if o.RequestTimeout <= 0 {
		o.RequestTimeout = DefaultRequestTimeout
	}
	if o.MaxResponse <= 0 {
		o.MaxResponse = DefaultMaxResponse
	}
	if o.UserAgent == "" {
		o.UserAgent = DefaultUserAgent
	}
	if o.TLS.Mode == "" {
		o.TLS.Mode = ModeDisabled
	}
	return o
}

func conceal(secret string) string {
	if secret == "" {
		return ""
	}
	return hidden
}

// The types below have the fields of their namesakes and no methods, so that printing them ends.
type (
	plainTLS     TLS
	plainAuth    Auth
	plainOptions Options
)

func (t TLS) redacted() plainTLS {
	t.KeyPassphrase = conceal(t.KeyPassphrase)
	return plainTLS(t)
}

// String shows the options without the passphrase.
func (t TLS) String() string { return fmt.Sprintf("%+v", t.redacted()) }

// GoString is String.
func (t TLS) GoString() string { return t.String() }

// Format is String for every verb, also for those that would look past String.
func (t TLS) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(t.String())) }

// LogValue is String.
func (t TLS) LogValue() slog.Value { return slog.StringValue(t.String()) }

// MarshalJSON writes the options without the passphrase.
func (t TLS) MarshalJSON() ([]byte, error) { return json.Marshal(t.redacted()) }

func (a Auth) redacted() plainAuth {
	a.Secret = conceal(a.Secret)
	return plainAuth(a)
}

// String shows the credential without its secret.
func (a Auth) String() string { return fmt.Sprintf("%+v", a.redacted()) }

// GoString is String.
func (a Auth) GoString() string { return a.String() }

// Format is String for every verb, also for those that would look past String.
func (a Auth) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(a.String())) }

// LogValue is String.
func (a Auth) LogValue() slog.Value { return slog.StringValue(a.String()) }

// MarshalJSON writes the credential without its secret.
func (a Auth) MarshalJSON() ([]byte, error) { return json.Marshal(a.redacted()) }

// String shows the options without their secrets.
func (o Options) String() string { return fmt.Sprintf("%+v", plainOptions(o)) }

// GoString is String.
func (o Options) GoString() string { return o.String() }

// Format is String for every verb, also for those that would look past String.
func (o Options) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(o.String())) }

// LogValue is String.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

// MarshalJSON writes the options without their secrets.
func (o Options) MarshalJSON() ([]byte, error) { return json.Marshal(plainOptions(o)) }
