package manifest

import (
	"fmt"
	"slices"
	"strings"
)

// The ids of fields that the host itself understands and checks.
const (
	FieldHost   = "host"
	FieldPort   = "port"
	FieldPrefix = "prefix"
	FieldMode   = "ssl"
)

// Place says where the form shows a field.
type Place struct {
	Tab    string // title of the tab
	Label  string // label of the field
	Secret bool   // its value is kept in the credential store
}

// FieldError means that a field does not accept its value. Reason is a predicate such as "must be a whole number"; it
// never repeats a secret.
type FieldError struct {
	Place
	Field  string // id
	Reason string
}

// Error names the tab, the field and the reason.
func (e *FieldError) Error() string {
	return fmt.Sprintf("check %s: %s: %s", e.Tab, e.Label, e.Reason)
}

// Visible reports whether the form shows the field for these values. If a value is not set, the field's default counts.
func (m *Manifest) Visible(field *Field, values map[string]string) bool {
	return m.holds(field.When, values)
}

// Missing lists the required fields that are visible but have no value, in the form's order. setSecrets has the ids of
// secrets that are already stored. A field with a default is missing only if it was cleared.
func (m *Manifest) Missing(values map[string]string, setSecrets []string) []Place {
	var missing []Place
	m.each(func(tab *Tab, field *Field) {
		if !field.Required || !m.Visible(field, values) || strings.TrimSpace(m.value(field, values)) != "" {
			return
		}
		if field.Kind == Secret && slices.Contains(setSecrets, field.ID) {
			return
		}
		missing = append(missing, Place{Tab: tab.Title, Label: field.Label, Secret: field.Kind == Secret})
	})
	return missing
}

// Defaults returns the values of a new connection: every non-empty default.
func (m *Manifest) Defaults() map[string]string {
	defaults := make(map[string]string)
	m.each(func(_ *Tab, field *Field) {
		if field.Default != "" {
			defaults[field.ID] = field.Default
		}
	})
	return defaults
}

// Secrets lists the ids of the secret fields, in the form's order.
func (m *Manifest) Secrets() []string {
	var secrets []string
	m.each(func(_ *Tab, field *Field) {
		if field.Kind == Secret {
			secrets = append(secrets, field.ID)
		}
	})
	return secrets
}

// Check returns a *FieldError for the first visible field, in the form's order, that does not accept its value: a
// number out of range, an unknown choice, a host with a scheme or a path, a prefix that is not a path, a header that
// cannot carry a credential. Empty values pass (Missing reports those), as do fields marked ComesLater, which are not
// used.
func (m *Manifest) Check(values map[string]string) error {
	var refused *FieldError
	m.each(func(tab *Tab, field *Field) {
		value := values[field.ID]
		if refused != nil || value == "" || field.Kind == Secret || field.ComesLater != "" || !m.Visible(field, values) {
			return
		}
		reason := field.refuses(value)
		if reason == "" {
			reason = m.refusesHostValue(field.ID, value)
		}
		if reason != "" {
			refused = &FieldError{Place: Place{Tab: tab.Title, Label: field.Label}, Field: field.ID, Reason: reason}
		}
	})
	if refused != nil {
		return refused
	}
	return nil
}

// Used returns the value of a field if it is visible for these values, otherwise "": hidden fields are not used.
func (m *Manifest) Used(id string, values map[string]string) string {
	if field := m.field(id); field != nil && field.ComesLater == "" && m.Visible(field, values) {
		return m.value(field, values)
	}
	return ""
}

// AuthFor returns the first rule whose condition holds, with the header's name from the values; nil if no credential is
// sent.
func (m *Manifest) AuthFor(values map[string]string) *Auth {
	for _, rule := range m.Auth {
		if !m.holds(rule.When, values) {
			continue
		}
		if name := m.Used(rule.HeaderField, values); name != "" {
			rule.Header = name
		}
		return &rule
	}
	return nil
}

// isHeaderField reports whether a field's value is the name of a credential's header.
func (m *Manifest) isHeaderField(id string) bool {
	return id != "" && slices.ContainsFunc(m.Auth, func(rule Auth) bool { return rule.HeaderField == id })
}

func (m *Manifest) holds(when *When, values map[string]string) bool {
	if when == nil {
		return true
	}
	field := m.field(when.Field)
	return field != nil && slices.Contains(when.Is, m.value(field, values))
}

// value returns the field's value, or its default if none is set; a switch that was never set is "false".
func (m *Manifest) value(field *Field, values map[string]string) string {
	value, set := values[field.ID]
	if !set {
		value = field.Default
	}
	if value == "" && field.Kind == Switch {
		return "false"
	}
	return value
}

func (m *Manifest) each(visit func(*Tab, *Field)) {
	for t := range m.Form.Tabs {
		for f := range m.Form.Tabs[t].Fields {
			visit(&m.Form.Tabs[t], &m.Form.Tabs[t].Fields[f])
		}
	}
}
