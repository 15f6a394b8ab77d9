package save_test

// SPEC: A-EDT-08

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAValueIsWrittenAsItsTypeHoldsIt(t *testing.T) {
	rows := []struct{ fieldType, source, typed, want string }{ // want: JSON, "" if it is refused
		{"long", "1", "9223372036854775807", "9223372036854775807"},
		{"long", "1", " 12 ", "12"},
		{"long", "1", "9223372036854775808", ""},
		{"long", "1", "1.0", ""},
		{"long", "1", "", ""},
		{"long", "1", "true", ""},
		{"long", "1", "[1, 2]", "[1, 2]"},
		{"long", "1", "[1, null]", "[1, null]"},
		{"long", "1", `[1,"2"]`, ""},
		{"integer", "1", "2147483647", "2147483647"},
		{"integer", "1", "2147483648", ""},
		{"short", "1", "-32768", "-32768"},
		{"short", "1", "32768", ""},
		{"byte", "1", "127", "127"},
		{"byte", "1", "128", ""},
		{"unsigned_long", "1", "18446744073709551615", "18446744073709551615"},
		{"unsigned_long", "1", "-1", ""},
		{"double", "1", "0.1000000000000000055", "0.1000000000000000055"},
		{"double", "1", "1e400", ""},
		{"double", "1", "NaN", ""},
		{"float", "1", "3.4e38", "3.4e38"},
		{"float", "1", "3.5e38", ""},
		{"half_float", "1", "65504", "65504"},
		{"half_float", "1", "65520", ""},
		{"scaled_float", "1", "1.005", "1.005"},
		{"rank_feature", "1", "-1", ""},
		{"boolean", "true", "false", "false"},
		{"boolean", "true", "TRUE", ""},
		{"boolean", "true", "1", ""},
		{"boolean", "true", "[true,false]", "[true,false]"},
		{"keyword", `"a"`, "", `""`},
		{"keyword", `"a"`, " b\n", `" b\n"`},
		{"keyword", `"a"`, "5", `"5"`},
		{"keyword", `"a"`, `["x"]`, `"[\"x\"]"`},
		{"keyword", `["a"]`, `["x","y"]`, `["x","y"]`},
		{"keyword", `["a"]`, `x`, ""},
		{"keyword", `["a"]`, `"x"`, `"x"`},
		{"keyword", `["a"]`, `[{"x":1}]`, ""},
		{"text", `"a"`, `é "q" \`, `"é \"q\" \\"`},
		{"text", `"` + strings.Repeat("a", 70_000) + `"`, "b", `"b"`},
		{"keyword", `["` + strings.Repeat("a", 70_000) + `"]`, "b", ""},
		{"date", `"2024-01-01"`, "2020", `"2020"`},
		{"date", "1577836800000", "1577836800001", "1577836800001"},
		{"date", "1577836800000", "2020-01-01", `"2020-01-01"`},
		{"date", `"2024-01-01"`, "", ""},
		{"date", `"2024-01-01"`, `["2020-01-01",1577836800000]`, `["2020-01-01",1577836800000]`},
		{"ip", `"192.0.2.1"`, "2001:db8::1", `"2001:db8::1"`},
		{"ip", `"192.0.2.1"`, "192.0.2.256", ""},
		{"ip", `"192.0.2.1"`, "fe80::1%eth0", ""},
		{"binary", `"YQ=="`, "YWI=", `"YWI="`},
		{"binary", `"YQ=="`, "YWI", ""},
		{"binary", `"YQ=="`, "Y*I=", ""},
		{"object", "null", `{"a": 1}`, `{"a": 1}`},
		{"object", "null", `[{"a":1},null]`, `[{"a":1},null]`},
		{"object", "null", "5", ""},
		{"object", "null", `{"a":}`, ""},
		{"nested", "null", `[{"a":1}]`, `[{"a":1}]`},
		{"nested", "null", `["a"]`, ""},
		{"flattened", "null", `{"a":"b"}`, `{"a":"b"}`},
		{"integer_range", "null", `{"gte":1,"lt":2147483647}`, `{"gte":1,"lt":2147483647}`},
		{"integer_range", "null", `{"gte":1.5}`, ""},
		{"integer_range", "null", `{"from":1}`, ""},
		{"long_range", "null", `{"gt":null,"lte":9223372036854775808}`, ""},
		{"float_range", "null", `{"gt":1e39}`, ""},
		{"double_range", "null", `[{"gt":1.25}]`, `[{"gt":1.25}]`},
		{"integer_range", "null", `{"gte":5,"lte":1}`, ""},
		{"integer_range", "null", `[{"gte":1,"lte":1},{"gte":5,"lte":1}]`, ""},
		{"integer_range", "null", `{"gt":5,"lt":6}`, ""},
		{"integer_range", "null", `{"gt":5,"lte":5}`, ""},
		{"integer_range", "null", `{"gte":5,"lte":5}`, `{"gte":5,"lte":5}`},
		{"integer_range", "null", `{"gt":5,"lt":7}`, `{"gt":5,"lt":7}`},
		{"integer_range", "null", `{"gt":9,"gte":5,"lte":7}`, `{"gt":9,"gte":5,"lte":7}`},
		{"integer_range", "null", `{"gte":5,"lte":null}`, `{"gte":5,"lte":null}`},
		{"long_range", "null", `{"gt":9223372036854775806,"lt":9223372036854775807}`, ""},
		{"long_range", "null", `{"gt":-9223372036854775808,"lt":9223372036854775807}`, `{"gt":-9223372036854775808,"lt":9223372036854775807}`},
		{"double_range", "null", `{"gt":5,"lt":5}`, ""},
		{"double_range", "null", `{"gt":5,"lt":6}`, `{"gt":5,"lt":6}`},
		{"float_range", "null", `{"gte":16777217,"lte":16777216}`, `{"gte":16777217,"lte":16777216}`},
		{"date_range", "null", `{"gte":"2024-05-06","lte":"2024-01-01"}`, ""},
		{"date_range", "null", `{"gte":"2024-05-06","lt":"2024-05-06"}`, ""},
		{"date_range", "null", `{"gte":1577836800001,"lte":1577836800000}`, ""},
		{"date_range", "null", `{"gte":"2024","lte":"2024"}`, `{"gte":"2024","lte":"2024"}`},
		{"ip_range", "null", `{"gte":"192.0.2.9","lte":"192.0.2.1"}`, ""},
		{"ip_range", "null", `{"gte":"192.0.2.1","lte":"::1"}`, ""},
		{"ip_range", "null", `{"gte":"::1","lte":"192.0.2.1"}`, `{"gte":"::1","lte":"192.0.2.1"}`},
		{"date_range", "null", `{"gte":"2024-01-01","lt":1577836800000}`, `{"gte":"2024-01-01","lt":1577836800000}`},
		{"date_range", "null", `{"gte":""}`, ""},
		{"date_range", "null", `"2024"`, ""},
		{"ip_range", "null", `"192.0.2.0/24"`, `"192.0.2.0/24"`},
		{"ip_range", "null", `{"gte":"192.0.2.0","lte":"192.0.2.x"}`, ""},
		{"geo_point", "null", `{"lat":52.5,"lon":13.4}`, `{"lat":52.5,"lon":13.4}`},
		{"geo_point", "null", `{"lat":91,"lon":13.4}`, ""},
		{"geo_point", "null", `{"lat":1}`, ""},
		{"geo_point", "null", "52.5,13.4", `"52.5,13.4"`},
		{"geo_point", "null", "92.5,13.4", ""},
		{"geo_point", "null", "[13.4,52.5]", "[13.4,52.5]"},
		{"geo_point", "null", "[13.4,95]", ""},
		{"geo_point", "null", `[[13.4,52.5],"52.5,13.4"]`, `[[13.4,52.5],"52.5,13.4"]`},
		{"geo_point", "null", "POINT (13.4 52.5)", `"POINT (13.4 52.5)"`},
		{"geo_point", "null", "POINT (200 1)", ""},
		{"geo_point", "null", "POINT(1 91)", ""},
		{"geo_point", "null", "POINT (180 90)", `"POINT (180 90)"`},
		{"geo_point", "null", "POINT (1 2 3)", `"POINT (1 2 3)"`},
		{"geo_point", "null", "POINT EMPTY", `"POINT EMPTY"`},
		{"geo_point", "null", "point (+1 .5)", `"point (+1 .5)"`},
		{"geo_point", "null", "POINT", ""},
		{"geo_point", "null", "POINT (a b)", ""},
		{"geo_point", "null", "POINT (1,2)", ""},
		{"geo_point", "null", "LINESTRING (1 1, 2 2)", ""},
		{"geo_point", "null", "MULTIPOINT (1 2)", ""},
		{"geo_point", "null", "BBOX (1,2,3,4)", ""},
		{"geo_point", "null", `["POINT (200 1)"]`, ""},
		{"geo_point", "null", `{"type":"Point","coordinates":[200,1]}`, ""},
		{"geo_point", "null", `{"type":"Point","coordinates":[1]}`, ""},
		{"geo_point", "null", `{"type":"LineString","coordinates":[[1,1],[2,2]]}`, ""},
		{"geo_point", "null", `{"type":"point","coordinates":[1,2,3]}`, `{"type":"point","coordinates":[1,2,3]}`},
		{"geo_shape", "null", "POINT (200 1)", `"POINT (200 1)"`},
		{"geo_point", "null", "u33dc", `"u33dc"`},
		{"geo_point", "null", "x", ""},
		{"geo_point", "null", `"x"`, ""},
		{"geo_point", "null", "5", ""},
		{"geo_point", "null", `{"type":"Point","coordinates":[13.4,52.5]}`, `{"type":"Point","coordinates":[13.4,52.5]}`},
		{"point", "null", "100,200", `"100,200"`},
		{"point", "null", `{"x":100,"y":200}`, `{"x":100,"y":200}`},
		{"geo_shape", "null", `{"type":"Point","coordinates":[1,2]}`, `{"type":"Point","coordinates":[1,2]}`},
		{"geo_shape", "null", "POLYGON ((1 1, 2 2, 1 2, 1 1))", `"POLYGON ((1 1, 2 2, 1 2, 1 1))"`},
		{"geo_shape", "null", "[1,2]", ""},
		{"shape", "null", "u33dc", ""},
		{"join", "null", `{"name":"answer","parent":"1"}`, `{"name":"answer","parent":"1"}`},
		{"join", "null", `{"parent":"1"}`, ""},
		{"dense_vector", "null", "[1, 2.5]", "[1, 2.5]"},
		{"completion", "null", "word", ""},
		{"completion", "null", `"word"`, `"word"`},
		{"completion", "null", `["a","b"]`, `["a","b"]`},
		{"completion", "null", `[]`, `[]`},
		{"completion", "null", `[{"input":"a"},"b"]`, `[{"input":"a"},"b"]`},
		{"completion", "null", `{"input":["a"],"weight":3}`, `{"input":["a"],"weight":3}`},
		{"completion", "null", `{"input":"a","weight":"3"}`, `{"input":"a","weight":"3"}`},
		{"completion", "null", `{"input":"a","contexts":{"x":"a"}}`, `{"input":"a","contexts":{"x":"a"}}`},
		{"completion", "null", "5", ""},
		{"completion", "null", "true", ""},
		{"completion", "null", "[1]", ""},
		{"completion", "null", `["a",null]`, ""},
		{"completion", "null", `[["a"]]`, ""},
		{"completion", "null", `{"input":5}`, ""},
		{"completion", "null", `{"input":null}`, ""},
		{"completion", "null", `{"input":["a",5]}`, ""},
		{"completion", "null", `{"input":"a","weight":-1}`, ""},
		{"completion", "null", `{"input":"a","weight":1.5}`, ""},
		{"completion", "null", `{"input":"a","weight":null}`, ""},
		{"completion", "null", `{"text":"a"}`, ""},
		{"completion", "null", `"a\u001fb"`, ""},
	}
	for _, row := range rows {
		t.Run(row.fieldType+" "+row.typed, func(t *testing.T) {
			source := `{"f":` + row.source + `}`
			h := holding(t, "8.16.3", document{source: source})
			plan := planned(t, h, rowShown("1", "", source, cell("f", row.fieldType, row.typed)))
			if row.want == "" {
				require.Empty(t, plan.Requests)
				require.Len(t, plan.Refusals, 1)
				require.Equal(t, "f", plan.Refusals[0].Column)
				require.NotEmpty(t, plan.Refusals[0].Err.Message)
				return
			}
			require.Empty(t, plan.Refusals)
			require.Len(t, plan.Requests, 1)
			sent := line(h, &plan.Requests[0])
			_, value, _ := strings.Cut(sent, `{"doc":{"f":`)
			if plan.Requests[0].Form == "Whole document" {
				_, value, _ = strings.Cut(sent, " f=")
				value += "}}"
			}
			require.Equal(t, row.want+"}}", value)
		})
	}
}
