package typesense

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Suggest implements [driver.Suggester] with the counts of a facet (Search, "Faceting parameters"): only the values of
// which a word begins with the text typed so far, if there is one.
func (engine) Suggest(c *driver.Conn, a *driver.SuggestArgs) (*driver.Suggested, error) {
	if err := named(a.Object); err != nil {
		return nil, err
	}
	v, err := viewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	r, err := c.Do(driver.Send{Request: multiSearch(facetSearch(a, v.filter), "suggest"), Verb: driver.Raw, Pick: []string{
		pickError: "results.*.error", pickCode: "results.*.code", pickFound: "results.*.facet_counts",
	}})
	if err != nil {
		return nil, err
	}
	if err := failed(r); err != nil {
		return nil, err
	}
	s := &driver.Suggested{}
	counts, _ := jx.Get(nth(nth(r.Picked[pickFound], 0), 0), "counts")
	jx.Items(counts, func(item string) bool {
		if s.More = len(s.Values) == a.Size; s.More {
			return false
		}
		count, _ := jx.Get(item, "count")
		s.Values = append(s.Values, driver.SuggestedValue{Text: jx.Text(item, "value"), Count: number(count)})
		return true
	})
	return s, nil
}

// facetSearch writes a search that finds no documents and counts one more value than is asked for.
func facetSearch(a *driver.SuggestArgs, filter string) []byte {
	w := jx.NewWriter(searchRoom).Open('{').Key("searches").Open('[').Open('{').Key("collection").Text(a.Object).Key("q").Text("*")
	if filter != "" {
		w.Key("filter_by").Text(filter)
	}
	writeUncurated(w)
	w.Key("facet_by").Text(a.Row.Field)
	if len(a.Row.Values) > 0 && strings.TrimSpace(a.Row.Values[0]) != "" {
		w.Key("facet_query").Text(a.Row.Field + ":" + strings.TrimSpace(a.Row.Values[0]))
	}
	return w.Key("max_facet_values").Int(int64(a.Size) + 1).Key("per_page").Int(0).Close("}]}").Bytes()
}
