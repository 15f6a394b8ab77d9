package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

// kindSecret is the kind of a failure that typing a secret resolves: Fields says which one. Its code is codeMissing if
// no such secret is stored; otherwise a stored one belongs to another address.
const (
	kindSecret  = "secret"
	codeMissing = "missing"
)

// askingAgain words the refusal to use a secret for a different address than it was typed for. It returns any other
// error unchanged.
func askingAgain(err error, m *manifest.Manifest) error {
	var elsewhere *connections.Elsewhere
	if !errors.As(err, &elsewhere) {
		return err
	}
	f := &Failure{Kind: kindSecret, Detail: err.Error()}
	for _, b := range elsewhere.Secrets {
		f.Fields = append(f.Fields, FieldNote{b.Field, fmt.Sprintf("Enter the %s again: it was saved for %s.", spoken(m, b.Field), b.Origin)})
	}
	f.Message = f.Fields[0].Text
	return f
}

// asking words an error from opening a connection: it asks the user for a secret that is missing or belongs to another
// address.
func (c *Connections) asking(ctx context.Context, err error, conn connections.Connection) error {
	m := c.manifestOf(ctx, conn.Driver)
	err = askingAgain(err, m)
	var refused *driver.Error
	if !errors.As(err, &refused) || refused.Kind != driver.Invalid {
		return err
	}
	f := &Failure{Kind: kindSecret, Code: codeMissing, Detail: err.Error()}
	for _, field := range needed(conn, m) {
		if !c.isStored(ctx, conn, field) {
			f.Fields = append(f.Fields, FieldNote{field, fmt.Sprintf("Enter the %s: it is not stored.", spoken(m, field))})
		}
	}
	if f.Fields == nil {
		return err
	}
	f.Message = f.Fields[0].Text
	return f
}

// needed returns the ids of the secrets that a connection cannot be opened without.
func needed(conn connections.Connection, m *manifest.Manifest) []string {
	var fields []string
	if rule := m.AuthFor(session.FormValuesOf(m, conn.Fields)); rule != nil {
		fields = append(fields, rule.Secret)
	}
	for _, name := range conn.Headers {
		fields = append(fields, connections.HeaderSecret(name))
	}
	return fields
}

// isStored reports whether a connection has a secret: another program may have removed one that its record still names.
func (c *Connections) isStored(ctx context.Context, conn connections.Connection, field string) bool {
	if !slices.Contains(conn.Secrets, field) {
		return false
	}
	_, err := c.store.Secret(ctx, conn.ID, field, connections.Origin(conn.Fields))
	return !errors.Is(err, secrets.ErrNotFound)
}

// spoken returns the label of a field as written within a sentence: "password", "API key".
func spoken(m *manifest.Manifest, field string) string {
	if name, ok := connections.HeaderOf(field); ok {
		return "value of the header " + name
	}
	label, _ := m.LabelOf(field, "")
	words := strings.Fields(label)
	for i, word := range words {
		if word != strings.ToUpper(word) {
			words[i] = strings.ToLower(word)
		}
	}
	return strings.Join(words, " ")
}
