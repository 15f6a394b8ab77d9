package drivertest_test

// SPEC: A-FIL-01, A-FIL-02, APP-07

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/sample"
	sampleengine "quarry/backend/sample/elasticsearch"
	"quarry/backend/testing/conformance"
	"quarry/backend/testing/conformance/filtertruth"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
)

func TestAFilterOfSampleDataShowsTheRowsThatTheirDocumentsSayItShould(t *testing.T) {
	for _, version := range []string{"8.16", "7.17"} {
		engine, err := sampleengine.New(sampleengine.Options{Imitate: version})
		require.NoError(t, err)
		server := httptest.NewServer(engine)
		t.Cleanup(server.Close)
		data := sample.Data(sample.DefaultSeed)[2]
		require.Equal(t, "products", data.Name) // it has every type
		t.Run(version, func(t *testing.T) {
			var documents []*filtertruth.Document
			for _, d := range data.Docs {
				documents = append(documents, &filtertruth.Document{ID: d.ID, Source: string(d.Source)})
			}
			object := conformance.Object{Name: data.Name}
			subject := conformance.Subject{Driver: elasticsearch.New(), Target: conformance.Target{
				Connection: at(t, server.URL), Settings: []driver.Text{{Key: "auth", Value: "none"}, {Key: "host", Value: "localhost"}}, Objects: []conformance.Object{object},
			}}
			filtertruth.Run(t, filtertruth.Subject{
				Reading: conformance.Read(t, subject, object), Version: version + ".0", Mapping: data.MappingFor(version), Documents: documents,
			}, filtertruth.Seed(t))
		})
	}
}
