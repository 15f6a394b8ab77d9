package typesense

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/gateway"
	"quarry/drivers/driver/jx"
)

const (
	// maxSentence is how many bytes are shown of a response that is not an error of the engine.
	maxSentence = 300

	hintKey = "Check API Key."
)

// answered turns a response whose status is not 2xx into an error with the engine's own sentence, verbatim.
func answered(req *driver.Request, r *driver.Reply) *driver.Error {
	e := refusal(sentence(string(r.Body)), r.Status)
	if said, ok := gateway.Answer(r.Status, string(r.Body)); ok {
		e.Message, e.Hint, e.Detail = said.Message, said.Hint, said.Detail
	}
	if hint := gateway.Busy(r.Status, r.Header("Retry-After")); hint != "" {
		e.Hint = hint
	}
	e.Op = req.Method + " " + req.Path
	return e
}

// hints are what to do about messages of the engine, by a part of the message.
var hints = []driver.Text{
	{Key: "Synonym index not found", Value: "The collection names a synonym set that does not exist, so every search in it fails. Create the set again, or take its name out of synonym_sets with PATCH /collections/<name> in the console."},
	{Key: "Not Ready or Lagging", Value: "The server is starting, or lags behind its cluster. Try again in a moment."},
	{Key: "Only upto 250 hits", Value: "A search returns at most 250 hits: lower per_page or limit, and read the rest as further pages."},
	{Key: "in the schema for sorting", Value: "Only fields whose schema says sort: true can be sorted. Numbers have it by default, text does not."},
	{Key: "Could not find a filter field", Value: "Filters work on the fields in the schema, which Structure lists, with their exact names."},
	{Key: "Not an int32", Value: "Enter an integer from -2147483648 to 2147483647, without quotes or backticks."},
	{Key: "exceeds the range of an int32", Value: "Enter an integer from -2147483648 to 2147483647."},
	{Key: "Numerical field has an invalid comparator", Value: "The value is not a number. Write field:5, field:>5, field:[1..5] or field:[1,5]."},
}

// refusal classifies a failure by its status, never by its text, which changes from version to version.
func refusal(message string, status int) *driver.Error {
	e := &driver.Error{Kind: driver.Engine, Message: message, Status: status, Code: strconv.Itoa(status), Sent: true}
	if message == "" {
		e.Message = "The server responded with status " + strconv.Itoa(status) + " and no reason."
	}
	for _, known := range hints {
		if strings.Contains(message, known.Key) {
			e.Hint = known.Value
		}
	}
	switch status {
	case 401, 403:
		e.Kind, e.Hint = driver.Auth, hintKey
	case 404:
		e.Kind = driver.NotFound
	case 409:
		e.Kind = driver.Conflict
	}
	return e
}

// sentence reads {"message": "..."}. The engine does not escape what it quotes, so a message can contain quotes and end
// in a backslash: it extends to the last quote before the closing brace, unless another key follows.
func sentence(body string) string {
	text := strings.TrimSpace(body)
	raw, ok := messageText(text)
	switch {
	case ok:
		return raw
	case strings.HasPrefix(text, "<"):
		return ""
	case len(text) > maxSentence:
		return strings.ToValidUTF8(text[:maxSentence], "") + "..."
	}
	return text
}

func messageText(text string) (string, bool) {
	_, rest, found := strings.Cut(text, `"message"`)
	rest, colon := strings.CutPrefix(strings.TrimSpace(rest), ":")
	rest, quote := strings.CutPrefix(strings.TrimSpace(rest), `"`)
	if !found || !colon || !quote {
		return "", false
	}
	end := strings.LastIndexByte(rest, '"')
	if end < 0 {
		return rest, true
	}
	inner, clean := rest[:end], true
	for i := 0; i < len(inner); i++ {
		switch {
		case inner[i] == '\\':
			i++
		case inner[i] != '"':
		case strings.HasPrefix(strings.TrimSpace(inner[i+1:]), ","):
			return jx.Unquote(`"` + inner[:i] + `"`), true
		default:
			clean = false
		}
	}
	if !clean {
		return inner, true
	}
	return jx.Unquote(`"` + inner + `"`), true
}
