package connections

import (
	"net/http"
	"strings"
)

// headerPrefix begins the ids of secrets that are values of extra headers.
const headerPrefix = "header:"

// HeaderSecret returns the id of the secret that is the value of an extra header.
func HeaderSecret(name string) string {
	return headerPrefix + http.CanonicalHeaderKey(strings.TrimSpace(name))
}

// HeaderOf returns the name of the extra header whose value the secret is; ok is false for a field's secret.
func HeaderOf(secret string) (name string, ok bool) { return strings.CutPrefix(secret, headerPrefix) }
