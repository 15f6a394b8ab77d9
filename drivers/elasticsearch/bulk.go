package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
)

// bulkFormat writes documents as actions of the Bulk API. Documents of a data stream can only be created.
var bulkFormat = driver.BulkFormat{
	Title: "Bulk NDJSON", Hint: "Each {row} after the action that indexes it under its id: the body of POST /_bulk.",
	NoBeside: "{name} is not part of a document. A bulk request has the index and id in its actions.",
	Method:   "POST", Path: "/_bulk", ContentType: "application/x-ndjson",
	Begin: `{"index":{`, Owned: `{"create":{`, End: "}}",
	Values: []driver.BulkValue{
		{Role: es.HiddenIndex.Role, At: es.HiddenIndex.At, Text: `"_index":`},
		{Role: es.HiddenID.Role, At: es.HiddenID.At, Text: `,"_id":`},
		{Role: es.HiddenRouting.Role, At: es.HiddenRouting.At, Text: `,"routing":`},
	},
}
