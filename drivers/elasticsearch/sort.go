package elasticsearch

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// sortable gives the keys that are sent: _id, which the engine does not sort by in every version (Search your data,
// "_id field"), the leaf of a nested field and a key that came before are left out.
func sortable(keys []driver.SortKey) []driver.SortKey {
	var sent []driver.SortKey
	for _, key := range keys {
		again := slices.ContainsFunc(sent, func(k driver.SortKey) bool { return k.Field == key.Field })
		if key.Field == "" || key.Field == "_id" || len(key.Nested) > 0 || again {
			continue
		}
		sent = append(sent, key)
	}
	return sent
}

// appendSort writes the keys as the value of "sort". A date has no format: the engine's own numbers can be sent back.
func appendSort(body []byte, keys []driver.SortKey) []byte {
	body = append(body, '[')
	for i, key := range keys {
		if i > 0 {
			body = append(body, ',')
		}
		body = jx.Quote(append(body, '{'), key.Field)
		body = append(body, `:{"order":"`...)
		if key.Desc {
			body = append(body, `desc"`...)
		} else {
			body = append(body, `asc"`...)
		}
		if key.Type == "half_float" {
			// 8.19 answers 500 to a half_float as the only key.
			body = append(body, `,"numeric_type":"double"`...)
		}
		body = append(body, "}}"...)
	}
	return append(body, ']')
}
