package connections

// SPEC: CON-08

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
)

// later opens a store's folder again, two hours later.
func later(s *Store, kept *fakeSecrets) *Store {
	again := Open(filepath.Dir(s.path), kept)
	again.now = func() time.Time { return s.now().Add(2 * time.Hour) }
	return again
}

// SPEC: CON-08
func TestASecretThatWasBeingStoredWhenQuarryEndedIsDeletedLater(t *testing.T) {
	tests := map[string]func(t *testing.T, s *Store, c Connection){
		"a change": func(t *testing.T, s *Store, c Connection) {
			_, _ = s.Save(t.Context(), c, map[string]Secret{"password": put("new")})
		},
		"a new connection": func(t *testing.T, s *Store, _ Connection) {
			_, _ = s.Save(t.Context(), sample(), map[string]Secret{"password": put("new")})
		},
		"a copy": func(t *testing.T, s *Store, c Connection) { _, _ = s.Duplicate(t.Context(), c.ID, false) },
	}
	for name, do := range tests {
		t.Run(name, func(t *testing.T) {
			s, kept := open(t)
			c := save(t, s, sample(), map[string]Secret{"password": put("old")})
			used := kept.keys()
			s.secrets = ending{kept}
			require.Panics(t, func() { do(t, s, c) })
			s.secrets = kept
			require.Len(t, kept.keys(), 2)

			require.NoError(t, Open(filepath.Dir(s.path), kept).Sweep(t.Context()))
			require.NoError(t, later(s, kept).Sweep(t.Context()))
			require.Equal(t, used, kept.keys())
			requireSecret(t, s, c.ID, "password", "old")
			require.NotContains(t, fileText(t, s), unusedMember)
		})
	}
}

// ending is a store that ends Quarry as soon as it has stored a secret.
type ending struct{ *fakeSecrets }

func (e ending) Set(ctx context.Context, key, value string) error {
	if err := e.fakeSecrets.Set(ctx, key, value); err != nil {
		return err
	}
	panic("the end")
}

// SPEC: CON-08
func TestASweepLeavesWhatAnotherWindowIsStoringNow(t *testing.T) {
	s, kept := open(t)
	other := Open(filepath.Dir(s.path), kept)
	other.now = s.now
	kept.before = func() {
		kept.before = nil
		require.NoError(t, other.Sweep(t.Context()))
	}
	c := save(t, s, sample(), map[string]Secret{"password": put("new")})
	requireSecret(t, s, c.ID, "password", "new")
	require.NoError(t, later(s, kept).Sweep(t.Context()))
	requireSecret(t, s, c.ID, "password", "new")
}

// SPEC: CON-08
func TestASecretThatMayHaveBeenStoredAfterItsTimeIsDeletedLater(t *testing.T) {
	s, kept := open(t)
	inner := kept.Store
	kept.Store = late{inner}
	_, err := s.Save(t.Context(), sample(), map[string]Secret{"password": put("new")})
	require.ErrorAs(t, err, new(*secrets.Unavailable))
	require.Len(t, kept.keys(), 1, "it was stored all the same")
	kept.Store = inner
	require.NoError(t, later(s, kept).Sweep(t.Context()))
	require.Empty(t, kept.keys())
}

// late stores a secret although it reports a timeout.
type late struct{ secrets.Store }

func (l late) Set(ctx context.Context, key, value string) error {
	return errors.Join(l.Store.Set(ctx, key, value), &secrets.Unavailable{Reason: secrets.ReasonTimeout})
}

// SPEC: CON-08
func TestTheSecretsOfAConnectionThatWasDeletedWithoutTheStoreAreDeletedLater(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), map[string]Secret{"password": put("old")})
	require.NoError(t, s.Delete(secrets.KeepForThisRun(t.Context()), c.ID))
	require.Len(t, kept.keys(), 1)
	require.NoError(t, later(s, kept).Sweep(t.Context()))
	require.Empty(t, kept.keys())
}

// SPEC: CON-08
func TestASecretThatCannotBePutBackStaysListed(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), map[string]Secret{"password": put("old")})
	kept.before = func() {
		kept.before, kept.keepAll = nil, true
		require.NoError(t, Open(filepath.Dir(s.path), secrets.Memory()).Delete(t.Context(), c.ID))
	}
	_, err := s.Save(t.Context(), c, map[string]Secret{"apiKey": put("new")})
	require.ErrorIs(t, err, ErrNotFound)
	require.Contains(t, fileText(t, s), unusedMember)
	kept.keepAll = false
	require.NoError(t, later(s, kept).Sweep(t.Context()))
	require.NotContains(t, fileText(t, s), unusedMember)
	require.Len(t, kept.keys(), 1, "the old one was never known to the store that the connection was deleted from")
}

// SPEC: CON-08
func TestASweepDoesNotTouchTheStoreWithoutAReason(t *testing.T) {
	s, kept := open(t)
	save(t, s, sample(), map[string]Secret{"password": put("old")})
	kept.keepAll = true // each Delete would fail
	before := fileText(t, s)
	require.NoError(t, later(s, kept).Sweep(t.Context()))
	require.Equal(t, before, fileText(t, s))
}
