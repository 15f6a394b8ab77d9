package drivertest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/sample"
	"quarry/backend/testing/conformance"
	"quarry/drivers/driver"
)

// realNode is a node that runs for the tests.
type realNode struct{ address, user, password string }

// firstProducts is how many of the first sample products the suite's index has. Of the others it only has those with an
// unusual id or with routing.
const firstProducts = 100

// chosen returns the sample products of the suite's index.
func chosen(products []sample.Doc) []sample.Doc {
	var some []sample.Doc
	for i, d := range products {
		if i < firstProducts || d.Routing != "" || d.ID != fmt.Sprintf("p%03d", i) {
			some = append(some, d)
		}
	}
	return some
}

// oddSources are added to the sample products: spellings of one field, numbers and texts that are easily changed by
// mistake, and values that a column of their type does not expect.
var oddSources = []string{
	`{"size.width": 1.50, "size": {"height": 2.0, "unit": "cm"}}`,
	`{"size": {"width": 1E+2}, "size.height": -0.0, "size.unit": ["cm", "mm"]}`,
	`{"size": {"width": 7}, "size.width": 8}`,
	`{"size": null, "sold": 9223372036854775807, "weight": 123456789012345678901234567890.5}`,
	`{"weight": [1.0, 1e0, 10.10], "quantity": null, "sold": -9223372036854775808}`,
	`{"name": "\u0041\/\u00e9 \"q\" \n\t", "sku": "", "weight": -0}`,
	`{"name": "茶碗 🍵 ünï", "sku": "𝄞", "quantity": "77"}`,
	`{"offers": [{"shop": "a", "price": 1.10}, {}, {"price": null}, {"shop": ["b", "c"]}], "labels": {"a.b": "x", "colour": {"in": "y"}}}`,
	`{"offers": {"shop": "alone", "price": 0.1000000000000000055}}`,
	`{"offers": []}`,
	`{"notes": {"deep": [[1, 2.50], {"x.y": null}]}, "available": "true"}`,
}

// seed creates the suite's index: three shards, ties, missing values, nested objects, odd ids and routing.
func (e realNode) seed(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	products := sample.Data(sample.DefaultSeed)[2]
	require.Equal(t, "products", products.Name)
	var root struct {
		Version struct{ Number string }
	}
	body, err := send(ctx, "GET", e.address+"/", "")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(body, &root))
	_, _ = send(ctx, "DELETE", e.address+"/"+lawsIndex, "") // only exists if a run was killed
	create := fmt.Sprintf(`{"settings":{"number_of_shards":3,"number_of_replicas":0},"mappings":%s}`, products.MappingFor(root.Version.Number))
	_, err = send(ctx, "PUT", e.address+"/"+lawsIndex, create)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := send(context.Background(), "DELETE", e.address+"/"+lawsIndex, "")
		require.NoError(t, err)
	})
	documents := chosen(products.Docs)
	_, err = send(ctx, "POST", e.address+"/"+lawsIndex+"/_bulk?refresh=true", bulk(documents))
	require.NoError(t, err)
	count, err := send(ctx, "GET", e.address+"/"+lawsIndex+"/_count?filter_path=count", "")
	require.NoError(t, err)
	require.JSONEq(t, fmt.Sprintf(`{"count":%d}`, len(documents)+len(oddSources)), string(count))
}

// writable creates an index that the laws about saving write to.
func (e realNode) writable(t *testing.T) *conformance.Writable {
	t.Helper()
	index := lawsIndex + "-saved"
	_, _ = send(t.Context(), "DELETE", e.address+"/"+index, "") // only exists if a run was killed
	_, err := send(t.Context(), "PUT", e.address+"/"+index, `{"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"properties":{"name":{"type":"keyword"},"weight":{"type":"double"}}}}`)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := send(context.Background(), "DELETE", e.address+"/"+index, "")
		require.NoError(t, err)
	})
	for _, id := range []string{"a%2Fb", "2", "3"} {
		_, err := send(t.Context(), "PUT", e.address+"/"+index+"/_doc/"+id+"?refresh=true", `{ "name": "before", "weight":1.50, "free":{"x":-0,"y":[1E+2]} }`)
		require.NoError(t, err)
	}
	changes := 0
	return &conformance.Writable{
		Column: "name",
		Object: conformance.Object{Name: index, Documents: func(ctx context.Context) ([]conformance.Document, error) {
			if _, err := send(ctx, "POST", e.address+"/"+index+"/_refresh", ""); err != nil {
				return nil, err
			}
			return hits(ctx, e.address, index+"/_search")
		}},
		Change: func(ctx context.Context, key []driver.Text) error {
			id := ""
			for _, k := range key {
				if k.Key == "#id" {
					id = url.PathEscape(k.Value)
				}
			}
			changes++
			_, err := send(ctx, "PUT", e.address+"/"+index+"/_doc/"+id, fmt.Sprintf(`{"name":"theirs %d","weight":2.50}`, changes))
			return err
		},
	}
}

// bulk writes documents, followed by the odd ones, as the lines of a bulk request.
func bulk(documents []sample.Doc) string {
	for i, source := range oddSources {
		documents = append(documents, sample.Doc{ID: fmt.Sprintf("_odd/%02d %%", i), Source: []byte(source), Routing: strings.Repeat("r/", i%3)})
	}
	var lines bytes.Buffer
	for _, d := range documents {
		action := map[string]string{"_id": d.ID}
		if d.Routing != "" {
			action["routing"] = d.Routing
		}
		head, _ := json.Marshal(map[string]any{"index": action}) // marshalling strings cannot fail
		lines.Write(append(head, '\n'))
		lines.Write(append(bytes.TrimSpace(d.Source), '\n'))
	}
	return lines.String()
}

// held counts the open search contexts on the suite's index.
func (e realNode) held(ctx context.Context) (int, error) {
	body, err := send(ctx, "GET", e.address+"/"+lawsIndex+"/_stats/search?filter_path=_all.total.search.open_contexts", "")
	if err != nil {
		return 0, err
	}
	var stats struct {
		All struct {
			Total struct {
				Search struct {
					Open int `json:"open_contexts"`
				}
			}
		} `json:"_all"`
	}
	if err := json.Unmarshal(body, &stats); err != nil {
		return 0, fmt.Errorf("read the open contexts: %w", err)
	}
	return stats.All.Total.Search.Open, nil
}
