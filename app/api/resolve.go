package api

import (
	"context"

	"quarry/backend/data/objects"
)

// ResolveRequest is a name that the user typed.
type ResolveRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Name    string `json:"name"`
}

// ResolvedPart is one index or collection that a name resolves to.
type ResolvedPart struct {
	Name string `json:"name"`
	Via  string `json:"via"` // how the name led to it, "" if it was named directly
}

// Resolved is what a name resolves to. Object.Name is the name to open.
type Resolved struct {
	Object  ObjectItem     `json:"object"`
	Stands  int            `json:"stands"` // number of indices or collections it resolves to, 0 if unknown
	Parts   []ResolvedPart `json:"parts"`  // the first of them
	Notices []string       `json:"notices"`
}

// Resolve resolves a name without opening it.
func (g *Grid) Resolve(q ResolveRequest) (Resolved, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (Resolved, error) {
		s, err := g.sessions.Get(q.Session)
		if err != nil {
			return Resolved{}, err
		}
		o, err := objects.Resolve(ctx, s, q.Name)
		if err != nil {
			return Resolved{}, err
		}
		result := Resolved{
			Object: itemOf(o),
			Stands: o.Stands, Parts: make([]ResolvedPart, 0, len(o.Parts)), Notices: texts(o.Notices),
		}
		for _, p := range o.Parts {
			result.Parts = append(result.Parts, ResolvedPart{p.Name, p.Via})
		}
		return result, nil
	})
}
