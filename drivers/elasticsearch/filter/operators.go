package filter

import (
	"slices"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
)

// filtering is how a filter compares a type's values.
type filtering int

const (
	asNothing filtering = iota // not at all
	asKeyword                  // whole texts
	asWords                    // words of an analysed text, or the whole texts of its subfield
	asWhole                    // whole numbers
	asFraction
	asBoolean
	asDate
	asAddress
	asRange // ranges of numbers, dates or addresses
	asPlace // only whether there is a value
	asJoin
	asID
	asIndex
)

// filteringOf returns how a field type's values are compared.
func filteringOf(kind string) filtering {
	switch kind {
	case "keyword", "constant_keyword", "wildcard", "flattened", "version", mapping.MetaRouting:
		return asKeyword
	case "text", "match_only_text", "annotated_text", "search_as_you_type":
		return asWords
	case "long", "integer", "short", "byte", "unsigned_long", "token_count":
		return asWhole
	case "double", "float", "half_float", "scaled_float":
		return asFraction
	case "boolean":
		return asBoolean
	case "date", "date_nanos":
		return asDate
	case "ip":
		return asAddress
	case "integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range":
		return asRange
	case "geo_point", "geo_shape":
		return asPlace
	case "join":
		return asJoin
	case mapping.MetaID:
		return asID
	case mapping.MetaIndex:
		return asIndex
	}
	return asNothing
}

// operators is a set of operator groups: a type supports all operators of a group or none.
type operators int

const (
	byEquality operators = 1 << iota
	byOrder
	byContaining
	byAffix
	byRegex
	byNull
	byEmpty

	byPart    = byContaining | byAffix
	allGroups = byEquality | byOrder | byPart | byRegex | byNull | byEmpty
)

// groups are the operators in each group.
var groups = []struct {
	group operators
	ids   []driver.OperatorID
}{
	{byEquality, []driver.OperatorID{driver.Equals, driver.NotEquals, driver.InList, driver.NotInList}},
	{byOrder, []driver.OperatorID{driver.Greater, driver.GreaterOrEqual, driver.Less, driver.LessOrEqual, driver.Between}},
	{byContaining, []driver.OperatorID{driver.Contains, driver.NotContains}},
	{byAffix, []driver.OperatorID{driver.StartsWith, driver.EndsWith}},
	{byRegex, []driver.OperatorID{driver.MatchesRegex}},
	{byNull, []driver.OperatorID{driver.IsNull, driver.IsNotNull}},
	{byEmpty, []driver.OperatorID{driver.IsEmpty, driver.IsNotEmpty}},
}

// idsOf returns the operators in some groups.
func idsOf(some operators) []driver.OperatorID {
	var ids []driver.OperatorID
	for i := range groups {
		if groups[i].group&some != 0 {
			ids = append(ids, groups[i].ids...)
		}
	}
	return ids
}

// groupOf returns an operator's group, 0 for an unknown one.
func groupOf(op driver.OperatorID) operators {
	for i := range groups {
		if slices.Contains(groups[i].ids, op) {
			return groups[i].group
		}
	}
	return 0
}

// among reports whether an operator is in one of the groups.
func among(op driver.OperatorID, groups operators) bool { return groupOf(op)&groups != 0 }

// negative reports whether an operator negates its comparison.
func negative(op driver.OperatorID) bool {
	return op == driver.NotEquals || op == driver.NotInList || op == driver.NotContains
}

// listed reports whether an operator takes any number of values.
func listed(op driver.OperatorID) bool { return op == driver.InList || op == driver.NotInList }

// way returns how the field is compared: a text without a subfield for its whole values only by words.
func (f *Field) way() filtering {
	way := filteringOf(f.Kind)
	if way == asWords && f.exact != "" {
		return asKeyword
	}
	return way
}

// takes are the operators for each way of comparing.
var takes = [...]operators{
	asNothing:  0,
	asKeyword:  byEquality | byOrder | byPart | byRegex | byNull | byEmpty,
	asWords:    byEquality | byContaining | byNull,
	asWhole:    byEquality | byOrder | byNull,
	asFraction: byEquality | byOrder | byNull,
	asBoolean:  byEquality | byNull,
	asDate:     byEquality | byOrder | byNull,
	asAddress:  byEquality | byOrder | byNull,
	asRange:    byEquality | byOrder | byNull,
	asPlace:    byNull,
	asJoin:     byEquality | byNull,
	asID:       byEquality,
	asIndex:    byEquality | byPart,
}

// Reasons why a field cannot be filtered with an operator; the first value means that it can.
const (
	possible = iota
	noType
	noPresence
	unsearched
	wordsOnly
	placesOnly
	everywhere
	neverEmpty
	unordered
	noTexts
	untaken // for any group without a reason of its own
	grounds
)

// ground returns why a field cannot be filtered with a group of operators; way is how it is compared.
func (f *Field) ground(way filtering, group operators) int {
	compares := takes[way]&group != 0
	switch {
	case way == asNothing:
		return noType
	case group == byNull && compares && f.unknown && f.exact == "":
		return noPresence
	case group == byNull && compares:
		return possible
	case f.unsearched && f.exact == "":
		return unsearched
	case compares:
		return possible
	case way == asWords:
		return wordsOnly
	case way == asPlace:
		return placesOnly
	case (way == asID || way == asIndex) && group&(byNull|byEmpty) != 0:
		return everywhere
	case group == byEmpty:
		return neverEmpty
	case group == byOrder:
		return unordered
	case group&(byPart|byRegex) != 0:
		return noTexts
	}
	return untaken
}

// refusal says why a field cannot be filtered with operators, as a reason of [driver.RefusedOperators]; "" if it can.
func (f *Field) refusal(ground int, way filtering, s es.Version) string {
	switch ground {
	case possible:
		return ""
	case noType:
		return f.unfiltered()
	case noPresence:
		return "{name} has neither an index nor doc values, so the server cannot tell which documents have a value."
	case unsearched:
		reason := "{name} is not indexed, so its values cannot be searched."
		if !f.unlisted && !s.AtLeast(8, 1) && way != asWords {
			reason += " Elasticsearch 8.1 or later searches them by doc values."
		}
		return reason
	}
	what := ""
	switch ground {
	case wordsOnly:
		what = ", so only its words can be compared. "
	case placesOnly:
		what = ". Quarry does not filter by location. "
	case everywhere:
		what = ", which every document has. "
	case neverEmpty:
		return "{name} is " + f.called() + ", which is never empty. Use is null or is not null."
	case unordered:
		what = ". {Operator} works only on numbers, dates, IP addresses and keywords. "
	case noTexts:
		what = ". {Operator} works only on keyword and text. "
	case untaken:
		what = ". {Operator} does not work on this type. "
	}
	return "{name} is " + f.called() + what + f.instead()
}

// unfiltered says why a column cannot be filtered at all.
func (f *Field) unfiltered() string {
	switch f.Kind {
	case mapping.MetaScore:
		return "{name} is computed by each search, so it cannot be filtered by."
	case mapping.NotKnown:
		return "The type of {name} is not known, because you do not have permission to read the mapping. Use a query string."
	case mapping.NotIndexed:
		return "{name} is an object that is not indexed, so it cannot be filtered by."
	case "nested":
		if f.leaf != "" {
			return "{name} is a JSON column. Filter by one of its leaves, such as " + f.leaf + "."
		}
		return "{name} is a JSON column without leaves, so it cannot be filtered by."
	case "", "object", "passthrough":
		return "{name} is a JSON column without leaves, so it cannot be filtered by."
	}
	return "{name} is " + f.called() + ". Elasticsearch cannot filter by fields of this type."
}

// called returns the type in a sentence: "an integer".
func (f *Field) called() string {
	switch way := f.way(); {
	case way == asWords:
		return "a text field without a keyword subfield"
	case f.Kind == mapping.MetaID:
		return "the id of the document"
	case f.Kind == mapping.MetaIndex:
		return "the name of the index"
	case f.Kind == mapping.MetaRouting:
		return "the routing of the document"
	case f.Kind == "ip":
		return "an IP address"
	case f.Kind == "join":
		return "a join field"
	}
	return withArticle(f.Kind)
}

func withArticle(noun string) string {
	if noun != "" && strings.IndexByte("aeiou", noun[0]) >= 0 {
		return "an " + noun
	}
	return "a " + noun
}

// instead says what to use in place of an operator that the field does not support.
func (f *Field) instead() string {
	switch f.way() {
	case asWords:
		return "Use equals or contains, which find words."
	case asBoolean:
		return "Use equals with true or false."
	case asDate:
		return "Use equals with a year, a month or a day, or between."
	case asAddress:
		return "Use equals with an address or a network such as 192.168.0.0/16."
	case asRange:
		return "Use equals with a value in the range, or between."
	case asPlace:
		return "Use is null or is not null."
	case asJoin:
		return "Use equals with the name of a relation."
	case asID:
		return "Use equals or in list."
	case asIndex:
		return "Use equals, in list or contains."
	}
	return "Use equals, in list or between."
}

// noFold says why case cannot be ignored, "" if it can (Term query, "case_insensitive": from 7.10).
func (f *Field) noFold(s es.Version) string {
	way := f.way()
	switch {
	case way == asKeyword && f.Kind != "version", way == asIndex:
		if s.Number != "" && !s.AtLeast(7, 10) {
			return "Match Case needs Elasticsearch 7.10 or later."
		}
		if f.unindexed {
			return "{name} is not indexed, so comparing it is always case-sensitive."
		}
		return ""
	case way == asNothing:
		return f.unfiltered()
	case way == asWords:
		return "{name} is compared by words, and its analyzer decides whether case counts."
	case f.Kind == "version", way == asID, way == asJoin:
		return "{name} is " + f.called() + ", and comparing it is always case-sensitive."
	}
	return "{name} is " + f.called() + ", which has no letters."
}

// noSuggest says why no values can be listed, "" if they can.
func (f *Field) noSuggest() string {
	switch way := f.way(); {
	case way == asNothing:
		return f.unfiltered()
	case way == asWords:
		return "{name} is a text field without a keyword subfield, so its whole values are unknown."
	case way == asID:
		return "Each document has its own id."
	case way == asRange, way == asPlace:
		return "Values of " + withArticle(f.Kind) + " are not listed."
	case f.unlisted:
		return "{name} has no doc values, so its values cannot be listed."
	}
	return ""
}

// Operators returns all operators of filters.
func Operators() []driver.Operator {
	return append(driver.CommonOperators(), driver.Operator{
		ID: driver.RawQuery, Title: "Raw query", Hint: noteQuery, Arity: driver.OneValue, Editor: driver.EditQuery,
		Language: languageQuery, Example: exampleQuery,
	})
}

// Texts about a row with a query (Query string query).
const (
	languageQuery = "Lucene query string"
	exampleQuery  = "title:quick AND pages:>100"
	noteQuery     = "The query searches all fields except those inside nested objects. A value that does not fit a field's type finds nothing in that field."
)

// note says what to know about a field's values.
func (f *Field) note() string {
	switch f.way() {
	case asWords:
		return "{name} has no keyword subfield: equals finds its words as a phrase, and contains finds all of the words in any order."
	case asFraction:
		if f.Kind != "double" {
			return "{name} is " + f.called() + ". Values are rounded before they are compared, so equals is approximate."
		}
	case asDate:
		note := "A year, a month or a day means all of it. A time without an offset is in UTC."
		if f.Format != "" {
			note += " Anything else is read in the format of the field, " + f.Format + "."
		}
		return note
	case asAddress:
		return "equals and in list also take networks, such as 192.168.0.0/16."
	case asRange:
		return "{name} holds ranges: equals finds those that contain the value, and the comparisons find those that overlap."
	case asKeyword:
		return f.keywordNote()
	}
	return ""
}

func (f *Field) keywordNote() string {
	var notes []string
	whole := "{name}"
	if f.exact != "" {
		whole += "." + f.exact
		if f.at != "" {
			whole = f.at + "." + f.exact
		}
	}
	if f.Kind == "flattened" {
		notes = append(notes, "Values are matched under any key of {name}.")
	}
	if f.normalizer != "" {
		notes = append(notes, whole+" has the normalizer "+f.normalizer+": values are normalized before they are compared.")
	}
	if f.above > 0 {
		notes = append(notes, "Values with more than "+strconv.Itoa(f.above)+" characters are not in "+whole+", so they are not found.")
	}
	return strings.Join(notes, " ")
}
