package api

import (
	"context"
	"strconv"

	"quarry/backend/connection/session"
	"quarry/backend/profile/presets"
)

// Presets saves the filters of objects: those that the user named, and the last one applied.
type Presets struct {
	calls    *Calls
	sessions *session.Sessions
	store    *presets.Store
}

// KeptRow is one row of a saved filter.
type KeptRow struct {
	Column      string   `json:"column"`
	Operator    string   `json:"operator"`
	Values      []string `json:"values"`
	SameElement bool     `json:"sameElement"` // applies to the same array element as the previous row
	FoldCase    bool     `json:"foldCase"`    // ignore case
	Off         bool     `json:"off"`         // shown in the filter bar, but not part of the filter
}

// KeptFilter is a saved filter.
type KeptFilter struct {
	Any  bool      `json:"any"`
	Rows []KeptRow `json:"rows"`
}

// Preset is a filter that the user named.
type Preset struct {
	Name   string     `json:"name"`
	Filter KeptFilter `json:"filter"`
}

// ObjectFilters are the filters of one object.
type ObjectFilters struct {
	Presets []Preset   `json:"presets"` // sorted by name
	Last    KeptFilter `json:"last"`    // the last filter applied, without rows if there is none
	At      string     `json:"at"`      // when it was applied, in milliseconds since 1970; "" if none was
}

// PresetsRequest names an object of an open connection.
type PresetsRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
}

// List returns the filters of an object.
func (p *Presets) List(q PresetsRequest) (ObjectFilters, error) {
	return p.of(q, func(string) error { return nil })
}

// KeepFilterRequest has the filter that was applied to an object, without rows if none was.
type KeepFilterRequest struct {
	PresetsRequest
	Filter KeptFilter `json:"filter"`
}

// Keep saves the applied filter for the next time the object is opened.
func (p *Presets) Keep(q KeepFilterRequest) (ObjectFilters, error) {
	return p.of(q.PresetsRequest, func(id string) error { return p.store.Keep(id, q.Object, q.Filter.kept()) })
}

// SavePresetRequest has a filter and its name.
type SavePresetRequest struct {
	PresetsRequest
	Name    string     `json:"name"`
	Filter  KeptFilter `json:"filter"`
	Replace bool       `json:"replace"` // replace the preset with this name
}

// Save saves a filter under a name.
func (p *Presets) Save(q SavePresetRequest) (ObjectFilters, error) {
	return p.of(q.PresetsRequest, func(id string) error {
		return p.store.Save(id, q.Object, q.Name, q.Filter.kept(), q.Replace)
	})
}

// RenamePresetRequest names a preset and its new name.
type RenamePresetRequest struct {
	PresetsRequest
	Name string `json:"name"`
	To   string `json:"to"`
}

// Rename renames a preset.
func (p *Presets) Rename(q RenamePresetRequest) (ObjectFilters, error) {
	return p.of(q.PresetsRequest, func(id string) error { return p.store.Rename(id, q.Object, q.Name, q.To) })
}

// RemovePresetRequest names a preset.
type RemovePresetRequest struct {
	PresetsRequest
	Name string `json:"name"`
}

// Remove removes a preset.
func (p *Presets) Remove(q RemovePresetRequest) (ObjectFilters, error) {
	return p.of(q.PresetsRequest, func(id string) error { return p.store.Remove(id, q.Object, q.Name) })
}

// of returns an object's filters after running change with its connection's id.
func (p *Presets) of(q PresetsRequest, change func(connection string) error) (ObjectFilters, error) {
	return call(p.calls, q.Call, func(context.Context) (ObjectFilters, error) {
		s, err := p.sessions.Get(q.Session)
		if err != nil {
			return ObjectFilters{}, err
		}
		if err := change(s.Connection.ID); err != nil {
			return ObjectFilters{}, err
		}
		kept, err := p.store.Get(s.Connection.ID, q.Object)
		if err != nil {
			return ObjectFilters{}, err
		}
		return objectFilters(kept), nil
	})
}

func objectFilters(kept presets.Filters) ObjectFilters {
	result := ObjectFilters{Presets: make([]Preset, 0, len(kept.Presets)), Last: KeptFilter{Rows: []KeptRow{}}}
	for _, p := range kept.Presets {
		result.Presets = append(result.Presets, Preset{p.Name, keptFilter(p.Filter)})
	}
	if kept.Last != nil {
		result.Last = keptFilter(kept.Last.Filter)
		result.At = strconv.FormatInt(kept.Last.At.UnixMilli(), 10)
	}
	return result
}

func keptFilter(f presets.Filter) KeptFilter {
	result := KeptFilter{Any: f.Any, Rows: make([]KeptRow, 0, len(f.Rows))}
	for _, r := range f.Rows {
		r.Values = texts(r.Values)
		result.Rows = append(result.Rows, KeptRow(r))
	}
	return result
}

func (f KeptFilter) kept() presets.Filter {
	kept := presets.Filter{Any: f.Any, Rows: make([]presets.Row, 0, len(f.Rows))}
	for _, r := range f.Rows {
		kept.Rows = append(kept.Rows, presets.Row(r))
	}
	return kept
}
