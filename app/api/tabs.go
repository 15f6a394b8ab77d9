package api

import (
	"context"

	"quarry/backend/session"
	"quarry/backend/tabs"
)

// Tabs keeps which objects were open in the tabs of a connection.
type Tabs struct {
	calls    *Calls
	sessions *session.Sessions
	store    *tabs.Store
}

// OpenTab is one tab: the object that it shows, as it was opened, and the order of its rows.
type OpenTab struct {
	Object string   `json:"object"`
	Sort   []SortBy `json:"sort"`
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

// Get gives the tabs that were open when the connection was open last.
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
			open := OpenTab{Object: tab.Object, Sort: []SortBy{}}
			for _, by := range tab.Sort {
				open.Sort = append(open.Sort, SortBy(by))
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

// Keep keeps the tabs of a connection for the next time it is opened.
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
			kept := tabs.Tab{Object: tab.Object}
			for _, by := range tab.Sort {
				kept.Sort = append(kept.Sort, tabs.SortBy(by))
			}
			open.Tabs = append(open.Tabs, kept)
		}
		return Nothing{}, t.store.Put(s.Connection.ID, open)
	})
}
