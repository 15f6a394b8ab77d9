// SPEC: EXP-09
package export

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/sample"
	engine "quarry/backend/sample/elasticsearch"
)

// hours is a clock that only a full disk advances.
type hours struct{ passed atomic.Int64 }

func (h *hours) now() time.Time { return time.Unix(0, h.passed.Load()) }

func (h *hours) wait(_ context.Context, d time.Duration) { h.passed.Add(int64(d)) }

// crowded is a disk that is full from some byte on, until a moment of a clock.
type crowded struct {
	*os.File
	clock   *hours
	room    int
	until   time.Time
	refused int
}

func (d *crowded) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 && d.clock.now().Before(d.until) {
		d.refused++
		return 0, &fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}
	}
	return d.File.Write(p)
}

// exportedAfter exports an index of a server to a disk that is full for some time, and returns how the export ended.
func exportedAfter(t *testing.T, url, object string, clock *hours, full time.Duration, slices int) (Progress, string, *crowded) {
	t.Helper()
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(url), nil), nil)
	var disk *crowded
	exports := On(Machine{Now: clock.now, Wait: clock.wait, Disk: func(file *os.File) Storage {
		disk = &crowded{File: file, clock: clock, room: fileBuffer, until: clock.now().Add(full)}
		return disk
	}})
	path := filepath.Join(t.TempDir(), "full.jsonl")
	id, err := exports.Start(t.Context(), s, Source{Object: object, Slices: slices}, Target{Path: path})
	require.NoError(t, err)
	<-exports.find(id).done
	p, err := exports.Progress(id)
	require.NoError(t, err)
	return p, path, disk
}

// indexOf returns an index whose documents are larger than the memory for data waiting for a disk.
func indexOf(n int) sample.Index {
	index := sample.Index{Name: "many", Mapping: []byte(`{"properties":{"n":{"type":"long"},"pad":{"type":"keyword","index":false}}}`)}
	for i := range n {
		index.Docs = append(index.Docs, sample.Doc{ID: fmt.Sprint(i), Source: []byte(fmt.Sprintf(`{"n":%d,"pad":%q}`, i, strings.Repeat("x", 4<<10)))})
	}
	return index
}

func TestADiskThatIsFullForLongerThanAPointInTimeLivesLosesNothing(t *testing.T) {
	const documents = 6000
	for _, slices := range []int{1, 4} {
		t.Run(fmt.Sprint(slices), func(t *testing.T) {
			if slices == 1 && testing.Short() {
				t.Skip("long work of a single goroutine")
			}
			clock := &hours{}
			e, err := engine.New(engine.Options{Data: []sample.Index{indexOf(documents)}, Clock: clock.now})
			require.NoError(t, err)
			server := httptest.NewServer(e)
			t.Cleanup(server.Close)
			p, path, disk := exportedAfter(t, server.URL, "many", clock, 2*time.Hour, slices)
			require.Nil(t, p.Err)
			require.Equal(t, Done, p.State)
			require.Len(t, written(t, path), documents)
			require.Equal(t, int(2*time.Hour/retryFull), disk.refused)
		})
	}
}

// scrolls is a server without points in time, with one scroll.
type scrolls struct {
	clock *hours
	rows  int
	next  int
	until time.Time
}

func (s *scrolls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	const batch = 1000
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Elastic-Product", "Elasticsearch")
	body, _ := io.ReadAll(r.Body)
	alive := gjson.GetBytes(body, "scroll").String()
	switch {
	case r.URL.Path == "/":
		_, _ = w.Write([]byte(`{"cluster_name":"c","cluster_uuid":"u","version":{"number":"7.9.3","build_flavor":"default"},"tagline":"You Know, for Search"}`))
		return
	case r.Method == http.MethodDelete:
		_, _ = w.Write([]byte(`{"succeeded":true,"num_freed":1}`))
		return
	case r.URL.Path == "/many/_search":
		s.next, alive = 0, r.URL.Query().Get("scroll")
	case s.clock.now().After(s.until):
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"error":{"root_cause":[{"type":"search_context_missing_exception","reason":"No search context found for id [1]"}],"type":"search_phase_execution_exception"},"status":404}`))
		return
	}
	life, err := time.ParseDuration(alive)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.until = s.clock.now().Add(life)
	var hits bytes.Buffer
	for end := min(s.next+batch, s.rows); s.next < end; s.next++ {
		fmt.Fprintf(&hits, `,{"_index":"many","_id":"%d","_source":{"n":%d,"pad":%q}}`, s.next, s.next, strings.Repeat("x", 4<<10))
	}
	_, _ = fmt.Fprintf(w, `{"_scroll_id":"s","took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"total":{"value":%d,"relation":"eq"},"hits":[%s]}}`,
		s.rows, bytes.TrimPrefix(hits.Bytes(), []byte(",")))
}

func TestADiskThatIsFullForMostOfAnHourLosesNoScroll(t *testing.T) {
	clock := &hours{}
	server := httptest.NewServer(&scrolls{clock: clock, rows: 6000})
	t.Cleanup(server.Close)
	p, path, _ := exportedAfter(t, server.URL, "many", clock, 50*time.Minute, 1)
	require.Nil(t, p.Err)
	require.Len(t, written(t, path), 6000)

	p, path, _ = exportedAfter(t, server.URL, "many", clock, 70*time.Minute, 1)
	require.Equal(t, Failed, p.State)
	require.Contains(t, p.Err.Message, "The snapshot has ended on the server. The export stopped after")
	require.Equal(t, "The disk was full for too long. Free some space, then start the export again.", p.Err.Hint)
	require.NoFileExists(t, path)
}
