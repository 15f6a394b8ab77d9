// SPEC: A-BRO-18
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/testing/enginetest"
	"quarry/backend/testing/faulttest"
)

const (
	seedVariable  = "QUARRY_SEED"   // repeats the random choices, as far as timing allows
	stepsVariable = "QUARRY_FAULTS" // how many pages a walk requests
	steps         = 100
)

// number reads an environment variable.
func number(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	require.NoError(t, err, name)
	return n
}

// asked returns how many pages a walk requests.
func asked(t *testing.T) int {
	t.Helper()
	return int(number(t, stepsVariable, steps)) //nolint:gosec // a small number
}

// trial is the application, a node behind a fault proxy, and the contents of the node's index.
type trial struct {
	run     *running
	proxy   *faulttest.Proxy
	truth   *truth
	seed    uint64
	random  *rand.Rand
	fields  map[string]string
	secrets []object
}

// newTrial prepares a trial. points says whether the application can use points in time on that node.
func newTrial(t *testing.T, run *running, node string, points bool) *trial {
	t.Helper()
	seed := number(t, seedVariable, rand.Uint64())
	t.Logf("%s=%d repeats what is drawn at random here", seedVariable, seed)
	return &trial{
		run: run, seed: seed, random: rand.New(rand.NewPCG(seed, 1)), fields: map[string]string{"auth": "none"},
		proxy: faulttest.New(t, node, rand.New(rand.NewPCG(seed, 2))), truth: newTruth(t, node, points),
	}
}

func (a *trial) visit(size int) *visitor {
	return visit(a.run, a.proxy, a.truth, size, a.seed, a.fields, a.secrets...)
}

func application(t *testing.T) *running {
	t.Helper()
	registry := cataloguetest.New(t, "elasticsearch")
	run := start(t, buildServe(t, registry), registry.Address, t.TempDir())
	t.Cleanup(run.stop)
	return run
}

func TestWhateverHappensToAnswersThePagesShownAreThoseAskedFor(t *testing.T) {
	nodes := []struct {
		name    string
		address func(enginetest.TB) string
		secured bool
	}{{"8.16", enginetest.ES8, true}, {"7.17", enginetest.ES7, false}}
	for _, node := range nodes {
		t.Run(node.name, func(t *testing.T) {
			t.Parallel()
			address := node.address(t)
			a := newTrial(t, application(t), address, true)
			a.all(t)
			if !node.secured {
				return
			}
			t.Run("without the right to a point in time", func(t *testing.T) {
				a.truth = a.truth.forwards(t)
				a.fields, a.secrets = map[string]string{"auth": "apiKey"}, []object{{"id": "apiKey", "replace": true, "value": a.pointless(t)}}
				a.all(t)
			})
		})
	}
}

func TestWhateverHappensToAnswersReal79ThePagesShownAreThoseAskedFor(t *testing.T) {
	address := enginetest.ES79(t)
	newTrial(t, application(t), address, false).all(t)
}

// all runs every trial on one node.
func (a *trial) all(t *testing.T) {
	t.Helper()
	parts := []struct {
		name string
		try  func(t *testing.T)
		when bool
	}{
		{"nothing happens", a.calm, true},
		{"a page is cancelled and asked for again", a.cancelled, true},
		{"anything happens", a.walks, true},
		{"every answer lacks some rows", a.incomplete, true},
		{"a count is of two shards", a.miscounted, a.truth.points},
		{"sort values come by half", a.misplaced, a.truth.points},
		{"a shard forgets the snapshot", a.forgotten, a.truth.points},
		{"the index is away for a moment", a.restarted, true},
		{"a jump to row 25,600 and on", a.jumps, true},
		{"fifty snapshots are cancelled while they open", a.abandoned, true},
	}
	for _, part := range parts {
		if part.when {
			t.Run(part.name, func(t *testing.T) {
				a.truth.t = t
				a.proxy.At(0)
				part.try(t)
			})
		}
	}
	a.truth.t = t
}

// calm walks through pages without a fault, which shows that the truth itself is right.
func (a *trial) calm(*testing.T) {
	v := a.visit(1000)
	for i := range a.truth.orders {
		v.sort(&a.truth.orders[i])
		for _, number := range []int{0, 1, 10, 22, 35, 36} {
			v.look(number, 0, true)
		}
	}
	v.settle("nothing happened")
}

// cancelled requests one page after the other, and each again after cancelling it. For half of them, responses are
// delayed until the application has given up, and then nothing can be closed on the node.
func (a *trial) cancelled(t *testing.T) {
	v := a.visit(2500)
	const last = 8 // enough for several consecutive pages
	number := last
	attempts := asked(t) / 4
	for attempt := range attempts {
		if number >= last {
			v.sort(&a.truth.orders[3])
			for _, first := range []int{0, 3, 4} {
				v.look(first, 0, true)
			}
			number = 4
		}
		number++
		if attempt%2 == 0 {
			a.proxy.Script(func(x *faulttest.Exchange) *faulttest.Fault {
				if x.Request.Method == http.MethodDelete {
					return &faulttest.Dropped
				}
				return &faulttest.HeldBack
			})
		}
		came := v.look(number, time.Duration(1+a.random.IntN(50))*time.Millisecond, false)
		a.proxy.At(0)
		if right := v.look(number, 0, true); !right && !came {
			number = last // after a wrong page, the following ones are wrong too
		}
	}
	v.settle(fmt.Sprint(attempts, " pages cancelled and asked for again"))
}

// walks requests random pages during faults, and the same pages again without faults.
func (a *trial) walks(t *testing.T) {
	v := a.visit(500)
	left := asked(t)
	last := (faultRows - 1) / v.size
	for left > 0 && len(v.wrong) < mostWrong {
		v.sort(&a.truth.orders[a.random.IntN(len(a.truth.orders))])
		seen := []int{}
		at := 0
		for range min(left, 25) {
			left--
			switch chance := a.random.IntN(20); {
			case chance < 9:
				at = min(at+1, last+1)
			case chance < 12:
				at = max(at-1, 0)
			case chance < 15:
			case chance < 17:
				at = min(at+a.random.IntN(8), last)
			default:
				at = a.random.IntN(last + 2)
			}
			a.proxy.At([]float64{0, 0.3, 0.3, 0.6}[a.random.IntN(4)])
			cancel := time.Duration(0)
			if a.random.IntN(4) == 0 {
				cancel = time.Duration(1+a.random.IntN(50)) * time.Millisecond
			}
			if next := at + 1; a.random.IntN(5) == 0 {
				v.both(at, next, cancel)
				at = next
			} else {
				v.look(at, cancel, false)
			}
			seen = append(seen, at)
		}
		a.proxy.At(0)
		for _, number := range seen[max(0, len(seen)-8):] {
			v.look(number, 0, true)
		}
	}
	v.settle("walks while anything happens")
}

// incomplete requests pages while every response is partial, however often they are requested.
func (a *trial) incomplete(t *testing.T) {
	v := a.visit(1000)
	for _, f := range []*faulttest.Fault{&faulttest.RanOut, &faulttest.ShardGone} {
		for _, i := range []int{0, 4} {
			v.sort(&a.truth.orders[i])
			a.during(t, v, func(*faulttest.Exchange) bool { return true }, f, 0, 1, 10, 22, 35)
		}
	}
	require.Positive(t, v.tally["partial"], "a page that says what is missing is worth more than none")
	v.settle("while nothing comes whole")
}

// miscounted jumps to a page while the snapshot's count covers only some of the shards.
func (a *trial) miscounted(t *testing.T) {
	v := a.visit(100)
	v.sort(&a.truth.orders[0])
	a.during(t, v, func(x *faulttest.Exchange) bool { return x.Has(`"track_total_hits":true`) || x.Has("/_count") }, &faulttest.ShardGone, 359, 300, 230)
	v.settle("while the count is wrong")
}

// misplaced jumps to a page while the search for its first row times out.
func (a *trial) misplaced(t *testing.T) {
	v := a.visit(100)
	for _, f := range []*faulttest.Fault{&faulttest.RanOut, &faulttest.ShardGone} {
		v.sort(&a.truth.orders[0])
		a.during(t, v, func(x *faulttest.Exchange) bool { return x.Has("hits.hits.sort") }, f, 120, 140, 260)
	}
	v.settle("while sort values are missing")
}

// during requests pages while some exchanges have a fault, and again without it.
func (a *trial) during(t *testing.T, v *visitor, which func(x *faulttest.Exchange) bool, f *faulttest.Fault, pages ...int) {
	t.Helper()
	before := a.proxy.Partials()
	a.proxy.Script(func(x *faulttest.Exchange) *faulttest.Fault {
		if which(x) {
			return f
		}
		return nil
	})
	for _, number := range pages {
		v.look(number, 0, false)
	}
	require.Greater(t, a.proxy.Partials(), before, "no answer was altered")
	a.proxy.At(0)
	for _, number := range pages {
		v.look(number, 0, true)
	}
}

// forgotten removes a shard from the node for a moment: it returns at once, but without the snapshot.
func (a *trial) forgotten(t *testing.T) {
	v := a.visit(1000)
	v.sort(&a.truth.orders[0])
	for _, number := range []int{0, 1} {
		v.look(number, 0, true)
	}
	name := strings.TrimSpace(a.truth.must(http.MethodGet, "/_cat/nodes?h=name", ""))
	command := fmt.Sprintf(`{"commands":[{"cancel":{"index":%q,"shard":1,"node":%q,"allow_primary":true}}]}`, a.truth.index, name)
	a.truth.must(http.MethodPost, "/_cluster/reroute", command)
	a.truth.must(http.MethodGet, "/_cluster/health/"+a.truth.index+"?wait_for_status=green&timeout=30s", "")
	for _, number := range []int{5, 12, 35, 0, 5, 12, 22} {
		v.look(number, 0, true) // of a new snapshot, which is opened at once
	}
	v.settle("without a shard's part of the snapshot")
}

// restarted closes and reopens the index, which ends every snapshot as a restart of its node does.
func (a *trial) restarted(*testing.T) {
	v := a.visit(2500)
	for _, i := range []int{0, 4} {
		v.sort(&a.truth.orders[i])
		for _, number := range []int{0, 1, 4} {
			v.look(number, 0, true)
		}
		a.truth.must(http.MethodPost, "/"+a.truth.index+"/_close", "")
		for _, number := range []int{2, 5} {
			v.look(number, 0, false)
		}
		a.truth.must(http.MethodPost, "/"+a.truth.index+"/_open", "")
		a.truth.must(http.MethodGet, "/_cluster/health/"+a.truth.index+"?wait_for_status=green&timeout=30s", "")
		for _, number := range []int{5, 6, 2, 13} {
			v.look(number, 0, true)
		}
	}
	v.settle("after the index was closed and opened")
}

// jumps begins with a far page, in small pages.
func (a *trial) jumps(*testing.T) {
	v := a.visit(100)
	for _, i := range []int{0, 3} {
		v.sort(&a.truth.orders[i])
		for _, number := range []int{260, 261, 359} {
			v.look(number, 0, true)
		}
	}
	v.settle("far pages")
}

// abandoned cancels pages while their snapshot is being opened. A snapshot whose name was never received must not stay
// open on the node for long.
func (a *trial) abandoned(t *testing.T) {
	v := a.visit(1000)
	first := 1
	if !a.truth.points {
		first = 10
	}
	before := a.proxy.Long()
	came := 0
	for range 50 {
		v.sort(&a.truth.orders[0])
		if v.look(first, time.Duration(1+a.random.IntN(20))*time.Millisecond, false) {
			came++
		}
	}
	v.sort(&a.truth.orders[1])
	v.look(0, 0, true)
	left := told(func() string {
		return fmt.Sprintf("%d of 50 pages came, snapshots were left open for %v", came, a.proxy.Left())
	})
	require.Eventually(t, func() bool { return a.proxy.Long() <= before }, 30*time.Second, 20*time.Millisecond, "%s", left)
	t.Log(left)
	v.settle("snapshots cancelled while they open")
}

// told is a text that is only built when needed.
type told func() string

func (s told) String() string { return s() }

// pointless creates an API key that can search and scroll but cannot open a point in time.
func (a *trial) pointless(t *testing.T) string {
	t.Helper()
	answer := a.truth.must(http.MethodPost, "/_security/api_key", fmt.Sprintf(`{"name":"quarry-faults","expiration":"1h","role_descriptors":{"reader":{
		"cluster":["cluster:monitor/main"],"indices":[{"names":[%q],"privileges":["indices:data/read/search*","indices:data/read/scroll*","view_index_metadata"]}]}}}`, a.truth.index))
	var key struct{ ID, Encoded string }
	require.NoError(t, json.Unmarshal([]byte(answer), &key))
	if key.Encoded == "" {
		var parts struct {
			ID  string
			Key string `json:"api_key"`
		}
		require.NoError(t, json.Unmarshal([]byte(answer), &parts))
		key.Encoded = base64.StdEncoding.EncodeToString([]byte(parts.ID + ":" + parts.Key))
	}
	t.Cleanup(func() { a.truth.ask(http.MethodDelete, "/_security/api_key", `{"ids":["`+key.ID+`"]}`) })
	return key.Encoded
}
