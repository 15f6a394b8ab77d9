// SPEC: EXP-03, EXP-07
package export

import (
	"compress/gzip"
	"crypto/sha256"
	stdcsv "encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// hit is a row of an Elasticsearch search response.
func hit(id, more, source string) rows.Entry {
	text := fmt.Sprintf(`{"_index":"books","_id":%q%s,"_score":1.0,"_source":%s}`, id, more, source)
	return rows.Entry{Text: []byte(text), Document: []byte(source)}
}

var hits = []rows.Entry{
	hit("1", "", "{\"title\":\"a,\\\"b\\\"\",\n \"price\": 16.90,\"n\":{\"x\":12345678901234567890}}"),
	hit("2", `,"_routing":"r/1"`, `{"title":"=1+1","price":-1e2,"tags":["a","b"],"n":{"x":null}}`),
	hit("a/b", "", `{"title":"li\nne","n.x":7,"odd":"\ud800"}`),
}

var chosen = []rows.Column{
	{Name: "_id", From: rows.Row, Path: []string{"_id"}},
	{Name: "title", Path: []string{"title"}},
	{Name: "price", Path: []string{"price"}},
	{Name: "tags", Path: []string{"tags"}},
	{Name: "n.x", Path: []string{"n", "x"}},
	{Name: "odd", Path: []string{"odd"}},
}

// write writes rows in a format and returns the file.
func write(t *testing.T, f Options, doc string, all ...rows.Entry) (string, *Sink) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "books"+f.Extension())
	s, err := Create(t.Context(), path, false, f)
	require.NoError(t, err)
	for _, row := range all {
		require.NoError(t, s.Row(row, doc))
	}
	require.NoError(t, s.Finish())
	require.EqualValues(t, len(all), s.Written())
	text := content(t, path)
	require.EqualValues(t, len(text), s.Bytes())
	sum := sha256.Sum256([]byte(text))
	require.Equal(t, hex.EncodeToString(sum[:]), s.Digest())
	return text, s
}

func TestEachLayoutOfAFile(t *testing.T) {
	tests := []struct {
		name string
		f    Options
		want string
	}{
		{"JSON Lines", Options{}, `{"title":"a,\"b\"", "price": 16.90,"n":{"x":12345678901234567890}}
{"title":"=1+1","price":-1e2,"tags":["a","b"],"n":{"x":null}}
{"title":"li\nne","n.x":7,"odd":"\ud800"}
`},
		{"a JSON array keeps the line breaks of its documents", Options{Format: JSONArray}, `[
{"title":"a,\"b\"",
 "price": 16.90,"n":{"x":12345678901234567890}},
{"title":"=1+1","price":-1e2,"tags":["a","b"],"n":{"x":null}},
{"title":"li\nne","n.x":7,"odd":"\ud800"}
]
`},
		{"a bulk body names index, id and routing", Options{Format: Bulk, Actions: actions}, `{"index":{"_index":"books","_id":"1"}}
{"title":"a,\"b\"", "price": 16.90,"n":{"x":12345678901234567890}}
{"index":{"_index":"books","_id":"2","routing":"r/1"}}
{"title":"=1+1","price":-1e2,"tags":["a","b"],"n":{"x":null}}
{"index":{"_index":"books","_id":"a/b"}}
{"title":"li\nne","n.x":7,"odd":"\ud800"}
`},
		{"JSON Lines of chosen columns", Options{Columns: chosen, Doc: "_source"}, `{"_id":"1","title":"a,\"b\"","price":16.90,"n.x":12345678901234567890}
{"_id":"2","title":"=1+1","price":-1e2,"tags":["a","b"],"n.x":null}
{"_id":"a/b","title":"li\nne","n.x":7,"odd":"\ud800"}
`},
		{"a bulk body of chosen columns", Options{Format: Bulk, Actions: actions, Columns: chosen[2:3], Doc: "_source"}, `{"index":{"_index":"books","_id":"1"}}
{"price":16.90}
{"index":{"_index":"books","_id":"2","routing":"r/1"}}
{"price":-1e2}
{"index":{"_index":"books","_id":"a/b"}}
{}
`},
		{"CSV", Options{Format: CSV, Columns: chosen, Doc: "_source"}, "_id,title,price,tags,n.x,odd\r\n" +
			"1,\"a,\"\"b\"\"\",16.90,,12345678901234567890,\r\n2,'=1+1,-1e2,\"[\"\"a\"\",\"\"b\"\"]\",,\r\na/b,\"li\nne\",,,7,\\ud800\r\n"},
		{"CSV with other choices", Options{Format: CSV, Columns: chosen[:3], Doc: "_source", Delimiter: ';', Headless: true, QuoteAll: true, Formulas: true},
			"\"1\";\"a,\"\"b\"\"\";\"16.90\"\r\n\"2\";\"=1+1\";\"-1e2\"\r\n\"a/b\";\"li\nne\";\"\"\r\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _ := write(t, test.f, "_source", hits...)
			require.Equal(t, test.want, got)
		})
	}
}

func TestDocumentsAreWrittenExactlyBesideTheirMetadata(t *testing.T) {
	meta := []rows.Column{{Name: "_id", From: rows.Row, Path: []string{"_id"}}, {Name: "_routing", From: rows.Row, Path: []string{"_routing"}}}
	got, _ := write(t, Options{Meta: meta, Doc: "_source"}, "_source", hits...)
	require.Equal(t, `{"_id":"1","_source":{"title":"a,\"b\"", "price": 16.90,"n":{"x":12345678901234567890}}}
{"_id":"2","_routing":"r/1","_source":{"title":"=1+1","price":-1e2,"tags":["a","b"],"n":{"x":null}}}
{"_id":"a/b","_source":{"title":"li\nne","n.x":7,"odd":"\ud800"}}
`, got)

	plain, _ := write(t, Options{Format: JSONArray}, "_source", hits...)
	array, _ := write(t, Options{Format: JSONArray, Meta: meta[:1], Doc: "_source"}, "_source", hits...)
	var documents []string
	for _, line := range gjson.Parse(array).Array() {
		documents = append(documents, line.Get("_source").Raw)
	}
	require.Equal(t, plain, "[\n"+strings.Join(documents, ",\n")+"\n]\n", "each document is exported byte for byte")

	deep := strings.Repeat(`{"a":`, 1000) + "1" + strings.Repeat("}", 1000)
	got, _ = write(t, Options{Meta: meta, Doc: "_source"}, "_source", hit("d", "", deep))
	require.Equal(t, `{"_id":"d","_source":`+deep+"}\n", got)
}

func TestMetadataIsWrittenOnlyBesideWholeDocuments(t *testing.T) {
	meta := chosen[:1]
	for name, f := range map[string]Options{
		"CSV":             {Format: CSV, Columns: chosen, Meta: meta, Doc: "_source"},
		"a bulk body":     {Format: Bulk, Actions: actions, Meta: meta, Doc: "_source"},
		"chosen columns":  {Columns: chosen[1:], Meta: meta, Doc: "_source"},
		"no document":     {Meta: meta},
		"a field of them": {Meta: chosen[:2], Doc: "_source"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Create(t.Context(), filepath.Join(t.TempDir(), "x"), false, f)
			var e *driver.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, driver.Invalid, e.Kind)
		})
	}
	s, err := Create(t.Context(), filepath.Join(t.TempDir(), "x"), false, Options{Meta: meta, Doc: "_source"})
	require.NoError(t, err)
	defer s.Discard()
	require.ErrorContains(t, s.Row(rows.Entry{Text: []byte(`{"_id":"1"}`)}, ""), "no document")
}

func TestATextOfTooManyRowsForTheClipboardIsRefused(t *testing.T) {
	options := Options{Format: JSONLines}
	m := &memory{}
	m.formatter = newFormatter(&m.text, &options, func() {})
	var err error
	for n := 0; n < 100 && err == nil; n++ {
		err = m.Row(document(`{"pad":"`+strings.Repeat("x", 1<<20)+`"}`), "")
	}
	require.ErrorIs(t, err, errLong)
	require.Less(t, m.text.Len(), MaxText+2<<20)
}

func TestAFileOfNoRowsIsStillValid(t *testing.T) {
	for f, want := range map[Format]string{JSONLines: "", JSONArray: "[\n]\n", CSV: "title\r\n", Bulk: ""} {
		options := Options{Format: f, Actions: actions}
		if f == CSV {
			options.Columns = chosen[1:2]
		}
		got, _ := write(t, options, "_source")
		require.Equal(t, want, got, f)
	}
}

func TestWhatAReaderOfCSVReadsIsWhatTheCellsAre(t *testing.T) {
	var all []rows.Entry
	var want [][]string
	for n := range 700 { // more than are held back
		title := strings.Repeat(`"`, n%3) + "x" + strings.Repeat("\n,;|", n%4) + "é🍵"
		all = append(all, hit(fmt.Sprint(n), "", fmt.Sprintf(`{"title":%q,"price":%d.50}`, title, n)))
		want = append(want, []string{fmt.Sprint(n), title, fmt.Sprintf("%d.50", n)})
	}
	for _, delimiter := range []byte(",;|\t") {
		text, _ := write(t, Options{Format: CSV, Columns: chosen[:3], Doc: "_source", Delimiter: delimiter, Headless: true}, "_source", all...)
		r := stdcsv.NewReader(strings.NewReader(text))
		r.Comma = rune(delimiter)
		got, err := r.ReadAll()
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// SPEC: EXP-10
func TestNamesOfColumnsAreNeverChangedAndFormulasAreCounted(t *testing.T) {
	columns := []rows.Column{
		{Name: "@timestamp", Path: []string{"@timestamp"}}, {Name: "=1+1", Path: []string{"=1+1"}}, {Name: "a,b", Path: []string{"a,b"}},
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	s, err := Create(t.Context(), path, false, Options{Format: CSV, Columns: columns, Doc: "_source", Mark: true})
	require.NoError(t, err)
	for _, doc := range []string{
		`{"@timestamp":"=1","=1+1":"-","a,b":"+49 30"}`,
		`{"@timestamp":"\n=1","=1+1":"＝1","a,b":-5}`,
		`{"@timestamp":"@x","=1+1":"a=b","a,b":"\tx"}`,
	} {
		require.NoError(t, s.Row(hit("1", "", doc), "_source"))
	}
	require.NoError(t, s.Finish())
	require.Equal(t, "\ufeff@timestamp,=1+1,\"a,b\"\r\n'=1,-,'+49 30\r\n\"'\n=1\",'＝1,-5\r\n'@x,a=b,'\tx\r\n", content(t, path))
	require.Equal(t, []driver.Notice{{Text: "6 texts have ' before them, because a spreadsheet would run them as formulas."}}, s.notices())
}

func TestAnEmptyValueOfTheOnlyColumnIsARow(t *testing.T) {
	text, _ := write(t, Options{Format: CSV, Columns: chosen[1:2], Doc: "_source"}, "_source", hit("1", "", `{}`), hit("2", "", `{"title":"x"}`), hit("3", "", `{"title":""}`))
	got, err := stdcsv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{{"title"}, {""}, {"x"}, {""}}, got, "a reader passes over a blank line")
}

func TestARowThatIsADocumentAloneIsReadWhereTheColumnsAre(t *testing.T) {
	columns := []rows.Column{{Name: "id", From: rows.Row, Path: []string{"document", "id"}}, chosen[2]}
	got, _ := write(t, Options{Format: CSV, Columns: columns, Doc: "document"}, "", document(`{"id":"7","price":1.0}`))
	require.Equal(t, "id,price\r\n7,1.0\r\n", got)
}

func TestACompressedFileHasTheSameTextInIt(t *testing.T) {
	plain, _ := write(t, Options{}, "_source", hits...)
	packed, s := write(t, Options{Compression: Gzip}, "_source", hits...)
	z, err := gzip.NewReader(strings.NewReader(packed))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	require.Equal(t, plain, string(text))
	require.EqualValues(t, len(plain), s.Unpacked())

	packed, _ = write(t, Options{Compression: Zstd}, "_source", hits...)
	d, err := zstd.NewReader(strings.NewReader(packed))
	require.NoError(t, err)
	defer d.Close()
	text, err = io.ReadAll(d)
	require.NoError(t, err)
	require.Equal(t, plain, string(text))
}

// actions say how a server takes documents in bulk.
var actions = driver.BulkFormat{
	Title: "Bulk", Begin: `{"index":{`, Owned: `{"create":{`, End: "}}",
	Values: []driver.BulkValue{
		{Role: driver.RolePlace, At: "_index", Text: `"_index":`}, {Role: driver.RoleKey, At: "_id", Text: `,"_id":`},
		{Role: driver.RoleRouting, At: "_routing", Text: `,"routing":`},
	},
}

func TestDocumentsOfADataStreamAreCreatedThroughItsName(t *testing.T) {
	rule := driver.Backing{Prefix: "of-", Suffixes: []string{"-00.00", "-00"}}
	for index, want := range map[string]string{
		"of-logs-26.11": `{"create":{"_index":"logs","_id":"1"}}`, "of-logs-12": `{"create":{"_index":"logs","_id":"1"}}`, "books-12": `{"index":{"_index":"books-12","_id":"1"}}`,
	} {
		row := rows.Entry{Text: []byte(`{"_index":"` + index + `","_id":"1","_source":{}}`), Document: []byte(`{}`)}
		got, _ := write(t, Options{Format: Bulk, Actions: actions, Backing: rule}, "_source", row)
		require.Equal(t, want+"\n{}\n", got)
	}
}

func TestRowsWithoutAnIdAreNoBulkBody(t *testing.T) {
	s, err := Create(t.Context(), filepath.Join(t.TempDir(), "books.ndjson"), false, Options{Format: Bulk, Actions: actions})
	require.NoError(t, err)
	require.ErrorContains(t, s.Row(document(`{"id":"7"}`), ""), "cannot be written as a bulk request")
	s.Discard()
}

func TestAFormatThatIsNoneIsRefusedBeforeAFileExists(t *testing.T) {
	folder := t.TempDir()
	for _, f := range []Options{{Format: "xml"}, {Compression: "rar"}, {Format: CSV}, {Format: CSV, Columns: chosen, Delimiter: 'x'}} {
		_, err := Create(t.Context(), filepath.Join(folder, "books"), false, f)
		require.ErrorAs(t, err, new(*driver.Error))
	}
	require.Empty(t, names(t, folder))
}

func TestAFileThatIsReadWhileItIsWrittenSaysNothingOfItsEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "books.json")
	s, err := Create(t.Context(), path, false, Options{Format: JSONArray})
	require.NoError(t, err)
	require.NoError(t, s.Row(hits[1], "_source"))
	_, err = os.Stat(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, s.Finish())
	require.True(t, gjson.Valid(content(t, path)))
}
