// Package search writes the searches of a view: its query, its order and the rows to search. Every search body that
// reads rows is written from one [Spec], so that a page, a jump, an export and a count see the same rows. The [View]
// has what Columns found out; the host keeps it as opaque bytes between operations.
package search
