package enginetest

import (
	"io"
	"net/http"
	"strings"
)

// Ask sends a request directly to a real engine, bypassing the application, and returns the response. The test fails if
// the status is not 2xx; a DELETE may also return 404.
func Ask(t TB, method, url, body string) string {
	t.Helper()
	q, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	q.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	missing := method == http.MethodDelete && response.StatusCode == http.StatusNotFound
	if err != nil || response.StatusCode >= 300 && !missing {
		t.Fatalf("%s %s: status %d, %v: %s", method, url, response.StatusCode, err, text)
	}
	return string(text)
}

// Index creates an index, replacing one left by an earlier run, and deletes it when the test ends. It returns its URL.
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
