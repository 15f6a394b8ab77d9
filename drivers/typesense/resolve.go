package typesense

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const nameless = "Enter the name of a collection or an alias."

// Resolve implements [driver.Resolver]: it opens a collection, or an alias of one, that the key can read or search
// although the list does not show it.
func (engine) Resolve(c *driver.Conn, a *driver.ResolveArgs) (*driver.Object, error) {
	name := strings.TrimSpace(a.Name)
	if name == "" {
		return nil, &driver.Error{Kind: driver.Invalid, Message: nameless}
	}
	if err := named(name); err != nil {
		return nil, err
	}
	req := get(collectionPath(name), withoutFields, "resolve")
	r, err := c.Do(driver.Send{Request: req, Verb: driver.Pick, Pick: []string{"name", "num_documents"}})
	switch {
	case err != nil:
		return nil, err
	case r.Status == 401, r.Status == 403:
		return searchable(c, name, answered(&req, r))
	case r.Status == 404:
		e := answered(&req, r)
		e.Message, e.Detail = "There is no collection or alias named “"+name+"”.", e.Message
		return nil, e
	case !r.OK():
		return nil, answered(&req, r)
	}
	o := &driver.Object{Name: name, Kind: kindCollection, Size: -1, Count: number(r.Picked[1]), Stands: 1}
	part := driver.Part{Name: jx.Unquote(r.Picked[0])}
	if part.Name != name {
		o.Kind, part.Via = kindAlias, "alias "+name
	}
	o.Parts = []driver.Part{part}
	return o, nil
}

// searchable opens a collection for a key that can only search it.
func searchable(c *driver.Conn, name string, refusal *driver.Error) (*driver.Object, error) {
	r, err := searched(c.Do, name, "", 0, "resolve")
	if err != nil {
		return nil, refused401(err, refusal)
	}
	count, _ := jx.Get(r, "found")
	return &driver.Object{
		Name: name, Kind: kindCollection, Size: -1, Count: number(count), Stands: 1, Parts: []driver.Part{{Name: name}},
		Notices: []string{name + byDocuments},
	}, nil
}
