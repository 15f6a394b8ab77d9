package api

// SPEC: APP-07, A-EDT-01, A-EDT-02, A-EDT-09

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/backend/driverhost/catalogue/cataloguetest"
)

// tried is one open connection to the sample data, with a view of an object.
type tried struct {
	*world
	t       *testing.T
	session SessionInfo
	view    string
}

func try(t *testing.T, w *world, object string) *tried {
	t.Helper()
	conn, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	info, err := w.Connections.Open(ConnectRequest{ID: conn.ID})
	require.NoError(t, err)
	s := &tried{world: w, t: t, session: info}
	s.show(object)
	return s
}

func (s *tried) show(object string) {
	s.t.Helper()
	v, err := s.Grid.Open(OpenRequest{Session: s.session.ID, Object: object})
	require.NoError(s.t, err)
	s.view = v.ID
}

// cell returns a cell of the first page, and the row as edited.
func (s *tried) cell(id, column, typed string) (string, EditedRow) {
	s.t.Helper()
	_, v, err := s.Grid.views.View(s.view)
	require.NoError(s.t, err)
	for number := 0; ; number++ {
		p, err := v.Page(s.t.Context(), v.Generation(), number)
		require.NoError(s.t, err, "no such row: %s", id)
		page, err := rows.Decode(p.Block)
		require.NoError(s.t, err)
		for r := range page.Rows {
			if _, found := page.Cell(r, page.Column("#id")); found == id {
				_, text := page.Cell(r, page.Column(column))
				return text, editedCell(page, r, column, typed)
			}
		}
		require.False(s.t, p.End, "no such row: %s", id)
	}
}

func editedCell(page *rows.Page, r int, column, typed string) EditedRow {
	row := EditedRow{Cells: []EditedCell{{Column: column, Text: typed}}}
	row.Key = hiddenIn(page, r, "#index", "#id")
	row.Base = hiddenIn(page, r, "#seq", "#term", "#hash")
	return row
}

// hiddenIn returns those of the hidden values that the page has.
func hiddenIn(page *rows.Page, r int, names ...string) []HiddenValue {
	var out []HiddenValue
	for _, name := range names {
		if at := page.Column(name); at >= 0 {
			_, text := page.Cell(r, at)
			out = append(out, HiddenValue{name, text})
		}
	}
	return out
}

func (s *tried) plan(row EditedRow) PlanInfo {
	s.t.Helper()
	p, err := s.Edits.Plan(PlanRequest{View: s.view, Rows: []EditedRow{row}})
	require.NoError(s.t, err)
	return p
}

func (s *tried) send(p PlanInfo) string {
	s.t.Helper()
	saved, err := s.Edits.Send(SaveRequest{Plan: p.ID, Digest: p.Digest})
	require.NoError(s.t, err)
	return saved.Rows[0].Outcome
}

func TestSampleDataCanBeEditedByEachConnectionForItselfAndIsRestoredByAReset(t *testing.T) {
	w := newWorld(t, "8.16.3")
	mine, other := try(t, w, "books"), try(t, w, "books")
	require.Equal(t, "off", mine.session.SafeMode)
	require.True(t, mine.session.Sample)
	require.Contains(t, mine.session.Notices, "Changes you save to the sample data are discarded when you close this connection.")

	before, row := mine.cell("book-0002", "title", "Another title")
	p := mine.plan(row)
	require.Empty(t, p.Refusals)
	outdated := mine.plan(row)
	require.Equal(t, "done", mine.send(outdated))
	mine.show("books")
	shown, next := mine.cell("book-0002", "title", "A third title")
	require.Equal(t, "Another title", shown)
	require.Equal(t, "conflict", mine.plan(row).Refusals[0].Error.Kind, "the row was changed since it was shown")
	require.Equal(t, "done", mine.send(mine.plan(next)))

	other.show("books")
	shown, _ = other.cell("book-0002", "title", "")
	require.Equal(t, before, shown, "another connection has its own data")

	_, err := w.Connections.ResetSample(ResetRequest{Session: mine.session.ID})
	require.NoError(t, err)
	mine.show("books")
	shown, _ = mine.cell("book-0002", "title", "")
	require.Equal(t, before, shown)

	_, err = w.Connections.ResetSample(ResetRequest{Session: "another"})
	require.ErrorContains(t, err, "Only sample data can be reset.")
	_, err = w.Connections.Close(SessionRequest{Session: mine.session.ID})
	require.NoError(t, err)
	_, err = w.Connections.ResetSample(ResetRequest{Session: mine.session.ID})
	require.ErrorContains(t, err, "Only sample data can be reset.", "its server stopped with it")
}

// If the engine would respell a number, the whole row is written, on the sample data as on a real node.
func TestTheFormOfASampleRowFollowsItsNumbers(t *testing.T) {
	s := try(t, newWorld(t, "8.16.3"), "books")
	for _, row := range []struct{ object, id, column, form string }{
		{"books", "book-0001", "title", "Whole document"}, {"products", "p003", "name", "Partial update"},
	} {
		s.show(row.object)
		_, edited := s.cell(row.id, row.column, "Another name")
		p := s.plan(edited)
		require.Empty(t, p.Refusals)
		require.Equal(t, row.form, p.Requests[0].Form)
		require.Equal(t, "done", s.send(p))
	}
}

// SPEC: A-EDT-03, A-EDT-04, A-EDT-10, A-EDT-12
func TestRowsOfTheSampleDataAreMadeDeletedAndRestoredAndItsIndicesAreDeleted(t *testing.T) {
	s := try(t, newWorld(t, "8.16.3"), "products")
	_, gone := s.cell("p003", "name", "")
	gone.Act, gone.Cells = "delete", nil
	made := EditedRow{Act: "create", Key: []HiddenValue{{"#index", "products"}}, Cells: []EditedCell{{Column: "name", Text: "A new product"}}}
	named := EditedRow{Act: "create", Key: []HiddenValue{{"#index", "products"}, {"#id", "new-1"}}, Cells: []EditedCell{{Column: "sku", Text: "QS-1"}}}
	p, err := s.Edits.Plan(PlanRequest{View: s.view, Rows: []EditedRow{gone, made, named}})
	require.NoError(t, err)
	require.Empty(t, p.Refusals)
	done := func(p PlanInfo) {
		t.Helper()
		saved, err := s.Edits.Send(SaveRequest{Plan: p.ID, Digest: p.Digest})
		require.NoError(t, err)
		require.Len(t, saved.Rows, len(p.Requests))
		for _, row := range saved.Rows {
			require.Equal(t, "done", row.Outcome, row.Error)
		}
	}
	done(p)
	undo, err := s.Edits.Undo(PlanName{Plan: p.ID})
	require.NoError(t, err)
	require.Empty(t, undo.Refusals)
	require.Len(t, undo.Requests, 3)
	done(undo)
	s.show("products")
	s.cell("p003", "name", "")

	drop, err := s.Edits.PlanDrop(PlanObjectRequest{Session: s.session.ID, Object: "products"})
	require.NoError(t, err)
	require.Empty(t, drop.Refusals)
	require.Equal(t, "DELETE /products", drop.Requests[0].Method+" "+drop.Requests[0].Path)
	done(drop)
	_, err = s.Grid.Open(OpenRequest{Session: s.session.ID, Object: "products"})
	require.Error(t, err)
}

func TestTheSampleDataIsForTheDatabaseWhoseDriverIsInstalled(t *testing.T) {
	w := newWorld(t, "8.16.3")
	w.registry = cataloguetest.New(t, engine, "typesense")
	w.restart(t)
	conn, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	require.Equal(t, engine, conn.Driver, "no driver is installed: the first one is offered")

	_, err = w.Plugins.Install(DriverRequest{Driver: "typesense"})
	require.NoError(t, err)
	other := try(t, w, "places")
	require.Equal(t, "Typesense 29.0", other.session.Product)
	require.True(t, other.session.Sample)
	require.Contains(t, other.session.Notices, noticeSample)
	before, row := other.cell("place-001", "name", "Another name")
	require.Equal(t, "done", other.send(other.plan(row)))
	other.show("places")
	shown, _ := other.cell("place-001", "name", "")
	require.Equal(t, "Another name", shown)
	_, err = w.Connections.ResetSample(ResetRequest{Session: other.session.ID})
	require.NoError(t, err)
	other.show("places")
	shown, _ = other.cell("place-001", "name", "")
	require.Equal(t, before, shown)

	_, err = w.Plugins.Install(DriverRequest{Driver: engine})
	require.NoError(t, err)
	conn, err = w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	require.Equal(t, engine, conn.Driver)
}

func TestTheUserChoosesTheSampleDataOfADatabaseAndSeveralAreOpenAtTheSameTime(t *testing.T) {
	w := newWorld(t, "8.16.3")
	w.registry = cataloguetest.New(t, engine, "typesense")
	w.restart(t)
	offered, err := w.Plugins.Registry(RegistryRequest{})
	require.NoError(t, err)
	for _, d := range offered.Databases {
		require.True(t, d.Sample, d.ID)
	}
	for _, d := range []string{engine, "typesense"} {
		_, err := w.Plugins.Install(DriverRequest{Driver: d})
		require.NoError(t, err)
	}
	var open []SessionInfo
	for _, d := range []string{"typesense", engine} {
		conn, err := w.Connections.Sample(SampleRequest{Driver: d})
		require.NoError(t, err)
		require.Equal(t, d, conn.Driver)
		info, err := w.Connections.Open(ConnectRequest{ID: conn.ID})
		require.NoError(t, err)
		open = append(open, info)
	}
	require.NotEqual(t, open[0].Connection, open[1].Connection)
	for _, info := range open {
		v, err := w.Grid.Open(OpenRequest{Session: info.ID, Object: "books"})
		require.NoError(t, err)
		require.NotEmpty(t, v.Columns)
	}
	_, err = w.Connections.Sample(SampleRequest{Driver: "another"})
	require.ErrorContains(t, err, "There is no sample data for this database.")
}
