package api

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/catalogue"
	"quarry/backend/driverhost/registry"
)

// Use is an open connection that uses a driver.
type Use struct {
	Session    string `json:"session"`
	Connection string `json:"connection"`
	Name       string `json:"name"`
	Version    string `json:"version"` // version of the driver that this connection runs
}

// Plugin is an installed driver as Settings shows it.
type Plugin struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Badge     string `json:"badge"`
	BadgeFill string `json:"badgeFill"`
	BadgeText string `json:"badgeText"`
	Version   string `json:"version"` // "" if its files cannot be loaded
	Publisher string `json:"publisher"`
	Protocol  int    `json:"protocol"`
	Size      string `json:"size"` // size of its files, "" if they cannot be read
	Enabled   bool   `json:"enabled"`
	Staged    string `json:"staged"`  // the version that will be used once the last connection closes
	Update    string `json:"update"`  // the newer version that the registry offers
	Problem   string `json:"problem"` // why its files cannot be loaded
	Offered   bool   `json:"offered"` // the last index of the registry offers it, so it can be reinstalled
	InUse     bool   `json:"inUse"`   // including by connections that are still being opened
	Uses      []Use  `json:"uses"`
}

// PluginList is every installed driver.
type PluginList struct {
	Plugins []Plugin `json:"plugins"`
}

// PluginsRequest requests the installed drivers.
type PluginsRequest struct {
	Call string `json:"call"`
}

// Installed lists the installed drivers without contacting the registry.
func (p *Plugins) Installed(q PluginsRequest) (PluginList, error) {
	return call(p.calls, q.Call, func(context.Context) (PluginList, error) {
		list, err := p.catalogue.Plugins()
		if err != nil {
			return PluginList{}, err
		}
		result := PluginList{Plugins: []Plugin{}}
		for _, one := range list {
			result.Plugins = append(result.Plugins, p.plugin(one))
		}
		return result, nil
	})
}

func (p *Plugins) plugin(one catalogue.Plugin) Plugin {
	m := one.Manifest
	v := Plugin{
		ID: m.ID, Title: m.Title, Badge: m.Badge, BadgeFill: m.BadgeFill, BadgeText: m.BadgeText, Version: one.Installed,
		Publisher: m.Publisher, Protocol: m.Protocol, Enabled: one.Enabled, Staged: one.Staged, Update: one.Update,
		Offered: one.Offered, InUse: one.Users > 0, Uses: uses(p.sessions.Of(m.ID)),
	}
	if one.Bytes > 0 {
		v.Size = strconv.FormatInt(one.Bytes, 10)
	}
	if one.Installed == "" {
		v.Problem = one.Problem
	}
	return v
}

func uses(open []*session.Session) []Use {
	list := []Use{}
	for _, s := range open {
		list = append(list, Use{Session: s.ID, Connection: s.Connection.ID, Name: s.Connection.Name, Version: s.Manifest.Version})
	}
	return list
}

// Uninstall removes a driver. If connections use it, it fails with their names.
func (p *Plugins) Uninstall(q DriverRequest) (Nothing, error) {
	return call(p.calls, q.Call, func(context.Context) (Nothing, error) {
		err := p.catalogue.Uninstall(q.Driver)
		var refused *registry.Error
		if open := p.sessions.Of(q.Driver); errors.As(err, &refused) && refused.Kind == registry.InUse && len(open) > 0 {
			return Nothing{}, inUse(open)
		}
		return Nothing{}, err
	})
}

// inUse returns an error that names the connections that prevent a driver from being uninstalled.
func inUse(open []*session.Session) *registry.Error {
	var names []string
	for _, s := range open {
		names = append(names, s.Connection.Name)
	}
	last := len(names) - 1
	listed := strings.Join(names[:last], ", ")
	if last > 0 {
		listed += " and "
	}
	return &registry.Error{Kind: registry.InUse, Message: "Close " + listed + names[last] + " to uninstall " + open[0].Manifest.Title + "."}
}

// EnableRequest switches a driver on or off.
type EnableRequest struct {
	Call    string `json:"call"`
	Driver  string `json:"driver"`
	Enabled bool   `json:"enabled"`
}

// Enable switches a driver on or off. Open connections continue.
func (p *Plugins) Enable(q EnableRequest) (Nothing, error) {
	return call(p.calls, q.Call, func(context.Context) (Nothing, error) {
		return Nothing{}, p.catalogue.SetEnabled(q.Driver, q.Enabled)
	})
}

// Activate makes new connections use the staged version, and returns the connections that use another version until
// they are reopened.
func (p *Plugins) Activate(q DriverRequest) (ActivatedDriver, error) {
	return call(p.calls, q.Call, func(context.Context) (ActivatedDriver, error) {
		if err := p.catalogue.Activate(q.Driver); err != nil {
			return ActivatedDriver{}, err
		}
		return ActivatedDriver{Uses: uses(p.sessions.Of(q.Driver))}, nil
	})
}

// ActivatedDriver lists the connections that were open when a driver was activated.
type ActivatedDriver struct {
	Uses []Use `json:"uses"`
}
