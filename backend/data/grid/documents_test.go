package grid

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// engine returns the same response for each page.
type engine struct {
	described
	response string
	asked    []driver.PageArgs
}

func (e *engine) Page(_ context.Context, a *driver.PageArgs, kernel *rows.Kernel, _ func(done, total int64)) (*Page, []byte, error) {
	e.asked = append(e.asked, *a)
	result, err := kernel.Block([]byte(e.response))
	if err != nil {
		return nil, nil, err
	}
	return &Page{Block: result.Block, Rows: result.Rows, End: true, Millis: 4, keys: result.Keys}, []byte("state"), nil
}

func hits(documents ...string) string {
	var all []string
	for i, source := range documents {
		all = append(all, `{"_id":"`+string(rune('a'+i))+`","_source":`+source+`}`)
	}
	return `{"hits":[` + strings.Join(all, ",") + `]}`
}

func engineOf(response string) *engine {
	return &engine{response: response, described: described{&driver.ColumnSet{
		Meta: booksMeta, Columns: []driver.Column{text("title", 0), kind("n", driver.KindNumber, 0)},
		Plan: driver.RowsPlan{At: "hits", Doc: "_source", Cut: 5, Hidden: []driver.Hidden{{Name: "#id", At: "_id", Role: driver.RoleKey}}},
	}}}
}

func TestTheDocumentsOfAPageHaveTheirOwnCharacters(t *testing.T) {
	e := engineOf(hits(`{"n": 1.50,  "title":"\u00e9","x":[1e2,  9007199254740993]}`, `{}`))
	v, err := Open(t.Context(), "1", "books", 100, e, NewCache(1<<20))
	require.NoError(t, err)
	d, err := v.Documents(t.Context(), 0, 0)
	require.NoError(t, err)
	require.Equal(t, "[\n"+`{"_id":"a","_source":{"n": 1.50,  "title":"\u00e9","x":[1e2,  9007199254740993]}}`+",\n"+`{"_id":"b","_source":{}}`+"\n]", string(d.Text))
	require.Equal(t, 2, d.Count)
	require.False(t, d.More)
	require.Zero(t, v.cache.Size(), "they are not kept")
}

func TestTheDocumentsOfSeveralIndicesNameTheirIndex(t *testing.T) {
	e := engineOf(`{"hits":[{"_index":"b\"1","_id":"a","_source":{"n":1}}]}`)
	e.set.Meta = slices.Clone(booksMeta)
	e.set.Meta[1].Last = false
	v, err := Open(t.Context(), "1", "b*", 100, e, NewCache(1<<20))
	require.NoError(t, err)
	d, err := v.Documents(t.Context(), 0, 0)
	require.NoError(t, err)
	require.JSONEq(t, `[{"_index":"b\"1","_id":"a","_source":{"n":1}}]`, string(d.Text))
}

// SPEC: EXP-03
func TestOnlyWhatIsBesideADocumentIsWrittenAroundIt(t *testing.T) {
	e := engineOf(`{"hits":[{"_id":"a","_source":{"id":"a"}}]}`)
	v, err := Open(t.Context(), "1", "books", 100, e, NewCache(1<<20))
	require.NoError(t, err)
	columns, err := v.Meta([]string{"_index", "_id"})
	require.NoError(t, err)
	require.Equal(t, []string{"_index", "_id"}, []string{columns[0].Name, columns[1].Name})
	_, err = v.Meta([]string{"title"})
	require.EqualError(t, err, "title is not beside the document.")

	e.set.Meta = []driver.MetaColumn{{Name: "id", At: "_source.id", Kind: driver.KindID, Primary: true}}
	v, err = Open(t.Context(), "1", "books", 100, e, NewCache(1<<20))
	require.NoError(t, err)
	_, err = v.Meta([]string{"id"})
	require.EqualError(t, err, "id is not beside the document.")
	d, err := v.Documents(t.Context(), 0, 0)
	require.NoError(t, err)
	require.JSONEq(t, `[{"id":"a"}]`, string(d.Text))
}

func TestTheDocumentsAreReadInTheOrderAndTheStateOfTheirPage(t *testing.T) {
	e := engineOf(hits(`{"n":1}`))
	v, err := Open(t.Context(), "1", "books", 100, e, NewCache(1<<20))
	require.NoError(t, err)
	generation := arrange(t, v)
	_, err = v.Page(t.Context(), generation, 3)
	require.NoError(t, err)
	d, err := v.Documents(t.Context(), generation, 3)
	require.NoError(t, err)
	require.Len(t, e.asked, 2)
	require.Equal(t, int64(300), e.asked[1].From)
	require.Equal(t, "state", string(e.asked[1].State))
	require.False(t, d.Changed)
	v.Drop(0)
	_, err = v.Documents(t.Context(), 0, 3)
	require.ErrorIs(t, err, ErrStale)
}

func TestDocumentsThatAreNotThoseOfThePageAreReported(t *testing.T) {
	e := engineOf(hits(`{"n":1}`))
	v, err := Open(t.Context(), "1", "books", 100, e, NewCache(1<<20))
	require.NoError(t, err)
	_, err = v.Page(t.Context(), 0, 0)
	require.NoError(t, err)
	e.response = hits(`{"n":1}`, `{"n":2}`)
	d, err := v.Documents(t.Context(), 0, 0)
	require.NoError(t, err)
	require.True(t, d.Changed)
}

func TestOnlySoManyBytesOfDocumentsAreJoined(t *testing.T) {
	e := engineOf(hits(`{"n":1}`, `{"n":2}`, `{"n":3}`))
	v, err := Open(t.Context(), "1", "books", 100, e, NewCache(1<<20))
	require.NoError(t, err)
	page, err := v.wait(t.Context(), key{view: v.ID, documents: true})
	require.NoError(t, err)
	set := &driver.ColumnSet{Plan: v.Set.Plan} // of an engine whose documents name themselves
	for most, want := range map[int]string{1: "[\n{\"n\":1}\n]", 20: "[\n{\"n\":1},\n{\"n\":2}\n]", 100: "[\n{\"n\":1},\n{\"n\":2},\n{\"n\":3}\n]"} {
		d, err := joined(page.Block, set, most)
		require.NoError(t, err)
		require.Equal(t, want, string(d.Text), most)
		require.Equal(t, most < 100, d.More, most)
	}
}

func TestDocumentsThatAreNotStoredAreNotMadeUp(t *testing.T) {
	v, err := Open(t.Context(), "1", "books", 100, engineOf(`{"hits":[{"_id":"a"}]}`), NewCache(1<<20))
	require.NoError(t, err)
	_, err = v.Documents(t.Context(), 0, 0)
	require.ErrorIs(t, err, errNoSource)
}
