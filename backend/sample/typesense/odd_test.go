package typesense

// SPEC: APP-07

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pieces are what odd requests are made of.
var pieces = strings.Split("name|kind|price|n|parts|parts.sku|id|nope|:|=|!|!=|>|<=|[|]|..|,|(|)|`|``|\"|*|&&|||| |1|-5|1.5|true|red|chair|{|}|.{|é|😀|\\|km|asc|desc|_text_match|missing_values: first|9223372036854775807|null|[1,2]|{\"a\":{\"b\":[null,{}]}}", "|")

func oddText(random *rand.Rand) string {
	var out strings.Builder
	for range 1 + random.IntN(9) {
		out.WriteString(pieces[random.IntN(len(pieces))])
	}
	return out.String()
}

func TestNoOddRequestEndsTheServer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		x := withShop(t, version)
		for range 300 {
			query := url.Values{}
			query.Set("q", []string{"*", "red", oddText(random)}[random.IntN(3)])
			for _, name := range []string{"query_by", "filter_by", "sort_by", "facet_by", "group_by", "include_fields", "exclude_fields", "per_page", "offset"} {
				if random.IntN(3) == 0 {
					query.Set(name, oddText(random))
				}
			}
			x.send("GET", "/collections/shop/documents/search?"+query.Encode(), "")
			x.send("GET", "/collections/shop/documents/export?filter_by="+url.QueryEscape(oddText(random)), "")
			x.send("POST", "/multi_search", `{"searches":[{"collection":"shop","q":"*","filter_by":`+textOf(oddText(random))+`},`+oddText(random)+`]}`)
			for _, body := range []string{oddText(random), `{"id":"odd","name":"x",` + textOf(oddText(random)) + `:` + oddText(random) + `}`, `{"id":"odd","name":"x",` + textOf(oddText(random)) + `:{"a":[{"b":1},null]}}`} {
				x.send("POST", "/collections/shop/documents?action=upsert", body)
				x.send("PATCH", "/collections/shop/documents/a", body)
				x.send("POST", "/collections/shop/documents/import?action=emplace", body)
				x.send("PATCH", "/collections/shop", body)
				x.send("PUT", "/aliases/"+url.PathEscape(oddText(random)), body)
				x.send("POST", "/keys", body)
				x.send("PUT", "/curation_sets/s", body)
			}
		}
		_, status := x.send("GET", "/health", "")
		require.Equal(t, http.StatusOK, status)
		require.NotEmpty(t, x.must("GET", "/collections/shop", "").Get("name").String())
	}
}

func TestTextThatWasWrittenIsReadAgain(t *testing.T) {
	for _, text := range []string{"", "plain", "\"quoted\" \\ / \b\f\n\r\t\x00\x1f\x7f", "日本 😀 é", "\u2028"} {
		v, err := readJSON(textOf(object{"text": text, "list": []any{int64(1), -2.5, nil, true, uint64(1) << 63}}))
		require.NoError(t, err)
		require.Equal(t, object{"text": text, "list": []any{int64(1), -2.5, nil, true, uint64(1) << 63}}, v)
	}
	for given, written := range map[string]string{
		"1e-7": "1e-07", "1e300": "1e+300", "0.1": "0.1", "1965.0": "1965.0", "3.14159265358979323846": "3.141592653589793", "-0.0": "-0.0",
		"123456789012345678": "123456789012345678", "1e15": "1e+15", "0.0001": "0.0001",
	} {
		v, err := readJSON(given)
		require.NoError(t, err)
		require.Equal(t, written, textOf(v), given)
	}
}
