package transport

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// checkRedirect refuses a response that redirects to another origin. A redirect within the origin is an ordinary
// response, and is not followed either.
func (x *exchange) checkRedirect(resp *http.Response) error {
	location := resp.Header.Get("Location")
	if resp.StatusCode < 300 || resp.StatusCode > 399 || location == "" {
		return nil
	}
	e := x.client.endpoint
	other, same := e.leadsTo(location)
	if same {
		return nil
	}
	fault := refused(x.request.Method, x.request.Path, redirectHint(e, other), "the server redirects to %s, which is not this connection", other)
	fault.Status, fault.Sent = resp.StatusCode, true
	return fault
}

func redirectHint(e endpoint, other string) string {
	if e.scheme == "http" && strings.HasPrefix(other, "https://") {
		return "The server asks for HTTPS: choose an SSL mode."
	}
	return "If that server is yours, create a separate connection for it."
}

// leadsTo resolves a Location against the endpoint. other is the origin that it leads to, without user information. A
// Location that cannot be parsed never leads to the same origin.
func (e endpoint) leadsTo(location string) (other string, same bool) {
	base := url.URL{Scheme: e.scheme, Host: e.authority, Path: "/"}
	u, err := base.Parse(location)
	if err != nil || u.Host == "" || strings.ContainsAny(location, "\\\t\r\n") {
		return "an address that Quarry cannot read", false
	}
	other = (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
	own := u.Scheme == e.scheme && strings.EqualFold(u.Hostname(), base.Hostname()) && portOf(u) == portOf(&base)
	return other, own && u.User == nil
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	return strconv.Itoa(schemePort(u.Scheme))
}
