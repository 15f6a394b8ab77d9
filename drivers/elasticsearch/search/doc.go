// Package search writes the searches of a view: its query, its order and the part of its rows that is searched. Every
// search body that reads rows is written from one [Spec], so that a page, a jump, an export and a count see the same
// rows. What Columns found out lives in the [View], which the host keeps as opaque bytes between operations.
package search
