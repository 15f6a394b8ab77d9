// SPEC: A-EDT-09, A-EDT-11

package edits

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/testing/enginetest"
	"quarry/backend/testing/faulttest"
	"quarry/drivers/driver"
)

// cutter cuts the connection at one byte of the exchange of one write: of the request, of which the engine then gets
// only the beginning, or of its response.
type cutter struct {
	proxy *faulttest.Proxy

	mu   sync.Mutex
	dice dice
	cut  string // where it was cut
}

// arm prepares the cut of a later write, counted from 0.
func (c *cutter) arm(which int) {
	c.proxy.Writes()
	seen := 0
	c.proxy.Script(func(x *faulttest.Exchange) *faulttest.Fault {
		if !x.Writes() {
			return nil
		}
		if seen++; seen-1 != which {
			return nil
		}
		cut := faulttest.CutResponse(func(_, size int) int { return c.at("response", size) })
		if c.coin() {
			cut = faulttest.CutRequest(func(size int) int { return c.at("request", size) })
		}
		return &cut
	})
}

// at picks a byte of a text at random: most often near its beginning or end, or none of it, or all.
func (c *cutter) at(what string, size int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.dice.IntN(size + 1)
	if c.dice.IntN(3) == 0 {
		n = []int{0, 1, size - 1, size}[c.dice.IntN(4)]
	}
	c.cut = fmt.Sprintf("at byte %d of %d of its %s", n, size, what)
	return n
}

func (c *cutter) coin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dice.IntN(2) == 0
}

func TestASaveThatIsCutAtAnyByteIsNeverRepeatedAndItsOutcomeIsTrue(t *testing.T) {
	p := openProof(t, enginetest.ES8(t), "proof-cut")
	c := &cutter{proxy: faulttest.New(t, p.url, nil), dice: p.dice}
	p.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", c.proxy.Address, nil), nil)
	ids := []string{"d000", "d001", "d002", "d003"}
	p.fill(len(ids), func(int) string { return `{"name":"before","price":` + p.pick("1.50", "2") + `,"stock":5}` })
	seen := map[driver.Outcome]int{}
	for trial := range 30 {
		all := p.shown()
		before := p.stored()
		want := map[string]string{}
		var staged []Row
		for i, id := range ids {
			row := all[id]
			name := fmt.Sprint("after ", trial)
			switch {
			case i == 3 && trial%3 == 0:
				row = Row{Act: driver.ActCreate, Key: []driver.Text{{Key: "#index", Value: p.index}, {Key: "#id", Value: fmt.Sprint("new", trial)}}, Cells: []Cell{{Column: "name", Text: name}}}
				id = fmt.Sprint("new", trial)
				want[id] = `{"name":"` + name + `"}`
			default:
				row.Cells = []Cell{{Column: "name", Text: name}}
				l := readLeaves(t, before[id])
				want[id] = strings.Replace(before[id], strings.TrimPrefix(l[`/"name"`], "text "), name, 1)
			}
			staged = append(staged, row)
		}
		plan := p.plan(staged...)
		require.Empty(t, plan.Refusals)
		c.arm(p.IntN(len(ids)))
		outcomes := p.send(plan)
		after := p.stored()
		for _, o := range outcomes {
			seen[o.Outcome]++
			id := text(staged[o.Row].Key, "#id")
			said := fmt.Sprintf("trial %d, %s: %s, cut %s: %v", trial, id, o.Outcome, c.cut, o.Err)
			switch o.Outcome {
			case driver.OutcomeDone:
				require.Equal(t, want[id], after[id], said)
			case driver.OutcomeRefused, Unsent:
				require.Equal(t, before[id], after[id], said)
			case driver.OutcomeUnknown:
				require.Contains(t, []string{before[id], want[id]}, after[id], said)
				if o.Document != 0 {
					held, err := p.plans.Document(plan.ID, o.Document)
					require.NoError(t, err, said)
					require.Equal(t, after[id], string(held), said)
				}
			default:
				require.Fail(t, "nobody else writes here", said)
			}
		}
		came, _ := c.proxy.Writes()
		for write, times := range came {
			require.Equal(t, 1, times, "repeated: %s, cut %s", write, c.cut)
		}
	}
	require.Positive(t, seen[driver.OutcomeDone])
	require.Positive(t, seen[driver.OutcomeUnknown])
}
