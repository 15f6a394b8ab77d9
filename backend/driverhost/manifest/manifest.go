// Package manifest describes a driver to the host: its publisher, its connection form, how its credentials are sent and
// which of its engine's routes only read. The same JSON object is in the driver package and in the registry's index, so
// that the form can be shown before anything is downloaded.
package manifest

// Schema is the only manifest schema that this package reads. It is incremented for manifests that need a field not
// described here.
const Schema = 1

// PlatformAny is the platform of a driver that runs on every system.
const PlatformAny = "any"

// Field kinds.
const (
	Text   = "text"
	Number = "number"
	Choice = "choice"
	Secret = "secret"
	Switch = "switch"
	File   = "file"
)

// Credential schemes.
const (
	// Basic is HTTP Basic authentication from a user field and a secret field.
	Basic = "basic"
	// Header is one request header: a prefix followed by a secret field's value.
	Header = "header"
)

// MaxResponseHeaders is how many response headers a driver can read besides those that every driver sees.
const MaxResponseHeaders = 16

// CompletionFile is the only valid value of Manifest.Completion besides "".
const CompletionFile = "completion.json"

// Manifest is one driver's description. Only manifests returned by Parse have been checked.
type Manifest struct {
	Schema    int     `json:"schema"`
	ID        string  `json:"id"`
	Title     string  `json:"title"`
	Badge     string  `json:"badge"`
	BadgeFill string  `json:"badgeFill"` // #RRGGBB
	BadgeText string  `json:"badgeText"` // #RRGGBB
	Version   string  `json:"version"`   // semantic version
	Summary   string  `json:"summary"`
	Publisher string  `json:"publisher"`
	Protocol  int     `json:"protocol"` // version of the messages between host and driver, from 1
	MinApp    string  `json:"minApp"`   // the oldest application version that can run it
	Platform  string  `json:"platform"` // PlatformAny, or os/arch
	Nouns     Nouns   `json:"nouns"`
	Form      Form    `json:"form"`
	URL       *URL    `json:"url,omitempty"` // how its address is written as a URL
	Auth      []Auth  `json:"auth"`
	Reads     []Route `json:"reads"`
	Writes    []Route `json:"writes,omitempty"` // exceptions: routes that Reads matches but that write
	// ResponseHeaders are the response headers that the driver reads, besides Content-Type, Warning and Retry-After.
	ResponseHeaders []string `json:"responseHeaders,omitempty"`
	// Completion is the name of the package's file with completion facts for the console, "" for none.
	Completion string `json:"completion,omitempty"`
}

// Nouns are the engine's words for what the sidebar lists and what the grid shows, singular and plural.
type Nouns struct {
	Object  string `json:"object"`
	Objects string `json:"objects"`
	Row     string `json:"row"`
	Rows    string `json:"rows"`
}

// Form is the connection form: tabs of fields and a note below them.
type Form struct {
	Tabs []Tab  `json:"tabs"`
	Note string `json:"note,omitempty"`
}

// Tab is one page of the form.
type Tab struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"`
	Fields []Field `json:"fields"`
}

// Field is one input of the form. Values are passed as strings keyed by ID; a switch is "true" or "false". The driver's
// Open sees all of them except secrets. The host itself uses those with these ids:
//
//	host, port                   the server's address
//	prefix                       the path before every request's path
//	ssl                          a choice of disabled, preferred, required, verify-ca and verify-identity; without it, HTTP
//	caFile                       the authority that signed the server's certificate
//	certFile, keyFile            the client's certificate and its key; the secret keyPassphrase opens the key
//	skipVerify                   a switch: any certificate will do
//	connectTimeout, queryTimeout in seconds
//	pageSize                     rows per page
//	safeMode                     a choice of off, confirm and read-only
type Field struct {
	ID          string   `json:"id"`
	Label       string   `json:"label"`
	Kind        string   `json:"kind"`
	Default     string   `json:"default,omitempty"`
	Placeholder string   `json:"placeholder,omitempty"` // shown while the field is empty
	Required    bool     `json:"required,omitempty"`
	Mono        bool     `json:"mono,omitempty"`
	Hint        string   `json:"hint,omitempty"`
	WarnOn      string   `json:"warnOn,omitempty"` // shown in amber while a switch is on
	Suffix      string   `json:"suffix,omitempty"` // a unit, such as seconds
	Advanced    bool     `json:"advanced,omitempty"`
	Separator   bool     `json:"separator,omitempty"` // a line is drawn above it
	Beside      string   `json:"beside,omitempty"`    // drawn to the right of this field
	Segmented   bool     `json:"segmented,omitempty"` // a choice, drawn as a segmented control
	When        *When    `json:"when,omitempty"`
	Min         *int64   `json:"min,omitempty"` // for a number, inclusive
	Max         *int64   `json:"max,omitempty"`
	Options     []Option `json:"options,omitempty"`
	ComesLater  string   `json:"comesLater,omitempty"` // why the field is dimmed and its value is not used
}

// Option is one value of a choice.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label"`
	Gloss string `json:"gloss,omitempty"`
}

// When is a condition: the named field has one of the values.
type When struct {
	Field string   `json:"field"`
	Is    []string `json:"is"`
}

// Auth says how credentials are sent while its condition holds; no condition always holds.
type Auth struct {
	When   *When  `json:"when,omitempty"`
	Scheme string `json:"scheme"`
	User   string `json:"user,omitempty"`   // field id, for Basic
	Header string `json:"header,omitempty"` // header name, for Header
	// HeaderField is the id of a text field whose value, if not empty, replaces Header.
	HeaderField string `json:"headerField,omitempty"`
	Prefix      string `json:"prefix,omitempty"` // precedes the secret in the header
	Secret      string `json:"secret"`           // field id
}

// Route is a pattern for requests; those in Reads only read. Method is upper case. Path has one pattern per segment:
// literal characters; `*`, any one name, which never begins with an underscore; and, as the last segment only, `**`,
// any remaining segments or none. A request that no route matches is a write. Package transport does the matching.
type Route struct {
	Method string `json:"method"`
	Path   string `json:"path"`
}
