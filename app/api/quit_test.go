// SPEC: APP-03
package api

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// quitting is an application whose window counts how often its page is asked, and how often it is closed.
type quitting struct {
	*Quit
	app    *App
	asked  int
	closed int
}

func newQuitting(t *testing.T) *quitting {
	t.Helper()
	q := &quitting{}
	calls := NewCalls(nil)
	calls.pages = newPages(true, (&left{}).leave)
	q.Quit = newQuit(calls)
	q.Follow(func() { q.asked++ }, func() { q.closed++ })
	q.app = &App{calls: calls, quit: q.Quit}
	return q
}

// said calls one of the methods as the page, with that call id.
func (q *quitting) said(t *testing.T, method func(LifeRequest) (Nothing, error), id string) {
	t.Helper()
	_, err := method(LifeRequest{Call: id})
	require.NoError(t, err)
}

func TestAWindowWhosePageSaidNothingYetClosesAtOnce(t *testing.T) {
	q := newQuitting(t)
	require.False(t, q.Prevents())
	require.Zero(t, q.asked)
}

func TestAWindowClosesWhenItsPageSaysThatItMay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQuitting(t)
		q.said(t, q.app.Alive, "p.1")
		require.True(t, q.Prevents(), "the page is asked first")
		synctest.Wait()
		require.Equal(t, []int{1, 0}, []int{q.asked, q.closed})
		q.said(t, q.app.Quit, "p.2")
		require.Equal(t, 1, q.closed)
		require.False(t, q.Prevents(), "nothing is asked a second time")
		time.Sleep(2 * patience)
		require.Equal(t, []int{1, 1}, []int{q.asked, q.closed})
	})
}

func TestAWindowWhosePageAsksItsUserStaysOpenForAsLongAsThatTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQuitting(t)
		q.said(t, q.app.Alive, "p.1")
		require.True(t, q.Prevents())
		q.said(t, q.app.Stay, "p.2")
		time.Sleep(24 * time.Hour)
		require.Zero(t, q.closed)
		require.True(t, q.Prevents(), "the next attempt asks again")
		synctest.Wait()
		require.Equal(t, 2, q.asked)
		q.said(t, q.app.Stay, "p.3")
		q.said(t, q.app.Quit, "p.4")
		require.Equal(t, 1, q.closed)
	})
}

func TestAPageThatDoesNotAnswerDoesNotKeepTheWindowOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQuitting(t)
		q.said(t, q.app.Alive, "p.1")
		require.True(t, q.Prevents())
		time.Sleep(patience / 2)
		require.True(t, q.Prevents(), "trying again does not make it later")
		time.Sleep(patience/2 - time.Nanosecond)
		require.Zero(t, q.closed)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		require.Equal(t, []int{1, 1}, []int{q.asked, q.closed})
		require.False(t, q.Prevents())
	})
}

func TestAPageThatHangsAfterItsQuestionWasShownDoesNotKeepTheWindowOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQuitting(t)
		q.said(t, q.app.Alive, "p.1")
		require.True(t, q.Prevents())
		q.said(t, q.app.Stay, "p.2")
		require.True(t, q.Prevents())
		time.Sleep(patience)
		synctest.Wait()
		require.Equal(t, 1, q.closed)
	})
}

func TestTheSystemEndsTheWindowWithoutAQuestion(t *testing.T) {
	q := newQuitting(t)
	q.said(t, q.app.Alive, "p.1")
	q.Now()
	require.Equal(t, 1, q.closed)
	require.False(t, q.Prevents())
	require.Zero(t, q.asked)
}

func TestAPageThatWasReplacedClosesNothing(t *testing.T) {
	q := newQuitting(t)
	q.said(t, q.app.Alive, "p.1")
	q.said(t, q.app.Alive, "q.1")
	_, err := q.app.Quit(LifeRequest{Call: "p.2"})
	require.Error(t, err)
	require.Zero(t, q.closed)
}

func TestAPageInABrowserHasNoWindowToClose(t *testing.T) {
	app, err := New(Config{Profile: t.TempDir(), Secrets: "memory"})
	require.NoError(t, err)
	defer app.Close(t.Context())
	for _, method := range []func(LifeRequest) (Nothing, error){app.App.Quit, app.App.Stay} {
		_, err := method(LifeRequest{Call: "p.1"})
		require.NoError(t, err)
	}
}
