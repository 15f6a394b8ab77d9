package es

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
	"quarry/drivers/driver/jx"
)

const (
	// sentenceAway replaces the address of a shard's node if no copy of the shard is available.
	sentenceAway = "No copy of the requested data is available."
	// HintRejected is the hint for a response with status 401 that gives no other reason.
	HintRejected = "The server rejected the credentials of this connection. They may have expired or been changed: check them in the connection's settings."

	// hintForbidden is the hint for a response with status 403: the user lacks a permission.
	hintForbidden = "Ask an administrator of the cluster for this permission."

	// hintAway is the hint for an error with status 503: the missing part may come back.
	hintAway = "The server may still be starting, or a node with a copy of the data may be down. Try again in a moment. If this persists, check GET /_cluster/health in the console."
)

// away are the types of errors with status 503 from a server that is starting, or whose shards are not available.
var away = map[string]bool{"search_phase_execution_exception": true, NoShard: true, Blocked: true}

// Blocked is the error type of an index or a cluster that does not accept a request. With status 429 its disk is full
// ("flood-stage watermark").
const (
	Blocked  = "cluster_block_exception"
	hintFull = "A node is low on disk space. Until space is freed, its indices can only be read or deleted."
)

// Texts about a new document that lacks the routing that its index requires, or that of its parent.
const (
	SentenceRouted = "This index requires a routing value: choose Set Routing… in the menu of the new row, then save again."
	sentenceChild  = "A child of a join needs the routing of its parent: choose Set Routing… in the menu of the new row, then save again."
)

// unroutedChild begins the reason for refusing a child of a join; its error type has many other causes.
const unroutedChild = "[routing] is missing for join field"

// ExplainRouting says what to do about a new document that was refused because of its missing routing.
func ExplainRouting(e *driver.Error) *driver.Error {
	said := strings.TrimSpace(e.Message + "\n" + e.Detail)
	switch {
	case e.Code == "routing_missing_exception":
		e.Message, e.Detail = SentenceRouted, said
	case strings.Contains(said, unroutedChild):
		e.Message, e.Detail = sentenceChild, said
	}
	return e
}

// maxSentence is how many bytes of a non-JSON response are shown.
const maxSentence = 300

// ErrorOf turns a response whose status is not 2xx into an error. The sentence is the engine's own: an error is an
// object or a bare string, its status can be missing and the body empty (REST APIs, "Error responses").
func ErrorOf(req *driver.Request, r *driver.Reply) *driver.Error {
	e := ParseError(string(r.Body), r.Status)
	e.Op, e.Sent = req.Method+" "+req.Path, true
	if hint := gateway.Busy(r.Status, r.Header("Retry-After")); hint != "" && e.Code != Blocked {
		e.Hint = hint
	}
	return e
}

// Lacking returns the error for a 2xx response without a part that the engine always sends, such as a proxy's {} or web
// page. what names that part.
func Lacking(req *driver.Request, r *driver.Reply, what string) *driver.Error {
	e := &driver.Error{
		Kind: driver.Engine, Message: "The response contains no " + what + ".",
		Hint: "A proxy may have changed the response. Check host, port and path prefix.",
		Op:   req.Method + " " + req.Path, Status: r.Status, Sent: true,
	}
	if said, ok := gateway.Answer(r.Status, string(r.Body)); ok {
		e.Message, e.Hint, e.Detail = said.Message, said.Hint, said.Detail
	}
	return e
}

// ParseError parses an error response, or a response's member that has "error".
func ParseError(body string, status int) *driver.Error {
	e := &driver.Error{Status: status}
	raw, isJSON := jx.Get(body, "error")
	switch {
	case isJSON && raw[0] == '"':
		e.Message = jx.Unquote(raw)
	case isJSON:
		e.Message, e.Code = cause(raw)
		e.Detail = outer(raw, e.Message)
		if status == 503 && away[e.Code] {
			e.Hint = hintAway
		}
		if isAddress(e.Message) {
			e.Message, e.Detail, e.Hint = sentenceAway, strings.TrimSpace(e.Message+"\n"+e.Detail), hintAway
		}
	default:
		e.Message = plainText(body)
	}
	if said, ok := gateway.Answer(status, body); ok {
		e.Message, e.Hint, e.Detail = said.Message, said.Hint, said.Detail
	}
	if e.Message == "" {
		e.Message = "The server responded with status " + strconv.Itoa(status) + " and no reason."
	}
	if hint := gateway.Busy(status, ""); hint != "" {
		e.Hint = hint
	}
	e.Kind = kindOf(status, e.Code)
	switch {
	case e.Code == Blocked && status == 429:
		e.Hint = hintFull
	case e.Code == "index_closed_exception":
		e.Hint = "The index is closed. Open it before reading it."
	case status == 401:
		// The reason itself does not say whether a key is wrong, expired or invalidated.
		e.Hint = HintRejected
		if more := jx.Text(raw, "additional_unsuccessful_credentials"); more != "" {
			e.Hint = more + "."
		}
	case status == 403 && e.Code == "security_exception":
		e.Hint = hintForbidden
	}
	return e
}

// isAddress reports whether a reason is just a node, its address and the failed action, as for a shard without an
// available copy: "[n1][127.0.0.1:9300][indices:data/read/search[phase/query]]".
func isAddress(reason string) bool {
	return strings.HasPrefix(reason, "[") && strings.Contains(reason, "][indices:") && !strings.Contains(reason, " ")
}

// cause returns the most informative sentence and type: from the first root cause, the first failed shard, or the error
// itself. A root cause can be missing, and its reason null.
func cause(raw string) (sentence, code string) {
	for _, list := range []string{"root_cause", "failed_shards"} {
		first := FirstItem(raw, list)
		if inner, ok := jx.Get(first, "reason"); ok && inner[0] == '{' {
			first = inner
		}
		if sentence, code = jx.Text(first, "reason"), jx.Text(first, "type"); sentence != "" {
			return sentence, code
		}
	}
	if sentence, code = jx.Text(raw, "caused_by", "reason"), jx.Text(raw, "caused_by", "type"); sentence != "" {
		return sentence, code
	}
	if sentence, code = jx.Text(raw, "reason"), jx.Text(raw, "type"); sentence != "" {
		return sentence, code
	}
	return code, code
}

// outer returns what the error says besides its cause, for the details.
func outer(raw, sentence string) string {
	var lines []string
	for _, at := range [][]string{{}, {"caused_by"}} {
		reason := jx.Text(raw, append(at, "reason")...)
		if reason != "" && reason != sentence {
			lines = append(lines, jx.Text(raw, append(at, "type")...)+": "+reason)
		}
	}
	return strings.Join(lines, "\n")
}

// FirstItem returns the raw first element of the array at a key, "" if there is none.
func FirstItem(raw, key string) string {
	list, _ := jx.Get(raw, key)
	first := ""
	jx.Items(list, func(item string) bool {
		first = item
		return false
	})
	return first
}

// plainText returns the beginning of a response that is neither JSON nor HTML.
func plainText(body string) string {
	text := strings.TrimSpace(body)
	if text == "" || strings.ContainsAny(text[:1], "<{[") {
		return ""
	}
	if len(text) > maxSentence {
		text = strings.ToValidUTF8(text[:maxSentence], "") + "..."
	}
	return text
}

// kindOf classifies a failure by status and type, never by its text. A blocked index also returns status 403.
func kindOf(status int, code string) driver.Kind {
	switch {
	case status == 401, status == 403 && code != Blocked:
		return driver.Auth
	case status == 404:
		return driver.NotFound
	case status == 409:
		return driver.Conflict
	}
	return driver.Engine
}

// NoIndex is the error type for an index that does not exist.
const NoIndex = "index_not_found_exception"

// SentenceRoute is about a document whose id the server would read as the name of a route.
const SentenceRoute = "This version of Elasticsearch reads the id as the name of a route, so the document cannot be written."
