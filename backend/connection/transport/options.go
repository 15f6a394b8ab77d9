package transport

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"
)

// Mode is a connection's SSL mode. Every mode except ModeDisabled is HTTPS and never falls back to plain HTTP.
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

// The limits that apply if the field of Options is zero.
const (
	DefaultConnectTimeout = 10 * time.Second
	DefaultRequestTimeout = 60 * time.Second
	DefaultMaxResponse    = 256 << 20
	DefaultUserAgent      = "Quarry"
)

const hidden = "(hidden)"

// TLS says how a connection is encrypted. The files are PEM, or .p12 for the client's certificate and key. CAFile
// replaces the system's roots; CertFile and KeyFile are the client's certificate and key; KeyPassphrase decrypts the
// key.
type TLS struct {
	Mode          Mode
	SkipVerify    bool // accept any certificate in every mode
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

// Options describe one connection. Secrets are hidden however they are printed, logged or marshalled.
type Options struct {
	Host   string // a name, an IPv4 address, or an IPv6 address with or without brackets
	Port   int
	Prefix string // prepended to every path, already percent-encoded: "/es"
	TLS    TLS
	Auth   Auth
	// Headers are added to every request that lacks a header with the same name, see [HeaderNames] and [HeaderValue].
	Headers []Header

	ConnectTimeout time.Duration // for name lookup, connecting and TLS together; 0 for DefaultConnectTimeout
	RequestTimeout time.Duration // for a whole request; 0 for DefaultRequestTimeout
	MaxResponse    int64         // maximum decoded size of a body for Do; 0 for DefaultMaxResponse
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

// The types below have the fields of their namesakes but no methods, so that printing them does not recurse.
type (
	plainTLS     TLS
	plainAuth    Auth
	plainOptions Options
)

func (t TLS) redacted() plainTLS {
	t.KeyPassphrase = conceal(t.KeyPassphrase)
	return plainTLS(t)
}

// String returns the options without the passphrase.
func (t TLS) String() string { return fmt.Sprintf("%+v", t.redacted()) }

// GoString returns String.
func (t TLS) GoString() string { return t.String() }

// Format writes String for every verb, including those that would bypass it.
func (t TLS) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(t.String())) }

// LogValue returns String.
func (t TLS) LogValue() slog.Value { return slog.StringValue(t.String()) }

// MarshalJSON encodes the options without the passphrase.
func (t TLS) MarshalJSON() ([]byte, error) { return json.Marshal(t.redacted()) }

func (a Auth) redacted() plainAuth {
	a.Secret = conceal(a.Secret)
	return plainAuth(a)
}

// String returns the credential without its secret.
func (a Auth) String() string { return fmt.Sprintf("%+v", a.redacted()) }

// GoString returns String.
func (a Auth) GoString() string { return a.String() }

// Format writes String for every verb, including those that would bypass it.
func (a Auth) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(a.String())) }

// LogValue returns String.
func (a Auth) LogValue() slog.Value { return slog.StringValue(a.String()) }

// MarshalJSON encodes the credential without its secret.
func (a Auth) MarshalJSON() ([]byte, error) { return json.Marshal(a.redacted()) }

// String returns the options without their secrets.
func (o Options) String() string { return fmt.Sprintf("%+v", plainOptions(o)) }

// GoString returns String.
func (o Options) GoString() string { return o.String() }

// Format writes String for every verb, including those that would bypass it.
func (o Options) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(o.String())) }

// LogValue returns String.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

// MarshalJSON encodes the options without their secrets.
func (o Options) MarshalJSON() ([]byte, error) { return json.Marshal(plainOptions(o)) }
