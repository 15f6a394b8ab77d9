package conformance

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// file replaces the file that an operation writes.
type file struct {
	mu    sync.Mutex
	lines []string
}

// Row implements [plugin.Sink].
func (f *file) Row(row rows.Entry, _ string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = append(f.lines, oneLine(string(row.Document)))
	return nil
}

// sorted returns the lines in sorted order.
func (f *file) sorted() []string {
	lines := slices.Clone(f.lines)
	slices.Sort(lines)
	return lines
}

// oneLine removes a document's line breaks, which only occur between its tokens.
func oneLine(text string) string { return strings.NewReplacer("\n", "", "\r", "").Replace(text) }

func exportCall(object string) call { return exportInSlices(object, 0) }

func exportInSlices(object string, n int) call {
	return call{op: driver.OpExport, args: &driver.ExportArgs{Object: object, Slices: n}, file: &file{}}
}

// inSlices returns the numbers of slices to try for exporting an object: 0, and more if the driver can read several in
// parallel.
func (c *connection) inSlices(t T, o Object) []int {
	t.Helper()
	most := c.view(t, o).set.Slices
	if most < 2 {
		return []int{0}
	}
	return []int{0, 2, most}
}

// keeps reports whether the host would give the exported file its final name.
func keeps(ran *outcome, f *file) bool {
	var result driver.Exported
	if ran.err != nil || wire.Decode(string(ran.result), &result) != nil {
		return false
	}
	n := int64(len(f.lines))
	return result.Most < 0 || n >= result.Least && n <= result.Most
}

// sources returns an object's documents as in an exported file, sorted.
func sources(t T, o Object) []string {
	t.Helper()
	documents, err := o.Documents(t.Context())
	require.NoError(t, err)
	lines := make([]string, 0, len(documents))
	for _, d := range documents {
		lines = append(lines, oneLine(d.Source))
	}
	slices.Sort(lines)
	return lines
}

// exportsWhole: an export writes every document of an object once, in the engine's own characters except for line
// breaks between tokens, announces the right number of documents and leaves nothing open.
func exportsWhole(t T, s *stand) {
	c := s.connect(t)
	if !c.has(t, driver.OpExport) {
		t.Skipf("this driver cannot export")
	}
	for _, o := range s.subject.Target.Objects {
		for _, n := range c.inSlices(t, o) {
			before := s.held(t)
			k := exportInSlices(o.Name, n)
			ran := c.run(t.Context(), k, nil)
			require.NoErrorf(t, ran.err, "%s", ran.log)
			require.Equalf(t, sources(t, o), k.file.sorted(), "%s in %d slices", o.Name, n)
			require.Truef(t, keeps(ran, k.file), "%s in %d slices: it expects another number of documents than it wrote", o.Name, n)
			require.Equalf(t, before, s.held(t), "%s: something stays open on the engine", o.Name)
		}
	}
}

// exportsFiltered: an export of a view filtered by "equals" writes each document that has the value, once, and no
// others.
func exportsFiltered(t T, s *stand) {
	c := s.connect(t)
	if !c.has(t, driver.OpExport) || !c.has(t, driver.OpFilter) {
		t.Skipf("this driver cannot export what a filter leaves")
	}
	checked := 0
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		documents := values(t, v)
		for _, column := range v.filterable() {
			for _, value := range telling(documents[column]) {
				filtered := c.filter(t, v, driver.Equals, column, value)
				if filtered == nil {
					break // columns of this type cannot be filtered
				}
				checked++
				k := exportCall(o.Name)
				k.args.(*driver.ExportArgs).View = filtered.set.View
				ran := c.run(t.Context(), k, nil)
				require.NoErrorf(t, ran.err, "%s", ran.log)
				what := o.Name + ", " + v.columns[column].Name + " equals " + value
				for _, line := range k.file.lines {
					root, err := readJSON(line)
					require.NoErrorf(t, err, "%s", what)
					one := held{}
					for _, n := range root.reach(v.places()[column]) {
						one.values = append(one.values, n.scalars()...)
					}
					require.NotEmptyf(t, matching([]held{one}, value), "%s: %s does not match", what, line)
				}
				require.Lenf(t, k.file.lines, len(matching(documents[column], value)), "%s", what)
			}
		}
	}
	if checked == 0 {
		t.Skipf("no object has a column that can be filtered by equals")
	}
}

// exportsAllOrNothing: whatever happens to a request of an export or to its response, either the export fails or its
// file is complete, and nothing stays open on the engine.
func exportsAllOrNothing(t T, s *stand) {
	c := s.connect(t)
	if !c.has(t, driver.OpExport) {
		t.Skipf("this driver cannot export")
	}
	o := s.subject.Target.Objects[0]
	tried := c.inSlices(t, o)
	want, before := sources(t, o), s.held(t)
	f := &faulty{subject: s.subject, next: s.engine(t)}
	c.wire.to(f)
	for _, n := range tried[:min(2, len(tried))] {
		for _, m := range mishaps(s.subject) {
			for at, happened := 0, true; happened; at++ {
				ctx, cancel := context.WithCancel(t.Context())
				f.begin(&ordeal{m, at}, cancel)
				k := exportInSlices(o.Name, n)
				ran := c.run(ctx, k, f.around)
				cancel()
				happened = f.happened()
				if keeps(ran, k.file) {
					require.Equalf(t, want, k.file.sorted(), "%s, %d slices: the export succeeds without all documents\n%s", ordeal{m, at}, n, ran.log)
				} else {
					require.Truef(t, happened, "it fails where nothing happened\n%s", ran.log)
				}
				f.giveUp(t)
				require.Equalf(t, before, s.held(t), "%s: something stays open on the engine\n%s", ordeal{m, at}, ran.log)
			}
		}
	}
}

// exportsOneMoment: if documents change while an export reads them in several slices, the slices show either all of the
// changes or none.
func exportsOneMoment(t T, s *stand) {
	c, w := s.connect(t), s.writable(t)
	if !c.has(t, driver.OpExport) {
		t.Skipf("this driver cannot export")
	}
	tried := c.inSlices(t, w.Object)
	if len(tried) == 1 {
		t.Skipf("this driver reads no slices")
	}
	documents, err := w.Object.Documents(t.Context())
	require.NoError(t, err)
	next := s.engine(t)
	for at, happened := 1, true; happened; at++ { // the first request opens what the others read
		before := sources(t, w.Object)
		var sent atomic.Int32
		change := sync.OnceValue(func() error {
			for _, d := range documents[:min(len(documents), changedAtOnce)] {
				if err := w.Change(t.Context(), d.Key); err != nil {
					return err
				}
			}
			_, err := w.Object.Documents(t.Context()) // reading makes the engine show the writes
			return err
		})
		c.wire.to(senderFunc(func(ctx context.Context, r *driver.Request) (*transport.Response, error) {
			if int(sent.Add(1)) > at {
				if err := change(); err != nil {
					return nil, err
				}
			}
			return wholly(ctx, next, r)
		}))
		k := exportInSlices(w.Object.Name, 2)
		ran := c.run(t.Context(), k, nil)
		happened = int(sent.Load()) > at
		require.NoErrorf(t, ran.err, "%s", ran.log)
		if !slices.Equal(k.file.sorted(), before) {
			require.Equalf(t, sources(t, w.Object), k.file.sorted(), "documents were changed before request %d: the slices are of different moments\n%s", at+1, ran.log)
		}
	}
}

// changedAtOnce is how many documents another client changes during an export.
const changedAtOnce = 8

// streamed sends a request whose response is read as it arrives.
func streamed(ctx context.Context, s plugin.RequestSender, r *driver.Request) (*transport.StreamResponse, error) {
	streamer, ok := s.(plugin.Streamer)
	if !ok {
		return nil, errNotSent
	}
	return streamer.Stream(ctx, r)
}

// wholly sends a request whose response could be streamed, and reads it to the end.
func wholly(ctx context.Context, s plugin.RequestSender, r *driver.Request) (*transport.Response, error) {
	response, err := streamed(ctx, s, r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return nil, err
	}
	return &transport.Response{Status: response.Status, Header: response.Header, Body: body}, nil
}

// asStream returns a whole response as a stream.
func asStream(response *transport.Response, err error) (*transport.StreamResponse, error) {
	if err != nil {
		return nil, err
	}
	return &transport.StreamResponse{Status: response.Status, Header: response.Header, Body: io.NopCloser(bytes.NewReader(response.Body))}, nil
}
