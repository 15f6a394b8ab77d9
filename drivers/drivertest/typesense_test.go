package drivertest_test

// SPEC: CON-18, CON-20, CON-22, CON-23, B-BRO-02, B-BRO-03, B-BRO-05, B-BRO-06, B-SRT-01, PLG-09

import (
	"context"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/testing/conformance"
	"quarry/drivers/driver"
	"quarry/drivers/typesense"
)

var typesenseModule = sync.OnceValues(func() (opener, error) { return build("quarry/drivers/typesense/wasm") })

// unordered says why the replay cannot sort in most orders.
const unordered = "no other order of this collection was recorded"

func TestTypesenseKeepsTheLawsOnRecordedAnswers(t *testing.T) {
	module, err := typesenseModule()
	require.NoError(t, err)
	manifest, err := os.ReadFile("../typesense/manifest.json")
	require.NoError(t, err)
	for _, version := range []string{"26.0", "29.0"} {
		t.Run(version, func(t *testing.T) {
			r := newReplay(t, version)
			server := httptest.NewServer(r)
			t.Cleanup(server.Close)
			conformance.Run(t, conformance.Subject{
				Driver: typesense.New(), Module: module, Manifest: manifest,
				Target: conformance.Target{
					Connection: at(t, server.URL),
					Settings:   []driver.Text{{Key: "host", Value: "localhost"}},
					Missing:    "doesnotexist",
					Partial:    []func([]byte) []byte{cutOff},
					Refusal: func(_ int, words string) (string, string) {
						return "application/json; charset=utf-8", `{"message": ` + strconv.Quote(words) + `}`
					},
					Objects: []conformance.Object{
						r.object("paged", []grid.SortBy{{Column: "n"}}, []grid.SortBy{{Column: "g"}}),
						r.object("typed", []grid.SortBy{{Column: "seq"}}),
						r.object("oddfields", []grid.SortBy{{Column: "dash-ed"}}, []grid.SortBy{{Column: "a:b"}}, []grid.SortBy{{Column: "par(en"}}),
					},
				},
			})
		})
	}
}

// object returns a collection of the replay with its readable orders: its default one, and these.
func (r *replay) object(name string, orders ...[]grid.SortBy) conformance.Object {
	documents := r.collections[name].documents
	return conformance.Object{
		Name: name, Orders: append([][]grid.SortBy{nil}, orders...), Unordered: unordered,
		Documents: func(context.Context) ([]conformance.Document, error) { return documents, nil },
	}
}
