package cases_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/conformance/cases"
	"quarry/drivers/elasticsearch"
)

// file returns the text of a case with these operations.
func file(run string) string {
	return "{\n" +
		`  "case": "A test", "driver": "elasticsearch",` + "\n" +
		`  "object": {"name": "books", "schema": {"books": {"mappings": {"properties": {"t": {"type": "keyword"}, "u": {"type": "long"}}}}}},` + "\n" +
		`  "run": ` + run + "\n}\n"
}

const answer = `{"status": 200, "body": {"took": 1, "timed_out": false, "_shards": {"successful": 1, "failed": 0}, "hits": {"hits": [{"_id": "1", "_source": {"t": "a", "u": 1.0}}, {"_id": "2", "_source": {}}]}}}`

func TestAMalformedFileIsRefusedWithItsPlace(t *testing.T) {
	operation := func(members string) string { return file(`[{"operation": "count", ` + members + `}]`) }
	rows := []struct{ name, text, want string }{
		{"no JSON", "{\n \"case\": }", `x.json:2:10: this is no JSON: this is no value`},
		{"a cut file", "{\n", `x.json:2:1: this is no JSON: the name of a member is expected`},
		{"no object", "[]", `x.json:1:1: a case must be an object, this is a list`},
		{"an unknown member", "{\"cas\": \"\"}", `x.json:1:2: a case has no member "cas"; it can have case, spec, note, driver, connection, object, run`},
		{"a missing member", "{\"case\": \"a\", \"driver\": \"typesense\"}", `x.json:1:1: a case lacks "run"`},
		{"a member twice", "{\"case\": \"a\",\n\"case\": \"b\"}", `x.json:2:1: "case" stands here twice`},
		{"no operation", file(`[]`), `x.json:4:10: run holds no operation`},
		{"an unknown operation", file(`[{"operation": "pages", "then": {"steps": []}}]`), `x.json:4:25: there is no operation "pages"; there are [open objects resolve columns count page document release structure definition filter suggest statistics dashboard explain planCancel]`},
		{"no expectation", operation(`"replies": []`), `x.json:4:11: run[0] lacks "then"`},
		{"an empty expectation", operation(`"then": {}`), `x.json:4:42: then holds nothing, so that nothing is proven`},
		{"a result and an error", operation(`"then": {"error": {"kind": "a", "message": "b"}, "result": {}}`), `x.json:4:42: an operation has a result or an error, not both`},
		{"the result of another operation", operation(`"then": {"result": {"rows": []}}`), `x.json:4:54: the result of count has no member "rows"; it can have counts`},
		{"a fraction", operation(`"arguments": {"size": 1.0}, "then": {"steps": []}`), `x.json:4:56: size must be a whole number, this is 1.0`},
		{"a number too large", operation(`"arguments": {"size": 9223372036854775808}, "then": {"steps": []}`), `x.json:4:56: size must be a whole number, this is 9223372036854775808`},
		{"a text for a list", operation(`"arguments": {"objects": "a"}, "then": {"steps": []}`), `x.json:4:59: objects must be a list, this is a text`},
		{"half of a pair in a text", operation(`"arguments": {"objects": ["\ud83e"]}, "then": {"steps": []}`), `x.json:4:60: objects[0] holds half of a surrogate pair, which no text can hold; write a body as raw JSON`},
		{"a reply without a status", operation(`"replies": [{"body": "x"}], "then": {"steps": []}`), `x.json:4:46: a reply has a status, or it fails`},
		{"two bodies", operation(`"replies": [{"status": 200, "body": "x", "base64": ""}], "then": {"steps": []}`), `x.json:4:46: a reply has one of body, parts and base64`},
		{"a failure with a status", operation(`"replies": [{"status": 200, "fails": {"kind": "tls", "message": "x"}}], "then": {"steps": []}`), `x.json:4:46: a reply that fails has nothing else`},
		{"base64 that is none", operation(`"replies": [{"status": 200, "base64": "?"}], "then": {"steps": []}`), `x.json:4:72: this is no base64: illegal base64 data at input byte 0`},
		{"a header of one part", operation(`"replies": [{"status": 200, "headers": [["a"]]}], "then": {"steps": []}`), `x.json:4:74: a header is a name and a value`},
		{"a text that grows too long", operation(`"replies": [{"status": 200, "parts": [{"repeat": "abc", "times": 99999999}]}], "then": {"steps": []}`), `x.json:4:72: a text of 99999999 times 3 bytes is too long`},
		{"a key of an order without a name", operation(`"arguments": {"sort": [{"desc": true}]}, "then": {"steps": []}`), `x.json:4:57: a key of an order names a column or a field`},
		{"a cell without a kind", file(`[{"operation": "page", "then": {"result": {"rows": [{"cells": {"t": "a"}}]}}}]`), `x.json:4:78: a cell is a kind and a text in brackets, such as ["string", "a"]`},
		{"an unknown kind of cell", file(`[{"operation": "page", "then": {"result": {"rows": [{"cells": {"t": ["text", "a"]}}]}}}]`), `x.json:4:79: there is no kind "text" of cells; there are missing, null, bool, number, string, json, escaped`},
		{"a version of an unknown driver", `{"case": "a", "driver": "other", "connection": {"version": "1"}, "run": [{"operation": "objects", "then": {"steps": []}}]}`, `x.json:1:48: how other greets is not known here: leave the version out and begin with open`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := cases.Read("x.json", row.text, false)
			require.EqualError(t, err, row.want)
		})
	}
}

// played runs the text of a case natively.
func played(t *testing.T, text string) ([]cases.Compared, error) {
	t.Helper()
	c, err := cases.Read("x.json", text, false)
	require.NoError(t, err)
	outcome, err := c.Play(t.Context(), plugin.Native(elasticsearch.New()))
	if err != nil {
		return nil, err
	}
	return c.Compare(outcome), nil
}

const (
	steps = `"steps": [[{"method": "POST", "path": "/books/_search", "query": "preference=quarry-0001020304050607", "headers": [["Content-Type", "application/json"]], "body": {"from": 0, "size": 9, "track_total_hits": false, "seq_no_primary_term": true}, "verb": "rows"}]]`
	rows  = `"rows": [{"cells": {"u": ["number", "1.0"], "_id": ["string", "1"], "t": ["string", "a"]}, "hidden": {"#id": ["string", "1"]}}, {"cells": {"_id": ["string", "2"], "t": ["missing"]}}]`
)

// pageThat returns a case that reads one page and has these expectations.
func pageThat(then string) string {
	return file(`[{"operation": "page", "arguments": {"size": 9}, "replies": [` + answer + `], "then": {` + then + `}}]`)
}

func TestWhatACaseSaysIsComparedAndWhatItLeavesOutIsNot(t *testing.T) {
	expectations := []struct {
		name, then string
		holds      bool
	}{
		{"all of it", steps + `, "result": {` + rows + `, "millis": 1, "end": true}`, true},
		{"the steps alone", steps, true},
		{"the result alone", `"result": {` + rows + `, "end": true}`, true},
		{"a result without rows", `"result": {"end": true}`, true},
		{"another path", strings.Replace(steps, "/books/", "/book/", 1), false},
		{"another number in a body", strings.Replace(steps, `"size": 9`, `"size": 9.0`, 1), false},
		{"another order in a body", strings.Replace(steps, `"from": 0, "size": 9`, `"size": 9, "from": 0`, 1), false},
		{"another verb", strings.Replace(steps, `"rows"}`, `"raw"}`, 1), false},
		{"another header", strings.Replace(steps, "application/json", "application/x-ndjson", 1), false},
		{"one send more", strings.Replace(steps, "[[", `[[{"method": "GET", "path": "/", "verb": "raw"}], [`, 1), false},
		{"no steps", `"steps": []`, false},
		{"another number in a cell", `"result": {` + strings.Replace(rows, "1.0", "1", 1) + `, "end": true}`, false},
		{"another kind of cell", `"result": {` + strings.Replace(rows, "number", "string", 1) + `, "end": true}`, false},
		{"a cell less", `"result": {` + strings.Replace(rows, `"u": ["number", "1.0"], `, "", 1) + `, "end": true}`, false},
		{"a cell more", `"result": {` + strings.Replace(rows, `"t": ["missing"]`, `"t": ["null"]`, 1) + `, "end": true}`, false},
		{"another hidden value", `"result": {` + strings.Replace(rows, `{"#id": ["string", "1"]}`, `{"#id": ["string", "2"]}`, 1) + `, "end": true}`, false},
		{"a row less", `"result": {"rows": [{"cells": {"_id": ["string", "1"], "t": ["string", "a"], "u": ["number", "1.0"]}}], "end": true}`, false},
		{"a row more", `"result": {` + strings.Replace(rows, `{"cells": {"_id": ["string", "2"]`, `{"times": 2, "cells": {"_id": ["string", "2"]`, 1) + `, "end": true}`, false},
		{"another end", `"result": {` + rows + `}`, false},
		{"a notice that is not there", `"result": {"notices": [{"text": "x"}], "end": true}`, false},
		{"another time", `"result": {"millis": 2, "end": true}`, false},
		{"an error", `"error": {"kind": "engine", "message": "x"}`, false},
	}
	for _, row := range expectations {
		t.Run(row.name, func(t *testing.T) {
			compared, err := played(t, pageThat(row.then))
			require.NoError(t, err)
			require.Equal(t, row.holds, compared[0].Want == compared[0].Came, "want %s\ncame %s", compared[0].Want, compared[0].Came)
		})
	}
}

func TestAnErrorThatIsNotExpectedFailsACase(t *testing.T) {
	const refused = `[{"operation": "page", "arguments": {"size": 0}, "then": {`
	expectations := []struct {
		name, then string
		holds      bool
	}{
		{"the error", `"steps": [], "error": {"kind": "invalid", "message": "A page begins at row 0 or later and has 1 to 10,000 rows."}`, true},
		{"its code and detail too", `"error": {"kind": "invalid", "message": "A page begins at row 0 or later and has 1 to 10,000 rows.", "code": "", "detail": ""}`, true},
		{"no error", `"steps": []`, false},
		{"another kind", `"error": {"kind": "refused", "message": "A page begins at row 0 or later and has 1 to 10,000 rows."}`, false},
		{"another sentence", `"error": {"kind": "invalid", "message": "x"}`, false},
		{"another code", `"error": {"kind": "invalid", "message": "A page begins at row 0 or later and has 1 to 10,000 rows.", "code": "x"}`, false},
		{"a result", `"result": {}`, false},
	}
	for _, row := range expectations {
		t.Run(row.name, func(t *testing.T) {
			compared, err := played(t, file(refused+row.then+`}}]`))
			require.NoError(t, err)
			require.Equal(t, row.holds, compared[0].Want == compared[0].Came, "want %s\ncame %s", compared[0].Want, compared[0].Came)
		})
	}
}

func TestAFilterIsComparedByItsClausesRefusalsAndNotes(t *testing.T) {
	const filtered = `[{"operation": "filter", "arguments": {"rows": [{"column": "t", "operator": "equals", "values": ["a"]}]}, "then": {"result": {`
	const refused = `[{"operation": "filter", "arguments": {"rows": [{"column": "t", "operator": "equals"}]}, "then": {"result": {`
	expectations := []struct {
		name, run, then string
		holds           bool
	}{
		{"its clause", filtered, `"clauses": [{"term": {"t": "a"}}]`, true},
		{"another clause", filtered, `"clauses": [{"term": {"t": "b"}}]`, false},
		{"no clause", filtered, `"clauses": []`, false},
		{"a refusal that is not there", filtered, `"clauses": [{"term": {"t": "a"}}], "refusals": [{"row": 0, "column": "t", "message": "no"}]`, false},
		{"a note that is not there", filtered, `"clauses": [{"term": {"t": "a"}}], "notes": [{"row": 0, "text": "x"}]`, false},
		{"a refusal in other words", refused, `"clauses": [""], "refusals": [{"row": 0, "column": "t", "message": "no"}]`, false},
		{"a refusal left out", refused, `"clauses": [""]`, false},
	}
	for _, row := range expectations {
		t.Run(row.name, func(t *testing.T) {
			compared, err := played(t, file(row.run+row.then+`}}}]`))
			require.NoError(t, err)
			require.Equal(t, row.holds, compared[0].Want == compared[0].Came, "want %s\ncame %s", compared[0].Want, compared[0].Came)
		})
	}
}

func TestAFilterHoldsUntilTheNextOneThatIsNotRefused(t *testing.T) {
	const (
		equals  = `{"operation": "filter", "arguments": {"rows": [{"column": "t", "operator": "equals", "values": ["a"]}]}, "then": {"steps": []}}`
		refused = `{"operation": "filter", "arguments": {"rows": [{"column": "t", "operator": "equals"}]}, "then": {"steps": []}}`
		none    = `{"operation": "filter", "then": {"steps": []}}`
		replies = `"replies": [{"status": 200, "body": {"count": 1, "_shards": {"failed": 0}}}]`
		some    = `{"operation": "count", ` + replies + `, "then": {"steps": [[{"method": "POST", "path": "/books/_count", "headers": [["Content-Type", "application/json"]], "body": {"query": {"bool": {"filter": [{"term": {"t": "a"}}]}}}, "verb": "pick"}]]}}`
		all     = `{"operation": "count", ` + replies + `, "then": {"steps": [[{"method": "GET", "path": "/books/_count", "verb": "pick"}]]}}`
	)
	compared, err := played(t, file("["+strings.Join([]string{equals, some, refused, some, none, all}, ", ")+"]"))
	require.NoError(t, err)
	for _, one := range compared {
		require.Equal(t, one.Want, one.Came, "operation %d", one.Operation)
	}
}

func TestRequestsAndRepliesHaveToMeet(t *testing.T) {
	const then = `, "then": {"steps": [[{"method": "GET", "path": "/books/_count", "verb": "pick"}]], "result": {"counts": [{"object": "books", "count": 1}]}}}]`
	const count = `{"status": 200, "body": {"count": 1, "_shards": {"failed": 0}}}`
	compared, err := played(t, file(`[{"operation": "count", "replies": [`+count+`, `+count+`]`+then))
	require.NoError(t, err)
	require.Equal(t, compared[0].Want+"\n1 replies were not asked for", compared[0].Came)
	compared, err = played(t, file(`[{"operation": "count", "replies": []`+then))
	require.NoError(t, err)
	require.Contains(t, compared[0].Came, "1 requests found no reply")
}

func TestACaseThatCannotBeRunSaysWhy(t *testing.T) {
	reasons := []struct{ name, text, want string }{
		{"an unknown column", strings.Replace(pageThat(steps), `"size": 9}`, `"size": 9, "sort": [{"column": "x"}]}`, 1), "x.json: operation 1, page: there is no column x to sort by"},
		{"an unknown column to filter by", file(`[{"operation": "filter", "arguments": {"rows": [{"column": "x", "operator": "equals"}]}, "then": {"steps": []}}]`), "x.json: operation 1, filter: there is no column x to filter by"},
		{"a schema that is none", strings.Replace(pageThat(steps), `{"type": "keyword"}`, `5`, 1), "x.json: open books by its schema: The response is not valid JSON at byte 44: expected a field, which is an object"},
	}
	for _, row := range reasons {
		t.Run(row.name, func(t *testing.T) {
			_, err := played(t, row.text)
			require.EqualError(t, err, row.want)
		})
	}
}

func TestRewritingChangesTheExpectationsAlone(t *testing.T) {
	const before = `[
    {"operation": "page", "arguments": {"size": 9},   "replies": [` + answer + `],
      "then": {}},
    {"operation": "count", "replies": [{"status": 404, "body": "gone"}], "then": {"steps": []}}
  ]`
	c, err := cases.Read("x.json", file(before), true)
	require.NoError(t, err)
	outcome, err := c.Play(t.Context(), plugin.Native(elasticsearch.New()))
	require.NoError(t, err)
	after := c.Rewrite(outcome)
	head, _, _ := strings.Cut(file(before), `"then": {}`)
	require.True(t, strings.HasPrefix(after, head+`"then": {`), after)
	require.Contains(t, after, `"u": ["number", "1.0"]`)
	require.Contains(t, after, `"error": {"kind": "not-found", "message": "gone", "op": "GET /books/_count", "status": 404}`)
	compared, err := played(t, after)
	require.NoError(t, err)
	for _, one := range compared {
		require.Equal(t, one.Want, one.Came)
	}
	again, err := cases.Read("x.json", after, true)
	require.NoError(t, err)
	outcome, err = again.Play(context.Background(), plugin.Native(elasticsearch.New()))
	require.NoError(t, err)
	require.Equal(t, after, again.Rewrite(outcome), "a second time nothing changes")
}

func TestALongTextIsWrittenByItsRepetitions(t *testing.T) {
	long := strings.Repeat("é", 400) + "x" + strings.Repeat("ab,", 300) + "end"
	text := pageThat(`"result": {"end": true}`)
	text = strings.Replace(text, `{"t": "a", "u": 1.0}`, `{"t": "`+long+`", "u": [`+strings.Repeat("1,", 500)+`1]}`, 1)
	text = strings.Replace(text, `"result": {"end": true}`, ``, 1)
	c, err := cases.Read("x.json", text, true)
	require.NoError(t, err)
	outcome, err := c.Play(t.Context(), plugin.Native(elasticsearch.New()))
	require.NoError(t, err)
	after := c.Rewrite(outcome)
	require.Contains(t, after, `["string", {"repeat": "é", "times": 400}, "x", {"repeat": "ab,", "times": 300}, "end"]`)
	require.Contains(t, after, `["json", "[", {"repeat": "1,", "times": 500}, "1]"]`)
	compared, err := played(t, after)
	require.NoError(t, err)
	require.Equal(t, compared[0].Want, compared[0].Came)
}

func TestTheFolderOfMoreCasesHasToHoldSomething(t *testing.T) {
	empty, full, recorded := t.TempDir(), t.TempDir(), t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(full, "a"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(full, "a", "b.json"), []byte(pageThat(steps)), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(recorded, "b.jsonl"), nil, 0o644))
	rows := []struct{ name, folder, want, err string }{
		{"not set", "", "", ""},
		{"a case in a folder below", full, full, ""},
		{"a recording", recorded, recorded, ""},
		{"an empty folder", empty, "", "holds no case (*.json) and no recording (*.jsonl, *.jsonl.gz)"},
		{"a missing folder", filepath.Join(empty, "x"), "", "look for cases in the folder of QUARRY_CASES"},
		{"from the module's folder", "testdata/cases", filepath.Join(root, "testdata", "cases"), ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Setenv(cases.FolderVariable, row.folder)
			folder, err := cases.Folder(root)
			if row.err != "" {
				require.ErrorContains(t, err, row.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.want, folder)
		})
	}
}
