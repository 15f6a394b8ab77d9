package api

import (
	"context"

	"quarry/backend/connection/session"
	"quarry/backend/profile/layouts"
)

// Layouts saves the column layouts of objects.
type Layouts struct {
	calls    *Calls
	sessions *session.Sessions
	store    *layouts.Store
}

// LayoutRequest names an object of an open connection.
type LayoutRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
}

// LayoutColumn is the saved layout of one column.
type LayoutColumn struct {
	Name   string `json:"name"`
	Width  int    `json:"width"` // px, 0 for the default width
	Hidden bool   `json:"hidden"`
	Pinned bool   `json:"pinned"`
}

// Layout is the layout of an object's columns, in order; columns that it does not name come last. Grid.Open uses its
// page size.
type Layout struct {
	Columns   []LayoutColumn `json:"columns"`
	HideEmpty bool           `json:"hideEmpty"`
	PageSize  int            `json:"pageSize"` // 0 for the size in the connection's options
}

// Get returns the saved layout of an object.
func (l *Layouts) Get(q LayoutRequest) (Layout, error) {
	return call(l.calls, q.Call, func(context.Context) (Layout, error) {
		s, err := l.sessions.Get(q.Session)
		if err != nil {
			return Layout{}, err
		}
		kept, err := l.store.Get(s.Connection.ID, q.Object)
		if err != nil {
			return Layout{}, err
		}
		return layoutOf(kept), nil
	})
}

func layoutOf(kept layouts.Layout) Layout {
	result := Layout{Columns: make([]LayoutColumn, 0, len(kept.Columns)), HideEmpty: kept.HideEmpty, PageSize: kept.PageSize}
	for _, c := range kept.Columns {
		result.Columns = append(result.Columns, LayoutColumn(c))
	}
	return result
}

// KeepLayoutRequest carries the layout of an object.
type KeepLayoutRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
	Layout  Layout `json:"layout"`
}

// Keep saves the layout of an object for the next time it is opened.
func (l *Layouts) Keep(q KeepLayoutRequest) (Nothing, error) {
	return call(l.calls, q.Call, func(context.Context) (Nothing, error) {
		s, err := l.sessions.Get(q.Session)
		if err != nil {
			return Nothing{}, err
		}
		kept := layouts.Layout{HideEmpty: q.Layout.HideEmpty, PageSize: q.Layout.PageSize}
		for _, c := range q.Layout.Columns {
			kept.Columns = append(kept.Columns, layouts.Column(c))
		}
		return Nothing{}, l.store.Put(s.Connection.ID, q.Object, kept)
	})
}
