// Package mapping reads what the engine says about the fields of an object: their mappings, what a user who cannot read
// mappings is told about fields, and how an index stores its documents. The mappings of many indices are read in one
// pass, and fields that indices have in common are kept once. Nothing here knows columns, filters or edits.
//
// Decisions:
//   - From 8.17 on a source can be synthetic without its mapping saying so, so the settings that say it are read
//     beside the mapping. From 9.2 on documents come without their vectors, which are asked for only where an index
//     keeps them apart: the parameter is an error before, and any other filter on the source makes the engine
//     re-encode it.
package mapping
