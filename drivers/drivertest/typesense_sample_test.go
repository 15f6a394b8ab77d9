package drivertest_test

// SPEC: CON-18, CON-20, CON-22, CON-23, PLG-09, B-BRO-02, B-BRO-03, B-BRO-05, B-BRO-06, B-BRO-09, B-SRT-01, B-SRT-02, B-EDT-01, B-EDT-02, B-EDT-03, B-EDT-05, B-EDT-06, B-EDT-08

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	sampletypesense "quarry/backend/sample/typesense"
	"quarry/backend/testing/conformance"
	"quarry/drivers/driver"
	"quarry/drivers/typesense"
)

const (
	lawsCollection = "laws"
	lawsSchema     = `{"name": "laws", "enable_nested_fields": true, "fields": [
		{"name": "label", "type": "string", "sort": true, "facet": true, "optional": true}, {"name": "n", "type": "int64", "facet": true, "optional": true}, {"name": "price", "type": "float", "facet": true, "optional": true},
		{"name": "flag", "type": "bool", "facet": true, "optional": true}, {"name": "tags", "type": "string[]", "facet": true, "optional": true}, {"name": "o", "type": "object", "optional": true},
		{"name": "parts", "type": "object[]", "optional": true}, {"name": "place", "type": "geopoint", "optional": true}
	]}`
)

func TestTypesenseKeepsTheLawsOnTheSampleEngine(t *testing.T) {
	module, err := typesenseModule()
	require.NoError(t, err)
	manifest, err := os.ReadFile("../typesense/manifest.json")
	require.NoError(t, err)
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		t.Run(version, func(t *testing.T) {
			engine, err := sampletypesense.New(sampletypesense.Options{Imitate: version, Empty: true})
			require.NoError(t, err)
			server := httptest.NewServer(engine)
			t.Cleanup(server.Close)
			s := sampleCollection{address: server.URL, name: lawsCollection}
			s.seed(t)
			objects := []conformance.Object{{Name: lawsCollection, Documents: s.documents}}
			for _, name := range recordedCollections {
				o := conformance.Object{Name: name, Documents: loadRecorded(t, server.URL, version, name).documents}
				if name == oddCollection {
					o.Orders, o.Unordered = oddOrders, "a name with a parenthesis can only be sorted alone"
				}
				objects = append(objects, o)
			}
			target := conformance.Target{
				Connection: at(t, server.URL), Settings: []driver.Text{{Key: "host", Value: "localhost"}}, Missing: "doesnotexist",
				Objects:  objects,
				Partial:  []func([]byte) []byte{cutOff},
				Writable: &conformance.Writable{Object: conformance.Object{Name: lawsCollection, Documents: s.documents}, Column: "label", Inside: "id", Change: s.change},
				Refusal: func(_ int, words string) (string, string) {
					return "application/json; charset=utf-8", `{"message": ` + strconv.Quote(words) + `}`
				},
			}
			target.Connection.Auth = transport.Auth{Scheme: "header", Header: "X-TYPESENSE-API-KEY", Secret: sampletypesense.DefaultKey}
			subject := conformance.Subject{Driver: typesense.New(), Manifest: manifest, Target: target}
			if version == "30.0" { // recorded responses of the others go through the module as well
				subject.Module = module
			}
			conformance.Run(t, subject)
		})
	}
}

// sampleCollection is a collection of a sample server, as another client sees it.
type sampleCollection struct {
	address, name string
	changes       atomic.Int64
}

func (s *sampleCollection) seed(t *testing.T) {
	t.Helper()
	_, err := s.do(t.Context(), "POST", "/collections", lawsSchema)
	require.NoError(t, err)
	var lines strings.Builder
	for i := range 1_203 {
		fmt.Fprintf(&lines, `{"id":"d%d","label":"label %d of %d","n":%d,"price":%d.25,"flag":%t,"tags":["t%d","a,b"],"o":{"k":{"x":"é%d"}},"parts":[{"sku":"s%d"},{"sku":"u"}],"place":[%d.5,13.4]}`+"\n",
			i, i, i%7, 9_007_199_254_740_993+int64(i), i, i%2 == 0, i%5, i, i, i%80)
	}
	_, err = s.do(t.Context(), "POST", "/collections/laws/documents/import", lines.String())
	require.NoError(t, err)
}

// documents reads every document with the export route.
func (s *sampleCollection) documents(ctx context.Context) ([]conformance.Document, error) {
	body, err := s.do(ctx, "GET", "/collections/"+s.name+"/documents/export", "")
	if err != nil {
		return nil, err
	}
	var all []conformance.Document
	for line := range strings.Lines(body) {
		var document struct{ ID string }
		if err := json.Unmarshal([]byte(line), &document); err != nil {
			return nil, fmt.Errorf("read a line of the export: %w", err)
		}
		all = append(all, conformance.Document{Key: []driver.Text{{Key: "#id", Value: document.ID}}, Source: strings.TrimSpace(line)})
	}
	return all, nil
}

// change writes a document, which need not exist yet.
func (s *sampleCollection) change(ctx context.Context, key []driver.Text) error {
	id := key[len(key)-1].Value
	n := s.changes.Add(1)
	body := fmt.Sprintf(`{"id":%s,"label":"changed %d","n":%d}`, strconv.Quote(id), n, n)
	_, err := s.do(ctx, "POST", "/collections/laws/documents?action=emplace", body)
	return err
}

func (s *sampleCollection) do(ctx context.Context, method, route, body string) (string, error) {
	address, err := url.Parse(s.address + route)
	if err != nil {
		return "", fmt.Errorf("address of %s: %w", route, err)
	}
	r, err := http.NewRequestWithContext(ctx, method, address.String(), strings.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("make a request: %w", err)
	}
	r.Header.Set("X-TYPESENSE-API-KEY", sampletypesense.DefaultKey)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", fmt.Errorf("send %s %s: %w", method, route, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", fmt.Errorf("read the response to %s: %w", route, err)
	}
	if response.StatusCode > 299 {
		return "", fmt.Errorf("%s %s: %d %s", method, route, response.StatusCode, text)
	}
	return string(text), nil
}
