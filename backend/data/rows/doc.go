// Package rows is the row kernel: it turns a response, which is an engine's JSON response, into a page block in one pass
// over the bytes, and reads a few values or a schema from a response.
//
// Nothing is decoded into maps and no number is converted: a cell refers to the response's own bytes until the block is
// written. A Plan says where the rows are and which paths become columns; Compile turns it into a Kernel that any
// number of goroutines can use.
//
// The rules of a document-rooted column:
//   - A key can contain dots: {"a":{"b":1}}, {"a.b":1} and every mixture of the two reach the column a.b. Several values
//     in one document become a JSON array of them, in document order.
//   - An array of objects along the path produces a JSON array with one entry per element: null if the element omits the
//     field, is null or is not an object. An array in an array produces an array of arrays.
//   - A single object at a nested path counts as an array of one object, and so does a dotted key that passes a nested
//     path.
//   - A null along the path produces null unless another spelling has a value; any other scalar along the path produces
//     nothing.
package rows
