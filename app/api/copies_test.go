// SPEC: B-KEY-02, B-KEY-04
package api

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// fakeClipboard has a text, fails while it is busy, and hangs until it is told to go on.
type fakeClipboard struct {
	mu    sync.Mutex
	text  string
	busy  bool
	hangs chan struct{}
	reads int
}

func (c *fakeClipboard) Text() (string, error) {
	if c.hangs != nil {
		<-c.hangs
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads++
	if c.busy {
		return "", errors.New("the clipboard is open in another program")
	}
	return c.text, nil
}

func (c *fakeClipboard) SetText(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy {
		return errors.New("the clipboard is open in another program")
	}
	c.text = text
	return nil
}

const copiedKey = "the-value-of-a-key"

// after lets time pass, and waits for what happens then.
func after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func copying(t *testing.T, c Clipboard, log *slog.Logger) *App {
	t.Helper()
	a := &App{calls: NewCalls(log), copies: &secretCopies{clipboard: c}}
	_, err := a.CopySecret(SecretText{Call: "p.1", Text: copiedKey})
	require.NoError(t, err)
	return a
}

func TestACopiedSecretLeavesTheClipboardAfterAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		c := &fakeClipboard{}
		a := copying(t, c, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		require.Equal(t, copiedKey, c.text)
		require.NotContains(t, fmt.Sprintf("%+v", a.copies), copiedKey, "only its digest is remembered")
		after(59 * time.Second)
		require.Equal(t, copiedKey, c.text)
		after(time.Second)
		require.Empty(t, c.text)
		c.text = copiedKey
		after(time.Hour)
		require.Equal(t, copiedKey, c.text, "it is cleared once")
		require.Equal(t, 1, c.reads)
		require.NotContains(t, log.String(), copiedKey)
	})
}

func TestWhatTheUserCopiedSinceStaysOnTheClipboard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &fakeClipboard{}
		copying(t, c, nil)
		c.text = "an address"
		after(time.Hour)
		require.Equal(t, "an address", c.text)
	})
}

func TestACopyOfASecretStartsTheMinuteAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &fakeClipboard{}
		a := copying(t, c, nil)
		after(40 * time.Second)
		_, err := a.CopySecret(SecretText{Call: "p.2", Text: "another"})
		require.NoError(t, err)
		after(59 * time.Second)
		require.Equal(t, "another", c.text)
		after(time.Second)
		require.Empty(t, c.text)
	})
}

func TestABusyClipboardIsClearedLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &fakeClipboard{}
		copying(t, c, nil)
		c.busy = true
		after(61 * time.Second)
		c.busy = false
		require.Equal(t, copiedKey, c.text)
		after(clearAgain)
		require.Empty(t, c.text)
	})
}

func TestAClipboardThatStaysBusyIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &fakeClipboard{}
		copying(t, c, nil)
		c.busy = true
		after(time.Hour)
		require.Equal(t, mostClears, c.reads)
	})
}

func TestACopiedSecretLeavesTheClipboardWhenTheApplicationEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &fakeClipboard{}
		a := copying(t, c, nil)
		closed := ""
		q := newQuit(a.calls)
		q.before = a.copies.end
		q.Follow(func() {}, func() { closed = "with " + c.text })
		q.Now()
		require.Equal(t, "with ", closed)
	})
}

func TestAClipboardThatHangsDoesNotKeepTheApplicationFromEnding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &fakeClipboard{hangs: make(chan struct{})}
		a := copying(t, c, nil)
		began := time.Now()
		a.copies.end()
		require.Equal(t, lastClear, time.Since(began))
		close(c.hangs)
	})
}

func TestWithoutASecretNothingReadsTheClipboard(t *testing.T) {
	c := &fakeClipboard{text: "an address"}
	(&secretCopies{clipboard: c}).end()
	require.Equal(t, 0, c.reads)
}

func TestASecretThatIsNotCopiedSaysWhy(t *testing.T) {
	for clipboard, want := range map[Clipboard]string{nil: errNoClipboard.Message, &fakeClipboard{busy: true}: errNotCopied.Message} {
		a := &App{calls: NewCalls(nil), copies: &secretCopies{clipboard: clipboard}}
		_, err := a.CopySecret(SecretText{Call: "p.1", Text: copiedKey})
		require.ErrorContains(t, err, want)
	}
}
