package faulttest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/connection/transport"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/faulttest"
	"quarry/backend/work/console"
	"quarry/backend/work/edits"
	"quarry/backend/work/export"
	"quarry/drivers/driver"
)

const (
	documents = 1500 // more than an export reads first
	pageSize  = 100
	hang      = 60 * time.Second // after this long, a trial counts as never ending
)

// engine is an engine with two sets of documents. One is only read; in the other, each trial writes to its own document.
// Its functions bypass the proxy.
type engine struct {
	url            string
	id             string // of its driver
	driver         func() driver.Driver
	secrets        sessiontest.Fields
	read, edited   string                                       // names of the sets
	source         func(n int) string                           // the document with that number
	before, after  func(id string) string                       // an edited document
	put            func(t testing.TB, id string) []driver.Text  // writes the document before and returns its base
	key            func(id string) []driver.Text                // of a document to edit, or of a new one without an id
	stored         func(t testing.TB, id string) (bool, string) // the document with an id
	named          func(t testing.TB, name string) []string     // the documents with a name
	search, write  func(id string) string                       // console requests
	found          string                                       // where the console's response has its hits
	table, preface string                                       // the file of its table, and how it begins
	mishaps        []mishap
	moments        []moment
}

// natively opens a driver linked into the test.
type natively struct {
	t      testing.TB
	driver func() driver.Driver
}

// Open implements session.Drivers.
func (n natively) Open(_ context.Context, id string) (*manifest.Manifest, *plugin.Supervisor, error) {
	open := func(context.Context) (plugin.Runner, error) { return plugin.Native(n.driver()), nil }
	return sessiontest.Manifest(n.t, id), plugin.Supervise(open, plugin.SupervisorOptions{}), nil
}

// moment is a section of the table: what the user does, and which of its requests something happens to.
type moment struct {
	name, about string
	hit         func(x *faulttest.Exchange) bool
	after       int                         // so many of these requests pass before it happens
	reads       string                      // what its request is: "search", "read", or "" for a write
	snapshot    bool                        // its request is in a point in time
	machine     func(a *attempt, h *mishap) // how the computer fails, nil if that does not matter
	try         func(a *attempt) outcome
}

// searches reports whether a response can say that it timed out.
func (m *moment) searches() bool { return m.reads == "search" }

// sharded reports whether a response can lack shards.
func (m *moment) sharded() bool { return m.reads == "search" || m.reads == "count" }

// attempt is what a trial works with.
type attempt struct {
	*trial
	ctx      context.Context
	engine   *engine
	proxy    *faulttest.Proxy
	session  *session.Session
	unique   string // part of names that no other trial uses
	on       export.Machine
	cancels  bool   // the user cancels the export when it waits
	arm, end func() // what goes wrong begins and ends

	sent    int            // requests to which something could happen
	came    map[string]int // how often each write came while something went wrong
	reached int            // writes that the server received
}

// attempt runs a feature once while something goes wrong.
func (e *engine) attempt(t *trial, m *moment, h *mishap, variant int, unique string) row {
	ctx, cancel := context.WithTimeoutCause(context.Background(), hang, errors.New("it hangs"))
	defer cancel()
	a := &attempt{trial: t, ctx: ctx, engine: e, proxy: faulttest.New(t, e.url, nil), unique: unique}
	fields := sessiontest.Fields{"pageSize": fmt.Sprint(pageSize)}
	if h.slow {
		fields["queryTimeout"] = "5"
	}
	a.session = sessiontest.Open(t, session.New(natively{t, e.driver}), sessiontest.To(e.id, a.proxy.Address, fields), e.secrets)
	var passed, came atomic.Int64
	a.arm = func() {
		a.proxy.Writes()
		a.proxy.Script(func(x *faulttest.Exchange) *faulttest.Fault {
			if !m.hit(x) || passed.Add(1) <= int64(m.after) || came.Add(1) > 1 && !h.always || len(h.faults) == 0 {
				return nil
			}
			return &h.faults[variant]
		})
	}
	a.end = func() {
		a.proxy.At(0)
		a.sent = int(came.Load())
		a.came, a.reached = a.proxy.Writes()
	}
	a.on = export.Machine{Now: time.Now, Wait: func(context.Context, time.Duration) {}, Disk: func(f *os.File) export.Storage { return f }}
	if len(h.faults) == 0 {
		a.fails(m, h)
	}
	o := m.try(a)
	require.NoError(t, context.Cause(ctx), "it hangs")
	for write, n := range a.came {
		require.Equal(t, 1, n, "repeated: %s", write)
	}
	require.True(t, a.sent > 0 || len(h.faults) == 0, "nothing was sent that it could happen to")
	sent := times(a.sent)
	if m.reads == "" && a.reached == 0 {
		sent += ", not received"
	}
	return row{h.name, o.told, sent, o.kept}
}

// fails makes the computer of a trial fail.
func (a *attempt) fails(m *moment, h *mishap) {
	if m.machine != nil {
		m.machine(a, h)
	}
}

func times(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprint(n, " times")
}

// said is what the user reads about an error.
func said(err error) string {
	var e *driver.Error
	var t *transport.Error
	switch {
	case err == nil:
		return "Nothing: it succeeds."
	case errors.As(err, &e):
		return words(e.Message, e.Hint)
	case errors.As(err, &t):
		return words(t.Sentence(), t.Hint)
	}
	return err.Error()
}

// number matches a number that differs between two runs.
var number = regexp.MustCompile(`(at byte |id \[)\d+`)

// words joins the sentences in one line of a table.
func words(texts ...string) string {
	var all []string
	for _, text := range texts {
		if text != "" {
			all = append(all, strings.NewReplacer("|", "\\|", "\n", " ").Replace(number.ReplaceAllString(text, "${1}N")))
		}
	}
	return strings.Join(all, " / ")
}

// view opens an index and sorts it by number.
func (a *attempt) view(index string) *grid.View {
	v, err := grid.NewViews().Open(a.ctx, a.session, index)
	require.NoError(a, err)
	a.arrange(v)
	return v
}

// arrange sorts a view by number and filters it.
func (a *attempt) arrange(v *grid.View, by ...grid.FilterRow) {
	arranged, err := v.Arrange(a.ctx, grid.Arrangement{Sort: []grid.SortBy{{Column: "n"}}, Filter: by})
	require.NoError(a, err)
	require.Empty(a, arranged.Filtered.Refusals)
}

// page reads a page and returns the numbers of its rows.
func (a *attempt) page(v *grid.View, number int) (*grid.Page, []string, error) {
	p, err := v.Page(a.ctx, v.Generation(), number)
	if err != nil {
		return nil, nil, err
	}
	block, err := rows.Decode(p.Block)
	require.NoError(a, err)
	ids := make([]string, block.Rows)
	for r := range ids {
		_, ids[r] = block.Cell(r, block.Column("#id"))
	}
	return p, ids, nil
}

// wanted returns the ids on a page of the documents with a kind, "" for all.
func wanted(kind string, number int) []string {
	var all []string
	for n := range documents {
		if kind == "" || kind == string(rune('a'+n%3)) {
			all = append(all, fmt.Sprint(n))
		}
	}
	return all[number*pageSize : (number+1)*pageSize]
}

// reads reads a page while something goes wrong, and once more after that.
func (a *attempt) reads(v *grid.View, kind string, number int) outcome {
	a.arm()
	p, ids, err := a.page(v, number)
	a.end()
	o := outcome{told: said(err)}
	want := wanted(kind, number)
	switch {
	case err != nil:
	case p.Partial:
		require.NotEmpty(a, p.Notices)
		require.False(a, p.End)
		require.Less(a, len(ids), len(want))
		for _, id := range ids {
			require.Contains(a, want, id)
		}
		o.kept = fmt.Sprintf("%d of %d rows are shown", len(ids), len(want))
	default:
		require.Equal(a, want, ids, "another page is shown")
		require.False(a, p.End)
	}
	if err == nil && len(p.Notices) > 0 {
		var notices []string
		for _, n := range p.Notices {
			notices = append(notices, n.Text)
		}
		o.told = words(notices...)
	}
	_, again, err := a.page(v, number)
	require.NoError(a, err, "it cannot be read again")
	require.Equal(a, want, again, "another page is shown afterwards")
	switch {
	case o.kept != "":
		o.kept += "; the next view of the page reads it again."
	case len(ids) > 0:
		o.kept = "The requested rows are shown."
	default:
		o.kept = "The page can be read again."
	}
	return o
}

func path(x *faulttest.Exchange, end string) bool { return strings.HasSuffix(x.Request.URL.Path, end) }

func writes(x *faulttest.Exchange) bool { return x.Writes() }

// opening reads the first page.
func (a *attempt) opening() outcome { return a.reads(a.view(a.engine.read), "", 0) }

// scrolling reads a later page.
func (a *attempt) scrolling() outcome {
	v := a.view(a.engine.read)
	for _, number := range []int{0, 1} {
		_, ids, err := a.page(v, number)
		require.NoError(a, err)
		require.Equal(a, wanted("", number), ids)
	}
	return a.reads(v, "", 5)
}

// filtering reads the first page of a filter.
func (a *attempt) filtering() outcome {
	v := a.view(a.engine.read)
	_, _, err := a.page(v, 0)
	require.NoError(a, err)
	a.arrange(v, grid.FilterRow{Column: "kind", Operator: driver.Equals, Values: []string{"b"}})
	o := a.reads(v, "b", 0)
	a.arrange(v)
	_, ids, err := a.page(v, 0)
	require.NoError(a, err)
	require.Equal(a, wanted("", 0), ids, "the previous filter cannot be restored")
	return o
}

// counting counts the rows of a filter.
func (a *attempt) counting() outcome {
	v := a.view(a.engine.read)
	a.arrange(v, grid.FilterRow{Column: "kind", Operator: driver.Equals, Values: []string{"b"}})
	a.arm()
	n, err := v.Count(a.ctx, v.Generation())
	a.end()
	o := outcome{told: said(err), kept: "The number can be read again."}
	if err == nil {
		require.EqualValues(a, documents/3, n, "the number is wrong")
		o.kept = "The number is shown."
	}
	n, err = v.Count(a.ctx, v.Generation())
	require.NoError(a, err)
	require.EqualValues(a, documents/3, n)
	return o
}

// preparing plans a save.
func (a *attempt) preparing() outcome {
	edit := a.staged()
	a.arm()
	plan, err := edit.plans.Make(a.ctx, a.session, edit.view, edit.rows)
	a.end()
	require.Empty(a, a.came, "something was written")
	o := outcome{told: said(err), kept: "The change stays staged."}
	if err == nil && len(plan.Refusals) > 0 {
		o.told = said(plan.Refusals[0].Err)
	}
	if err == nil && len(plan.Requests) == 1 {
		o.kept = "The change stays staged and can be saved."
	}
	edit.savesNow()
	return o
}

func (a *attempt) searching() outcome { return a.runs(a.engine.search(a.unique)) }

// typing runs a write in the console.
func (a *attempt) typing() outcome {
	o := a.runs(a.engine.write(a.unique))
	if found, _ := a.engine.stored(a, a.unique); found {
		o.kept += " The document was written."
	} else {
		o.kept += " The document was not written."
	}
	return o
}

// edit is a staged change of one row.
type edit struct {
	*attempt
	plans *edits.Plans
	view  *grid.View
	rows  []edits.Row
	id    string // "" if the server chooses it
}

// staged writes a document and stages a change of it.
func (a *attempt) staged() *edit {
	base := a.engine.put(a, a.unique)
	row := edits.Row{Key: a.engine.key(a.unique), Base: base, Cells: []edits.Cell{{Column: "name", Text: "after"}}}
	return &edit{attempt: a, plans: edits.New(), view: a.view(a.engine.edited), rows: []edits.Row{row}, id: a.unique}
}

// created stages a new row.
func (a *attempt) created() *edit {
	row := edits.Row{Act: driver.ActCreate, Key: a.engine.key(""), Cells: []edits.Cell{{Column: "name", Text: a.unique}}}
	return &edit{attempt: a, plans: edits.New(), view: a.view(a.engine.edited), rows: []edits.Row{row}}
}

// savesNow saves the staged change without a fault.
func (e *edit) savesNow() {
	plan, err := e.plans.Make(e.ctx, e.session, e.view, e.rows)
	require.NoError(e, err)
	require.Empty(e, plan.Refusals)
	outcomes, err := e.plans.Send(e.ctx, plan.ID, plan.Digest)
	require.NoError(e, err)
	require.Equal(e, driver.OutcomeDone, outcomes[0].Outcome)
	_, held := e.engine.stored(e, e.id)
	require.Equal(e, e.engine.after(e.id), held)
}

// save sends the change while something goes wrong, and compares the reported outcome with the server.
func (e *edit) save(creates bool) outcome {
	plan, err := e.plans.Make(e.ctx, e.session, e.view, e.rows)
	require.NoError(e, err)
	require.Empty(e, plan.Refusals)
	e.arm()
	outcomes, err := e.plans.Send(e.ctx, plan.ID, plan.Digest)
	e.end()
	require.NoError(e, err)
	o := outcomes[0]
	written := false
	if creates {
		copies := e.engine.named(e, e.unique)
		require.LessOrEqual(e, len(copies), 1, "it was written twice")
		written = len(copies) == 1
	} else {
		_, held := e.engine.stored(e, e.id)
		require.Contains(e, []string{e.engine.before(e.id), e.engine.after(e.id)}, held)
		written = held == e.engine.after(e.id)
	}
	what := outcome{told: "Nothing: it succeeds.", kept: "The change is saved."}
	switch o.Outcome {
	case driver.OutcomeDone:
		require.True(e, written, "a false success")
		return what
	case driver.OutcomeUnknown:
		require.NotNil(e, o.Err)
		what.kept = "The change stays staged; the server has the old document."
		if written {
			what.kept = "The change stays staged; the server has the new document."
		}
		if creates && !written {
			what.kept = "The row stays staged; the server does not have it."
		}
		if o.Document != 0 {
			held, err := e.plans.Document(plan.ID, o.Document)
			require.NoError(e, err)
			now := strings.Join(e.engine.named(e, e.unique), "\n")
			if !creates {
				_, now = e.engine.stored(e, e.id)
			}
			require.Equal(e, now, string(held), "another document is shown")
		}
	default:
		require.False(e, written, "%s, and yet it was written", o.Outcome)
		what.kept = "The change stays staged and can be saved."
	}
	what.told = said(o.Err)
	if !creates && !written {
		e.savesNow()
	}
	return what
}

// runs sends a request of the console while something goes wrong.
func (a *attempt) runs(text string) outcome {
	consoles := console.New()
	var arrived []byte
	a.arm()
	response, err := consoles.SendText(a.ctx, a.session, "tab", text)
	a.end()
	if err != nil {
		return outcome{told: said(err), kept: "No response is shown."}
	}
	arrived, _, err = consoles.Range(a.session, response.Number, 0, 1<<20)
	require.NoError(a, err)
	o := outcome{told: fmt.Sprintf("Status %d.", response.Status), kept: "The response is shown."}
	if response.Doubt != "" {
		o.told += " / " + response.Doubt
	}
	if !gjson.ValidBytes(arrived) {
		o.kept = "The response is shown as it arrived, which is not JSON."
	}
	if response.Status == http.StatusOK && gjson.ValidBytes(arrived) && strings.HasPrefix(text, "GET") {
		require.EqualValues(a, 50, gjson.GetBytes(arrived, a.engine.found).Int(), "rows are missing")
	}
	return o
}

// failing makes the computer of an export fail.
func failing(a *attempt, h *mishap) {
	if strings.Contains(h.name, "clock") {
		var asked atomic.Int64
		a.on.Now = func() time.Time { // without a monotonic part, which would hide that it goes back
			return time.Unix(1_700_000_000, 0).Add(-10 * time.Hour * time.Duration(asked.Add(1)-1))
		}
		return
	}
	a.cancels = strings.Contains(h.name, "cancel")
	var tries atomic.Int64
	a.on.Disk = func(f *os.File) export.Storage { return &fullDisk{f, &tries, a.cancels} }
}

// fullDisk initially has no space for the end of the file.
type fullDisk struct {
	file  *os.File
	tries *atomic.Int64
	ever  bool
}

// Sync implements [export.Storage].
func (d *fullDisk) Sync() error { return d.file.Sync() }

// Write implements io.Writer.
func (d *fullDisk) Write(p []byte) (int, error) {
	if d.tries.Add(1) > 3 && !d.ever {
		return d.file.Write(p)
	}
	n, err := d.file.Write(p[:len(p)/2])
	if err == nil {
		err = syscall.ENOSPC
	}
	return n, err
}

// exports exports the index while something goes wrong.
func (a *attempt) exports() outcome {
	folder := a.TempDir()
	file := filepath.Join(folder, "documents.jsonl")
	waits, full := 0, false
	var exports *export.Exports
	id := ""
	begun := make(chan struct{})
	m := a.on
	m.Wait = func(ctx context.Context, d time.Duration) {
		<-begun
		p, err := exports.Progress(id)
		require.NoError(a, err)
		switch p.State {
		case export.Full:
			full = true
		case export.Waiting:
			waits++
			require.Positive(a, d)
		}
		if a.cancels {
			go func() { _ = exports.Cancel(context.WithoutCancel(ctx), id) }()
			<-ctx.Done()
		}
	}
	exports = export.On(m)
	a.arm()
	id, err := exports.Start(a.ctx, a.session, export.Source{Object: a.engine.read}, export.Target{Path: file})
	require.NoError(a, err)
	close(begun)
	p := a.ended(exports, id)
	a.end()
	require.GreaterOrEqual(a, p.Elapsed, time.Duration(0))
	require.GreaterOrEqual(a, p.Rate, int64(0))
	var o outcome
	switch p.State {
	case export.Done:
		a.complete(file)
		o = outcome{"Nothing: it succeeds.", "The file is complete."}
		for _, n := range p.Notices {
			o.told = words(n.Text)
		}
	case export.Cancelled:
		o = outcome{"Cancelled.", "No file."}
	default:
		o = outcome{said(p.Err), "No file."}
	}
	if p.State != export.Done {
		left, err := os.ReadDir(folder)
		require.NoError(a, err)
		require.Empty(a, left, "a file is left")
	}
	switch {
	case full:
		o.told = "The export is paused: the disk is full. / " + o.told
	case waits > 0:
		o.told = fmt.Sprintf("The export waits, %s. / %s", times(waits), o.told)
	}
	if a.cancels {
		return o
	}
	again, err := exports.Start(a.ctx, a.session, export.Source{Object: a.engine.read}, export.Target{Path: filepath.Join(folder, "again.jsonl")})
	require.NoError(a, err)
	require.Equal(a, export.Done, a.ended(exports, again).State, "it cannot be exported afterwards")
	a.complete(filepath.Join(folder, "again.jsonl"))
	return o
}

// ended waits for the end of an export.
func (a *attempt) ended(exports *export.Exports, id string) export.Progress {
	var p export.Progress
	require.Eventually(a, func() bool {
		p, _ = exports.Progress(id) // if that fails, the state is none of these
		return p.State == export.Done || p.State == export.Failed || p.State == export.Cancelled
	}, hang, time.Millisecond, "the export hangs")
	return p
}

// complete compares a file with the documents that were written.
func (a *attempt) complete(file string) {
	text, err := os.ReadFile(file)
	require.NoError(a, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	want := make([]string, documents)
	for n := range want {
		want[n] = a.engine.source(n)
	}
	slices.Sort(lines)
	slices.Sort(want)
	require.Equal(a, want, lines, "the file is not complete")
}
