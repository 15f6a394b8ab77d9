// Package objects lists what can be opened: indices, and aliases and data streams if asked for. It also looks up names,
// lists and patterns, counts documents and reads single ones. A user with few permissions gets what they can see, with
// a notice of what is left out.
package objects
