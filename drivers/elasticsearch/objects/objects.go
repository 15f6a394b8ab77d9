package objects

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
)

// List implements Objects of [driver.Driver] with _cat/indices, which lists open and closed indices but no aliases or
// data streams; those come from _resolve/index. A user without permission for _cat (it needs the cluster privilege
// "monitor") gets the indices that _resolve/index names.
func List(c *driver.Conn, a *driver.ObjectsArgs) (*driver.ObjectList, error) {
	req := es.Get("/_cat/indices", "format=json&bytes=b&h=index,status,store.size,health", "list")
	sends := []driver.Send{{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{Name: "index", Keys: []string{"status", "store.size", "health"}}}}}
	if a.Also {
		sends = append(sends, others(c))
	}
	replies, err := c.DoAll(sends...)
	if err != nil {
		return nil, err
	}
	r := &replies[0]
	switch {
	case r.Err != nil:
		return nil, r.Err
	case r.Status == 403:
		return resolved(c, a.Also, es.ErrorOf(&req, r), replies[1:])
	case !r.OK():
		return nil, es.ErrorOf(&req, r)
	}
	list := &driver.ObjectList{}
	r.EachRecord(func(_ int, rec *driver.Record) {
		if hidden(rec.Name) {
			return
		}
		list.Objects = append(list.Objects, driver.Object{
			Name: rec.Name, Kind: kindIndex, Count: -1,
			Closed: rec.Attrs[0] == "close", Size: es.ParseInt(rec.Attrs[1]), Health: trouble(rec.Attrs[2]),
		})
	})
	inOrder(list.Objects)
	switch {
	case a.Also:
		addOthers(list, &sends[1], &replies[1])
	case len(list.Objects) == 0:
		countOthers(c, list)
	}
	return list, nil
}

// trouble returns the health of an index if something is wrong with it.
func trouble(health string) string {
	if health == "yellow" || health == "red" {
		return health
	}
	return ""
}

// others requests the names of aliases and data streams. Versions before 7.9 only have aliases.
func others(c *driver.Conn) driver.Send {
	if s := es.VersionOf(c); s.Number != "" && !s.AtLeast(7, 9) {
		return driver.Send{Request: es.Get("/_alias", "", "list"), Verb: driver.Fields, Walk: []driver.FieldSpec{{At: "*.aliases"}}}
	}
	return everyName()
}

// The walks of a response of _resolve/index.
const (
	nameIndex  = 0
	nameAlias  = 1
	nameStream = 2
)

func everyName() driver.Send {
	return driver.Send{Request: es.Get("/_resolve/index/*", "expand_wildcards=open,closed", "list"), Verb: driver.Fields, Walk: []driver.FieldSpec{
		nameIndex:  {At: "indices", Name: "name", Keys: []string{"attributes"}},
		nameAlias:  {At: "aliases", Name: "name", Keys: []string{"indices"}},
		nameStream: {At: "data_streams", Name: "name", Keys: []string{"backing_indices"}},
	}}
}

// othersOf returns a response's data streams and aliases, data streams first, each sorted by name.
func othersOf(send *driver.Send, r *driver.Reply) (streams, aliases []driver.Object) {
	old := len(send.Walk) == 1
	at := map[string]int{} // aliases: an old version lists one per index
	r.EachRecord(func(_ int, rec *driver.Record) {
		o := driver.Object{Name: rec.Name, Size: -1, Count: -1}
		switch {
		case hidden(rec.Name):
		case !old && rec.Spec == nameStream:
			o.Kind, o.Stands = kindStream, len(es.Strings(rec.Attrs[0]))
			streams = append(streams, o)
		case !old && rec.Spec == nameAlias:
			o.Kind, o.Stands = kindAlias, len(es.Strings(rec.Attrs[0]))
			aliases = append(aliases, o)
		case old:
			if i, known := at[rec.Name]; known {
				aliases[i].Stands++
				return
			}
			at[rec.Name] = len(aliases)
			o.Kind, o.Stands = kindAlias, 1
			aliases = append(aliases, o)
		}
	})
	inOrder(streams)
	inOrder(aliases)
	return streams, aliases
}

// addOthers adds aliases and data streams after the indices, or says why they cannot be listed.
func addOthers(list *driver.ObjectList, send *driver.Send, r *driver.Reply) {
	if r.Err != nil || !r.OK() {
		e := r.Err
		if e == nil {
			e = es.ErrorOf(&send.Request, r)
		}
		list.Notices = append(list.Notices, "Aliases and data streams cannot be listed: "+es.Sentence(e.Message))
		return
	}
	streams, aliases := othersOf(send, r)
	list.Objects = append(append(list.Objects, streams...), aliases...)
}

// countOthers counts what there is besides indices. The list is complete without this.
func countOthers(c *driver.Conn, list *driver.ObjectList) {
	send := others(c)
	r, err := c.Do(send)
	if err != nil || !r.OK() {
		return
	}
	streams, aliases := othersOf(&send, r)
	instead(list, streams, aliases)
}

// resolved lists the objects for a user with permissions on only some indices; refusal is the response of _cat/indices,
// and beside are the responses to the requests sent with it.
func resolved(c *driver.Conn, also bool, refusal *driver.Error, beside []driver.Reply) (*driver.ObjectList, error) {
	send := everyName()
	var r *driver.Reply
	if s := es.VersionOf(c); len(beside) > 0 && (s.Number == "" || s.AtLeast(7, 9)) {
		r = &beside[0]
		if r.Err != nil {
			return nil, r.Err
		}
	} else {
		var err error
		if r, err = c.Do(send); err != nil {
			return nil, err
		}
	}
	if !r.OK() {
		if r.Status == 401 || r.Status == 403 {
			refusal = es.ErrorOf(&send.Request, r)
		}
		return nothing(refusal), nil
	}
	list := &driver.ObjectList{}
	r.EachRecord(func(_ int, rec *driver.Record) {
		if rec.Spec != nameIndex || hidden(rec.Name) || strings.Contains(rec.Attrs[0], `"hidden"`) {
			return
		}
		list.Objects = append(list.Objects, driver.Object{
			Name: rec.Name, Kind: kindIndex, Count: -1, Size: -1, Closed: strings.Contains(rec.Attrs[0], `"closed"`),
		})
	})
	inOrder(list.Objects)
	streams, aliases := othersOf(&send, r)
	switch n := len(list.Objects); {
	case n > 0:
		list.Notices = []string{sees(n)}
	case len(streams)+len(aliases) == 0:
		return nothing(refusal), nil
	case !also:
		instead(list, streams, aliases)
	}
	if also {
		list.Objects = append(append(list.Objects, streams...), aliases...)
	}
	return list, nil
}

// instead says what there is besides indices.
func instead(list *driver.ObjectList, streams, aliases []driver.Object) {
	var parts []string
	if n := len(streams); n > 0 {
		parts = append(parts, es.Plural(n, "data stream", "data streams"))
	}
	if n := len(aliases); n > 0 {
		parts = append(parts, es.Plural(n, "alias", "aliases"))
	}
	if len(parts) == 0 {
		return
	}
	list.Others = len(streams) + len(aliases)
	list.Empty = "There are no indices to list, but " + strings.Join(parts, " and ") + "."
}

// sees tells a restricted user what the list contains and what it leaves out.
func sees(n int) string {
	if n == 1 {
		return "You can see 1 index, but not its size."
	}
	return "You can see " + strconv.Itoa(n) + " indices, but not their sizes."
}

func nothing(refusal *driver.Error) *driver.ObjectList {
	return &driver.ObjectList{Notices: []string{"You cannot read any index. " + refusal.Message}}
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

func inOrder(objects []driver.Object) {
	es.SortBy(objects, func(a, b *driver.Object) int { return strings.Compare(a.Name, b.Name) })
}
