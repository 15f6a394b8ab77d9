package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"quarry/backend/connection/loopback"
	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

// The safe modes of a connection (CON-22).
const (
	SafeOff      = "off"
	SafeConfirm  = "confirm"
	SafeReadOnly = "read-only"
)

// FieldSafeMode is the id of the form field for the safe mode.
const FieldSafeMode = "safeMode"

// FormValues are a connection's field values with the defaults of its form filled in. They contain no secret.
type FormValues map[string]string

// FormValuesOf completes the values of a connection with the defaults of its form. The safe mode has no default:
// without a choice it depends on the host.
func FormValuesOf(m *manifest.Manifest, values map[string]string) FormValues {
	s := FormValues(m.Defaults())
	delete(s, FieldSafeMode)
	for id, v := range m.Tidy(values) {
		s[id] = v
	}
	return s
}

// Check refuses values that the form's fields do not accept. The error is of kind invalid and names the field and what
// it accepts.
func Check(m *manifest.Manifest, values map[string]string) error {
	err := m.Check(values)
	var field *manifest.FieldError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &field):
		return &driver.Error{Kind: driver.Invalid, Message: fmt.Sprintf("Check %s: %s. %s", field.Tab, field.Label, sentence(field.Reason))}
	}
	return &driver.Error{Kind: driver.Invalid, Message: sentence(err.Error())}
}

// sentence turns an error's text into a sentence, with a capital letter and a full stop.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// SafeMode returns the chosen safe mode. Without a choice it is off for this computer and confirm for any other.
func (s FormValues) SafeMode() string {
	switch {
	case s.choseSafeMode():
		return s[FieldSafeMode]
	case loopback.Is(s["host"]):
		return SafeOff
	}
	return SafeConfirm
}

func (s FormValues) choseSafeMode() bool {
	switch s[FieldSafeMode] {
	case SafeOff, SafeConfirm, SafeReadOnly:
		return true
	}
	return false
}

// wantsNodes reports whether the safe mode depends on the number of nodes in the cluster.
func (s FormValues) wantsNodes() bool { return !s.choseSafeMode() && s.SafeMode() == SafeOff }

// greeted decides the safe mode again if none was chosen and the server has reported the size of its cluster: a
// loopback address can be the near end of a tunnel, and a cluster of several nodes is unlikely to run here. It adds a
// notice about this.
func (s FormValues) greeted(server *driver.Server) {
	if !s.wantsNodes() || server.Nodes < 2 {
		return
	}
	s[FieldSafeMode] = SafeConfirm
	server.Notices = append(server.Notices, fmt.Sprintf(
		"Quarry asks before each write: this cluster has %d nodes, so this port may be forwarded to another computer. "+
			"To change that, use Safe Mode in the toolbar.", server.Nodes))
}

// PageSize returns the number of rows per page, or 0 if none was chosen.
func (s FormValues) PageSize() int {
	n, err := strconv.Atoi(s["pageSize"])
	if err != nil {
		return 0
	}
	return n
}

// Secure reports whether the connection is HTTPS.
func (s FormValues) Secure() bool {
	return s["ssl"] != "" && s["ssl"] != string(transport.ModeDisabled)
}

// secretSource returns a stored secret by the id of its field.
type secretSource func(ctx context.Context, field string) (string, error)

// transportOptions returns the options for a connection's HTTP client. It reads from secret only what the chosen method
// and a client key need. The error is of kind invalid if a field is unusable or a required one is empty.
func transportOptions(ctx context.Context, m *manifest.Manifest, s FormValues, secret secretSource) (transport.Options, error) {
	if err := Check(m, s); err != nil {
		return transport.Options{}, err
	}
	credential, given, err := auth(ctx, m, s, secret)
	if err != nil {
		return transport.Options{}, err
	}
	if missing := m.Missing(s, given); len(missing) > 0 {
		return transport.Options{}, lacks(missing)
	}
	port, err := strconv.Atoi(s[manifest.FieldPort])
	if err != nil {
		return transport.Options{}, &driver.Error{Kind: driver.Invalid, Message: fmt.Sprintf("Port must be a number, not %q.", s[manifest.FieldPort])}
	}
	encryption, err := tlsOptions(ctx, m, s, secret)
	if err != nil {
		return transport.Options{}, err
	}
	return transport.Options{
		Host: s[manifest.FieldHost], Port: port, Prefix: s[manifest.FieldPrefix],
		TLS:            encryption,
		Auth:           credential,
		ConnectTimeout: seconds(s["connectTimeout"]),
		RequestTimeout: seconds(s["queryTimeout"]),
	}, nil
}

// secretHint is the hint of a missing secret.
const secretHint = "Where there is no credential store, Quarry keeps secrets only until it quits."

// lacks returns an error that names the required fields that have no value, by tab: "Enter Host and Port (General) to
// connect."
func lacks(missing []manifest.Place) error {
	var tabs []string
	labels := map[string][]string{}
	onlySecrets := true
	for _, p := range missing {
		if labels[p.Tab] == nil {
			tabs = append(tabs, p.Tab)
		}
		labels[p.Tab] = append(labels[p.Tab], p.Label)
		onlySecrets = onlySecrets && p.Secret
	}
	var parts []string
	for _, tab := range tabs {
		parts = append(parts, joinWords(labels[tab])+" ("+tab+")")
	}
	e := &driver.Error{Kind: driver.Invalid, Message: "Enter " + joinWords(parts) + " to connect."}
	if onlySecrets {
		e.Hint = secretHint
	}
	return e
}

// joinWords joins words as a sentence lists them: "Host, Username and Password".
func joinWords(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// auth returns the credential, and the id of its secret if it has one.
func auth(ctx context.Context, m *manifest.Manifest, s FormValues, secret secretSource) (transport.Auth, []string, error) {
	rule := m.AuthFor(s)
	if rule == nil {
		return transport.Auth{}, nil, nil
	}
	value, err := secret(ctx, rule.Secret)
	if err != nil && !errors.Is(err, secrets.ErrNotFound) {
		return transport.Auth{}, nil, err
	}
	credential := transport.Auth{
		Scheme: rule.Scheme, User: s[rule.User], Header: rule.Header, Prefix: rule.Prefix, Secret: value,
	}
	if value == "" {
		return credential, nil, nil
	}
	return credential, []string{rule.Secret}, nil
}

// newClient makes the client of a connection. If a file or a value is unusable, the error is of kind invalid and a full
// sentence.
func newClient(o transport.Options) (*transport.Client, error) {
	client, err := transport.New(o)
	return client, unusable(err)
}

// noLimit is the longest possible duration.
const noLimit = time.Duration(math.MaxInt64)

// seconds parses a number of seconds: "" means the transport's default, and 0 means no limit.
func seconds(text string) time.Duration {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n < 0:
		return 0
	case n == 0:
		return noLimit
	}
	return time.Duration(n) * time.Second
}
