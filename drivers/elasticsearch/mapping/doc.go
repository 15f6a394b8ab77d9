// Package mapping reads what the engine says about the fields of an object: their mappings, what a user who cannot read
// mappings is told about fields, and how an index stores its documents. The mappings of many indices are read in one
// pass, and fields that indices have in common are kept once. Nothing here knows columns, filters or edits.
package mapping
