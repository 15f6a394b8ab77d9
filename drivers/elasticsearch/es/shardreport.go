package es

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// NoShard is the error type for a shard without an available copy. Its reason is null or not a sentence.
const NoShard = "no_shard_available_action_exception"

// UncountedShards is the sentence for a count without some of the shards.
const UncountedShards = "Some shards did not respond, so the documents could not be counted."

// HasFailures reports whether a shard report, the raw "_shards" of a response, names failed shards.
func HasFailures(shards string) bool {
	failed, _ := jx.Get(shards, "failed")
	return ParseInt(failed) > 0
}

// PartialCount returns the error for a count without some of the shards: a number that is too small is not a count.
func PartialCount(shards string) *driver.Error {
	e := &driver.Error{Kind: driver.Engine, Message: UncountedShards, Sent: true}
	if first := FirstItem(shards, "failures"); first != "" {
		e.Message, e.Code = ShardReason(first)
	}
	if e.Message == sentenceAway {
		e.Detail, e.Hint = shards, hintAway
	}
	return e
}

// IsPartial reports whether a response lacks shards, or rows because of a time limit.
func IsPartial(shards, timedOut string) bool { return HasFailures(shards) || timedOut == "true" }

// AllFailed returns the error for a response without a single successful shard, which can come with status 200.
func AllFailed(req *driver.Request, shards string, status int) *driver.Error {
	failed, _ := jx.Get(shards, "failed")
	good, _ := jx.Get(shards, "successful")
	if ParseInt(failed) <= 0 || ParseInt(good) > 0 {
		return nil
	}
	e := &driver.Error{Kind: driver.Engine, Message: "All shards failed.", Status: status, Op: req.Method + " " + req.Path, Sent: true}
	if first := FirstItem(shards, "failures"); first != "" {
		e.Message, e.Code = ShardReason(first)
	}
	if e.Message == sentenceAway {
		e.Detail, e.Hint = shards, hintAway
	}
	return e
}

// ShardReason returns the reason and the type from one element of "failures" in a shard report.
func ShardReason(failure string) (sentence, code string) {
	reason, _ := jx.Get(failure, "reason")
	sentence, code = jx.Text(reason, "reason"), jx.Text(reason, "type")
	switch {
	case sentence == "":
		sentence = code
	case isAddress(sentence):
		sentence = sentenceAway
	}
	return sentence, code
}
