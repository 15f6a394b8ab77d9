package api

import (
	"context"
	"strconv"

	"quarry/backend/session"
)

// Structures is what the objects of a connection are made of.
type Structures struct {
	calls    *Calls
	sessions *session.Sessions
	kept     *kept
}

// DefinitionName is one of the definitions that objects have.
type DefinitionName struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// DefinitionList names the definitions that the objects of a connection have.
type DefinitionList struct {
	Definitions []DefinitionName `json:"definitions"`
}

// Definitions names the definitions that the objects of a connection have.
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

// StructureRequest names an object.
type StructureRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
}

// StructureColumn is one column of the table of fields.
type StructureColumn struct {
	Title string `json:"title"`
	Width int    `json:"width"`
}

// StructureFact is something that holds for an object as a whole.
type StructureFact struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// StructureInfo tells about the table of an object's fields; its rows come from /data/kept as a page block.
type StructureInfo struct {
	Data    string            `json:"data"` // the id of its rows, which are fetched once
	Rows    int               `json:"rows"`
	Columns []StructureColumn `json:"columns"`
	Facts   []StructureFact   `json:"facts"`
	Note    string            `json:"note"`    // why nothing can be changed here, and how it can be
	Elapsed int               `json:"elapsed"` // milliseconds
}

// Fields lists the fields of an object.
func (s *Structures) Fields(q StructureRequest) (StructureInfo, error) {
	return call(s.calls, q.Call, func(ctx context.Context) (StructureInfo, error) {
		open, err := s.sessions.Get(q.Session)
		if err != nil {
			return StructureInfo{}, err
		}
		found, err := open.Structure(ctx, q.Object)
		if err != nil {
			return StructureInfo{}, err
		}
		info := StructureInfo{
			Data: s.kept.put(found.Block), Rows: found.Rows, Columns: []StructureColumn{}, Facts: []StructureFact{},
			Note: found.Note, Elapsed: int(found.Elapsed),
		}
		for _, c := range found.Columns {
			info.Columns = append(info.Columns, StructureColumn(c))
		}
		for _, f := range found.Facts {
			info.Facts = append(info.Facts, StructureFact{f.Key, f.Value})
		}
		return info, nil
	})
}

// DefinitionRequest names an object and one of its definitions.
type DefinitionRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
	Name    string `json:"name"`
}

// DefinitionInfo tells about a definition; its text comes from /data/kept.
type DefinitionInfo struct {
	Data    string `json:"data"`    // the id of its text, which is fetched once
	Bytes   string `json:"bytes"`   // the size of its text
	Note    string `json:"note"`    // why it cannot be changed here, and how it can be
	Elapsed int    `json:"elapsed"` // milliseconds
}

// Definition reads one of an object's definitions.
func (s *Structures) Definition(q DefinitionRequest) (DefinitionInfo, error) {
	return call(s.calls, q.Call, func(ctx context.Context) (DefinitionInfo, error) {
		open, err := s.sessions.Get(q.Session)
		if err != nil {
			return DefinitionInfo{}, err
		}
		found, err := open.Definition(ctx, q.Object, q.Name)
		if err != nil {
			return DefinitionInfo{}, err
		}
		return DefinitionInfo{
			Data: s.kept.put(found.Text), Bytes: strconv.Itoa(len(found.Text)), Note: found.Note, Elapsed: int(found.Elapsed),
		}, nil
	})
}
