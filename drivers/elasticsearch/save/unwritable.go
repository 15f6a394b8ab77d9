package save

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
)

// closedIndex is the error type for a closed index.
const closedIndex = "index_closed_exception"

// closedBlock is in the error of a single update of such an index from 9 on.
const closedBlock = "[FORBIDDEN/4/"

// blocks are the settings that keep writes away, by the numbers of the blocks in the engine's message (IndexMetadata and
// Metadata: "INDEX_WRITE_BLOCK" and the others).
var blocks = map[string]string{
	"5": "index.blocks.read_only", "6": "cluster.blocks.read_only", "7": "index.blocks.read", "8": "index.blocks.write",
	"9": "index.blocks.metadata", "12": "index.blocks.read_only_allow_delete", "13": "cluster.blocks.read_only_allow_delete",
}

// unwritable explains, for an index that accepts no documents at the moment, why and what to do, and keeps the engine's
// own words in the details. Other errors stay unchanged.
func unwritable(e *driver.Error, index string) *driver.Error {
	said := strings.TrimSpace(e.Message + "\n" + e.Detail)
	switch {
	case e.Code == closedIndex, e.Code == es.Blocked && strings.Contains(said, closedBlock):
		e.Message = "The index " + index + " is closed, so nothing can be saved in it. Open it with POST /" + index + "/_open in the console, then save again."
	case e.Code == es.NoIndex:
		e.Message = "The index " + index + " no longer exists, so nothing can be saved in it."
	case e.Code == es.Blocked:
		e.Message = "The index " + index + " does not accept writes: " + blockOf(said)
	default:
		return e
	}
	e.Detail, e.Hint = said, ""
	return e
}

// blockOf says which block an error names, and what to do about it: "index [i] blocked by: [FORBIDDEN/8/index write (api)];".
func blockOf(message string) string {
	_, rest, _ := strings.Cut(message, "blocked by: [")
	parts := strings.SplitN(rest, "/", 3)
	if len(parts) < 3 {
		return "the server blocks them. Remove the block, then save again."
	}
	setting := blocks[parts[1]]
	switch {
	case parts[1] == "12" || parts[1] == "13":
		return "a node is short of disk space (" + setting + "). Free some space, or remove the block, then save again."
	case setting != "":
		return setting + " is set. Remove the block, then save again."
	}
	reason, _, _ := strings.Cut(parts[2], ";")
	return strings.TrimSuffix(strings.TrimSpace(reason), "]") + ". Remove the block, then save again."
}
