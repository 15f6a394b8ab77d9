package session

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

// CheckHeaders returns the names of a form's extra headers in canonical form. The error is of kind invalid, for the
// reasons in [transport.HeaderNames] or if a header carries the connection's own secret.
func CheckHeaders(m *manifest.Manifest, values map[string]string, names []string) ([]string, error) {
	names, err := transport.HeaderNames(names)
	if err != nil {
		return nil, unusable(err)
	}
	if rule := m.AuthFor(FormValuesOf(m, values)); rule != nil && slices.Contains(names, http.CanonicalHeaderKey(rule.Header)) {
		return nil, &driver.Error{
			Kind: driver.Invalid, Message: "You cannot add the header " + http.CanonicalHeaderKey(rule.Header) + ".",
			Hint: "It contains this connection's key.",
		}
	}
	return names, nil
}

// CheckHeaderValue returns an error of kind invalid if the value of an extra header cannot be sent.
func CheckHeaderValue(name, value string) error {
	_, err := transport.HeaderValue(name, value)
	return unusable(err)
}

// unusable turns a transport error of kind invalid into a full sentence for the user.
func unusable(err error) error {
	var e *transport.Error
	if errors.As(err, &e) && e.Kind == transport.KindInvalid {
		return &driver.Error{Kind: driver.Invalid, Message: sentence(e.Message), Hint: e.Hint}
	}
	return err
}

// extraHeaders reads the values of a connection's extra headers. The error is of kind invalid if one is not stored.
func extraHeaders(ctx context.Context, names []string, secret secretSource) ([]transport.Header, error) {
	var headers []transport.Header
	for _, name := range names {
		value, err := secret(ctx, connections.HeaderSecret(name))
		if errors.Is(err, secrets.ErrNotFound) {
			return nil, &driver.Error{
				Kind: driver.Invalid, Message: "Enter the value of the header " + name + " to connect.",
				Hint: secretHint,
			}
		}
		if err != nil {
			return nil, err
		}
		headers = append(headers, transport.Header{Name: name, Value: value})
	}
	return headers, nil
}
