package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/tidwall/gjson"

	"quarry/backend/export"
)

const (
	exportIndex  = "quarry-bench-export"
	exportRows   = 60_000
	exportPage   = 3500 // documents that make about 3.5 MB, as much as Quarry requests at once
	exportRounds = 7
	exportWarmUp = 1
)

// measureExport compares the export of an index with fetching the same documents page by page in a point in time and
// writing them to a file unchanged, which is as fast as the engine can be read one page at a time.
func (b *bench) measureExport(ctx context.Context) ([]result, error) {
	engine, address, module, err := b.loaded(ctx, exportIndex, exportRows)
	if err != nil {
		return nil, err
	}
	s, leave, err := openSession(ctx, module, address)
	if err != nil {
		return nil, err
	}
	defer leave()
	exports, file := export.New(), filepath.Join(b.folder, "export.jsonl")
	defer os.Remove(file)
	took, err := interleave(exportRounds, exportWarmUp,
		timed("raw", func() error { return rawExport(ctx, engine.url, file) }),
		timed("quarry", func() error {
			id, err := exports.Start(ctx, s, export.Source{Object: exportIndex}, export.Target{Path: absolute(file), Replace: true})
			if err != nil {
				return err
			}
			for {
				p, err := exports.Progress(id)
				switch {
				case err != nil:
					return err
				case p.State == export.Done && p.Written == exportRows:
					return nil
				case p.State != export.Running && p.State != export.Waiting:
					return fmt.Errorf("the export ended as %s with %d documents: %w", p.State, p.Written, p.Err)
				}
				time.Sleep(look)
			}
		}),
	)
	if err != nil {
		return nil, err
	}
	rate := func(d time.Duration) string { return fmt.Sprintf("%.0f docs/s", exportRows/d.Seconds()) }
	r := ratio("export of 60,000 documents of 1 KB, against the same pages fetched raw", took["quarry"], took["raw"], 1.25)
	r.measured, r.baseline = rate(took["quarry"]), rate(took["raw"])
	return []result{r}, nil
}

func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// rawExport writes the responses to searches in a point in time to a file unchanged. It parses only where the next page
// begins.
func rawExport(ctx context.Context, url, path string) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("export raw pages: %w", err)
	}
	defer file.Close()
	pit, err := asked(ctx, http.MethodPost, url+"/"+exportIndex+"/_pit?keep_alive=1m", "")
	if err != nil {
		return err
	}
	id := gjson.GetBytes(pit, "id").Raw
	defer func() { _, _ = asked(context.WithoutCancel(ctx), http.MethodDelete, url+"/_pit", `{"id":`+id+`}`) }()
	after := ""
	for written := 0; ; {
		body := fmt.Sprintf(`{"size":%d,"track_total_hits":false,"sort":["_shard_doc"],"pit":{"id":%s,"keep_alive":"1m"}%s}`, exportPage, id, after)
		page, err := asked(ctx, http.MethodPost, url+"/_search", body)
		if err != nil {
			return err
		}
		if _, err := file.Write(page); err != nil {
			return fmt.Errorf("export raw pages: %w", err)
		}
		written += bytes.Count(page, []byte(`"_source":`))
		last := page[bytes.LastIndex(page, []byte(`"sort":`))+len(`"sort":`):]
		if written >= exportRows {
			return nil
		}
		after = `,"search_after":` + string(last[:bytes.IndexByte(last, ']')+1])
	}
}

// plainClient does not request compression, which on one machine costs the engine more time than it saves.
var plainClient = &http.Client{Transport: &http.Transport{DisableCompression: true}}

// asked sends a request directly to the engine and returns the response.
func asked(ctx context.Context, method, url, body string) ([]byte, error) {
	q, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte(body)))
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
