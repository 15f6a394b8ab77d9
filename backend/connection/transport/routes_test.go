// SPEC: CON-22
package transport

import (
	"context"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

func readsForTest(t testing.TB) Table {
	t.Helper()
	table, err := ParseReads([]Route{
		{"GET", "/**"}, {"HEAD", "/**"}, {"POST", "/_search"}, {"POST", "/*/_search"}, {"POST", "/*/_count"}, {"POST", "/*/_pit"},
		{"DELETE", "/_pit"}, {"DELETE", "/_search/scroll"}, {"DELETE", "/_search/scroll/*"}, {"POST", "/multi_search"}, {"POST", "/_sql/**"},
	})
	require.NoError(t, err)
	return table
}

func TestReadingIsDecidedByMethodAndPath(t *testing.T) {
	table := readsForTest(t)
	rows := []struct {
		name, method, path string
		read               bool
	}{
		{"the root", "GET", "/", true},
		{"any GET", "GET", "/books/_doc/a%2Fb", true},
		{"a GET of an id of dots", "GET", "/books/_doc/%2E%2E", false},
		{"a HEAD", "HEAD", "/books", true},
		{"a search", "POST", "/books/_search", true},
		{"a search of everything", "POST", "/_search", true},
		{"a slash at the end", "POST", "/books/_search/", true},
		{"a search of several", "POST", "/books,logs-*/_search", true},
		{"an encoded name", "POST", "/b%C3%BCcher/_search", true},
		{"closing a point in time", "DELETE", "/_pit", true},
		{"closing a scroll", "DELETE", "/_search/scroll", true},
		{"closing a scroll by its id", "DELETE", "/_search/scroll/DXF1ZXJ5QW5k==", true},
		{"a rest of nothing", "POST", "/_sql", true},
		{"a rest of two", "POST", "/_sql/a/b", true},
		{"a bulk", "POST", "/_bulk", false},
		{"a bulk into an index", "POST", "/books/_bulk", false},
		{"a bulk by PUT", "PUT", "/_bulk", false},
		{"a delete by query", "POST", "/books/_delete_by_query", false},
		{"dropping an index", "DELETE", "/books", false},
		{"a document", "PUT", "/books/_doc/1", false},
		{"a document called _search", "POST", "/books/_doc/_search", false},
		{"a search by another method", "PUT", "/books/_search", false},
		{"a method in small letters", "post", "/books/_search", false},
		{"an encoded route", "POST", "/books/%5Fsearch", false},
		{"an encoded letter in a route", "POST", "/books/_se%61rch", false},
		{"a repository called _search", "POST", "/_snapshot/_search", false},
		{"the same, encoded", "POST", "/%5Fsnapshot/_search", false},
		{"a name computed from the date", "POST", "/%3Clogs-%7Bnow%2Fd%7D%3E/_search", true},
		{"computed with a format", "POST", "/%3Clogs-%7Bnow%2Fd%7Byyyy.MM.dd%7C%2B12:00%7D%7D%3E/_count", true},
		{"computed with a time zone", "POST", "/%3Clogs-%7Bnow-1d%2Fd%7Byyyy.MM%7CEurope%2FParis%7D%7D-x%3E/_pit", true},
		{"computed among others", "POST", "/logs-*,-%3Clogs-%7Bnow%2FM-1M%2Fd%7D*%3E/_search", true},
		{"computed without a slash", "POST", "/%3Clogs-%7Bnow%7D%3E/_search", true},
		{"computed by two dates", "POST", "/%3C%7Bnow%2Fy%7D-%7Bnow%2Fd%7D%3E*/_search", true},
		{"a write below a computed name", "POST", "/%3Clogs-%7Bnow%2Fd%7D%3E/_bulk", false},
		{"a document below a computed name", "PUT", "/%3Clogs-%7Bnow%2Fd%7D%3E/_doc/1", false},
		{"brackets around a route", "POST", "/%3Cbooks%2F_bulk%3E/_search", false},
		{"braces around a route", "POST", "/%3Cbooks-%7Bnow%2F_bulk%7D%3E/_search", false},
		{"a route behind the date", "POST", "/%3Cbooks-%7Bnow%2Fd%2F_bulk%7D%3E/_search", false},
		{"a route in the format", "POST", "/%3Cbooks-%7Bnow%2Fd%7Byyyy%2F_bulk%7D%7D%3E/_search", false},
		{"a route as time zone", "POST", "/%3Cbooks-%7Bnow%2Fd%7Byyyy%7CEurope%2F_bulk%7D%7D%3E/_search", false},
		{"dots as time zone", "POST", "/%3Cbooks-%7Bnow%2Fd%7Byyyy%7CEurope%2F..%7D%7D%3E/_search", false},
		{"a slash behind the braces", "POST", "/%3Cbooks-%7Bnow%2Fd%7D%2F_bulk%3E/_search", false},
		{"a slash behind the bracket", "POST", "/%3Cbooks-%7Bnow%2Fd%7D%3E%2F_bulk/_search", false},
		{"a slash before the bracket", "POST", "/books%2F_bulk%2F%3C%7Bnow%2Fd%7D%3E/_search", false},
		{"a route in a list with a computed name", "POST", "/books%2F_bulk,%3C%7Bnow%2Fd%7D%3E/_search", false},
		{"a backslash in the braces", "POST", "/%3Cbooks-%7Bnow%5Cd%7D%3E/_search", false},
		{"computed, encoded twice", "POST", "/%253Cbooks-%257Bnow%252Fd%257D%253E/_search", true},
		{"a name with an encoded slash", "POST", "/books%2F_bulk/_search", false},
		{"a name of dots", "POST", "/%2E%2E/_search", false},
		{"a rest that climbs", "POST", "/_sql/%2e%2e/books", false},
		{"a rest with an encoded slash", "POST", "/_sql/..%2Fbooks", false},
		{"a longer path", "POST", "/books/_search/template", false},
		{"an empty part", "GET", "//books", false},
		{"a path with a query", "POST", "/books/_bulk?/_search", false},
		{"a path that climbs", "GET", "/a/../b", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.read, table.IsRead(row.method, row.path)) })
	}
	t.Run("an empty table knows no read", func(t *testing.T) { require.False(t, Table{}.IsRead("GET", "/")) })
}

func TestAPatternThatIsNoneIsRefused(t *testing.T) {
	for _, r := range []Route{{"GET", ""}, {"GET", "a"}, {"", "/"}, {"GET", "/**/a"}, {"GET", "/a*"}, {"GET", "/***"}, {"GET", "/a//b"}, {"G T", "/"}} {
		t.Run(r.Method+" "+r.Path, func(t *testing.T) {
			_, err := ParseReads([]Route{r})
			require.Error(t, err)
		})
	}
}

// FuzzReads: for any path, a POST that the table considers a read ends in one of the table's words, spelled exactly,
// has no earlier part that begins with an underscore, and cannot be decoded to another path.
func FuzzReads(f *testing.F) {
	for _, seed := range []string{"/a/_search", "/_search", "/a/_search/", "/_a/_search", "/a%2Fb/_search", "/%2e/_search", "/a/%5Fsearch"} {
		f.Add(seed)
	}
	table, err := ParseReads([]Route{{"POST", "/*/_search"}})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, path string) {
		if !table.IsRead("POST", path) {
			return
		}
		require.Regexp(t, `^/[^/_][^/]*/_search/?$`, path)
		decoded, err := url.PathUnescape(path)
		require.NoError(t, err)
		require.Regexp(t, `(?s)^/[^/_\\][^/\\]*/_search/?$`, decoded)
	})
}

type recorder struct {
	sent       []string
	repeatable bool // the last request
}

func (r *recorder) Do(_ context.Context, req Request) (*Response, error) {
	r.sent, r.repeatable = append(r.sent, req.Method+" "+req.Path), req.RepeatIfBroken
	return &Response{Status: 200}, nil
}

func (r *recorder) Stream(_ context.Context, req Request) (*StreamResponse, error) {
	r.sent, r.repeatable = append(r.sent, req.Method+" "+req.Path), req.RepeatIfBroken
	return &StreamResponse{Status: 200}, nil
}

func TestTheSafeModeRefusesWritesBeforeAnythingIsSent(t *testing.T) {
	write, read := Request{Method: "POST", Path: "/_bulk"}, Request{Method: "POST", Path: "/books/_search"}
	rows := []struct {
		name      string
		mode      SafeMode
		req       Request
		confirmed bool
		sent      bool
	}{
		{"off refuses a write without a plan", SafeOff, write, false, false},
		{"off sends a planned write", SafeOff, write, true, true},
		{"off sends a read", SafeOff, read, false, true},
		{"confirm refuses a write", SafeConfirm, write, false, false},
		{"confirm sends a confirmed write", SafeConfirm, write, true, true},
		{"confirm sends a read", SafeConfirm, read, false, true},
		{"read-only refuses a write", SafeReadOnly, write, false, false},
		{"read-only refuses a confirmed write", SafeReadOnly, write, true, false},
		{"read-only sends a read", SafeReadOnly, read, false, true},
		{"no mode refuses a write", "", write, true, false},
		{"an unknown mode refuses a write", "maybe", write, true, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			next := &recorder{}
			g := Guarded{Next: next, Reads: readsForTest(t), Safety: NewSafety(row.mode)}
			ctx := t.Context()
			if row.confirmed {
				ctx = WithPermit(ctx, NewPermit(row.mode, row.req, row.req))
			}
			_, err := g.Do(ctx, row.req)
			_, streamErr := g.Stream(ctx, row.req)
			if row.sent {
				require.NoError(t, err)
				require.NoError(t, streamErr)
				require.Len(t, next.sent, 2)
				return
			}
			require.False(t, requireKind(t, err, KindRefused).Sent)
			requireKind(t, streamErr, KindRefused)
			require.Empty(t, next.sent)
		})
	}
}

// SPEC: CON-22, A-EDT-01
func TestAPermitLetsExactlyItsRequestsThroughEachOnce(t *testing.T) {
	planned := Request{Method: "PUT", Path: "/books/_doc/1", Query: "if_seq_no=4", Body: []byte(`{"a":1.0}`)}
	others := map[string]Request{
		"another method": {Method: "POST", Path: "/books/_doc/1", Query: "if_seq_no=4", Body: []byte(`{"a":1.0}`)},
		"another path":   {Method: "PUT", Path: "/books/_doc/2", Query: "if_seq_no=4", Body: []byte(`{"a":1.0}`)},
		"another query":  {Method: "PUT", Path: "/books/_doc/1", Query: "if_seq_no=5", Body: []byte(`{"a":1.0}`)},
		"another body":   {Method: "PUT", Path: "/books/_doc/1", Query: "if_seq_no=4", Body: []byte(`{"a":1.00}`)},
	}
	next := &recorder{}
	g := Guarded{Next: next, Reads: readsForTest(t), Safety: NewSafety(SafeConfirm)}
	ctx := WithPermit(t.Context(), NewPermit(SafeConfirm, planned))
	for name, other := range others {
		_, err := g.Do(ctx, other)
		requireKind(t, err, KindRefused)
		require.Empty(t, next.sent, name)
	}
	_, err := g.Do(ctx, planned)
	require.NoError(t, err)
	_, err = g.Do(ctx, planned)
	requireKind(t, err, KindRefused)
	require.Equal(t, []string{"PUT /books/_doc/1"}, next.sent)
}

// SPEC: CON-22
func TestAStricterModeHoldsForWhatWasPlannedBefore(t *testing.T) {
	write, read := Request{Method: "POST", Path: "/_bulk"}, Request{Method: "POST", Path: "/books/_search"}
	rows := []struct {
		name         string
		planned, now SafeMode
		sent         bool
	}{
		{"read-only after off", SafeOff, SafeReadOnly, false},
		{"read-only after confirm", SafeConfirm, SafeReadOnly, false},
		{"confirm after off", SafeOff, SafeConfirm, false},
		{"off after confirm", SafeConfirm, SafeOff, true},
		{"confirm, off and confirm again", SafeConfirm, SafeConfirm, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			next, safety := &recorder{}, NewSafety(row.planned)
			g := Guarded{Next: next, Reads: readsForTest(t), Safety: safety}
			ctx := WithPermit(t.Context(), NewPermit(row.planned, write, write))
			_, err := g.Do(ctx, write)
			require.Equal(t, row.planned != SafeReadOnly, err == nil)
			next.sent = nil
			safety.Set(row.now)
			_, err = g.Do(ctx, write)
			if row.sent {
				require.NoError(t, err)
				require.Equal(t, []string{"POST /_bulk"}, next.sent)
			} else {
				require.False(t, requireKind(t, err, KindRefused).Sent)
				require.Empty(t, next.sent)
			}
			_, err = g.Do(ctx, read)
			require.NoError(t, err)
		})
	}
}

// SPEC: CON-22
func TestAWriteObeysAStricterModeThatAnotherWindowSaved(t *testing.T) {
	write := Request{Method: "POST", Path: "/_bulk"}
	saved, known := SafeOff, true
	next, safety := &recorder{}, NewSafety(SafeConfirm)
	safety.Saved = func() (SafeMode, bool) { return saved, known }
	g := Guarded{Next: next, Reads: readsForTest(t), Safety: safety}
	ctx := WithPermit(t.Context(), NewPermit(SafeConfirm, write, write, write))
	_, err := g.Do(ctx, write)
	require.NoError(t, err)
	require.Equal(t, SafeConfirm, safety.Mode(), "a looser one is not followed")
	saved, known = SafeReadOnly, false
	_, err = g.Do(ctx, write)
	require.NoError(t, err, "a connection that is not saved keeps its mode")
	known = true
	_, err = g.Do(ctx, write)
	requireKind(t, err, KindRefused)
	require.Equal(t, SafeReadOnly, safety.Mode())
	require.Len(t, next.sent, 2)
}

// SPEC: CON-22
func TestTighteningNeverLoosens(t *testing.T) {
	order := []SafeMode{SafeOff, SafeConfirm, SafeReadOnly}
	for i, from := range order {
		for j, to := range order {
			s := NewSafety(from)
			require.Equal(t, j > i, s.Tighten(to), "%s to %s", from, to)
			require.Equal(t, order[max(i, j)], s.Mode())
		}
	}
	s := NewSafety("unknown")
	require.False(t, s.Tighten(SafeReadOnly), "an unknown mode is read-only already")
	require.Equal(t, SafeReadOnly, (*Safety)(nil).Mode())
}
