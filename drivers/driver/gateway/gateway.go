// Package gateway explains the responses that a proxy or a load balancer sends instead of the engine.
package gateway

import (
	"strconv"
	"strings"
)

// Words is what to tell the user about such a response. Detail may be empty.
type Words struct {
	Message string // what happened
	Hint    string // the likely cause, and what to do
	Detail  string // the title of the web page received
}

// maxTitle limits how much of a page's title is shown, in bytes.
const maxTitle = 120

const (
	again     = "It may be stopped, starting or overloaded. Try again in a moment. If this persists, check the proxy's log."
	lookAtWay = "Check host, port and path prefix, and which requests the proxy lets through."
)

// byStatus has the statuses that a gateway sends by itself (RFC 9110, 15.6.3 to 15.6.5).
var byStatus = map[int]Words{
	502: {Message: "A proxy in front of the server got no valid response from it (502 Bad Gateway).", Hint: again},
	503: {Message: "The server, or a proxy in front of it, is not accepting requests (503 Service Unavailable).", Hint: again},
	504: {
		Message: "A proxy in front of the server timed out waiting for it (504 Gateway Timeout).",
		Hint:    "The server is slow, or the proxy cannot reach it. Request less, or raise the proxy's timeout.",
	},
}

// Answer explains a response that did not come from an engine: a web page, or a bare gateway status. It returns false
// for any other response.
func Answer(status int, body string) (Words, bool) {
	body = strings.TrimSpace(body)
	page := strings.HasPrefix(body, "<")
	words, own := byStatus[status]
	switch {
	case !page && body != "", !page && !own:
		return Words{}, false
	case own:
	case status == 413:
		words = Words{
			Message: "A proxy in front of the server refuses a request of this size (413 Content Too Large).",
			Hint:    "Raise the proxy's limit for the size of requests.",
		}
	default:
		words = Words{
			Message: "A proxy returned a web page instead of the server's response, with status " + strconv.Itoa(status) + ".",
			Hint:    lookAtWay,
		}
	}
	if title := titleOf(body); title != "" {
		words.Detail = "The page is titled “" + title + "”."
	}
	return words, true
}

// Busy returns what to tell the user about a response that asks the client to come back later: any with status 429, or
// one with status 503 and a time. retryAfter is the Retry-After header, in seconds or a date (RFC 9110, 10.2.3). It
// returns "" for any other response.
func Busy(status int, retryAfter string) string {
	seconds, err := strconv.Atoi(retryAfter)
	switch {
	case status != 429 && (status != 503 || retryAfter == ""):
		return ""
	case retryAfter == "":
		return "The server is too busy. Try again in a moment."
	case err != nil:
		return "The server is too busy. It asked to wait until " + retryAfter + " before the next request."
	case seconds == 1:
		return "The server is too busy. It asked to wait 1 second before the next request."
	}
	return "The server is too busy. It asked to wait " + strconv.Itoa(seconds) + " seconds before the next request."
}

// titleOf returns the text of a page's title on one line.
func titleOf(page string) string {
	lower := strings.ToLower(page)
	at := strings.Index(lower, "<title>")
	end := strings.Index(lower, "</title>")
	if len(lower) != len(page) || at < 0 || end < at {
		return ""
	}
	title := strings.Join(strings.Fields(page[at+len("<title>"):end]), " ")
	if len(title) > maxTitle {
		title = strings.ToValidUTF8(title[:maxTitle], "") + "..."
	}
	return title
}
