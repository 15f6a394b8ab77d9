package api

import (
	"context"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile/connections"
)

// NamedSecret is a connection's secret and its name in the form.
type NamedSecret struct {
	ID   string // as in SecretValue
	Name string // the label of its field, or the name of the extra header
}

// SecretsOf returns the secrets that a saved connection can have, whether stored or not: its fields, then its extra
// headers.
func (a *API) SecretsOf(ctx context.Context, id string) ([]NamedSecret, error) {
	conn, err := a.Connections.find(id)
	if err != nil {
		return nil, err
	}
	m := a.Connections.manifestOf(ctx, conn.Driver)
	var list []NamedSecret
	for _, field := range shownSecrets(m, conn) {
		list = append(list, NamedSecret{ID: field.ID, Name: field.Label})
	}
	for _, name := range conn.Headers {
		list = append(list, NamedSecret{ID: connections.HeaderSecret(name), Name: name})
	}
	return list, nil
}

// shownSecrets returns the secret fields that the form shows for the values of a connection.
func shownSecrets(m *manifest.Manifest, conn connections.Connection) []manifest.Field {
	var fields []manifest.Field
	for _, tab := range m.Form.Tabs {
		for i := range tab.Fields {
			if f := &tab.Fields[i]; f.Kind == manifest.Secret && m.Visible(f, conn.Fields) {
				fields = append(fields, *f)
			}
		}
	}
	return fields
}
