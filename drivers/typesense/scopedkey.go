package typesense

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	// searchAction is the only action of a key from which scoped ones are made.
	searchAction = "documents:search"
	// prefixLength is how many characters of that key's value a scoped one contains.
	prefixLength = 4

	paramFilter  = "filter_by"
	paramExclude = "exclude_fields"

	unlimited = "Type a filter, hide fields or choose an expiry: otherwise the key can do all that the other one can."
)

// scopeForm describes scoped search keys (API keys, "Generate Scoped Search Key").
func scopeForm() *driver.ScopeForm {
	return &driver.ScopeForm{
		Title:  "Scoped Search Key",
		Source: driver.Text{Key: "Search-only key", Value: "The value of a key whose only action is documents:search."},
		Inputs: []driver.ScopeField{
			{ID: paramFilter, Title: "Embedded filter", Hint: "filter_by of every search with the key, besides the search's own."},
			{ID: paramExclude, Title: "Hide fields", Hint: "Names separated by commas that no search with the key returns."},
		},
		Expiry: "The key is also refused once the other one expires or is deleted.",
		Unfit:  "The server would refuse the scoped key: the only action of the other one must be documents:search.",
		End:    "Whoever has the key can read the parameters in it, but not change them.",
	}
}

// ScopeKey implements [driver.KeyScoper].
func (engine) ScopeKey(c *driver.Conn, a *driver.ScopeArgs) (*driver.ScopedKey, error) {
	w, members := jx.NewWriter(searchRoom).Open('{'), 0
	for _, v := range a.Values {
		value := strings.TrimSpace(v.Value)
		if value == "" {
			continue
		}
		switch v.Key {
		case paramFilter:
			if _, refused := rawClause(&driver.FilterRow{Values: []string{value}}, false); refused != nil {
				return nil, refused
			}
		case paramExclude:
			value = strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' }), ",")
		default:
			return nil, &driver.Error{Kind: driver.Invalid, Message: "A scoped key has no " + v.Key + "."}
		}
		w.Key(v.Key).Text(value)
		members++
	}
	switch {
	case a.Expires != 0 && a.Expires <= c.Now():
		return nil, &driver.Error{Kind: driver.Invalid, Message: expiredKey}
	case a.Expires != 0:
		w.Key("expires_at").Int(a.Expires / 1000)
	case members == 0:
		return nil, &driver.Error{Kind: driver.Invalid, Message: unlimited}
	}
	return &driver.ScopedKey{
		Embedded: string(w.Close("}").Bytes()),
		Parts:    []driver.ScopePart{{Digest: true}, {Head: prefixLength}, {Embedded: true}},
	}, nil
}
