// SPEC: APP-15
package api

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestTheStatisticsOfAColumnAreOfTheFilteredRows(t *testing.T) {
	w := newWorld(t, "8.16.3")
	sample, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	session, err := w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err)
	require.True(t, session.Statistics)
	view, err := w.Grid.Open(OpenRequest{Session: session.ID, Object: "books"})
	require.NoError(t, err)
	all, err := w.Grid.Count(GenerationRequest{View: view.ID})
	require.NoError(t, err)

	s, err := w.Grid.Statistics(StatisticsRequest{View: view.ID, Column: "language"})
	require.NoError(t, err)
	require.Equal(t, all.Count, s.Total)
	require.True(t, s.Figures)
	require.Len(t, s.Requests, 1)
	require.Equal(t, "POST", s.Requests[0].Method)
	require.Regexp(t, `^/books/_search\?preference=quarry-[0-9a-f]+$`, s.Requests[0].Path)
	require.Contains(t, s.Requests[0].Body, `"terms":{"field":"language","size":10,"shard_size":500}`)
	require.Empty(t, s.Objects)
	require.False(t, s.Partial)

	top := s.Top[0]
	language := Filter{Rows: []FilterRow{{Column: "language", Operator: "equals", Values: []string{top.Text}}}}
	arranged, err := w.Grid.Arrange(ArrangeRequest{View: view.ID, Filter: language})
	require.NoError(t, err)
	filtered, err := w.Grid.Statistics(StatisticsRequest{View: view.ID, Generation: arranged.Generation, Column: "pages"})
	require.NoError(t, err)
	require.Equal(t, top.Count, filtered.Total)
	require.Len(t, filtered.Requests, 2)
	require.NotEmpty(t, filtered.Bars)
	require.NotEmpty(t, filtered.Sum)

	_, err = w.Grid.Statistics(StatisticsRequest{View: view.ID, Column: "_id"})
	require.Equal(t, string(driver.Unsupported), failed(t, err).Kind)
	_, err = w.Grid.Statistics(StatisticsRequest{View: view.ID, Column: "nothing"})
	require.Equal(t, string(driver.NotFound), failed(t, err).Kind)
}
