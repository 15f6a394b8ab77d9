package api

import (
	"context"
	"slices"
	"strconv"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/catalogue"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/sample/server"
)

// Plugins reports which drivers the registry offers and which are installed.
type Plugins struct {
	calls     *Calls
	catalogue *catalogue.Catalogue
	sessions  *session.Sessions
}

// RegistryRequest requests the list of databases; Refresh reads the registry again.
type RegistryRequest struct {
	Call    string `json:"call"`
	Refresh bool   `json:"refresh"`
}

// Condition shows a field only while another field has one of these values.
type Condition struct {
	Field string   `json:"field"`
	Is    []string `json:"is"`
}

// Choice is one value of a field.
type Choice struct {
	Value string `json:"value"`
	Label string `json:"label"`
	Gloss string `json:"gloss"`
}

// FormField is one field of a connection form.
type FormField struct {
	ID          string     `json:"id"`
	Label       string     `json:"label"`
	Kind        string     `json:"kind"`
	Default     string     `json:"default"`
	Placeholder string     `json:"placeholder"`
	Required    bool       `json:"required"`
	Mono        bool       `json:"mono"`
	Hint        string     `json:"hint"`
	WarnOn      string     `json:"warnOn"`
	Suffix      string     `json:"suffix"`
	Advanced    bool       `json:"advanced"`
	Separator   bool       `json:"separator"`
	Beside      string     `json:"beside"`
	Segmented   bool       `json:"segmented"`
	ComesLater  string     `json:"comesLater"`
	When        *Condition `json:"when"`
	Options     []Choice   `json:"options"`
}

// FormTab is one tab of a connection form.
type FormTab struct {
	ID     string      `json:"id"`
	Title  string      `json:"title"`
	Fields []FormField `json:"fields"`
}

// Database is an engine that can be chosen.
type Database struct {
	ID               string    `json:"id"`
	Title            string    `json:"title"`
	Badge            string    `json:"badge"`
	BadgeFill        string    `json:"badgeFill"`
	BadgeText        string    `json:"badgeText"`
	Summary          string    `json:"summary"`
	Version          string    `json:"version"`
	Publisher        string    `json:"publisher"`
	Source           string    `json:"source"`
	Size             string    `json:"size"`    // bytes of the package, "" if it is not offered
	Problem          string    `json:"problem"` // why it cannot be used, "" if it can
	Blocked          bool      `json:"blocked"` // installing it would not solve the problem
	Update           string    `json:"update"`  // the newer version that the registry offers
	Staged           string    `json:"staged"`  // the version that will be used once the last connection closes
	Installed        bool      `json:"installed"`
	InstalledVersion string    `json:"installedVersion"`
	Objects          string    `json:"objects"`
	Object           string    `json:"object"`
	Rows             string    `json:"rows"`
	Row              string    `json:"row"`
	Note             string    `json:"note"`
	Sample           bool      `json:"sample"` // it has sample data
	Tabs             []FormTab `json:"tabs"`
}

// RegistryList is what Choose a Database shows.
type RegistryList struct {
	Databases []Database `json:"databases"`
	Checked   string     `json:"checked"`  // RFC 3339, "" if the registry was never read
	Sequence  string     `json:"sequence"` // of the registry's index, "" if it was never read
	Notice    string     `json:"notice"`
	Address   string     `json:"address"` // "" if none is set
	Fixed     string     `json:"fixed"`   // why the address cannot be changed, "" if it can
	Chosen    bool       `json:"chosen"`  // the user set the address; it is not the build's default
}

// Registry lists the databases.
func (p *Plugins) Registry(q RegistryRequest) (RegistryList, error) {
	return call(p.calls, q.Call, func(ctx context.Context) (RegistryList, error) {
		list, err := p.catalogue.List(ctx, q.Refresh)
		if err != nil {
			return RegistryList{}, err
		}
		at := list.Address
		result := RegistryList{Databases: []Database{}, Notice: list.Notice, Address: at.Text, Fixed: at.Fixed, Chosen: at.Chosen}
		if !list.Checked.IsZero() {
			result.Checked, result.Sequence = list.Checked.Format(time.RFC3339), strconv.FormatInt(list.Sequence, 10)
		}
		for _, o := range list.Offers {
			result.Databases = append(result.Databases, database(o, at.Text))
		}
		return result, nil
	})
}

// DatabaseList holds the databases whose drivers are installed.
type DatabaseList struct {
	Databases []Database `json:"databases"`
}

// InstalledRequest asks for what is known without the registry.
type InstalledRequest struct {
	Call string `json:"call"`
}

// Databases returns the databases whose drivers are installed. It does not use the network.
func (p *Plugins) Databases(q InstalledRequest) (DatabaseList, error) {
	return call(p.calls, q.Call, func(context.Context) (DatabaseList, error) {
		offers, err := p.catalogue.Installed()
		if err != nil {
			return DatabaseList{}, err
		}
		list := DatabaseList{Databases: []Database{}}
		for _, o := range offers {
			list.Databases = append(list.Databases, database(o, ""))
		}
		return list, nil
	})
}

func database(o catalogue.Offer, address string) Database {
	m := o.Manifest
	d := Database{
		ID: m.ID, Title: m.Title, Badge: m.Badge, BadgeFill: m.BadgeFill, BadgeText: m.BadgeText, Summary: m.Summary,
		Version: m.Version, Publisher: m.Publisher, Source: address, Problem: o.Problem, Blocked: o.Blocked,
		Installed: o.Installed != "", InstalledVersion: o.Installed, Update: o.Update, Staged: o.Staged, Objects: m.Nouns.Objects, Object: m.Nouns.Object, Rows: m.Nouns.Rows,
		Row: m.Nouns.Row, Note: m.Form.Note, Sample: slices.Contains(server.Engines(), m.ID), Tabs: []FormTab{},
	}
	if o.Size > 0 {
		d.Size = strconv.FormatInt(o.Size, 10)
	}
	for _, t := range m.Form.Tabs {
		tab := FormTab{ID: t.ID, Title: t.Title, Fields: []FormField{}}
		for _, f := range t.Fields {
			tab.Fields = append(tab.Fields, formField(f))
		}
		d.Tabs = append(d.Tabs, tab)
	}
	return d
}

func formField(f manifest.Field) FormField {
	field := FormField{
		ID: f.ID, Label: f.Label, Kind: f.Kind, Default: f.Default, Placeholder: f.Placeholder,
		Required: f.Required, Mono: f.Mono, Hint: f.Hint, WarnOn: f.WarnOn, Suffix: f.Suffix, Advanced: f.Advanced, Separator: f.Separator, Beside: f.Beside,
		Segmented: f.Segmented, ComesLater: f.ComesLater, Options: []Choice{},
	}
	if f.When != nil {
		field.When = &Condition{Field: f.When.Field, Is: f.When.Is}
	}
	for _, o := range f.Options {
		field.Options = append(field.Options, Choice(o))
	}
	return field
}

// DriverState reports whether the driver of a connection is running.
type DriverState struct {
	Driver  string `json:"driver"` // the engine's title
	Stopped bool   `json:"stopped"`
	Reason  string `json:"reason"`
}

// State reports whether the driver of a connection is running.
func (p *Plugins) State(q SessionRequest) (DriverState, error) {
	return call(p.calls, q.Call, func(context.Context) (DriverState, error) {
		s, err := p.sessions.Get(q.Session)
		if err != nil {
			return DriverState{}, err
		}
		state := s.DriverState()
		result := DriverState{Driver: s.Manifest.Title, Stopped: state.Phase == plugin.PhaseStopped}
		if state.Last != nil {
			result.Reason = state.Last.Message
		}
		return result, nil
	})
}

// Restart restarts the driver of a connection.
func (p *Plugins) Restart(q SessionRequest) (Nothing, error) {
	return call(p.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		s, err := p.sessions.Get(q.Session)
		if err != nil {
			return Nothing{}, err
		}
		return Nothing{}, s.RestartDriver(ctx)
	})
}
