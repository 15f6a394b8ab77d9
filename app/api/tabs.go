package api

import (
	"context"
	"maps"
	"slices"

	"quarry/backend/session"
	"quarry/backend/tabs"
)

// Tabs saves the tabs of a connection.
type Tabs struct {
	calls    *Calls
	sessions *session.Sessions
	store    *tabs.Store
}

// TabValue is one string of what makes a tab again.
type TabValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// OpenTab is one tab: its kind, and what makes it again in the words of that kind, by name.
type OpenTab struct {
	Kind  string     `json:"kind"`
	State []TabValue `json:"state"`
}

// NamedObject is what was opened by its name and stays in the sidebar, with what it is: an alias, a pattern.
type NamedObject struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// OpenTabs are the tabs of a connection from left to right, the place of the one that is shown, and the names that stay
// in its sidebar.
type OpenTabs struct {
	Tabs   []OpenTab     `json:"tabs"`
	Active int           `json:"active"`
	Named  []NamedObject `json:"named"`
}

// Get returns the tabs that were open when the connection was open last.
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

// KeepTabsRequest is what is open in a connection.
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
