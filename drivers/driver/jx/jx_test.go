package jx_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/jx"
)

func TestAValueIsTheTextThatStandsInTheDocument(t *testing.T) {
	const doc = ` { "a" : { "b.c" : [ 1 , 2 ] , "d" : "x\ny" } , "n": 9007199254740993, "f":1.0e2,"z":null,"":"empty","\u0061b":true } `
	rows := []struct {
		name  string
		path  []string
		want  string
		found bool
	}{
		{"the document itself", nil, strings.TrimSpace(doc), true},
		{"an object", []string{"a"}, `{ "b.c" : [ 1 , 2 ] , "d" : "x\ny" }`, true},
		{"a key with a dot", []string{"a", "b.c"}, "[ 1 , 2 ]", true},
		{"a string with its quotes", []string{"a", "d"}, `"x\ny"`, true},
		{"a number that no float64 holds", []string{"n"}, "9007199254740993", true},
		{"a number in its own spelling", []string{"f"}, "1.0e2", true},
		{"null", []string{"z"}, "null", true},
		{"the empty key", []string{""}, `"empty"`, true},
		{"a key with an escape", []string{"ab"}, "true", true},
		{"a key that is not there", []string{"b"}, "", false},
		{"a key below a number", []string{"n", "x"}, "", false},
		{"a key below an array", []string{"a", "b.c", "0"}, "", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, found := jx.Get(doc, row.path...)
			require.Equal(t, row.found, found)
			require.Equal(t, row.want, got)
		})
	}
	require.Equal(t, "x\ny", jx.Text(doc, "a", "d"))
	require.Empty(t, jx.Text(doc, "n"))
	require.Empty(t, jx.Text(doc, "nothing"))
}

func TestTheLastOfTwoEqualKeysCountsAsInEveryParserOfJSON(t *testing.T) {
	const doc = `{"a":{"b":1},"n":1,"a":{"b":2,"b":3,"c":"x"},"\u006e":2}`
	for path, want := range map[string]string{"a b": "3", "a c": `"x"`, "n": "2", "a": `{"b":2,"b":3,"c":"x"}`} {
		got, found := jx.Get(doc, strings.Fields(path)...)
		require.True(t, found, path)
		require.Equal(t, want, got, path)
	}
	require.Equal(t, "x", jx.Text(doc, "a", "c"))
}

func TestStringsAreDecoded(t *testing.T) {
	rows := []struct{ name, raw, want string }{
		{"plain", `"abc"`, "abc"},
		{"empty", `""`, ""},
		{"every short escape", `"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{"a code point", `"\u00e9\u20AC"`, "é€"},
		{"a pair of surrogates", `"\ud83d\ude00"`, "😀"},
		{"a lone high surrogate", `"\ud83d"`, "�"},
		{"a lone high surrogate before a letter", `"\ud83dx"`, "�x"},
		{"a high surrogate before another escape", `"\ud83d\n"`, "�\n"},
		{"a lone low surrogate", `"\ude00"`, "�"},
		{"two high surrogates", `"\ud83d\ud83d"`, "��"},
		{"no string", `12`, "12"},
		{"a backslash at the end", `"\"`, `\`},
		{"an escape that ends early", `"\u00"`, "�00"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, jx.Unquote(row.raw)) })
	}
}

func TestAWalkStopsWhenItIsTold(t *testing.T) {
	var keys, items []string
	jx.Each(`{"a":1,"b":2,"c":3}`, func(k, _ string) bool { keys = append(keys, k); return k != "b" })
	jx.Items(`[1,2,3]`, func(v string) bool { items = append(items, v); return v != "2" })
	require.Equal(t, []string{"a", "b"}, keys)
	require.Equal(t, []string{"1", "2"}, items)
}

func TestASegmentNeverLeadsOutOfItsPlace(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"plain", "logs-2024_01~x", "logs-2024_01~x"},
		{"a dot inside", "a.b", "a.b"},
		{"the folder itself", ".", "%2E"},
		{"the folder above", "..", "%2E%2E"},
		{"three dots", "...", "..."},
		{"a slash", "a/b", "a%2Fb"},
		{"a question mark, a percent sign, a hash", "?%#", "%3F%25%23"},
		{"a space and a plus", "a +", "a%20%2B"},
		{"a line break", "a\r\nb", "a%0D%0Ab"},
		{"other letters", "é", "%C3%A9"},
		{"date math", "<logs-{now/d}>", "%3Clogs-%7Bnow%2Fd%7D%3E"},
		{"nothing", "", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := string(jx.Segment(nil, row.in))
			require.Equal(t, row.want, got)
			back, err := url.PathUnescape(got)
			require.NoError(t, err)
			require.Equal(t, row.in, back)
		})
	}
}

// TestGeneratedDocumentsAreReadAsEncodingJSONReadsThem walks documents and writes them again.
func TestGeneratedDocumentsAreReadAsEncodingJSONReadsThem(t *testing.T) {
	g := &generator{rand.New(rand.NewPCG(7, 11))}
	for range 2000 {
		var doc strings.Builder
		g.value(&doc, 4)
		decoder := json.NewDecoder(strings.NewReader(doc.String()))
		decoder.UseNumber()
		var want any
		require.NoError(t, decoder.Decode(&want), doc.String())
		require.Equal(t, want, read(doc.String()), doc.String())
	}
}

// read decodes a document with jx alone.
func read(raw string) any {
	raw, _ = jx.Get(raw)
	switch {
	case raw[0] == '{':
		object := map[string]any{}
		jx.Each(raw, func(k, v string) bool { object[k] = read(v); return true })
		return object
	case raw[0] == '[':
		array := []any{}
		jx.Items(raw, func(v string) bool { array = append(array, read(v)); return true })
		return array
	case raw[0] == '"':
		return jx.Unquote(raw)
	case raw == "true", raw == "false":
		return raw == "true"
	case raw == "null":
		return nil
	}
	return json.Number(raw)
}

// generator writes random JSON with random white space.
type generator struct{ *rand.Rand }

func (g *generator) value(out *strings.Builder, depth int) {
	g.space(out)
	kind := g.IntN(8)
	if depth == 0 {
		kind = g.IntN(6)
	}
	switch kind {
	case 0:
		out.WriteString([]string{"true", "false", "null"}[g.IntN(3)])
	case 1:
		out.WriteString([]string{"0", "-0", "1.0", "1e+2", "-12.5E-3", "18446744073709551616"}[g.IntN(6)])
	case 2, 3, 4, 5:
		g.text(out)
	case 6:
		g.sequence(out, "[", "]", func(int) { g.value(out, depth-1) })
	case 7:
		g.sequence(out, "{", "}", func(i int) {
			g.space(out)
			out.WriteString(`"` + strconv.Itoa(i) + `\u005b"`)
			g.space(out)
			out.WriteByte(':')
			g.value(out, depth-1)
		})
	}
	g.space(out)
}

func (g *generator) sequence(out *strings.Builder, open, end string, item func(i int)) {
	out.WriteString(open)
	g.space(out)
	for i := range g.IntN(4) {
		if i > 0 {
			out.WriteByte(',')
		}
		item(i)
	}
	out.WriteString(end)
}

func (g *generator) text(out *strings.Builder) {
	out.WriteByte('"')
	for range g.IntN(6) {
		out.WriteString([]string{"a", "é", "😀", `\"`, `\\`, `\/`, `\n`, `\u0041`, `\ud83d\ude00`, `\udc00`, "]", "}", ",", ":"}[g.IntN(14)])
	}
	out.WriteByte('"')
}

func (g *generator) space(out *strings.Builder) {
	out.WriteString([]string{"", "", " ", "\n\t", "\r\n"}[g.IntN(5)])
}

// FuzzScan: no text makes a reader panic or loop forever, and the result is part of the text.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{``, `{`, `{"a"`, `{"a":`, `{"a":"`, `[1,`, `"\ud83d\u"`, `{"a":[1,{"b":"\u0041"}]}`, ` [ ] `} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		jx.Each(doc, func(_, v string) bool {
			require.Contains(t, doc, v)
			jx.Unquote(v)
			return true
		})
		jx.Items(doc, func(v string) bool {
			require.Contains(t, doc, v)
			return true
		})
		if v, ok := jx.Get(doc, "a", "b"); ok {
			require.Contains(t, doc, v)
		}
		jx.Text(doc, "a")
		jx.Unquote(doc)
	})
}

func TestEveryByteIsQuotedAtEveryPlace(t *testing.T) {
	for c := range 256 {
		for at := range 20 {
			text := strings.Repeat("~", at) + string([]byte{byte(c)}) + strings.Repeat(" ", 19-at)
			quoted := jx.Quote(nil, text)
			var back string
			require.NoError(t, json.Unmarshal(quoted, &back), "byte %#x at %d", c, at)
			require.Equal(t, string([]rune(text)), back, "byte %#x at %d", c, at)
			require.True(t, utf8.Valid(quoted), "byte %#x at %d", c, at)
		}
	}
}

// FuzzQuote: every text is written as a JSON string that encoding/json and Unquote read back, with replacement
// characters for bytes that are not UTF-8.
func FuzzQuote(f *testing.F) {
	for _, seed := range []string{"", "a\"b\\c\n\x00\x1f\x7f", "é😀\u2028", "\xff\xc3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quoted := jx.Quote(nil, s)
		var back string
		require.NoError(t, json.Unmarshal(quoted, &back))
		want := string([]rune(s))
		require.True(t, utf8.ValidString(want))
		require.Equal(t, want, back)
		require.Equal(t, want, jx.Unquote(string(quoted)))
	})
}

// FuzzSegment: every text can be decoded from its segment, which has no character that ends a path or a query.
func FuzzSegment(f *testing.F) {
	f.Add("..")
	f.Add("a/b?c#d%2F")
	f.Fuzz(func(t *testing.T, s string) {
		segment := string(jx.Segment(nil, s))
		require.NotContains(t, []string{".", ".."}, segment)
		require.False(t, strings.ContainsAny(segment, "/?#\\@: \r\n"))
		back, err := url.PathUnescape(segment)
		require.NoError(t, err)
		require.Equal(t, s, back)
	})
}
