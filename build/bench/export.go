package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"
	"golang.org/x/sync/errgroup"

	"quarry/backend/connection/session"
	"quarry/backend/work/export"
)

const (
	exportShards = 3
	exportRounds = 3
	exportWarmUp = 1
	rawSlices    = 4
)

// exported is an index to export.
type exported struct {
	name      string
	what      string
	documents int
	page      int // documents that make about 3.5 MB, as much as Quarry requests at once, but at most 10,000
}

// rate formats the number of documents exported per second.
func (x *exported) rate(d time.Duration) string {
	return fmt.Sprintf("%.0f docs/s", float64(x.documents)/d.Seconds())
}

// rates returns the result of comparing the times of two exports.
func (x *exported) rates(what string, measured, baseline time.Duration, budget float64) result {
	r := ratio(what, measured, baseline, budget)
	r.measured, r.baseline = x.rate(measured), x.rate(baseline)
	return r
}

// measureExport compares the export of an index with fetching the same documents page by page in a point in time and
// writing them to a file unchanged, which is as fast as the engine can be read one page at a time; an export in slices
// with one that reads one response after the other; and the command line with elasticdump.
func (b *bench) measureExport(ctx context.Context) ([]result, error) {
	large := &exported{"quarry-bench-export", "100,000 documents of 1 KB", 100_000, 3500}
	_, address, module, err := b.loaded(ctx, flatIndex(large.name, large.documents), exportShards)
	if err != nil {
		return nil, err
	}
	little := &exported{"quarry-bench-export-small", "300,000 documents of 200 bytes", 300_000, 10_000}
	engine, _, _, err := b.loaded(ctx, small(little.name, little.documents), exportShards)
	if err != nil {
		return nil, err
	}
	s, leave, err := openSession(ctx, module, address)
	if err != nil {
		return nil, err
	}
	defer leave()
	var results []result
	for _, x := range []*exported{large, little} {
		took, err := b.exportRates(ctx, engine, s, x)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.what, err)
		}
		results = append(results,
			x.rates("export of "+x.what+", against the same pages fetched raw", took["quarry"], took["raw"], 1.25),
			x.rates("the same in two slices of three shards, against one", took["2 slices"], took["quarry"], 0),
			x.rates("the same in four slices of three shards, against one", took["4 slices"], took["quarry"], 0),
			x.rates("the same in four slices, against the same pages fetched raw in four slices", took["4 slices"], took["raw slices"], 0),
		)
	}
	programs, err := b.exportPrograms(ctx, engine, address, large, little)
	return append(results, programs...), err
}

// exportRates measures exports inside this program, with the driver as shipped.
func (b *bench) exportRates(ctx context.Context, engine *engine, s *session.Session, x *exported) (map[string]time.Duration, error) {
	file := absolute(filepath.Join(b.folder, "export.jsonl"))
	defer os.Remove(file)
	sliced := func(n int) func() error {
		return func() error { return exportTo(ctx, s, x, file, n) }
	}
	return interleave(exportRounds, exportWarmUp,
		timed("raw", func() error { return rawExport(ctx, engine.url, x, file, 1) }),
		timed("raw slices", func() error { return rawExport(ctx, engine.url, x, file, rawSlices) }),
		timed("quarry", sliced(1)),
		timed("2 slices", sliced(2)),
		timed("4 slices", sliced(4)),
	)
}

// exportTo exports an index and returns when its file is complete.
func exportTo(ctx context.Context, s *session.Session, x *exported, file string, slices int) error {
	exports := export.New()
	id, err := exports.Start(ctx, s, export.Source{Object: x.name, Slices: slices}, export.Target{Path: file, Replace: true})
	if err != nil {
		return err
	}
	for {
		p, err := exports.Progress(id)
		switch {
		case err != nil:
			return err
		case p.State == export.Done && p.Written == int64(x.documents):
			return nil
		case p.State != export.Running && p.State != export.Waiting:
			return fmt.Errorf("the export ended as %s with %d documents: %w", p.State, p.Written, p.Err)
		}
		time.Sleep(look)
	}
}

func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// rawExport writes the responses to searches in a point in time to a file unchanged, in slices read in parallel. It
// parses only where the next page begins.
func rawExport(ctx context.Context, url string, x *exported, path string, slices int) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("export raw pages: %w", err)
	}
	defer file.Close()
	pit, err := asked(ctx, http.MethodPost, url+"/"+x.name+"/_pit?keep_alive=1m", "")
	if err != nil {
		return err
	}
	id := gjson.GetBytes(pit, "id").Raw
	defer func() { _, _ = asked(context.WithoutCancel(ctx), http.MethodDelete, url+"/_pit", `{"id":`+id+`}`) }()
	var all errgroup.Group
	var written atomic.Int64
	for slice := range slices {
		within := ""
		if slices > 1 {
			within = fmt.Sprintf(`,"slice":{"id":%d,"max":%d}`, slice, slices)
		}
		all.Go(func() error {
			for after := ""; ; {
				body := fmt.Sprintf(`{"size":%d,"track_total_hits":false,"sort":["_shard_doc"],"pit":{"id":%s,"keep_alive":"1m"}%s%s}`, x.page, id, within, after)
				page, err := asked(ctx, http.MethodPost, url+"/_search", body)
				if err != nil {
					return err
				}
				if _, err := file.Write(page); err != nil {
					return fmt.Errorf("export raw pages: %w", err)
				}
				n := bytes.Count(page, []byte(`"_source":`))
				written.Add(int64(n))
				if n < x.page {
					return nil
				}
				last := page[bytes.LastIndex(page, []byte(`"sort":`))+len(`"sort":`):]
				after = `,"search_after":` + string(last[:bytes.IndexByte(last, ']')+1])
			}
		})
	}
	if err := all.Wait(); err != nil {
		return err
	}
	if got := written.Load(); got != int64(x.documents) {
		return fmt.Errorf("export raw pages: %d documents in place of %d", got, x.documents)
	}
	return nil
}

// plainClient does not request compression, which on one machine costs the engine more time than it saves.
var plainClient = &http.Client{Transport: &http.Transport{DisableCompression: true}}

// asked sends a request directly to the engine and returns the response.
func asked(ctx context.Context, method, url, body string) ([]byte, error) {
	q, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, url, err)
	}
	q.Header.Set("Content-Type", "application/json")
	resp, err := plainClient.Do(q)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, url, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.200s", resp.StatusCode, text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, url, err)
	}
	return text, nil
}
