// SPEC: PLG-07
package plugin

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin/internal/hostile"
	"quarry/drivers/driver"
)

func TestADriverTakesTheSameStepsNativelyAndAsAModule(t *testing.T) {
	rows := []struct {
		name string
		call func(Executor) Call
		want string
	}{
		{"an operation without a step", func(e Executor) Call { return behave("empty", e) }, ""},
		{"one request", func(e Executor) Call { return sized("one", e, 1<<53+1, 0) }, "GET /one/9007199254740993"},
		{"a chain with a clean-up", func(e Executor) Call { return sized("chain", e, 0, 2) }, "GET /chain/0;GET /chain/1;"},
		{"requests in parallel", func(e Executor) Call { return sized("parallel", e, 0, 3) }, "GET /parallel/0;GET /parallel/1;GET /parallel/2;"},
		{"no request in a parallel step", func(e Executor) Call { return sized("parallel", e, 0, 0) }, ""},
		{"recursion with a request at every depth", func(e Executor) Call { return sized("recurse", e, 7, 1) }, "GET /down/7/1GET /down/7/0GET /up/7/00;GET /up/7/12016;"},
		{"rows and values", func(e Executor) Call { return sized("page", e, 0, 100) }, "0;0;;"},
		{"what it was given", func(e Executor) Call { return behave("given", e) }, "session;1700000000000;seed"},
	}
	both := runners(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			logs := map[string]*StepLog{}
			for way, r := range both {
				exec := execFunc(echo)
				c := row.call(exec)
				c.Log = &StepLog{}
				logs[way] = c.Log
				got, err := page(t.Context(), r, c)
				require.NoError(t, err, way)
				require.Equal(t, row.want, got, way)
			}
			require.Equal(t, logs["native"].Bytes(), logs["module"].Bytes())
		})
	}
}

func TestAnErrorOfADriverArrivesWhole(t *testing.T) {
	rows := []struct {
		name    string
		call    Call
		kind    driver.Kind
		message string
	}{
		{"an operation that the driver lacks", Call{Op: "dance"}, driver.Unsupported, "this driver has no operation dance"},
		{"an optional operation that it lacks", Call{Op: driver.OpRelease}, driver.Unsupported, "this driver has no operation release"},
		{"its own error", behave("nothing", nil), driver.NotFound, "no behaviour nothing"},
	}
	for way, r := range runners(t) {
		for _, row := range rows {
			t.Run(way+": "+row.name, func(t *testing.T) {
				_, err := r.Run(t.Context(), row.call)
				e := failure(t, err)
				require.Equal(t, row.kind, e.Kind)
				require.Equal(t, row.message, e.Message)
				require.False(t, e.Retry)
			})
		}
	}
}

func TestACancellationAtAnyStepGivesBackWhatWasOpened(t *testing.T) {
	rows := []struct {
		name     string
		at       int  // the request at which the user cancels
		answered bool // its response still arrives
		sent     string
		cancels  bool // the driver was cancelled instead of resumed
	}{
		{"while it opens: nothing is held", 0, false, "POST /held", true},
		{"when it was opened already", 0, true, "POST /held,DELETE /held", false},
		{"while it reads", 1, false, "POST /held,GET /chain/0,DELETE /held", true},
		{"when it has read", 1, true, "POST /held,GET /chain/0,DELETE /held", false},
		{"while it reads again", 2, false, "POST /held,GET /chain/0,GET /chain/1,DELETE /held", true},
		{"when it has read all: the clean-up is what is left", 2, true, "POST /held,GET /chain/0,GET /chain/1,DELETE /held", false},
		{"while it cleans up: that goes on", 3, false, "POST /held,GET /chain/0,GET /chain/1,DELETE /held", false},
	}
	both := runners(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			logs := map[string]*StepLog{}
			for way, r := range both {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				exec := &recorder{before: func(_ context.Context, n int, _ *driver.Step) {
					if n == row.at {
						cancel()
					}
				}}
				c := sized("chain", exec, 0, 2)
				c.Exec = exec
				if row.answered {
					c.Exec = execFunc(func(ctx context.Context, step *driver.Step) []driver.Reply {
						return exec.Exec(context.WithoutCancel(ctx), step)
					})
				}
				c.Log = &StepLog{}
				logs[way] = c.Log
				_, err := page(ctx, r, c)
				if row.at < 2 || row.cancels {
					require.Equal(t, driver.Cancelled, failure(t, err).Kind, way)
				} else {
					require.NoError(t, err, way)
				}
				require.Equal(t, row.sent, strings.Join(exec.sent(), ","), way)
				require.Equal(t, row.cancels, strings.Contains(c.Log.String(), "cancel\n"), c.Log.String())
			}
			require.Equal(t, logs["native"].Bytes(), logs["module"].Bytes(), "%s\n%s", logs["native"], logs["module"])
		})
	}
}

func TestAnOperationThatIsCancelledBeforeItBeginsSendsNothing(t *testing.T) {
	for way, r := range runners(t) {
		t.Run(way, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			exec := &recorder{}
			_, err := page(ctx, r, behave("one", exec))
			require.Equal(t, driver.Cancelled, failure(t, err).Kind)
			require.Empty(t, exec.sent())
		})
	}
}

func TestADeadlineOfTheCallerIsATimeout(t *testing.T) {
	for way, r := range runners(t) {
		t.Run(way, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 1)
			defer cancel()
			_, err := page(ctx, r, behave("one", &recorder{}))
			require.Equal(t, driver.Timeout, failure(t, err).Kind)
		})
	}
}

func TestTheDriversWordsForItsCancellationAreNotShown(t *testing.T) {
	for way, r := range runners(t) {
		t.Run(way, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			_, err := page(ctx, r, behave("failing", &recorder{before: func(context.Context, int, *driver.Step) { cancel() }}))
			e := failure(t, err)
			require.Equal(t, driver.Cancelled, e.Kind)
			require.Equal(t, driver.ErrCancelled.Message, e.Message)
		})
	}
}

func TestACancelledDriverTakesEightCleanupsAndNoMore(t *testing.T) {
	for way, r := range runners(t) {
		t.Run(way, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			exec := &recorder{before: func(_ context.Context, n int, _ *driver.Step) {
				if n == 0 {
					cancel()
				}
			}}
			_, err := page(ctx, r, sized("stubborn", exec, 0, 30))
			require.Equal(t, driver.Cancelled, failure(t, err).Kind)
			require.Len(t, exec.sent(), 1+8)
		})
	}
}

func TestAnOperationOfTooManyStepsEndsAfterItsCleanup(t *testing.T) {
	const limit = 5
	m, err := compileHostile(Options{MaxSteps: limit})
	require.NoError(t, err)
	defer m.runtime.Close(t.Context())
	module, err := m.Open(t.Context())
	require.NoError(t, err)
	linked := Native(hostile.Driver{}).(*native)
	linked.maxSteps = limit
	logs := map[string]*StepLog{}
	for way, r := range map[string]Runner{"native": linked, "module": module} {
		exec := &recorder{}
		c := behave("endless", exec)
		c.Log = &StepLog{}
		logs[way] = c.Log
		_, err := page(t.Context(), r, c)
		e := failure(t, err)
		require.Equal(t, driver.Invalid, e.Kind, way)
		require.Equal(t, "The operation was stopped because it took more than 5 steps.", e.Message)
		require.True(t, e.Sent)
		require.False(t, e.Retry)
		require.Equal(t, strings.Repeat("GET /again,", limit)+"DELETE /held", joined(exec.sent()), way)
		got, err := page(t.Context(), r, sized("one", echo, 1, 0))
		require.NoError(t, err, "the driver itself is sound")
		require.Equal(t, "GET /one/1", got)
	}
	require.Equal(t, logs["native"].Bytes(), logs["module"].Bytes(), "%s\n%s", logs["native"], logs["module"])
}

func TestCleanupsHaveADeadlineOfTheirOwn(t *testing.T) {
	for way, r := range runners(t) {
		t.Run(way, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			exec := &recorder{before: func(ctx context.Context, n int, step *driver.Step) {
				deadline, limited := ctx.Deadline()
				require.Equal(t, step.Cleanup, limited)
				if step.Cleanup {
					require.NoError(t, ctx.Err())
					require.False(t, deadline.IsZero())
				}
				if n == 1 {
					cancel()
				}
			}}
			_, err := page(ctx, r, sized("chain", exec, 0, 2))
			require.Equal(t, driver.Cancelled, failure(t, err).Kind)
			require.Equal(t, "DELETE /held", exec.sent()[2])
		})
	}
}

// TestOperationsInterleaveWithoutTouchingEachOther resumes 50 operations in one instance in a random order.
func TestOperationsInterleaveWithoutTouchingEachOther(t *testing.T) {
	const operations = 50
	r := openHostile(t, sharedModule)
	order := rand.New(rand.NewPCG(1, 2))
	waiting := make(chan chan struct{})
	ended := make(chan int)
	got := make([]string, operations)
	exec := execFunc(func(ctx context.Context, step *driver.Step) []driver.Reply {
		turn := make(chan struct{})
		waiting <- turn
		<-turn
		return echo(ctx, step)
	})
	for i := range operations {
		go func() {
			got[i], _ = page(context.Background(), r, sized("recurse", exec, int64(i), i%10))
			ended <- i
		}()
	}
	var turns []chan struct{}
	for live := operations; live > 0; {
		select {
		case turn := <-waiting:
			turns = append(turns, turn)
		case <-ended:
			live--
		}
		if len(turns) == live && live > 0 {
			n := order.IntN(len(turns))
			close(turns[n])
			turns[n] = turns[len(turns)-1]
			turns = turns[:len(turns)-1]
		}
	}
	for i := range operations {
		want, err := page(t.Context(), Native(hostile.Driver{}), sized("recurse", echo, int64(i), i%10))
		require.NoError(t, err)
		require.Equal(t, want, got[i])
	}
}

// TestThousandsOfOperationsDoNotAddUp: an operation that is not released costs 5 KB, 2,000 of them 10 MB.
func TestThousandsOfOperationsDoNotAddUp(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	r := openHostile(t, sharedModule)
	for i := range 2000 {
		got, err := page(t.Context(), r, sized("one", echo, int64(i), 0))
		require.NoError(t, err)
		require.Equal(t, "GET /one/"+strconv.Itoa(i), got)
	}
	require.Less(t, r.(*guest).in.used.Load(), uint32(10<<20))
}

func TestOperationsBeyondTheCapWaitForRoom(t *testing.T) {
	r := openHostile(t, sharedModule)
	open := make(chan struct{})
	var begun sync.WaitGroup
	begun.Add(maxLive)
	done := make(chan error)
	hold := execFunc(func(ctx context.Context, step *driver.Step) []driver.Reply {
		begun.Done()
		<-open
		return echo(ctx, step)
	})
	for range maxLive {
		go func() {
			_, err := page(context.Background(), r, behave("one", hold))
			done <- err
		}()
	}
	begun.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error)
	go func() {
		_, err := page(ctx, r, behave("one", echo))
		over <- err
	}()
	cancel()
	require.Equal(t, driver.Cancelled, failure(t, <-over).Kind)
	close(open)
	for range maxLive {
		require.NoError(t, <-done)
	}
	_, err := page(t.Context(), r, behave("one", echo))
	require.NoError(t, err)
}

func TestAClosedRunnerCancelsWhatIsUnderWayAndTakesNoMore(t *testing.T) {
	m, err := sharedModule()
	require.NoError(t, err)
	opened, err := m.Open(t.Context())
	require.NoError(t, err)
	for way, r := range map[string]Runner{"native": Native(hostile.Driver{}), "module": opened} {
		t.Run(way, func(t *testing.T) {
			reading := make(chan struct{})
			exec := &recorder{before: func(ctx context.Context, n int, _ *driver.Step) {
				if n == 1 {
					close(reading)
					<-ctx.Done()
				}
			}}
			ended := make(chan error)
			go func() {
				_, err := page(context.Background(), r, sized("chain", exec, 0, 5))
				ended <- err
			}()
			<-reading
			closed := make(chan error)
			go func() { closed <- r.Close(context.Background()) }()
			require.Equal(t, driver.Cancelled, failure(t, <-ended).Kind)
			require.NoError(t, <-closed)
			require.Equal(t, []string{"POST /held", "GET /chain/0", "DELETE /held"}, exec.sent())
			_, err := page(t.Context(), r, behave("one", echo))
			require.Equal(t, driver.Cancelled, failure(t, err).Kind)
			require.NoError(t, r.Close(context.Background()))
		})
	}
}
