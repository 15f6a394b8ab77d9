// Package connections stores the saved connections in one file of the profile folder and their secrets in the secrets
// store. The file never contains a secret.
//
// Decisions:
//   - A stored secret is bound to its origin (scheme, host, port) in the file, which also has its key in the credential
//     store. Each secret is stored under its own key before the file changes, and without holding the profile's lock. So
//     a credential store that prompts blocks nothing, a failed save leaves the old secret, and two windows never combine
//     one's secret with the other's address.
//   - A save deletes the secrets of an authentication method that the form no longer shows.
//   - The value of an extra request header is a secret with the id "header:" and its name; the file has only the names.
//   - The connection to the sample data is never saved.
package connections

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
)

// Connection is one saved connection. Fields has the form's values by field id, "true" and "false" for switches,
// without the secret fields. Secrets has the ids of the secret fields that are set, and ThisRun those of them that are
// kept in memory until Quarry quits.
type Connection struct {
	ID         string            `json:"id"`
	Name       string            `json:"name"`
	Driver     string            `json:"driver"`
	Fields     map[string]string `json:"fields"`
	Secrets    []string          `json:"secrets"`
	Headers    []string          `json:"headers"` // names of extra headers, canonical; see [HeaderSecret] for their values
	ThisRun    []string          `json:"-"`
	Colour     string            `json:"colour"`
	Group      string            `json:"group"`
	Tags       []string          `json:"tags"`
	LastOpened string            `json:"lastOpened"` // RFC 3339 in UTC, empty if never opened
	Version    string            `json:"version"`    // the server's version when it was last opened
}

// HasSecret reports whether the secret field is set.
func (c Connection) HasSecret(field string) bool { return slices.Contains(c.Secrets, field) }

// Secret is a change to one secret field: without Replace it stays the same, with Replace it becomes Value, and an
// empty Value removes it. Value is hidden however it is printed, logged or marshalled.
type Secret struct {
	Replace bool
	Value   string
}

// String describes the change without the value.
func (s Secret) String() string {
	switch {
	case !s.Replace:
		return "(unchanged)"
	case s.Value == "":
		return "(removed)"
	}
	return "(replaced)"
}

// GoString returns String.
func (s Secret) GoString() string { return s.String() }

// Format writes String for every verb, including those that would bypass it.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// LogValue returns String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalJSON encodes String.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// ErrNotFound means that no connection has the id.
var ErrNotFound = errors.New("no such connection")

// clone returns a copy that shares nothing with c and has no nil in it, so that it always marshals the same way.
func (c Connection) clone() Connection {
	fields := make(map[string]string, len(c.Fields))
	for id, value := range c.Fields {
		fields[id] = value
	}
	c.Fields = fields
	c.Secrets = append([]string{}, c.Secrets...)
	c.Headers = append([]string{}, c.Headers...)
	c.Tags = append([]string{}, c.Tags...)
	return c
}

// same reports whether two connections have the same name and the same form.
func (c Connection) same(as Connection) bool {
	return c.Name == as.Name && c.Driver == as.Driver && c.Colour == as.Colour && maps.Equal(c.Fields, as.Fields) && slices.Equal(c.Headers, as.Headers)
}

// check refuses connections that cannot be saved, such as one with secret fields among the plain ones.
func (c Connection) check(secrets map[string]Secret) error {
	if c.Driver == "" {
		return refused("Choose a database for this connection.", "")
	}
	for id := range secrets {
		if _, plain := c.Fields[id]; plain {
			return fmt.Errorf("save connection: the secret field %q is among the plain fields", id)
		}
	}
	for _, id := range c.Secrets {
		if _, plain := c.Fields[id]; plain {
			return fmt.Errorf("save connection: the secret field %q is among the plain fields", id)
		}
	}
	return nil
}
