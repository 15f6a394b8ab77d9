package faulttest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// parts are a JSON object's members, each with its original text.
type parts map[string]json.RawMessage

func partsOf(text []byte) parts {
	var m parts
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	return m
}

func (m parts) text() []byte {
	text, _ := json.Marshal(m) // anything that was decoded can be encoded
	return text
}

// partly makes responses with hits or a count partial; mark adds what the node would report about it. It cannot add
// what the request's filter_path excludes.
func partly(mark func(m parts)) func(p *Proxy, x *Exchange) bool {
	return func(p *Proxy, x *Exchange) bool {
		if !p.ask(x.Request.Context(), x) || x.Status != http.StatusOK {
			return false
		}
		m := partsOf(x.Answer)
		if !m.alter(mark) {
			return false
		}
		p.mu.Lock()
		p.parts++
		p.mu.Unlock()
		x.reply(m.text())
		return true
	}
}

// alter removes half of a response's contents and reports whether there were any.
func (m parts) alter(mark func(m parts)) bool {
	var responses []json.RawMessage
	if json.Unmarshal(m["responses"], &responses) == nil && len(responses) > 0 { // a multi-search
		one := partsOf(responses[len(responses)/2])
		altered := one.alter(mark)
		responses[len(responses)/2] = one.text()
		m["responses"], _ = json.Marshal(responses) // anything that was decoded can be encoded
		return altered
	}
	altered := m.halve("count")
	if hits := partsOf(m["hits"]); hits != nil {
		if total := partsOf(hits["total"]); total.halve("value") {
			hits["total"], altered = total.text(), true
		}
		var list []json.RawMessage
		if json.Unmarshal(hits["hits"], &list) == nil && len(list) > 0 {
			hits["hits"], _ = json.Marshal(list[:len(list)/2])
			altered = true
		}
		m["hits"] = hits.text()
	}
	if altered {
		mark(m)
	}
	return altered
}

// halve halves a number, if there is one.
func (m parts) halve(name string) bool {
	var n int
	if m == nil || json.Unmarshal(m[name], &n) != nil || n == 0 {
		return false
	}
	m[name] = json.RawMessage(fmt.Sprint(n / 2))
	return true
}
