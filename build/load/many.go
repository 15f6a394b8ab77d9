package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quarry/backend/data/rows"
	"quarry/backend/sample"
	"quarry/backend/sample/elasticsearch"
)

const (
	manyIndices = 5_000
	manyFields  = 10_000
	wideRows    = 300
	wideFilled  = 40 // fields of a wide document that have a value
	listing     = 2 * time.Second
	widest      = 5 * time.Second // for anything with 10,000 columns
	held        = 16 << 20        // bytes of heap that may remain when all connections are closed
)

// sampled serves indices from a sample engine, and opens a connection to it in a separate application.
func (l *load) sampled(ctx context.Context, what string, data []sample.Index, use func(h *host, session string) error) error {
	engine, err := elasticsearch.New(elasticsearch.Options{Data: data})
	if err != nil {
		return err
	}
	return l.served(ctx, engine, func(h *host, session, _ string) error {
		if err := use(h, session); err != nil {
			return err
		}
		return l.disconnect(ctx, h, session, what)
	})
}

// disconnect closes the only connection and measures what the application still holds.
func (l *load) disconnect(ctx context.Context, h *host, session, what string) error {
	if err := h.call(ctx, "Connections.Close", object{"session": session}, nil); err != nil {
		return err
	}
	h.client.CloseIdleConnections()
	pause(ctx, settle)
	now, err := h.usage(ctx)
	l.add(result{
		what: what + ", disconnected: heap after a collection", before: megabytes(h.empty.heap), measured: megabytes(now.heap),
		limit: "<= before + " + megabytes(held), wrong: now.heap > h.empty.heap+held,
	})
	return err
}

// measureIndices lists 5,000 indices, counts their documents and opens one of them.
func (l *load) measureIndices(ctx context.Context) error {
	var data []sample.Index
	for n := range manyIndices {
		index := sample.Index{Name: fmt.Sprintf("index-%05d", n), Mapping: []byte(`{"properties":{"number":{"type":"long"}}}`)}
		for doc := range n % 4 {
			index.Docs = append(index.Docs, sample.Doc{ID: strconv.Itoa(doc), Source: fmt.Appendf(nil, `{"number":%d}`, n)})
		}
		data = append(data, index)
	}
	return l.sampled(ctx, "5,000 indices", data, func(h *host, session string) error {
		return l.measured(h, "5,000 indices: memory", 64<<20, func() error { return l.list(ctx, h, session) })
	})
}

func (l *load) list(ctx context.Context, h *host, session string) error {
	var listed struct{ Objects []struct{ Name string } }
	started := time.Now()
	if err := h.call(ctx, "Grid.Objects", object{"session": session, "also": false}, &listed); err != nil {
		return err
	}
	l.add(timed("5,000 indices: listed", time.Since(started), listing), exact("5,000 indices: in the list", len(listed.Objects), manyIndices))
	var names []string
	for _, o := range listed.Objects {
		names = append(names, o.Name)
	}
	var counted struct {
		Counts []struct{ Name, Count string }
	}
	started = time.Now()
	if err := h.call(ctx, "Grid.Counts", object{"session": session, "names": names}, &counted); err != nil {
		return err
	}
	right := 0
	for n, c := range counted.Counts {
		if c.Name == fmt.Sprintf("index-%05d", n) && c.Count == strconv.Itoa(n%4) {
			right++
		}
	}
	l.add(timed("5,000 indices: all of them counted, for their order by documents", time.Since(started), 2*widest), exact("5,000 indices: counted right", right, manyIndices))
	started = time.Now()
	v, err := h.open(ctx, session, "index-04999")
	if err != nil {
		return err
	}
	_, page, err := h.read(ctx, v, 0)
	if err != nil {
		return err
	}
	l.add(timed("5,000 indices: the last one opened, first page", time.Since(started), near), exact("5,000 indices: rows of the last one", page.Rows, 4999%4))
	return nil
}

// wideName returns the path of a field: fields are in a hundred objects.
func wideName(n int) string { return fmt.Sprintf("part_%02d.field_%04d", n/(manyFields/100), n) }

// measureFields opens an index with 10,000 fields, and reads its rows and structure.
func (l *load) measureFields(ctx context.Context) error {
	var mapping strings.Builder
	for n := range manyFields {
		switch {
		case n == 0:
			mapping.WriteString(`{"properties":{"part_00":{"properties":{`)
		case n%(manyFields/100) == 0:
			fmt.Fprintf(&mapping, `}},"part_%02d":{"properties":{`, n/(manyFields/100))
		default:
			mapping.WriteByte(',')
		}
		fmt.Fprintf(&mapping, `"field_%04d":{"type":"keyword"}`, n)
	}
	mapping.WriteString(`}}}}`)
	index := sample.Index{Name: "wide", Mapping: []byte(mapping.String())}
	for n := range wideRows {
		var values []string
		for v := range wideFilled {
			f := wideField(n, v)
			values = append(values, fmt.Sprintf(`"part_%02d":{"field_%04d":"value %d of %d"}`, f/(manyFields/100), f, v, n))
		}
		index.Docs = append(index.Docs, sample.Doc{ID: fmt.Sprintf("wide-%04d", n), Source: []byte("{" + strings.Join(values, ",") + "}")})
	}
	return l.sampled(ctx, "10,000 fields", []sample.Index{index}, func(h *host, session string) error {
		return l.measured(h, "10,000 fields: memory", 256<<20, func() error { return l.wide(ctx, h, session) })
	})
}

// wideField returns which field a document's value belongs to; no two are in the same object.
func wideField(doc, value int) int {
	return (value*2*manyFields/100 + doc*7%(manyFields/100)) % manyFields
}

func (l *load) wide(ctx context.Context, h *host, session string) error {
	started := time.Now()
	v, err := h.open(ctx, session, "wide")
	if err != nil {
		return err
	}
	opened := time.Since(started)
	parts, told, err := h.read(ctx, v, 0)
	if err != nil {
		return err
	}
	l.add(
		timed("10,000 fields: opened", opened, widest), timed("10,000 fields: opened, first page", time.Since(started), widest),
		exact("10,000 fields: rows", told.Rows, wideRows),
	)
	columns := 0
	for _, c := range v.Columns {
		if strings.HasPrefix(c.Name, "part_") {
			columns++
		}
	}
	l.add(exact("10,000 fields: columns", columns, manyFields), exact("10,000 fields: values that are wrong", wrongCells(parts), 0))
	started = time.Now()
	var about struct {
		Facts []struct{ Label, Value string }
	}
	block, err := h.data(ctx, "structure", url.Values{"session": {session}, "object": {"wide"}}, &about)
	if err != nil {
		return err
	}
	fields, err := rows.Decode(block)
	if err != nil {
		return err
	}
	l.add(timed("10,000 fields: structure", time.Since(started), widest), exact("10,000 fields: fields of the structure", structured(fields), manyFields))
	started = time.Now()
	again := rowsTab{host: h, session: session, index: "wide", view: v}
	err = again.refresh(ctx)
	l.add(timed("10,000 fields: refreshed", time.Since(started), widest))
	return errors.Join(err, again.close(ctx))
}

// wrongCells counts the cells in all wide rows that differ from what was stored.
func wrongCells(parts []*rows.Page) int {
	wrong, doc := 0, 0
	for _, part := range parts {
		for row := range part.Rows {
			values := map[string]string{}
			for v := range wideFilled {
				values[wideName(wideField(doc, v))] = fmt.Sprintf("value %d of %d", v, doc)
			}
			for c, name := range part.Names {
				if _, text := part.Cell(row, c); strings.HasPrefix(name, "part_") && text != values[name] {
					wrong++
				}
			}
			doc++
		}
	}
	return wrong
}

// structured counts the rows of a structure that are fields of the wide index.
func structured(page *rows.Page) int {
	wanted := map[string]bool{}
	for n := range manyFields {
		wanted[wideName(n)] = true
	}
	for row := range page.Rows {
		_, name := page.Cell(row, 0)
		delete(wanted, name)
	}
	return manyFields - len(wanted)
}
