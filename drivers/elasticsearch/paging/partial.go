package paging

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// maxNotices is the maximum number of failed shards named.
const maxNotices = 5

// noneFailed is the end of the shard report in every version if no shard failed: most reports need no further parsing.
const noneFailed = `"failed":0}`

// ShardNotices says which index is missing from a response and why, without duplicates.
func ShardNotices(object, shards string) []driver.Notice {
	failed, _ := jx.Get(shards, "failed")
	if es.ParseInt(failed) <= 0 {
		return nil
	}
	failures, _ := jx.Get(shards, "failures")
	var notices []driver.Notice
	seen := map[string]bool{}
	jx.Items(failures, func(item string) bool {
		text := "Not all of " + object + " is shown: "
		if reason, code := es.ShardReason(item); code == es.NoShard {
			text += "a shard of " + jx.Text(item, "index") + " is not available."
		} else {
			text += jx.Text(item, "index") + " reported “" + reason + "”."
		}
		if !seen[text] {
			seen[text] = true
			notices = append(notices, driver.Notice{Text: text, Detail: item})
		}
		return len(notices) < maxNotices
	})
	if len(notices) == 0 {
		notices = []driver.Notice{{Text: "Not all of " + object + " is shown: " + failed + " of its shards did not respond.", Detail: shards}}
	}
	return notices
}

// LostShard returns the error for a response whose snapshot is gone on some of the shards, otherwise nil: everything
// read from it from then on lacks their rows.
func LostShard(req *driver.Request, shards string) *driver.Error {
	if !es.HasFailures(shards) {
		return nil
	}
	list, _ := jx.Get(shards, "failures")
	gone := ""
	jx.Items(list, func(item string) bool {
		if reason, code := es.ShardReason(item); code == noContext {
			gone = reason
		}
		return gone == ""
	})
	if gone == "" {
		return nil
	}
	return &driver.Error{
		Kind: driver.NotFound, Code: driver.CodeExpired, Message: gone, Hint: LostText + readAgain,
		Op: req.Method + " " + req.Path, Status: 200, Sent: true,
	}
}

// IsOverloaded reports whether a shard refused to respond because it is overloaded.
func IsOverloaded(shards string) bool {
	list, _ := jx.Get(shards, "failures")
	busy := false
	jx.Items(list, func(item string) bool {
		_, code := es.ShardReason(item)
		busy = code == "es_rejected_execution_exception" || code == "circuit_breaking_exception"
		return !busy
	})
	return busy
}

// ExplainWindow adds the remedy to the error of an index with a lowered window. Its type is that of any wrong argument,
// so it can only be recognized by its text (Index modules, "index.max_result_window").
func ExplainWindow(e *driver.Error, object string) *driver.Error {
	if !strings.HasPrefix(e.Message, "Result window is too large") {
		return e
	}
	limit := WindowOf(e.Message)
	if limit < 0 || limit >= resultWindow {
		return e
	}
	e.Hint = "This index has a lowered max_result_window of " + strconv.FormatInt(limit, 10) + ". Quarry uses from and size for the first 10,000 rows. Raise the setting to 10,000:"
	e.Remedy = "PUT " + es.Path(object, "_settings") + "\n" + `{"index":{"max_result_window":10000}}`
	return e
}

// WindowOf returns the maximum number of rows that an index returns, from the message in which it refuses more; -1 for
// any other message.
func WindowOf(message string) int64 {
	_, rest, _ := strings.Cut(message, "is too large")
	_, rest, _ = strings.Cut(rest, "less than or equal to: [")
	limit, _, found := strings.Cut(rest, "]")
	if !found {
		return -1
	}
	return es.ParseInt(limit)
}
