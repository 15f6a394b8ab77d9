package enginetest

import (
	"io"
	"net/http"
	"strings"
)

// Ask sends a request of a test's own to a real engine, past the application, and returns the response. The test fails if
// the status is not 2xx; what is deleted may be missing.
func Ask(t TB, method, url, body string) string {
	t.Helper()
	q, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	q.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	missing := method == http.MethodDelete && answer.StatusCode == http.StatusNotFound
	if err != nil || answer.StatusCode >= 300 && !missing {
		t.Fatalf("%s %s: status %d, %v: %s", method, url, answer.StatusCode, err, text)
	}
	return string(text)
}

// Index makes an index, in place of one that an earlier run left, and deletes it when the test ends. It returns its URL.
func Index(t interface {
	TB
	Cleanup(f func())
}, engine, name, definition string,
) string {
	t.Helper()
	url := engine + "/" + name
	Ask(t, http.MethodDelete, url, "")
	Ask(t, http.MethodPut, url, definition)
	t.Cleanup(func() { Ask(t, http.MethodDelete, url, "") })
	return url
}
