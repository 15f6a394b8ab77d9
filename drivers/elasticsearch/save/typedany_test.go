package save_test

// SPEC: A-EDT-08, A-EDT-11

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// everyType are the types of columns, and one that no driver knows.
var everyType = []string{
	"long", "integer", "short", "byte", "unsigned_long", "double", "float", "half_float", "scaled_float", "rank_feature", "boolean", "date",
	"date_nanos", "ip", "binary", "keyword", "text", "match_only_text", "annotated_text", "search_as_you_type", "semantic_text", "constant_keyword",
	"wildcard", "version", "token_count", "murmur3", "object", "", "nested", "flattened", "passthrough", "integer_range", "long_range", "float_range",
	"double_range", "date_range", "ip_range", "geo_point", "point", "geo_shape", "shape", "join", "dense_vector", "completion", "of another version",
}

// stored are values that documents have, and "" for none.
var stored = []string{"", "null", "1", "1.50", `"a"`, "true", "[]", `["p"]`, "[1]", `[["p"]]`, `[{"a":1}]`, `{}`, `{"a":1}`}

// typedTexts are what somebody may type.
var typedTexts = []string{
	"", " ", "a", "1", "-0", "1.50", "1e2", "1e400", "true", "null", `"a"`, `"`, "[", "[]", `["a"]`, "[1,null]", "[[]]", `[["a"],[1]]`, `[{}]`, `[{"a":1}]`, `["a",{"b":[]}]`,
	"{", "{}", `{"a":1}`, `{"a":{"b":[1]}}`, " {\n} ", "\x00", "\xff", `{"gte":1}`, `{"gte":"2024"}`, "2024-01-01", "POINT (1 2)", "1,2", "192.0.2.1", `{"name":"a"}`, "[1,2]",
}

// typing is a value that is typed over another one, in a partial update or a whole document.
type typing struct{ before, typed, other string }

func (y *typing) source() string {
	if y.before == "" {
		return fmt.Sprintf(`{"d":%s}`, y.other)
	}
	return fmt.Sprintf(`{"k":%s,"d":%s}`, y.before, y.other)
}

// requireRefusedOrJSON plans values that were typed at once.
func requireRefusedOrJSON(t *testing.T, fieldType string, all []typing) {
	t.Helper()
	docs, rows := make([]document, len(all)), make([]driver.RowEdit, len(all))
	for i := range all {
		source := all[i].source()
		docs[i].source, rows[i] = source, rowShown(fmt.Sprint(i), "", source, cell("k", fieldType, all[i].typed))
	}
	h := holding(t, "8.16.3", docs...)
	plan := planned(t, h, rows...)
	judged := make([]bool, len(all))
	for _, refused := range plan.Refusals {
		name := fmt.Sprintf("%s: %q", fieldType, all[refused.Row])
		require.Equal(t, "k", refused.Column, name)
		require.NotEmpty(t, refused.Err.Message, name)
		judged[refused.Row] = true
	}
	for i := range plan.Requests {
		row := plan.Requests[i].Row
		requireJSON(t, h, &plan.Requests[i], fmt.Sprintf("%s: %q", fieldType, all[row]))
		require.False(t, judged[row])
		judged[row] = true
	}
	require.NotContains(t, judged, false)
}

func requireJSON(t *testing.T, h *script.Host, p *driver.Planned, name string) {
	t.Helper()
	if len(p.Request.Parts) == 0 {
		require.True(t, json.Valid(p.Request.Body), "%s: %s", name, p.Request.Body)
		return
	}
	splice := p.Request.Parts[0].Document
	require.True(t, json.Valid([]byte(h.Document(splice.Document))), name)
	for _, e := range splice.Edits {
		require.True(t, e.Remove || json.Valid([]byte(e.Value)), "%s: %s", name, e.Value)
	}
}

func TestWhateverIsTypedIntoACellIsRefusedWithItsColumnOrSentAsJSON(t *testing.T) {
	var all []typing
	for _, before := range stored {
		for _, typed := range typedTexts {
			all = append(all, typing{before, typed, `"x"`}, typing{before, typed, "1e2"})
		}
	}
	for _, fieldType := range everyType {
		requireRefusedOrJSON(t, fieldType, all)
	}
}

// FuzzTypedValues: as TestWhateverIsTypedIntoACellIsRefusedWithItsColumnOrSentAsJSON.
func FuzzTypedValues(f *testing.F) {
	for i, text := range typedTexts {
		f.Add(uint8(i), uint8(i*3), text)
	}
	f.Fuzz(func(t *testing.T, fieldType, before uint8, typed string) {
		document := stored[int(before)%len(stored)]
		requireRefusedOrJSON(t, everyType[int(fieldType)%len(everyType)], []typing{{document, typed, `"x"`}, {document, typed, "1e2"}})
	})
}

func TestARowWhoseDocumentCannotBeLookedAtIsRefusedAlone(t *testing.T) {
	for _, cells := range [][]driver.CellEdit{{cell("k", "keyword", "b"), cell("d", "keyword", "c")}, {cell("k.x", "keyword", "b")}} {
		h := holding(t, "8.16.3", document{source: `{"k":"a"}`}, document{source: `{"k":"b"}`}, document{source: `{"k":"c"}`})
		h.Looked = func(document string) *driver.Error {
			if document == `{"k":"b"}` {
				return &driver.Error{Kind: driver.Engine, Message: "too deep"}
			}
			return nil
		}
		rows := make([]driver.RowEdit, 3)
		for i := range rows {
			rows[i] = rowShown(fmt.Sprint(i), "", fmt.Sprintf(`{"k":%q}`, string(rune('a'+i))), cells...)
		}
		rows[0].Cells, rows[2].Cells = []driver.CellEdit{cell("k", "keyword", "x")}, []driver.CellEdit{cell("e.f", "keyword", "x")}
		plan := planned(t, h, rows...)
		require.Len(t, plan.Requests, 2)
		require.Len(t, plan.Refusals, 1)
		require.Equal(t, 1, plan.Refusals[0].Row)
		require.Equal(t, "too deep", plan.Refusals[0].Err.Message)
	}
}
