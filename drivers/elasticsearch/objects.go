package elasticsearch

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
)

// Objects implements [driver.Driver] by _cat/indices, which lists open and closed indices and neither aliases nor data
// streams. A user who may not ask it (that needs the cluster privilege "monitor") gets the indices that
// _resolve/index names.
func (engine) Objects(c *driver.Conn, _ *driver.ObjectsArgs) (*driver.ObjectList, error) {
	req := get("/_cat/indices", "format=json&bytes=b&h=index,status,store.size", "list")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{Name: "index", Keys: []string{"status", "store.size"}}}})
	switch {
	case err != nil:
		return nil, err
	case r.Status == 403:
		return resolved(c, answered(&req, r))
	case !r.OK():
		return nil, answered(&req, r)
	}
	list := &driver.ObjectList{}
	r.EachRecord(func(_ int, rec *driver.Record) {
		if hidden(rec.Name) {
			return
		}
		list.Objects = append(list.Objects, driver.Object{
			Name: rec.Name, Kind: "index", Count: -1,
			Closed: rec.Attrs[0] == "close", Size: size(rec.Attrs[1]),
		})
	})
	inOrder(list.Objects)
	return list, nil
}

// resolved lists for a user with rights on some indices only; refusal is what _cat/indices answered.
func resolved(c *driver.Conn, refusal *driver.Error) (*driver.ObjectList, error) {
	req := get("/_resolve/index/*", "expand_wildcards=open,closed", "list")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{At: "indices", Name: "name", Keys: []string{"attributes"}}}})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		if r.Status == 401 || r.Status == 403 {
			refusal = answered(&req, r)
		}
		return nothing(refusal), nil
	}
	list := &driver.ObjectList{}
	r.EachRecord(func(_ int, rec *driver.Record) {
		if hidden(rec.Name) || strings.Contains(rec.Attrs[0], `"hidden"`) {
			return
		}
		list.Objects = append(list.Objects, driver.Object{
			Name: rec.Name, Kind: "index", Count: -1, Size: -1, Closed: strings.Contains(rec.Attrs[0], `"closed"`),
		})
	})
	if len(list.Objects) == 0 {
		return nothing(refusal), nil
	}
	inOrder(list.Objects)
	list.Notices = []string{sees(len(list.Objects), sessionOf(c))}
	return list, nil
}

// sees says once what a restricted user gets and what is left out.
func sees(n int, s session) string {
	unread := "sizes"
	if s.version == "" {
		unread = "version, sizes"
	}
	return "This user sees " + many(n, "index", "indices") + ". Not readable for it: " + unread + "."
}

func nothing(refusal *driver.Error) *driver.ObjectList {
	return &driver.ObjectList{Notices: []string{"This user may read no index. " + refusal.Message}}
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// size reads a number of bytes; a closed index has null.
func size(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

func inOrder(objects []driver.Object) {
	slices.SortFunc(objects, func(a, b driver.Object) int { return strings.Compare(a.Name, b.Name) })
}
