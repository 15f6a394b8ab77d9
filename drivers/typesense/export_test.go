// SPEC: EXP-02, EXP-05, EXP-07, EXP-08
package typesense_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

const exportOf = "GET /collections/%/documents/export"

// collected answers a count.
func collected(n int) script.Answer {
	return script.JSON(200, `{"name":"x","num_documents":`+strconv.Itoa(n)+`}`)
}

// inTurn answers each route by its answers in turn; the last one stays.
func inTurn(t *testing.T, routes map[string][]script.Answer) *script.Host {
	t.Helper()
	h := host(t, nil)
	h.Answer = func(r driver.Request) script.Answer {
		route := r.Method + " " + r.Path
		answers := routes[route]
		require.NotEmpty(t, answers, "nothing answers %s", route)
		if len(answers) > 1 {
			routes[route] = answers[1:]
		}
		return answers[0]
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
				answer := recorded(t, version, name)
				want := []string{}
				for line := range strings.Lines(answer.Body) {
					want = append(want, strings.TrimRight(line, "\n"))
				}
				h := inTurn(t, map[string][]script.Answer{
					"GET /collections/" + object: {collected(len(want))}, strings.Replace(exportOf, "%", object, 1): {answer},
				})
				result, err := export(h, object)
				require.NoError(t, err)
				require.Equal(t, &driver.Exported{Least: int64(len(want)), Most: int64(len(want))}, result)
				require.Equal(t, strings.Join(want, "\n"), strings.Join(h.Written, "\n"))
				require.Equal(t, []string{"GET /collections/" + object, "GET /collections/" + object + "/documents/export", "GET /collections/" + object}, h.Lines())
			})
		}
	}
}

func TestACollectionThatChangesDuringTheExportIsSaid(t *testing.T) {
	for name, counts := range map[string][2]int{"grows": {3, 5}, "shrinks": {5, 3}} {
		t.Run(name, func(t *testing.T) {
			h := inTurn(t, map[string][]script.Answer{
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
		_, err := export(inTurn(t, map[string][]script.Answer{"GET /collections/nope": {missing}}), "nope")
		require.Equal(t, driver.NotFound, script.Fault(err).Kind)
		h := inTurn(t, map[string][]script.Answer{"GET /collections/items": {collected(3)}, "GET /collections/items/documents/export": {refused}})
		_, err = export(h, "items")
		require.Equal(t, driver.Auth, script.Fault(err).Kind)
		require.Equal(t, "GET /collections/items/documents/export", script.Fault(err).Op)
	}
	_, err := export(host(t, nil), "")
	require.Equal(t, driver.Invalid, script.Fault(err).Kind)
}

func TestAStreamThatIsCutOrNoJSONEndsTheExport(t *testing.T) {
	for name, answer := range map[string]script.Answer{
		"cut":     {Err: &driver.Error{Kind: driver.Connect, Message: "the answer broke off", Sent: true}},
		"no JSON": {Status: 200, Body: "{}\n{\"a\":"},
	} {
		t.Run(name, func(t *testing.T) {
			h := inTurn(t, map[string][]script.Answer{"GET /collections/x": {collected(2)}, "GET /collections/x/documents/export": {answer}})
			_, err := export(h, "x")
			require.Error(t, err)
			require.Len(t, h.Sent, 2, "it is not sent again")
		})
	}
}

func TestAFilteredCollectionIsNotExportedAsAWhole(t *testing.T) {
	var filtered driver.Filtered
	rows := []driver.FilterRow{{Column: "n", Field: "n", Type: "int32", Operator: driver.Equals, Values: []string{"1"}}}
	require.NoError(t, run(host(t, nil), driver.OpFilter, &driver.FilterArgs{Object: "x", Rows: rows}, &filtered))
	require.Empty(t, filtered.Refusals)
	h := host(t, nil)
	err := run(h, driver.OpExport, &driver.ExportArgs{Object: "x", View: filtered.View}, &driver.Exported{})
	require.EqualError(t, err, "Exporting a filtered collection is not available yet. Clear the filter to export all of it.")
	require.Empty(t, h.Sent)
}

func TestAServerThatTakesNoRequestsForNowIsAskedAgain(t *testing.T) {
	busy := script.JSON(503, `{"message": "Not Ready or Lagging"}`)
	busy.Headers = append(busy.Headers, driver.Header{Name: "Retry-After", Value: "3"})
	h := inTurn(t, map[string][]script.Answer{
		"GET /collections/x": {collected(1)}, "GET /collections/x/documents/export": {busy, script.JSON(429, `{}`), {Status: 200, Body: "{}"}},
	})
	_, err := export(h, "x")
	require.NoError(t, err)
	require.Equal(t, []int64{3000, 2000}, h.Waits)
	require.Len(t, h.Written, 1)
	h = inTurn(t, map[string][]script.Answer{"GET /collections/x": {collected(1)}, "GET /collections/x/documents/export": {busy}})
	_, err = export(h, "x")
	require.EqualError(t, err, "Not Ready or Lagging")
	require.Len(t, h.Waits, 8)
}

func TestAKeyThatMayNotCountIsToldThatNothingWasChecked(t *testing.T) {
	refused := recorded(t, "29.0", "export.wrong_key")
	h := inTurn(t, map[string][]script.Answer{
		"GET /collections/x": {refused}, "POST /multi_search": {refused}, "GET /collections/x/documents/export": {{Status: 200, Body: "{}"}},
	})
	result, err := export(h, "x")
	require.NoError(t, err)
	require.Equal(t, &driver.Exported{Most: -1, Notices: []driver.Notice{{Text: "This key cannot count documents, so it could not be checked that none is missing."}}}, result)
}
