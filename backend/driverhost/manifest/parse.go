package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxBytes is the largest manifest that Parse reads.
const maxBytes = 1 << 20

var (
	idPattern       = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)
	fieldPattern    = regexp.MustCompile(`^[a-z][A-Za-z0-9]{0,39}$`)
	colourPattern   = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	platformPattern = regexp.MustCompile(`^(any|[a-z0-9]+/[a-z0-9]+)$`)
	tokenPattern    = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$") // RFC 9110, 5.6.2
)

// devicePattern matches the names that Windows treats as devices (Naming Files, Paths, and Namespaces).
var devicePattern = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// ValidID reports whether id can be a driver's id: lower-case letters, digits and hyphens, so that it can also name a
// folder on every system.
func ValidID(id string) bool {
	return idPattern.MatchString(id) && !devicePattern.MatchString(id)
}

// Parse reads and checks one manifest. It fails for an unknown key, and for anything that the form, the credentials or
// the safe mode could not rely on; the error says where it is.
func Parse(data []byte) (*Manifest, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("read manifest: larger than %d bytes", maxBytes)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var m Manifest
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("read manifest: text after the object")
	}
	if err := m.validate(); err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	return &m, nil
}

func (m *Manifest) validate() error {
	checks := []func() error{m.checkHead, m.checkNouns, m.checkTabs, m.checkURL, m.checkAuth, m.checkRoutes, m.checkHeaders}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (m *Manifest) checkHead() error {
	switch {
	case m.Schema != Schema:
		return fmt.Errorf("schema: %d, must be %d", m.Schema, Schema)
	case !ValidID(m.ID):
		return fmt.Errorf("id: %q is not a driver id", m.ID)
	case utf8.RuneCountInString(m.Badge) < 1 || utf8.RuneCountInString(m.Badge) > 3:
		return fmt.Errorf("badge: %q is not one to three characters", m.Badge)
	case !colourPattern.MatchString(m.BadgeFill):
		return fmt.Errorf("badgeFill: %q is not a colour", m.BadgeFill)
	case !colourPattern.MatchString(m.BadgeText):
		return fmt.Errorf("badgeText: %q is not a colour", m.BadgeText)
	case m.Protocol < 1:
		return fmt.Errorf("protocol: %d is less than 1", m.Protocol)
	case !platformPattern.MatchString(m.Platform):
		return fmt.Errorf("platform: %q is neither any nor os/arch", m.Platform)
	case m.Completion != "" && m.Completion != CompletionFile:
		return fmt.Errorf("completion: %q, must be %s", m.Completion, CompletionFile)
	}
	if _, err := ParseVersion(m.Version); err != nil {
		return fmt.Errorf("version: %w", err)
	}
	if _, err := ParseVersion(m.MinApp); err != nil {
		return fmt.Errorf("minApp: %w", err)
	}
	return texts(map[string]string{"title": m.Title, "badge": m.Badge, "summary": m.Summary, "publisher": m.Publisher})
}

func (m *Manifest) checkNouns() error {
	return texts(map[string]string{
		"nouns.object": m.Nouns.Object, "nouns.objects": m.Nouns.Objects, "nouns.row": m.Nouns.Row, "nouns.rows": m.Nouns.Rows,
	})
}

func (m *Manifest) checkAuth() error {
	for i, rule := range m.Auth {
		if err := m.checkAuthRule(rule); err != nil {
			return fmt.Errorf("auth %d: %w", i+1, err)
		}
	}
	return nil
}

func (m *Manifest) checkAuthRule(rule Auth) error {
	if secret := m.field(rule.Secret); secret == nil || secret.Kind != Secret {
		return fmt.Errorf("secret: %q is not a secret field", rule.Secret)
	}
	if err := m.checkWhen(rule.When); err != nil {
		return err
	}
	switch rule.Scheme {
	case Basic:
		if user := m.field(rule.User); user == nil || user.Kind != Text {
			return fmt.Errorf("user: %q is not a text field", rule.User)
		}
		if rule.Header != "" || rule.HeaderField != "" || rule.Prefix != "" {
			return fmt.Errorf("a basic rule has neither header nor prefix")
		}
	case Header:
		if !carriesCredential(rule.Header) {
			return fmt.Errorf("header: %q cannot carry a credential", rule.Header)
		}
		if named := m.field(rule.HeaderField); rule.HeaderField != "" && (named == nil || named.Kind != Text) {
			return fmt.Errorf("headerField: %q is not a text field", rule.HeaderField)
		}
		if rule.User != "" {
			return fmt.Errorf("a header rule has no user")
		}
		if strings.ContainsFunc(rule.Prefix, func(r rune) bool { return r < ' ' || r > '~' }) {
			return fmt.Errorf("prefix: %q contains characters that a header cannot", rule.Prefix)
		}
	default:
		return fmt.Errorf("scheme: %q is not known", rule.Scheme)
	}
	return nil
}

// reservedHeaders are headers that HTTP itself or the host sets on each request.
var reservedHeaders = map[string]bool{
	"accept-encoding": true, "connection": true, "content-encoding": true, "content-length": true, "content-type": true,
	"expect": true, "host": true, "keep-alive": true, "proxy-connection": true, "te": true, "trailer": true,
	"transfer-encoding": true, "upgrade": true,
}

func carriesCredential(header string) bool {
	return tokenPattern.MatchString(header) && !reservedHeaders[strings.ToLower(header)]
}

func (m *Manifest) checkRoutes() error {
	if err := checkRoutes("reads", m.Reads); err != nil {
		return err
	}
	return checkRoutes("writes", m.Writes)
}

func checkRoutes(member string, routes []Route) error {
	seen := make(map[Route]bool)
	for _, route := range routes {
		if err := route.check(); err != nil {
			return fmt.Errorf("%s: %s %s: %w", member, route.Method, route.Path, err)
		}
		if seen[route] {
			return fmt.Errorf("%s: %s %s is listed twice", member, route.Method, route.Path)
		}
		seen[route] = true
	}
	return nil
}

// unreadHeaders are response headers that can carry a credential. No driver sees them.
var unreadHeaders = map[string]bool{
	"authentication-info": true, "authorization": true, "proxy-authenticate": true, "proxy-authentication-info": true, "set-cookie": true,
	"set-cookie2": true, "www-authenticate": true,
}

func (m *Manifest) checkHeaders() error {
	if len(m.ResponseHeaders) > MaxResponseHeaders {
		return fmt.Errorf("responseHeaders: more than %d", MaxResponseHeaders)
	}
	seen := map[string]bool{"content-type": true, "warning": true, "retry-after": true}
	for _, name := range m.ResponseHeaders {
		lower := strings.ToLower(name)
		switch {
		case !tokenPattern.MatchString(name) || len(name) > 64:
			return fmt.Errorf("responseHeaders: %.80q is not a header's name", name)
		case unreadHeaders[lower]:
			return fmt.Errorf("responseHeaders: %s can carry a credential", name)
		case seen[lower]:
			return fmt.Errorf("responseHeaders: %s is listed twice", name)
		}
		seen[lower] = true
	}
	return nil
}

// texts checks that each named text has one to 400 printable characters.
func texts(named map[string]string) error {
	for name, text := range named {
		if strings.TrimSpace(text) == "" {
			return fmt.Errorf("%s: missing", name)
		}
		if err := printable(text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func printable(text string) error {
	if utf8.RuneCountInString(text) > 400 {
		return fmt.Errorf("longer than 400 characters")
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("%q contains a control character", text)
	}
	return nil
}
