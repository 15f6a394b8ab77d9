package plugin

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin/internal/hostile"
	"quarry/drivers/driver"
)

// shortLimit is the deadline of a call in tests that wait until it passes.
const shortLimit = defaultCallLimit / 5

// unhurried is the deadline of a call, and of a start, in all other tests: it never passes, however slow the machine
// is.
const unhurried = time.Hour

// built is the folder for building the hostile module.
var built string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "hostile")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// hostileWASM returns the hostile driver's module.
var hostileWASM = sync.OnceValues(func() ([]byte, error) {
	file := filepath.Join(built, "hostile.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-o", file, "quarry/backend/driverhost/plugin/internal/hostile/wasm")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the hostile driver: %w\n%s", err, out)
	}
	return os.ReadFile(file)
})

// sharedModule is the hostile driver with a deadline that never passes, shared by all tests.
var sharedModule = sync.OnceValues(func() (*Module, error) { return compileHostile(Options{}) })

// hastyModule is the hostile driver with a short deadline for a call.
var hastyModule = sync.OnceValues(func() (*Module, error) { return compileHostile(Options{CallLimit: shortLimit}) })

func compileHostile(options Options) (*Module, error) {
	wasm, err := hostileWASM()
	if err != nil {
		return nil, err
	}
	options.CallLimit = cmp.Or(options.CallLimit, unhurried)
	options.StartLimit = cmp.Or(options.StartLimit, unhurried)
	r, err := NewRuntime(context.Background(), options)
	if err != nil {
		return nil, err
	}
	return r.Compile(context.Background(), wasm)
}

// openHostile returns an instance of the hostile driver.
func openHostile(t testing.TB, module func() (*Module, error)) Runner {
	t.Helper()
	m, err := module()
	require.NoError(t, err)
	r, err := m.Open(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close(context.Background())) })
	return r
}

// runners returns both ways of running the hostile driver.
func runners(t *testing.T) map[string]Runner {
	return map[string]Runner{"native": Native(hostile.Driver{}), "module": openHostile(t, sharedModule)}
}

// behave returns the call for one behaviour of the hostile driver.
func behave(object string, exec Executor) Call {
	return Call{
		Op: driver.OpPage, Args: &driver.PageArgs{Object: object}, Exec: exec,
		Session: []byte("session"), Now: time.UnixMilli(1700000000000), Seed: []byte("seed"),
	}
}

// sized is behave with numbers.
func sized(object string, exec Executor, from int64, size int) Call {
	c := behave(object, exec)
	c.Args = &driver.PageArgs{Object: object, From: from, Size: size}
	return c
}

// page runs a behaviour and returns its text.
func page(ctx context.Context, r Runner, c Call) (string, error) {
	result, err := Run[driver.PageResult](ctx, r, c)
	if err != nil {
		return "", err
	}
	return string(result.State), nil
}

// execFunc is an Executor from a function.
type execFunc func(ctx context.Context, step *driver.Step) []driver.Reply

func (f execFunc) Exec(ctx context.Context, step *driver.Step) []driver.Reply { return f(ctx, step) }

// echo responds to every request with its method and path.
var echo = execFunc(func(_ context.Context, step *driver.Step) []driver.Reply {
	replies := make([]driver.Reply, len(step.Sends))
	for i, s := range step.Sends {
		body := s.Request.Method + " " + s.Request.Path
		replies[i] = driver.Reply{Status: 200, Body: []byte(body), Rows: i, Picked: make([]string, len(s.Pick))}
	}
	return replies
})

// recorder counts steps, records their requests and lets a test inspect each step before its replies.
type recorder struct {
	mu       sync.Mutex
	requests []string
	before   func(ctx context.Context, n int, step *driver.Step)
}

// Exec responds like echo, or with cancellations if ctx is already done.
func (r *recorder) Exec(ctx context.Context, step *driver.Step) []driver.Reply {
	r.mu.Lock()
	n := len(r.requests)
	for _, s := range step.Sends {
		r.requests = append(r.requests, s.Request.Method+" "+s.Request.Path)
	}
	r.mu.Unlock()
	if r.before != nil {
		r.before(ctx, n, step)
	}
	if ctx.Err() == nil {
		return echo(ctx, step)
	}
	replies := make([]driver.Reply, len(step.Sends))
	for i := range replies {
		replies[i].Err = ended(ctx)
	}
	return replies
}

func (r *recorder) sent() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.requests...)
}

// failure returns err as the contract's error.
func failure(t *testing.T, err error) *driver.Error {
	t.Helper()
	var e *driver.Error
	require.ErrorAs(t, err, &e)
	return e
}

func joined(texts []string) string { return strings.Join(texts, ",") }

// response is the result of an operation in another goroutine.
type response struct {
	text string
	err  error
}

// waitingOperation starts an operation that waits for its reply until resume is called or the test ends.
func waitingOperation(t *testing.T, r Runner) (resume func(), ended chan response) {
	t.Helper()
	waiting, released := make(chan struct{}), make(chan struct{})
	resume = sync.OnceFunc(func() { close(released) })
	t.Cleanup(resume)
	ended = make(chan response, 1)
	go func() {
		text, err := page(context.Background(), r, sized("one", execFunc(func(ctx context.Context, step *driver.Step) []driver.Reply {
			close(waiting)
			<-released
			return echo(ctx, step)
		}), 3, 0))
		ended <- response{text, err}
	}()
	<-waiting
	return resume, ended
}
