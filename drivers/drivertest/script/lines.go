package script

import (
	"encoding/json"
	"strings"

	"quarry/drivers/driver"
)

// lines writes the documents of an answer into the operation's file.
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

// stream writes every line of an answer into the operation's file.
func (h *Host) stream(body string, reply *driver.Reply) *driver.Error {
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case !json.Valid([]byte(line)):
			return &driver.Error{Kind: driver.Engine, Message: "A line of the response is no JSON.", Sent: true}
		}
		h.Written = append(h.Written, line)
		reply.Rows++
	}
	return nil
}
