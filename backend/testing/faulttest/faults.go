package faulttest

import (
	"context"
	"encoding/json"
	"net/http"
)

const (
	kindJSON = "application/json"
	kindHTML = "text/html"

	badGateway = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
	// Rejected is the body of an Elasticsearch that is too busy.
	Rejected  = `{"error":{"root_cause":[{"type":"es_rejected_execution_exception","reason":"rejected execution"}],"type":"es_rejected_execution_exception","reason":"rejected execution"},"status":429}`
	allFailed = `{"error":{"root_cause":[],"type":"search_phase_execution_exception","reason":"all shards failed","phase":"query","grouped":true,"failed_shards":[]},"status":503}`
)

// faults are the faults that happen at random.
var faults = []Fault{
	{"asked late", func(p *Proxy, x *Exchange) bool {
		x.wait(1 + p.draw(40))
		return false
	}},
	{"answered late", func(p *Proxy, x *Exchange) bool {
		if !p.carriedOut(x) {
			return false
		}
		x.wait(1 + p.draw(60))
		x.reply(x.Answer)
		return true
	}},
	Dropped, Lost,
	{"cut", func(p *Proxy, x *Exchange) bool {
		if !p.carriedOut(x) {
			return false
		}
		text, head := x.raw()
		x.hangUp(text[:head+p.draw(max(1, len(x.Answer)))], false)
		return true
	}},
	RefusedFor("1", Rejected),
	{"not ready", func(_ *Proxy, x *Exchange) bool {
		return x.instead(http.StatusServiceUnavailable, http.Header{"Content-Type": {kindJSON}}, allFailed)
	}},
	Gateway, RanOut, ShardGone, SnapshotEnded,
}

// carriedOut sends the request to the node, which executes it even if the client leaves.
func (p *Proxy) carriedOut(x *Exchange) bool {
	return p.ask(context.WithoutCancel(x.Request.Context()), x)
}

// Dropped is a request that never reaches the node.
var Dropped = Fault{"dropped before it was asked", func(_ *Proxy, x *Exchange) bool {
	x.hangUp(nil, false)
	return true
}}

// Lost is a request that is executed but whose response never arrives.
var Lost = Fault{"dropped after it was asked", func(p *Proxy, x *Exchange) bool {
	p.carriedOut(x)
	x.hangUp(nil, false)
	return true
}}

// Reset is a request that is executed before the connection is reset.
var Reset = Fault{"reset", func(p *Proxy, x *Exchange) bool {
	p.carriedOut(x)
	x.hangUp(nil, true)
	return true
}}

// HeldBack is a request that is executed but whose response waits until the client is gone.
var HeldBack = Fault{"held back", func(p *Proxy, x *Exchange) bool {
	if !p.carriedOut(x) {
		return false
	}
	<-x.Request.Context().Done()
	return true
}}

// CutRequest is a request that only reaches the node in part: at returns how many bytes of its size.
func CutRequest(at func(size int) int) Fault {
	return Fault{"its request is cut", func(p *Proxy, x *Exchange) bool {
		p.begin(x, at)
		x.hangUp(nil, false) // without a response, the client does not know how much arrived
		return true
	}}
}

// CutResponse is a response that only reaches the client in part: at returns how many bytes, from the size of its head
// and its whole size.
func CutResponse(at func(head, size int) int) Fault {
	return Fault{"its response is cut", func(p *Proxy, x *Exchange) bool {
		if !p.carriedOut(x) {
			return false
		}
		text, head := x.raw()
		x.hangUp(text[:at(head, len(text))], false)
		return true
	}}
}

// Longer is a response that claims to be longer than it is.
var Longer = Fault{"Content-Length is too large", func(p *Proxy, x *Exchange) bool {
	if !p.carriedOut(x) {
		return false
	}
	x.replyAs(x.Answer, len(x.Answer)+10) // the connection ends with the response
	return true
}}

// Shorter is a response that claims to be shorter than it is: the client does not read its end.
var Shorter = Fault{"Content-Length is too small", func(p *Proxy, x *Exchange) bool {
	if !p.carriedOut(x) {
		return false
	}
	x.reply(x.Answer[:len(x.Answer)-10])
	return true
}}

// Garbled is a response with one wrong byte, so that it is not JSON.
var Garbled = Fault{"its response is not JSON", func(p *Proxy, x *Exchange) bool {
	if !p.carriedOut(x) {
		return false
	}
	text := append([]byte(nil), x.Answer...)
	text[1] = '#' // after the first bracket
	x.reply(text)
	return true
}}

// RefusedFor is the response of a server that is too busy, with a Retry-After and a body.
func RefusedFor(retryAfter, body string) Fault {
	return Fault{"refused for now", func(_ *Proxy, x *Exchange) bool {
		return x.instead(http.StatusTooManyRequests, http.Header{"Content-Type": {kindJSON}, "Retry-After": {retryAfter}}, body)
	}}
}

// Gateway is the page of a proxy that cannot reach the node.
var Gateway = Fault{"a gateway's page", func(_ *Proxy, x *Exchange) bool {
	return x.instead(http.StatusBadGateway, http.Header{"Content-Type": {kindHTML}}, badGateway)
}}

// Instead is a response in JSON in place of the node's.
func Instead(status int, body string) Fault {
	return Fault{"another response", func(_ *Proxy, x *Exchange) bool {
		return x.instead(status, http.Header{"Content-Type": {kindJSON}}, body)
	}}
}

// Altered is a response that the node, in trouble, makes in another way.
func Altered(alter func(answer []byte) []byte) Fault {
	return Fault{"altered", func(p *Proxy, x *Exchange) bool {
		if !p.carriedOut(x) {
			return false
		}
		x.reply(alter(x.Answer))
		return true
	}}
}

// Denied is the response to a credential that is no longer valid (401) or no longer sufficient (403).
func Denied(status int, reason string) Fault {
	return Fault{"denied", func(_ *Proxy, x *Exchange) bool {
		words, _ := json.Marshal(reason) // a text can always be encoded
		cause := `"type":"security_exception","reason":` + string(words)
		return x.instead(status, http.Header{"Content-Type": {kindJSON}}, `{"error":{"root_cause":[{`+cause+`}],`+cause+`}}`)
	}}
}

// SnapshotEnded is a request to a node that no longer has the requested snapshot, for example after a restart.
var SnapshotEnded = Fault{"its snapshot has ended", func(p *Proxy, x *Exchange) bool {
	p.lose(x)
	return false
}}

// RanOut is the response to a search that timed out with half of its hits, or half of its count.
var RanOut = Fault{"ran out of time", partly(func(m parts) {
	if m["timed_out"] != nil {
		m["timed_out"] = json.RawMessage("true")
	}
})}

// ShardGone is a response without the hits of one shard.
var ShardGone = Fault{"a shard did not respond", partly(func(m parts) {
	if m["_shards"] != nil {
		m["_shards"] = json.RawMessage(`{"total":3,"successful":2,"skipped":0,"failed":1,"failures":[{"shard":1,"index":"faults","node":"n1",` +
			`"reason":{"type":"node_disconnected_exception","reason":"[n1][127.0.0.1:9300] disconnected"}}]}`)
	}
})}
