package typesense

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/route"
)

// Console implements [driver.Consoler].
func (engine) Console(_ *driver.Conn, a *driver.ConsoleArgs) (*driver.ConsoleRoute, error) {
	readings := route.Readings(a.Path)
	r := &driver.ConsoleRoute{ContentType: "application/json", Private: slices.ContainsFunc(readings, isPrivate) || namesKey(a.Query)}
	switch below := documentsBelow(readings[0]); {
	case below == "import":
		r.ContentType, r.Lines = "text/plain", true
	case below == "search" && a.Method == "GET":
		r.Rows, r.Doc, r.Took, r.Total = "hits", "document", "search_time_ms", "found"
	case len(readings[0]) == 1 && readings[0][0] == "multi_search":
		r.Rows, r.Doc = "results.0.hits", "document"
	}
	return r, nil
}

// documentsBelow is the route below the documents of a collection, "" for any other path.
func documentsBelow(parts []string) string {
	if len(parts) == 4 && parts[0] == "collections" && parts[2] == "documents" {
		return parts[3]
	}
	return ""
}

// isPrivate reports whether a route carries credentials: API keys, and the keys of the services that provide models.
func isPrivate(parts []string) bool {
	if len(parts) == 0 {
		return false
	}
	switch route.Word(parts[0]) {
	case "keys", "nl_search_models":
		return true
	case "conversations":
		return len(parts) > 1 && route.Word(parts[1]) == "models"
	}
	return false
}

// namesKey reports whether a query contains an API key (Authentication, "x-typesense-api-key").
func namesKey(query string) bool {
	return strings.Contains(strings.ToLower(query), "x-typesense-api-key")
}
