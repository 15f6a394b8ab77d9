package elastictest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

// Good begins a response to which all shards contributed.
const Good = `"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}`

// Hits responds to a search with rows whose sort arrays contain their numbers.
func Hits(from, n int) script.Response {
	var list []string
	for row := from; row < from+n; row++ {
		list = append(list, fmt.Sprintf(`{"_index":"books","_id":"%d","_source":{},"sort":[%d]}`, row, row))
	}
	return script.JSON(200, `{"pit_id":"newer",`+Good+`,"hits":{"hits":[`+strings.Join(list, ",")+`]}}`)
}

// PlainHits are hits outside a point in time.
func PlainHits(from, n int) script.Response {
	a := Hits(from, n)
	a.Body = strings.Replace(a.Body, `"pit_id":"newer",`, "", 1)
	return a
}

// Conversation returns a host that gives these responses in order; an extra request fails the test.
func Conversation(t *testing.T, version string, responses ...script.Response) *script.Host {
	t.Helper()
	h := Opened(t, version, nil)
	if version == "" {
		h.Session = nil
	}
	h.Plan = &driver.RowsPlan{At: "hits.hits", Last: "sort", Hidden: []driver.Hidden{
		{Name: "#index", At: "_index", Role: driver.RolePlace}, {Name: "#id", At: "_id", Role: driver.RoleKey}, {Name: "#routing", At: "_routing", Role: driver.RoleRouting},
	}}
	h.Respond = func(r driver.Request) script.Response {
		require.NotEmpty(t, responses, "%s %s", r.Method, r.Path)
		next := responses[0]
		responses = responses[1:]
		return next
	}
	return h
}

// ReadPage reads rows of "i" from a row on, with the view's previous state.
func ReadPage(h *script.Host, from int64, size int, state []byte, sort ...driver.SortKey) (*driver.PageResult, error) {
	h.Sent = nil
	var page driver.PageResult
	err := Run(h, driver.OpPage, &driver.PageArgs{Object: "books", From: from, Size: size, State: state, Sort: sort}, &page)
	return &page, err
}

// Point is the response to opening a point in time.
var Point = script.JSON(200, `{"id":"first"}`)

// SearchOf returns the body of the search for the first page of a view.
func SearchOf(t *testing.T, h *script.Host, set *driver.ColumnSet) string {
	t.Helper()
	reader := &script.Host{Session: h.Session, Plan: &set.Plan, Respond: func(driver.Request) script.Response {
		return script.JSON(200, `{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"hits":[]}}`)
	}}
	var page driver.PageResult
	require.NoError(t, Run(reader, driver.OpPage, &driver.PageArgs{Object: "i", View: set.View, Size: 1}, &page))
	return string(reader.Sent[0].Body)
}

// ReadFirstPage reads a page of "books" with this response.
func ReadFirstPage(t *testing.T, response script.Response, args driver.PageArgs) (*driver.PageResult, *script.Host, error) {
	t.Helper()
	h := Host(t, map[string]script.Response{"POST /books/_search": response})
	h.Plan = searchPlan
	args.Object = "books"
	var page driver.PageResult
	err := Run(h, driver.OpPage, &args, &page)
	return &page, h, err
}

var searchPlan = &driver.RowsPlan{At: "hits.hits"}

// Batch is a response of the scroll with this id.
func Batch(id string, from, n int) script.Response {
	a := Hits(from, n)
	a.Body = strings.Replace(a.Body, `"pit_id":"newer"`, `"_scroll_id":"`+id+`"`, 1)
	return a
}

// Lacking is a response in which one of two shards failed with an error of this type.
func Lacking(a script.Response, code string) script.Response {
	a.Body = strings.Replace(a.Body, `"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}`,
		`"_shards":{"total":2,"successful":1,"skipped":0,"failed":1,"failures":[{"shard":0,"index":"books","reason":{"type":"`+code+`","reason":"away"}}]}`, 1)
	return a
}

// TimedOut returns a response that ran out of time.
func TimedOut(a script.Response) script.Response {
	a.Body = strings.Replace(a.Body, `"timed_out":false`, `"timed_out":true`, 1)
	return a
}

// ClosedScroll is the response to closing a scroll.
var ClosedScroll = script.JSON(200, `{"succeeded":true,"num_freed":1}`)

// Paths returns the method and path of every request that was sent.
func Paths(h *script.Host) []string {
	var list []string
	for _, r := range h.Sent {
		list = append(list, r.Method+" "+r.Path)
	}
	return list
}
