package api

import (
	"context"

	"quarry/backend/data/objects"
	"quarry/drivers/driver"
)

// ObjectsRequest requests the objects of an open connection.
type ObjectsRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Also    bool   `json:"also"` // include aliases, data streams and the like
}

// ObjectItem is an index or a collection, or a name for several.
type ObjectItem struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`  // "index", "alias", "data stream", "collection"
	Size   string `json:"size"`  // bytes, "" if unknown
	Count  string `json:"count"` // documents, "" if unknown
	Closed bool   `json:"closed"`
	Health string `json:"health"` // "yellow", "red", or ""
	Stands int    `json:"stands"` // number of indices that an alias or a data stream includes
}

// ObjectList is what the sidebar shows.
type ObjectList struct {
	Objects []ObjectItem `json:"objects"`
	Notices []string     `json:"notices"`
	Others  int          `json:"others"` // how many more objects Also would list, if the list is empty
	Empty   string       `json:"empty"`  // what to say if nothing is listed, "" for the driver's own sentence
}

// Objects lists the objects of a connection.
func (g *Grid) Objects(q ObjectsRequest) (ObjectList, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (ObjectList, error) {
		s, err := g.sessions.Get(q.Session)
		if err != nil {
			return ObjectList{}, err
		}
		list, err := objects.List(ctx, s, q.Also)
		if err != nil {
			return ObjectList{}, err
		}
		result := ObjectList{Objects: make([]ObjectItem, 0, len(list.Objects)), Notices: texts(list.Notices), Others: list.Others, Empty: list.Empty}
		for i := range list.Objects {
			result.Objects = append(result.Objects, itemOf(&list.Objects[i]))
		}
		return result, nil
	})
}

func itemOf(o *driver.Object) ObjectItem {
	return ObjectItem{o.Name, o.Kind, known(o.Size), known(o.Count), o.Closed, o.Health, o.Stands}
}

// CountsRequest names the objects to count.
type CountsRequest struct {
	Call    string   `json:"call"`
	Session string   `json:"session"`
	Names   []string `json:"names"`
}

// CountItem is the number of documents of one object, or why it is unknown.
type CountItem struct {
	Name  string `json:"name"`
	Count string `json:"count"`
	Error string `json:"error"`
}

// CountList holds the counts in the order of the request.
type CountList struct {
	Counts []CountItem `json:"counts"`
}

// Counts counts the documents of some objects.
func (g *Grid) Counts(q CountsRequest) (CountList, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (CountList, error) {
		s, err := g.sessions.Get(q.Session)
		if err != nil {
			return CountList{}, err
		}
		counts, err := objects.Counts(ctx, s, q.Names)
		if err != nil {
			return CountList{}, err
		}
		result := CountList{Counts: make([]CountItem, 0, len(counts))}
		for _, c := range counts {
			item := CountItem{Name: c.Object, Count: known(c.Count)}
			if c.Err != nil {
				item.Count, item.Error = "", c.Err.Message
			}
			result.Counts = append(result.Counts, item)
		}
		return result, nil
	})
}
