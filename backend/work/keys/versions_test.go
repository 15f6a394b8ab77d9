package keys_test

// SPEC: B-KEY-01, B-KEY-02

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	sampletypesense "quarry/backend/sample/typesense"
	"quarry/backend/work/keys"
	"quarry/drivers/driver"
)

// open opens a session with a key on a sample server.
func open(t *testing.T, server *sessiontest.Recorder, key string) *session.Session {
	t.Helper()
	return sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("typesense", server.Address, nil), sessiontest.Fields{"apiKey": key})
}

// carryOut plans and sends one change.
func carryOut(t *testing.T, s *session.Session, args *driver.KeyArgs) *keys.Result {
	t.Helper()
	plans := keys.New()
	p, err := plans.Make(t.Context(), s, "t1", args)
	require.NoError(t, err)
	made, err := plans.Send(t.Context(), s, "t1", p.Digest)
	require.NoError(t, err)
	return made
}

// namesOf lists the keys of a server by their names.
func namesOf(t *testing.T, s *session.Session) map[string]driver.Key {
	t.Helper()
	list, err := keys.List(t.Context(), s)
	require.NoError(t, err)
	names := map[string]driver.Key{}
	for _, k := range list.Keys {
		names[k.Name] = k
	}
	return names
}

func TestKeysAreListedMadeAndDeletedOnEveryVersion(t *testing.T) {
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		t.Run(version, func(t *testing.T) {
			sample, err := sampletypesense.New(sampletypesense.Options{Imitate: version, Empty: true})
			require.NoError(t, err)
			server := sessiontest.Record(t, sample.ServeHTTP)
			s := open(t, server, sampletypesense.DefaultKey)
			require.Empty(t, namesOf(t, s))

			limited := carryOut(t, s, &driver.KeyArgs{Name: "search", Places: []string{"books", "logs_.{1,3}"}, Actions: []string{"documents:search"}})
			require.Equal(t, driver.OutcomeDone, limited.Outcome)
			wide := carryOut(t, s, &driver.KeyArgs{Name: "keys", Places: []string{"*"}, Actions: []string{"keys:*", "collections:list"}, Expires: 4_000_000_000_000})
			require.Equal(t, driver.OutcomeDone, wide.Outcome)

			listed := namesOf(t, s)
			require.Len(t, listed, 2)
			require.Equal(t, limited.Value[:4], listed["search"].Head)
			require.Equal(t, "books, logs_.{1,3}", listed["search"].Cells[3].Text)
			require.True(t, listed["search"].Scopes)
			require.True(t, listed["keys"].Cells[3].Wide)
			require.Equal(t, int64(4_000_000_000_000), listed["keys"].Cells[5].Time)

			t.Run("by a key with the right", func(t *testing.T) {
				holder := open(t, server, wide.Value)
				require.Len(t, namesOf(t, holder), 2)
				again := carryOut(t, holder, &driver.KeyArgs{Name: "again", Places: []string{"books"}, Actions: []string{"documents:get"}})
				require.Equal(t, driver.OutcomeDone, again.Outcome)
				require.Equal(t, driver.OutcomeDone, carryOut(t, holder, &driver.KeyArgs{Delete: again.ID}).Outcome)
			})

			t.Run("not by a key without it", func(t *testing.T) {
				other := open(t, server, limited.Value)
				_, err := keys.List(t.Context(), other)
				failure := sessiontest.Failure(t, err)
				require.Equal(t, driver.Auth, failure.Kind)
				require.Contains(t, failure.Hint, "keys:*")
				for _, args := range []*driver.KeyArgs{toAdd, {Delete: wide.ID}} {
					refused := carryOut(t, other, args)
					require.Equal(t, driver.OutcomeRefused, refused.Outcome)
					require.Empty(t, refused.Value)
					require.Contains(t, refused.Err.Hint, "keys:*")
				}
				require.Len(t, namesOf(t, s), 2, "nothing has changed")
			})

			require.Equal(t, driver.OutcomeDone, carryOut(t, s, &driver.KeyArgs{Delete: limited.ID}).Outcome)
			gone := carryOut(t, s, &driver.KeyArgs{Delete: limited.ID})
			require.Equal(t, driver.OutcomeRefused, gone.Outcome)
			require.Equal(t, "The key no longer exists.", gone.Err.Message)
			require.Len(t, namesOf(t, s), 1)
		})
	}
}
