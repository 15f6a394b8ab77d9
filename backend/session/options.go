package session

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"quarry/backend/manifest"
	"quarry/backend/secrets"
	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// Safe modes of a connection (CON-22).
const (
	SafeOff      = "off"
	SafeConfirm  = "confirm"
	SafeReadOnly = "read-only"
)

// Settings are a connection's field values with the defaults of its form filled in. They hold no secret.
type Settings map[string]string

// SettingsOf completes the values of a connection with the defaults of its form.
func SettingsOf(m *manifest.Manifest, values map[string]string) Settings {
	s := Settings(m.Defaults())
	for id, v := range values {
		s[id] = v
	}
	return s
}

// SafeMode gives the safe mode: the one that was chosen, else off for this computer and confirm for any other.
func (s Settings) SafeMode() string {
	switch s["safeMode"] {
	case SafeOff, SafeConfirm, SafeReadOnly:
		return s["safeMode"]
	}
	if loopback(s["host"]) {
		return SafeOff
	}
	return SafeConfirm
}

func loopback(host string) bool {
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// PageSize gives the rows of a page, 0 where none was chosen.
func (s Settings) PageSize() int {
	n, err := strconv.Atoi(s["pageSize"])
	if err != nil {
		return 0
	}
	return n
}

// Secure tells whether the connection is HTTPS.
func (s Settings) Secure() bool {
	return s["ssl"] != "" && s["ssl"] != string(transport.ModeDisabled)
}

// secretSource gives a stored secret by the id of its field.
type secretSource func(ctx context.Context, field string) (string, error)

// transportOptions makes the options of a connection's HTTP client. The secret that the chosen method needs is read
// from secret; no other is.
func transportOptions(ctx context.Context, m *manifest.Manifest, s Settings, secret secretSource) (transport.Options, error) {
	if err := m.Check(s); err != nil {
		return transport.Options{}, &driver.Error{Kind: driver.Invalid, Message: err.Error()}
	}
	port, err := strconv.Atoi(s["port"])
	if err != nil {
		return transport.Options{}, &driver.Error{Kind: driver.Invalid, Message: fmt.Sprintf("The port %q is no number.", s["port"])}
	}
	o := transport.Options{
		Host: s["host"], Port: port, Prefix: s["prefix"],
		TLS: transport.TLS{
			Mode: transport.Mode(s["ssl"]), SkipVerify: s["skipVerify"] == "true", CAFile: s["caFile"],
		},
		ConnectTimeout: seconds(s["connectTimeout"]),
		RequestTimeout: seconds(s["queryTimeout"]),
	}
	o.Auth, err = auth(ctx, m, s, secret)
	return o, err
}

func auth(ctx context.Context, m *manifest.Manifest, s Settings, secret secretSource) (transport.Auth, error) {
	rule := m.AuthFor(s)
	if rule == nil {
		return transport.Auth{}, nil
	}
	value, err := secret(ctx, rule.Secret)
	if errors.Is(err, secrets.ErrNotFound) {
		value, err = "", nil
	}
	if err != nil {
		return transport.Auth{}, err
	}
	return transport.Auth{
		Scheme: rule.Scheme, User: s[rule.User], Header: rule.Header, Prefix: rule.Prefix, Secret: value,
	}, nil
}

// seconds reads a number of seconds; 0 and "" leave the transport's default.
func seconds(text string) time.Duration {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(n) * time.Second
}
