package api

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"quarry/backend/data/documents"
	"quarry/drivers/driver"
)

// ValueInfo describes a whole value that was read; its text is the body of the response.
type ValueInfo struct {
	Kind    int  `json:"kind"`    // as in the page block
	Changed bool `json:"changed"` // the document was changed after the row was read
}

// serveValue responds to GET /data/value?view=&column=&#id=&call= with the engine's whole current value, and its
// [ValueInfo] in a header. The parameters that begin with "#" are the hidden values of the row; an empty column means
// the whole document.
func (g *Grid) serveValue(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	respond(w, r, g.calls, func(ctx context.Context) (ValueInfo, []byte, error) {
		s, v, err := g.views.View(query.Get("view"))
		if err != nil {
			return ValueInfo{}, nil, err
		}
		value, err := documents.ValueOf(ctx, s, v, keyOf(query), query.Get("column"))
		if err != nil {
			return ValueInfo{}, nil, err
		}
		return ValueInfo{Kind: int(value.Kind), Changed: value.Changed}, value.Text, nil
	})
}

// keyOf returns a row's hidden values, sorted by name.
func keyOf(query url.Values) []driver.Text {
	var key []driver.Text
	for name := range query {
		if strings.HasPrefix(name, "#") {
			key = append(key, driver.Text{Key: name, Value: query.Get(name)})
		}
	}
	slices.SortFunc(key, func(a, b driver.Text) int { return strings.Compare(a.Key, b.Key) })
	return key
}
