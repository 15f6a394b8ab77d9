package console

// SPEC: CNS-01, CNS-02, CNS-07

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

var update = flag.Bool("update", false, "write testdata/console/splits.json anew")

// split is a text and the positions of its requests, in UTF-16 code units, as [from, line, end].
type split struct {
	Text     string   `json:"text"`
	Requests [][3]int `json:"requests"`
}

// fragments are what random texts are made of: everything that the splitter looks for, whole, cut short and misplaced.
var fragments = []string{
	"GET /books/_search", "get books", "POST _bulk", "DELETE", "put\t/x?y=${v}", "GETS /x", "SELECT * FROM books", "drop(", "with;", "DELETE FROM x",
	"{", "}", "[", "]", ",", ":", `"a"`, `"a": 1.50`, `"it's \"GET\" \\"`, `"open`, `"""`, `"""GET /x"""`, `""`, `${v}`, `{{w}}`, "{{ w }}", "$", "null", "-1e2",
	"# c", "// c", "/* c */", "/*", "*/", "/", "#", "@v = \"x\"", "@w=1", "@v", "@ = 1", "ä😀", " ", "  ", "\u00a0", "\u2003", "\t", "\n", "\n", "\n", "\n\n",
}

// randomTexts are random texts with a fixed seed.
func randomTexts(n int) []string {
	random := rand.New(rand.NewPCG(7, 11))
	texts := make([]string, n)
	for i := range texts {
		var text strings.Builder
		for range 1 + random.IntN(24) {
			text.WriteString(fragments[random.IntN(len(fragments))])
			if random.IntN(3) == 0 {
				text.WriteString("\n")
			}
		}
		texts[i] = text.String()
	}
	return texts
}

var splitTexts = []string{
	"", " \n\t\n", "GET /", "get /a\n{}\n\npost /b\n{}\n{}\n", "# c\n@a = \"b\"\n\nGET /${a}\n{\n  \"q\": 1\n} # d\n\n# e\nGET /y // z\n\n// f\n",
	"POST /x\n{\"s\": \"\"\"\nGET /not\n\"\"\"}\nGET /yes", "POST /x\n{\"s\": \"\"\"\nGET /not\n", "POST /x\n/*\nGET /not\n*/\nGET /yes\n",
	"{\"a\":1}\nGET /x", "SELECT *\nFROM books\n\nGET /x\n{\"a\": \"open\nGET /y", "GET /x\n{ \"a\": [1, {\nDELETE /y\n}", "  put\t/x\n\t\tGET\n", "\ufeffGET /x",
	"/* a */ GET /x\nGET /y", "GET /a\n{} /* b\n*/ # c\nGET /d", "@x = 1", "GET /a\n@x = 1\n{}\n",
	"GET /a b?q=c d // e", "GET /a?q=\"b // c\" /* d */ # e\n{}", "GET /a \"// b", "GET /a /* b", "GET # a", "GET /a /* b */ c // d", "GET\u00a0/a\u00a0 # b\n\u00a0{}\u2003",
}

func TestTextsAreSplitAsTheirFileSays(t *testing.T) {
	file := filepath.Join("..", "..", "..", "testdata", "console", "splits.json")
	var got []split
	for _, text := range append(splitTexts[:len(splitTexts):len(splitTexts)], randomTexts(1500)...) {
		s := split{Text: text, Requests: [][3]int{}}
		for _, r := range Split(text).Requests() {
			s.Requests = append(s.Requests, [3]int{units(text, r.From), units(text, r.Line), units(text, r.End)})
		}
		got = append(got, s)
	}
	if *update {
		var out strings.Builder
		for i, s := range got {
			line, err := json.Marshal(s)
			require.NoError(t, err)
			out.WriteString([]string{"[\n ", ",\n "}[min(i, 1)] + string(line))
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(out.String()+"\n]\n"), 0o644))
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var want []split
	require.NoError(t, json.Unmarshal(data, &want))
	require.Equal(t, want, got)
}

func TestSeveralRequestsAreReadFromOneText(t *testing.T) {
	const source = "# the first\nGET /a\n{\"q\": 1}\n\n\n# the second\n@n = 1\n\nPOST _bulk\n{}\n\n# one more\n{}\n\nDELETE /c // gone\n"
	text := Split(source)
	lines := make([]string, 0, 3)
	for number := range text.Requests() {
		r, err := text.Request(number, example)
		require.NoError(t, err)
		body, err := text.Body(number, Rules{})
		require.NoError(t, err)
		lines = append(lines, r.Method+" "+r.Path+" "+body.Text)
	}
	require.Equal(t, []string{"GET /a {\"q\": 1}\n", "POST /_bulk {}\n\n{}\n", "DELETE /c "}, lines)
}

func TestTheCursorAndTheSelectionSelectRequests(t *testing.T) {
	const source = "# a\nGET /a\n{}\n\n# b\nGET /b\n{}\n\nGET /c"
	at := func(part string) int { return strings.Index(source, part) }
	rows := []struct {
		name                  string
		from, to, first, last int
	}{
		{"the comment above the first", 0, 0, 0, 1},
		{"the first line", at("GET /a"), at("GET /a"), 0, 1},
		{"the blank line below it", at("\n\n# b") + 1, at("\n\n# b") + 1, 0, 1},
		{"the comment above the second", at("# b"), at("# b"), 1, 2},
		{"the end", len(source), len(source), 2, 3},
		{"a selection from one to another", at("GET /a") + 3, at("GET /b") + 1, 0, 2},
		{"a selection of nothing but what is between", at("\n\n# b"), at("\n\n# b") + 2, 0, 1},
		{"everything", 0, len(source), 0, 3},
		{"a selection after which a request begins", at("# b"), at("GET /c"), 1, 2},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			first, last := Split(source).Selected(row.from, row.to)
			require.Equal(t, [2]int{row.first, row.last}, [2]int{first, last})
		})
	}
	first, last := Split("# nothing").Selected(0, 0)
	require.Equal(t, first, last)
}

func TestABodyIsSentAsTypedExceptForWhatTheConsoleAdds(t *testing.T) {
	all, lines := Rules{}, Rules{Lines: true}
	rows := []struct {
		name, typed, want string
		rules             Rules
	}{
		{"every byte", " { \"a\" : 1.50,\r\n\t\"b\":1e2 }\n\n \n", " { \"a\" : 1.50,\r\n\t\"b\":1e2 }\n\n \n", all},
		{"comments of the console", "# a\n{ # b\n  # c\n\"d\": \"# e\" }\n# f", "{ \n\"d\": \"# e\" }\n", all},
		{"comments of JSON", "{ // a\n  // b\n/* b\n# c */ \"d\": \"// e /* f */\" }", "{ \n \"d\": \"// e /* f */\" }", all},
		{"nothing but comments", "# a\n// b\n/* c */\n", "", all},
		{"a long text", "{\"a\": \"\"\"x \"y\" \\d\n\tz\"\"\"}", `{"a": "x \"y\" \\d\n\tz"}`, all},
		{"an empty long text", `{"a": """"""}`, `{"a": ""}`, all},
		{"lines", "{}\n# a\n{\"b\": \"\"\"c\nd\"\"\"}", "{}\n{\"b\": \"c\\nd\"}\n", lines},
		{"lines with their ending", "{}\r\n{}\r\n", "{}\r\n{}\r\n", lines},
		{"lines with blank lines at the end", "{}\n{}\n\n \n", "{}\n{}\n", lines},
		{"no lines", "\n\n", "", lines},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			body, err := Split("POST x\n"+row.typed).Body(0, row.rules)
			require.NoError(t, err)
			require.Equal(t, row.want, body.Text)
		})
	}
}

func TestALongTextThatIsNotClosedIsNotSent(t *testing.T) {
	for _, body := range []string{`{"a": """b`, `"""`, `""""`, `"""""`} {
		_, err := Split("POST x\n"+body).Body(0, Rules{})
		var e *driver.Error
		require.ErrorAs(t, err, &e, body)
		require.Equal(t, CodeOpen, e.Code)
	}
}

func TestVariablesHaveTheirValues(t *testing.T) {
	const source = "@i = \"lo\\\"gs\" # c\n@n = 1.50\n@o = {\"x\": 1}\nGET ${i2}/_search?q={{n}}\n{}\n\n@i2 = logs\n@n = 2\n" +
		"POST /${i2}/_search?size={{n}}\n{\"a\": \"-${i}-{{n}}\", \"b\": ${n}, \"c\": {{i}}, \"d\": ${o}, \"e\": \"\"\"${i}\"\"\", \"f\": \"${none} {{none}}\"} // ${n}"
	text := Split(source)
	_, err := text.Request(0, example)
	var e *driver.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "The variable ${i2} is not defined. Nothing was sent.", e.Message)
	r, err := text.Request(1, example)
	require.NoError(t, err)
	require.Equal(t, Request{Method: "POST", Path: "/logs/_search", Query: "size=2"}, r)
	body, err := text.Body(1, Rules{})
	require.NoError(t, err)
	require.Equal(t, `{"a": "-lo\"gs-2", "b": 2, "c": "lo\"gs", "d": {"x": 1}, "e": "lo\"gs", "f": "${none} {{none}}"} `, body.Text)
}

func TestAPlaceInABodyIsFoundInTheText(t *testing.T) {
	const source = "@v = \"long value\"\nPOST x\n# a\n{ \"b\": \"${v}\",\n  # c\n  \"d\": 1 }"
	text := Split(source)
	body, err := text.Body(0, Rules{})
	require.NoError(t, err)
	require.Equal(t, "{ \"b\": \"long value\",\n  \"d\": 1 }", body.Text)
	for _, row := range []struct {
		line, column int
		want         string
	}{{1, 1, `{ "b"`}, {1, 3, `"b"`}, {2, 3, `"d"`}, {2, 8, "1 }"}} {
		at, ok := body.Place(row.line, row.column)
		require.True(t, ok)
		require.True(t, strings.HasPrefix(source[at:], row.want), source[at:])
	}
	for _, place := range [][2]int{{3, 1}, {1, 0}, {99, 1}} {
		_, ok := body.Place(place[0], place[1])
		require.False(t, ok)
	}
}

func TestAPlaceInWhatIsLongerThanItsSourceStaysInItsSource(t *testing.T) {
	for _, row := range []struct{ source, behind string }{
		{"@v = \"a long value\"\nPOST x\n{{v}}", ""},
		{"@v = \"a long value\"\nPOST x\n{{v}} ]", " ]"},
		{"POST x\n\"\"\"\x02\x02\x02\n\"\"\"", ""},
		{"POST x\n\"\"\"\x02\x02\x02\n\"\"\" # c\n]", " # c\n]"},
	} {
		body, err := Split(row.source).Body(0, Rules{})
		require.NoError(t, err)
		at, ok := body.Place(1, 13)
		require.True(t, ok)
		require.Equal(t, row.behind, row.source[min(at, len(row.source)):])
		require.LessOrEqual(t, at, len(row.source))
	}
}
