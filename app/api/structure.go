package api

import (
	"context"
	"net/http"
	"net/url"

	"quarry/backend/connection/session"
	"quarry/backend/data/structure"
	"quarry/drivers/driver"
)

// Structures serves the fields and definitions of a connection's objects.
type Structures struct {
	calls    *Calls
	sessions *session.Sessions
}

// DefinitionName names one of the definitions that objects have.
type DefinitionName struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// DefinitionList is the definitions that the objects of a connection have.
type DefinitionList struct {
	Definitions []DefinitionName `json:"definitions"`
}

// Definitions lists the definitions that the objects of a connection have.
func (s *Structures) Definitions(q SessionRequest) (DefinitionList, error) {
	return call(s.calls, q.Call, func(context.Context) (DefinitionList, error) {
		open, err := s.sessions.Get(q.Session)
		if err != nil {
			return DefinitionList{}, err
		}
		list := DefinitionList{Definitions: []DefinitionName{}}
		for _, d := range open.Definitions() {
			list.Definitions = append(list.Definitions, DefinitionName{d.Key, d.Value})
		}
		return list, nil
	})
}

// StructureColumn is one column of the table of fields.
type StructureColumn struct {
	Title string `json:"title"`
	Width int    `json:"width"`
}

// StructureFact is a fact about the whole object.
type StructureFact struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// StructureInfo describes the table of an object's fields, which is sent with it as a page block.
type StructureInfo struct {
	Columns []StructureColumn `json:"columns"`
	Facts   []StructureFact   `json:"facts"`
	Note    string            `json:"note"`    // why nothing can be changed here, and how to change it elsewhere
	Elapsed int               `json:"elapsed"` // milliseconds
}

// DefinitionInfo describes a definition, whose text is sent with it.
type DefinitionInfo struct {
	Note    string `json:"note"`    // why it cannot be changed here, and how to change it elsewhere
	Elapsed int    `json:"elapsed"` // milliseconds
}

// serve responds to GET /data/structure?session=&object=&call= with a page block of texts and its [StructureInfo] in a
// header, and to GET /data/definition?session=&object=&name=&call= with a text in JSON and its [DefinitionInfo].
func (s *Structures) serve(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	read := s.structure
	if r.URL.Path == "/data/definition" {
		read = s.definition
	}
	if r.Method != http.MethodGet {
		writeFailure(w, http.StatusMethodNotAllowed, &driver.Error{Kind: driver.Invalid, Message: "Data is read-only."})
		return
	}
	respond(w, r, s.calls, func(ctx context.Context) (any, []byte, error) { return read(ctx, query) })
}

func (s *Structures) structure(ctx context.Context, q url.Values) (any, []byte, error) {
	open, err := s.sessions.Get(q.Get("session"))
	if err != nil {
		return nil, nil, err
	}
	found, err := structure.Read(ctx, open, q.Get("object"))
	if err != nil {
		return nil, nil, err
	}
	info := StructureInfo{Columns: []StructureColumn{}, Facts: []StructureFact{}, Note: found.Note, Elapsed: int(found.Elapsed)}
	for _, c := range found.Columns {
		info.Columns = append(info.Columns, StructureColumn(c))
	}
	for _, f := range found.Facts {
		info.Facts = append(info.Facts, StructureFact{f.Key, f.Value})
	}
	return info, found.Block, nil
}

func (s *Structures) definition(ctx context.Context, q url.Values) (any, []byte, error) {
	open, err := s.sessions.Get(q.Get("session"))
	if err != nil {
		return nil, nil, err
	}
	found, err := structure.Define(ctx, open, q.Get("object"), q.Get("name"))
	if err != nil {
		return nil, nil, err
	}
	return DefinitionInfo{Note: found.Note, Elapsed: int(found.Elapsed)}, found.Text, nil
}
