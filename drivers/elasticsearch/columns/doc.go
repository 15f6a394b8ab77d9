// Package columns turns mappings into columns: of one index, or of the union of several, where each column says how its
// indices differ. Without permission to read the mapping, columns come from what can be searched, or from documents,
// and nothing can be edited.
//
// Decisions:
//   - To a user who cannot read the mapping, aliases and runtime fields look like ordinary fields. The driver tells them
//     apart by looking at a few documents with the fields option.
//   - A union has the columns of every mapping. If types differ the column is marked, and can be sorted only if the engine
//     compares the values exactly.
package columns
