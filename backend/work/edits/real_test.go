// SPEC: A-EDT-01, A-EDT-02, A-EDT-05, A-EDT-06, A-EDT-08, A-EDT-09, A-EDT-11
package edits

import (
	"net/url"
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

// real is an index on a real engine, and the open view of it.
type real struct {
	t       *testing.T
	url     string
	index   string
	session *session.Session
	view    *grid.View
	plans   *Plans
}

// ask sends the test's own request, like another client, and returns the response.
func (s *real) ask(method, path, body string) string {
	s.t.Helper()
	return enginetest.Ask(s.t, method, s.url+path, body)
}

const mapping = `{"settings":{"number_of_shards":2,"number_of_replicas":0},"mappings":{"properties":{
	"name":{"type":"keyword"},"price":{"type":"double"},"stock":{"type":"long"},"made":{"type":"date"},"span":{"type":"integer_range"},
	"tags":{"type":"keyword"},"other":{"type":"double"},"at":{"type":"geo_point"},"maker":{"properties":{"city":{"type":"keyword"},"since":{"type":"integer"}}},
	"parts":{"type":"nested","properties":{"no":{"type":"integer"}}}}}}`

func openReal(t *testing.T, address, index string) *real {
	t.Helper()
	s := &real{t: t, url: address, index: index, plans: New()}
	enginetest.Index(t, address, index, mapping)
	s.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(address), nil), nil)
	return s
}

// put writes a document directly, not in the way under test.
func (s *real) put(id, routing, source string) {
	s.t.Helper()
	s.ask("PUT", "/"+s.index+"/_doc/"+url.PathEscape(id)+"?refresh=true"+routing, source)
}

// show opens the index again, as the grid does.
func (s *real) show() {
	s.t.Helper()
	var err error
	s.view, err = grid.NewViews().Open(s.t.Context(), s.session, s.index)
	require.NoError(s.t, err)
}

// source returns the document as the engine stores it.
func (s *real) source(id, routing string) string {
	s.t.Helper()
	response, end := s.ask("GET", "/"+s.index+"/_doc/"+url.PathEscape(id)+"?"+routing, ""), "}"
	if strings.Contains(id, "..") {
		response, end = s.ask("POST", "/"+s.index+"/_mget", `{"ids":["`+id+`"]}`), "}]}"
	}
	_, source, found := strings.Cut(response, `"_source":`)
	require.True(s.t, found, response)
	return strings.TrimSuffix(source, end)
}

// row returns an edited row with the values that the grid showed for it.
func (s *real) row(id string, cells ...Cell) Row {
	s.t.Helper()
	p, err := s.view.Page(s.t.Context(), s.view.Generation(), 0)
	require.NoError(s.t, err)
	page, err := rows.Decode(p.Block)
	require.NoError(s.t, err)
	for r := range page.Rows {
		if _, found := page.Cell(r, page.Column("#id")); found != id {
			continue
		}
		row := Row{Cells: cells}
		for _, name := range []string{"#index", "#id", "#routing"} {
			if kind, text := page.Cell(r, page.Column(name)); kind != rows.Missing {
				row.Key = append(row.Key, driver.Text{Key: name, Value: text})
			}
		}
		for _, name := range []string{"#seq", "#term", "#hash"} {
			_, text := page.Cell(r, page.Column(name))
			row.Base = append(row.Base, driver.Text{Key: name, Value: text})
		}
		return row
	}
	require.Fail(s.t, "no such row", id)
	return Row{}
}

func (s *real) plan(list ...Row) *Plan {
	s.t.Helper()
	p, err := s.plans.Make(s.t.Context(), s.session, s.view, list)
	require.NoError(s.t, err)
	return p
}

func (s *real) send(p *Plan) []Outcome {
	s.t.Helper()
	s.plans.Confirm(p.ID, p.Deletions())
	all, err := s.plans.Send(s.t.Context(), p.ID, p.Digest)
	require.NoError(s.t, err)
	return all
}

func eachEngine(t *testing.T, index string, test func(t *testing.T, s *real)) {
	engines := []struct{ name, url string }{{"8.16", enginetest.ES8(t)}, {"7.17", enginetest.ES7(t)}}
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) { test(t, openReal(t, engine.url, index)) })
	}
}

func TestOneEditedCellIsSavedAndEveryOtherCharacterStays(t *testing.T) {
	eachEngine(t, "edits-one", savesOneCell)
}

func TestOneEditedCellIsSavedOnAReal9(t *testing.T) {
	savesOneCell(t, openReal(t, enginetest.ES9(t), "edits-one"))
}

func savesOneCell(t *testing.T, s *real) {
	tests := []struct {
		name, id, routing, source string
		cell                      Cell
		form, want                string
	}{
		{"a partial update", "1", "", `{"name":"a","stock":9007199254740993,"maker":{"city":"x","since":1999}}`, Cell{Column: "maker.city", Text: "y"}, "Partial update", `{"name":"a","stock":9007199254740993,"maker":{"city":"y","since":1999}}`},
		{"numbers that the engine would respell", "2", "", "{ \"price\": 16.90 , \"stock\":1e2,\n\"other\":[1.50,-0,0.1000000000000000055], \"name\":\"\\u0061\" }", Cell{Column: "stock", Text: "9223372036854775807"}, "Whole document", "{ \"price\": 16.90 , \"stock\":9223372036854775807,\n\"other\":[1.50,-0,0.1000000000000000055], \"name\":\"\\u0061\" }"},
		{"a typed number that the engine would respell", "3", "", `{"price":1.5}`, Cell{Column: "price", Text: "1.10"}, "Whole document", `{"price":1.10}`},
		{"an id with a slash, routing and a literal dotted key", "a/b c", "&routing=r%201", `{"maker.city":"x","name":"b"}`, Cell{Column: "maker.city", Text: "é"}, "Partial update", `{"maker.city":"é","name":"b"}`},
		{"a range that replaces a range", "4", "", `{"span":{"gte":1,"lt":5}}`, Cell{Column: "span", Text: `{"gt": 2}`}, "Whole document", `{"span":{"gt": 2}}`},
		{"null", "5", "", `{"name":"a"}`, Cell{Column: "name", Null: true}, "Partial update", `{"name":null}`},
		{"comments", "6", "", "{ /* \"name\":1 */ \"name\": \"a\", // it's \"a\"\n\"stock\":3 } /* end */", Cell{Column: "name", Text: "b"}, "Whole document", "{ /* \"name\":1 */ \"name\": \"b\", // it's \"a\"\n\"stock\":3 } /* end */"},
		{"a field in front of a comment that is removed", "7", "", "{\"stock\":3, // two\n\"name\":\"a\"}", Cell{Column: "stock", Remove: true}, "Whole document", "{ // two\n\"name\":\"a\"}"},
		{"comments under an id that walks", "../y", "", "{\"name\":\"a\" /* a */}", Cell{Column: "name", Text: "b"}, "Whole document", "{\"name\":\"b\" /* a */}"},
		{"an id that walks", "../x", "", `{"name":"a"}`, Cell{Column: "name", Text: "b"}, "Partial update", `{"name":"b"}`},
	}
	for _, test := range tests {
		if !strings.Contains(test.id, "..") {
			s.put(test.id, test.routing, test.source)
			continue
		}
		s.ask("POST", "/_bulk?refresh=true", `{"index":{"_index":"`+s.index+`","_id":"`+test.id+`"}}`+"\n"+test.source+"\n")
	}
	s.show()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s.t = t
			p := s.plan(s.row(test.id, test.cell))
			require.Empty(t, p.Refusals)
			require.Equal(t, test.form, p.Requests[0].Form)
			all := s.send(p)
			require.Equal(t, driver.OutcomeDone, all[0].Outcome, all[0].Err)
			require.Equal(t, "#seq", all[0].Revision[0].Key)
			require.Equal(t, test.want, s.source(test.id, test.routing))
			require.Equal(t, []string{"0 done"}, outcomes(s.send(s.undo(p.ID))))
			require.Equal(t, test.source, s.source(test.id, test.routing))
		})
	}
}

// SPEC: A-EDT-02
func TestVectorsOutsideOfTheDocumentsAreKeptOnAReal9(t *testing.T) {
	s := &real{t: t, url: enginetest.ES9(t), index: "edits-vectors", plans: New()}
	enginetest.Index(t, s.url, s.index, `{"mappings":{"properties":{"name":{"type":"keyword"},"price":{"type":"double"},"v":{"type":"dense_vector","dims":2,"similarity":"l2_norm"}}}}`)
	s.put("1", "", `{"name":"a","price":1e2,"v":[0.5,0.25]}`)
	s.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(s.url), nil), nil)
	s.show()
	p := s.plan(s.row("1", Cell{Column: "name", Text: "b"}))
	require.Empty(t, p.Refusals)
	require.Equal(t, "Partial update", p.Requests[0].Form)
	require.Equal(t, []string{"0 done"}, outcomes(s.send(p)))
	got := s.source("1", "_source_exclude_vectors=false")
	require.Contains(t, got, `"v":[0.5,0.25]`)
	require.Contains(t, got, `"name":"b"`)
	s.ask("POST", "/"+s.index+"/_refresh", "")
	s.show()
	p = s.plan(s.row("1", Cell{Column: "price", Text: "1.10"}))
	require.Contains(t, p.Refusals[0].Err.Message, "Vectors are stored outside of the documents of this index")
}

func TestASecondWriterBetweenPlanAndSendIsAConflictAndNothingIsWritten(t *testing.T) {
	eachEngine(t, "edits-conflict", func(t *testing.T, s *real) {
		sources := map[string]string{"partial": `{"name":"a","stock":1}`, "whole": `{"name":"a","price":1.50}`, "deleted": `{"name":"a","stock":3}`, "calm": `{"name":"a"}`}
		for id, source := range sources {
			s.put(id, "", source)
		}
		s.show()
		edit := Cell{Column: "name", Text: "mine"}
		p := s.plan(s.row("partial", edit), s.row("whole", edit), s.row("deleted", edit), s.row("calm", edit))
		require.Len(t, p.Requests, 4)
		s.put("partial", "", `{"name":"theirs","stock":2}`)
		s.put("whole", "", `{"name":"theirs","price":2.50}`)
		s.ask("DELETE", "/"+s.index+"/_doc/deleted?refresh=true", "")
		all := s.send(p)
		require.Equal(t, []string{
			"0 conflict: The document has changed since it was loaded.", "1 conflict: The document has changed since it was loaded.",
			"2 conflict: The document has been deleted since it was loaded.", "3 done",
		}, outcomes(all))
		for i, want := range []string{`{"name":"theirs","stock":2}`, `{"name":"theirs","price":2.50}`} {
			theirs, err := s.plans.Document(p.ID, all[i].Document)
			require.NoError(t, err)
			require.Equal(t, want, string(theirs))
		}
		require.Equal(t, `{"name":"theirs","stock":2}`, s.source("partial", ""))
		require.Equal(t, `{"name":"theirs","price":2.50}`, s.source("whole", ""))
		require.Equal(t, `{"name":"mine"}`, s.source("calm", ""))
	})
}

func TestWhatChangedBeforeThePlanIsAConflictUnlessItIsTheSameByteForByte(t *testing.T) {
	eachEngine(t, "edits-before", func(t *testing.T, s *real) {
		for _, id := range []string{"changed", "same", "deleted"} {
			s.put(id, "", `{"name":"a","stock":1}`)
		}
		s.show()
		edit := Cell{Column: "name", Text: "mine"}
		staged := []Row{s.row("changed", edit), s.row("same", edit), s.row("deleted", edit)}
		s.put("changed", "", `{"name":"a","stock":2}`)
		s.put("same", "", `{"name":"b","stock":1}`)
		s.put("same", "", `{"name":"a","stock":1}`)
		s.ask("DELETE", "/"+s.index+"/_doc/deleted?refresh=true", "")
		p := s.plan(staged...)
		require.Len(t, p.Requests, 1)
		require.Equal(t, 1, p.Requests[0].Row)
		require.Equal(t, []driver.Kind{driver.Conflict, driver.Conflict}, []driver.Kind{p.Refusals[0].Err.Kind, p.Refusals[1].Err.Kind})
		theirs, err := s.plans.Document(p.ID, p.Refusals[0].Theirs)
		require.NoError(t, err)
		require.Equal(t, `{"name":"a","stock":2}`, string(theirs))
		require.Equal(t, []string{"1 done"}, outcomes(s.send(p)))
		require.Equal(t, `{"name":"mine","stock":1}`, s.source("same", ""))
		require.Equal(t, `{"name":"a","stock":2}`, s.source("changed", ""))
	})
}

func TestAPlanThatWasMadeAgainAfterItsConfirmationIsNotSent(t *testing.T) {
	eachEngine(t, "edits-again", func(t *testing.T, s *real) {
		s.put("1", "", `{"name":"a"}`)
		s.show()
		confirmed := s.plan(s.row("1", Cell{Column: "name", Text: "confirmed"}))
		other := s.plan(s.row("1", Cell{Column: "name", Text: "other"}))
		_, err := s.plans.Send(t.Context(), confirmed.ID, confirmed.Digest)
		require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
		_, err = s.plans.Send(t.Context(), other.ID, confirmed.Digest)
		require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
		require.Equal(t, `{"name":"a"}`, s.source("1", ""))
	})
}

func TestAnEditOfAnIndexThatIsGoneDoesNotBringItBack(t *testing.T) {
	eachEngine(t, "edits-gone", func(t *testing.T, s *real) {
		s.put("1", "", `{"name":"a"}`)
		s.show()
		row := s.row("1", Cell{Column: "name", Text: "b"})
		s.ask("DELETE", "/"+s.index, "")
		p := s.plan(row)
		require.Empty(t, p.Requests)
		require.Len(t, p.Refusals, 1)
		require.Equal(t, driver.NotFound, p.Refusals[0].Err.Kind)
		require.NotContains(t, s.ask("GET", "/_cat/indices?h=index", ""), s.index)
	})
}

func TestWhatAnIndexDoesNotKeepWholeIsRefused(t *testing.T) {
	eachEngine(t, "edits-filtered", func(t *testing.T, s *real) {
		s.put("1", "", `{"name":"a"}`)
		s.show()
		row := s.row("1", Cell{Column: "name", Text: "b"}, Cell{Column: "parts.no", Text: "1"})
		p := s.plan(row)
		require.Equal(t, "parts.no is inside the array parts. Edit the array as a whole, in the column parts.", p.Refusals[0].Err.Message)
		row.Cells = row.Cells[:1]
		s.ask("DELETE", "/"+s.index, "")
		s.ask("PUT", "/"+s.index, `{"mappings":{"_source":{"excludes":["secret"]},"properties":{"name":{"type":"keyword"}}}}`)
		s.put("1", "", `{"name":"a"}`)
		require.Contains(t, s.plan(row).Refusals[0].Err.Message, "secret")
	})
}

// SPEC: A-EDT-09
func TestASavePlannedForAnIndexThatIsCreatedAgainIsNotSent(t *testing.T) {
	eachEngine(t, "edits-reborn", func(t *testing.T, s *real) {
		s.put("1", "", `{"name":"a"}`)
		s.show()
		edit := Cell{Column: "name", Text: "mine"}
		p := s.plan(s.row("1", edit))
		reborn := func(name string) {
			s.ask("DELETE", "/"+s.index, "")
			s.ask("PUT", "/"+s.index, mapping)
			s.put("1", "", `{"name":"`+name+`"}`) // under the sequence number that the plan names
		}
		reborn("theirs")
		_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
		e := sessiontest.Failure(t, err)
		require.Equal(t, driver.Conflict, e.Kind)
		require.Equal(t, "The index edits-reborn has been deleted and recreated since its documents were loaded. Nothing was sent.", e.Message)
		require.Equal(t, `{"name":"theirs"}`, s.source("1", ""))

		s.show()
		p = s.plan(s.row("1", edit))
		own := Row{Key: p.Requests[0].Key, Base: s.send(p)[0].Revision, Cells: []Cell{edit}}
		require.Empty(t, s.plan(own).Refusals)
		reborn("first")
		s.put("1", "", `{"name":"second"}`) // under the one from this session's own write
		refusals := s.plan(own).Refusals
		require.Len(t, refusals, 1)
		require.Equal(t, "The index has been deleted and recreated since the document was loaded.", refusals[0].Err.Message)

		s.show()
		p = s.plan(s.row("1", edit))
		s.ask("DELETE", "/"+s.index, "")
		_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
		require.Equal(t, "The index edits-reborn no longer exists. Nothing was sent.", sessiontest.Failure(t, err).Message)
		require.NotContains(t, s.ask("GET", "/_cat/indices?h=index", ""), s.index, "it is not created by the save")
	})
}
