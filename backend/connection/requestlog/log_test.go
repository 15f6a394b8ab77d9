// SPEC: APP-11
package requestlog

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
)

// newLog returns the log of a connection with the secret "hush", on which searches and GET requests only read.
func newLog(t *testing.T) *Log {
	t.Helper()
	reads, err := transport.ParseReads([]transport.Route{{Method: "GET", Path: "/**"}, {Method: "POST", Path: "/*/_search"}})
	require.NoError(t, err)
	return New(reads, func(text string) string { return strings.ReplaceAll(text, "hush", "(hidden)") })
}

func search(body string) transport.Event {
	return transport.Event{Method: "POST", Path: "/books/_search", Body: []byte(body), ContentType: "application/json", Status: 200}
}

func TestAnEntryHoldsWhatMayBeKeptAndSaysWhatItLacks(t *testing.T) {
	began := time.Date(2026, 11, 20, 10, 42, 0, 0, time.UTC)
	long := strings.Repeat("x", MaxBody+1)
	rows := []struct {
		name  string
		event transport.Event
		want  Entry
	}{
		{
			"a read with its body",
			transport.Event{
				Started: began, Method: "POST", Path: "/books/_search", Query: "a=1", Body: []byte(`{"size":1.0}`), ContentType: "application/json",
				Purpose: "page", Status: 200, Bytes: 84_000, Duration: 31 * time.Millisecond,
			},
			Entry{
				Started: began, Method: "POST", Path: "/books/_search", Query: "a=1", ContentType: "application/json", Purpose: "page",
				Status: 200, Bytes: 84_000, Duration: 31 * time.Millisecond, Sent: 12, body: `{"size":1.0}`,
			},
		},
		{
			"one that did not reach the server", transport.Event{Method: "GET", Path: "/", Purpose: "connect", Kind: transport.KindConnect},
			Entry{Method: "GET", Path: "/", Purpose: "connect", Kind: transport.KindConnect},
		},
		{
			"a write", transport.Event{Method: "POST", Path: "/_security/api_key", Body: []byte(`{"name":"a"}`), Status: 200},
			Entry{Method: "POST", Path: "/_security/api_key", Status: 200, Sent: 12, Gap: GapWrite},
		},
		{
			"a write without a body", transport.Event{Method: "DELETE", Path: "/books", Status: 200},
			Entry{Method: "DELETE", Path: "/books", Status: 200},
		},
		{
			"a body that is too long", search(long),
			Entry{Method: "POST", Path: "/books/_search", ContentType: "application/json", Status: 200, Sent: MaxBody + 1, Gap: GapLarge},
		},
		{
			"a body that is just short enough", search(long[1:]),
			Entry{Method: "POST", Path: "/books/_search", ContentType: "application/json", Status: 200, Sent: MaxBody, body: long[1:]},
		},
		{
			"a path and a query that are too long", transport.Event{Method: "GET", Path: "/" + long, Query: long},
			Entry{Method: "GET", Path: "/" + long[:maxTarget-1], Query: long[:maxTarget], Gap: GapLarge},
		},
		{
			"the credential in each place", transport.Event{Method: "GET", Path: "/keys/hush", Query: "key=hush", Body: []byte(`{"key":"hush"}`)},
			Entry{Method: "GET", Path: "/keys/(hidden)", Query: "key=(hidden)", Sent: 14, Gap: GapSecret, body: `{"key":"(hidden)"}`},
		},
		{
			"a read that carries a credential", transport.Event{Method: "GET", Path: "/_security/x/hush", Query: "a=b", Body: []byte(`{"password":"p"}`), ContentType: "application/json", Private: true, Status: 200, Bytes: 9},
			Entry{Method: "GET", Path: "/_security/x/(hidden)", Status: 200, Bytes: 9, Sent: 16, Gap: GapPrivate},
		},
		{
			"a private route with nothing to hide", transport.Event{Method: "GET", Path: "/keys", Private: true},
			Entry{Method: "GET", Path: "/keys"},
		},
		{
			"the credential in a write", transport.Event{Method: "PUT", Path: "/keys/hush", Body: []byte(`{"key":"hush"}`)},
			Entry{Method: "PUT", Path: "/keys/(hidden)", Sent: 14, Gap: GapWrite},
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			log := newLog(t)
			log.Observe(row.event)
			row.want.ID = 1
			require.Equal(t, []Entry{row.want}, log.Since(0))
			got, ok := log.Get(1)
			require.True(t, ok)
			require.Equal(t, row.want.body, got.Body())
		})
	}
}

func TestWhatTheSenderDoesWithTheBodyAfterwardsChangesNothing(t *testing.T) {
	log := newLog(t)
	event := search("{}")
	log.Observe(event)
	copy(event.Body, "xx")
	entry, _ := log.Get(1)
	require.Equal(t, "{}", entry.Body())
}

func TestTheOldestEntryMakesRoomForTheNewest(t *testing.T) {
	log := newLog(t)
	for range MaxEntries + 3 {
		log.Observe(search("{}"))
	}
	entries := log.Since(0)
	require.Len(t, entries, MaxEntries)
	require.Equal(t, 4, entries[0].ID)
	require.Equal(t, MaxEntries+3, entries[MaxEntries-1].ID)
	require.Equal(t, 2*MaxEntries, log.bytes)
	for id, there := range map[int]bool{0: false, 3: false, 4: true, MaxEntries + 3: true, MaxEntries + 4: false} {
		entry, ok := log.Get(id)
		require.Equal(t, there, ok, id)
		if there {
			require.Equal(t, id, entry.ID)
		}
	}
	require.Len(t, log.Since(MaxEntries), 3)
	require.Empty(t, log.Since(MaxEntries+3))
}

func TestTheOldestBodiesMakeRoomForTheNewest(t *testing.T) {
	log := newLog(t)
	body := strings.Repeat("x", MaxBody)
	full := MaxBodies / MaxBody
	for range full {
		log.Observe(search(body))
	}
	first, _ := log.Get(1)
	require.Equal(t, GapNone, first.Gap)
	log.Observe(transport.Event{Method: "GET", Path: "/"})
	log.Observe(search("{}"))
	first, _ = log.Get(1)
	require.Equal(t, GapOld, first.Gap)
	require.Empty(t, first.Body())
	second, _ := log.Get(2)
	require.Equal(t, body, second.Body())
	require.LessOrEqual(t, log.bytes, MaxBodies)
	require.Len(t, log.Since(0), full+2)
	for range 3 * MaxEntries {
		log.Observe(search(body))
		require.LessOrEqual(t, log.bytes, MaxBodies)
	}
	held := 0
	for _, entry := range log.Since(0) {
		held += len(entry.Body())
	}
	require.Equal(t, log.bytes, held)
	require.Equal(t, MaxBodies, held)
}

func TestAClearedLogHoldsNothingAndGoesOnCounting(t *testing.T) {
	log := newLog(t)
	for range 3 {
		log.Observe(search("{}"))
	}
	require.Equal(t, 3, log.Clear())
	require.Empty(t, log.Since(0))
	require.Zero(t, log.bytes)
	_, ok := log.Get(3)
	require.False(t, ok)
	log.Observe(search("{ }"))
	require.Equal(t, 4, log.Since(0)[0].ID)
	require.Equal(t, 3, log.bytes)
	for range 2 * MaxEntries {
		log.Observe(search("{}"))
	}
	require.Len(t, log.Since(0), MaxEntries)
}

func TestAWaitEndsWithTheNextEntryOrItsContext(t *testing.T) {
	log := newLog(t)
	ended := make(chan error, 2)
	for range 2 {
		go func() { ended <- log.Wait(t.Context(), 0) }()
	}
	log.Observe(search("{}"))
	require.NoError(t, <-ended)
	require.NoError(t, <-ended)
	require.NoError(t, log.Wait(t.Context(), 0), "what is there is not waited for")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, log.Wait(ctx, 1), context.Canceled)
}

func TestALogIsReadWhileItGrows(t *testing.T) {
	log := newLog(t)
	const writers, each = 4, 2 * MaxEntries
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for range each {
				log.Observe(search(`{"a":1}`))
			}
		})
	}
	seen := 0
	for seen < writers*each {
		require.NoError(t, log.Wait(t.Context(), seen))
		for _, entry := range log.Since(seen) {
			require.Greater(t, entry.ID, seen)
			seen = entry.ID
			if kept, ok := log.Get(entry.ID); ok {
				require.Equal(t, entry.ID, kept.ID)
			}
		}
	}
	group.Wait()
	require.Len(t, log.Since(0), MaxEntries)
}
