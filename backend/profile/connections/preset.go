package connections

import (
	"encoding/json"
	"slices"
	"strings"
)

// presetPrefix begins the ids of the organisation's connections.
const presetPrefix = "policy:"

// policyMember marks the organisation's group in the file.
const policyMember = "policy"

// PresetID returns the id of an organisation's connection from its id in the policy.
func PresetID(id string) string { return presetPrefix + id }

// IsPreset reports whether the organisation set the connection with the id.
func IsPreset(id string) bool { return strings.HasPrefix(id, presetPrefix) }

// IsPresetGroup reports whether a group is that of the organisation's connections.
func (s *Store) IsPresetGroup(name string) bool {
	return len(s.Presets.Connections) > 0 && s.Presets.Title == name
}

// Presets are the connections that the organisation sets. They come first in the list, in a group of their own, and
// nothing about them can be changed. The file has only their secrets and when they were opened.
type Presets struct {
	Title       string       // of their group
	Connections []Connection // with a PresetID
	Unknown     bool         // the policy cannot be used: what the file has about its connections is kept but not shown
}

var errPreset = refused("Your organisation set this connection.", "Duplicate it to change the copy.")

var errPresetGroup = refused("Your organisation set this group.", "")

// overlay adds the organisation's connections to what the file has.
func (d *document) overlay(p Presets, unused func(keys []string)) {
	group := d.takeGroup()
	var former, rest []record
	for _, r := range d.records {
		if IsPreset(r.ID) {
			former = append(former, r)
		} else {
			rest = append(rest, r)
		}
	}
	var list []record
	for _, c := range p.Connections {
		r := record{rest: fields{}, stored: map[string]stored{}}
		if at := slices.IndexFunc(former, func(r record) bool { return r.ID == c.ID }); at >= 0 {
			r = former[at]
			former = slices.Delete(former, at, at+1)
		}
		kept := r.Connection
		r.Connection = c.clone()
		r.Secrets, r.Version, r.LastOpened, r.Group = kept.Secrets, kept.Version, kept.LastOpened, p.Title
		r.Connection = r.clone()
		list = append(list, r)
	}
	switch {
	case p.Unknown:
		d.hidden = former
	default:
		for _, r := range former {
			unused(r.keys())
		}
	}
	d.records = append(list, rest...)
	if len(list) == 0 {
		return
	}
	if at := d.findGroup(p.Title); at >= 0 {
		d.groups = slices.Delete(d.groups, at, at+1) // a group of the user with the same name is shown as part of it
	}
	group.Name = p.Title
	group.rest = fields{policyMember: json.RawMessage("true")}
	d.groups = slices.Insert(d.groups, 0, group)
}

// takeGroup removes the organisation's group as it was last written, unless a connection of the user is in it.
func (d *document) takeGroup() groupRecord {
	at := slices.IndexFunc(d.groups, groupRecord.isPolicy)
	if at < 0 {
		return groupRecord{}
	}
	group := d.groups[at]
	if slices.ContainsFunc(d.records, func(r record) bool { return r.Group == group.Name && !IsPreset(r.ID) }) {
		delete(d.groups[at].rest, policyMember)
	} else {
		d.groups = slices.Delete(d.groups, at, at+1)
	}
	return groupRecord{Group: group.Group}
}

func (g groupRecord) isPolicy() bool { return g.rest[policyMember] != nil }

// changeableGroup returns an error if the group is the organisation's.
func (d *document) changeableGroup(name string) error {
	if at := d.findGroup(name); at >= 0 && d.groups[at].isPolicy() {
		return errPresetGroup
	}
	return nil
}

// ownGroup returns the group for a new connection of the user: none instead of the organisation's.
func (d *document) ownGroup(name string) string {
	if d.changeableGroup(name) != nil {
		return ""
	}
	return name
}

// written returns the records for the file: of the organisation's connections only what the policy does not have.
func (d *document) written() []record {
	list := make([]record, 0, len(d.records)+len(d.hidden))
	for _, r := range slices.Concat(d.records, d.hidden) {
		if !IsPreset(r.ID) {
			list = append(list, r)
			continue
		}
		r = r.copy()
		if len(r.stored) == 0 && len(r.unused) == 0 && r.LastOpened == "" {
			continue
		}
		r.Connection = Connection{ID: r.ID, Driver: r.Driver, Secrets: r.Secrets, Version: r.Version, LastOpened: r.LastOpened}
		list = append(list, r)
	}
	return list
}
