package drivertest_test

// SPEC: A-FIL-01, A-FIL-02, A-FIL-03, A-FIL-04, A-FIL-06, A-FIL-07, A-FIL-10

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/conformance"
	"quarry/backend/testing/conformance/filtertruth"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
)

func TestAFilterShowsTheRowsThatTheirDocumentsSayItShouldOnRealNodes(t *testing.T) {
	for _, node := range []struct {
		name    string
		address func(enginetest.TB) string
	}{{"8.16", enginetest.ES8}, {"7.17", enginetest.ES7}, {"9.4", enginetest.ES9}, {"7.9", enginetest.ES79}} {
		t.Run(node.name, func(t *testing.T) {
			t.Parallel()
			filtersTrue(t, node.address(t))
		})
	}
}

func filtersTrue(t *testing.T, address string) {
	seed := filtertruth.Seed(t)
	corpus := filtertruth.Corpus(seed)
	index, version, missing := loadFiltered(t, address, corpus)
	object := conformance.Object{Name: index}
	subject := conformance.Subject{Driver: elasticsearch.New(), Target: conformance.Target{
		Connection: at(t, address), Settings: []driver.Text{{Key: "auth", Value: "none"}, {Key: "host", Value: "localhost"}}, Objects: []conformance.Object{object},
	}}
	filtertruth.Run(t, filtertruth.Subject{
		Reading: conformance.Read(t, subject, object), Version: version, Mapping: []byte(filtertruth.Mapping), Documents: corpus, Missing: missing, Corpus: true,
	}, seed)
}

// unknownType is a node's refusal of a mapping with a type that its build lacks.
var unknownType = regexp.MustCompile(`(?:No handler for type|The mapper type) \[(\w+)\]`)

// loadFiltered creates an index with the corpus, without the columns whose types the node lacks.
func loadFiltered(t *testing.T, address string, corpus []*filtertruth.Document) (index, version string, missing []string) {
	t.Helper()
	var root struct{ Version struct{ Number string } }
	require.NoError(t, json.Unmarshal([]byte(enginetest.Ask(t, http.MethodGet, address+"/", "")), &root))
	index = fmt.Sprintf("filter-truth-%d", os.Getpid())
	var mapping map[string]any
	require.NoError(t, json.Unmarshal([]byte(filtertruth.Mapping), &mapping))
	properties := mapping["properties"].(map[string]any)
	for {
		definition, err := json.Marshal(map[string]any{"settings": map[string]int{"number_of_shards": 1, "number_of_replicas": 0}, "mappings": mapping})
		require.NoError(t, err)
		text, status := put(t, address+"/"+index, string(definition))
		if status < 300 {
			break
		}
		refused := unknownType.FindStringSubmatch(text)
		require.NotNilf(t, refused, "%s", text)
		for name, field := range properties {
			if field.(map[string]any)["type"] == refused[1] {
				delete(properties, name)
				missing = append(missing, name)
			}
		}
	}
	t.Cleanup(func() { _, _ = send(context.Background(), http.MethodDelete, address+"/"+index, "") })
	var lines bytes.Buffer
	for _, d := range corpus {
		fmt.Fprintf(&lines, "{\"index\":{\"_id\":%q}}\n%s\n", d.ID, d.Source)
	}
	loaded := enginetest.Ask(t, http.MethodPost, address+"/"+index+"/_bulk?refresh=true&filter_path=errors,items.*.error", lines.String())
	require.Equal(t, `{"errors":false}`, loaded)
	return index, root.Version.Number, missing
}

func put(t *testing.T, address, body string) (string, int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, address, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(text), response.StatusCode
}
