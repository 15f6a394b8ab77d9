// SPEC: EXP-04, EXP-05, EXP-08
package export

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/connection/session/sessiontest/fragile"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// writer is a driver that exports pages from GET /things/FROM: {"whole":true,"total":6,"rows":[{"doc":{}}]}. The last
// page has no rows. It holds something in the engine from its first request to its end.
type writer struct{ fragile.Driver }

// Export implements [driver.Exporter].
func (writer) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	defer func() {
		_, _ = c.Cleanup().Do(driver.Send{Request: driver.Request{Method: "DELETE", Path: "/held/x"}, Verb: driver.Raw})
	}()
	total, from, after := int64(0), int64(0), int64(0)
	for {
		c.Progress(from, total)
		if a.Slices > 1 {
			c.Portions([]driver.Portion{{Done: from, Total: total}, {}})
		}
		r, err := c.Do(driver.Send{
			Request: driver.Request{Method: "GET", Path: "/" + a.Object + "/" + strconv.FormatInt(from, 10)}, Verb: driver.Lines, After: after,
			Lines: &driver.LinesPlan{At: "rows", Doc: "doc", Must: []driver.Text{{Key: "whole", Value: "true"}}}, Pick: []string{"total"},
		})
		switch {
		case err != nil:
			return nil, err
		case r.Status == 429:
			after = 60_000
			continue
		case r.Unmet:
			return nil, &driver.Error{Kind: driver.Engine, Message: "The page is not whole."}
		}
		total, _ = strconv.ParseInt(r.Picked[0], 10, 64)
		if from += int64(r.Rows); r.Rows == 0 {
			return &driver.Exported{Least: total, Most: total, Notices: []driver.Notice{{Text: string(a.View)}}}, nil
		}
		if a.Object == "crash" {
			panic("at the second page")
		}
	}
}

// natively opens drivers that are linked into the test.
type natively struct {
	t *testing.T
	d driver.Driver
}

// Open implements session.Drivers.
func (n natively) Open(context.Context, string) (*manifest.Manifest, *plugin.Supervisor, error) {
	open := func(context.Context) (plugin.Runner, error) { return plugin.Native(n.d), nil }
	return sessiontest.Manifest(n.t, "fragile"), plugin.Supervise(open, plugin.SupervisorOptions{}), nil
}

// connected is an open connection with the writer driver to a server that sends its pages.
type connected struct {
	*session.Session
	*Exports
	server *sessiontest.Recorder
	table  *session.Sessions
	folder string
}

func connect(t *testing.T, page http.HandlerFunc) *connected {
	t.Helper()
	server := sessiontest.Record(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.Count(r.URL.Path, "/") < 2 {
			_, _ = w.Write([]byte(`{}`))
			return
		}
		page(w, r)
	})
	table := session.New(natively{t, writer{}})
	s := sessiontest.Open(t, table, sessiontest.To("fragile", server.Address, nil), nil)
	return &connected{s, New(), server, table, t.TempDir()}
}

// export begins an export to a file.
func (c *connected) export(t *testing.T, object, file string) string {
	t.Helper()
	id, err := c.Start(t.Context(), c.Session, Source{Object: object, View: []byte("its view")}, Target{Path: filepath.Join(c.folder, file)})
	require.NoError(t, err)
	return id
}

// ended waits for the end of an export.
func (c *connected) ended(t *testing.T, id string) Progress {
	t.Helper()
	<-c.find(id).done
	p, err := c.Progress(id)
	require.NoError(t, err)
	return p
}

// pages responds with two pages of three things each, and then an empty one.
func pages(w http.ResponseWriter, r *http.Request) {
	from, _ := strconv.Atoi(r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:])
	rows := []string{}
	for n := from; n < min(from+3, 6); n++ {
		rows = append(rows, fmt.Sprintf(`{"doc":{"n": %d.0}}`, n))
	}
	_, _ = fmt.Fprintf(w, `{"whole":true,"total":6,"rows":[%s]}`, strings.Join(rows, ","))
}

const sixThings = "{\"n\": 0.0}\n{\"n\": 1.0}\n{\"n\": 2.0}\n{\"n\": 3.0}\n{\"n\": 4.0}\n{\"n\": 5.0}\n"

func TestAnExportEndsWithItsFileWhole(t *testing.T) {
	c := connect(t, pages)
	p := c.ended(t, c.export(t, "things", "things.jsonl"))
	require.Nil(t, p.Err)
	require.Equal(t, Done, p.State)
	require.Equal(t, int64(6), p.Written)
	require.Equal(t, int64(6), p.Total)
	require.Equal(t, int64(len(sixThings)), p.Bytes)
	require.Equal(t, []driver.Notice{{Text: "its view"}}, p.Notices)
	require.Equal(t, sixThings, content(t, filepath.Join(c.folder, "things.jsonl")))
	require.Equal(t, []string{"things.jsonl"}, names(t, c.folder))
}

// read are rows that were read before.
type read struct{ all []rows.Entry }

func (r *read) Count(context.Context) (int64, error) { return int64(len(r.all)), nil }
func (r *read) Close()                               {}

func (r *read) Each(_ context.Context, f func(rows.Entry) error) error {
	for _, row := range r.all {
		if err := f(row); err != nil {
			return err
		}
	}
	return nil
}

func TestADriverThatReadsMoreThanTheLimitWritesNoMore(t *testing.T) {
	c := connect(t, pages)
	path := filepath.Join(c.folder, "four")
	id, err := c.Start(t.Context(), c.Session, Source{Object: "books", Limit: 4}, Target{Path: path})
	require.NoError(t, err)
	<-c.find(id).done
	p, err := c.Progress(id)
	require.NoError(t, err)
	require.EqualValues(t, 4, p.Written, "the driver of the test knows no limit")
}

func TestRowsBeyondTheLimitAreLeftOut(t *testing.T) {
	var text strings.Builder
	s := &limited{to: sinkOf(func(row rows.Entry) { text.Write(row.Text) }), left: 2}
	for _, doc := range []string{"a", "b", "c"} {
		require.NoError(t, s.Row(rows.Entry{Text: []byte(doc)}, ""))
	}
	require.Equal(t, "ab", text.String())
}

// sinkOf is a sink that passes its rows to a function.
type sinkOf func(rows.Entry)

// Row implements [plugin.Sink].
func (f sinkOf) Row(row rows.Entry, _ string) error {
	f(row)
	return nil
}

func TestAnExportThatEndedHoldsNothingButItsFigures(t *testing.T) {
	c := connect(t, pages)
	response := &read{[]rows.Entry{document(`{}`)}}
	held := weak.Make(response)
	target := Target{Path: filepath.Join(c.folder, "rows.jsonl"), Options: Options{Compression: Zstd}}
	id, err := c.Start(t.Context(), c.Session, Source{Object: "rows of a response", Rows: response}, target)
	require.NoError(t, err)
	response = nil
	require.Equal(t, Done, c.ended(t, id).State)
	runtime.GC()
	require.Nil(t, held.Value(), "the response")
	j := c.find(id)
	require.Nil(t, j.session)
	require.Equal(t, []any{nil, nil, nil}, []any{j.sink.formatter, j.sink.packed, j.sink.digest}, "what a compressor holds")
	require.EqualValues(t, 1, c.List()[0].Written)

	failed := c.export(t, "crash", "crash.jsonl")
	require.Equal(t, Failed, c.ended(t, failed).State)
	j = c.find(failed)
	require.Equal(t, []any{nil, nil, nil}, []any{j.sink.formatter, j.sink.packed, j.sink.digest})
}

func TestASelectionInSeveralIndicesIsTheseRowsAndNoOther(t *testing.T) {
	c := connect(t, func(w http.ResponseWriter, r *http.Request) {
		found := `{"_index":"a","_id":"1","doc":{"n":1}},{"_index":"b","_id":"1","doc":{"n":2}},{"_index":"b","_id":"\u0032","doc":{"n":3}}`
		if !strings.HasSuffix(r.URL.Path, "/0") {
			found = ""
		}
		_, _ = fmt.Fprintf(w, `{"whole":true,"total":3,"rows":[%s]}`, found)
	})
	v := &grid.View{Set: &driver.ColumnSet{Plan: driver.RowsPlan{Hidden: []driver.Hidden{{Name: "#index", At: "_index", Role: driver.RolePlace}, {Name: "#id", At: "_id", Role: driver.RoleKey}}}}}
	for name, row := range map[string]struct {
		keys       []grid.RowKey
		want, fail string
	}{
		"those that were selected": {[]grid.RowKey{{Place: "a", Key: "1"}, {Place: "b", Key: "2"}}, "{\"n\":1}\n{\"n\":3}\n", ""},
		"one is gone, and there are as many others": {
			[]grid.RowKey{{Place: "a", Key: "1"}, {Place: "a", Key: "2"}, {Place: "b", Key: "2"}}, "", "3 rows were selected, and the server has 2 of them now.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			from := Source{Object: "things", Selected: Select(v, row.keys)}
			path := filepath.Join(c.folder, "things.jsonl")
			id, err := c.Start(t.Context(), c.Session, from, Target{Path: path, Replace: true})
			require.NoError(t, err)
			p := c.ended(t, id)
			text, err := Text(t.Context(), c.Session, from, Options{})
			if row.fail != "" {
				require.Equal(t, row.fail, p.Err.Message)
				require.EqualError(t, err, row.fail)
				return
			}
			require.Nil(t, p.Err)
			require.Equal(t, p.Written, p.Total)
			require.NoError(t, err)
			require.Equal(t, []string{row.want, row.want}, []string{content(t, path), text})
		})
	}
}

func TestAnExportInSlicesShowsHowFarEachOfThemIsUntilItEnds(t *testing.T) {
	var c *connected
	var shown [][]driver.Portion
	c = connect(t, func(w http.ResponseWriter, r *http.Request) {
		shown = append(shown, c.List()[0].Slices)
		pages(w, r)
	})
	id, err := c.Start(t.Context(), c.Session, Source{Object: "things", Slices: 2}, Target{Path: filepath.Join(c.folder, "things.jsonl")})
	require.NoError(t, err)
	p := c.ended(t, id)
	require.Nil(t, p.Err)
	require.Equal(t, []driver.Portion{{Done: 6, Total: 6}, {}}, shown[len(shown)-1])
	require.Empty(t, p.Slices, "what they last reported is not all that was written")
	require.Empty(t, c.ended(t, c.export(t, "things", "more.jsonl")).Slices, "there is one slice")
}

func TestAnExportThatFailsSaysHowFarItWasAndLeavesNoFile(t *testing.T) {
	second := func(wrong http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/3") {
				wrong(w, r)
				return
			}
			pages(w, r)
		}
	}
	cut := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"whole":true,"total":6,"rows":[{"doc":{"n":3.0}},{"doc":`))
	}
	const after = " The export stopped after 3 of 6 rows, and Quarry deleted the file."
	for name, row := range map[string]struct {
		object string
		page   http.HandlerFunc
		want   string
	}{
		"cut": {"things", second(cut), "The response was cut short." + after},
		"partial": {"things", second(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"whole":false,"rows":[{"doc":{}}]}`))
		}), "The page is not whole." + after},
		"crash": {"crash", pages, "It stopped: at the second page. The export stopped after 3 rows, and Quarry deleted the file."},
		"missing": {"things", second(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"whole":true,"total":48213,"rows":[]}`))
		}), "48,213 rows were expected, 3 were written."},
	} {
		t.Run(name, func(t *testing.T) {
			c := connect(t, row.page)
			p := c.ended(t, c.export(t, row.object, "things.jsonl"))
			require.Equal(t, Failed, p.State)
			require.Equal(t, row.want, p.Err.Message)
			require.Equal(t, int64(3), p.Written)
			require.Empty(t, names(t, c.folder))
			require.Len(t, c.List(), 1, "an export that ended is still listed")
			c.Forget(p.ID)
			require.Empty(t, c.List())
		})
	}
}

// held responds to the second page only when the client is gone.
func held(there chan<- string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/3") {
			there <- r.URL.Path
			<-r.Context().Done()
			return
		}
		pages(w, r)
	}
}

func TestACancelledExportLeavesNoFileAndNothingOpen(t *testing.T) {
	there := make(chan string, 2)
	c := connect(t, held(there))
	first, second := c.export(t, "things", "a.jsonl"), c.export(t, "others", "b.jsonl")
	<-there
	<-there
	require.Len(t, names(t, c.folder), 2, "several at once")
	require.NoError(t, c.Cancel(t.Context(), first))
	p, err := c.Progress(first)
	require.NoError(t, err)
	require.Equal(t, Cancelled, p.State)
	require.Nil(t, p.Err)
	require.Len(t, names(t, c.folder), 1)
	require.Contains(t, c.server.Sent(), "DELETE /held/x")
	p, err = c.Progress(second)
	require.NoError(t, err)
	require.Equal(t, Running, p.State, "the other goes on")
	require.Equal(t, int64(3), p.Written)

	require.NoError(t, c.table.Close(t.Context(), c.ID))
	p, err = c.Progress(second)
	require.NoError(t, err)
	require.Equal(t, Cancelled, p.State, "it ends with its connection")
	require.Empty(t, names(t, c.folder))
	_, err = c.Start(t.Context(), c.Session, Source{Object: "things"}, Target{Path: filepath.Join(c.folder, "c.jsonl")})
	require.ErrorIs(t, err, session.ErrClosed)
	require.Empty(t, names(t, c.folder))
}

func TestAnExportWaitsVisiblyForAServerThatTakesNoReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &job{on: New().on, shown: Progress{State: Running}, sink: &Sink{disk: &disk{}}}
		waited := make(chan struct{})
		go func() {
			j.wait(t.Context(), time.Minute)
			close(waited)
		}()
		synctest.Wait()
		require.Equal(t, Waiting, j.progress().State)
		<-waited
		require.Equal(t, Running, j.progress().State)

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		begun := time.Now()
		j.wait(ctx, time.Minute)
		require.Zero(t, time.Since(begun), "a cancellation ends the wait")
	})
}

func TestAReadThatIsRejectedIsCancelledWhileItWaits(t *testing.T) {
	var rejected atomic.Bool
	c := connect(t, func(w http.ResponseWriter, r *http.Request) {
		rejected.Store(true)
		w.WriteHeader(http.StatusTooManyRequests)
	})
	id := c.export(t, "things", "things.jsonl")
	require.NoError(t, c.Cancel(t.Context(), id))
	require.Equal(t, Cancelled, c.ended(t, id).State)
	require.Empty(t, names(t, c.folder))
}

func TestTheRateAndTheTimeLeftFollowWhatWasWritten(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	j := &job{begun: at, on: Machine{Now: func() time.Time { return at }}, sink: &Sink{disk: &disk{}}, shown: Progress{State: Running, Total: 1000}}
	require.Zero(t, j.progress().Left)
	at = at.Add(10 * time.Second)
	j.sink.written.Store(250)
	p := j.progress()
	require.Equal(t, int64(25), p.Rate)
	require.Equal(t, 30*time.Second, p.Left)
	j.end(&driver.Exported{}, nil)
	at = at.Add(time.Hour)
	require.Equal(t, 10*time.Second, j.progress().Elapsed)
}

func TestTheTotalOfAnEndedExportIsWhatItsFileWasCheckedWith(t *testing.T) {
	for name, row := range map[string]struct{ before, least, most, want int64 }{
		"counted once":                {6, 6, 6, 6},
		"not counted at the end":      {6, 0, -1, 0},
		"more came meanwhile":         {0, 0, 5, 5},
		"some were deleted meanwhile": {6, 4, 6, 6},
	} {
		j := &job{on: New().on, sink: &Sink{disk: &disk{}}, shown: Progress{State: Running, Total: row.before}}
		j.end(&driver.Exported{Least: row.least, Most: row.most}, nil)
		require.Equal(t, row.want, j.progress().Total, name)
	}
}

// SPEC: EXP-09
func TestAnExportThatCannotBeginIsRefused(t *testing.T) {
	c := connect(t, pages)
	c.server.Forget()
	for name, row := range map[string]struct{ path, want string }{
		"relative":  {"things.jsonl", "Enter the full path of the file."},
		"no folder": {filepath.Join(c.folder, "gone", "things.jsonl"), "The folder does not exist."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.Start(t.Context(), c.Session, Source{Object: "things"}, Target{Path: row.path})
			require.EqualError(t, err, row.want)
			require.Empty(t, c.server.Sent(), "no document was read")
		})
	}
	table := session.New(natively{t, fragile.Driver{}})
	other := sessiontest.Open(t, table, sessiontest.To("fragile", c.server.Address, nil), nil)
	_, err := c.Start(t.Context(), other, Source{Object: "things"}, Target{Path: filepath.Join(c.folder, "things.jsonl")})
	require.EqualError(t, err, "This driver cannot export.")
	require.Empty(t, c.List())
	_, err = c.Progress("e9")
	require.ErrorIs(t, err, ErrUnknown)
	require.ErrorIs(t, c.Cancel(t.Context(), "e9"), ErrUnknown)
}

func TestOnlySoManyEndedExportsAreRemembered(t *testing.T) {
	c := connect(t, pages)
	for n := range maxEnded + 2 {
		c.ended(t, c.export(t, "things", strconv.Itoa(n)))
	}
	list := c.List()
	require.Len(t, list, maxEnded)
	require.Equal(t, "e3", list[0].ID)
}

func TestFewerOrMoreDocumentsThanThereAreAreNoExport(t *testing.T) {
	for name, row := range map[string]struct {
		written, least, most int64
		want                 string
	}{
		"as many":      {5, 5, 5, ""},
		"in between":   {5, 4, 6, ""},
		"not known":    {5, 0, -1, ""},
		"too few":      {30_000, 48_213, 48_213, "48,213 things were expected, 30,000 were written."},
		"too many":     {6, 5, 5, "5 things were expected, 6 were written."},
		"outside both": {3, 1000, 1001, "Between 1,000 and 1,001 things were expected, 3 were written."},
	} {
		t.Run(name, func(t *testing.T) {
			e := mismatch(row.written, &driver.Exported{Least: row.least, Most: row.most}, "things")
			if row.want == "" {
				require.Nil(t, e)
				return
			}
			require.Equal(t, row.want, e.Message)
		})
	}
}

// SPEC: EXP-04
func TestAnExportOfMoreThanTheMemoryBudgetTakesNoMoreMemoryThanASmallOne(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	const (
		few, times = 25_000, 6
		budget     = 100 << 20
	)
	most := func(documents int) (grown, exported int64) {
		var mu sync.Mutex
		var live, peak uint64
		server := sessiontest.Record(t, many(documents, func() {
			mu.Lock()
			defer mu.Unlock()
			runtime.GC() // what is left is in use
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			if live == 0 {
				live = stats.HeapAlloc
			}
			peak = max(peak, stats.HeapAlloc)
		}))
		s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", server.Address, nil), nil)
		exports := New()
		id, err := exports.Start(t.Context(), s, Source{Object: "i"}, Target{Path: filepath.Join(t.TempDir(), "i.jsonl")})
		require.NoError(t, err)
		<-exports.find(id).done
		p, err := exports.Progress(id)
		require.NoError(t, err)
		require.Nil(t, p.Err)
		require.EqualValues(t, documents, p.Written)
		mu.Lock()
		defer mu.Unlock()
		return int64(peak - live), p.Bytes
	}
	small, _ := most(few)
	large, exported := most(few * times)
	require.Greater(t, exported, int64(budget), "the file is larger than the budget")
	require.Less(t, large, int64(budget))
	require.Less(t, large, max(small, 1<<20)*3/2, "%d times as many documents took as much more memory: %d bytes, and %d for fewer", times, large, small)
}
