// Package filter compiles the rows of a filter into one query in filter context, and says beforehand what a column can
// be filtered by. A column is described once, when its mapping is read ([About]); from then on no mapping is needed.
// Whatever a type cannot answer exactly is refused with its reason or noted, never approximated in silence.
//
// Decisions:
//   - What a row becomes is decided by the mapping that was read with the columns, so compiling sends nothing. A
//     year, a month or a day is sent as its first and its last moment with a format of its own: the engine takes
//     2020 for one day, and a field's own format may refuse the usual spelling.
//   - A term for 0 does not find -0.0: fractions equal to zero are searched as a range, and bounds at zero carry
//     the sign that makes them mean the number.
//   - A regular expression is rewritten: classes such as \d become sets, which 7.x takes for letters, and with
//     Match Case off each letter is written in both cases, since versions differ in their own option. Its counted
//     repeats are limited, since long ones hold a search thread for minutes.
//   - A negation is must_not and matches documents without a value, which a note at the row says. In a union a row
//     is sent only if one clause fits all indices that have the field; it names those that lack it.
//   - NULL is "no value that the engine knows of": values that are too long (ignore_above) or malformed are looked
//     up in _ignored. Those of an alias are listed there under the name of its target; indices of a union that have
//     the target without the alias are left out wherever a clause names the target.
//   - A sentence is sent once for all operators that it is true of, and an instance describes a type once
//     (driver.Known), since describing filters is most of the work of opening an index.
package filter
