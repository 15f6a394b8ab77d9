// Package rows is the row kernel: it turns an engine's JSON response into a page block in one pass over the bytes, and
// reads a few values or a schema from a response.
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
//
// Decisions:
//   - The kernel gives its picks to the driver before the block is assembled, which happens during the driver's next call.
//   - Hidden values of a row are columns of the block whose names begin with #.
//   - Some engines accept comments in documents and return them. A response that is not JSON is read again with spaces in
//     place of its comments (comments.go), which costs other responses nothing.
//   - A whole document is sent only if it, or a new value, has a number that a 64-bit float would spell differently
//     (Rounded): a partial update makes the engine write the whole source again. If in doubt, the whole document is sent.
//   - The rows of a console response are found in parts: a Table remembers where every few hundredth row begins and reads
//     a block again when the user scrolls to it. The text around the rows is kept up to a limit, so that aggregations can
//     be shown even if the response is too long to show.
package rows
