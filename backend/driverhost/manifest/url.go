package manifest

import (
	"fmt"
	"regexp"
)

// URL describes a connection's address as a URL. Its host, port and path are the fields FieldHost, FieldPort and
// FieldPrefix. If None is set, the engine has no such URL and None is the sentence that says so; Schemes are then those
// of an address pasted into the form.
type URL struct {
	None    string   `json:"none,omitempty"`
	Schemes []Scheme `json:"schemes,omitempty"`
	User    *URLUser `json:"user,omitempty"`
	CloudID bool     `json:"cloudId,omitempty"` // whether a Cloud ID is also accepted as an address
}

// Scheme is one scheme of the URL and its default port. A connection has the scheme while When holds; one read from a
// URL gets the first value of When, unless it already has one of the others.
type Scheme struct {
	Name string `json:"name"`
	Port int    `json:"port"`
	When *When  `json:"when,omitempty"`
}

// URLUser names the fields for the user info of a URL, and the condition under which they are used.
type URLUser struct {
	Field  string `json:"field"`
	Secret string `json:"secret"`
	When   *When  `json:"when,omitempty"`
}

// schemePattern matches a scheme in lower case (RFC 3986, 3.1).
var schemePattern = regexp.MustCompile(`^[a-z][a-z0-9+.-]{0,19}$`)

// Holds reports whether a condition holds for these values; nil always holds.
func (m *Manifest) Holds(when *When, values map[string]string) bool { return m.holds(when, values) }

// HasField reports whether the form has a field with that id.
func (m *Manifest) HasField(id string) bool { return m.field(id) != nil }

// LabelOf returns a field's label and, for a choice, the label of its value. If the form does not have them, it returns
// its arguments unchanged.
func (m *Manifest) LabelOf(id, value string) (label, shown string) {
	f := m.field(id)
	if f == nil {
		return id, value
	}
	return f.Label, labelOf(f, value)
}

func (m *Manifest) checkURL() error {
	u := m.URL
	if u == nil {
		return nil
	}
	if u.None != "" {
		if u.User != nil {
			return fmt.Errorf("url: none cannot be combined with user")
		}
		if err := printable(u.None); err != nil {
			return err
		}
	}
	if len(u.Schemes) == 0 {
		if u.None == "" {
			return fmt.Errorf("url: no schemes")
		}
		return nil
	}
	if m.field(FieldHost) == nil || m.field(FieldPort) == nil {
		return fmt.Errorf("url: the form has no host and port")
	}
	seen := make(map[string]bool)
	for _, s := range u.Schemes {
		if !schemePattern.MatchString(s.Name) || seen[s.Name] {
			return fmt.Errorf("url: %q is not a valid scheme or is listed twice", s.Name)
		}
		seen[s.Name] = true
		if s.Port < 1 || s.Port > 65535 {
			return fmt.Errorf("url: %d is not a port", s.Port)
		}
		if err := m.checkWhen(s.When); err != nil {
			return fmt.Errorf("url: scheme %s: %w", s.Name, err)
		}
	}
	return m.checkURLUser()
}

func (m *Manifest) checkURLUser() error {
	u := m.URL.User
	if u == nil {
		return nil
	}
	if user := m.field(u.Field); user == nil || user.Kind != Text {
		return fmt.Errorf("url: user: %q is not a text field", u.Field)
	}
	if secret := m.field(u.Secret); secret == nil || secret.Kind != Secret {
		return fmt.Errorf("url: user: %q is not a secret field", u.Secret)
	}
	if err := m.checkWhen(u.When); err != nil {
		return fmt.Errorf("url: user: %w", err)
	}
	return nil
}
