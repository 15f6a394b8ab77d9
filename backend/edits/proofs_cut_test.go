// SPEC: A-EDT-09, A-EDT-11

package edits

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/enginetest"
	"quarry/backend/session"
	"quarry/backend/session/sessiontest"
	"quarry/drivers/driver"
)

// cutter is a proxy before a real engine that ends the connection at one byte of the exchange of one write: of the request,
// of which the engine then gets only the beginning, or of its response. It counts the writes.
type cutter struct {
	engine string // host and port

	mu     sync.Mutex
	dice   dice
	which  int            // the write that is cut, counted from 0; -1 for none
	writes map[string]int // how often each one came, by path, query and body
	seen   int
	cut    string // where it was cut
}

// arm prepares the cut of a later write.
func (c *cutter) arm(which int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.which, c.seen, c.cut, c.writes = which, 0, "", map[string]int{}
}

// count counts a request and returns whether it is the one to be cut.
func (c *cutter) count(r *http.Request, body []byte) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead || strings.HasSuffix(r.URL.Path, "/_mget") || strings.HasSuffix(r.URL.Path, "/_search") || strings.Contains(r.URL.Path, "_pit")
	if reads {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes[r.Method+" "+r.URL.RequestURI()+" "+string(body)]++
	c.seen++
	return c.seen-1 == c.which
}

// at draws a byte of a text, most often one of its beginning or its end, or none of it, or all.
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

func (c *cutter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	cut := c.count(r, body)
	out, err := http.NewRequest(r.Method, "http://"+c.engine+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return
	}
	out.Header = r.Header.Clone()
	out.Close = true
	var sent bytes.Buffer
	_ = out.Write(&sent) // a buffer takes everything
	inRequest, partly := cut && c.coin(), false
	if inRequest {
		whole := sent.Len()
		sent.Truncate(c.at("request", whole))
		partly = sent.Len() < whole
	}
	answer, err := c.exchange(out, sent.Bytes(), partly)
	if err != nil && !inRequest {
		panic(http.ErrAbortHandler)
	}
	client, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer client.Close()
	if inRequest {
		return // who gets no response does not know how much arrived
	}
	if cut {
		answer = answer[:c.at("response", len(answer))]
	}
	_, _ = client.Write(answer)
}

func (c *cutter) coin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dice.IntN(2) == 0
}

// exchange sends the bytes of a request to the engine and returns its whole response, after which the engine has done what
// it does. Only the beginning of a request gets none; an engine that was sent all of one would end the connection before it
// has carried it out.
func (c *cutter) exchange(r *http.Request, request []byte, partly bool) ([]byte, error) {
	conn, err := net.Dial("tcp", c.engine)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.Write(request); err != nil {
		return nil, err
	}
	if partly {
		_ = conn.(*net.TCPConn).CloseWrite()
		return io.ReadAll(conn)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	response.Close = true // each exchange has a connection of its own
	return httputil.DumpResponse(response, true)
}

func TestASaveThatIsCutAtAnyByteIsNeverRepeatedAndItsOutcomeIsTrue(t *testing.T) {
	p := openProof(t, enginetest.ES8(t), "proof-cut")
	c := &cutter{engine: sessiontest.Address(p.url), dice: p.dice, which: -1, writes: map[string]int{}}
	server := httptest.NewServer(c)
	defer server.Close()
	p.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(server.URL), nil), nil)
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
		for write, times := range c.writes {
			require.Equal(t, 1, times, "repeated: %s, cut %s", write, c.cut)
		}
	}
	require.Positive(t, seen[driver.OutcomeDone])
	require.Positive(t, seen[driver.OutcomeUnknown])
}
