package typesense_test

// SPEC: B-EDT-06

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

const byFilter = "DELETE /collections/items/documents?filter_by=id%3A%2A"

// emptying is what a server responds to the reads of a plan that empties the collection items.
func emptying(debug, search script.Response) map[string]script.Response {
	return map[string]script.Response{
		"GET /collections/items": script.JSON(200, `{"name":"items","created_at":17,"num_documents":3}`),
		"GET /debug":             debug, "POST /multi_search": search,
	}
}

func TestACollectionIsEmptiedByWhatItsServerCanDo(t *testing.T) {
	none := script.JSON(404, `{}`)
	forbidden := script.JSON(401, `{"message":"Forbidden"}`)
	matching := func(found string) script.Response {
		return script.JSON(200, `{"results":[{"found":`+found+`,"out_of":3,"hits":[]}]}`)
	}
	for name, test := range map[string]struct {
		debug, search script.Response
		sent, reason  string
	}{
		"26.0":                        {script.JSON(200, `{"version":"26.0"}`), none, byFilter, "This server cannot truncate a collection"},
		"27.1":                        {script.JSON(200, `{"version":"27.1"}`), none, byFilter, "This server cannot truncate a collection"},
		"28.0":                        {script.JSON(200, `{"version":"28.0"}`), none, "DELETE /collections/items/documents?truncate=true", "keeps its schema"},
		"30.0":                        {script.JSON(200, `{"version":"30.0"}`), none, "DELETE /collections/items/documents?truncate=true", "keeps its schema"},
		"an unknown version":          {forbidden, matching("3"), byFilter, "The version of the server is unknown"},
		"a build that has no version": {script.JSON(200, `{"version":"nightly"}`), matching("3"), byFilter, "The version of the server is unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			var plan driver.Plan
			require.NoError(t, run(host(t, emptying(test.debug, test.search)), driver.OpPlan, &driver.PlanArgs{Object: "items", Empty: true}, &plan))
			require.Len(t, plan.Requests, 1)
			require.Equal(t, test.sent, described(&plan.Requests[0].Request))
			require.Contains(t, plan.Requests[0].Reason, test.reason)
			require.Equal(t, "17", plan.Preconditions[0].Value)
		})
	}
	for name, test := range map[string]struct {
		search script.Response
		want   string
	}{
		"a filter that misses documents": {matching("2"), "could not check that a filter matches every document"},
		"a search that the key forbids":  {forbidden, "Forbidden"},
	} {
		t.Run(name, func(t *testing.T) {
			err := run(host(t, emptying(forbidden, test.search)), driver.OpPlan, &driver.PlanArgs{Object: "items", Empty: true}, &driver.Plan{})
			require.ErrorContains(t, err, test.want)
		})
	}
	h := host(t, map[string]script.Response{"GET /collections/alias": script.JSON(200, `{"name":"items","created_at":17}`)})
	require.ErrorContains(t, run(h, driver.OpPlan, &driver.PlanArgs{Object: "alias", Empty: true}, &driver.Plan{}), "Empty the collection under its own name.")
}

func TestAnEmptiedCollectionIsJudgedByTheNumberOfItsDocuments(t *testing.T) {
	h := host(t, emptying(script.JSON(200, `{"version":"30.0"}`), script.Response{}))
	var plan driver.Plan
	require.NoError(t, run(h, driver.OpPlan, &driver.PlanArgs{Object: "items", Empty: true}, &plan))
	lost := script.Response{Err: &driver.Error{Kind: driver.Timeout, Message: "No response within 60 seconds.", Sent: true}}
	having := func(created, documents string) script.Response {
		return script.JSON(200, `{"name":"items","created_at":`+created+`,"num_documents":`+documents+`}`)
	}
	for _, test := range []struct {
		response, now    script.Response
		outcome, message string
	}{
		{recorded(t, "29.0", "truncate.imp"), script.Response{}, "done", ""},
		{recorded(t, "29.0", "truncate.empty"), script.Response{}, "done", ""},
		{recorded(t, "26.0", "truncate.alt_id_star"), script.Response{}, "done", ""},
		{recorded(t, "26.0", "truncate.imp"), script.Response{}, "refused", "Parameter `filter_by` must be provided."},
		{recorded(t, "29.0", "truncate.missing"), script.Response{}, "conflict", "Collection not found"},
		{script.JSON(401, `{"message": "Forbidden"}`), script.Response{}, "refused", "Forbidden"},
		{script.JSON(200, `{"ok":true}`), having("17", "0"), "unknown", "No usable response arrived, but the collection has no documents."},
		{lost, having("17", "0"), "unknown", "No usable response arrived, but the collection has no documents."},
		{lost, having("17", "2"), "unknown", "No usable response arrived. Documents in the collection: 2, before: 3."},
		{lost, having("18", "3"), "unknown", "No usable response arrived. The collection has been deleted since."},
		{lost, script.JSON(404, `{"message": "Collection not found"}`), "unknown", "No usable response arrived. The collection has been deleted since."},
		{lost, lost, "unknown", "No usable response arrived, and Quarry could not check which documents the collection still has."},
	} {
		h.Respond = func(driver.Request) script.Response { return test.now }
		reply := driver.Reply{Status: test.response.Status, Body: []byte(test.response.Body), Err: test.response.Err}
		var s driver.Settled
		require.NoError(t, run(h, driver.OpSettle, &driver.SettleArgs{Own: plan.Requests[0].State, Reply: reply}, &s))
		message := ""
		if s.Err != nil {
			message = s.Err.Message
		}
		require.Equal(t, []string{test.outcome, test.message}, []string{string(s.Outcome), message})
	}
}
