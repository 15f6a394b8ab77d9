// SPEC: A-EDT-01, A-EDT-03, A-EDT-04, A-EDT-05, A-EDT-09, A-EDT-10, A-EDT-12, A-EDT-15
package edits

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// fresh returns a new row of an index; values of "" were not typed.
func fresh(index, id, routing string, cells ...Cell) Row {
	row := Row{Act: driver.ActCreate, Key: []driver.Text{{Key: "#index", Value: index}}, Cells: cells}
	if id != "" {
		row.Key = append(row.Key, driver.Text{Key: "#id", Value: id})
	}
	if routing != "" {
		row.Key = append(row.Key, driver.Text{Key: "#routing", Value: routing})
	}
	return row
}

// removed returns the shown row as one to be deleted.
func (s *real) removed(id string) Row {
	s.t.Helper()
	row := s.row(id)
	row.Act = driver.ActDelete
	return row
}

// documents returns the sources of all documents as the engine stores them, by id and routing.
func (s *real) documents() map[string]string {
	s.t.Helper()
	s.ask("POST", "/"+s.index+"/_refresh", "")
	s.show()
	p, err := s.view.Page(s.t.Context(), s.view.Generation(), 0)
	require.NoError(s.t, err)
	page, err := rows.Decode(p.Block)
	require.NoError(s.t, err)
	type address struct {
		Index   string `json:"_index"`
		ID      string `json:"_id"`
		Routing string `json:"routing,omitempty"`
	}
	var wanted struct {
		Docs []address `json:"docs"`
	}
	for r := range page.Rows {
		_, id := page.Cell(r, page.Column("#id"))
		_, routing := page.Cell(r, page.Column("#routing"))
		wanted.Docs = append(wanted.Docs, address{s.index, id, routing})
	}
	body, err := json.Marshal(wanted)
	require.NoError(s.t, err)
	var got struct {
		Docs []struct {
			Source json.RawMessage `json:"_source"`
		}
	}
	require.NoError(s.t, json.Unmarshal([]byte(s.ask("POST", "/_mget", string(body))), &got))
	all := map[string]string{}
	for i, at := range wanted.Docs {
		all[strings.TrimSuffix(at.ID+" "+at.Routing, " ")] = string(got.Docs[i].Source)
	}
	return all
}

func (s *real) undo(id string) *Plan {
	s.t.Helper()
	p, err := s.plans.Undo(s.t.Context(), id)
	require.NoError(s.t, err)
	return p
}

// bulk writes a document whose id must not be part of a path.
func (s *real) bulk(id, source string) {
	s.t.Helper()
	s.ask("POST", "/_bulk?refresh=true", `{"index":{"_index":"`+s.index+`","_id":"`+id+`"}}`+"\n"+source+"\n")
}

func TestRowsAreCreatedDeletedAndRestoredAsTheyWere(t *testing.T) {
	eachEngine(t, "acts-all", doesEverything)
}

func TestRowsAreCreatedDeletedAndRestoredAsTheyWereOnAReal79(t *testing.T) {
	doesEverything(t, openReal(t, enginetest.ES79(t), "acts-all"))
}

func TestRowsAreCreatedDeletedAndRestoredAsTheyWereOnAReal9(t *testing.T) {
	doesEverything(t, openReal(t, enginetest.ES9(t), "acts-all"))
}

// doesEverything saves one row of each kind, undoes the save, undoes the undo, and compares every character each time.
func doesEverything(t *testing.T, s *real) {
	const odd = `{ "name":"\u0061","price": 16.90,  "other":[1E2,-0,0.1000000000000000055],"stock":9007199254740993,"maker.city":"x" }`
	s.put("edited", "", odd)
	s.put("partial", "", `{"name":"a","stock":1}`)
	s.put("stripped", "", `{"name":"a","price":1.50,"maker":{"city":"x","since":1999}}`)
	s.put("copied", "&routing=r1", odd)
	s.put("deleted", "&routing=r%202", odd)
	s.bulk("../deleted", `{"name":"w", "price":1.50}`)
	s.bulk("../edited", `{"name":"w", "price":1.50}`)
	before := s.documents()
	name := func(text string) Cell { return Cell{Column: "name", Text: text} }
	copied := s.row("copied")
	duplicate := fresh(s.index, "", "r3", name("copy"), Cell{Column: "price", Text: "1.10"}, Cell{Column: "maker.city", Remove: true})
	duplicate.CopyKey, duplicate.CopyBase = copied.Key, copied.Base
	p := s.plan(
		s.row("edited", name("b")), s.row("partial", name("b")),
		s.row("stripped", Cell{Column: "maker.city", Remove: true}),
		fresh(s.index, "n/e w+", "r 4", name("new"), Cell{Column: "maker.city", Text: "y"}, Cell{Column: "maker.since", Text: "2024"}, Cell{Column: "stock", Text: "9223372036854775807"}, Cell{Column: "price", Text: "1.50"}),
		fresh(s.index, "", ""), fresh(s.index, "../new", "", name("walks")), duplicate,
		s.removed("deleted"), s.removed("../deleted"), s.row("../edited", name("b")),
	)
	require.Empty(t, p.Refusals)
	require.Equal(t, before, s.documents(), "planning writes nothing")
	saved := s.send(p)
	require.Equal(t, []string{"0 done", "1 done", "2 done", "3 done", "4 done", "5 done", "6 done", "7 done", "8 done", "9 done"}, outcomes(saved))
	require.Equal(t, []driver.Text{{Key: "#index", Value: s.index}, {Key: "#id", Value: "n/e w+"}, {Key: "#routing", Value: "r 4"}}, saved[3].Key)
	empty, copy := saved[4].Key[1].Value, saved[6].Key[1].Value+" r3"
	after := s.documents()
	require.Equal(t, map[string]string{
		"edited":     strings.Replace(odd, `"\u0061"`, `"b"`, 1),
		"partial":    `{"name":"b","stock":1}`,
		"stripped":   `{"name":"a","price":1.50,"maker":{"since":1999}}`,
		"copied r1":  odd,
		"n/e w+ r 4": `{"name":"new","maker":{"city":"y","since":2024},"stock":9223372036854775807,"price":1.50}`,
		empty:        `{}`,
		"../new":     `{"name":"walks"}`,
		"../edited":  `{"name":"b", "price":1.50}`,
		copy:         strings.Replace(strings.Replace(strings.Replace(odd, `"\u0061"`, `"copy"`, 1), "16.90", "1.10", 1), `,"maker.city":"x"`, "", 1),
	}, after)

	back := s.undo(p.ID)
	require.Empty(t, back.Refusals)
	for _, o := range s.send(back) {
		require.Equal(t, driver.OutcomeDone, o.Outcome, o.Err)
	}
	require.Equal(t, before, s.documents(), "every document is as it was, character for character")

	forth := s.undo(back.ID)
	require.Empty(t, forth.Refusals)
	for _, o := range s.send(forth) {
		require.Equal(t, driver.OutcomeDone, o.Outcome, o.Err)
	}
	require.Equal(t, after, s.documents(), "undoing can be undone")
}

func TestNobodysChangeIsOverwrittenByAnyAct(t *testing.T) {
	eachEngine(t, "acts-conflict", conflictsEverywhere)
}

func TestNobodysChangeIsOverwrittenByAnyActOnAReal79(t *testing.T) {
	conflictsEverywhere(t, openReal(t, enginetest.ES79(t), "acts-conflict"))
}

func TestNobodysChangeIsOverwrittenByAnyActOnAReal9(t *testing.T) {
	conflictsEverywhere(t, openReal(t, enginetest.ES9(t), "acts-conflict"))
}

// conflictsEverywhere changes each document of a plan between the plan and its requests, and again between the save and
// its undo.
func conflictsEverywhere(t *testing.T, s *real) {
	const theirs = `{"name":"theirs"}`
	for _, id := range []string{"removed", "gone", "copied", "edited", "away"} {
		s.put(id, "", `{"name":"a"}`)
	}
	s.show()
	copied := s.row("copied")
	duplicate := fresh(s.index, "copy", "")
	duplicate.CopyKey, duplicate.CopyBase = copied.Key, copied.Base
	p := s.plan(s.removed("removed"), s.removed("gone"), fresh(s.index, "new", "", Cell{Column: "name", Text: "mine"}), duplicate)
	require.Empty(t, p.Refusals)
	s.put("removed", "", theirs)
	s.ask("DELETE", "/"+s.index+"/_doc/gone", "")
	s.put("new", "", theirs)
	s.put("copy", "", theirs)
	got := s.send(p)
	require.Equal(t, []string{
		"0 conflict: The document has changed since it was loaded.", "1 conflict: The document has been deleted since it was loaded.",
		"2 conflict: A document with this id already exists.", "3 conflict: A document with this id already exists.",
	}, outcomes(got))
	for _, i := range []int{0, 2, 3} {
		document, err := s.plans.Document(p.ID, got[i].Document)
		require.NoError(t, err)
		require.Equal(t, theirs, string(document))
	}
	for _, id := range []string{"removed", "new", "copy"} {
		require.Equal(t, theirs, s.source(id, ""), id)
	}

	s.put("copied", "", theirs)
	p = s.plan(fresh(s.index, "new", ""), duplicate, s.row("edited", Cell{Column: "name", Text: "mine"}), fresh(s.index, "made", ""), s.removed("away"))
	require.Len(t, p.Refusals, 2)
	require.Equal(t, "A document with this id already exists.", p.Refusals[0].Err.Message)
	require.Equal(t, "The document has changed since it was loaded.", p.Refusals[1].Err.Message)
	require.Equal(t, []string{"2 done", "3 done", "4 done"}, outcomes(s.send(p)))
	back := s.undo(p.ID)
	require.Empty(t, back.Refusals)
	for _, id := range []string{"edited", "made", "away"} {
		s.put(id, "", theirs)
	}
	require.Equal(t, []string{
		"2 conflict: The document has changed since it was loaded.", "3 conflict: The document has changed since it was loaded.",
		"4 conflict: A document with this id already exists.",
	}, outcomes(s.send(back)))
	for _, id := range []string{"edited", "made", "away"} {
		require.Equal(t, theirs, s.source(id, ""), id)
	}
	for i, message := range []string{"The document has changed since it was saved.", "The document has changed since it was saved.", "A document with this id already exists."} {
		require.Equal(t, message, s.undo(p.ID).Refusals[i].Err.Message)
	}
}

func TestAnIndexIsDroppedOnlyByItsOwnNameAndOnlyWhileItIsTheSame(t *testing.T) {
	eachEngine(t, "acts-drop", dropsOne)
}

func TestAnIndexIsDroppedOnlyByItsOwnNameAndOnlyWhileItIsTheSameOnAReal79(t *testing.T) {
	dropsOne(t, openReal(t, enginetest.ES79(t), "acts-drop"))
}

func TestAnIndexIsDroppedOnlyByItsOwnNameAndOnlyWhileItIsTheSameOnAReal9(t *testing.T) {
	dropsOne(t, openReal(t, enginetest.ES9(t), "acts-drop"))
}

func dropsOne(t *testing.T, s *real) {
	s.put("1", "", `{"name":"a"}`)
	s.ask("POST", "/_aliases", `{"actions":[{"add":{"index":"`+s.index+`","alias":"`+s.index+`-alias"}}]}`)
	for name, message := range map[string]string{
		s.index + "-alias": "is an alias or a data stream, not an index.", s.index + "*": "is a pattern or a list.", "_all": "is a pattern or a list.",
		s.index + "," + s.index: "is a pattern or a list.", s.index + "-none": "no such index",
	} {
		_, err := s.plans.MakeDrop(t.Context(), s.session, name)
		require.Contains(t, sessiontest.Failure(t, err).Message, message, name)
	}
	drop := func() *Plan {
		p, err := s.plans.MakeDrop(t.Context(), s.session, s.index)
		require.NoError(t, err)
		require.Equal(t, "DELETE /"+s.index, p.Requests[0].Request.Method+" "+p.Requests[0].Request.Path)
		return p
	}
	p := drop()
	s.ask("DELETE", "/"+s.index, "")
	s.ask("PUT", "/"+s.index, mapping)
	_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.Equal(t, driver.Conflict, sessiontest.Failure(t, err).Kind, "it is another index")
	require.Contains(t, s.ask("GET", "/_cat/indices?h=index", ""), s.index)
	require.Equal(t, []string{"0 done"}, outcomes(s.send(drop())))
	require.NotContains(t, s.ask("GET", "/_cat/indices?h=index", ""), s.index)
}

func TestANewRowOfAnAliasGoesToTheChosenIndexAndIsSavedAgain(t *testing.T) {
	eachEngine(t, "acts-alias-1", func(t *testing.T, s *real) {
		other := "acts-alias-2"
		enginetest.Index(t, s.url, other, `{"settings":{"index.final_pipeline":"none-such"},"mappings":{"properties":{"name":{"type":"keyword"}}}}`)
		s.ask("PUT", "/"+other+"/_settings", `{"index.final_pipeline":"_none"}`)
		s.ask("POST", "/_aliases", `{"actions":[{"add":{"index":"`+s.index+`","alias":"acts-alias","filter":{"term":{"name":"none"}}}},{"add":{"index":"`+other+`","alias":"acts-alias"}}]}`)
		var err error
		s.view, err = grid.NewViews().Open(t.Context(), s.session, "acts-alias")
		require.NoError(t, err)
		require.ElementsMatch(t, []string{s.index, other}, s.view.Set.Targets)
		require.NotContains(t, s.view.Set.Acts, driver.ActDrop)
		saved := s.send(s.plan(fresh(other, "1", "", Cell{Column: "name", Text: "new"}), fresh(s.index, "1", "", Cell{Column: "name", Text: "here"})))
		require.Equal(t, []string{"0 done", "1 done"}, outcomes(saved))
		require.Equal(t, `{"name":"here"}`, s.source("1", ""))
		again := Row{Key: saved[0].Key, Base: saved[0].Revision, Cells: []Cell{{Column: "name", Text: "newer"}}}
		require.Equal(t, []string{"0 done"}, outcomes(s.send(s.plan(again))), "its revision came with the response")
		s.index = other
		require.Equal(t, `{"name":"newer"}`, s.source("1", ""))
	})
}

// SPEC: A-EDT-02
func TestPipelinesAndRefusalsOfTheServerAreSaid(t *testing.T) {
	eachEngine(t, "acts-refused", func(t *testing.T, s *real) {
		s.put("1", "", `{"name":"a"}`)
		s.ask("PUT", "/"+s.index+"/_settings", `{"index.default_pipeline":"acts-none"}`)
		s.show()
		p := s.plan(fresh(s.index, "2", ""), s.removed("1"))
		require.Equal(t, "Every write to acts-refused runs through the ingest pipeline acts-none, which may change other fields.", p.Notices[0].Text)
		got := s.send(p)
		require.Equal(t, []driver.Outcome{driver.OutcomeRefused, driver.OutcomeDone}, []driver.Outcome{got[0].Outcome, got[1].Outcome})
		require.Contains(t, got[0].Err.Message, "acts-none")
		s.ask("PUT", "/"+s.index+"/_settings", `{"index.default_pipeline":"_none","index.blocks.write":true}`)
		p = s.plan(fresh(s.index, "2", ""))
		require.Empty(t, p.Notices)
		got = s.send(p)
		require.Equal(t, driver.OutcomeRefused, got[0].Outcome)
		require.Contains(t, got[0].Err.Message, "index.blocks.write is set")
	})
}

// SPEC: A-EDT-05
func TestOfTwoDocumentsWithOneIDOnlyTheOneThatWasShownIsWritten(t *testing.T) {
	eachEngine(t, "acts-twins", func(t *testing.T, s *real) {
		for _, routing := range []string{"a", "b", "c", "d", "e", "f"} { // it is unknown which of the two shards one leads to
			s.put("twin", "&routing="+routing, `{"name":"`+routing+`"}`)
		}
		before := s.documents()
		require.Len(t, before, 2)
		row := s.row("twin", Cell{Column: "name", Text: "edited"})
		shown := "twin " + row.Key[2].Value
		saved := s.send(s.plan(row))
		after := s.documents()
		require.Equal(t, `{"name":"edited"}`, after[shown])
		after[shown] = before[shown]
		require.Equal(t, before, after, "the other one stays")

		p := s.plan(Row{Act: driver.ActDelete, Key: row.Key, Base: saved[0].Revision})
		require.Equal(t, []string{"0 done"}, outcomes(s.send(p)))
		after = s.documents()
		require.NotContains(t, after, shown)
		require.Len(t, after, 1)
		require.Equal(t, []string{"0 done"}, outcomes(s.send(s.undo(p.ID))))
		require.Equal(t, `{"name":"edited"}`, s.documents()[shown])
	})
}

// SPEC: A-EDT-09, A-EDT-14
func TestAnIndexWithoutSequenceNumbersOffersNothingButItsDeletionOnAReal9(t *testing.T) {
	s := &real{t: t, url: enginetest.ES9(t), index: "acts-unnumbered", plans: New()}
	enginetest.Index(t, s.url, s.index, `{"settings":{"index.disable_sequence_numbers":true},"mappings":{"properties":{"name":{"type":"keyword"}}}}`)
	s.put("1", "", `{"name":"a"}`)
	s.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(s.url), nil), nil)
	s.show()
	require.Equal(t, []string{driver.ActDrop}, s.view.Set.Acts)
	require.Empty(t, s.view.Set.Targets)
	require.Contains(t, s.view.Set.ReadOnly, "has no sequence numbers")
	p := s.plan(s.row("1", Cell{Column: "name", Text: "b"}), fresh(s.index, "2", ""), s.removed("1"))
	require.Empty(t, p.Requests)
	for _, r := range p.Refusals {
		require.Contains(t, r.Err.Message, "has no sequence numbers")
	}
}

// SPEC: A-EDT-02, A-EDT-10
func TestVectorsOutsideOfTheDocumentsAreNeverLostByAnActOnAReal9(t *testing.T) {
	s := &real{t: t, url: enginetest.ES9(t), index: "acts-vectors", plans: New()}
	enginetest.Index(t, s.url, s.index, `{"mappings":{"properties":{"name":{"type":"keyword"},"v":{"type":"dense_vector","dims":2,"similarity":"l2_norm"}}}}`)
	s.put("1", "", `{"name":"a","v":[0.5,0.25]}`)
	s.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(s.url), nil), nil)
	s.show()
	require.NotContains(t, s.view.Set.Acts, driver.ActRemove)
	duplicate := fresh(s.index, "2", "")
	one := s.row("1")
	duplicate.CopyKey, duplicate.CopyBase = one.Key, one.Base
	p := s.plan(s.row("1", Cell{Column: "name", Text: "b"}), duplicate, fresh(s.index, "3", "", Cell{Column: "v", Text: "[0.5,0.5]"}))
	require.Len(t, p.Refusals, 1)
	require.Contains(t, p.Refusals[0].Err.Message, "Vectors are stored outside of the documents of this index")
	require.Equal(t, []string{"0 done", "2 done"}, outcomes(s.send(p)))
	back := s.undo(p.ID)
	require.Len(t, back.Refusals, 1)
	require.Contains(t, back.Refusals[0].Err.Message, "Vectors are stored outside of the documents of this index")
	require.Equal(t, []string{"2 done"}, outcomes(s.send(back)), "what the save created can be deleted")
	require.Contains(t, s.source("1", "_source_exclude_vectors=false"), `"v":[0.5,0.25]`)
}
