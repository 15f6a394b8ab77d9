package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/backend/testing/faulttest"
)

// visitor opens an index in the application and reads its pages like a page in a browser.
type visitor struct {
	t       *testing.T
	run     *running
	proxy   *faulttest.Proxy
	truth   *truth
	size    int
	session string
	view    string
	order   *order
	seed    uint64

	generation int
	calls      atomic.Int64
	trail      []string
	wrong      []string // what was not as it should be
	tally      map[string]int
}

// shown is the result of requesting a page.
type shown struct {
	ids     []string
	end     bool
	partial bool // rows are missing, as the notices say
	stale   bool // the first page is reported to have changed
	notices []string
	failure string // the sentence of the error, "" for none
}

// first returns the id of the first row, "" if there is none.
func (s shown) first() string {
	if len(s.ids) == 0 {
		return ""
	}
	return s.ids[0]
}

// String describes what is shown, for messages.
func (s shown) String() string {
	if s.failure != "" {
		return s.failure
	}
	return fmt.Sprintf("%d rows from %s on, end %t, partial %t %q", len(s.ids), s.first(), s.end, s.partial, s.notices)
}

// visit opens the index through the proxy, with pages of that size. secrets and fields are those of the connection
// form.
func visit(run *running, p *faulttest.Proxy, r *truth, size int, seed uint64, fields map[string]string, secrets ...object) *visitor {
	r.t.Helper()
	host, port, err := net.SplitHostPort(p.Address)
	require.NoError(r.t, err)
	list := []object{{"id": "host", "value": host}, {"id": "port", "value": port}, {"id": "pageSize", "value": fmt.Sprint(size)}}
	for id, value := range fields {
		list = append(list, object{"id": id, "value": value})
	}
	v := &visitor{t: r.t, run: run, proxy: p, truth: r, size: size, seed: seed, tally: map[string]int{}}
	var saved struct{ ID string }
	v.must("Connections.Save", object{"draft": object{
		"id": "", "name": fmt.Sprint("faults ", size, " ", port), "driver": "elasticsearch", "fields": list, "secrets": append([]object{}, secrets...),
	}}, &saved)
	var opened struct{ ID string }
	v.must("Connections.Open", object{"id": saved.ID}, &opened)
	v.session = opened.ID
	var view struct {
		ID       string
		PageSize int
	}
	v.must("Grid.Open", object{"session": v.session, "object": r.index}, &view)
	require.Equal(r.t, size, view.PageSize)
	v.view = view.ID
	r.t.Cleanup(func() { _, _ = v.call("Connections.Close", object{"session": v.session}, nil) })
	return v
}

// call calls a bound method; it returns the message of its error.
func (v *visitor) call(method string, argument any, into any) (string, error) {
	body, err := json.Marshal([]any{argument})
	if err != nil {
		return "", err
	}
	q, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+v.run.address+"/call/"+method, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	q.Header.Set(tokenHeader, v.run.token)
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return "", err
	}
	if answer.StatusCode != http.StatusOK {
		return sentenceOf(text), nil
	}
	if into == nil {
		return "", nil
	}
	return "", json.Unmarshal(text, into)
}

func (v *visitor) must(method string, argument any, into any) {
	v.t.Helper()
	failure, err := v.call(method, argument, into)
	require.NoError(v.t, err, method)
	require.Empty(v.t, failure, "%s\n%s", method, v.proxy.Tail(20))
}

func sentenceOf(text []byte) string {
	var failure struct{ Kind, Message string }
	if json.Unmarshal(text, &failure) != nil {
		return string(text)
	}
	return failure.Kind + ": " + failure.Message
}

// sort sorts the view, which restarts it.
func (v *visitor) sort(o *order) {
	v.t.Helper()
	var sorted struct {
		Sort       []object
		Generation int
	}
	before := v.generation
	v.must("Grid.Arrange", object{"view": v.view, "sort": o.by}, &sorted)
	v.must("Grid.Drop", object{"view": v.view, "generation": before}, nil)
	require.Len(v.t, sorted.Sort, len(o.by))
	v.order, v.generation = o, sorted.Generation
	v.trail = append(v.trail, "-- "+o.name)
}

// fetch requests a page, or what follows its first rows. cancel is when to cancel the call, 0 for never.
func (v *visitor) fetch(number, skip int, cancel time.Duration) shown {
	v.t.Helper()
	id := fmt.Sprintf("faults-%d-%s-%d", v.size, v.view, v.calls.Add(1))
	address := fmt.Sprintf("http://%s/data/page?view=%s&generation=%d&page=%d&skip=%d&call=%s", v.run.address, url.QueryEscape(v.view), v.generation, number, skip, id)
	q, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, address, nil)
	require.NoError(v.t, err)
	q.Header.Set(tokenHeader, v.run.token)
	if cancel > 0 {
		timer := time.AfterFunc(cancel, func() { _, _ = v.call("Calls.Cancel", object{"call": id}, nil) })
		defer timer.Stop()
	}
	answer, err := http.DefaultClient.Do(q)
	require.NoError(v.t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(v.t, err)
	if answer.StatusCode != http.StatusOK {
		return shown{failure: sentenceOf(body)}
	}
	about, err := url.PathUnescape(answer.Header.Get("X-Quarry-About"))
	require.NoError(v.t, err)
	var told struct {
		Rows    int
		End     bool
		Partial bool
		Stale   bool
		Notices []struct{ Text string }
	}
	require.NoError(v.t, json.Unmarshal([]byte(about), &told))
	page, err := rows.Decode(body)
	require.NoError(v.t, err)
	require.Equal(v.t, told.Rows, page.Rows)
	s := shown{ids: make([]string, page.Rows), end: told.End, partial: told.Partial, stale: told.Stale}
	for i := range s.ids {
		_, s.ids[i] = page.Cell(i, page.Column("#id"))
	}
	for _, n := range told.Notices {
		s.notices = append(s.notices, n.Text)
	}
	return s
}

// look requests a page and judges what is shown. If calm is set, there is no fault, so the page must be returned. It
// reports whether the page was complete.
func (v *visitor) look(number int, cancel time.Duration, calm bool) bool {
	v.t.Helper()
	for skip := 0; ; {
		before := v.proxy.Partials()
		s := v.fetch(number, skip, cancel)
		v.trail = append(v.trail, fmt.Sprintf("page %d, skip %d, cancel %v: %v", number, skip, cancel, s))
		done, whole := v.judge(number, skip, s, calm, v.proxy.Partials() > before)
		if done {
			return whole
		}
		skip += len(s.ids)
	}
}

// both requests a page and, while that is running, another one.
func (v *visitor) both(number, other int, cancel time.Duration) {
	v.t.Helper()
	before := v.proxy.Partials()
	second := make(chan shown)
	go func() { second <- v.fetch(other, 0, 0) }()
	s := v.fetch(number, 0, cancel)
	beside := <-second
	partial := v.proxy.Partials() > before
	v.trail = append(v.trail, fmt.Sprintf("page %d, cancel %v: %v", number, cancel, s), fmt.Sprintf("page %d at the same time: %v", other, beside))
	v.judge(number, 0, s, false, partial)
	v.judge(other, 0, beside, false, partial)
}

// judge compares the rows on screen with the true ones. Rows may be missing only if a response lacked them (partial)
// and the page says so. It reports whether nothing more of the page needs to be requested, and whether the page is
// complete.
func (v *visitor) judge(number, skip int, s shown, calm, partial bool) (done, whole bool) {
	all := v.order.want
	from := min(number*v.size+skip, len(all))
	want := all[from:min(number*v.size+v.size, len(all))]
	switch {
	case s.failure != "":
		v.tally["failed"]++
		if calm && !v.forwardsOnly(s.failure) {
			v.mark("page %d fails where nothing happened: %s", number, s.failure)
		}
		return true, false
	case s.end && (s.partial || from+len(s.ids) != len(all)):
		v.mark("page %d is said to be the end", number)
		return true, false
	case s.stale:
		v.mark("the first page is said to have changed")
		return true, false
	case s.partial && (!partial || len(s.notices) == 0):
		v.mark("page %d is said to lack rows: %v", number, s.notices)
		return true, false
	case s.partial:
		v.tally["partial"]++
		if !among(s.ids, all) {
			v.mark("page %d has its rows in another order", number)
		}
		return true, false
	case slices.Equal(s.ids, want):
		v.tally["right"]++
		return true, true
	case len(s.ids) > 0 && len(s.ids) < len(want) && slices.Equal(s.ids, want[:len(s.ids)]):
		v.tally["begun"]++
		return false, false
	}
	v.mark("page %d has other rows: %v; the first of them is row %d", number, s, slices.Index(all, s.first()))
	return true, false
}

// forwardsOnly reports whether a page is refused because the engine has no snapshot that can be read backwards.
func (v *visitor) forwardsOnly(failure string) bool {
	return !v.truth.points && strings.Contains(failure, "only page forward")
}

// among reports whether list contains all elements of some, in the same order.
func among(some, list []string) bool {
	for _, each := range list {
		if len(some) > 0 && some[0] == each {
			some = some[1:]
		}
	}
	return len(some) == 0
}

const (
	mostWrong = 20 // this many end a walk
	tailed    = 14 // log lines that a failure shows
)

// mark records something that is wrong.
func (v *visitor) mark(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	v.wrong = append(v.wrong, what)
	if len(v.wrong) <= 3 {
		v.t.Logf("%s=%d, %s: %s\n%s\nrequests:\n%s", seedVariable, v.seed, v.order.name, what,
			strings.Join(v.trail[max(0, len(v.trail)-tailed):], "\n"), v.proxy.Tail(tailed))
	}
}

// settle logs the result, and fails the test if anything was wrong.
func (v *visitor) settle(what string) {
	v.t.Helper()
	v.t.Logf("%s: %v, %d wrong", what, v.tally, len(v.wrong))
	require.Empty(v.t, strings.Join(v.wrong, "\n"), "%s, %s=%d", what, seedVariable, v.seed)
}
