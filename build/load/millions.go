package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"quarry/backend/data/rows"
	"quarry/build/load/generated"
)

const (
	documents   = generated.Documents(10_000_000)
	near        = time.Second      // for the first page
	distant     = 10 * time.Second // for a far one; the generator looks at millions of documents for it
	flat        = 100 << 20        // additional bytes that reading or exporting may take
	exportLimit = 30 * time.Minute
	poll        = 250 * time.Millisecond
)

// measureMillions browses, filters and exports an index of 10 million documents and compares everything with the
// documents' formulas.
func (l *load) measureMillions(ctx context.Context) error {
	engine, err := generated.New(documents)
	if err != nil {
		return err
	}
	return l.served(ctx, engine, func(h *host, session, _ string) error {
		m := &millions{load: l, host: h, session: session}
		if err := m.flatly("10 million documents, browsed and filtered: memory", func() error { return m.browse(ctx) }); err != nil {
			return err
		}
		l.add(exact("10 million documents: points in time left open", engine.Points(), 0))
		if err := m.flatly("10 million documents, exported: memory", func() error { return m.export(ctx) }); err != nil {
			return err
		}
		l.add(exact("10 million documents, exported: points in time left open", engine.Points(), 0))
		return l.disconnect(ctx, h, session, "10 million documents")
	})
}

// served serves an engine, and opens a connection to it in a separate application.
func (l *load) served(ctx context.Context, engine http.Handler, use func(h *host, session, address string) error) error {
	address, stop, err := serve(engine)
	if err != nil {
		return err
	}
	defer stop()
	h, err := l.host(ctx)
	if err != nil {
		return err
	}
	defer h.stop()
	session, err := h.warmed(ctx, address)
	if err != nil {
		return err
	}
	return use(h, session, address)
}

// serve serves an engine on a free loopback port.
func serve(engine http.Handler) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("serve an engine: %w", err)
	}
	server := &http.Server{Handler: engine, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends when it is closed
	return listener.Addr().String(), func() { _ = server.Close() }, nil
}

// millions is the generated index, opened.
type millions struct {
	*load
	host    *host
	session string
	view    view
}

// flatly runs a part and measures the application's memory before, at its highest and after it.
func (m *millions) flatly(what string, part func() error) error {
	return m.measured(m.host, what, flat, part)
}

// measured runs something and measures the application's memory before, at its highest and after it. room is how much
// the highest may be above the beginning.
func (l *load) measured(h *host, what string, room int64, part func() error) error {
	if err := h.forgetPeak(); err != nil {
		return err
	}
	before, err := h.peak()
	if err != nil {
		return err
	}
	failed := part()
	most, err := h.peak()
	if err != nil {
		return errors.Join(failed, err)
	}
	if err := h.forgetPeak(); err != nil {
		return errors.Join(failed, err)
	}
	after, err := h.peak()
	l.add(result{
		what: what, before: megabytes(before), most: megabytes(most), measured: megabytes(after),
		limit: "most <= before + " + megabytes(room), wrong: most-before > room,
	})
	return errors.Join(failed, err)
}

// far returns the pages to look at in every order: the first one, that of row 5,000,000 and the last one.
func (m *millions) far(all int64) []int {
	size := int64(m.view.PageSize)
	return []int{0, int(all / 2 / size), int((all - 1) / size)}
}

func (m *millions) browse(ctx context.Context) error {
	started := time.Now()
	var err error
	if m.view, err = m.host.open(ctx, m.session, generated.Name); err != nil {
		return err
	}
	if _, _, err := m.host.read(ctx, m.view, 0); err != nil {
		return err
	}
	m.add(timed("10 million documents: opened, first page", time.Since(started), near))
	all := int64(documents)
	for _, o := range []struct {
		name string
		sort []object
		doc  func(row int64) int64
	}{
		{"as they are stored", []object{}, func(row int64) int64 { return row }},
		{"sorted by rank", []object{{"column": "rank", "desc": false}}, documents.Ranked},
		{"sorted by rank, descending", []object{{"column": "rank", "desc": true}}, func(row int64) int64 { return documents.Ranked(all - 1 - row) }},
		{"sorted by group", []object{{"column": "group", "desc": false}}, byGroup},
	} {
		if err := m.host.call(ctx, "Grid.Arrange", object{"view": m.view.ID, "sort": o.sort}, &m.view); err != nil {
			return err
		}
		for _, number := range m.far(all) {
			if err := m.compare(ctx, o.name, number, all, o.doc); err != nil {
				return err
			}
		}
	}
	if err := m.filters(ctx); err != nil {
		return err
	}
	return m.host.call(ctx, "Grid.Close", object{"view": m.view.ID}, nil)
}

// byGroup returns the document at a row in the order by group and number, by counting the groups before it.
func byGroup(row int64) int64 {
	for group := int64(0); ; group++ {
		n := (int64(documents) - group + groups - 1) / groups
		if row < n {
			return group + row*groups
		}
		row -= n
	}
}

const groups = 97 // a document's group is the remainder of its number

// filters applies filters and compares the rows and the count with those of the formulas.
func (m *millions) filters(ctx context.Context) error {
	all := int64(documents)
	for _, f := range []struct {
		name  string
		rows  []object
		count int64
		doc   func(row int64) int64
	}{
		{"group equals 7", []object{filterRow("group", "equals", "7")}, (all - 7 + groups - 1) / groups, func(row int64) int64 { return 7 + row*groups }},
		{"number between 2,500,000 and 7,499,999", []object{filterRow("number", "between", "2500000", "7499999")}, all / 2, func(row int64) int64 { return 2_500_000 + row }},
		{
			"group equals 7 and number is less than 1,000,000",
			[]object{filterRow("group", "equals", "7"), filterRow("number", "less than", "1000000")},
			(1_000_000 - 7 + groups - 1) / groups, func(row int64) int64 { return 7 + row*groups },
		},
	} {
		var filtered struct {
			Generation int
			Refusals   []struct{ Message string }
		}
		started := time.Now()
		if err := m.host.call(ctx, "Grid.Arrange", object{"view": m.view.ID, "filter": object{"rows": f.rows}}, &filtered); err != nil {
			return err
		}
		if len(filtered.Refusals) > 0 {
			return errors.New(filtered.Refusals[0].Message)
		}
		m.view.Generation = filtered.Generation
		var counted struct{ Count string }
		if err := m.host.call(ctx, "Grid.Count", object{"view": m.view.ID, "generation": m.view.Generation}, &counted); err != nil {
			return err
		}
		m.add(exact("10 million documents, "+f.name+": count", counted.Count, strconv.FormatInt(f.count, 10)))
		m.add(timed("10 million documents, "+f.name+": filtered and counted", time.Since(started), distant))
		for _, number := range m.far(f.count) {
			if err := m.compare(ctx, f.name, number, f.count, f.doc); err != nil {
				return err
			}
		}
	}
	return nil
}

func filterRow(column, operator string, values ...string) object {
	return object{"column": column, "operator": operator, "values": values}
}

// compare reads a page and compares each of its cells with the document that should be there.
func (m *millions) compare(ctx context.Context, order string, number int, all int64, doc func(row int64) int64) error {
	started := time.Now()
	parts, told, err := m.host.read(ctx, m.view, number)
	if err != nil {
		return fmt.Errorf("%s, page %d: %w", order, number, err)
	}
	took, wrong := time.Since(started), 0
	row := int64(number) * int64(m.view.PageSize)
	for _, part := range parts {
		for n := range part.Rows {
			if !slices.Equal(cells(part, n), expected(doc(row))) {
				wrong++
			}
			row++
		}
	}
	want := min(int64(m.view.PageSize), all-int64(number)*int64(m.view.PageSize))
	what := fmt.Sprintf("10 million documents, %s: row %d", order, number*m.view.PageSize+1)
	limit := distant
	if number == 0 {
		limit = near
	}
	m.add(timed(what, took, limit))
	if wrong > 0 || int64(told.Rows) != want {
		m.add(exact(what+": rows as they should be", told.Rows-wrong, want))
	}
	return nil
}

var shown = []string{"#id", "number", "rank", "group", "kind", "at", "name"}

func cells(page *rows.Page, row int) []string {
	list := make([]string, len(shown))
	for i, name := range shown {
		_, list[i] = page.Cell(row, page.Column(name))
	}
	return list
}

func expected(n int64) []string {
	return []string{
		documents.ID(n), strconv.FormatInt(n, 10), strconv.FormatInt(documents.Rank(n), 10), strconv.FormatInt(n%groups, 10),
		"kind " + strconv.FormatInt(documents.Kind(n), 10), documents.At(n).Format("2006-01-02T15:04:05.000Z"), "Document no. " + strconv.FormatInt(n, 10),
	}
}

// export writes all documents to a file and compares each line with its document.
func (m *millions) export(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "quarry-load-")
	if err != nil {
		return fmt.Errorf("make a folder for the export: %w", err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "export.jsonl")
	started := time.Now()
	var export struct{ ID string }
	request := object{"view": "", "session": m.session, "object": generated.Name, "path": path, "options": object{}}
	if err := m.host.call(ctx, "Exports.Start", request, &export); err != nil {
		return err
	}
	limit, cancel := context.WithTimeout(ctx, exportLimit)
	defer cancel()
	var at struct{ State, Written, Total string }
	for at.State != "done" {
		if !pause(limit, poll) {
			return fmt.Errorf("export: %s after %s documents: %w", at.State, at.Written, limit.Err())
		}
		if err := m.host.call(ctx, "Exports.Progress", object{"id": export.ID}, &at); err != nil {
			return err
		}
		if at.State == "failed" || at.State == "cancelled" {
			return fmt.Errorf("the export ended as %s after %s documents", at.State, at.Written)
		}
	}
	took := time.Since(started)
	m.add(result{what: "10 million documents, exported", measured: fmt.Sprintf("%.0f s, %.0f docs/s", took.Seconds(), float64(documents)/took.Seconds())})
	right, lines, err := compareLines(path)
	if err != nil {
		return err
	}
	m.add(
		exact("10 million documents, exported: as the application counted", at.Written, int64(documents)),
		exact("10 million documents, exported: lines of the file", lines, int64(documents)),
		exact("10 million documents, exported: lines that are the document", right, int64(documents)),
	)
	return nil
}

// compareLines counts a file's lines and those that equal the document with their number.
func compareLines(path string) (right, lines int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, fmt.Errorf("read the export: %w", err)
	}
	defer file.Close()
	in := bufio.NewScanner(bufio.NewReaderSize(file, 1<<20))
	for in.Scan() {
		if string(in.Bytes()) == documents.Source(lines) {
			right++
		}
		lines++
	}
	return right, lines, in.Err()
}
