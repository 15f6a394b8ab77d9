// SPEC: A-EDT-16, A-EDT-05, A-FIL-07
package edits

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// reopened recreates the index with the given settings and mapping, and opens it again.
func (s *real) reopened(body string) {
	s.t.Helper()
	s.ask("DELETE", "/"+s.index, "")
	s.ask("PUT", "/"+s.index, body)
	s.show()
}

// routings returns the routing of each document by its id, as the rows show it in a column.
func (s *real) routings(ids ...string) []string {
	s.t.Helper()
	s.ask("POST", "/"+s.index+"/_refresh", "")
	s.show()
	p, err := s.view.Page(s.t.Context(), s.view.Generation(), 0)
	require.NoError(s.t, err)
	page, err := rows.Decode(p.Block)
	require.NoError(s.t, err)
	found := map[string]string{}
	for r := range page.Rows {
		_, id := page.Cell(r, page.Column("#id"))
		_, found[id] = page.Cell(r, page.Column("_routing"))
	}
	var all []string
	for _, id := range ids {
		all = append(all, found[id])
	}
	return all
}

func TestANewRowOfAnIndexThatRequiresARoutingIsSavedWithIt(t *testing.T) {
	eachEngine(t, "routing-required", func(t *testing.T, s *real) {
		s.reopened(`{"settings":{"number_of_shards":3,"number_of_replicas":0},"mappings":{"_routing":{"required":true},"properties":{"name":{"type":"keyword"}}}}`)
		name := Cell{Column: "name", Text: "a"}
		without := s.plan(fresh(s.index, "n1", "", name), fresh(s.index, "", "", name))
		require.Empty(t, without.Requests)
		for _, refusal := range without.Refusals {
			require.Contains(t, refusal.Err.Message, "choose Set Routing")
		}
		require.Len(t, without.Refusals, 2)
		outcomes := s.send(s.plan(fresh(s.index, "n1", "r 1", name), fresh(s.index, "", "r2", name)))
		require.Equal(t, []driver.Outcome{driver.OutcomeDone, driver.OutcomeDone}, []driver.Outcome{outcomes[0].Outcome, outcomes[1].Outcome})
		made := outcomes[1].Key[1]
		require.Equal(t, "#id", made.Key)
		require.Equal(t, []string{"r 1", "r2"}, s.routings("n1", made.Value))
	})
}

func TestRowsAreFilteredByTheirRouting(t *testing.T) {
	eachEngine(t, "routing-filter", func(t *testing.T, s *real) {
		s.put("plain", "", `{"name":"p"}`)
		s.put("one", "&routing=Acme%201", `{"name":"a"}`)
		s.put("two", "&routing=beta", `{"name":"b"}`)
		s.show()
		for _, by := range []struct {
			row  grid.FilterRow
			want int64
		}{
			{grid.FilterRow{Operator: driver.Equals, Values: []string{"Acme 1"}}, 1},
			{grid.FilterRow{Operator: driver.NotEquals, Values: []string{"Acme 1"}}, 2},
			{grid.FilterRow{Operator: driver.InList, Values: []string{"Acme 1", "beta"}}, 2},
			{grid.FilterRow{Operator: driver.StartsWith, Values: []string{"Ac"}}, 1},
			{grid.FilterRow{Operator: driver.Contains, Values: []string{"ACME"}, FoldCase: true}, 1},
			{grid.FilterRow{Operator: driver.Greater, Values: []string{"b"}}, 1},
			{grid.FilterRow{Operator: driver.MatchesRegex, Values: []string{"be.*"}}, 1},
			{grid.FilterRow{Operator: driver.IsNull}, 1},
			{grid.FilterRow{Operator: driver.IsNotNull}, 2},
		} {
			by.row.Column = "_routing"
			counts, err := s.view.CountRows(t.Context(), []grid.FilterRow{by.row})
			require.NoError(t, err)
			require.NoError(t, counts[0].Err, by.row.Operator)
			require.Equal(t, by.want, counts[0].Count, by.row.Operator)
		}
	})
}

func TestAChildOfAJoinIsAddedWithTheRoutingOfItsParent(t *testing.T) {
	eachEngine(t, "routing-join", func(t *testing.T, s *real) {
		s.reopened(`{"settings":{"number_of_shards":3,"number_of_replicas":0},"mappings":{"properties":{"j":{"type":"join","relations":{"question":"answer"}},"name":{"type":"keyword"}}}}`)
		s.ask("PUT", "/"+s.index+"/_doc/q1?refresh=true", `{"j":"question","name":"Q"}`)
		s.show()
		child := Cell{Column: "j", Text: `{"name":"answer","parent":"q1"}`}
		outcomes := s.send(s.plan(fresh(s.index, "a1", "", child)))
		require.Equal(t, driver.OutcomeRefused, outcomes[0].Outcome)
		require.Contains(t, outcomes[0].Err.Message, "needs the routing of its parent: choose Set Routing")
		outcomes = s.send(s.plan(fresh(s.index, "a1", "q1", child)))
		require.Equal(t, driver.OutcomeDone, outcomes[0].Outcome)
		require.Equal(t, []string{"", "q1"}, s.routings("q1", "a1"))
	})
}
