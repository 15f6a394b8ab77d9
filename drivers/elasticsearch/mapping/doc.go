// Package mapping reads what the engine says about an object's fields: their mappings, what a user who cannot read
// mappings learns about fields, and how an index stores its documents. The mappings of many indices are read in one
// pass, and fields that indices have in common are kept once. Nothing here knows about columns, filters or edits.
//
// Decisions:
//   - From 8.17 on a source can be synthetic without its mapping saying so, so the settings that do are read beside the
//     mapping. From 9.2 on documents come without their vectors, which are requested only where an index stores them
//     apart: earlier versions reject the parameter, and any other filter on the source makes the engine re-encode it.
package mapping
