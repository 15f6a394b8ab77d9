package drivertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// members are a JSON object's members with their original text.
type members map[string]json.RawMessage

// membersOf reads a JSON object; it returns nil for anything else.
func membersOf(text []byte) members {
	var m members
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	return m
}

// text writes the object.
func (m members) text() []byte {
	text, _ := json.Marshal(m) // what was read can be written
	return text
}

// halved removes the second half of the hits in an object, and reports whether there were any.
func (m members) halved() bool {
	var hits []json.RawMessage
	if json.Unmarshal(m["hits"], &hits) != nil || len(hits) == 0 {
		return false
	}
	m["hits"], _ = json.Marshal(hits[:len(hits)/2]) // what was read can be written
	return true
}

// timedOut turns a search response into one that ran out of time halfway, and marks it as such if requested.
func timedOut(response []byte) []byte {
	m := membersOf(response)
	hits := membersOf(m["hits"])
	if !hits.halved() {
		return response
	}
	m["hits"] = hits.text()
	if m["timed_out"] != nil {
		m["timed_out"] = json.RawMessage("true")
	}
	return m.text()
}

// shardless turns a search response into one that lacks a shard, and marks it as such if requested.
func shardless(response []byte) []byte {
	m := membersOf(response)
	hits := membersOf(m["hits"])
	if !hits.halved() {
		return response
	}
	m["hits"] = hits.text()
	if m["_shards"] != nil {
		m["_shards"] = json.RawMessage(`{"total":3,"successful":2,"skipped":0,"failed":1,"failures":[` +
			`{"shard":1,"index":"catalogue","node":"n","reason":{"type":"node_not_connected_exception","reason":"[n1] Node not connected"}}]}`)
	}
	return m.text()
}

// cutOff turns Typesense's response to searches into one that ran out of time halfway.
func cutOff(response []byte) []byte {
	m := membersOf(response)
	var results []json.RawMessage
	if json.Unmarshal(m["results"], &results) != nil {
		return response
	}
	for i, text := range results {
		result := membersOf(text)
		if result.halved() {
			result["search_cutoff"] = json.RawMessage("true")
			results[i] = result.text()
		}
	}
	m["results"], _ = json.Marshal(results) // what was read can be written
	return m.text()
}

// lostSnapshot closes the point in time or the scroll that an Elasticsearch response opened, if any.
func lostSnapshot(ctx context.Context, address string, response []byte) error {
	m := membersOf(response)
	var err error
	switch {
	case m["_scroll_id"] != nil:
		_, err = send(ctx, "DELETE", address+"/_search/scroll", fmt.Sprintf(`{"scroll_id":%s}`, m["_scroll_id"]))
	case m["id"] != nil:
		_, err = send(ctx, "DELETE", address+"/_pit", fmt.Sprintf(`{"id":%s}`, m["id"]))
	}
	if err != nil && strings.Contains(err.Error(), "status 404") {
		return nil // the driver knew of it after all
	}
	return err
}
