// SPEC: B-EDT-02, B-EDT-04, B-EDT-08, B-BRO-05, EXP-05

package edits

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/sample/typesense"
	"quarry/backend/work/export"
	"quarry/drivers/driver"
)

const proofSchema = `{"name":"proof","enable_nested_fields":true,"fields":[
	{"name":"name","type":"string","optional":true},{"name":"about","type":"string","optional":true},{"name":"tags","type":"string[]","optional":true},
	{"name":"price","type":"float","optional":true},{"name":"n","type":"int64","optional":true},{"name":"flag","type":"bool","optional":true},
	{"name":"o","type":"object","optional":true},{"name":"o.city","type":"string","optional":true},{"name":"o.since","type":"int64","optional":true}]}`

// collection is a collection of a sample server, with a connection of Quarry's to it. Another client writes to it.
type collection struct {
	dice
	t       *testing.T
	url     string
	session *session.Session
	plans   *Plans
}

func openCollection(t *testing.T, version string) *collection {
	t.Helper()
	engine, err := typesense.New(typesense.Options{Imitate: version, Empty: true})
	require.NoError(t, err)
	server := httptest.NewServer(engine)
	t.Cleanup(server.Close)
	to := sessiontest.To("typesense", sessiontest.Address(server.URL), nil)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), to, sessiontest.Fields{"apiKey": typesense.DefaultKey})
	return &collection{dice{drawn(t)}, t, server.URL + "/collections", s, New()}
}

// ask sends a request as another client.
func (c *collection) ask(method, path, body string) (string, error) {
	q, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	q.Header.Set("X-TYPESENSE-API-KEY", typesense.DefaultKey)
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode > 299 {
		err = fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, text)
	}
	return string(text), err
}

// document draws one. "extra" is not in the schema.
func (c *collection) document(n int) string {
	values := map[string]string{
		"name": quoted(c.text()), "tags": "[" + quoted(c.text()) + "," + quoted(c.text()) + "]", "price": c.quarters(), "n": c.whole(), "flag": c.pick("true", "false"),
		"o": `{"city":` + quoted(c.text()) + `,"since":` + c.whole() + `,"more":{"deep":[1,` + c.whole() + `]}}`, "extra": `{"a.b":[{"k":` + c.whole() + `}],"t":` + quoted(c.text()) + `}`,
	}
	members := []string{fmt.Sprintf(`"id":"d%03d"`, n), `"about":"first"`}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if c.IntN(8) > 0 {
			members = append(members, quoted(name)+":"+values[name])
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// quarters draws a number that the server spells in the same way.
func (c *collection) quarters() string {
	return strconv.Itoa(c.IntN(2000)-1000) + c.pick(".25", ".5", ".75")
}

// edit draws an edit of a column that a document has.
func (c *collection) edit(column string) typing {
	typed := func(text, value string) typing { return typing{Cell{Column: column, Text: text}, value} }
	if c.IntN(8) == 0 && !strings.Contains(column, ".") {
		return typing{Cell{Column: column, Null: true}, ""} // an optional field without a value is left out
	}
	switch column {
	case "price":
		n := c.quarters()
		return typed(n, n)
	case "n", "o.since":
		n := c.whole()
		return typed(n, n)
	case "flag":
		b := c.pick("true", "false")
		return typed(b, b)
	case "tags":
		list := "[" + quoted(c.text()) + "," + quoted(c.text()) + "]"
		return typed(list, list)
	}
	text := c.text()
	return typed(text, quoted(text))
}

// writer is another client: it keeps writing "about" of random documents until it is stopped.
type writer struct {
	wrote   map[string]string // by id, what it wrote last
	written int
	err     error
	done    chan struct{}
	group   sync.WaitGroup
}

func (c *collection) write(round int, ids []string, seed uint64) *writer {
	w := &writer{wrote: map[string]string{}, done: make(chan struct{})}
	random := rand.New(rand.NewPCG(seed, uint64(round))) //nolint:gosec // it draws trials, not secrets
	w.group.Go(func() {
		for w.err == nil {
			select {
			case <-w.done:
				return
			default:
			}
			id, text := ids[random.IntN(len(ids))], fmt.Sprint("written ", round, " ", w.written)
			_, w.err = c.ask("PATCH", "/proof/documents/"+id, `{"about":`+quoted(text)+`}`)
			w.wrote[id] = text
			w.written++
			time.Sleep(time.Millisecond)
		}
	})
	return w
}

func (w *writer) stop(t *testing.T) {
	t.Helper()
	close(w.done)
	w.group.Wait()
	require.NoError(t, w.err)
}

// searched returns all documents by their ids, as searches of another client find them.
func (c *collection) searched() map[string]string {
	c.t.Helper()
	all := map[string]string{}
	for page := 1; ; page++ {
		text, err := c.ask("GET", fmt.Sprint("/proof/documents/search?q=*&per_page=250&page=", page), "")
		require.NoError(c.t, err)
		hits := gjson.Get(text, "hits.#.document").Array()
		for _, hit := range hits {
			all[hit.Get("id").String()] = hit.Raw
		}
		if len(hits) == 0 {
			return all
		}
	}
}

// exported returns all documents by their ids, as Quarry exports them.
func (c *collection) exported() map[string]string {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "proof.jsonl")
	exports := export.New()
	id, err := exports.Start(c.t.Context(), c.session, export.Source{Object: "proof"}, export.Target{Path: file})
	require.NoError(c.t, err)
	require.Eventually(c.t, func() bool {
		p, err := exports.Progress(id)
		return err == nil && p.State == export.Done
	}, time.Minute, time.Millisecond)
	text, err := os.ReadFile(file)
	require.NoError(c.t, err)
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		all[gjson.Get(line, "id").String()] = strings.TrimSuffix(line, "\n")
	}
	return all
}

func TestAfterRandomEditsBesideAWriterTypesenseHasEveryEditAndEveryWriteAndNoOtherValueHasChanged(t *testing.T) {
	for _, version := range []string{"29.0", "30.0"} {
		t.Run(version, func(t *testing.T) { keepsEveryEditAndWrite(t, openCollection(t, version)) })
	}
}

func keepsEveryEditAndWrite(t *testing.T, c *collection) {
	const documents, rounds = 250, 2 // 500 edited rows
	_, err := c.ask("POST", "", proofSchema)
	require.NoError(t, err)
	var lines strings.Builder
	for n := range documents {
		lines.WriteString(strings.ReplaceAll(c.document(n), "\n", " ") + "\n")
	}
	loaded, err := c.ask("POST", "/proof/documents/import", lines.String())
	require.NoError(t, err)
	require.Equal(t, documents, strings.Count(loaded, `"success":true`), loaded)
	columns := []string{"name", "tags", "price", "n", "flag", "o.city", "o.since"}
	seen := map[driver.Outcome]int{}
	for round := range rounds {
		view, err := grid.NewViews().Open(t.Context(), c.session, "proof")
		require.NoError(t, err)
		shown, before := rowsShown(t, view), c.searched()
		require.Len(t, shown, documents)
		ids := slices.Sorted(maps.Keys(shown))
		want := map[string]leaves{}
		var staged []Row
		edited := make([]map[string]string, 0, documents)
		for _, id := range ids {
			want[id] = readLeaves(t, before[id])
			row, edit := shown[id], map[string]string{}
			for _, at := range c.Perm(len(columns))[:1+c.IntN(3)] {
				if path := pathOf(want[id], columns[at]); want[id][path] != "" {
					e := c.edit(columns[at])
					row.Cells, edit[path] = append(row.Cells, e.cell), e.value
				}
			}
			if len(row.Cells) == 0 {
				row.Cells, edit[`/"name"`] = []Cell{{Column: "name", Text: id}}, quoted(id)
			}
			staged, edited = append(staged, row), append(edited, edit)
		}
		other := c.write(round, ids, c.Uint64())
		plan, err := c.plans.Make(t.Context(), c.session, view, staged)
		require.NoError(t, err)
		outcomes, err := c.plans.Send(t.Context(), plan.ID, plan.Digest)
		require.NoError(t, err)
		other.stop(t)
		require.Positive(t, other.written)
		for _, refusal := range plan.Refusals {
			require.Equal(t, driver.Conflict, refusal.Err.Kind, refusal.Err)
			require.Contains(t, other.wrote, ids[refusal.Row], "nobody changed it")
			seen[driver.OutcomeConflict]++
		}
		require.Len(t, outcomes, documents-len(plan.Refusals))
		for _, o := range outcomes {
			seen[o.Outcome]++
			if o.Outcome == driver.OutcomeConflict {
				require.Contains(t, other.wrote, ids[o.Row], "nobody changed it")
				continue
			}
			require.Equal(t, driver.OutcomeDone, o.Outcome, o.Err)
			for path, value := range edited[o.Row] {
				want[ids[o.Row]].replace(t, path, value)
			}
		}
		for id, text := range other.wrote {
			want[id].replace(t, `/"about"`, quoted(text))
		}
		for how, all := range map[string]map[string]string{"searched": c.searched(), "exported": c.exported()} {
			require.Len(t, all, documents)
			for id, source := range all {
				require.Equal(t, want[id], readLeaves(t, source), "%s %s: %s", how, id, source)
			}
		}
	}
	require.Positive(t, seen[driver.OutcomeDone], "%v", seen)
	require.Positive(t, seen[driver.OutcomeConflict], "%v", seen)
}
