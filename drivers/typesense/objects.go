package typesense

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
)

// The kinds of objects.
const (
	kindCollection = "collection"
	kindAlias      = "alias"
)

// kinds returns the kinds of objects. An alias is only opened by name.
func kinds() []driver.ObjectKind {
	return []driver.ObjectKind{
		{ID: kindCollection, Title: "collection", Plural: "collections", Icon: driver.IconTable, Listed: driver.ListedAlways},
		{ID: kindAlias, Title: "alias", Plural: "aliases", Icon: driver.IconLink, Refers: true},
	}
}

// Objects implements [driver.Driver] with GET /collections. A key without permission to list gets an empty list and the
// reason.
func (engine) Objects(c *driver.Conn, _ *driver.ObjectsArgs) (*driver.ObjectList, error) {
	objects, err := listed(c, "list")
	if e, ok := err.(*driver.Error); ok && (e.Status == 401 || e.Status == 403) {
		return &driver.ObjectList{Notices: []string{cannot}}, nil
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(objects, func(a, b driver.Object) int { return strings.Compare(a.Name, b.Name) })
	return &driver.ObjectList{Objects: objects}, nil
}

// listed returns every collection that the key can list, in the server's order.
func listed(c *driver.Conn, purpose string) ([]driver.Object, error) {
	req := get("/collections", withoutFields, purpose)
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Fields, Walk: []driver.FieldSpec{{Name: "name", Keys: []string{"num_documents"}}}})
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, answered(&req, r)
	}
	var objects []driver.Object
	r.EachRecord(func(_ int, rec *driver.Record) {
		objects = append(objects, driver.Object{Name: rec.Name, Kind: kindCollection, Size: -1, Count: number(rec.Attrs[0])})
	})
	return objects, nil
}

// number parses a whole number, -1 if there is none.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return n
}
