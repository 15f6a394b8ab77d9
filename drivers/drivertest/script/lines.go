package script

import (
	"encoding/json"
	"slices"
	"strings"

	"quarry/drivers/driver"
)

// lines writes the documents of a response into the operation's file.
func (h *Host) lines(root *value, plan *driver.LinesPlan, reply *driver.Reply) *driver.Error {
	for _, must := range plan.Must {
		if pick(root, must.Key) != must.Value {
			reply.Unmet = true
			return nil
		}
	}
	for _, list := range root.all(plan.At) {
		for _, row := range list.inner {
			document := pick(row, plan.Doc)
			if document == "" {
				return &driver.Error{Kind: driver.Engine, Code: driver.CodeNoDoc, Message: "A row of the response has no document.", Sent: true}
			}
			h.Written = append(h.Written, document)
			reply.Rows++
			reply.Last = pick(row, plan.Last)
		}
	}
	return nil
}

// without writes an object without the members that an engine added, see [driver.LinesPlan.Added]. It writes the others
// without white space around them.
func (v *value) without(key string) string {
	list := v.get(key)
	if list == nil || !list.array {
		return v.raw
	}
	added := []string{key}
	for _, item := range list.inner {
		var name string
		if json.Unmarshal([]byte(item.raw), &name) != nil {
			return v.raw
		}
		added = append(added, name)
	}
	var members []string
	for i, name := range v.keys {
		if !slices.Contains(added, name) {
			quoted, _ := json.Marshal(name) // marshalling a string cannot fail
			members = append(members, string(quoted)+":"+v.inner[i].raw)
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// stream writes every line of a response into the operation's file.
func (h *Host) stream(body string, plan *driver.LinesPlan, reply *driver.Reply) *driver.Error {
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case !json.Valid([]byte(line)):
			return &driver.Error{Kind: driver.Engine, Message: "A line of the response is no JSON.", Sent: true}
		}
		if plan.Added != "" {
			root, err := parse(line)
			if err != nil {
				return &driver.Error{Kind: driver.Engine, Message: err.Error(), Sent: true}
			}
			line = root.without(plan.Added)
		}
		h.Written = append(h.Written, line)
		reply.Rows++
	}
	return nil
}
