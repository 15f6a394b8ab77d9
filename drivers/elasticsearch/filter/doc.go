// Package filter compiles a filter's rows into one query in filter context, and says in advance how a column can be
// filtered. A column is described once, when its mapping is read ([About]); after that no mapping is needed. If a type
// does not support something exactly, it is refused with a reason or gets a note, never silently approximated.
//
// Decisions:
//   - The mapping that was read with the columns determines how a row is compiled, so compiling sends nothing. A year, a
//     month or a day is sent as its first and last moment with an explicit format: the engine takes 2020 for one day, and a
//     field's own format may refuse the usual spelling.
//   - A term for 0 does not find -0.0: fractions equal to zero are searched as a range, and bounds at zero get the sign
//     that includes both.
//   - A regular expression is rewritten: classes such as \d become sets, because 7.x takes them for letters, and with Match
//     Case off each letter is written in both cases, since the engine's own option varies by version. Counted repeats are
//     limited, since long ones block a search thread for minutes.
//   - A negation is must_not and matches documents without a value, which a note at the row says. In a union, a row is sent
//     only if one clause fits all indices that have the field; it names those that lack it.
//   - NULL is "no value that the engine knows of": values that are too long (ignore_above) or malformed are looked up in
//     _ignored. An alias's values are listed there under its target's name; indices of a union with the target but
//     without the alias are excluded wherever a clause names the target.
//   - A sentence is sent once for all operators that it is true of, and an instance describes a type once (driver.Known),
//     since describing filters is most of the work of opening an index.
package filter
