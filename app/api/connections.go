package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/catalogue"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/history"
	"quarry/backend/profile/layouts"
	"quarry/backend/profile/presets"
	"quarry/backend/profile/secrets"
	"quarry/backend/profile/sidebar"
	"quarry/backend/profile/tabs"
	"quarry/backend/profile/unsaved"
	"quarry/backend/sample/server"
	"quarry/drivers/driver"
)

// Connections is the list of saved connections and the connection form.
type Connections struct {
	calls     *Calls
	store     *connections.Store
	secrets   *secrets.Fallback
	sessions  *session.Sessions
	catalogue *catalogue.Catalogue
	layouts   *layouts.Store
	tabs      *tabs.Store
	sidebars  *sidebar.Store
	filters   *presets.Store
	history   *history.Store
	drafts    *unsaved.Store
	samples   *samples
	stores    []noticing

	memory bool // secrets are kept in memory only
	at     folders
	swept  sync.Once // temporary files and unused secrets were removed

	mu    sync.Mutex
	tried map[string]connections.Connection // to sample data, by id
}

// noticing is a store of the user's work.
type noticing interface {
	// TakeNotice returns the sentence about a file that was set aside, "" if there is none.
	TakeNotice() string
}

// FieldValue is the value of one field of a form.
type FieldValue struct {
	ID    string `json:"id"`
	Value string `json:"value"`
}

// SecretValue is a typed secret. If Replace is false, the stored one is kept.
type SecretValue struct {
	ID      string `json:"id"`
	Value   string `json:"value"`
	Replace bool   `json:"replace"`
}

// Connection is a saved connection. Stored secrets are listed by id; their values are never returned.
type Connection struct {
	ID         string       `json:"id"`
	Name       string       `json:"name"`
	Driver     string       `json:"driver"`
	Title      string       `json:"title"`
	Badge      string       `json:"badge"`
	BadgeFill  string       `json:"badgeFill"`
	BadgeText  string       `json:"badgeText"`
	Host       string       `json:"host"`
	Port       string       `json:"port"`
	Colour     string       `json:"colour"`
	Group      string       `json:"group"`
	Tags       []string     `json:"tags"`
	Version    string       `json:"version"`
	LastOpened string       `json:"lastOpened"`
	SafeMode   string       `json:"safeMode"`
	Fields     []FieldValue `json:"fields"`
	Secrets    []string     `json:"secrets"` // ids of the secrets that are set
	ThisRun    []string     `json:"thisRun"` // of these, those kept in memory until Quarry quits
	Headers    []string     `json:"headers"` // names of the extra headers; a header's secret has the id "header:" and its name
	Sample     bool         `json:"sample"`
	Preset     bool         `json:"preset"` // the organisation set it, and it cannot be changed
	URL        string       `json:"url"`    // its address as a URL, with the user but without secrets; "" for none
	NoURL      string       `json:"noUrl"`  // why it has no URL, "" if it does
}

// ConnectionGroup is a named group in the list.
type ConnectionGroup struct {
	Name      string `json:"name"`
	Collapsed bool   `json:"collapsed"`
	Preset    bool   `json:"preset"` // the organisation's, which cannot be changed
}

// ConnectionList is every saved connection in display order.
type ConnectionList struct {
	Connections []Connection      `json:"connections"`
	Groups      []ConnectionGroup `json:"groups"`
	Notice      string            `json:"notice"`
}

// titleLimit is how long a list of connections waits for the registry to describe drivers that are not installed.
const titleLimit = 3 * time.Second

// ListRequest requests the saved connections.
type ListRequest struct {
	Call string `json:"call"`
}

// List returns the saved connections.
func (c *Connections) List(q ListRequest) (ConnectionList, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (ConnectionList, error) {
		saved, err := c.store.List()
		result := ConnectionList{Connections: []Connection{}, Groups: []ConnectionGroup{}}
		var broken *connections.Broken
		if errors.As(err, &broken) {
			result.Notice = broken.Message()
		} else if err != nil {
			return ConnectionList{}, err
		}
		ctx, cancel := context.WithTimeout(ctx, titleLimit)
		defer cancel()
		known := make(map[string]*manifest.Manifest)
		for _, s := range saved {
			if known[s.Driver] == nil {
				known[s.Driver] = c.manifestOf(ctx, s.Driver)
			}
			result.Connections = append(result.Connections, c.shownBy(known[s.Driver], s))
		}
		c.swept.Do(func() { go c.sweep() })
		groups, err := c.store.Groups()
		for _, g := range groups {
			result.Groups = append(result.Groups, ConnectionGroup{g.Name, g.Collapsed, c.store.IsPresetGroup(g.Name)})
		}
		return result, err
	})
}

// sweep removes temporary files of processes that are gone, and deletes secrets that no connection uses. What cannot be
// deleted is tried again at the next start.
func (c *Connections) sweep() {
	profile.SweepScratch(c.at.local)
	if c.at.profile != c.at.local { // where an earlier version had them
		profile.SweepScratch(c.at.profile)
	}
	if err := c.store.Sweep(c.calls.base); err != nil {
		c.calls.log.Warn("secrets that no connection uses were not deleted", "error", err)
	}
}

// ConnectionRequest names a saved connection.
type ConnectionRequest struct {
	Call string `json:"call"`
	ID   string `json:"id"`
}

// Get returns one connection.
func (c *Connections) Get(q ConnectionRequest) (Connection, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (Connection, error) {
		s, err := c.find(q.ID)
		if err != nil {
			return Connection{}, err
		}
		return c.shown(ctx, s), nil
	})
}

func (c *Connections) find(id string) (connections.Connection, error) {
	c.mu.Lock()
	sample, found := c.tried[id]
	c.mu.Unlock()
	if found {
		return sample, nil
	}
	return c.store.Get(id)
}

func (c *Connections) shown(ctx context.Context, s connections.Connection) Connection {
	return c.shownBy(c.manifestOf(ctx, s.Driver), s)
}

// manifestOf returns what is known about a driver: just its id if it is neither installed nor offered.
func (c *Connections) manifestOf(ctx context.Context, id string) *manifest.Manifest {
	m, err := c.catalogue.Manifest(ctx, id)
	if err != nil {
		return &manifest.Manifest{Title: id}
	}
	return m
}

func (c *Connections) shownBy(m *manifest.Manifest, s connections.Connection) Connection {
	if c.memory {
		s.ThisRun = s.Secrets
	}
	v := Connection{
		ID: s.ID, Name: s.Name, Driver: s.Driver, Colour: s.Colour, Group: s.Group, Tags: texts(s.Tags),
		Version: s.Version, LastOpened: s.LastOpened, Fields: []FieldValue{}, Secrets: texts(s.Secrets), ThisRun: texts(s.ThisRun), Headers: texts(s.Headers), Sample: isSample(s.ID), Preset: connections.IsPreset(s.ID),
	}
	v.Title, v.Badge, v.BadgeFill, v.BadgeText = m.Title, m.Badge, m.BadgeFill, m.BadgeText
	values := session.FormValuesOf(m, s.Fields)
	v.Host, v.Port, v.SafeMode = values["host"], values["port"], c.sessions.Limits.Least(values.SafeMode())
	v.URL, v.NoURL = connections.URLOf(m, values), connections.NoURL(m)
	for _, id := range sortedKeys(s.Fields) {
		v.Fields = append(v.Fields, FieldValue{id, s.Fields[id]})
	}
	return v
}

// Draft is a form as filled in. KeepForThisRun keeps its secrets in memory, for when there is no credential store.
type Draft struct {
	ID             string        `json:"id"`
	Name           string        `json:"name"`
	Driver         string        `json:"driver"`
	Colour         string        `json:"colour"`
	Group          string        `json:"group"` // for a new connection; an existing one stays in its own
	Fields         []FieldValue  `json:"fields"`
	Headers        []string      `json:"headers"`
	Secrets        []SecretValue `json:"secrets"`
	KeepForThisRun bool          `json:"keepForThisRun"`
}

// DraftRequest has a form.
type DraftRequest struct {
	Call  string `json:"call"`
	Draft Draft  `json:"draft"`
}

// Save saves a form, as a new connection if it has no id.
func (c *Connections) Save(q DraftRequest) (Connection, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (Connection, error) {
		conn, m, err := c.drafted(ctx, q.Draft)
		if err != nil {
			return Connection{}, err
		}
		if q.Draft.KeepForThisRun {
			ctx = secrets.KeepForThisRun(ctx)
		}
		saved, err := c.store.Save(ctx, conn, changes(m, conn, q.Draft.Secrets))
		if err != nil {
			return Connection{}, askingAgain(err, m)
		}
		c.tighten(saved.ID, session.FormValuesOf(m, saved.Fields).SafeMode())
		return c.shownBy(m, saved), nil
	})
}

// drafted checks a form and builds a connection from it.
func (c *Connections) drafted(ctx context.Context, d Draft) (connections.Connection, *manifest.Manifest, error) {
	conn := connections.Connection{ID: d.ID, Group: d.Group}
	if d.ID != "" {
		saved, err := c.store.Get(d.ID)
		if err != nil {
			return conn, nil, err
		}
		if saved.Driver != d.Driver {
			return conn, nil, &driver.Error{Kind: driver.Invalid, Message: "You cannot change the database of a saved connection."}
		}
		conn = saved
		if connections.IsPreset(d.ID) {
			return c.presetDrafted(ctx, saved, d)
		}
	}
	conn.Name, conn.Driver, conn.Colour, conn.Fields = d.Name, d.Driver, d.Colour, values(d.Fields)
	m, err := c.catalogue.Manifest(ctx, d.Driver)
	if err != nil {
		return conn, nil, err
	}
	for _, id := range m.Secrets() {
		delete(conn.Fields, id)
	}
	conn.Fields = m.Tidy(conn.Fields)
	if err := session.Check(m, conn.Fields); err != nil {
		return conn, m, err
	}
	return conn, m, takeHeaders(&conn, m, d)
}

// presetDrafted returns a connection of the organisation for a form in which only secrets may have changed.
func (c *Connections) presetDrafted(ctx context.Context, saved connections.Connection, d Draft) (connections.Connection, *manifest.Manifest, error) {
	m, err := c.catalogue.Manifest(ctx, saved.Driver)
	if err != nil {
		return saved, nil, err
	}
	was, is := session.FormValuesOf(m, saved.Fields), session.FormValuesOf(m, values(d.Fields))
	for _, id := range append(m.Secrets(), session.FieldSafeMode) { // the form shows a default for the safe mode
		if was[id] == "" {
			delete(is, id)
		}
	}
	if d.Name != saved.Name || !maps.Equal(was, is) || len(d.Headers) > 0 {
		return saved, m, &driver.Error{Kind: driver.Refused, Message: "Your organisation set this connection.", Hint: "Duplicate it to change the copy."}
	}
	return saved, m, session.Check(m, saved.Fields)
}

// takeHeaders adds a form's extra headers to a connection, and checks their typed values.
func takeHeaders(conn *connections.Connection, m *manifest.Manifest, d Draft) error {
	var err error
	if conn.Headers, err = session.CheckHeaders(m, conn.Fields, d.Headers); err != nil {
		return err
	}
	for i := range d.Secrets {
		name, ok := connections.HeaderOf(d.Secrets[i].ID)
		if !ok {
			continue
		}
		d.Secrets[i].ID = connections.HeaderSecret(name)
		if err := session.CheckHeaderValue(name, d.Secrets[i].Value); err != nil && d.Secrets[i].Replace {
			return err
		}
	}
	return nil
}

// values returns a form's fields. It trims addresses, since pasting often adds spaces.
func values(list []FieldValue) map[string]string {
	all := make(map[string]string, len(list))
	for _, f := range list {
		switch f.ID {
		case manifest.FieldHost, manifest.FieldPort, manifest.FieldPrefix:
			f.Value = strings.TrimSpace(f.Value)
		}
		all[f.ID] = f.Value
	}
	return all
}

// changes returns how to change the stored secrets. Fields and extra headers that the form shows are set as typed; the
// secret of a hidden field, such as the password of a connection that now uses an API key, is deleted.
func changes(m *manifest.Manifest, conn connections.Connection, given []SecretValue) map[string]connections.Secret {
	visible := make(map[string]bool)
	for _, f := range shownSecrets(m, conn) {
		visible[f.ID] = true
	}
	for _, name := range conn.Headers {
		visible[connections.HeaderSecret(name)] = true
	}
	list := make(map[string]connections.Secret, len(given))
	for _, v := range given {
		if visible[v.ID] {
			list[v.ID] = connections.Secret{Replace: v.Replace, Value: v.Value}
		}
	}
	for _, id := range conn.Secrets {
		if !visible[id] {
			list[id] = connections.Secret{Replace: true}
		}
	}
	return list
}

// Delete deletes a connection with its secrets, column layouts, tabs, sidebar state, filters, history and unsaved edits.
func (c *Connections) Delete(q ConnectionRequest) (Nothing, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		if err := c.store.Delete(ctx, q.ID); err != nil {
			return Nothing{}, err
		}
		return Nothing{}, errors.Join(c.layouts.Forget(q.ID), c.tabs.Forget(q.ID), c.sidebars.Forget(q.ID), c.filters.Forget(q.ID), c.history.Forget(q.ID), c.drafts.Forget(q.ID))
	})
}

// Warning says why the user must confirm opening a connection: a title without a full stop, and what it means. Both are
// empty if there is nothing to confirm.
type Warning struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// TestReport is the result of Test Connection: a title without a full stop, and a sentence about the server.
type TestReport struct {
	Title   string   `json:"title"`
	Text    string   `json:"text"`
	Warning Warning  `json:"warning"`
	Notices []string `json:"notices"`
	// TLS is what the server presented, nil for plain HTTP.
	TLS *TLSReport `json:"tls"`
}

// Test tests a form with the typed secrets, and the stored ones for the rest.
func (c *Connections) Test(q DraftRequest) (TestReport, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (TestReport, error) {
		conn, m, err := c.drafted(ctx, q.Draft)
		if err != nil {
			return TestReport{}, err
		}
		if err := c.store.Check(conn, changes(m, conn, q.Draft.Secrets)); err != nil {
			return TestReport{}, askingAgain(err, m)
		}
		report, err := c.sessions.Test(ctx, conn, c.secretOf(conn, q.Draft.Secrets))
		if err != nil {
			return TestReport{}, err
		}
		text := fmt.Sprintf("%s, %d %s, %d ms.", report.Server.Summary, report.Objects, report.Noun, report.Elapsed.Milliseconds())
		return TestReport{
			Title: "Connected", Text: text, Warning: warningOf(report.Server), Notices: texts(report.Notices), TLS: tlsReport(report.TLS),
		}, nil
	})
}

// secretOf returns a function that reads a connection's secrets: first those typed into its form, then stored ones that
// were typed for conn's address. All sample servers have the same.
func (c *Connections) secretOf(conn connections.Connection, given []SecretValue) func(context.Context, string) (string, error) {
	return func(ctx context.Context, field string) (string, error) {
		for _, v := range given {
			if v.ID == field && v.Replace {
				return v.Value, nil
			}
		}
		if isSample(conn.ID) {
			return server.Secret, nil
		}
		return c.store.Secret(ctx, conn.ID, field, connections.Origin(conn.Fields))
	}
}

// SampleRequest requests the sample data of the database with that driver. Without one, it is the first database with
// sample data whose driver is installed.
type SampleRequest struct {
	Call   string `json:"call"`
	Driver string `json:"driver"`
}

// Sample loads sample data and returns a connection to it.
func (c *Connections) Sample(q SampleRequest) (Connection, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (Connection, error) {
		id := q.Driver
		if id == "" {
			var err error
			if id, err = c.firstSample(); err != nil {
				return Connection{}, err
			}
		}
		conn, err := c.samples.connection(id)
		if err != nil {
			return Connection{}, err
		}
		c.mu.Lock()
		if c.tried == nil {
			c.tried = map[string]connections.Connection{}
		}
		c.tried[conn.ID] = conn
		c.mu.Unlock()
		return c.shown(ctx, conn), nil
	})
}

func (c *Connections) firstSample() (string, error) {
	installed, err := c.catalogue.Installed()
	if err != nil {
		return "", err
	}
	return c.samples.offered(func(engine string) bool {
		return slices.ContainsFunc(installed, func(o catalogue.Offer) bool { return o.Manifest.ID == engine && o.Problem == "" })
	}), nil
}

// ConnectRequest opens a saved connection; with Anyway, even if the server has a warning.
type ConnectRequest struct {
	Call   string `json:"call"`
	ID     string `json:"id"`
	Anyway bool   `json:"anyway"`

	// Secrets are used instead of the stored ones, and not saved. A secret without an id is the one that the connection
	// authenticates with.
	Secrets []SecretValue `json:"secrets"`
}

// SessionInfo is an open connection. If there is a warning and Anyway is not set, its id is empty: it is not open.
type SessionInfo struct {
	ID          string   `json:"id"`
	Connection  string   `json:"connection"`
	Name        string   `json:"name"`
	Product     string   `json:"product"`
	Badge       string   `json:"badge"`
	BadgeFill   string   `json:"badgeFill"`
	BadgeText   string   `json:"badgeText"`
	Colour      string   `json:"colour"`
	SafeMode    string   `json:"safeMode"`
	LeastSafe   string   `json:"leastSafeMode"` // the loosest mode that the organisation allows, "" for any
	Sample      bool     `json:"sample"`        // whether this is the sample data, where changes last until it is closed
	Warning     Warning  `json:"warning"`
	Notices     []string `json:"notices"`
	ObjectNoun  string   `json:"objectNoun"`
	ObjectsNoun string   `json:"objectsNoun"`
	RowNoun     string   `json:"rowNoun"`
	RowsNoun    string   `json:"rowsNoun"`
	SidebarNote string   `json:"sidebarNote"`
	ByName      string   `json:"byName"` // what can be opened by name
	Also        string   `json:"also"`   // the title of the switch that also lists aliases and the like, "" for none
	EmptyText   string   `json:"emptyText"`

	// Texts to show where a user looks for a feature that the engine lacks; {name} stands for an object, "" for no
	// text.
	NoEmpty        string `json:"noEmpty"`
	NoDrop         string `json:"noDrop"`
	NoImport       string `json:"noImport"`
	NoTransactions string `json:"noTransactions"`

	Request string     `json:"request"` // an example request, "" if the driver has no console
	Bulk    BulkFormat `json:"bulk"`    // how the server takes documents in bulk

	Structure string       `json:"structure"` // what an object's structure shows
	Kinds     []ObjectKind `json:"kinds"`     // of objects

	Operators []Operator `json:"operators"` // of filter rows, in display order

	Exports    bool   `json:"exports"`    // whether the driver can write documents to a file
	Dashboard  bool   `json:"dashboard"`  // whether the driver reads figures about the server
	NoFigures  string `json:"noFigures"`  // why this server has none, "" if it does
	Keys       bool   `json:"keys"`       // whether the driver manages the keys of the server
	Statistics bool   `json:"statistics"` // whether the driver can summarize the values of a column
	Profiles   bool   `json:"profiles"`   // whether the engine can profile a search typed in the console
	Completion string `json:"completion"` // identifies the driver's completion facts, "" for none: see /data/completion
}

// ObjectKind is a kind of objects.
type ObjectKind struct {
	ID     string `json:"id"`
	Title  string `json:"title"` // inside a sentence
	Plural string `json:"plural"`
	Icon   string `json:"icon"`   // table, layers or link
	Listed string `json:"listed"` // "always", "also" with the switch for aliases and the like, or "" for never
	Refers bool   `json:"refers"` // it refers to other objects
}

func kindList(kinds []driver.ObjectKind) []ObjectKind {
	all := make([]ObjectKind, 0, len(kinds))
	for _, k := range kinds {
		all = append(all, ObjectKind{k.ID, k.Title, k.Plural, string(k.Icon), string(k.Listed), k.Refers})
	}
	return all
}

// BulkFormat describes the request body with which a server takes documents in bulk.
type BulkFormat struct {
	Title    string `json:"title"`    // why a column with values outside the documents is left out; {name}: the column
	Hint     string `json:"hint"`     // what the file contains, in a sentence
	NoBeside string `json:"noBeside"` // why a column with values outside the documents is left out; {name} stands for the column
}

// Open opens a connection. It installs a missing driver without asking.
func (c *Connections) Open(q ConnectRequest) (SessionInfo, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (SessionInfo, error) {
		conn, err := c.find(q.ID)
		if err != nil {
			return SessionInfo{}, err
		}
		s, err := c.connect(ctx, conn, c.named(ctx, conn, q.Secrets))
		if err != nil {
			return SessionInfo{}, c.asking(ctx, err, conn)
		}
		info := c.sessionInfo(s)
		if info.Warning != (Warning{}) && !q.Anyway {
			info.ID = ""
			return info, c.sessions.Close(ctx, s.ID)
		}
		if !c.calls.pages.own(pageOf(q.Call), s.ID) {
			return SessionInfo{}, errors.Join(errReplaced, c.sessions.Close(ctx, s.ID))
		}
		if reason := c.catalogue.Repaired(conn.Driver); reason != "" {
			info.Notices = append(info.Notices, "The driver was reinstalled. "+strings.TrimSuffix(reason, " Install the driver again."))
		}
		for _, store := range c.stores {
			if notice := store.TakeNotice(); notice != "" {
				info.Notices = append(info.Notices, notice)
			}
		}
		if isSample(conn.ID) {
			info.Notices = append(info.Notices, noticeSample)
		} else {
			if err := c.store.Touch(conn.ID, s.Server().Version); err != nil {
				info.Notices = append(info.Notices, "Could not save when this connection was last opened.")
			}
		}
		return info, nil
	})
}

// named returns secrets with their ids.
func (c *Connections) named(ctx context.Context, conn connections.Connection, given []SecretValue) []SecretValue {
	given = slices.Clone(given)
	for i := range given {
		if given[i].ID != "" {
			continue
		}
		m := c.manifestOf(ctx, conn.Driver)
		if rule := m.AuthFor(session.FormValuesOf(m, conn.Fields)); rule != nil {
			given[i].ID = rule.Secret
		}
	}
	return given
}

// connect opens a session. A session with the sample data gets its own server.
func (c *Connections) connect(ctx context.Context, conn connections.Connection, given []SecretValue) (*session.Session, error) {
	opening := func(conn connections.Connection) (*session.Session, error) {
		return c.sessions.Open(ctx, conn, c.secretOf(conn, given))
	}
	if isSample(conn.ID) {
		return c.samples.open(conn, opening)
	}
	return opening(conn)
}

// ResetRequest names an open connection to the sample data.
type ResetRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
}

// ResetSample restores the original data of an open connection to the sample data. For any other connection the error
// is of kind invalid.
func (c *Connections) ResetSample(q ResetRequest) (Nothing, error) {
	return call(c.calls, q.Call, func(context.Context) (Nothing, error) {
		return Nothing{}, c.samples.reset(q.Session)
	})
}

func warningOf(s *driver.Server) Warning { return Warning{Title: s.Warning, Text: s.Limits} }

func (c *Connections) sessionInfo(s *session.Session) SessionInfo {
	server, m := s.Server(), s.Manifest
	return SessionInfo{
		ID: s.ID, Connection: s.Connection.ID, Name: s.Connection.Name, Product: server.Product, Badge: m.Badge,
		BadgeFill: m.BadgeFill, BadgeText: m.BadgeText, Colour: s.Connection.Colour, SafeMode: s.SafeMode(), LeastSafe: c.leastSafeMode(s), Sample: isSample(s.Connection.ID),
		Warning: warningOf(server), Notices: texts(slices.Clone(server.Notices)), ObjectNoun: m.Nouns.Object, ObjectsNoun: m.Nouns.Objects,
		RowNoun: m.Nouns.Row, RowsNoun: m.Nouns.Rows, SidebarNote: s.Texts[driver.TextSidebar], ByName: s.Texts[driver.TextByName], Also: s.Texts[driver.TextAlso], EmptyText: s.Texts[driver.TextEmpty],
		NoEmpty: s.Texts[driver.TextNoEmpty], NoDrop: s.Texts[driver.TextNoDrop], NoImport: s.Texts[driver.TextNoImport], NoTransactions: s.Texts[driver.TextNoTransactions],
		Request: exampleRequest(s), Exports: s.Can(driver.OpExport), Dashboard: s.Can(driver.OpDashboard), NoFigures: s.Server().NoDashboard, Keys: s.Can(driver.OpKeys), Statistics: s.Can(driver.OpStatistics),
		Profiles: s.Texts[driver.TextProfile] != "", Completion: completionOf(m),
		Bulk:      BulkFormat{server.Bulk.Title, strings.ReplaceAll(server.Bulk.Hint, "{row}", m.Nouns.Row), server.Bulk.NoBeside},
		Structure: s.Texts[driver.TextStructure], Kinds: kindList(s.Kinds()), Operators: operatorList(s.Operators()),
	}
}

// completionOf returns a name for a driver's completion facts that is unique to its version, "" for none.
func completionOf(m *manifest.Manifest) string {
	if m.Completion == "" {
		return ""
	}
	return m.ID + " " + m.Version
}

// exampleRequest returns an example request for the console, "" if there is no console.
func exampleRequest(s *session.Session) string {
	if !s.Can(driver.OpConsole) {
		return ""
	}
	return cmp.Or(s.Texts[driver.TextRequest], "GET /")
}

// Close closes an open connection.
func (c *Connections) Close(q SessionRequest) (Nothing, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		c.calls.pages.closed(q.Session)
		return Nothing{}, c.sessions.Close(ctx, q.Session)
	})
}

func sortedKeys(values map[string]string) []string {
	return slices.Sorted(maps.Keys(values))
}
