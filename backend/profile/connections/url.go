package connections

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"quarry/backend/driverhost/manifest"
	"quarry/drivers/driver"
)

// Address is a parsed URL. Printing it hides the password.
type Address struct {
	Scheme   string
	Host     string // without brackets
	Port     int    // 0 if the URL has none
	Prefix   string // percent-encoded, without a trailing slash
	User     string
	Password string
	Name     string // a suggested name for the connection, "" for its host
	CloudID  bool   // it came from a Cloud ID
}

// String returns the address without user and password.
func (a Address) String() string {
	return a.Scheme + "://" + hostPort(a.Host, a.Port) + a.Prefix
}

// GoString returns String.
func (a Address) GoString() string { return a.String() }

// Format writes String for every verb.
func (a Address) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(a.String())) }

// maxURL is the longest accepted URL, in bytes.
const maxURL = 4096

// escapeHint is the hint for a URL that cannot be parsed: the usual cause is an unescaped character in a password.
const escapeHint = "In a URL, percent-encode / ? # % and @ in a password, or type the password into its own field."

// ParseURL parses the URL of a cluster, scheme://user:password@host:port/prefix. The error is of kind invalid and never
// quotes the text, which may contain a password.
func ParseURL(text string) (Address, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxURL || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' || r == '\\' }) {
		return Address{}, refused("This is not a URL.", "Enter scheme://host:port, without spaces.")
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return Address{}, refused("The URL is not valid.", escapeHint)
	case u.Scheme == "" || u.Opaque != "" || u.Hostname() == "":
		return Address{}, refused("The URL needs a scheme and a host.", "Enter scheme://host:port.")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return Address{}, refused("The URL has a query or a fragment.", "Remove everything from ? or # onwards. "+escapeHint)
	}
	a := Address{Scheme: u.Scheme, Host: u.Hostname(), Prefix: strings.TrimRight(u.EscapedPath(), "/"), User: u.User.Username()}
	a.Password, _ = u.User.Password()
	if u.Port() == "" {
		return a, nil
	}
	if a.Port, err = strconv.Atoi(u.Port()); err != nil || a.Port < 1 || a.Port > 65535 {
		return Address{}, refused("The URL's port must be between 1 and 65535.", escapeHint)
	}
	return a, nil
}

// Taken holds the form values that a URL fills in. Printing it never reveals its secrets.
type Taken struct {
	Values  map[string]string // by field id
	Secrets map[string]Secret // by field id
}

// Take returns the values that the URL fills in in a driver's form; values are the form's current values. A form can
// take an address even if its connections have no URL. The error is of kind invalid, or unsupported if the form takes
// none.
func (a Address) Take(m *manifest.Manifest, values map[string]string) (Taken, error) {
	if m.URL == nil || len(m.URL.Schemes) == 0 {
		return Taken{}, unsupported(m)
	}
	if a.CloudID && !m.URL.CloudID {
		return Taken{}, refused(fmt.Sprintf("%s has no Cloud IDs.", m.Title), "Enter the host of the cluster.")
	}
	scheme := schemeOf(m.URL, a.Scheme)
	if scheme == nil {
		return Taken{}, refused(fmt.Sprintf("URLs for %s begin with %s.", m.Title, schemes(m.URL)), "")
	}
	t := Taken{Values: map[string]string{manifest.FieldHost: a.Host}, Secrets: map[string]Secret{}}
	port := a.Port
	if port == 0 {
		port = scheme.Port
	}
	t.Values[manifest.FieldPort] = strconv.Itoa(port)
	t.satisfy(m, scheme.When, values)
	switch {
	case m.HasField(manifest.FieldPrefix):
		t.Values[manifest.FieldPrefix] = a.Prefix
	case a.Prefix != "":
		return Taken{}, refused(fmt.Sprintf("%s connections have no path prefix. Remove the path.", m.Title), "")
	}
	return t, t.user(m, a, values)
}

// user fills in the user name and the password.
func (t Taken) user(m *manifest.Manifest, a Address, values map[string]string) error {
	if a.User == "" && a.Password == "" {
		return nil
	}
	u := m.URL.User
	if u == nil {
		return refused(fmt.Sprintf("%s connections have no user name. Remove the user.", m.Title), "")
	}
	t.Values[u.Field] = a.User
	if a.Password != "" {
		t.Secrets[u.Secret] = Secret{Replace: true, Value: a.Password}
	}
	t.satisfy(m, u.When, values)
	return nil
}

// satisfy makes a condition hold, unless it already does.
func (t Taken) satisfy(m *manifest.Manifest, when *manifest.When, values map[string]string) {
	if when != nil && !m.Holds(when, values) {
		t.Values[when.Field] = when.Is[0]
	}
}

// NoURL returns the sentence that says why a driver's connections have no URL, "" if they do.
func NoURL(m *manifest.Manifest) string {
	switch {
	case m.URL == nil:
		return m.Title + " has no connection URL."
	case m.URL.None != "":
		return m.URL.None
	}
	return ""
}

// CheckURL returns an error of kind unsupported if a driver's connections have no URL.
func CheckURL(m *manifest.Manifest) error {
	if NoURL(m) == "" {
		return nil
	}
	return unsupported(m)
}

func unsupported(m *manifest.Manifest) error {
	return &driver.Error{Kind: driver.Unsupported, Message: NoURL(m)}
}

// URLOf returns the URL of a connection, with its user but without any secret. values are complete, including defaults.
// It is "" if the driver has no URL or the values do not form one.
func URLOf(m *manifest.Manifest, values map[string]string) string {
	if NoURL(m) != "" || values[manifest.FieldHost] == "" {
		return ""
	}
	port, err := strconv.Atoi(values[manifest.FieldPort])
	if err != nil {
		return ""
	}
	for _, s := range m.URL.Schemes {
		if !m.Holds(s.When, values) {
			continue
		}
		host := strings.Trim(values[manifest.FieldHost], "[]")
		u, err := url.Parse(s.Name + "://" + hostPort(host, port) + values[manifest.FieldPrefix])
		if err != nil {
			return ""
		}
		if user := m.URL.User; user != nil && m.Holds(user.When, values) && values[user.Field] != "" {
			u.User = url.User(values[user.Field])
		}
		return u.String()
	}
	return ""
}

func hostPort(host string, port int) string {
	host = strings.ReplaceAll(host, "%", "%25") // the zone of an address (RFC 6874, 2)
	if port > 0 {
		return net.JoinHostPort(host, strconv.Itoa(port))
	}
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}

func schemeOf(u *manifest.URL, name string) *manifest.Scheme {
	for i := range u.Schemes {
		if u.Schemes[i].Name == name {
			return &u.Schemes[i]
		}
	}
	return nil
}

func schemes(u *manifest.URL) string {
	var names []string
	for _, s := range u.Schemes {
		names = append(names, s.Name+"://")
	}
	return strings.Join(names, " or ")
}

// Summary describes what a URL filled in: labels and values of the plain fields, in the form's order, without empty
// ones.
func (t Taken) Summary(m *manifest.Manifest) []string {
	var told []string
	for _, tab := range m.Form.Tabs {
		for _, f := range tab.Fields {
			if value := t.Values[f.ID]; value != "" {
				label, shown := m.LabelOf(f.ID, value)
				told = append(told, label+" "+shown)
			}
		}
	}
	return told
}

func refused(message, hint string) error {
	return &driver.Error{Kind: driver.Invalid, Message: message, Hint: hint}
}
