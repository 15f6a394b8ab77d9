// SPEC: EXP-05, EXP-07
package faulttest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/testing/enginetest"
	"quarry/backend/testing/faulttest"
	"quarry/backend/work/export"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
)

const (
	importedIndex = "faults-import"
	cuts          = 24 // exports cut at a random byte
)

// kept is a document as the engine has it, read without anything that an export uses.
type kept struct{ source, routing string }

// readAll reads an index by its ids.
func readAll(t *testing.T, url, filter string) map[string]kept {
	t.Helper()
	text := enginetest.Ask(t, http.MethodPost, url+"/"+importedIndex+"/_search", `{"size":10000,"query":`+filter+`}`)
	var response struct {
		Hits struct {
			Hits []struct {
				ID      string          `json:"_id"`
				Routing string          `json:"_routing"`
				Source  json.RawMessage `json:"_source"`
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &response))
	all := map[string]kept{}
	for _, hit := range response.Hits.Hits {
		all[hit.ID] = kept{string(hit.Source), hit.Routing}
	}
	require.Len(t, all, len(response.Hits.Hits))
	return all
}

// fill recreates the index with documents spelled as no program would.
func fill(t *testing.T, url string) {
	t.Helper()
	enginetest.Index(t, url, importedIndex, `{"settings":{"number_of_shards":2,"number_of_replicas":0,"refresh_interval":"-1"},"mappings":{"properties":{"kind":{"type":"keyword"},"n":{"type":"double"}}}}`)
	var body strings.Builder
	for n := range 4000 {
		routing := ""
		if n%7 == 0 {
			routing = fmt.Sprintf(`,"routing":"r/%d"`, n%3)
		}
		fmt.Fprintf(&body, "{\"index\":{\"_id\":\"id \\\"%d\\\"\"%s}}\n", n, routing)
		fmt.Fprintf(&body, "{ \"kind\":\"%c\",\"n\":%d.50, \"big\" :9007199254740993123,\"e\":1E+2,\"zero\":-0, \"text\":\"\\u0041 é \\n 茶碗\",\"list\":[1, null,[]],\"a.b\":{}}\n", 'a'+n%2, n)
	}
	require.Contains(t, enginetest.Ask(t, http.MethodPost, url+"/"+importedIndex+"/_bulk?refresh=true&filter_path=errors", body.String()), "false")
}

const filtered = `{"term":{"kind":"b"}}`

// exported exports the filtered documents as a bulk body through a proxy. It returns the path of the file and how the
// export ended.
func exported(t *testing.T, s *session.Session, name string) (string, export.Progress) {
	t.Helper()
	v, err := grid.NewViews().Open(t.Context(), s, importedIndex)
	require.NoError(t, err)
	arranged, err := v.Arrange(t.Context(), grid.Arrangement{Filter: []grid.FilterRow{{Column: "kind", Operator: driver.Equals, Values: []string{"b"}}}})
	require.NoError(t, err)
	filtered, err := v.Bytes(arranged.Generation)
	require.NoError(t, err)
	exports := export.On(export.Machine{Now: time.Now, Wait: func(context.Context, time.Duration) {}, Disk: func(f *os.File) export.Storage { return f }})
	file := filepath.Join(t.TempDir(), name)
	id, err := exports.Start(t.Context(), s, export.Source{Object: importedIndex, View: filtered}, export.Target{Path: file, Options: export.Options{Format: export.Bulk, Actions: s.Server().Bulk}})
	require.NoError(t, err)
	return file, (&attempt{trial: &trial{TB: t, name: name}}).ended(exports, id)
}

func TestAFilteredSetThatIsExportedAndImportedAgainIsIdenticalWhateverIsWrittenMeanwhile(t *testing.T) {
	url := enginetest.ES8(t)
	fill(t, url)
	want := readAll(t, url, filtered)
	require.Len(t, want, 2000)
	proxy := faulttest.New(t, url, nil)
	s := sessiontest.Open(t, session.New(natively{t, elasticsearch.New}), sessiontest.To("elasticsearch", proxy.Address, nil), nil)
	writes := 0
	proxy.Script(func(x *faulttest.Exchange) *faulttest.Fault {
		if !x.Has(`"pit"`) {
			return nil
		}
		writes++ // a change, a deletion and a new document, all in the filtered set
		enginetest.Ask(t, http.MethodPost, url+"/"+importedIndex+"/_bulk?refresh=true", fmt.Sprintf(
			"{\"index\":{\"_id\":\"id \\\"%d\\\"\"}}\n{\"kind\":\"b\",\"n\":-1}\n{\"delete\":{\"_id\":\"id \\\"%d\\\"\"}}\n{\"index\":{}}\n{\"kind\":\"b\",\"n\":-2}\n", 3995-2*writes, 3899-2*writes))
		return nil
	})
	file, p := exported(t, s, "set.ndjson")
	proxy.At(0)
	require.Nil(t, p.Err)
	require.EqualValues(t, len(want), p.Written)
	require.Greater(t, writes, 2, "nothing was written between two reads")
	require.NotEqual(t, want, readAll(t, url, filtered))

	body, err := os.ReadFile(file)
	require.NoError(t, err)
	enginetest.Ask(t, http.MethodPost, url+"/"+importedIndex+"/_delete_by_query?refresh=true", `{"query":{"match_all":{}}}`)
	require.Contains(t, enginetest.Ask(t, http.MethodPost, url+"/_bulk?refresh=true&filter_path=errors", string(body)), "false")
	require.Equal(t, want, readAll(t, url, `{"match_all":{}}`))
}

func TestAnExportThatIsCutAtAnyByteIsCompleteOrFails(t *testing.T) {
	url := enginetest.ES8(t)
	fill(t, url)
	seed := rand.Uint64()
	if given := os.Getenv("QUARRY_SEED"); given != "" {
		var err error
		seed, err = strconv.ParseUint(given, 10, 64)
		require.NoError(t, err)
	}
	t.Logf("QUARRY_SEED=%d repeats what is drawn at random here", seed)
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // it draws bytes, not secrets
	proxy := faulttest.New(t, url, nil)
	s := sessiontest.Open(t, session.New(natively{t, elasticsearch.New}), sessiontest.To("elasticsearch", proxy.Address, nil), nil)
	want, _ := exported(t, s, "whole.ndjson")
	whole, err := os.ReadFile(want)
	require.NoError(t, err)
	require.Equal(t, 2*2000, strings.Count(string(whole), "\n"))
	failed := 0
	for trial := range cuts {
		at, seen, where := random.IntN(6), 0, "nowhere"
		place := random.Float64()
		cut := faulttest.CutResponse(func(_, size int) int {
			n := int(place * float64(size))
			where = fmt.Sprintf("request %d at byte %d of %d", at, n, size)
			return n
		})
		proxy.Script(func(x *faulttest.Exchange) *faulttest.Fault {
			if !x.Has(`"pit"`) && !strings.HasSuffix(x.Request.URL.Path, "/_pit") {
				return nil
			}
			if seen++; seen-1 == at {
				return &cut
			}
			return nil
		})
		file, p := exported(t, s, "cut.ndjson")
		proxy.At(0)
		if p.State == export.Done {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(whole), string(text), "trial %d, cut %s", trial, where)
			continue
		}
		failed++
		require.Equal(t, export.Failed, p.State)
		require.NotEmpty(t, p.Err.Message)
		left, err := os.ReadDir(filepath.Dir(file))
		require.NoError(t, err)
		require.Empty(t, left, "trial %d, cut %s: a file is left", trial, where)
	}
	require.Positive(t, failed, "nothing was cut")
}
