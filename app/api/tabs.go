package api

import (
	"context"
	"errors"
	"maps"
	"slices"

	"quarry/backend/connection/session"
	"quarry/backend/profile/tabs"
)

// Tabs saves the tabs of a connection.
type Tabs struct {
	calls    *Calls
	sessions *session.Sessions
	store    *tabs.Store
}

// TabValue is one string needed to restore a tab.
type TabValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// OpenTab is one tab: its kind, and the named values that restore it, as that kind defines them.
type OpenTab struct {
	Kind  string     `json:"kind"`
	State []TabValue `json:"state"`
}

// NamedObject was opened by name and stays in the sidebar, with its kind, such as alias or pattern.
type NamedObject struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// OpenTabs are the tabs of a connection from left to right, the index of the active one, and the names that stay in its
// sidebar.
type OpenTabs struct {
	Tabs   []OpenTab     `json:"tabs"`
	Active int           `json:"active"`
	Named  []NamedObject `json:"named"`
}

// Get returns the tabs that were open when the connection was last open.
func (t *Tabs) Get(q SessionRequest) (OpenTabs, error) {
	return call(t.calls, q.Call, func(context.Context) (OpenTabs, error) {
		s, err := t.sessions.Get(q.Session)
		if err != nil {
			return OpenTabs{}, err
		}
		kept, err := t.store.Get(s.Connection.ID)
		if err != nil {
			return OpenTabs{}, err
		}
		// If this fails, others can take them over once this process ends.
		if err := s.OnClose(func(context.Context) { _ = t.store.Leave(s.Connection.ID) }); err != nil {
			return OpenTabs{}, errors.Join(err, t.store.Leave(s.Connection.ID))
		}
		result := OpenTabs{Tabs: []OpenTab{}, Active: kept.Active, Named: []NamedObject{}}
		for _, n := range kept.Named {
			result.Named = append(result.Named, NamedObject(n))
		}
		for _, tab := range kept.Tabs {
			open := OpenTab{Kind: tab.Kind, State: []TabValue{}}
			for _, name := range slices.Sorted(maps.Keys(tab.State)) {
				open.State = append(open.State, TabValue{name, tab.State[name]})
			}
			result.Tabs = append(result.Tabs, open)
		}
		return result, nil
	})
}

// KeepTabsRequest carries the open tabs of a connection.
type KeepTabsRequest struct {
	Call    string   `json:"call"`
	Session string   `json:"session"`
	Open    OpenTabs `json:"open"`
}

// Keep saves the tabs of a connection for the next time it is opened.
func (t *Tabs) Keep(q KeepTabsRequest) (Nothing, error) {
	return call(t.calls, q.Call, func(context.Context) (Nothing, error) {
		s, err := t.sessions.Get(q.Session)
		if err != nil {
			return Nothing{}, err
		}
		open := tabs.Tabs{Active: q.Open.Active}
		for _, n := range q.Open.Named {
			open.Named = append(open.Named, tabs.Named(n))
		}
		for _, tab := range q.Open.Tabs {
			kept := tabs.Tab{Kind: tab.Kind, State: map[string]string{}}
			for _, v := range tab.State {
				kept.State[v.Name] = v.Value
			}
			open.Tabs = append(open.Tabs, kept)
		}
		return Nothing{}, t.store.Put(s.Connection.ID, open)
	})
}
