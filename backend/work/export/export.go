// Package export writes the documents of an object, or of a view of it, to a file.
//
// Decisions:
//   - formatter decides how a file contains documents, so drivers know no formats: they just pass on rows of their
//     responses. Whole documents are written byte for byte, even inside an object with their metadata (beside.go). Chosen
//     columns go through the kernel that fills the grid, so a CSV value is what the cell shows, uncut. Only texts are made
//     formula-safe: a negative number stays a number.
//   - A page of an export is read in one pass, which checks it and finds its documents and their values (rows.List).
//     Writing and compressing runs in its own goroutine, a little behind (ahead.go).
//   - What a response must say about itself (driver.LinesPlan.Must) is checked before any of it is written, so a driver
//     that gets a partial response can read it again. Keys that the engine added are left out (driver.LinesPlan.Added).
//   - The file has a temporary name beside its target until all documents are written. It is synced while more arrives,
//     since a sync at the end would take extra time. A full disk is tried again until the export is cancelled; in the
//     meantime the host renews the snapshot (driver.Send.Renew), since the driver is inside a verb.
//   - An export runs once, in its own instance of the driver (plugin.Supervisor.Alone). It is never repeated: after a crash
//     nobody knows what was written.
//   - The memory of one response is reused for the next. The driver says how large it expects a response to be
//     (driver.Request.Expect).
//   - Selected rows are found by a filter on their indices and ids. With several indices this also finds rows of one index
//     whose id was selected in another: selection.go leaves them out and counts both.
//   - Rows of a console response are exported only if the response was read to its end and is complete (rows.Table.Cut).
package export

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// MaxSlices is the maximum number of parts of an object that are read in parallel: each holds a response in memory.
const MaxSlices = 8

// maxEnded is how many finished exports are remembered.
const maxEnded = 100

// ErrUnknown is returned for an export that never began, or that ended so long ago that it was forgotten.
var ErrUnknown = &driver.Error{Kind: driver.NotFound, Message: "This export is no longer listed."}

var errCannot = &driver.Error{Kind: driver.Unsupported, Message: "This driver cannot export."}

// State is the state of an export.
type State string

// The states of an export.
const (
	Running   State = "running"
	Waiting   State = "waiting" // the server accepts no reads for now: the next one is sent later
	Full      State = "full"    // the disk is full: writing continues once there is space
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Source is the object or view to export. View has the bytes of a view of the object; if it is nil, the whole object is
// exported.
type Source struct {
	Object string
	View   []byte
	Slices int // parts to read in parallel, as far as the driver can; 0 means one

	Sort  []driver.SortKey // only for a driver that can sort (driver.ColumnSet.Ordered); nil for the engine's own order
	Limit int64            // number of documents, from the start; 0 for all

	Selected *Selection // export only these rows of the view, all of which it has unless some were deleted since; nil for all

	// Rows, if not nil, are exported instead of rows that the driver reads from the object. The export closes it.
	Rows Rows
}

// Rows are rows that were already read, such as those of a response. Only one goroutine calls its methods.
type Rows interface {
	// Count returns the number of rows. It is called first.
	Count(ctx context.Context) (int64, error)
	// Each calls f with every row, in order, until f fails.
	Each(ctx context.Context, f func(rows.Entry) error) error
	// Close is called once, after all other methods have returned.
	Close()
}

// Target is the file to write, by its absolute path, and how to write documents to it. An existing file is replaced
// only if the user said so.
type Target struct {
	Path    string
	Replace bool
	Options Options
}

// Progress is how far an export has come, or how it ended.
type Progress struct {
	ID, Session, Object, Path string

	State   State
	Written int64            // documents
	Total   int64            // 0 if unknown
	Slices  []driver.Portion // parts being read in parallel, as of their last responses; none if there is only one, and at the end
	Bytes   int64            // size of the file so far
	Plain   int64            // size before compression
	Digest  string           // SHA-256 of the file in hexadecimal, once it is done
	Elapsed time.Duration
	Rate    int64         // documents per second, on average
	Left    time.Duration // remaining time at that rate, 0 if unknown
	Notices []driver.Notice
	Err     *driver.Error // the reason, if it failed
}

// Exports holds the exports of the application, across all its sessions, including finished ones. An export is
// cancelled when its session closes. It is safe for concurrent use.
type Exports struct {
	on Machine

	mu    sync.Mutex
	next  int
	jobs  []*job          // in the order in which they began
	bound map[string]bool // sessions that cancel their exports on closing
}

// Machine is what exports need from the computer. Tests replace it.
type Machine struct {
	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) // returns early when ctx is done
	Disk func(file *os.File) Storage                // returns what writes to a file

	// Begin records an unfinished file, which is removed if the process ends before end is called; nil records none.
	Begin func(path string) (end func(), err error)
}

// New returns a table without exports.
func New() *Exports { return Recording(nil) }

// Recording returns a table without exports that records each unfinished file: see Machine.Begin.
func Recording(begin func(path string) (end func(), err error)) *Exports {
	return On(Machine{Now: time.Now, Wait: wait, Disk: func(file *os.File) Storage { return file }, Begin: begin})
}

// On returns a table without exports for a machine.
func On(m Machine) *Exports { return &Exports{on: m, bound: make(map[string]bool)} }

// job is one export.
type job struct {
	session *session.Session // nil once it has ended, when its source is empty too
	source  Source
	noun    string // the engine's word for documents, or rows if they come from a response
	sink    *Sink
	sieve   *sieve // in front of the sink
	on      Machine
	cancel  context.CancelFunc
	done    chan struct{} // closed when it has ended and its file is either renamed or removed

	mu    sync.Mutex
	shown Progress
	begun time.Time
	ended time.Time
}

// Start begins an export and returns its id. It first creates the file and fails if it cannot.
func (x *Exports) Start(ctx context.Context, s *session.Session, from Source, to Target) (id string, err error) {
	defer func() {
		if err != nil && from.Rows != nil {
			from.Rows.Close()
		}
	}()
	if from.Rows == nil && !s.Can(driver.OpExport) {
		return "", errCannot
	}
	if err := x.bind(s); err != nil {
		return "", err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	sink, err := Create(ctx, to.Path, to.Replace, to.Options)
	if err != nil {
		cancel()
		return "", err
	}
	if err := sink.recordBy(x.on.Begin); err != nil {
		cancel()
		sink.Discard()
		return "", err
	}
	sink.disk.to, sink.disk.wait = x.on.Disk(sink.file.File), x.on.Wait
	j := &job{session: s, source: from, noun: s.Manifest.Nouns.Rows, sink: sink, on: x.on, cancel: cancel, done: make(chan struct{}), begun: x.on.Now()}
	if from.Rows != nil {
		j.noun = "rows"
	}
	id, ok := x.add(j)
	if !ok {
		cancel()
		sink.Discard()
		return "", session.ErrClosed
	}
	go j.run(ctx)
	return id, nil
}

// bind makes a session cancel its exports when it closes.
func (x *Exports) bind(s *session.Session) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.bound[s.ID] {
		return nil
	}
	if err := s.OnClose(func(ctx context.Context) { x.endAll(ctx, s.ID) }); err != nil {
		return err
	}
	x.bound[s.ID] = true
	return nil
}

// add adds an export and returns its id; false if its session has closed in the meantime.
func (x *Exports) add(j *job) (string, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.bound[j.session.ID] {
		return "", false
	}
	x.next++
	id := "e" + strconv.Itoa(x.next)
	j.shown = Progress{ID: id, Session: j.session.ID, Object: j.source.Object, Path: j.sink.file.Target(), State: Running}
	x.jobs = append(x.jobs, j)
	for over := len(x.jobs) - maxEnded; over > 0; over-- {
		oldest := slices.IndexFunc(x.jobs, func(j *job) bool { return j.over() })
		if oldest < 0 {
			break
		}
		x.jobs = slices.Delete(x.jobs, oldest, oldest+1)
	}
	return id, true
}

// endAll cancels the exports of a session and returns when their files are gone or ctx is done.
func (x *Exports) endAll(ctx context.Context, session string) {
	x.mu.Lock()
	delete(x.bound, session)
	jobs := slices.Clone(x.jobs)
	x.mu.Unlock()
	for _, j := range jobs {
		if j.shown.Session == session {
			j.cancel()
		}
	}
	for _, j := range jobs {
		if j.shown.Session != session {
			continue
		}
		select {
		case <-j.done:
		case <-ctx.Done():
		}
	}
}

// Progress returns how far an export has come. The error is [ErrUnknown].
func (x *Exports) Progress(id string) (Progress, error) {
	j := x.find(id)
	if j == nil {
		return Progress{}, ErrUnknown
	}
	return j.progress(), nil
}

// List returns all exports, including finished ones, in the order in which they began.
func (x *Exports) List() []Progress {
	x.mu.Lock()
	jobs := slices.Clone(x.jobs)
	x.mu.Unlock()
	list := make([]Progress, 0, len(jobs))
	for _, j := range jobs {
		list = append(list, j.progress())
	}
	return list
}

// Cancel cancels an export and returns when its file is gone or ctx is done. It does nothing to a finished export. The
// error is [ErrUnknown].
func (x *Exports) Cancel(ctx context.Context, id string) error {
	j := x.find(id)
	if j == nil {
		return ErrUnknown
	}
	j.cancel()
	select {
	case <-j.done:
	case <-ctx.Done():
	}
	return nil
}

// Forget removes a finished export from the list.
func (x *Exports) Forget(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.jobs = slices.DeleteFunc(x.jobs, func(j *job) bool { return j.shown.ID == id && j.over() })
}

func (x *Exports) find(id string) *job {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, j := range x.jobs {
		if j.shown.ID == id {
			return j
		}
	}
	return nil
}

// run runs the operation once: if an instance crashes, nobody can tell which documents it had written.
func (j *job) run(ctx context.Context) {
	defer close(j.done)
	defer j.cancel()
	result, err := j.read(ctx)
	if err == nil {
		err = j.complete(result)
	} else {
		j.sink.Discard()
		err = j.stopped(err)
	}
	j.end(result, err)
	j.session, j.source, j.sieve = nil, Source{}, nil // it stays in the list long after its session and its response are closed
}

// read writes all documents.
func (j *job) read(ctx context.Context) (*driver.Exported, error) {
	if j.source.Rows != nil {
		return j.copy(ctx)
	}
	var sink plugin.Sink
	sink, j.sieve = sifted(j.sink, j.source.Selected)
	args := &driver.ExportArgs{
		Object: j.source.Object, View: j.source.View, Slices: min(j.source.Slices, MaxSlices), Sort: j.source.Sort, Limit: j.source.Limit,
	}
	if args.Limit > 0 {
		sink = &limited{to: sink, left: args.Limit}
	}
	exec := j.session.Exec(plugin.ExecOptions{Sink: sink, Progress: j.counted, Portions: j.sliced, Wait: j.wait})
	j.sink.renewBy(exec.Renew)
	return session.Alone[driver.Exported](ctx, j.session, driver.OpExport, args, exec)
}

// copy writes rows that were already read.
func (j *job) copy(ctx context.Context) (*driver.Exported, error) {
	defer j.source.Rows.Close()
	_, j.sieve = sifted(j.sink, nil)
	count, err := j.source.Rows.Count(ctx)
	if err == nil {
		j.counted(0, count)
		err = j.source.Rows.Each(ctx, func(row rows.Entry) error { return j.sink.Row(row, "") })
	}
	switch {
	case ctx.Err() != nil:
		return nil, driver.ErrCancelled
	case err != nil:
		return nil, err
	}
	return &driver.Exported{Least: count, Most: count}, nil
}

// complete checks that the file has the right number of documents and then gives it its final name.
func (j *job) complete(result *driver.Exported) error {
	if err := j.sieve.verified(j.sink.Written(), result, j.noun); err != nil {
		j.sink.Discard()
		return err
	}
	return j.sink.Finish()
}

// mismatch returns an error if the export wrote more or fewer documents than there are.
func mismatch(written int64, result *driver.Exported, rows string) *driver.Error {
	if result.Most < 0 || written >= result.Least && written <= result.Most {
		return nil
	}
	expected := grouped(result.Least)
	if result.Most != result.Least {
		expected = "Between " + expected + " and " + grouped(result.Most)
	}
	return &driver.Error{
		Kind: driver.Engine, Code: driver.CodePartial, Sent: true,
		Message: expected + " " + rows + " were expected, " + grouped(written) + " were written.",
		Hint:    "Quarry deleted the file. Start the export again.",
	}
}

// end records how the export ended.
func (j *job) end(result *driver.Exported, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ended, j.shown.Slices = j.on.Now(), nil
	if result != nil {
		j.shown.Notices = append(slices.Clip(result.Notices), j.sink.notices()...)
	}
	var e *driver.Error
	switch {
	case err == nil:
		j.shown.State, j.shown.Digest = Done, j.sink.Digest()
		if j.source.Selected == nil { // the count at the beginning may differ from the one that the file was checked with
			j.shown.Total = max(0, result.Most)
		}
	case errors.As(err, &e) && e.Kind == driver.Cancelled:
		j.shown.State = Cancelled
	case e != nil:
		j.shown.State, j.shown.Err = Failed, e
	default:
		j.shown.State, j.shown.Err = Failed, &driver.Error{Kind: driver.Engine, Message: err.Error()}
	}
}

// lasting are the kinds of failures that would happen again on a second attempt.
var lasting = []driver.Kind{driver.Auth, driver.Invalid, driver.NotFound, driver.Unsupported, driver.Conflict}

// stopped adds to an error how many documents had been written.
func (j *job) stopped(err error) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		return err
	}
	p, stopped := j.progress(), *e
	stopped.Message = strings.TrimSuffix(stopped.Message, ".") + ". "
	switch {
	case p.Written == 0:
		stopped.Message += "Nothing was exported."
	case p.Total > 0:
		stopped.Message += "The export stopped after " + grouped(p.Written) + " of " + grouped(p.Total) + " " + j.noun + ", and Quarry deleted the file."
	default:
		stopped.Message += "The export stopped after " + grouped(p.Written) + " " + j.noun + ", and Quarry deleted the file."
	}
	if e.Code == driver.CodeExpired && j.sink.disk.filled.Load() {
		stopped.Hint = "The disk was full for too long. Free some space, then start the export again."
	}
	if stopped.Hint == "" && !slices.Contains(lasting, e.Kind) {
		stopped.Hint = "Start the export again."
	}
	return &stopped
}

// counted records how many documents there are, as the driver reports.
func (j *job) counted(_, total int64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.source.Selected != nil {
		total = j.source.Selected.count
	}
	j.shown.Total = total
}

// sliced records the progress of each slice, as the driver reports.
func (j *job) sliced(slices []driver.Portion) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.shown.Slices = slices
}

// wait waits until the next read can be sent, and shows the export as waiting.
func (j *job) wait(ctx context.Context, d time.Duration) {
	j.become(Waiting)
	defer j.become(Running)
	j.on.Wait(ctx, d)
}

func (j *job) become(s State) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.shown.State = s
}

func (j *job) over() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

func (j *job) progress() Progress {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.shown
	p.Written, p.Bytes, p.Plain = j.sink.Written(), j.sink.Bytes(), j.sink.Unpacked()
	if p.State == Running && j.sink.Stuck() {
		p.State = Full
	}
	until := j.ended
	if until.IsZero() {
		until = j.on.Now()
	}
	p.Elapsed = max(0, until.Sub(j.begun)) // a clock can be set back
	if p.Elapsed > 0 {
		p.Rate = int64(float64(p.Written) / p.Elapsed.Seconds())
	}
	if left := p.Total - p.Written; left > 0 && p.Written > 0 && j.ended.IsZero() {
		p.Left = time.Duration(float64(p.Elapsed) / float64(p.Written) * float64(left))
	}
	return p
}

// grouped formats a number with commas between thousands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
