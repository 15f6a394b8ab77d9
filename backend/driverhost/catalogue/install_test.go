// SPEC: PLG-03, CON-03
package catalogue

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/driverhost/plugin/plugintest"
	"quarry/backend/driverhost/registry"
	"quarry/drivers/driver"
)

// gate serves a registry over HTTP, counts the requests for packages and holds them back until it is opened.
type gate struct {
	url     string
	asked   chan struct{}
	open    func()
	fetched atomic.Int32
}

func serveGated(t *testing.T, r *cataloguetest.Registry) *gate {
	t.Helper()
	released := make(chan struct{})
	g := &gate{asked: make(chan struct{}, 16), open: sync.OnceFunc(func() { close(released) })}
	files := http.FileServer(http.Dir(r.Dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if path.Ext(q.URL.Path) == ".qdrv" {
			g.fetched.Add(1)
			g.asked <- struct{}{}
			select {
			case <-released:
			case <-q.Context().Done():
			}
		}
		files.ServeHTTP(w, q)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(g.open)
	g.url = server.URL + "/index.json"
	return g
}

// waitFor waits until n callers have joined the same installation.
func waitFor(t *testing.T, c *Catalogue, n int) {
	t.Helper()
	require.Eventually(t, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.waiting[engine] == n && joined() == n
	}, 10*time.Second, time.Millisecond)
}

// joined counts the goroutines that wait for an installation.
func joined() int {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	n := 0
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		first, rest, _ := strings.Cut(stack, "\n")
		if strings.Contains(first, "[select") && strings.HasPrefix(rest, "quarry/backend/driverhost/registry.(*Installer).together(") {
			n++
		}
	}
	return n
}

// SPEC: PLG-03
func TestTwoConnectionsThatMissADriverInstallItOnce(t *testing.T) {
	r := cataloguetest.New(t, engine)
	g := serveGated(t, r)
	c := newCatalogue(t, r, g.url, t.TempDir())
	ended := make(chan error, 2)
	for range 2 {
		go func() {
			_, d, err := c.Open(context.Background(), engine)
			if err == nil {
				err = d.Close(context.Background())
			}
			ended <- err
		}()
	}
	<-g.asked
	waitFor(t, c, 2)
	require.True(t, c.Progress(engine).Running)
	require.Equal(t, registry.StepDownload, c.Progress(engine).Step)
	g.open()
	require.NoError(t, <-ended)
	require.NoError(t, <-ended)
	require.EqualValues(t, 1, g.fetched.Load())
	require.Equal(t, Progress{Progress: c.Progress(engine).Progress}, c.Progress(engine), "it neither runs nor failed")
	require.Equal(t, registry.StepStart, c.Progress(engine).Step)
}

// SPEC: PLG-03
func TestAnInstallationGoesOnForTheOthersWhenTheFirstGivesUp(t *testing.T) {
	r := cataloguetest.New(t, engine)
	g := serveGated(t, r)
	c := newCatalogue(t, r, g.url, t.TempDir())
	first, giveUp := context.WithCancel(t.Context())
	one, two := make(chan error, 1), make(chan error, 1)
	go func() { one <- c.Install(first, engine) }()
	<-g.asked
	go func() { two <- c.Install(context.Background(), engine) }()
	waitFor(t, c, 2)
	giveUp()
	require.ErrorIs(t, <-one, context.Canceled)
	require.True(t, c.Progress(engine).Running, "it goes on")
	g.open()
	require.NoError(t, <-two)
	require.EqualValues(t, 1, g.fetched.Load())
	require.False(t, c.Progress(engine).Failed)
}

// SPEC: CON-03
func TestAnInstallationThatNobodyWaitsForEnds(t *testing.T) {
	r := cataloguetest.New(t, engine)
	g := serveGated(t, r)
	c := newCatalogue(t, r, g.url, t.TempDir())
	ctx, giveUp := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Install(ctx, engine) }()
	<-g.asked
	giveUp()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.True(t, c.Progress(engine).Failed)
	require.False(t, c.Progress(engine).Running)
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Empty(t, offered(t, list, engine).Installed)

	g.open()
	require.NoError(t, c.Install(t.Context(), engine), "it can be tried again")
	require.False(t, c.Progress(engine).Failed)
}

// SPEC: PLG-06
func TestADriverThatSendsRequestsBeforeItIsInstalledIsRefused(t *testing.T) {
	step := &driver.Step{Sends: []driver.Send{{Request: driver.Request{Method: "GET", Path: "/"}, Verb: driver.Raw}}}
	r := cataloguetest.New(t)
	r.Publish(t, builtFrom(t, plugintest.Answering(&driver.Output{Step: step}).Module()))
	c := newCatalogue(t, r, r.Address, t.TempDir())
	err := c.Install(t.Context(), engine)
	var refused *registry.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, registry.NotStarted, refused.Kind)
	require.Equal(t, "The driver did not start: The driver tried to send a request in an operation that sends none.", refused.Message)
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Empty(t, offered(t, list, engine).Installed)
}

func TestACancelledFirstCallerLeavesADriverThatOthersCanUse(t *testing.T) {
	r, profile := installed(t)
	c := newCatalogue(t, r, r.Address, profile)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, d, err := c.Open(ctx, engine)
	require.NoError(t, err, "nothing of it needs the caller: the driver is installed")
	require.NoError(t, d.Close(t.Context()))
	require.Equal(t, engine, describe(t, c, engine).ID)

	_, err = c.List(ctx, true)
	require.ErrorIs(t, err, context.Canceled)
	list, err := c.List(t.Context(), false)
	require.NoError(t, err)
	require.Empty(t, list.Notice)
}

func TestAClosedCatalogueLeavesNothingBehindAndOpensNothing(t *testing.T) {
	r, profile := installed(t)
	before := runtime.NumGoroutine()
	c := New(Options{Address: r.Address, Profile: profile, Keys: r.Keys, Version: "0.1.0"})
	for range 3 {
		_, d, err := c.Open(t.Context(), engine)
		require.NoError(t, err)
		_, err = plugin.Run[driver.Description](t.Context(), d, plugin.Call{Op: driver.OpDescribe})
		require.NoError(t, err)
		require.NoError(t, d.Close(t.Context()))
	}
	require.NoError(t, c.Close(t.Context()))
	require.NoError(t, c.Close(t.Context()))
	_, _, err := c.Open(t.Context(), engine)
	var e *driver.Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, driver.Cancelled, e.Kind)
	// The extra goroutine is the one that runs this check.
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, 10*time.Second, time.Millisecond)
}
