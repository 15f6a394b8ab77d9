package console_test

// SPEC: CNS-12

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/console"
)

// cbor is {"a":"äö"} in CBOR.
var cbor = []byte("\xbf\x61a\x64\xc3\xa4\xc3\xb6\xff")

// responder is a server that always responds with some headers and a body.
type responder struct {
	headers map[string]string
	body    []byte
	session *session.Session
	console *console.Consoles
}

func responding(t *testing.T) *responder {
	t.Helper()
	r := &responder{console: console.New()}
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		for name, value := range r.headers {
			w.Header().Set(name, value)
		}
		_, _ = w.Write(r.body)
	})
	r.session = opened(t, e, "elasticsearch", session.SafeOff)
	return r
}

// response returns the response to a read from such a server.
func (r *responder) response(t *testing.T, headers map[string]string, body []byte) *console.Response {
	t.Helper()
	r.headers, r.body = headers, body
	a, err := r.console.SendText(t.Context(), r.session, "t1", "GET books/_search?format=cbor")
	require.NoError(t, err)
	return a
}

func TestAResponseThatIsNoTextIsNamedAndSavedByteForByte(t *testing.T) {
	rows := []struct {
		name, contentType string
		body              []byte
		binary, file      string
	}{
		{"CBOR", "application/cbor", cbor, "CBOR", "response.cbor"},
		{"CBOR of a version", "application/vnd.elasticsearch+cbor;compatible-with=8", cbor, "CBOR", "response.cbor"},
		{"CBOR that could be a text", "application/cbor", []byte("\x61a"), "CBOR", "response.cbor"},
		{"Smile", "application/smile", []byte(":)\n\x05\xfa\x80a\x41b\xfb"), "Smile", "response.smile"},
		{"Smile of a version", "Application/vnd.elasticsearch+SMILE", []byte(":)\n\x05"), "Smile", "response.smile"},
		{"Arrow", "application/vnd.apache.arrow.stream", []byte("\xff\xff\xff\xff\x70\x00"), "Arrow", "response.arrow"},
		{"an image", "image/png", []byte("\x89PNG\r\n\x1a\n\x00"), "PNG", "response.png"},
		{"an image of no known kind", "image/x-odd", []byte("odd\x00"), "image/x-odd", "response.bin"},
		{"an image without a type", "", []byte("\x89PNG\r\n\x1a\n\x00"), "PNG", "response.png"},
		{"gzip", "application/gzip", []byte("\x1f\x8b\x08\x00"), "gzip", "response.gz"},
		{"gzip that says it is JSON", "application/json", []byte("\x1f\x8b\x08\x00\x00"), "gzip", "response.gz"},
		{"bytes", "application/octet-stream", []byte("\x00\x01\x02"), "binary data", "response.bin"},
		{"an unknown type with bytes", "application/x-unknown", []byte("a\x00b"), "application/x-unknown", "response.bin"},
		{"an unknown type with what is no UTF-8", "application/x-unknown", []byte("a\xffb"), "application/x-unknown", "response.bin"},
		{"an unknown type with damage far from its beginning", "application/x-unknown", append(bytes.Repeat([]byte("a"), 100_000), 0xff), "application/x-unknown", "response.bin"},
		{"no type and bytes", "", []byte("\x00\x01\x02"), "binary data", "response.bin"},
		{"no valid type and bytes", ";;", []byte("\x00\x01\x02"), "binary data", "response.bin"},
	}
	server := responding(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			a := server.response(t, map[string]string{"Content-Type": row.contentType}, row.body)
			require.Equal(t, []any{row.binary, row.file, int64(0)}, []any{a.Binary, a.File, a.Damaged})
			path := filepath.Join(t.TempDir(), a.File)
			require.NoError(t, server.console.Save(t.Context(), server.session, a.Number, path, false))
			saved, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, row.body, saved)
		})
	}
}

func TestAPackedResponseThatNobodyUnpacksIsNoText(t *testing.T) {
	server := responding(t)
	a := server.response(t, map[string]string{"Content-Type": "application/json", "Content-Encoding": "br"}, []byte("\x0b\x02\x80{}\x03"))
	require.Equal(t, []string{"Brotli", "response.br"}, []string{a.Binary, a.File})
	a = server.response(t, map[string]string{"Content-Type": "application/json", "Content-Encoding": "identity"}, []byte("{}"))
	require.Equal(t, []string{"", "response.json"}, []string{a.Binary, a.File})
}

func TestATextIsShownAndItsDamageIsCounted(t *testing.T) {
	rows := []struct {
		name, contentType, body string
		damaged                 int64
		file                    string
	}{
		{"JSON", "application/json", `{"a":"ä😀"}`, 0, "response.json"},
		{"JSON of a version", "application/vnd.elasticsearch+json;compatible-with=8", `{}`, 0, "response.json"},
		{"a lone byte", "application/json; charset=UTF-8", "{\"a\":\"\xe4\"}", 1, "response.json"},
		{"a character that ends early", "text/plain", "a\xf0\x9f\x98b\xc3", 4, "response.txt"},
		{"NUL in a text", "text/plain", "a\x00b", 0, "response.txt"},
		{"lines", "application/x-ndjson", "{}\n{}", 0, "response.jsonl"},
		{"YAML", "application/yaml", "a: 1", 0, "response.yaml"},
		{"CSV", "text/csv", "a,b", 0, "response.csv"},
		{"a page", "text/html", "<p>", 0, "response.html"},
		{"a drawing", "image/svg+xml", "<svg/>", 0, "response.xml"},
		{"an unknown type with a text", "application/x-unknown", "plain ä", 0, "response.txt"},
		{"no type and a text", "", "plain", 0, "response.txt"},
		{"a character that two reads share", "application/json", strings.Repeat("a", 32<<10-1) + "ä" + strings.Repeat("ä", 40_000), 0, "response.json"},
		{"nothing", "application/cbor", "", 0, "response.cbor"},
	}
	server := responding(t)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			a := server.response(t, map[string]string{"Content-Type": row.contentType}, []byte(row.body))
			require.Equal(t, []any{"", row.file, row.damaged}, []any{a.Binary, a.File, a.Damaged})
		})
	}
}
