package connections

import (
	"net/netip"
	"strconv"
	"strings"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/manifest"
)

// Origin returns the scheme, host and port in a form's values as a URL without a path: "http://a:9200". A stored secret
// is used only for the origin that it was entered for. Defaults may be missing, as long as both sides of a comparison
// are values of the same form.
func Origin(values map[string]string) string {
	scheme := "https"
	if mode := values[manifest.FieldMode]; mode == "" || mode == string(transport.ModeDisabled) {
		scheme = "http"
	}
	host := strings.ToLower(strings.TrimSpace(values[manifest.FieldHost]))
	host = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ".")
	if address, err := netip.ParseAddr(host); err == nil {
		host = address.String()
	}
	port, err := strconv.Atoi(strings.TrimSpace(values[manifest.FieldPort]))
	if err != nil {
		port = 0
	}
	return scheme + "://" + hostPort(host, port)
}

// Bound is a stored secret and the origin that it was entered for.
type Bound struct {
	Field  string
	Origin string
}

// Elsewhere means that stored secrets were entered for a different origin than the one they are needed for. They were
// neither read nor changed.
type Elsewhere struct {
	Secrets []Bound // at least one, sorted by field
}

// Error names the fields and their origins.
func (e *Elsewhere) Error() string {
	var parts []string
	for _, b := range e.Secrets {
		parts = append(parts, "the secret "+strconv.Quote(b.Field)+" was saved for "+b.Origin)
	}
	return strings.Join(parts, "; ")
}
