// SPEC: CON-08
package secrets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"
)

const testSecret = "s3cr3t-Pa55"

// fakeRing is a store whose calls can fail or hang.
type fakeRing struct {
	values map[string]string
	err    error
	hang   chan struct{}
	calls  atomic.Int32
}

func newFakeRing() *fakeRing { return &fakeRing{values: map[string]string{}} }

func (f *fakeRing) enter() error {
	f.calls.Add(1)
	if f.hang != nil {
		<-f.hang
	}
	return f.err
}

func (f *fakeRing) Get(_, key string) (string, error) {
	if err := f.enter(); err != nil {
		return "", err
	}
	if value, ok := f.values[key]; ok {
		return value, nil
	}
	return "", keyring.ErrNotFound
}

func (f *fakeRing) Set(_, key, value string) error {
	if err := f.enter(); err != nil {
		return err
	}
	f.values[key] = value
	return nil
}

func (f *fakeRing) Delete(_, key string) error {
	if err := f.enter(); err != nil {
		return err
	}
	if _, ok := f.values[key]; !ok {
		return keyring.ErrNotFound
	}
	delete(f.values, key)
	return nil
}

func systemOn(f *fakeRing) *System {
	return newSystem(f, func() error { return nil }, UserLimit, ProbeLimit)
}

func requireReason(t testing.TB, err error, reason Reason) {
	t.Helper()
	var unavailable *Unavailable
	require.ErrorAs(t, err, &unavailable)
	require.Equal(t, reason, unavailable.Reason)
}

func TestEveryStoreKeepsTheSameLaws(t *testing.T) {
	stores := map[string]func() Store{
		"memory":   Memory,
		"system":   func() Store { return systemOn(newFakeRing()) },
		"fallback": func() Store { return NewFallback(systemOn(newFakeRing())) },
		"kept":     func() Store { return kept{NewFallback(systemOn(&fakeRing{err: errors.New("down")}))} },
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) { laws(t, open()) })
	}
}

// kept is a Fallback whose user has agreed to keep secrets for this run.
type kept struct{ f *Fallback }

func (k kept) Get(ctx context.Context, key string) (string, error) {
	return k.f.Get(KeepForThisRun(ctx), key)
}
func (k kept) Set(ctx context.Context, key, value string) error {
	return k.f.Set(KeepForThisRun(ctx), key, value)
}
func (k kept) Delete(ctx context.Context, key string) error {
	return k.f.Delete(KeepForThisRun(ctx), key)
}
func (k kept) Name() string { return k.f.Name() }

// laws checks what every Store promises.
func laws(t *testing.T, s Store) {
	t.Helper()
	ctx := t.Context()
	require.NotEmpty(t, s.Name())
	_, err := s.Get(ctx, "law/missing")
	require.ErrorIs(t, err, ErrNotFound)
	require.NoError(t, s.Delete(ctx, "law/missing"))
	for _, value := range []string{"plain", "über \U0001F511 密码", "two\nlines\r\n", "", " spaces ", "a:b\"c'd\\e"} {
		require.NoError(t, s.Set(ctx, "law/key", value))
		got, err := s.Get(ctx, "law/key")
		require.NoError(t, err)
		require.Equal(t, value, got)
	}
	require.NoError(t, s.Set(ctx, "law/other", "other"))
	require.NoError(t, s.Delete(ctx, "law/key"))
	_, err = s.Get(ctx, "law/key")
	require.ErrorIs(t, err, ErrNotFound)
	got, err := s.Get(ctx, "law/other")
	require.NoError(t, err)
	require.Equal(t, "other", got)
	require.NoError(t, s.Delete(ctx, "law/other"))
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, s.Set(cancelled, "law/key", "late"), context.Canceled)
	_, err = s.Get(cancelled, "law/key")
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, s.Delete(cancelled, "law/key"), context.Canceled)
	_, err = s.Get(ctx, "law/key")
	require.ErrorIs(t, err, ErrNotFound)
}

func TestAFailureOfTheStoreHasAReason(t *testing.T) {
	rows := []struct {
		name   string
		err    error
		reason Reason
	}{
		{"too big", keyring.ErrSetDataTooBig, ReasonTooBig},
		{"no store on this system", keyring.ErrUnsupportedPlatform, ReasonMissing},
		{"locked", errors.New("failed to unlock correct collection '/x'"), ReasonLocked},
		{"anything else", errors.New("disk on fire"), ReasonOther},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := systemOn(&fakeRing{err: row.err})
			requireReason(t, s.Set(t.Context(), "k", "v"), row.reason)
			_, err := s.Get(t.Context(), "k")
			requireReason(t, err, row.reason)
			requireReason(t, s.Delete(t.Context(), "k"), row.reason)
			requireReason(t, s.Probe(t.Context()), row.reason)
		})
	}
	t.Run("nothing to call", func(t *testing.T) {
		ring := newFakeRing()
		s := newSystem(ring, func() error { return errors.New("there is no session bus") }, UserLimit, ProbeLimit)
		requireReason(t, s.Set(t.Context(), "k", "v"), ReasonMissing)
		require.Zero(t, ring.calls.Load())
	})
	t.Run("a store that works", func(t *testing.T) {
		require.NoError(t, systemOn(newFakeRing()).Probe(t.Context()))
	})
}

func TestAStoreThatHangsEndsAtItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newFakeRing()
		ring.hang = make(chan struct{})
		s := systemOn(ring)
		started := time.Now()
		requireReason(t, s.Probe(t.Context()), ReasonTimeout)
		require.Equal(t, ProbeLimit, time.Since(started))
		started = time.Now()
		_, err := s.Get(t.Context(), "k")
		requireReason(t, err, ReasonTimeout)
		require.Equal(t, UserLimit, time.Since(started))
		require.Equal(t, int32(1), ring.calls.Load(), "the second access waits for the first and does not pile up behind it")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		requireReason(t, s.Set(ctx, "k", "v"), ReasonTimeout)
		ctx, end := context.WithCancel(t.Context())
		go end()
		require.ErrorIs(t, s.Set(ctx, "k", "v"), context.Canceled)
		close(ring.hang)
		synctest.Wait()
		require.NoError(t, s.Set(t.Context(), "k", "v"), "once the question is answered the store works again")
	})
}

func TestAFallbackKeepsASecretOnTheUsersWordOnly(t *testing.T) {
	ring := newFakeRing()
	f := NewFallback(systemOn(ring))
	ctx := t.Context()
	require.NoError(t, f.Set(ctx, "k", "old"))
	ring.err = errors.New("failed to unlock correct collection")
	requireReason(t, f.Set(ctx, "k", "new"), ReasonLocked)
	require.False(t, f.Kept("k"), "nothing is kept by itself")
	_, err := f.Get(ctx, "k")
	requireReason(t, err, ReasonLocked)
	_, err = f.Get(KeepForThisRun(ctx), "k")
	require.ErrorIs(t, err, ErrNotFound)

	calls := ring.calls.Load()
	require.NoError(t, f.Set(KeepForThisRun(ctx), "k", "new"))
	require.True(t, f.Kept("k"))
	got, err := f.Get(ctx, "k")
	require.NoError(t, err)
	require.Equal(t, "new", got)
	require.Equal(t, calls, ring.calls.Load(), "the system's store is left alone")

	ring.err = nil
	got, err = f.Get(ctx, "k")
	require.NoError(t, err)
	require.Equal(t, "new", got, "the kept secret is the newer one")
	require.NoError(t, f.Set(ctx, "k", "newest"))
	require.False(t, f.Kept("k"))
	require.Equal(t, "newest", ring.values["k"])
}

func TestAFallbackDeletesFromBoth(t *testing.T) {
	ring := newFakeRing()
	f := NewFallback(systemOn(ring))
	ctx := t.Context()
	require.NoError(t, f.Set(ctx, "both", "a"))
	require.NoError(t, f.Set(KeepForThisRun(ctx), "both", "b"))
	require.NoError(t, f.Delete(ctx, "both"))
	_, err := f.Get(ctx, "both")
	require.ErrorIs(t, err, ErrNotFound)

	require.NoError(t, f.Set(KeepForThisRun(ctx), "kept", "b"))
	ring.err = errors.New("down")
	requireReason(t, f.Delete(ctx, "stored"), ReasonOther)
	require.NoError(t, f.Delete(ctx, "kept"))
	require.False(t, f.Kept("kept"))
}

func TestNothingThatIsPrintedHoldsTheSecret(t *testing.T) {
	ctx := t.Context()
	held := Memory()
	require.NoError(t, held.Set(ctx, "k", testSecret))
	fallback := NewFallback(systemOn(&fakeRing{err: fmt.Errorf("cannot store %q", testSecret)}))
	require.NoError(t, fallback.Set(KeepForThisRun(ctx), "k", testSecret))
	failed := fallback.Set(ctx, "k", testSecret)
	requireReason(t, failed, ReasonOther)
	for cause := failed; cause != nil; cause = errors.Unwrap(cause) {
		require.NotContains(t, cause.Error(), testSecret)
	}
	for _, value := range []any{held, fallback, failed, held.(*memory).values} {
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "value", value)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d"} {
			fmt.Fprintf(&log, verb, value)
		}
		require.NotContains(t, log.String(), testSecret)
	}
}
