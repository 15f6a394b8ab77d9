package dashboard_test

// SPEC: B-MET-02, CON-20, CON-22

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/dashboard"
	"quarry/drivers/driver"
)

// node responds like an Elasticsearch node whose search counter grows with each reading.
type node struct {
	*sessiontest.Recorder
	mu      sync.Mutex
	read    int
	held    map[int]chan struct{} // readings of the nodes that wait, by number
	arrived chan int
	cancel  http.HandlerFunc
	lost    atomic.Bool
}

func start(t *testing.T) *node {
	t.Helper()
	n := &node{held: map[int]chan struct{}{}, arrived: make(chan int, 100)}
	n.Recorder = sessiontest.Record(t, n.response)
	return n
}

func (n *node) response(w http.ResponseWriter, q *http.Request) {
	switch {
	case q.Method == http.MethodPost:
		n.cancel(w, q)
	case strings.HasPrefix(q.URL.Path, "/_nodes/stats"):
		n.mu.Lock()
		n.read++
		number := n.read
		wait := n.held[number]
		n.mu.Unlock()
		n.arrived <- number
		if wait != nil {
			select {
			case <-wait:
			case <-q.Context().Done():
			}
		}
		if n.lost.Load() {
			http.Error(w, `{"error":"not now"}`, http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"nodes":{"id":{"timestamp":` + strconv.Itoa(1_000_000+1000*number) + `,"name":"n1","jvm":{"uptime_in_millis":` + strconv.Itoa(1000*number) +
			`},"indices":{"search":{"query_total":` + strconv.Itoa(7*number) + `}}}}}`))
	case n.lost.Load():
		http.Error(w, `{"error":"not now"}`, http.StatusServiceUnavailable)
	case q.URL.Path == "/":
		sessiontest.As8(w, q)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{}`))
	}
}

func opened(t *testing.T, n *node, mode string) (*session.Sessions, *session.Session) {
	t.Helper()
	table := session.New(sessiontest.Drivers(t))
	s := sessiontest.Open(t, table, sessiontest.To("elasticsearch", n.Address, sessiontest.Fields{"safeMode": mode}), sessiontest.Fields{"apiKey": "k"})
	n.Forget()
	return table, s
}

// queries is the index of the series of searches.
const queries = 2

func TestEachReadingAddsAPointAndReturnsThoseThatAreNew(t *testing.T) {
	n := start(t)
	_, s := opened(t, n, session.SafeReadOnly)
	d := dashboard.New()
	first, err := d.Poll(t.Context(), s, "t1", 0)
	require.NoError(t, err)
	require.Len(t, first.Points, 1)
	require.Empty(t, first.Points[0].Values[queries])
	second, err := d.Poll(t.Context(), s, "t1", 1)
	require.NoError(t, err)
	require.Len(t, second.Points, 1)
	require.Equal(t, "7.00", second.Points[0].Values[queries])
	other, err := d.Poll(t.Context(), s, "t2", 0)
	require.NoError(t, err)
	require.Equal(t, 1, other.Points[0].Number, "each dashboard has a history of its own")
	d.Drop(s.ID, "t1")
	again, err := d.Poll(t.Context(), s, "t1", 0)
	require.NoError(t, err)
	require.Equal(t, 1, again.Points[0].Number, "what was dropped begins anew")
}

func TestAReadingThatIsOvertakenIsDropped(t *testing.T) {
	n := start(t)
	release := make(chan struct{})
	n.held[1] = release
	_, s := opened(t, n, "")
	d := dashboard.New()
	overtaken := make(chan error, 1)
	go func() {
		_, err := d.Poll(context.Background(), s, "t1", 0)
		overtaken <- err
	}()
	<-n.arrived
	second, err := d.Poll(t.Context(), s, "t1", 0)
	require.NoError(t, err)
	close(release)
	require.Equal(t, driver.Cancelled, sessiontest.Failure(t, <-overtaken).Kind)
	require.Len(t, second.Points, 1, "the first reading is not in the history")
}

func TestAFailedReadingLeavesTheHistoryAsItIs(t *testing.T) {
	n := start(t)
	_, s := opened(t, n, "")
	d := dashboard.New()
	_, err := d.Poll(t.Context(), s, "t1", 0)
	require.NoError(t, err)
	n.lost.Store(true)
	_, err = d.Poll(t.Context(), s, "t1", 1)
	require.Equal(t, "not now", sessiontest.Failure(t, err).Message)
	n.lost.Store(false)
	third, err := d.Poll(t.Context(), s, "t1", 1)
	require.NoError(t, err)
	require.Len(t, third.Points, 1)
	require.Equal(t, 2, third.Points[0].Number)
	require.Equal(t, "7.00", third.Points[0].Values[queries])
}

func TestClosingADashboardOrItsConnectionCancelsItsReading(t *testing.T) {
	n := start(t)
	n.held[1], n.held[2] = make(chan struct{}), make(chan struct{})
	table, s := opened(t, n, "")
	d := dashboard.New()
	ended := make(chan error, 1)
	read := func() {
		_, err := d.Poll(context.Background(), s, "t1", 0)
		ended <- err
	}
	go read()
	<-n.arrived
	d.Drop(s.ID, "t1")
	require.Equal(t, driver.Cancelled, sessiontest.Failure(t, <-ended).Kind)
	go read()
	<-n.arrived
	require.NoError(t, table.Close(t.Context(), s.ID))
	require.Error(t, <-ended)
	_, err := d.Poll(t.Context(), s, "t1", 0)
	require.ErrorIs(t, err, session.ErrClosed)
}

const stopped = `{"nodes":{"n":{"tasks":{"n:1":{"cancelled":true}}}}}`

func TestATaskIsCancelledOnceByTheRequestThatWasShown(t *testing.T) {
	for _, mode := range []string{session.SafeOff, session.SafeConfirm} {
		t.Run(mode, func(t *testing.T) {
			n := start(t)
			n.cancel = func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(stopped)) }
			_, s := opened(t, n, mode)
			d := dashboard.New()
			p, err := d.PlanCancel(t.Context(), s, "t1", "n:1")
			require.NoError(t, err)
			require.Equal(t, "POST /_tasks/n:1/_cancel", p.Request.Method+" "+p.Request.Path)
			require.Len(t, p.Digest, 64)
			require.Empty(t, n.Sent(), "a plan sends nothing")
			for _, wrong := range []string{"", strings.ToUpper(p.Digest)} {
				_, err = d.Cancel(t.Context(), s, "t1", wrong)
				require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
			}
			_, err = d.Cancel(t.Context(), s, "t2", p.Digest)
			require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind, "another dashboard was shown nothing")
			require.Empty(t, n.Sent())
			settled, err := d.Cancel(t.Context(), s, "t1", p.Digest)
			require.NoError(t, err)
			require.Equal(t, driver.OutcomeDone, settled.Outcome)
			require.Equal(t, []string{"POST /_tasks/n:1/_cancel"}, n.Sent())
			_, err = d.Cancel(t.Context(), s, "t1", p.Digest)
			require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind, "a confirmation covers one sending")
			require.Len(t, n.Sent(), 1)
		})
	}
}

func TestALaterPlanTakesThePlaceOfTheOneBefore(t *testing.T) {
	n := start(t)
	_, s := opened(t, n, "")
	d := dashboard.New()
	first, err := d.PlanCancel(t.Context(), s, "t1", "n:1")
	require.NoError(t, err)
	second, err := d.PlanCancel(t.Context(), s, "t1", "n:2")
	require.NoError(t, err)
	require.NotEqual(t, first.Digest, second.Digest)
	_, err = d.Cancel(t.Context(), s, "t1", first.Digest)
	require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
	require.Empty(t, n.Sent())
}

func TestAReadOnlyConnectionCancelsNothing(t *testing.T) {
	n := start(t)
	_, s := opened(t, n, session.SafeReadOnly)
	d := dashboard.New()
	p, err := d.PlanCancel(t.Context(), s, "t1", "n:1")
	require.NoError(t, err)
	_, err = d.Cancel(t.Context(), s, "t1", p.Digest)
	require.Equal(t, "This connection is read-only. Nothing was sent.", sessiontest.Failure(t, err).Message)
	require.Empty(t, n.Sent())
}

// SPEC: CON-22
func TestATaskIsNotCancelledUnderAStricterModeThanItWasShownUnder(t *testing.T) {
	for _, now := range []string{session.SafeConfirm, session.SafeReadOnly} {
		t.Run(now, func(t *testing.T) {
			n := start(t)
			_, s := opened(t, n, session.SafeOff)
			d := dashboard.New()
			p, err := d.PlanCancel(t.Context(), s, "t1", "n:1")
			require.NoError(t, err)
			s.Tighten(now)
			_, err = d.Cancel(t.Context(), s, "t1", p.Digest)
			require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
			require.Empty(t, n.Sent())
		})
	}
}

func TestACancellationWithoutAResponseIsNotSentAgain(t *testing.T) {
	n := start(t)
	n.cancel = func(w http.ResponseWriter, _ *http.Request) {
		if connection, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = connection.Close()
		}
	}
	_, s := opened(t, n, session.SafeOff)
	d := dashboard.New()
	p, err := d.PlanCancel(t.Context(), s, "t1", "n:1")
	require.NoError(t, err)
	settled, err := d.Cancel(t.Context(), s, "t1", p.Digest)
	require.NoError(t, err)
	require.Equal(t, driver.OutcomeUnknown, settled.Outcome)
	require.Contains(t, settled.Err.Hint, "may have been cancelled")
	require.Len(t, n.Sent(), 1)
}

func TestADriverWithoutADashboardSaysSo(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.AsFragile)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("fragile", server.Address, nil), nil)
	d := dashboard.New()
	_, err := d.Poll(t.Context(), s, "t1", 0)
	require.Equal(t, driver.Unsupported, sessiontest.Failure(t, err).Kind)
	_, err = d.PlanCancel(t.Context(), s, "t1", "n:1")
	require.Equal(t, driver.Unsupported, sessiontest.Failure(t, err).Kind)
	_, err = dashboard.Explain(t.Context(), s, "shards")
	require.Equal(t, driver.Unsupported, sessiontest.Failure(t, err).Kind)
}
