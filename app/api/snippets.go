package api

import (
	"context"

	"quarry/backend/connection/session"
	"quarry/backend/profile/snippets"
	"quarry/backend/work/console"
)

// Snippets saves named console requests for every connection of their engine.
type Snippets struct {
	calls    *Calls
	sessions *session.Sessions
	consoles *console.Consoles
	store    *snippets.Store
}

// Snippet is a named text with one or more requests.
type Snippet struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// SnippetList has an engine's snippets, sorted by name.
type SnippetList struct {
	Snippets []Snippet `json:"snippets"`
}

// List returns the snippets of a connection's engine.
func (n *Snippets) List(q SessionRequest) (SnippetList, error) {
	return n.of(q.Call, q.Session, func(context.Context, *session.Session) error { return nil })
}

// SaveSnippetRequest names the part of a text to save.
type SaveSnippetRequest struct {
	ConsolePlanRequest
	Name    string `json:"name"`
	Replace bool   `json:"replace"` // replace the snippet with this name
}

// Save saves the selected requests of a text under a name.
func (n *Snippets) Save(q SaveSnippetRequest) (SnippetList, error) {
	return n.of(q.Call, q.Session, func(ctx context.Context, s *session.Session) error {
		text, err := n.consoles.Snippet(ctx, s, q.Text, selectionOf(q.Selection))
		if err != nil {
			return err
		}
		return n.store.Save(snippets.Snippet{Engine: s.Connection.Driver, Name: q.Name, Text: text}, q.Replace)
	})
}

// RenameSnippetRequest names a snippet and its new name.
type RenameSnippetRequest struct {
	SessionRequest
	Name string `json:"name"`
	To   string `json:"to"`
}

// Rename renames a snippet.
func (n *Snippets) Rename(q RenameSnippetRequest) (SnippetList, error) {
	return n.of(q.Call, q.Session, func(_ context.Context, s *session.Session) error {
		return n.store.Rename(s.Connection.Driver, q.Name, q.To)
	})
}

// RemoveSnippetRequest names a snippet.
type RemoveSnippetRequest struct {
	SessionRequest
	Name string `json:"name"`
}

// Remove removes a snippet.
func (n *Snippets) Remove(q RemoveSnippetRequest) (SnippetList, error) {
	return n.of(q.Call, q.Session, func(_ context.Context, s *session.Session) error {
		return n.store.Remove(s.Connection.Driver, q.Name)
	})
}

// of returns the snippets of a connection's engine after a change.
func (n *Snippets) of(id, sessionID string, change func(context.Context, *session.Session) error) (SnippetList, error) {
	return call(n.calls, id, func(ctx context.Context) (SnippetList, error) {
		s, err := n.sessions.Get(sessionID)
		if err != nil {
			return SnippetList{}, err
		}
		if err := change(ctx, s); err != nil {
			return SnippetList{}, err
		}
		all, err := n.store.List(s.Connection.Driver)
		list := SnippetList{Snippets: make([]Snippet, 0, len(all))}
		for _, one := range all {
			list.Snippets = append(list.Snippets, Snippet{one.Name, one.Text})
		}
		return list, err
	})
}
