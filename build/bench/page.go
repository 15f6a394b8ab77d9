package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"quarry/backend/data/grid"
	"quarry/build/bench/hand"
)

const (
	pageRounds = 200
	pageWarmUp = 20
	shownCut   = 10_000 // code points of an array or object that a cell shows
)

// measurePage compares a page read through the shipped driver, the session, the client and the row kernel with the same
// page requested and encoded by hand, and with the natively linked driver. All use one engine on loopback that responds
// at once.
func (b *bench) measurePage(ctx context.Context) ([]result, error) {
	fields := flat()
	engine, err := startFake(mapping(fields), response(fields, pageRows))
	if err != nil {
		return nil, err
	}
	defer engine.close()
	module, err := moduleDriver(ctx, b.folder)
	if err != nil {
		return nil, err
	}
	native, err := nativeDriver()
	if err != nil {
		return nil, err
	}
	contenders := []contender{timed("hand", byHand(engine.address, fields))}
	for name, driver := range map[string]oneDriver{"module": module, "native": native} {
		view, leave, err := openView(ctx, driver, engine.address, "bench")
		if err != nil {
			return nil, err
		}
		defer leave()
		contenders = append(contenders, timed(name, func() error {
			page, err := readFirst(ctx, view, grid.Arrangement{})
			if err == nil && page.Rows != pageRows {
				err = fmt.Errorf("read a page of %d rows in place of %d", page.Rows, pageRows)
			}
			return err
		}))
	}
	took, err := interleave(pageRounds, pageWarmUp, contenders...)
	if err != nil {
		return nil, err
	}
	return []result{
		ratio("page of 1,000 x 1 KB, driver call to block, against by hand", took["module"], took["hand"], 1.4),
		ratio("the same, against the driver linked natively", took["module"], took["native"], 0),
	}, nil
}

// byHand requests the page and encodes it without driver, session or kernel, over a kept-alive connection.
func byHand(address string, fields []field) func() error {
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	encoder := hand.New(columns(fields), shownCut)
	return func() error {
		body := fmt.Sprintf(`{"from":0,"size":%d,"track_total_hits":false,"seq_no_primary_term":true}`, pageRows)
		resp, err := client.Post("http://"+address+"/bench/_search", "application/json", bytes.NewReader([]byte(body)))
		if err != nil {
			return fmt.Errorf("ask for the page by hand: %w", err)
		}
		defer resp.Body.Close()
		text := make([]byte, resp.ContentLength)
		if _, err := io.ReadFull(resp.Body, text); err != nil {
			return fmt.Errorf("read the page by hand: %w", err)
		}
		_, err = encoder.Block(text)
		return err
	}
}
