package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"quarry/backend/data/rows"
	"quarry/backend/sample"
	"quarry/build/load/generated"
)

const (
	largeText      = 20 << 20
	largeList      = 30 << 20
	cutAt          = 10_000 // characters of an array in a cell
	responseHits   = 1_600_000
	responseAtMost = 10 * time.Second
	responsePart   = 4 << 20 // bytes that the page reads at once
)

// measureDocument shows a document of 50 MB in a page, and loads its values and the whole document.
func (l *load) measureDocument(ctx context.Context) error {
	text := strings.Repeat("words of a long text é ", largeText/24)
	var list strings.Builder
	for n := 0; list.Len() < largeList; n++ {
		fmt.Fprintf(&list, `,{"no":9007199254740993.%d0,"title":"chapter %d"}`, n, n)
	}
	source := `{"text":"` + text + `","chapters":[` + list.String()[1:] + `]}`
	index := sample.Index{
		Name: "large", Mapping: []byte(`{"properties":{"chapters":{"type":"object","enabled":false},"text":{"type":"keyword","index":false,"doc_values":false}}}`),
		Docs: []sample.Doc{{ID: "large", Source: []byte(source)}},
	}
	for n := range 20 {
		index.Docs = append(index.Docs, sample.Doc{ID: strconv.Itoa(n), Source: fmt.Appendf(nil, `{"text":"small %d"}`, n)})
	}
	return l.sampled(ctx, "a document of 50 MB", []sample.Index{index}, func(h *host, session string) error {
		const what = "a document of 50 MB"
		v, err := h.open(ctx, session, "large")
		if err != nil {
			return err
		}
		err = l.measured(h, what+", in a page: memory", 256<<20, func() error { return l.cut(ctx, h, what, v) })
		if err != nil {
			return err
		}
		for _, value := range []struct{ name, column, text string }{{"its text", "text", text}, {"its array", "chapters", "[" + list.String()[1:] + "]"}, {"all of it", "", source}} {
			part := what + ", " + value.name + " whole"
			err := l.measured(h, part+": memory", 256<<20, func() error {
				started := time.Now()
				whole, err := h.data(ctx, "value", url.Values{"view": {v.ID}, "column": {value.column}, "#id": {"large"}, "#index": {"large"}}, nil)
				l.add(timed(part, time.Since(started), widest), exact(part+": as it was stored", string(whole) == value.text, true))
				return err
			})
			if err != nil {
				return err
			}
		}
		return h.call(ctx, "Grid.Close", object{"view": v.ID}, nil)
	})
}

// cut reads the page with the document, whose values are cut.
func (l *load) cut(ctx context.Context, h *host, what string, v view) error {
	started := time.Now()
	parts, told, err := h.read(ctx, v, 0)
	if err != nil {
		return err
	}
	l.add(timed(what+", first page", time.Since(started), widest), exact(what+": rows", told.Rows, 21))
	chapters, text := "", ""
	for _, part := range parts {
		for row := range part.Rows {
			if _, id := part.Cell(row, part.Column("#id")); id == "large" {
				_, chapters = part.Cell(row, part.Column("chapters"))
				_, text = part.Cell(row, part.Column("text"))
			}
		}
	}
	l.add(
		exact(what+": characters of its array in the cell", len([]rune(strings.TrimSuffix(chapters, "..."))), cutAt),
		exact(what+": bytes of its text in the cell", len(text), largeText/24*24),
	)
	return nil
}

// measureResponse sends a search from the console whose response has 300 MB, shows it by ranges and as rows, and saves
// the whole response.
func (l *load) measureResponse(ctx context.Context) error {
	engine, err := generated.New(documents)
	if err != nil {
		return err
	}
	return l.served(ctx, engine, func(h *host, session, address string) error {
		return (&response{load: l, host: h, session: session, address: address}).measure(ctx)
	})
}

// response is a long response in a console.
type response struct {
	*load
	host             *host
	session, address string

	what string
	size int64
	sum  string
	id   string
}

// measure receives the response, reads it in ranges and in rows, saves it, and drops it.
func (r *response) measure(ctx context.Context) error {
	if err := r.expect(ctx); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		run  func(context.Context) error
	}{{"sent and received", r.send}, {"in ranges", r.ranges}, {"in rows", r.rows}, {"saved", r.save}} {
		if err := r.measured(r.host, r.what+", "+part.name+": memory", 128<<20, func() error { return part.run(ctx) }); err != nil {
			return err
		}
	}
	if err := r.host.call(ctx, "Console.Drop", object{"session": r.session, "tab": "load", "responses": []string{r.id}}, nil); err != nil {
		return err
	}
	r.add(exact(r.what+": temporary files left when it is closed", r.host.temporary(), 0))
	return r.disconnect(ctx, r.host, r.session, r.what)
}

func (r *response) text() string { return fmt.Sprintf(`{"size":%d}`, responseHits) }

// expect fetches the same response directly.
func (r *response) expect(ctx context.Context) error {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.address+"/"+generated.Name+"/_search", strings.NewReader(r.text()))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(q)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	sum := sha256.New()
	if r.size, err = io.Copy(sum, resp.Body); err != nil {
		return err
	}
	r.sum, r.what = sumOf(sum), fmt.Sprintf("a response of %d MB", r.size>>20)
	return nil
}

func sumOf(h hash.Hash) string { return fmt.Sprintf("%.16x", h.Sum(nil)) }

// send sends the search, as typed.
func (r *response) send(ctx context.Context) error {
	var response struct{ ID, Size, Count string }
	started := time.Now()
	text := "POST /" + generated.Name + "/_search\n" + r.text()
	if err := r.host.call(ctx, "Console.Send", object{"session": r.session, "tab": "load", "text": text}, &response); err != nil {
		return err
	}
	r.id = response.ID
	r.add(timed(r.what+", sent and received", time.Since(started), responseAtMost), exact(r.what+": size", response.Size, r.size))
	return nil
}

// ranges reads the whole response like the page, one range after the other.
func (r *response) ranges(ctx context.Context) error {
	sum, slowest := sha256.New(), time.Duration(0)
	for from := int64(0); from < r.size; from += responsePart {
		started := time.Now()
		query := url.Values{"session": {r.session}, "response": {r.id}, "from": {fmt.Sprint(from)}, "size": {fmt.Sprint(responsePart)}}
		part, err := r.host.data(ctx, "response", query, nil)
		if err != nil {
			return err
		}
		slowest = max(slowest, time.Since(started))
		_, _ = sum.Write(part)
	}
	r.add(timed(r.what+": the slowest range of 4 MB", slowest, near), exact(r.what+": all ranges together", sumOf(sum), r.sum))
	return nil
}

// rows reads its rows in blocks, to the last one.
func (r *response) rows(ctx context.Context) error {
	started, found := time.Now(), 0
	for block := 0; ; block++ {
		var about struct {
			Rows, Per int
			Done      bool
		}
		query := url.Values{"session": {r.session}, "response": {r.id}, "block": {fmt.Sprint(block)}}
		data, err := r.host.data(ctx, "rows", query, &about)
		if err != nil {
			return err
		}
		page, err := rows.Decode(data)
		if err != nil {
			return err
		}
		if block == 0 {
			r.add(timed(r.what+": first rows", time.Since(started), near))
		}
		if found += page.Rows; page.Rows == 0 || about.Done && found >= about.Rows {
			break
		}
	}
	r.add(timed(r.what+": all rows, in blocks", time.Since(started), time.Minute), exact(r.what+": rows", found, responseHits))
	return nil
}

// save saves the whole response.
func (r *response) save(ctx context.Context) error {
	path := filepath.Join(r.host.folder, "response.json")
	defer os.Remove(path)
	started := time.Now()
	if err := r.host.call(ctx, "Console.Save", object{"session": r.session, "tab": "load", "response": r.id, "path": path, "replace": false}, nil); err != nil {
		return err
	}
	r.add(timed(r.what+", saved whole", time.Since(started), responseAtMost))
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	r.add(exact(r.what+": the file", sumOf(sum), r.sum))
	return err
}
