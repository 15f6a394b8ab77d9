package edits

// SPEC: A-EDT-01, A-EDT-11

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/drivers/driver"
)

// gate holds every write until it is opened for it, and counts how many are held at once.
type gate struct {
	arrived chan string // the id of each write that has arrived
	pass    chan struct{}

	mu   sync.Mutex
	held map[string]int
	most int
	same bool // two writes of one document were held at once
}

func newGate() *gate {
	return &gate{arrived: make(chan string, MaxRows), pass: make(chan struct{}), held: map[string]int{}}
}

func (g *gate) write(_ http.ResponseWriter, q *http.Request) {
	id := strings.TrimPrefix(q.URL.Path, "/write/")
	g.change(id, 1)
	g.arrived <- id
	select {
	case <-g.pass:
	case <-q.Context().Done():
	}
	g.change(id, -1)
}

func (g *gate) change(id string, by int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held[id] += by
	n := 0
	for _, held := range g.held {
		n += held
	}
	g.most, g.same = max(g.most, n), g.same || g.held[id] > 1
}

// rowsOf returns edited rows with these ids.
func rowsOf(ids ...string) []Row {
	list := make([]Row, 0, len(ids))
	for _, id := range ids {
		list = append(list, named(id, "a"))
	}
	return list
}

// sent sends a plan in the background.
func (s *stand) sent(ctx context.Context, p *Plan) chan []Outcome {
	ended := make(chan []Outcome, 1)
	go func() {
		got, _ := s.plans.Send(ctx, p.ID, p.Digest)
		ended <- got
	}()
	return ended
}

func TestSeveralRequestsAreSentAtOnceAndTheOutcomesAreInTheirOrder(t *testing.T) {
	g := newGate()
	s := open(t, session.SafeOff, g.write)
	var ids []string
	for i := range 3 * maxParallel {
		ids = append(ids, strconv.Itoa(i))
	}
	p := s.plan(t, rowsOf(ids...)...)
	at, err := s.plans.Progress(p.ID)
	require.NoError(t, err)
	require.Equal(t, Progress{Total: len(ids)}, at)
	ended := s.sent(t.Context(), p)
	for range maxParallel {
		<-g.arrived
	}
	require.Empty(t, g.arrived, "no more than that at once")
	g.pass <- struct{}{}
	<-g.arrived
	at, err = s.plans.Progress(p.ID)
	require.NoError(t, err)
	require.Equal(t, Progress{Total: len(ids), Ended: 1}, at)
	close(g.pass)
	got := <-ended
	require.Len(t, got, len(ids))
	for i, o := range got {
		require.Equal(t, i, o.Row)
		require.Equal(t, driver.OutcomeDone, o.Outcome)
	}
	require.Equal(t, maxParallel, g.most)
	at, err = s.plans.Progress(p.ID)
	require.NoError(t, err)
	require.Equal(t, Progress{Total: len(ids), Ended: len(ids)}, at)
	s.plans.Drop(t.Context(), p.ID)
	_, err = s.plans.Progress(p.ID)
	require.Equal(t, errNoPlan.Message, sessiontest.Failure(t, err).Message)
}

func TestRequestsForTheSameDocumentAreSentOneAfterTheOther(t *testing.T) {
	g := newGate()
	s := open(t, session.SafeOff, g.write)
	p := s.plan(t, rowsOf("1", "1", "2", "1")...)
	ended := s.sent(t.Context(), p)
	require.Equal(t, "1", <-g.arrived)
	close(g.pass)
	require.Equal(t, []string{"0 done", "1 done", "2 done", "3 done"}, outcomes(<-ended))
	require.False(t, g.same)
	require.Len(t, s.engine.written(), 4)
}

func TestRowsWhoseIdTheEngineMakesAreDifferentDocuments(t *testing.T) {
	index := driver.Text{Key: "#index", Value: "books"}
	id := func(id string) driver.Text { return driver.Text{Key: "#id", Value: id} }
	require.Empty(t, (&Request{Key: []driver.Text{index}, act: driver.ActCreate}).document("#id"))
	made := &Request{Key: []driver.Text{index, id("1")}, act: driver.ActCreate}
	require.Equal(t, (&Request{Key: []driver.Text{id("1"), index}}).document("#id"), made.document("#id"))
	require.NotEqual(t, (&Request{Key: []driver.Text{index, id("2")}}).document("#id"), made.document("#id"))
	require.NotEmpty(t, (&Request{Key: []driver.Text{index}}).document("#id"), "an engine can have other names for its keys")
}

func TestStoppingSendsNothingMoreAndWhatWasSentIsSettled(t *testing.T) {
	for name, stop := range map[string]func(s *stand, p *Plan, cancel func()){
		"stop":     func(s *stand, p *Plan, _ func()) { s.plans.Stop(context.Background(), p.ID) },
		"drop":     func(s *stand, p *Plan, _ func()) { s.plans.Drop(context.Background(), p.ID) },
		"a cancel": func(_ *stand, _ *Plan, cancel func()) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			g := newGate()
			s := open(t, session.SafeOff, func(w http.ResponseWriter, q *http.Request) {
				g.write(w, q)
				if q.URL.Path == "/write/2" {
					w.WriteHeader(http.StatusConflict)
				}
			})
			s.plans.parallel = 2
			p := s.plan(t, rowsOf("1", "2", "3", "4")...)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := s.sent(ctx, p)
			<-g.arrived
			<-g.arrived
			s.plans.mu.Lock()
			asked := p.stopAsked
			s.plans.mu.Unlock()
			go stop(s, p, cancel)
			<-asked
			close(g.pass)
			got := <-ended
			require.Equal(t, []string{"0 done", "1 conflict: It changed.", "2 unsent: Not sent: saving was stopped.", "3 unsent: Not sent: saving was stopped."}, outcomes(got))
			require.Len(t, s.engine.written(), 2)
			theirs, err := s.plans.Document(p.ID, got[1].Document)
			require.NoError(t, err, "the outcomes stay")
			require.Equal(t, `{"id":"/read/2", "n": 1.50,"name":"before"}`, string(theirs))
			at, err := s.plans.Progress(p.ID)
			require.NoError(t, err)
			require.Equal(t, Progress{Total: 4, Ended: 2, Failed: 1}, at)
			_, err = s.plans.Send(t.Context(), p.ID, p.Digest)
			require.Equal(t, errSent.Message, sessiontest.Failure(t, err).Message)
			require.False(t, s.plans.Stop(t.Context(), p.ID), "it is no longer being sent")
			_, err = s.plans.Progress(p.ID)
			require.NoError(t, err, "stopping what has ended changes nothing")
			s.plans.Drop(t.Context(), p.ID)
			_, err = s.plans.Progress(p.ID)
			require.Error(t, err)
		})
	}
}

func TestStoppingWhileItIsCheckedWhetherThePlanCanBeSentSendsNothing(t *testing.T) {
	s := open(t, session.SafeOff, nil)
	asked := make(chan struct{}, 1)
	s.engine.answersAgain(func(_ http.ResponseWriter, q *http.Request) {
		asked <- struct{}{}
		<-q.Context().Done()
	})
	p := s.plan(t, named("1", "a"), named("bound", "b"))
	ended := make(chan error, 1)
	go func() {
		_, err := s.plans.Send(t.Context(), p.ID, p.Digest)
		ended <- err
	}()
	<-asked
	s.plans.Stop(t.Context(), p.ID)
	failure := sessiontest.Failure(t, <-ended)
	require.Equal(t, "refused: Saving was stopped. Nothing was sent.", string(failure.Kind)+": "+failure.Message)
	require.Empty(t, s.engine.written())
	s.engine.answersAgain(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"state":"planned"}`) })
	got, err := s.plans.Send(t.Context(), p.ID, p.Digest)
	require.NoError(t, err, "nothing was sent, so the plan can still be")
	require.Equal(t, []string{"0 done", "1 done"}, outcomes(got))
}

func TestAWriteThatHangsAfterSendingWasStoppedIsUnknown(t *testing.T) {
	g := newGate()
	s := open(t, session.SafeOff, g.write)
	s.plans.grace = 0
	p := s.plan(t, rowsOf("1")...)
	ended := s.sent(t.Context(), p)
	<-g.arrived
	require.True(t, s.plans.Stop(t.Context(), p.ID))
	got := <-ended
	require.Equal(t, driver.OutcomeUnknown, got[0].Outcome)
}

func TestAfterALostResponseTheRequestsUnderWayAreSettledAndNothingMoreIsSent(t *testing.T) {
	g := newGate()
	s := open(t, session.SafeOff, func(w http.ResponseWriter, q *http.Request) {
		g.arrived <- q.URL.Path
		if q.URL.Path == "/write/lost" {
			panic(http.ErrAbortHandler)
		}
		<-g.pass
	})
	s.plans.parallel = 2
	p := s.plan(t, rowsOf("1", "lost", "3", "4")...)
	ended := s.sent(t.Context(), p)
	<-g.arrived
	<-g.arrived
	for at := (Progress{}); at.Ended == 0; {
		runtime.Gosched()
		at, _ = s.plans.Progress(p.ID)
	}
	close(g.pass)
	got := <-ended
	require.Equal(t, driver.OutcomeUnknown, got[1].Outcome)
	got[1].Err = nil
	unsent := "unsent: Not sent: an earlier request got no response."
	require.Equal(t, []string{"0 done", "1 unknown", "2 " + unsent, "3 " + unsent}, outcomes(got))
	require.Len(t, s.engine.written(), 2)
}

func TestAViewThatIsClosedWhileItsPlanIsSentLeavesNothing(t *testing.T) {
	g := newGate()
	s := open(t, session.SafeOff, g.write)
	p := s.plan(t, rowsOf("1", "2")...)
	ended := s.sent(t.Context(), p)
	<-g.arrived
	s.plans.Leave(s.view.ID, "")
	close(g.pass)
	require.Equal(t, []string{"0 done", "1 done"}, outcomes(<-ended), "what was confirmed is sent")
	require.Zero(t, s.session.Shelf().Len())
	require.False(t, s.plans.CanUndo(p.ID))
}
