package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/work/edits"
	"quarry/drivers/driver"
)

const (
	saveIndex  = "quarry-bench-save"
	savedRows  = 500
	saveRounds = 15
	saveWarmUp = 3
	savedField = "keyword_00"
)

// saver saves edited rows in an index of a real engine.
type saver struct {
	url     string
	session *session.Session
	view    *grid.View
	plans   *edits.Plans
	round   int
	sending []time.Duration // times of Quarry's saves, after the plan
}

// measureSave compares saving 500 edited rows of a real engine, from the edited cells to the outcomes, with curl sending
// the same 500 requests in parallel. Quarry also reads the 500 documents to plan the requests, which curl does not.
func (b *bench) measureSave(ctx context.Context) ([]result, error) {
	engine, address, module, err := b.loaded(ctx, flatIndex(saveIndex, savedRows), 1)
	if err != nil {
		return nil, err
	}
	s := &saver{url: engine.url, plans: edits.New()}
	var leave func()
	if s.session, leave, err = openSession(ctx, module, address); err != nil {
		return nil, err
	}
	defer leave()
	if s.view, err = grid.NewViews().OpenSized(ctx, s.session, saveIndex, 1000); err != nil {
		return nil, fmt.Errorf("open %s: %w", saveIndex, err)
	}
	config := filepath.Join(b.folder, "save.curl")
	defer os.Remove(config)
	took, err := interleave(saveRounds, saveWarmUp,
		contender{"curl", func() (time.Duration, error) { return s.curl(ctx, config) }},
		contender{"quarry", func() (time.Duration, error) { return s.save(ctx) }},
	)
	if err != nil {
		return nil, err
	}
	return []result{
		ratio("500 edited rows saved, against the same requests by curl --parallel", took["quarry"], took["curl"], 3),
		ratio("the same without planning, against curl", median(s.sending[saveWarmUp:]), took["curl"], 0),
	}, nil
}

// save edits each row and saves it.
func (s *saver) save(ctx context.Context) (time.Duration, error) {
	edited, err := s.edit(ctx)
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	p, err := s.plan(ctx, edited)
	if err != nil {
		return 0, err
	}
	planned := time.Now()
	outcomes, err := s.plans.Send(ctx, p.ID, p.Digest)
	if err != nil {
		return 0, fmt.Errorf("save: %w", err)
	}
	took := time.Since(begun)
	s.sending = append(s.sending, time.Since(planned))
	for _, o := range outcomes {
		if o.Outcome != driver.OutcomeDone {
			return 0, fmt.Errorf("save row %d: %s: %w", o.Row, o.Outcome, o.Err)
		}
	}
	s.plans.Drop(ctx, p.ID)
	return took, nil
}

// curl edits each row and makes curl send the requests that Quarry would send.
func (s *saver) curl(ctx context.Context, config string) (time.Duration, error) {
	edited, err := s.edit(ctx)
	if err != nil {
		return 0, err
	}
	p, err := s.plan(ctx, edited)
	if err != nil {
		return 0, err
	}
	var text strings.Builder
	for i := range p.Requests {
		r := &p.Requests[i]
		body, err := s.plans.Document(p.ID, r.Body)
		if err != nil {
			return 0, fmt.Errorf("read a body: %w", err)
		}
		if i > 0 {
			text.WriteString("next\n")
		}
		fmt.Fprintf(&text, "url = %s\nrequest = %s\nfail\noutput = /dev/null\n", curlText(s.url+r.Request.Path+"?"+r.Request.Query), r.Request.Method)
		fmt.Fprintf(&text, "header = \"Content-Type: application/json\"\ndata-binary = %s\n", curlText(string(body)))
	}
	s.plans.Drop(ctx, p.ID)
	if err := os.WriteFile(config, []byte(text.String()), 0o600); err != nil {
		return 0, fmt.Errorf("write the requests for curl: %w", err)
	}
	begun := time.Now()
	err = run(ctx, nil, "curl", "--silent", "--show-error", "--parallel", "--fail-early", "--config", config)
	return time.Since(begun), err
}

// curlText quotes a text for curl's file of options.
func curlText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

func (s *saver) plan(ctx context.Context, edited []edits.Row) (*edits.Plan, error) {
	p, err := s.plans.Make(ctx, s.session, s.view, edited)
	if err == nil && len(p.Refusals) > 0 {
		err = p.Refusals[0].Err
	}
	if err != nil {
		return nil, fmt.Errorf("plan the save: %w", err)
	}
	return p, nil
}

// edit reads the current rows and returns each with a new value.
func (s *saver) edit(ctx context.Context) ([]edits.Row, error) {
	if _, err := asked(ctx, http.MethodPost, s.url+"/"+saveIndex+"/_refresh", ""); err != nil {
		return nil, err
	}
	read, err := readFirst(ctx, s.view, grid.Arrangement{})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", saveIndex, err)
	}
	page, err := rows.Decode(read.Block)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", saveIndex, err)
	}
	if page.Rows != savedRows {
		return nil, fmt.Errorf("read %s: %d rows", saveIndex, page.Rows)
	}
	s.round++
	list := make([]edits.Row, page.Rows)
	for r := range list {
		list[r] = edits.Row{
			Key: hidden(page, r, "#index", "#id"), Base: hidden(page, r, "#seq", "#term", "#hash"),
			Cells: []edits.Cell{{Column: savedField, Text: fmt.Sprintf("saved %d", s.round)}},
		}
	}
	return list, nil
}

// hidden returns hidden values of a row.
func hidden(page *rows.Page, row int, names ...string) []driver.Text {
	var list []driver.Text
	for _, name := range names {
		_, text := page.Cell(row, page.Column(name))
		list = append(list, driver.Text{Key: name, Value: text})
	}
	return list
}
