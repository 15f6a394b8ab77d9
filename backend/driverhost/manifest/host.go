package manifest

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
)

var (
	namePattern   = regexp.MustCompile(`^[^\s/\\@?#:\[\]%]+$`)
	numberPattern = regexp.MustCompile(`(^|\.)[0-9]+\.?$`)
	prefixPattern = regexp.MustCompile(`^(/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)+/?$`)
)

// Tidy returns the values with surrounding spaces removed from those that the host understands: such spaces come from
// pasting and are never part of the value.
func (m *Manifest) Tidy(values map[string]string) map[string]string {
	tidy := make(map[string]string, len(values))
	for id, value := range values {
		if id == FieldHost || id == FieldPort || id == FieldPrefix || m.isHeaderField(id) {
			value = strings.TrimSpace(value)
		}
		tidy[id] = value
	}
	return tidy
}

// refusesHostValue returns why the host cannot use a value that its field accepts, "" if it can.
func (m *Manifest) refusesHostValue(id, value string) string {
	switch {
	case id == FieldHost:
		return m.refusesHost(value)
	case id == FieldPrefix && !prefixPattern.MatchString(value):
		return "must be a path that begins with a slash, such as /es"
	case m.isHeaderField(id) && !carriesCredential(value):
		return "must be the name of a header that can carry a key"
	}
	return ""
}

// refusesHost refuses a value that is neither a host name nor an address. For a URL, or parts of one, it says which
// part belongs in which field.
func (m *Manifest) refusesHost(value string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
	address, err := netip.ParseAddr(inner)
	switch {
	case err == nil && address.Zone() != "":
		return fmt.Sprintf("must not have a zone: remove %%%s or use a host name", address.Zone())
	case err == nil && (inner == value || address.Is6() && value == "["+inner+"]"):
		return ""
	case numberPattern.MatchString(value):
		return "is not a valid IPv4 address (four numbers from 0 to 255)"
	case namePattern.MatchString(value):
		return ""
	}
	if advice := m.hostAdvice(value); advice != "" {
		return advice
	}
	return "must be a host name, an IPv4 address or an IPv6 address, without scheme, port or path"
}

// hostAdvice splits a URL, or a host with a port or a path, and says which part belongs in which field; "" if there is
// nothing to split. It never repeats user info.
func (m *Manifest) hostAdvice(value string) string {
	scheme, _, whole := strings.Cut(value, "://")
	text := value
	if !whole {
		scheme, text = "", "//"+value
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || m.refusesHost(u.Hostname()) != "" {
		return ""
	}
	scheme = strings.ToLower(scheme)
	steps := []string{"type " + u.Hostname() + " here"}
	if port := portOf(u, scheme); port != "" {
		steps = append(steps, port+" in "+m.label(FieldPort))
	}
	if path := strings.TrimSuffix(u.EscapedPath(), "/"); path != "" && m.field(FieldPrefix) != nil {
		steps = append(steps, path+" in "+m.label(FieldPrefix))
	}
	if u.User != nil {
		steps = append(steps, "user and password in their own fields")
	}
	if mode := m.field(FieldMode); mode != nil && scheme == "https" {
		steps = append(steps, fmt.Sprintf("and choose an %s that is not %s", mode.Label, labelOf(mode, mode.Default)))
	}
	what := "must not be a URL"
	if !whole {
		what = "must be only the host name or address"
	}
	return fmt.Sprintf("%s: %s", what, strings.Join(steps, ", "))
}

// portOf returns the port of a URL, or its scheme's default.
func portOf(u *url.URL, scheme string) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case scheme == "https":
		return "443"
	case scheme == "http":
		return "80"
	}
	return ""
}

func (m *Manifest) label(id string) string {
	if field := m.field(id); field != nil {
		return field.Label
	}
	return id
}

func labelOf(f *Field, value string) string {
	for _, option := range f.Options {
		if option.Value == value {
			return option.Label
		}
	}
	return value
}
