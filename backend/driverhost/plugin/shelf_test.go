package plugin

// SPEC: A-EDT-02, CON-08

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/backend/testing/systemtest"
	"quarry/drivers/driver"
)

// spilled returns the temporary files that Quarry has written.
func spilled(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(os.TempDir(), "quarry-*"))
	require.NoError(t, err)
	return files
}

func TestTheShelfKeepsWhatIsAboveItsBudgetInFilesAndPrivateThingsNever(t *testing.T) {
	systemtest.SetTemp(t, t.TempDir())
	s := NewShelf(10)
	small, err := s.Put([]byte("123456"), false)
	require.NoError(t, err)
	require.Empty(t, spilled(t))
	secret, err := s.Put([]byte("top secret"), true)
	require.NoError(t, err)
	require.Empty(t, spilled(t))
	large, err := s.Put([]byte("0123456789abc"), false)
	require.NoError(t, err)
	files := spilled(t)
	require.Len(t, files, 1)
	if runtime.GOOS != "windows" { // which has no permission bits
		info, err := os.Stat(files[0])
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
	for number, want := range map[int64]string{small: "123456", secret: "top secret", large: "0123456789abc"} {
		got, err := s.Get(number)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
		part, err := s.Range(number, 3, 100)
		require.NoError(t, err)
		require.Equal(t, want[3:], string(part))
		size, err := s.Size(number)
		require.NoError(t, err)
		require.Equal(t, int64(len(want)), size)
	}
	s.Release(large, 99)
	require.Empty(t, spilled(t))
	_, err = s.Get(large)
	require.ErrorIs(t, err, ErrGone)
	again, err := s.Put([]byte("x"), false)
	require.NoError(t, err)
	require.NotEqual(t, large, again, "a number is never used twice")
	_, err = s.Put([]byte(strings.Repeat("y", 100)), false)
	require.NoError(t, err)
	s.Close()
	require.Empty(t, spilled(t))
	require.Zero(t, s.Len())
	_, err = s.Put(nil, false)
	require.ErrorIs(t, err, ErrGone)
}

func TestABodyIsMadeOfItsParts(t *testing.T) {
	s := NewShelf(DefaultShelf)
	document, err := s.Put([]byte(`{"a":1.50,"b":1e2}`), false)
	require.NoError(t, err)
	input, err := s.Put([]byte("typed\n"), false)
	require.NoError(t, err)
	body, err := s.Body(&driver.Request{Parts: []driver.BodyPart{
		{Bytes: []byte(`{"index":{}}` + "\n")},
		{Document: &driver.SplicePlan{Document: document, Edits: []driver.SpliceEdit{{Path: []string{"b"}, Value: "7"}}}},
		{Input: input},
	}})
	require.NoError(t, err)
	require.Equal(t, `{"index":{}}`+"\n"+`{"a":1.50,"b":7}typed`+"\n", string(body))
	document, err = s.Put([]byte("{\r\n\"a\":1.50,\n\"b\":\"x\\n\"}"), false)
	require.NoError(t, err)
	body, err = s.Body(&driver.Request{Parts: []driver.BodyPart{{Document: &driver.SplicePlan{Document: document, Line: true}}}})
	require.NoError(t, err)
	require.Equal(t, `{  "a":1.50, "b":"x\n"}`, string(body), "in one line, and otherwise as it was")
	_, err = s.Body(&driver.Request{Parts: []driver.BodyPart{{Input: 99}}})
	require.ErrorIs(t, err, ErrGone)
}

func TestDocumentsAreKeptAsTheEngineWroteThemAndLookedAt(t *testing.T) {
	shelf := NewShelf(DefaultShelf)
	e := NewExec(answering(200, `{"docs":[{"_id":"1","_seq_no":4,"_source":{ "a.b" : 1.50}},{"_id":"2","found":false}]}`), ExecOptions{Shelf: shelf})
	reply := send(t, e, driver.Send{Verb: driver.Keep, Keep: &driver.KeepPlan{At: "docs", Doc: "_source", Values: []string{"_id", "_seq_no"}, Look: []string{"a.b"}}})
	require.Nil(t, reply.Err)
	require.Len(t, reply.Kept, 2)
	require.Equal(t, []driver.Seen{{Path: []string{"a.b"}, Whole: true, Value: "1.50"}}, reply.Kept[0].Seen)
	require.Empty(t, reply.Kept[1].Seen)
	require.Equal(t, []string{`"1"`, "4"}, reply.Kept[0].Values)
	require.True(t, reply.Kept[0].Rounded)
	require.Zero(t, reply.Kept[1].Document)
	require.Equal(t, []int64{reply.Kept[0].Document}, e.Kept())
	text, err := shelf.Get(reply.Kept[0].Document)
	require.NoError(t, err)
	require.Equal(t, `{ "a.b" : 1.50}`, string(text))
	replies := e.Exec(t.Context(), &driver.Step{Looks: []driver.Look{{Document: reply.Kept[0].Document, Paths: []string{"a.b"}}, {Document: 99}}})
	require.Equal(t, []driver.Seen{{Path: []string{"a.b"}, Whole: true, Value: "1.50"}}, replies[0].Seen)
	require.Equal(t, driver.NotFound, replies[1].Err.Kind)
}

// sunk is a Sink that records its documents.
type sunk struct{ documents []string }

func (s *sunk) Row(row rows.Entry, _ string) error {
	s.documents = append(s.documents, string(row.Document))
	return nil
}

func TestTheDocumentsOfAnAnswerGoToTheFile(t *testing.T) {
	sink := &sunk{}
	e := NewExec(answering(200, `{"hits":{"hits":[{"_source":{"a":1.0},"sort":[1]},{"_source":{"a":2},"sort":[9007199254740993]}]}}`), ExecOptions{Sink: sink})
	reply := send(t, e, driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{At: "hits.hits", Doc: "_source", Last: "sort"}})
	require.Nil(t, reply.Err)
	require.Equal(t, 2, reply.Rows)
	require.Equal(t, "[9007199254740993]", reply.Last)
	require.Equal(t, []string{`{"a":1.0}`, `{"a":2}`}, sink.documents)
	e = NewExec(answering(200, `{"hits":{"hits":[{"_source":{"a":1.0}},{"found":false}]}}`), ExecOptions{Sink: sink})
	require.NotNil(t, send(t, e, driver.Send{Verb: driver.Lines, Lines: &driver.LinesPlan{At: "hits.hits", Doc: "_source"}}).Err)
}
