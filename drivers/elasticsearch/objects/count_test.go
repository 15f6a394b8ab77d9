package objects_test

// SPEC: A-BRO-01

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestOneIndexIsCountedByItself(t *testing.T) {
	documents := map[string]int64{"7.9.3": 6, "7.17.15": 6, "8.16.3": 8, "8.19.21": 8}
	for version, count := range documents {
		t.Run(version, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{"GET /catalog/_count": elastictest.Recorded(t, version, "browse.count.nested")})
			var counts driver.Counts
			require.NoError(t, elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"catalog"}}, &counts))
			require.Equal(t, []driver.Counted{{Object: "catalog", Count: count}}, counts.Counts)
		})
	}
}

func TestACountThatFailsIsAnError(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{"GET /nope/_count": elastictest.Recorded(t, "8.16.3", "browse.count.missing")})
	e := script.Fault(elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"nope"}}, &driver.Counts{}))
	require.NotNil(t, e)
	require.Equal(t, driver.NotFound, e.Kind)
	require.Equal(t, "no such index [nope]", e.Message)
}

func TestACountWithoutSomeShardsIsNone(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{"GET /i/_count": script.JSON(200, `{"count":3,"_shards":{"total":2,"successful":1,"failed":1,"failures":[{"reason":{"type":"x","reason":"broken"}}]}}`)})
	var counts driver.Counts
	require.NoError(t, elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"i"}}, &counts))
	require.Equal(t, int64(-1), counts.Counts[0].Count)
	require.Equal(t, "Some shards did not respond, so the documents could not be counted. broken.", counts.Counts[0].Err.Message)
	require.Equal(t, "GET /i/_count", counts.Counts[0].Err.Op)
}

func TestAnAnswerThatIsNoCountIsAnError(t *testing.T) {
	for name, response := range map[string]string{
		"another answer":              `{"acknowledged":true}`,
		"rubbish":                     `<rubbish>`,
		"an end without failed shard": `{"count":3,"_shards":{"total":2,"successful":1`,
	} {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{"GET /i/_count": script.JSON(200, response)})
			var counts driver.Counts
			e := script.Fault(elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"i"}}, &counts))
			require.NotNil(t, e, counts)
			require.Equal(t, driver.Engine, e.Kind)
		})
	}
}

func TestSeveralIndicesAreCountedInOneRequestEachWithItsOwnError(t *testing.T) {
	const response = `{"responses":[
		{"_shards":{"total":1,"successful":1,"failed":0},"hits":{"total":{"value":9007199254740993}},"status":200},
		{"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [b]"}],"type":"index_not_found_exception","reason":"no such index [b]"},"status":404},
		{"_shards":{"total":2,"successful":1,"failed":1},"hits":{"total":{"value":4}},"status":200}]}`
	const again = `{"responses":[{"_shards":{"total":2,"successful":2,"failed":0},"timed_out":true,"hits":{"total":{"value":4}},"status":200}]}`
	h := elastictest.Conversation(t, "8.16.3", script.JSON(200, response), script.JSON(200, again))
	h.Sent = nil
	var counts driver.Counts
	require.NoError(t, elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"a", "b", "c"}}, &counts))
	require.Equal(t, `{"index":"c"}`+"\n"+`{"size":0,"track_total_hits":true}`+"\n", string(h.Sent[1].Body), "what is partial is counted again")
	require.Equal(t, "filter_path=responses.hits.total.value,responses.status,responses.error,responses._shards,responses.timed_out", h.Sent[0].Query)
	require.Equal(t, []driver.Header{{Name: "Content-Type", Value: "application/x-ndjson"}}, h.Sent[0].Headers)
	require.Equal(t, `{"index":"a"}
{"size":0,"track_total_hits":true}
{"index":"b"}
{"size":0,"track_total_hits":true}
{"index":"c"}
{"size":0,"track_total_hits":true}
`, string(h.Sent[0].Body))
	require.Equal(t, driver.Counted{Object: "a", Count: 9007199254740993}, counts.Counts[0])
	require.Equal(t, int64(-1), counts.Counts[1].Count)
	require.Equal(t, driver.NotFound, counts.Counts[1].Err.Kind)
	require.Equal(t, "no such index [b]", counts.Counts[1].Err.Message)
	require.Equal(t, int64(-1), counts.Counts[2].Count)
	require.NotNil(t, counts.Counts[2].Err)
}

func TestManyIndicesAreCountedInParts(t *testing.T) {
	h := &script.Host{Respond: func(r driver.Request) script.Response {
		n := strings.Count(string(r.Body), `"index"`)
		return script.JSON(200, `{"responses":[`+strings.TrimSuffix(strings.Repeat(`{"hits":{"total":{"value":1}}},`, n), ",")+`]}`)
	}}
	var names []string
	for i := range 250 {
		names = append(names, "i"+strconv.Itoa(i))
	}
	var counts driver.Counts
	require.NoError(t, elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: names}, &counts))
	require.Len(t, h.Sent, 3)
	require.Len(t, counts.Counts, 250)
	require.Equal(t, driver.Counted{Object: "i249", Count: 1}, counts.Counts[249])
}

func TestAnAnswerWithTooFewCountsIsAnError(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{"POST /_msearch": script.JSON(200, `{"responses":[{"hits":{"total":{"value":1}}}]}`)})
	e := script.Fault(elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"a", "b"}}, &driver.Counts{}))
	require.NotNil(t, e)
	require.Equal(t, "The server counted 1 of 2 indices.", e.Message)
}
