// Package columns turns mappings into columns: of one index, or of the union of several, in which each column says where
// its indices differ. Without permission to read the mapping, columns come from what can be searched, or from documents,
// and nothing can be edited.
//
// Decisions:
//   - A user who cannot read the mapping sees aliases and runtime fields as ordinary fields. Which are not is found
//     by looking at a few documents with the fields option.
//   - A union has the columns of every mapping. If types differ the column is marked, and sorts only if the engine
//     compares the values exactly.
package columns
