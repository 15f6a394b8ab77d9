// SPEC: PLG-06
package registry

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// silentAfter serves a folder, but for files with the suffix only the first bytes: then it calls quiet and sends
// nothing more.
func silentAfter(t *testing.T, folder, suffix string, first int, quiet func()) string {
	t.Helper()
	files := http.FileServer(http.Dir(folder))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, suffix) {
			files.ServeHTTP(w, r)
			return
		}
		whole := httptest.NewRecorder()
		files.ServeHTTP(whole, r)
		_, _ = w.Write(whole.Body.Bytes()[:first])
		w.(http.Flusher).Flush()
		quiet()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	return server.URL + "/index.json"
}

// timers are timers that a test controls.
type timers struct {
	mu     sync.Mutex
	limits []time.Duration
	fire   func() // of the running timer
	quiet  bool   // each timer fires at once
	reads  int    // after this many timers, further ones fire at once; 0: never
}

func (c *timers) after(limit time.Duration, fire func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limits = append(c.limits, limit)
	c.fire = fire
	if c.quiet || c.reads > 0 && len(c.limits) > c.reads {
		fire()
	}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.fire = nil
		return true
	}
}

// pass makes the time limit pass while the server sends nothing.
func (c *timers) pass() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quiet = true
	if c.fire != nil {
		c.fire()
	}
}

func TestARegistryThatFallsSilentIsGivenUp(t *testing.T) {
	folder := t.TempDir()
	pkg := packed(t, described(t), make([]byte, 400_000))
	path := publish(t, folder, 1, described(t), pkg, nil)
	for _, row := range []struct{ file, want string }{
		{"index.json", "Quarry cannot read the registry's index: no data arrived for 30 s."},
		{"index.json.sig", "Quarry cannot read the registry's signature file: no data arrived for 30 s."},
	} {
		t.Run(row.file, func(t *testing.T) {
			clock := &timers{}
			client := newClient(t)
			client.after = clock.after
			_, err := client.Fetch(context.Background(), silentAfter(t, folder, row.file, 0, clock.pass))
			requireKind(t, err, Unreachable, row.want)
		})
	}
	for name, row := range map[string]struct {
		first int
		reads int
		kind  Kind
		want  string
	}{
		"before the first byte": {0, 0, Unreachable, "Quarry cannot download the driver: no data arrived for 5 s."},
		"in the middle":         {100, 1, Truncated, "The download stopped after 0.000 of " + megabytes(int64(len(pkg)), 0) + " MB: no data arrived for 5 s."},
	} {
		t.Run("a package, "+name, func(t *testing.T) {
			clock := &timers{reads: row.reads}
			quiet := clock.pass
			if row.reads > 0 {
				quiet = func() {}
			}
			in := newInstaller(t)
			in.Stall, in.after = 5*time.Second, clock.after
			entry := entryOf(t, path)
			at, err := locate(silentAfter(t, folder, ".qdrv", row.first, quiet))
			require.NoError(t, err)
			at, err = at.resolve(filepath.Base(entry.Packages[0].URL))
			require.NoError(t, err)
			entry.Packages[0].URL = at.String()
			_, err = in.Install(context.Background(), entry, nil)
			requireKind(t, err, row.kind, row.want)
			require.Empty(t, treeOf(t, in.Dir))
			for _, limit := range clock.limits {
				require.Equal(t, 5*time.Second, limit)
			}
		})
	}
}

func TestEveryByteBeginsTheWaitAnew(t *testing.T) {
	folder := t.TempDir()
	publish(t, folder, 1, described(t), packed(t, described(t), module("a")), nil)
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	armed, stopped := 0, 0
	client := newClient(t)
	client.after = func(time.Duration, func()) func() bool {
		armed++
		return func() bool { stopped++; return true }
	}
	_, err := client.Fetch(context.Background(), server.URL+"/index.json")
	require.NoError(t, err)
	require.Greater(t, armed, 2, "each read has a timer of its own")
	require.Equal(t, armed, stopped)
}
