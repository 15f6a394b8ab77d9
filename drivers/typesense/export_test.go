// SPEC: EXP-02, EXP-05, EXP-07, EXP-08
package typesense_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

const exportOf = "GET /collections/%/documents/export"

// collected answers a count.
func collected(n int) script.Response {
	return script.JSON(200, `{"name":"x","num_documents":`+strconv.Itoa(n)+`}`)
}

// inTurn responds to each route with its responses in turn, then always with the last one.
func inTurn(t *testing.T, routes map[string][]script.Response) *script.Host {
	t.Helper()
	h := host(t, nil)
	h.Respond = func(r driver.Request) script.Response {
		route := r.Method + " " + r.Path
		responses := routes[route]
		if route == pendingRoute && len(responses) == 0 {
			return script.JSON(200, `{"pending_write_batches":0}`)
		}
		require.NotEmpty(t, responses, "nothing answers %s", route)
		if len(responses) > 1 {
			routes[route] = responses[1:]
		}
		return responses[0]
	}
	return h
}

func export(h *script.Host, object string) (*driver.Exported, error) {
	var result driver.Exported
	err := run(h, driver.OpExport, &driver.ExportArgs{Object: object}, &result)
	return &result, err
}

func TestACollectionIsExportedLineByLine(t *testing.T) {
	for _, version := range versions {
		for name, object := range map[string]string{"export.items": "items", "export.batch": "paged", "export.empty": "empty", "import.get_docs": "imp"} {
			t.Run(version+" "+name, func(t *testing.T) {
				response := recorded(t, version, name)
				want := []string{}
				for line := range strings.Lines(response.Body) {
					want = append(want, strings.TrimRight(line, "\n"))
				}
				h := inTurn(t, map[string][]script.Response{
					"GET /collections/" + object: {collected(len(want))}, strings.Replace(exportOf, "%", object, 1): {response},
				})
				result, err := export(h, object)
				require.NoError(t, err)
				require.Equal(t, &driver.Exported{Least: int64(len(want)), Most: int64(len(want))}, result)
				require.Equal(t, strings.Join(want, "\n"), strings.Join(h.Written, "\n"))
				require.Equal(t, []string{"GET /collections/" + object, pendingRoute, "GET /collections/" + object + "/documents/export?batch_size=5000", "GET /collections/" + object}, h.Lines())
			})
		}
	}
}

func TestACollectionThatChangesDuringTheExportIsSaid(t *testing.T) {
	for name, counts := range map[string][2]int{"grows": {3, 5}, "shrinks": {5, 3}} {
		t.Run(name, func(t *testing.T) {
			h := inTurn(t, map[string][]script.Response{
				"GET /collections/x": {collected(counts[0]), collected(counts[1])}, "GET /collections/x/documents/export": {{Status: 200, Body: "{}\n{}\n{}\n{}"}},
			})
			result, err := export(h, "x")
			require.NoError(t, err)
			require.Equal(t, int64(3), result.Least)
			require.Equal(t, int64(5), result.Most)
			require.Contains(t, result.Notices[0].Text, "from "+strconv.Itoa(counts[0])+" to "+strconv.Itoa(counts[1])+" documents")
		})
	}
}

func TestAnExportFailsWithTheServersWords(t *testing.T) {
	for _, version := range versions {
		missing, refused := recorded(t, version, "export.missing"), recorded(t, version, "export.wrong_key")
		_, err := export(inTurn(t, map[string][]script.Response{"GET /collections/nope": {missing}}), "nope")
		require.Equal(t, driver.NotFound, script.Fault(err).Kind)
		h := inTurn(t, map[string][]script.Response{"GET /collections/items": {collected(3)}, "GET /collections/items/documents/export": {refused}})
		_, err = export(h, "items")
		require.Equal(t, driver.Auth, script.Fault(err).Kind)
		require.Equal(t, "GET /collections/items/documents/export", script.Fault(err).Op)
	}
	_, err := export(host(t, nil), "")
	require.Equal(t, driver.Invalid, script.Fault(err).Kind)
}

func TestAStreamThatIsCutOrNoJSONEndsTheExport(t *testing.T) {
	for name, response := range map[string]script.Response{
		"cut":     {Err: &driver.Error{Kind: driver.Connect, Message: "the response broke off", Sent: true}},
		"no JSON": {Status: 200, Body: "{}\n{\"a\":"},
	} {
		t.Run(name, func(t *testing.T) {
			h := inTurn(t, map[string][]script.Response{"GET /collections/x": {collected(2)}, "GET /collections/x/documents/export": {response}})
			_, err := export(h, "x")
			require.Error(t, err)
			require.Len(t, h.Sent, 3, "it is not sent again")
		})
	}
}

// filteredBy returns the view of a collection with one filter row.
func filteredBy(t *testing.T, field, fieldType, value string) []byte {
	t.Helper()
	var filtered driver.Filtered
	rows := []driver.FilterRow{{Column: field, Field: field, Type: fieldType, Operator: driver.Equals, Values: []string{value}}}
	require.NoError(t, run(host(t, nil), driver.OpFilter, &driver.FilterArgs{Object: "x", Rows: rows}, &filtered))
	require.Empty(t, filtered.Refusals)
	return filtered.View
}

func TestTheDocumentsOfAFilterAreExportedAsTheyAreStored(t *testing.T) {
	stored := func(version string) map[string]string {
		byID := map[string]string{}
		for line := range strings.Lines(recorded(t, version, "export.items").Body) {
			var d struct{ ID string }
			require.NoError(t, json.Unmarshal([]byte(line), &d))
			byID[d.ID] = strings.TrimRight(line, "\n")
		}
		return byID
	}
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			response := recorded(t, version, "export.filter") // with 26.0, it also has the leaves of nested objects as keys
			matching := strings.Count(strings.TrimSpace(response.Body), "\n") + 1
			found := script.JSON(200, `{"results":[{"found":`+strconv.Itoa(matching)+`,"hits":[]}]}`)
			h := inTurn(t, map[string][]script.Response{"POST /multi_search": {found}, "GET /collections/items/documents/export": {response}})
			var result driver.Exported
			require.NoError(t, run(h, driver.OpExport, &driver.ExportArgs{Object: "items", View: filteredBy(t, "name & co", "string", "é +")}, &result))
			require.Equal(t, driver.Exported{Least: int64(matching), Most: int64(matching)}, result)
			require.Equal(t, "batch_size=5000&filter_by=name%20%26%20co%3A%3D%60%C3%A9%20%2B%60", h.Sent[2].Query)
			require.Len(t, h.Written, matching)
			documents := stored(version)
			for _, line := range h.Written {
				var d struct{ ID string }
				require.NoError(t, json.Unmarshal([]byte(line), &d))
				require.Equal(t, documents[d.ID], line)
			}
		})
	}
}

func TestAFilterWithoutMatchesIsAnEmptyExport(t *testing.T) {
	for _, version := range versions {
		h := inTurn(t, map[string][]script.Response{
			"POST /multi_search": {script.JSON(200, `{"results":[{"found":0,"hits":[]}]}`)}, "GET /collections/items/documents/export": {recorded(t, version, "export.filter_none")},
		})
		var result driver.Exported
		require.NoError(t, run(h, driver.OpExport, &driver.ExportArgs{Object: "items", View: filteredBy(t, "i32", "int32", "123456")}, &result))
		require.Empty(t, h.Written)
		require.Equal(t, driver.Exported{}, result)
	}
}

func TestAServerThatTakesNoRequestsForNowIsAskedAgain(t *testing.T) {
	busy := script.JSON(503, `{"message": "Not Ready or Lagging"}`)
	busy.Headers = append(busy.Headers, driver.Header{Name: "Retry-After", Value: "3"})
	h := inTurn(t, map[string][]script.Response{
		"GET /collections/x": {collected(1)}, "GET /collections/x/documents/export": {busy, script.JSON(429, `{}`), {Status: 200, Body: "{}"}},
	})
	_, err := export(h, "x")
	require.NoError(t, err)
	require.Equal(t, []int64{3000, 2000}, h.Waits)
	require.Len(t, h.Written, 1)
	h = inTurn(t, map[string][]script.Response{"GET /collections/x": {collected(1)}, "GET /collections/x/documents/export": {busy}})
	_, err = export(h, "x")
	require.EqualError(t, err, "Not Ready or Lagging")
	require.Len(t, h.Waits, 8)
}

func TestEveryReadOfAnExportIsAskedAgainIfTheServerTakesNoRequestsForNow(t *testing.T) {
	busy, found := script.JSON(429, `{}`), script.JSON(200, `{"results":[{"found":1,"hits":[]}]}`)
	refused := recorded(t, "29.0", "export.wrong_key")
	file := []script.Response{{Status: 200, Body: `{"id":"1"}`}}
	for name, test := range map[string]struct {
		routes map[string][]script.Response
		view   []byte
		waits  int
	}{
		"counts of the whole collection": {map[string][]script.Response{"GET /collections/items": {busy, collected(1), busy, busy, collected(1)}}, nil, 3},
		"counts by a filter":             {map[string][]script.Response{"POST /multi_search": {busy, found, busy, found}}, filteredBy(t, "i32", "int32", "1"), 2},
		"counts with a key for searches": {map[string][]script.Response{"GET /collections/items": {refused}, "POST /multi_search": {busy, found, busy, found}}, nil, 2},
		"writes that are not applied":    {map[string][]script.Response{"GET /collections/items": {collected(1)}, pendingRoute: {busy, script.JSON(200, `{"pending_write_batches":0}`)}}, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			test.routes["GET /collections/items/documents/export"] = file
			h := inTurn(t, test.routes)
			var result driver.Exported
			require.NoError(t, run(h, driver.OpExport, &driver.ExportArgs{Object: "items", View: test.view}, &result))
			require.Equal(t, driver.Exported{Least: 1, Most: 1}, result)
			require.Len(t, h.Waits, test.waits)
		})
	}
	h := inTurn(t, map[string][]script.Response{"GET /collections/items": {busy}})
	_, err := export(h, "items")
	require.Equal(t, 429, script.Fault(err).Status)
	require.Len(t, h.Waits, 8, "the server is not waited for without end")
}

func TestAKeyThatMayNotCountIsToldThatNothingWasChecked(t *testing.T) {
	refused := recorded(t, "29.0", "export.wrong_key")
	h := inTurn(t, map[string][]script.Response{
		"GET /collections/x": {refused}, "POST /multi_search": {refused}, "GET /collections/x/documents/export": {{Status: 200, Body: "{}"}},
	})
	result, err := export(h, "x")
	require.NoError(t, err)
	require.Equal(t, &driver.Exported{Most: -1, Notices: []driver.Notice{{Text: "This key cannot count documents, so Quarry could not check that none are missing."}}}, result)
}

// While the server applies its log, the number of documents is that of the log so far (ENGINES 30-12). SPEC: B-BRO-10
func TestAnExportFromAServerThatStillAppliesItsLogIsNotVerified(t *testing.T) {
	for response, notice := range map[string]string{
		`{"pending_write_batches":79}`: "The server still has 79 batches of writes to apply, as after a restart: the file may lack documents. Export again once the server has finished.",
		`{"pending_write_batches":1}`:  "The server still has 1 batch of writes to apply, as after a restart: the file may lack documents. Export again once the server has finished.",
	} {
		h := inTurn(t, map[string][]script.Response{
			"GET /collections/x": {collected(1)}, pendingRoute: {script.JSON(200, response)}, "GET /collections/x/documents/export": {{Status: 200, Body: `{"id":"1"}`}},
		})
		result, err := export(h, "x")
		require.NoError(t, err)
		require.Equal(t, &driver.Exported{Most: -1, Notices: []driver.Notice{{Text: notice}}}, result)
		require.Len(t, h.Written, 1)
	}
}

func TestAnExportDoesNotNeedTheNumberOfPendingWrites(t *testing.T) {
	for name, response := range map[string]script.Response{
		"refused":   recorded(t, "29.0", "export.wrong_key"),
		"no number": script.JSON(200, `{}`),
		"no JSON":   script.JSON(200, `<html>`),
		"none":      {Err: &driver.Error{Kind: driver.Connect, Message: "the response broke off", Sent: true}},
	} {
		t.Run(name, func(t *testing.T) {
			h := inTurn(t, map[string][]script.Response{
				"GET /collections/x": {collected(1)}, pendingRoute: {response}, "GET /collections/x/documents/export": {{Status: 200, Body: `{"id":"1"}`}},
			})
			result, err := export(h, "x")
			require.NoError(t, err)
			require.Equal(t, &driver.Exported{Least: 1, Most: 1}, result)
		})
	}
}

func TestACompleteExportIsKeptEvenIfTheCountAfterItFails(t *testing.T) {
	broken := script.Response{Err: &driver.Error{Kind: driver.Connect, Message: "The server closed the connection.", Sent: true}}
	for name, test := range map[string]struct {
		counts []script.Response
		want   driver.Exported
	}{
		"once":  {[]script.Response{collected(1), broken, collected(1)}, driver.Exported{Least: 1, Most: 1}},
		"twice": {[]script.Response{collected(1), broken}, driver.Exported{Most: -1, Notices: []driver.Notice{{Text: "Every line arrived, but Quarry could not count the documents afterwards to check that none are missing. The server closed the connection."}}}},
	} {
		t.Run(name, func(t *testing.T) {
			h := inTurn(t, map[string][]script.Response{"GET /collections/x": test.counts, "GET /collections/x/documents/export": {{Status: 200, Body: `{"id":"1"}`}}})
			result, err := export(h, "x")
			require.NoError(t, err)
			require.Equal(t, &test.want, result)
			require.Len(t, h.Written, 1)
		})
	}
}
