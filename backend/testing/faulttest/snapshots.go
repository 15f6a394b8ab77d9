package faulttest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// remember records open snapshots and how long the node keeps each.
func (p *Proxy) remember(x *Exchange) {
	p.mu.Lock()
	defer p.mu.Unlock()
	id, keep := snapshotOf(x.Body)
	var response struct {
		ID     string
		Scroll string `json:"_scroll_id"`
	}
	_ = json.Unmarshal(x.Answer, &response) // a response with another shape opened nothing
	switch query := x.Request.URL.Query(); {
	case x.Request.Method == http.MethodDelete:
		delete(p.open, id)
	case x.Status >= http.StatusMultipleChoices:
	case strings.HasSuffix(x.Request.URL.Path, "/_pit"):
		p.open[response.ID] = query.Get("keep_alive")
	case query.Has("scroll"):
		p.open[response.Scroll] = query.Get("scroll")
	case id != "" && keep != "":
		if _, known := p.open[id]; known {
			p.open[id] = keep
		}
	}
}

// snapshotOf returns the snapshot in a request's body, and how long to keep it.
func snapshotOf(body []byte) (id, keep string) {
	var named struct {
		ID       string `json:"id"`
		ScrollID string `json:"scroll_id"`
		Scroll   string `json:"scroll"`
		Pit      struct {
			ID   string `json:"id"`
			Keep string `json:"keep_alive"`
		} `json:"pit"`
	}
	if json.Unmarshal(body, &named) != nil {
		return "", ""
	}
	switch {
	case named.Pit.ID != "":
		return named.Pit.ID, named.Pit.Keep
	case named.ScrollID != "":
		return named.ScrollID, named.Scroll
	}
	return named.ID, ""
}

// Left returns the keep-alives of the open snapshots.
func (p *Proxy) Left() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make([]string, 0, len(p.open))
	for _, keep := range p.open {
		list = append(list, keep)
	}
	return list
}

// Long counts the open snapshots with a keep-alive of more than a minute.
func (p *Proxy) Long() int {
	n := 0
	for _, keep := range p.Left() {
		if d, err := time.ParseDuration(keep); err != nil || d > time.Minute {
			n++
		}
	}
	return n
}

// lose closes the snapshot of a request, so that the node no longer has it.
func (p *Proxy) lose(x *Exchange) {
	id, _ := snapshotOf(x.Body)
	if id == "" {
		return
	}
	p.closeSnapshot(id)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, id)
}

// closeSnapshot closes a snapshot on the node itself.
func (p *Proxy) closeSnapshot(id string) {
	for path, name := range map[string]string{"/_pit": "id", "/_search/scroll": "scroll_id"} {
		body, _ := json.Marshal(map[string]string{name: id}) // a string can always be encoded
		r, err := http.NewRequestWithContext(context.Background(), http.MethodDelete, p.node+path, bytes.NewReader(body))
		if err != nil {
			return
		}
		r.Header.Set("Content-Type", "application/json")
		if response, err := p.client.Do(r); err == nil {
			_ = response.Body.Close() // one of the two routes does not know the id
		}
	}
}
