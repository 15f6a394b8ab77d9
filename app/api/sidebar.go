package api

import (
	"context"

	"quarry/backend/connection/session"
	"quarry/backend/profile/sidebar"
)

// Sidebar saves how the objects of a connection are listed.
type Sidebar struct {
	calls    *Calls
	sessions *session.Sessions
	store    *sidebar.Store
}

// Favourite is an object at the top of the sidebar, with its kind, such as index or alias.
type Favourite struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// SidebarState is how the objects of a connection are listed.
type SidebarState struct {
	Also       bool        `json:"also"` // include aliases, data streams and the like
	Sort       string      `json:"sort"` // "documents", "size", or "" by name
	Favourites []Favourite `json:"favourites"`
	Folded     []string    `json:"folded"` // ids of collapsed sections, which show only their heading
}

// Get returns how the objects were listed when the connection was last open.
func (b *Sidebar) Get(q SessionRequest) (SidebarState, error) {
	return call(b.calls, q.Call, func(context.Context) (SidebarState, error) {
		s, err := b.sessions.Get(q.Session)
		if err != nil {
			return SidebarState{}, err
		}
		kept, err := b.store.Get(s.Connection.ID)
		if err != nil {
			return SidebarState{}, err
		}
		result := SidebarState{Also: kept.Also, Sort: kept.Sort, Favourites: []Favourite{}, Folded: append([]string{}, kept.Folded...)}
		for _, f := range kept.Favourites {
			result.Favourites = append(result.Favourites, Favourite(f))
		}
		return result, nil
	})
}

// KeepSidebarRequest carries how the objects of a connection are listed.
type KeepSidebarRequest struct {
	Call    string       `json:"call"`
	Session string       `json:"session"`
	Sidebar SidebarState `json:"sidebar"`
}

// Keep saves how the objects are listed for the next time the connection is opened.
func (b *Sidebar) Keep(q KeepSidebarRequest) (Nothing, error) {
	return call(b.calls, q.Call, func(context.Context) (Nothing, error) {
		s, err := b.sessions.Get(q.Session)
		if err != nil {
			return Nothing{}, err
		}
		kept := sidebar.Sidebar{Also: q.Sidebar.Also, Sort: q.Sidebar.Sort, Folded: q.Sidebar.Folded}
		for _, f := range q.Sidebar.Favourites {
			kept.Favourites = append(kept.Favourites, sidebar.Favourite(f))
		}
		return Nothing{}, b.store.Put(s.Connection.ID, kept)
	})
}
