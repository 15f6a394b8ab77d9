package typesense

// SPEC: APP-07

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/drivertest/exchanges"
)

// recordings are the recorded servers, and the versions that they said they were.
var recordings = []struct{ file, imitate string }{{"26.0", "26.0"}, {"29.0", "29.0"}, {"30.0-dev", "30.0"}}

// adminKey is the key of the recorded servers.
const adminKey = "local-admin-key"

// ignored are members that are never the same twice: times, figures of the process, and how well a text fits.
var ignored = regexp.MustCompile(`^(created_at|search_time_ms|committed_index|text_match|text_match_info|system_.*|typesense_memory_.*|.*_latency_ms|.*_requests_per_second|latency_ms|requests_per_second|cache_hit_ratio|pending_write_batches)$`)

// TestTheRecordedExchangesComeAgain replays every exchange in its order. Those that differ are listed with the reason in
// testdata/differences.txt, and only those.
func TestTheRecordedExchangesComeAgain(t *testing.T) {
	for _, recording := range recordings {
		t.Run(recording.file, func(t *testing.T) {
			list, err := exchanges.Load("typesense", recording.file)
			require.NoError(t, err)
			differ, bad := replay(t, recording.imitate, list)
			known := knownDifferences(t, recording.file)
			alike := len(list) - len(differ)
			t.Logf("%d of %d exchanges are alike", alike, len(list))
			require.GreaterOrEqual(t, alike*100, len(list)*98)
			for _, name := range bad {
				if known[name] == "" {
					t.Errorf("%s differs:\n%s", name, differ[name])
				}
			}
			for _, name := range slices.Sorted(maps.Keys(known)) {
				if differ[name] == "" {
					t.Errorf("%s is listed as different, but is alike", name)
				}
			}
		})
	}
}

// replay sends all requests to fresh servers and returns how the responses differ.
func replay(t *testing.T, imitate string, list []exchanges.Exchange) (differ map[string]string, names []string) {
	t.Helper()
	differ = map[string]string{}
	values := newKeys(list)
	e := fresh(t, imitate, values)
	for _, x := range list {
		switch x.Case {
		case "restart.create":
			if imitate == "26.0" {
				delete(e.collections, "crash") // it was lost when the server died
			}
		case "doc.create.long_string":
			removeBetween(e) // was done outside the recording
		}
		e.SetLoading(x.Response.Status == http.StatusServiceUnavailable)
		if text := compare(x, exchange(e, x)); text != "" {
			differ[x.Case] = text
			names = append(names, x.Case)
		}
	}
	return differ, names
}

func fresh(t *testing.T, imitate string, values []string) *Engine {
	t.Helper()
	next := 0
	e, err := New(Options{Imitate: imitate, Key: adminKey, Empty: true, NewKey: func() string {
		next++
		return values[next-1]
	}})
	require.NoError(t, err)
	return e
}

// newKeys are the values of the keys that the recorded server made.
func newKeys(list []exchanges.Exchange) []string {
	var out []string
	for _, x := range list {
		var sent, made struct{ Value string }
		if x.Request.Method != http.MethodPost || x.Request.Path != "/keys" || x.Response.Status != http.StatusCreated {
			continue
		}
		_, _ = json.Unmarshal([]byte(x.Request.Body), &sent), json.Unmarshal([]byte(x.Response.Body), &made)
		if sent.Value == "" {
			out = append(out, made.Value)
		}
	}
	return out
}

func removeBetween(e *Engine) {
	c := e.collections["items"]
	c.removeAll(slices.DeleteFunc(slices.Clone(c.documents), func(d *document) bool { return !regexp.MustCompile(`^w\d+$`).MatchString(d.id) }))
}

func exchange(e *Engine, x exchanges.Exchange) *http.Response {
	address, err := url.ParseRequestURI(x.Request.Path)
	if err != nil {
		path, query, _ := strings.Cut(x.Request.Path, "?")
		address = &url.URL{Path: path, RawPath: path, RawQuery: query}
	}
	r := &http.Request{Method: x.Request.Method, URL: address, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(bodyOf(x)))}
	for _, h := range x.Request.Headers {
		r.Header.Set(h.Name, strings.TrimSpace(h.Value))
	}
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	return w.Result()
}

// bodyOf is the body that was sent. Bytes that are not UTF-8 were recorded as U+FFFD.
func bodyOf(x exchanges.Exchange) string { return strings.ReplaceAll(x.Request.Body, "\uFFFD", "\xFF") }

// contentType is the recorded content type, "" if there was no response.
func contentType(x exchanges.Exchange) string {
	for _, h := range x.Response.Headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			return h.Value
		}
	}
	return ""
}

// compare returns how a response differs from the recorded one.
func compare(x exchanges.Exchange, r *http.Response) string {
	got, _ := io.ReadAll(r.Body)
	want := []byte(x.Response.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		got = unpack(got)
		want = unpack(fromLatin1(x.Response.Body))
	}
	status := x.Response.Status
	if status == 0 {
		status, want = statusNeverAnswered, got
	}
	if x.Request.Method == http.MethodHead {
		want = got
	}
	if kind := contentType(x); kind != "" && kind != r.Header.Get("Content-Type") {
		return "want " + kind + "\n got " + r.Header.Get("Content-Type")
	}
	if r.StatusCode == status && slices.Equal(linesOf(want), linesOf(got)) {
		return ""
	}
	a, b := strings.Join(linesOf(want), "\n"), strings.Join(linesOf(got), "\n")
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return "want " + strconv.Itoa(status) + " " + around(a, i) + "\n got " + strconv.Itoa(r.StatusCode) + " " + around(b, i)
}

func around(text string, i int) string { return text[max(0, i-100):min(len(text), i+200)] }

func unpack(text []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return text
	}
	out, _ := io.ReadAll(r)
	return out
}

func fromLatin1(text string) []byte {
	var out []byte
	for _, r := range text {
		out = append(out, byte(r))
	}
	return out
}

// linesOf returns the lines of a body, without spaces between values and without what is ignored.
func linesOf(body []byte) []string {
	if v, err := decode(body); err == nil {
		return []string{v}
	}
	var out []string
	for line := range strings.SplitSeq(string(body), "\n") {
		v, err := decode([]byte(line))
		if err != nil {
			v = line
		}
		out = append(out, v)
	}
	return out
}

func decode(text []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return "", err
	}
	if _, err := d.Token(); err != io.EOF {
		return "", io.ErrUnexpectedEOF
	}
	out, err := json.Marshal(without(v))
	return string(out), err
}

func without(v any) any {
	switch v := v.(type) {
	case map[string]any:
		maps.DeleteFunc(v, func(name string, _ any) bool { return ignored.MatchString(name) })
		for name, each := range v {
			v[name] = without(each)
		}
	case []any:
		for i, each := range v {
			v[i] = without(each)
		}
	}
	return v
}

// knownDifferences reads "version case: reason" lines.
func knownDifferences(t *testing.T, version string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "differences.txt"))
	require.NoError(t, err)
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		versions, rest, _ := strings.Cut(line, " ")
		name, reason, found := strings.Cut(rest, ": ")
		require.True(t, found && reason != "", "the reason is missing: %s", line)
		if slices.Contains(strings.Split(versions, ","), version) {
			out[name] = reason
		}
	}
	return out
}
