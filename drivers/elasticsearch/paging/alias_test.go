// SPEC: A-BRO-10, A-BRO-13, A-SRT-01
package paging_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// farBy reads the page at row 25,000 of 50,000, sorted by the column of these mappings that has this path and type
// label.
func farBy(t *testing.T, column, label string, mappings ...string) *script.Host {
	t.Helper()
	var set *driver.ColumnSet
	if len(mappings) == 1 {
		_, set = elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", mappings[0]), "i")
	} else {
		_, set = elastictest.United(t, "8.16.3", mappings...)
	}
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, fiftyThousand,
		counts(found(50_000)), counts(found(0, `"a"`)), counts(found(20_000), found(25_001)),
		elastictest.Hits(1, 1), elastictest.Hits(25_000, 100))
	var page driver.PageResult
	args := &driver.PageArgs{Object: "books", View: set.View, From: 25_000, Size: 100, Sort: []driver.SortKey{{Field: column, Type: label}}}
	require.NoError(t, elastictest.Run(h, driver.OpPage, args, &page))
	return h
}

func TestAFarRowByAnAliasIsFoundByCountingWithAsManyRequestsAsByItsTarget(t *testing.T) {
	rows := []struct{ name, alias, target, mapping string }{
		{"a field", "alt", "kind", `{"properties":{"alt":{"type":"alias","path":"kind"},"kind":{"type":"keyword"}}}`},
		{"a multi-field", "alt", "title.raw", `{"properties":{"alt":{"type":"alias","path":"title.raw"},"title":{"type":"text","fields":{"raw":{"type":"keyword"}}}}}`},
		{"inside objects", "a.alt", "o.kind", `{"properties":{"a":{"properties":{"alt":{"type":"alias","path":"o.kind"}}},"o":{"properties":{"kind":{"type":"keyword"}}}}}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := farBy(t, row.alias, "alias", row.mapping)
			require.Contains(t, searches(h.Sent[4])[0], fmt.Sprintf(`{"range":{%q:{"lt":"a"}}}`, row.alias))
			same := farBy(t, row.target, "keyword", row.mapping)
			require.Len(t, h.Sent, len(same.Sent))
			for i, request := range same.Sent {
				require.Equal(t, strings.ReplaceAll(string(request.Body), row.target, row.alias), string(h.Sent[i].Body))
			}
		})
	}
}

func TestAnAliasOfAUnionIsCountedByItsTargetsType(t *testing.T) {
	const one, other = `{"properties":{"alt":{"type":"alias","path":"kind"},"kind":{"type":"keyword"}}}`, `{"properties":{"kind":{"type":"keyword"}}}`
	h := farBy(t, "alt", "alias", one, other)
	require.Len(t, h.Sent, 7)
	require.Contains(t, searches(h.Sent[4])[0], `{"range":{"alt":{"lt":"a"}}}`)
}
