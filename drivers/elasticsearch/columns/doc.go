// Package columns turns mappings into columns: of one index, or of the union of several, in which each column says where
// its indices differ. Without permission to read the mapping, columns come from what can be searched, or from documents,
// and nothing can be edited.
package columns
