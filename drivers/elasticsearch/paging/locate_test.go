// SPEC: A-BRO-13, A-SRT-03, A-SRT-04
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

// counts responds to several searches with how many rows each found, and the sort values of its first and last row if
// there are any.
func counts(responses ...string) script.Response {
	return script.JSON(200, `{"responses":[`+strings.Join(responses, ",")+`]}`)
}

func found(total int, sorts ...string) string {
	var list []string
	for _, sort := range sorts {
		list = append(list, `{"sort":[`+sort+`]}`)
	}
	return fmt.Sprintf(`{`+elastictest.Good+`,"hits":{"total":{"value":%d},"hits":[%s]}}`, total, strings.Join(list, ","))
}

var fiftyThousand = script.JSON(200, `{"_shards":{"total":2,"failed":0},"hits":{"total":{"value":50000}}}`)

// searches returns the single searches in a multi-search request.
func searches(r driver.Request) []string {
	var list []string
	for i, line := range strings.Split(strings.TrimSpace(string(r.Body)), "\n") {
		if i%2 == 1 {
			list = append(list, line)
		}
	}
	return list
}

func TestAFarRowOfNoOrderIsFoundByCountingTheSlicesOfEachShard(t *testing.T) {
	const pit = `{"pit":{"id":"first","keep_alive":"5m"},"slice":{"id":%d,"max":4},"size":1,"track_total_hits":true,"_source":false,"sort":[{"_shard_doc":"asc"}]}`
	slices := counts(found(12_000, "0"), found(13_000, "14000"), found(12_500, "4294967296"), found(12_500, "4294980000"))
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, fiftyThousand, slices, elastictest.Hits(26_000, 1), elastictest.Hits(27_000, 100))
	page, err := elastictest.ReadPage(h, 27_000, 100, nil)
	require.NoError(t, err)
	require.False(t, page.End)
	require.Equal(t, []string{fmt.Sprintf(pit, 0), fmt.Sprintf(pit, 2), fmt.Sprintf(pit, 1), fmt.Sprintf(pit, 3)}, searches(h.Sent[2]), "shard by shard")
	require.Contains(t, string(h.Sent[3].Body), `"slice":{"id":1,"max":4},"from":1999,"size":1,`, "12,000 and 13,000 rows stand before the slice")
	require.Contains(t, string(h.Sent[4].Body), `"search_after":[26000],"size":100,`)

	again, err := elastictest.ReadPage(h2(t, elastictest.Hits(27_000, 100)), 27_000, 100, page.State)
	require.NoError(t, err)
	require.False(t, again.End)
}

// h2 is a host with one response.
func h2(t *testing.T, response script.Response) *script.Host {
	return elastictest.Conversation(t, "8.16.3", response)
}

func TestAFarRowOfAnOrderIsFoundByCountingWhatStandsBeforeSomeValues(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, fiftyThousand,
		counts(found(45_000)),             // have a value
		counts(found(0, `7`, `8`, `900`)), // a sample
		counts(found(20_000), found(20_001)),
		counts(found(6000), found(6001)), // among the remaining rows, which come after 7
		elastictest.Hits(1, 1), elastictest.Hits(25_000, 100))
	_, err := elastictest.ReadPage(h, 25_000, 100, nil, driver.SortKey{Field: "n", Type: "long"})
	require.NoError(t, err)
	const head = `{"pit":{"id":"first","keep_alive":"5m"},"query":`
	require.Equal(t, []string{head + `{"bool":{"filter":[{"exists":{"field":"n"}}],"must_not":[]}},"size":0,"track_total_hits":true}`}, searches(h.Sent[2]))
	require.Equal(t, []string{head + `{"function_score":{"query":{"bool":{"filter":[{"exists":{"field":"n"}}],"must_not":[]}},` +
		`"random_score":{},"boost_mode":"replace","min_score":0.911111112}},"from":2080,"size":285,"track_total_hits":false,"_source":false,"sort":[{"n":{"order":"asc"}}]}`},
		searches(h.Sent[3]))
	require.Equal(t, []string{
		head + `{"bool":{"filter":[{"exists":{"field":"n"}},{"range":{"n":{"lt":7}}}],"must_not":[]}},"size":0,"track_total_hits":true}`,
		head + `{"bool":{"filter":[{"exists":{"field":"n"}},{"range":{"n":{"lte":7}}}],"must_not":[]}},"size":0,"track_total_hits":true}`,
	}, searches(h.Sent[4]))
	require.Contains(t, string(h.Sent[6].Body), `"filter":[{"exists":{"field":"n"}},{"range":{"n":{"lt":900}}}],"must_not":[{"range":{"n":{"lte":7}}}]}},"from":4998,"size":1,`)
}

func TestTheClausesOfAKeyFollowItsTypeAndItsDirection(t *testing.T) {
	rows := []struct {
		name string
		key  driver.SortKey
		want string
	}{
		{"upwards", driver.SortKey{Field: "k", Type: "keyword"}, `{"range":{"k":{"lt":"a"}}}`},
		{"downwards", driver.SortKey{Field: "k", Type: "keyword", Desc: true}, `{"range":{"k":{"gt":"a"}}}`},
		{"a date", driver.SortKey{Field: "at", Type: "date"}, `{"range":{"at":{"lt":"a","format":"epoch_millis"}}}`},
		{"a leaf nested twice", driver.SortKey{Field: "n.m.a", Type: "ip", Nested: []string{"n", "n.m"}}, `{"nested":{"path":"n.m","query":{"range":{"n.m.a":{"lt":"a"}}}}}`},
		{"a boolean", driver.SortKey{Field: "b", Type: "boolean"}, `{"range":{"b":{"lt":false}}}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Conversation(t, "8.16.3", elastictest.Point, fiftyThousand, counts(found(50_000)), counts(found(0, `"a"`)), counts(found(20_000), found(25_001)),
				elastictest.Hits(1, 1), elastictest.Hits(25_000, 100))
			_, err := elastictest.ReadPage(h, 25_000, 100, nil, row.key)
			require.NoError(t, err)
			require.Contains(t, searches(h.Sent[4])[0], row.want)
			require.Contains(t, string(h.Sent[5].Body), `"from":4999,"size":1,`, "it is one of the 5,001 with the value")
		})
	}
}

func TestManyRowsWithOneValueAreToldApartBySlices(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, fiftyThousand, counts(found(50_000)), counts(found(0, "3", "3")), counts(found(10_000), found(45_000)),
		counts(found(9000, "0"), found(9000, "14000"), found(9000, "4294967296"), found(8000, "4294980000")), elastictest.Hits(1, 1), elastictest.Hits(25_000, 100))
	_, err := elastictest.ReadPage(h, 25_000, 100, nil, driver.SortKey{Field: "n", Type: "long"})
	require.NoError(t, err)
	const group = `"query":{"bool":{"filter":[{"exists":{"field":"n"}},{"range":{"n":{"lte":3}}}],"must_not":[{"range":{"n":{"lt":3}}}]}}`
	require.Contains(t, searches(h.Sent[5])[1], `"slice":{"id":2,"max":4},`+group)
	require.Contains(t, string(h.Sent[6].Body), `"slice":{"id":2,"max":4},`+group+`,"from":5999,"size":1,`)
}

func TestRowsWithoutAValueStandBehindAllOthers(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Point, fiftyThousand, counts(found(20_000)), elastictest.Hits(1, 1), elastictest.Hits(25_000, 100))
	_, err := elastictest.ReadPage(h, 25_000, 100, nil, driver.SortKey{Field: "n", Type: "long"})
	require.NoError(t, err)
	require.Contains(t, string(h.Sent[3].Body), `"query":{"bool":{"filter":[],"must_not":[{"exists":{"field":"n"}}]}},"from":4999,"size":1,`)
}

func TestWhereRowsCannotBeCountedSoTheyArePassed(t *testing.T) {
	steps := []script.Response{elastictest.Hits(9999, 1), elastictest.Hits(10_000, 10_000), elastictest.Hits(20_000, 5000), elastictest.Hits(25_000, 100)}
	failed := `{` + strings.Replace(elastictest.Good, `"failed":0`, `"failed":1`, 1) + `,"hits":{"total":{"value":5},"hits":[]}}`
	rows := []struct {
		name      string
		version   string
		responses []script.Response
		sort      []driver.SortKey
	}{
		{"an engine whose slices are not of the tiebreak", "7.14.2", nil, nil},
		{"an unknown version", "", nil, nil},
		{"a key whose values no range compares", "8.16.3", nil, []driver.SortKey{{Field: "at", Type: "date_nanos"}}},
		{"a key of the engine's own", "8.16.3", nil, []driver.SortKey{{Field: "_score"}}},
		{"a key of several types", "8.16.3", nil, []driver.SortKey{{Field: "n", Type: "long", Numeric: "double"}}},
		{"a refusal", "8.16.3", []script.Response{script.JSON(403, `{"error":{"type":"security_exception","reason":"no"}}`)}, nil},
		{"an error beside other responses", "8.16.3", []script.Response{counts(found(25_000, "0"), `{"error":{"type":"x"},"status":400}`, found(25_000, "9"), found(0))}, nil},
		{"a shard that failed", "8.16.3", []script.Response{counts(failed, failed, failed, failed), counts(failed, failed, failed, failed)}, nil},
		{"slices that do not add up", "8.16.3", []script.Response{counts(found(12_000, "0"), found(12_000, "10"), found(12_000, "20"), found(12_000, "30"))}, nil},
		{"slices that lie across each other", "8.16.3", []script.Response{counts(found(12_500, "3"), found(12_500, "1"), found(12_500, "2"), found(12_500, "0"))}, nil},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			responses := append(append([]script.Response{elastictest.Point, fiftyThousand}, row.responses...), steps...)
			h := elastictest.Conversation(t, row.version, responses...)
			page, err := elastictest.ReadPage(h, 25_000, 100, nil, row.sort...)
			require.NoError(t, err)
			require.False(t, page.End)
			require.Contains(t, string(h.Sent[len(h.Sent)-1].Body), `"search_after":[24999],"size":100,`)
		})
	}
}
