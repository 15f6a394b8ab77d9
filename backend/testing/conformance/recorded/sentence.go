package recorded

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
)

// prefixes are what a driver adds before the engine's message.
var prefixes = []string{"Authentication failed: ", "You cannot read any index. "}

// spoken reports whether a response contains a sentence: as one of its strings, or in text that is not JSON.
func spoken(sentence string, a *response) bool {
	for _, prefix := range prefixes {
		sentence = strings.TrimPrefix(sentence, prefix)
	}
	if sentence == "" {
		return false
	}
	if a.root != nil && says(a.root, sentence) {
		return true
	}
	if cut, ok := strings.CutSuffix(sentence, "..."); ok && strings.Contains(a.body, cut) {
		return true
	}
	if sentence == strings.TrimSpace(a.body) {
		return true
	}
	quoted := quote(sentence)
	if a.root == nil && (strings.Contains(a.body, sentence) || strings.Contains(a.body, quoted[1:len(quoted)-1])) {
		return true
	}
	return sentence == fmt.Sprintf("The server responded with status %d and no reason.", a.status) && !wordy(a)
}

// says reports whether a value contains a string with that text.
func says(v *exact.Value, text string) bool {
	if decoded, _ := v.Text(); v.Kind == exact.String && decoded == text {
		return true
	}
	for _, item := range v.Items {
		if says(item, text) {
			return true
		}
	}
	return false
}

// wordy reports whether a response states a reason in words.
func wordy(a *response) bool {
	if a.root == nil {
		return strings.TrimSpace(a.body) != "" && !strings.HasPrefix(strings.TrimSpace(a.body), "<")
	}
	for _, name := range []string{"error", "message", "reason"} {
		if at := a.root.Get(name); at != nil && hasText(at) {
			return true
		}
	}
	return false
}

// hasText reports whether a value is or contains a string.
func hasText(v *exact.Value) bool {
	if v.Kind == exact.String {
		return true
	}
	for _, item := range v.Items {
		if hasText(item) {
			return true
		}
	}
	return false
}

// kindsOf returns the error kinds that fit a status.
func kindsOf(status int, body string) []driver.Kind {
	switch {
	case status == 401:
		return []driver.Kind{driver.Auth}
	case status == 403 && strings.Contains(body, "cluster_block_exception"):
		return []driver.Kind{driver.Engine, driver.Auth}
	case status == 403:
		return []driver.Kind{driver.Auth}
	case status == 404:
		return []driver.Kind{driver.NotFound}
	case status == 409:
		return []driver.Kind{driver.Conflict}
	}
	return []driver.Kind{driver.Engine}
}

// checkError compares the error of an operation with the response that caused it.
func (s *session) checkError(a *response, err error) {
	s.count(kindError)
	var e *driver.Error
	if !errors.As(err, &e) {
		s.problem(a, "status %d is no error: %v", a.status, err)
		return
	}
	if !slices.Contains(kindsOf(a.status, a.body), e.Kind) {
		s.problem(a, "status %d is an error of kind %s: %s", a.status, e.Kind, e.Message)
	}
	if e.Status != a.status {
		s.problem(a, "status %d is told as %d", a.status, e.Status)
	}
	if !spoken(e.Message, a) {
		s.problem(a, "it does not say %q but %.200s", e.Message, a.body)
	}
	if e.Op == "" || !e.Sent {
		s.problem(a, "the error does not tell its request: %+v", e)
	}
}
