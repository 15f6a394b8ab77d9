// Package objects lists what can be opened: indices and, on request, aliases and data streams. It also looks up names,
// lists and patterns, counts documents and reads single ones. A user with few permissions gets what they can see, with
// a notice about what is left out.
//
// Decisions:
//   - A name that no index can have is refused before anything is sent, so an empty part or a route never becomes "every
//     index" by accident.
//   - Documents are counted under the alias where one led to a part, since an alias can leave out documents of its
//     indices.
//   - A document whose id would be an unsafe path is found with a search for its id, with the id in the body.
package objects
