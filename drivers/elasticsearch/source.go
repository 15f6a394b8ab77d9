package elasticsearch

import (
	"strings"

	"quarry/drivers/driver/jx"
)

// readOnly says why the documents of some indices cannot be edited, "" where those of each can. picked holds the
// mappings' _source in an array, in the order of their names.
func readOnly(names []string, picked string) string {
	at, reason := 0, ""
	jx.Items(picked, func(item string) bool {
		if at < len(names) {
			reason = filtered(names[at], item)
		}
		at++
		return reason == ""
	})
	return reason
}

// filtered says why the documents of an index cannot be edited: its source is off, filtered or rebuilt (Mapping,
// "_source field").
func filtered(index, source string) string {
	if enabled, _ := jx.Get(source, "enabled"); enabled == "false" {
		return index + " stores no source"
	}
	switch jx.Text(source, "mode") {
	case "disabled":
		return index + " stores no source"
	case "synthetic":
		return index + " rebuilds its source, so what you write is not what it stores."
	}
	left := strings.Join(texts(source, "excludes"), ", ")
	if kept := texts(source, "includes"); left == "" && len(kept) > 0 {
		left = "all but " + strings.Join(kept, ", ")
	}
	if left == "" {
		return ""
	}
	return index + " omits fields from its source: a partial update would drop " + left + " from the index."
}

// texts gives the strings at a key, which holds an array of them or one.
func texts(object, key string) []string {
	raw, _ := jx.Get(object, key)
	if one := jx.Text(object, key); one != "" {
		return []string{one}
	}
	var all []string
	jx.Items(raw, func(item string) bool {
		all = append(all, jx.Unquote(item))
		return true
	})
	return all
}
