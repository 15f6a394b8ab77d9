package recorded_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/conformance/recorded"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
	"quarry/drivers/typesense"
)

// exchange is one line of a recording.
type exchange struct {
	engine, method, path string
	status               int
	body                 string
}

func (x exchange) line(t *testing.T) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{
		"case": "x", "engine": x.engine,
		"request":  map[string]any{"method": x.method, "path": x.path, "headers": []any{}, "body": ""},
		"response": map[string]any{"status": x.status, "headers": [][2]string{{"content-type", "application/json"}}, "body": x.body, "body_encoding": "utf-8"},
	})
	require.NoError(t, err)
	return string(line) + "\n"
}

// problems returns the problems found in a recording of some exchanges, with d as the driver.
func problems(t *testing.T, d driver.Driver, list ...exchange) []string {
	t.Helper()
	var text strings.Builder
	for _, x := range list {
		text.WriteString(x.line(t))
	}
	file := filepath.Join(t.TempDir(), "x.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o644))
	r, err := recorded.Load(file)
	require.NoError(t, err)
	report, err := recorded.Read(t.Context(), plugin.Native(d), r)
	require.NoError(t, err)
	require.NotEmpty(t, report.Read)
	return report.Problems
}

const (
	es = "elasticsearch 8.16.3"
	ts = "typesense 29.0"

	goodSearch = `{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"hits":[{"_index":"books","_id":"1","_score":1.0,"_source":{"a":{"b":1.0},"a.b":null,"n":[{"x":1e2},{}],"s":"\\ud83e"}}]}}`
	goodMulti  = `{"results":[{"found":1,"hits":[{"document":{"id":"1","o":[{"x":-0},{}],"n":[1,2.50]}}],"search_time_ms":0}]}`
)

func TestGoodAnswersHaveNoProblems(t *testing.T) {
	const mapping = `{"books":{"mappings":{"properties":{"a":{"properties":{"b":{"type":"double"}}},"n":{"type":"nested","properties":{"x":{"type":"double"}}}}}}}`
	require.Empty(t, problems(t, elasticsearch.New(),
		exchange{es, "GET", "/books/_mapping", 200, mapping}, exchange{es, "POST", "/books/_search?size=1", 200, goodSearch},
		exchange{es, "GET", "/books/_count", 200, `{"count":9007199254740993,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}}`},
		exchange{es, "GET", "/books/_doc/1", 404, `{"_index":"books","_id":"1","found":false}`},
		exchange{es, "PUT", "/books", 400, `{"error":{"root_cause":[{"type":"x","reason":"y"}],"type":"x","reason":"y"},"status":400}`},
	))
	require.Empty(t, problems(t, typesense.New(),
		exchange{ts, "GET", "/collections", 200, `[{"name":"b","num_documents":1},{"name":"a","num_documents":2}]`},
		exchange{ts, "POST", "/multi_search", 200, goodMulti},
		exchange{ts, "POST", "/multi_search", 200, `{"results":[{"code":404,"error":"Not found."},` + goodMulti[12:]},
		exchange{ts, "POST", "/keys", 409, `{"message": "there is a "key" already"}`},
	))
}

// faulty is a driver that gets something wrong.
type faulty struct {
	driver.Driver
	columns func(*driver.ColumnSet)
	page    func(*driver.PageResult)
	fault   func(*driver.Error)
	objects func(*driver.ObjectList)
	counts  func(*driver.Counts)
}

func (f faulty) Columns(c *driver.Conn, a *driver.ColumnsArgs) (*driver.ColumnSet, error) {
	set, err := f.Driver.Columns(c, a)
	if err == nil && f.columns != nil {
		f.columns(set)
	}
	return set, f.wrong(err)
}

func (f faulty) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	result, err := f.Driver.Page(c, a)
	if err == nil && f.page != nil {
		f.page(result)
	}
	return result, f.wrong(err)
}

func (f faulty) Objects(c *driver.Conn, a *driver.ObjectsArgs) (*driver.ObjectList, error) {
	list, err := f.Driver.Objects(c, a)
	if err == nil && f.objects != nil {
		f.objects(list)
	}
	return list, f.wrong(err)
}

func (f faulty) Count(c *driver.Conn, a *driver.CountArgs) (*driver.Counts, error) {
	counts, err := f.Driver.Count(c, a)
	if err == nil && f.counts != nil {
		f.counts(counts)
	}
	return counts, f.wrong(err)
}

func (f faulty) wrong(err error) error {
	e, ok := err.(*driver.Error)
	if !ok || f.fault == nil {
		return err
	}
	changed := *e
	f.fault(&changed)
	return &changed
}

func TestWhatADriverLosesIsFound(t *testing.T) {
	search := exchange{es, "POST", "/books/_search", 200, goodSearch}
	multi := exchange{ts, "POST", "/multi_search", 200, goodMulti}
	list := exchange{ts, "GET", "/collections", 200, `[{"name":"b","num_documents":1},{"name":"a","num_documents":2}]`}
	failing := exchange{es, "POST", "/books/_search", 404, `{"error":{"root_cause":[{"type":"x","reason":"no such index [books]"}],"type":"x","reason":"no such index [books]"},"status":404}`}
	mapping := exchange{es, "GET", "/books/_mapping", 200, `{"books":{"mappings":{"properties":{"a":{"type":"long"}}}}}`}
	rows := []struct {
		name     string
		driver   faulty
		exchange exchange
		want     string
	}{
		{"a column", faulty{columns: func(s *driver.ColumnSet) { s.Columns = nil }}, search, "no column shows a.b"},
		{"a field of a schema", faulty{columns: func(s *driver.ColumnSet) { s.Columns = nil }}, mapping, "the field a is no column"},
		{"the place of the documents", faulty{columns: func(s *driver.ColumnSet) { s.Plan.Doc = "source" }}, search, `1.0 is lost: it shows missing`},
		{"the end of a long value", faulty{columns: func(s *driver.ColumnSet) { s.Plan.Cut = 3 }}, multi, "column n: {kind:json text:[1,... cut:8} came of {kind:json text:[1,2.50] cut:0}"},
		{"a hidden value", faulty{columns: func(s *driver.ColumnSet) { s.Plan.Hidden[0].At = "_id" }}, search, "column #index: {kind:string text:1 cut:0} came of {kind:string text:books cut:0}"},
		{"the hash", faulty{columns: func(s *driver.ColumnSet) { s.Plan.Hidden = s.Plan.Hidden[:5] }}, search, "the page has no #hash"},
		{"a block", faulty{page: func(r *driver.PageResult) { r.Blocks = nil }}, search, "0 rows of 1 hits"},
		{"the end of the rows", faulty{page: func(r *driver.PageResult) { r.End = true }}, search, "1 hits of 1 asked for, and the end is true"},
		{"the kind of an error", faulty{fault: func(e *driver.Error) { e.Kind = driver.Engine }}, failing, "status 404 is an error of kind engine"},
		{"the words of the engine", faulty{fault: func(e *driver.Error) { e.Message = "It failed." }}, failing, `it does not say "It failed."`},
		{"the status", faulty{fault: func(e *driver.Error) { e.Status = 0 }}, failing, "status 404 is told as 0"},
		{"the request of an error", faulty{fault: func(e *driver.Error) { e.Op = "" }}, failing, "the error does not tell its request"},
		{"an object of a list", faulty{objects: func(l *driver.ObjectList) { l.Objects = l.Objects[1:] }}, list, "the list is [{Name:b"},
		{"a document of a count", faulty{counts: func(k *driver.Counts) { k.Counts[0].Count-- }}, exchange{es, "GET", "/books/_count", 200, `{"count":3,"_shards":{"failed":0}}`}, "3 documents are counted as"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			row.driver.Driver = elasticsearch.New()
			if row.exchange.engine == ts {
				row.driver.Driver = typesense.New()
			}
			require.Contains(t, strings.Join(problems(t, row.driver, row.exchange), "\n"), row.want)
		})
	}
}

func TestARecordingThatCannotBeReadIsAnError(t *testing.T) {
	rows := []struct{ name, text, want string }{
		{"nothing", "", "holds no exchange"},
		{"no JSON", "{", "line 1"},
		{"no server", `{"case":"x","engine":"x"}`, `does not say which server it is of: "x"`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.jsonl")
			require.NoError(t, os.WriteFile(file, []byte(row.text), 0o644))
			_, err := recorded.Load(file)
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestARecordingOfAnUnknownEngineIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(exchange{"other 1.0", "GET", "/", 200, "{}"}.line(t)), 0o644))
	r, err := recorded.Load(file)
	require.NoError(t, err)
	_, err = recorded.Read(t.Context(), plugin.Native(elasticsearch.New()), r)
	require.ErrorContains(t, err, "the routes of other are not known here")
}
