package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"quarry/backend/data/grid"
)

const (
	curlRounds = 60
	curlWarmUp = 15
)

// measureCurl compares a page from a real engine, from the call to the block, with curl sending the same request and
// discarding the response. Both send it twice and only the second time counts, so that curl's start and connection are
// left out and both find the engine equally warm. curl's time is the one that it reports.
func (b *bench) measureCurl(ctx context.Context) ([]result, error) {
	engine, err := b.real(ctx)
	if err != nil {
		return nil, err
	}
	address, err := addressOf(engine.url)
	if err != nil {
		return nil, err
	}
	module, err := moduleDriver(ctx, b.folder)
	if err != nil {
		return nil, err
	}
	asked, err := pageRequest(ctx, module)
	if err != nil {
		return nil, err
	}
	view, leave, err := openView(ctx, module, address, storedIndex)
	if err != nil {
		return nil, err
	}
	defer leave()
	url := engine.url + strings.Replace(asked.uri, "/bench/", "/"+storedIndex+"/", 1)
	took, err := interleave(curlRounds, curlWarmUp,
		contender{"curl", func() (time.Duration, error) { return curl(ctx, url, asked.body) }},
		contender{"quarry", func() (time.Duration, error) {
			return second(func() error { return discard(readFirst(ctx, view, grid.Arrangement{})) })
		}},
	)
	if err != nil {
		return nil, err
	}
	return []result{ratio("page of a real engine, end to end, against curl", took["quarry"], took["curl"], 1.5)}, nil
}

// second returns the duration of the second of two calls.
func second(call func() error) (time.Duration, error) {
	if err := call(); err != nil {
		return 0, err
	}
	begun := time.Now()
	err := call()
	return time.Since(begun), err
}

// discard returns the error of a call whose result is not needed.
func discard[T any](_ T, err error) error { return err }

// pageRequest returns the request that the driver sends for a page.
func pageRequest(ctx context.Context, d oneDriver) (search, error) {
	fields := flat()
	fake, err := startFake(mapping(fields), response(fields, 1))
	if err != nil {
		return search{}, err
	}
	defer fake.close()
	view, leave, err := openView(ctx, d, fake.address, "bench")
	if err != nil {
		return search{}, err
	}
	defer leave()
	if _, err := readFirst(ctx, view, grid.Arrangement{}); err != nil {
		return search{}, err
	}
	return fake.asked(), nil
}

// curl returns the duration of the second of two equal requests, with these headers.
func curl(ctx context.Context, url, body string, headers ...string) (time.Duration, error) {
	one := []string{"--silent", "--fail", "--output", "/dev/null", "--write-out", "%{time_total}\n",
		"--header", "Content-Type: application/json", "--data-binary", body, url}
	for _, header := range headers {
		one = append(one, "--header", header)
	}
	output, err := exec.CommandContext(ctx, "curl", append(append(one, "--next"), one...)...).Output()
	if err != nil {
		return 0, fmt.Errorf("run curl: %w", err)
	}
	lines := strings.Fields(string(output))
	seconds, err := strconv.ParseFloat(lines[len(lines)-1], 64)
	if err != nil {
		return 0, fmt.Errorf("read what curl said: %w", err)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}
