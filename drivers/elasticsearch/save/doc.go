// Package save turns edited rows into requests and judges their responses. A row is read again before it is planned: it
// is written under its current sequence number if it is the same byte for byte, and a conflict otherwise. A response
// that does not prove what happened is settled by reading again; a write is never repeated by itself.
//
// Decisions:
//   - A row that is the same byte for byte is written under its present sequence number, although a newer one than
//     was shown. No page asks for sequence numbers.
//   - The index's uuid guards against one that was deleted and created again, which counts anew: the settings that
//     a plan reads anyway have it.
//   - The whole document is written where a partial update would respell a number, merge an object with the one
//     that is there, remove a field or lose comments; never in an index that keeps vectors outside of its
//     documents, where a duplicate and the undo of an edit are refused.
//   - A new row never replaces a document (_create). In a data stream it is written by the stream's name, and a
//     document that was deleted there is not restored: its indices take new ones only by that name
//     (driver.Backing).
//   - Undoing a save writes what Planned.Before kept on the shelf, at the revision that the save returned. A
//     deleted document is created again, which fails if its id exists by then.
//   - An id that leads elsewhere when it is decoded is never part of a path: it is written by an action of _bulk,
//     in one line, and read by a search.
//   - Rows with edits in the same columns are looked at as they are read (KeepPlan.Look): planning costs mostly
//     messages and garbage.
package save
