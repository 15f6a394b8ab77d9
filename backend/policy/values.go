package policy

import (
	"net/netip"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quarry/backend/driverhost/registry"
)

// checkValues returns the mistakes that a schema cannot describe. The value fits the schema.
func checkValues(root *node) Problems {
	var found Problems
	for _, n := range root.member("allowedHosts").list() {
		if text := checkPattern(n.text); text != "" {
			found = append(found, n.problem("%s", text))
		}
	}
	if n := root.member("organisation"); n != nil && strings.TrimSpace(n.text) == "" {
		found = append(found, n.problem("%s is empty; remove it if it should decide nothing", quoted("organisation")))
	}
	found = append(found, checkRegistry(root.member("registry"))...)
	ids := map[string]bool{}
	for _, n := range root.member("connections").list() {
		found = append(found, checkConnection(n, ids)...)
	}
	return found
}

var (
	hostName     = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$`)
	connectionID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`)
	// secretID matches the ids of fields that hold a secret. When a connection opens, the driver's manifest decides.
	secretID = regexp.MustCompile(`(?i)passw|passphrase|secret|token|credential|apikey|^header:`)
)

// checkPattern returns why an allowed host is unusable, "" if it is not.
func checkPattern(text string) string {
	name := strings.ToLower(strings.TrimPrefix(text, "*."))
	if network, err := netip.ParsePrefix(text); err == nil {
		if network.Masked() != network {
			return quoted(text) + " is an address inside a network; write " + quoted(network.Masked().String()) + " for the network"
		}
		return ""
	}
	_, err := netip.ParseAddr(text)
	switch {
	case err == nil:
		return ""
	case strings.Contains(text, "://"):
		return quoted(text) + " is a URL; write only the host"
	case hostName.MatchString(name):
		return ""
	}
	return quoted(text) + " is not a host: write a name, *.example.com, an IP address or a network such as 10.0.0.0/8, without a port"
}

func checkRegistry(n *node) Problems {
	var found Problems
	if at := n.member("address"); at != nil {
		if text := checkAddress(at.text); text != "" {
			found = append(found, at.problem("%s", text))
		}
	}
	seen := map[string]bool{}
	for _, key := range n.member("publisherKeys").list() {
		keys, err := registry.ParseKeys(key.text)
		if err != nil || len(keys) != 1 {
			found = append(found, key.problem("%s is not an ed25519 public key in base64", quoted(key.text)))
			continue
		}
		if print := registry.Fingerprint(keys[0].Public); seen[print] {
			found = append(found, key.problem("%s is given twice", quoted(key.text)))
		} else {
			seen[print] = true
		}
	}
	if at := n.member("proxy"); at != nil {
		if text := checkProxy(at.text); text != "" {
			found = append(found, at.problem("%s", text))
		}
	}
	return found
}

// checkAddress returns why a registry's address is unusable, "" if it is not.
func checkAddress(text string) string {
	if err := registry.CheckAddress(text); err != nil {
		return "the registry's address must be an https URL or the full path of a file"
	}
	if !strings.Contains(text, ":") && !path.IsAbs(text) && !filepath.IsAbs(text) {
		return "the registry's address must be an https URL or the full path of a file; " + quoted(text) + " is a relative path"
	}
	return ""
}

// checkProxy returns why a proxy is unusable, "" if it is not.
func checkProxy(text string) string {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5":
		return "the proxy must be a URL such as http://proxy.example.com:3128"
	case u.User != nil:
		return "the proxy must not contain a user name or password: every user can read the policy"
	case strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "":
		return "the proxy must be a URL without a path"
	case !validPort(u.Port()):
		return "the proxy's port must be between 1 and 65535"
	}
	return ""
}

// validPort reports whether a URL names no port, or one from 1 to 65535.
func validPort(text string) bool {
	port, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && port > 0
}

// safeModes are the values of a connection's own safe mode.
var safeModes = []string{"off", "confirm", "read-only"}

func checkConnection(n *node, ids map[string]bool) Problems {
	var found Problems
	id := n.member("id")
	switch {
	case !connectionID.MatchString(id.text):
		found = append(found, id.problem("the id %s must be 1 to 60 letters, digits, hyphens and underscores", quoted(id.text)))
	case ids[id.text]:
		found = append(found, id.problem("another connection has the id %s", quoted(id.text)))
	}
	ids[id.text] = true
	for _, name := range []string{"name", "driver"} {
		if at := n.member(name); strings.TrimSpace(at.text) == "" {
			found = append(found, at.problem("%s is empty", quoted(name)))
		}
	}
	fields := n.member("fields")
	host := fields.member("host")
	for _, m := range fields.members {
		if secretID.MatchString(m.name) {
			found = append(found, m.at.problem("%s is a secret: every user can read the policy, so each user is asked for it instead", quoted(m.name)))
		}
	}
	if mode := fields.member("safeMode"); mode != nil && mode.text != "" && !slices.Contains(safeModes, mode.text) {
		found = append(found, mode.problem("%s must be %s, not %s", quoted("safeMode"), alternatives(safeModes), quoted(mode.text)))
	}
	switch {
	case host == nil || host.text == "":
		found = append(found, fields.problem(`"host" is missing`))
	case strings.Contains(host.text, "@"):
		found = append(found, host.problem("the host must not contain a user name or password"))
	case strings.Contains(host.text, "/"):
		found = append(found, host.problem("%s is not a host: write only the name or the IP address", quoted(host.text)))
	}
	return found
}
