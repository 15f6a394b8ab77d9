// SPEC: CON-20, APP-03
package api

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// running begins a call and returns a channel that receives its error.
func running(calls *Calls, id string) <-chan error {
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := call(calls, id, func(ctx context.Context) (Nothing, error) {
			close(begun)
			<-ctx.Done()
			return Nothing{}, ctx.Err()
		})
		ended <- err
	}()
	<-begun
	return ended
}

func asked(calls *Calls, id string) error {
	_, err := call(calls, id, func(ctx context.Context) (Nothing, error) { return Nothing{}, ctx.Err() })
	return err
}

func TestACancellationThatComesAfterTheEndDoesNothingToALaterCall(t *testing.T) {
	calls := NewCalls(nil)
	require.NoError(t, asked(calls, "p.1"))
	_, err := calls.Cancel(CancelRequest{Call: "p.1"})
	require.NoError(t, err)
	require.NoError(t, asked(calls, "p.1"))

	for range 2 * maxEnded {
		require.NoError(t, asked(calls, "p.2"))
	}
	require.LessOrEqual(t, len(calls.ended), maxEnded)
}

func TestASecondCallWithTheIdOfOneThatRunsIsRefused(t *testing.T) {
	calls := NewCalls(nil)
	first := running(calls, "p.1")
	require.Equal(t, "invalid: A call with the same id is running.", failed(t, asked(calls, "p.1")).Kind+": "+failed(t, asked(calls, "p.1")).Message)
	_, err := calls.Cancel(CancelRequest{Call: "p.1"})
	require.NoError(t, err)
	require.Equal(t, "cancelled", failed(t, <-first).Kind, "the first can still be cancelled")
	require.NoError(t, asked(calls, "p.1"))
}

// left records what pages leave behind.
type left struct {
	pages    []string
	sessions [][]string
}

func (l *left) leave(_ context.Context, page string, sessions []string) {
	l.pages, l.sessions = append(l.pages, page), append(l.sessions, sessions)
}

func TestAPageOfTheWindowReplacesTheOneBefore(t *testing.T) {
	var l left
	p := newPages(true, l.leave)
	require.NoError(t, p.saw("a"))
	require.True(t, p.own("a", "s1"))
	require.True(t, p.own("a", "s2"))
	p.closed("s1")
	require.NoError(t, p.saw("a"))
	require.Empty(t, l.pages)

	require.NoError(t, p.saw("b"), "the page was loaded again")
	p.wait(t.Context())
	require.Equal(t, left{[]string{"a"}, [][]string{{"s2"}}}, l)
	require.ErrorIs(t, p.saw("a"), errReplaced, "a call of it that arrives late")
	require.False(t, p.own("a", "s3"), "a connection of it that opens late")
	require.NoError(t, p.saw("b"))
	require.True(t, p.own("", "s4"), "a call of no page")
	require.NoError(t, p.saw(""))
}

func TestPagesOfABrowserStandBesideEachOtherUntilTheyAreSilent(t *testing.T) {
	var l left
	p := newPages(false, l.leave)
	now := time.Time{}
	p.now = func() time.Time { return now }
	require.NoError(t, p.saw("a"))
	require.NoError(t, p.saw("b"))
	require.True(t, p.own("a", "s1"))
	require.True(t, p.own("b", "s2"))
	now = now.Add(silence)
	require.NoError(t, p.saw("b"))
	p.sweep()
	require.Empty(t, l.pages)

	now = now.Add(time.Second)
	p.sweep()
	p.wait(t.Context())
	require.Equal(t, left{[]string{"a"}, [][]string{{"s1"}}}, l)
	require.NoError(t, p.saw("a"), "a page that slept may come back")

	p.bye("b")
	p.wait(t.Context())
	require.Equal(t, left{[]string{"a", "b"}, [][]string{{"s1"}, {"s2"}}}, l)
}

func TestSilentPagesAreSweptWhileTheApplicationRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l left
		p := newPages(false, l.leave)
		ctx, cancel := context.WithCancel(t.Context())
		go p.watch(ctx)
		require.NoError(t, p.saw("a"))
		time.Sleep(2 * silence) // by the test's fake clock
		synctest.Wait()
		require.Equal(t, []string{"a"}, l.pages)
		cancel()
	})
}

// SPEC: PLG-04
func TestAPageThatIsGoneLeavesNoCallAndNoConnectionBehind(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(map[string]string{"auth": "none"}))
	open := func(page string) string {
		info, err := w.Connections.Open(ConnectRequest{Call: page + ".1", ID: saved.ID})
		require.NoError(t, err)
		return info.ID
	}
	there := func(session string) bool {
		_, err := w.sessions.Get(session)
		return err == nil
	}
	first, other := open("a"), open("b")
	call := running(w.Calls, "a.2")
	_, err := w.App.Alive(LifeRequest{Call: "a.3"})
	require.NoError(t, err)
	_, err = w.App.Leave(LifeRequest{Call: "a.4"})
	require.NoError(t, err)
	require.Equal(t, "cancelled", failed(t, <-call).Kind)
	w.Calls.pages.wait(t.Context())
	require.False(t, there(first))
	require.True(t, there(other), "the page of another tab keeps its own")
	_, err = w.Connections.Close(SessionRequest{Call: "b.2", Session: other})
	require.NoError(t, err)
	require.Empty(t, w.Calls.pages.open["b"].sessions)
}
