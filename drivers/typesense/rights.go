package typesense

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/found"
	"quarry/drivers/driver/jx"
)

const (
	byDocuments = ": this key has no permission to read the schema, so the columns are those of the documents shown, and editing is off."
	noSchema    = "This key has no permission to read the schema, so sorting is off."
)

// samples are the numbers of documents to look at; the next one is used if the response is too large.
var samples = []int{100, 10, 1}

// restricted describes a collection for a key that can search it but not read its schema (API keys,
// "documents:search"). refusal is the server's response for the schema.
func restricted(c *driver.Conn, object string, refusal *driver.Error) (*driver.ColumnSet, error) {
	for _, n := range samples {
		r, err := searched(c.Do, object, "", n, "columns")
		if e, ok := err.(*driver.Error); ok && e.Kind == driver.Invalid && n > 1 {
			continue
		}
		if err != nil {
			return nil, refused401(err, refusal)
		}
		var f found.Finder
		hits, _ := jx.Get(r, "hits")
		jx.Items(hits, func(hit string) bool {
			if document, ok := jx.Get(hit, "document"); ok {
				f.Add(document)
			}
			return true
		})
		set := columnSet()
		set.ReadOnly = object + byDocuments
		for _, column := range f.Columns(noSchema) {
			if column.Name != "id" {
				set.Columns = append(set.Columns, column)
			}
		}
		return set, nil
	}
	return nil, refusal
}

// refused401 returns the error for a refused search: the refusal of the schema if both are the same 401.
func refused401(err error, refusal *driver.Error) error {
	if e, ok := err.(*driver.Error); ok && e.Status == refusal.Status {
		return refusal
	}
	return err
}

// sender sends one request and returns its reply, as [driver.Conn.Do] does.
type sender func(driver.Send) (*driver.Reply, error)

// searched returns the response to one search for up to n of a collection's documents that match a filter, "" for all.
func searched(do sender, object, filter string, n int, purpose string) (string, error) {
	w := jx.NewWriter(searchRoom).Open('{').Key("searches").Open('[').Open('{').Key("collection").Text(object).Key("q").Text("*")
	if filter != "" {
		w.Key("filter_by").Text(filter)
	}
	writeUncurated(w)
	w.Key("per_page").Int(int64(n)).Close("}]}")
	req := multiSearch(w.Bytes(), purpose)
	r, err := do(driver.Send{Request: req, Verb: driver.Raw, Pick: []string{
		pickError: "results.*.error", pickCode: "results.*.code", pickFound: "results.*.found",
	}})
	if err != nil {
		return "", err
	}
	if err := failed(r); err != nil {
		return "", err
	}
	results, _ := jx.Get(string(r.Body), "results")
	member := ""
	jx.Items(results, func(item string) bool {
		member = item
		return false
	})
	return member, nil
}
