package transport

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// endpoint is where a connection's requests go, checked and normalized.
type endpoint struct {
	scheme    string
	host      string // without brackets; a name is ASCII
	authority string // host and port as in a URL, without a default port
	prefix    string // "" or "/a/b", without a trailing slash
}

func newEndpoint(o Options) (endpoint, error) {
	host, err := cleanHost(o.Host)
	if err != nil {
		return endpoint{}, err
	}
	if o.Port < 1 || o.Port > 65535 {
		return endpoint{}, invalid("the port %d is not between 1 and 65535", o.Port)
	}
	prefix, err := cleanPrefix(o.Prefix)
	if err != nil {
		return endpoint{}, err
	}
	e := endpoint{scheme: "https", host: host, prefix: prefix, authority: net.JoinHostPort(host, strconv.Itoa(o.Port))}
	if o.TLS.Mode == ModeDisabled {
		e.scheme = "http"
	}
	if o.Port == schemePort(e.scheme) {
		e.authority = strings.TrimSuffix(e.authority, ":"+strconv.Itoa(o.Port))
	}
	return e, nil
}

func schemePort(scheme string) int {
	if scheme == "https" {
		return 443
	}
	return 80
}

// origin returns scheme, host and port as in a URL.
func (e endpoint) origin() string {
	return (&url.URL{Scheme: e.scheme, Host: e.authority}).String()
}

// target returns the request line's target for a checked path. As a second safeguard after Check, it parses the
// resulting URL again, which must still lead to this endpoint.
func (e endpoint) target(method, path, query string) (string, error) {
	target := e.prefix + path
	whole := e.origin() + target
	if query != "" {
		whole += "?" + query
	}
	u, err := url.Parse(whole)
	if err != nil || u.Scheme != e.scheme || u.Host != e.authority || u.User != nil || u.Opaque != "" || u.Fragment != "" || !strings.HasPrefix(u.EscapedPath(), e.prefix+"/") || u.RawQuery != query {
		return "", refused(method, path, pathHint, "the path leads to a server other than %s", e.origin())
	}
	return target, nil
}

// cleanHost returns a name in ASCII without the final dot of an absolute name, which certificates never have, or an
// address without brackets. It refuses a zone: no certificate and no Host header can contain one (RFC 9110, 4.2.4,
// which refers to RFC 3986, 3.2.2).
func cleanHost(host string) (string, error) {
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, closed := strings.CutSuffix(inner, "]")
		address, err := netip.ParseAddr(inner)
		if err != nil || !closed || !address.Is6() {
			return "", invalid("the host %q is not an IPv6 address in brackets", host)
		}
		return withoutZone(address)
	}
	if address, err := netip.ParseAddr(host); err == nil {
		return withoutZone(address)
	}
	name, err := asciiName(strings.TrimSuffix(host, "."))
	if err != nil || !plainName(name) {
		return "", &Error{Kind: KindInvalid, Message: "the host " + strconv.Quote(host) + " is not a name or an address", Hint: "Enter only a name or an address. Port, SSL Mode and Path Prefix have their own fields."}
	}
	return name, nil
}

func withoutZone(address netip.Addr) (string, error) {
	if address.Zone() != "" {
		return "", &Error{Kind: KindInvalid, Message: "the host " + strconv.Quote(address.String()) + " has a zone", Hint: "Remove the zone (%eth0) or use a host name."}
	}
	return address.String(), nil
}

func asciiName(host string) (string, error) {
	for i := range len(host) {
		if host[i] >= 0x80 {
			return idna.Lookup.ToASCII(host)
		}
	}
	return host, nil
}

func plainName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && c != '-' && c != '.' && c != '_' {
			return false
		}
	}
	return name != "" && len(name) <= 253 && name[0] != '.' && name[len(name)-1] != '.' && !strings.Contains(name, "..") && !endsInNumber(name)
}

// endsInNumber detects a host that looks like an IPv4 address but is not one, such as 10.0.0.256: no domain ends in a
// number (WHATWG URL, "ends in a number").
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return last != "" && strings.Trim(last, "0123456789") == ""
}

func cleanPrefix(prefix string) (string, error) {
	trimmed := strings.TrimSuffix(prefix, "/")
	if trimmed == "" {
		return "", nil
	}
	if !strings.HasPrefix(trimmed, "/") {
		trimmed = "/" + trimmed
	}
	u, err := url.Parse("http://host" + trimmed)
	if fault := pathFault(trimmed); fault != "" || climbs(trimmed) != "" || err != nil || u.EscapedPath() != trimmed || strings.HasSuffix(trimmed, "/") {
		return "", &Error{Kind: KindInvalid, Message: "the path prefix " + strconv.Quote(prefix) + " is not a path", Hint: pathHint}
	}
	return trimmed, nil
}

// wireURL makes net/http send target and query unchanged: it neither cleans nor re-encodes an opaque URL.
func (e endpoint) wireURL(target, query string) *url.URL {
	return &url.URL{Scheme: e.scheme, Host: e.authority, Opaque: target, RawQuery: query}
}
