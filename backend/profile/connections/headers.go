package connections

import (
	"net/http"
	"strings"
)

// headerPrefix begins the ids of the secrets that are values of extra headers.
const headerPrefix = "header:"

// HeaderSecret returns the id of the secret that is the value of an extra header.
func HeaderSecret(name string) string {
	return headerPrefix + http.CanonicalHeaderKey(strings.TrimSpace(name))
}

// HeaderOf returns the name of the extra header whose value a secret is; ok is false for the secret of a field.
func HeaderOf(secret string) (name string, ok bool) { return strings.CutPrefix(secret, headerPrefix) }
