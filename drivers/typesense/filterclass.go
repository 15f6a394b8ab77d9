package typesense

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
)

// filterKind is how a field can be filtered: the number of its class, from 1.
type filterKind int

const (
	filterID filterKind = iota + 1
	filterText
	filterNumeric
	filterBoolean
	filterNone // no operator works
	filterName // its name cannot be written in a filter
)

// What each kind cannot do.
const (
	sentenceFixedCase = "Not supported by this database"
	sentenceMissing   = "Typesense cannot find missing or empty values. Use contains, or a raw filter."
	sentenceRegex     = "Typesense has no regular expressions. Use contains, or a raw filter."
	sentenceEnd       = "It would need a field with infix: true, which filters cannot reach. Use contains, or a raw filter."
	sentenceOrder     = "Only numbers have an order here. Use equals or contains, or a raw filter."
	sentenceWords     = "Only text has words. Use equals, or a raw filter."
	sentenceID        = "Ids can only be compared as a whole. Use equals or in list."
	sentenceNoKind    = "Typesense cannot compare {name} with a value. Use a raw filter, such as loc:(48.85, 2.35, 10 km) for a place."
	sentenceNoFacet   = "Typesense lists the values of fields whose schema says facet: true."
	sentenceName      = "Typesense cannot filter by a field named {name}."
)

var (
	wholes  = []driver.OperatorID{driver.Equals, driver.NotEquals, driver.InList, driver.NotInList}
	orders  = []driver.OperatorID{driver.Greater, driver.GreaterOrEqual, driver.Less, driver.LessOrEqual, driver.Between}
	words   = []driver.OperatorID{driver.Contains, driver.NotContains, driver.StartsWith}
	missing = []driver.OperatorID{driver.IsNull, driver.IsNotNull, driver.IsEmpty, driver.IsNotEmpty}
	never   = []driver.RefusedOperators{
		{Operators: missing, Reason: sentenceMissing},
		{Operators: []driver.OperatorID{driver.MatchesRegex}, Reason: sentenceRegex},
		{Operators: []driver.OperatorID{driver.EndsWith}, Reason: sentenceEnd},
	}
)

// filterClasses describes how fields can be filtered, by [filterKind].
func filterClasses() []driver.FilterClass {
	refusing := func(more ...driver.RefusedOperators) driver.FilterClass {
		return driver.FilterClass{Refused: append(more, never...)}
	}
	all := driver.IDs(driver.CommonOperators())
	classes := []driver.FilterClass{
		filterID - 1:      {Refused: []driver.RefusedOperators{{Operators: others(wholes), Reason: sentenceID}}},
		filterText - 1:    refusing(driver.RefusedOperators{Operators: orders, Reason: sentenceOrder}),
		filterNumeric - 1: refusing(driver.RefusedOperators{Operators: words, Reason: sentenceWords}),
		filterBoolean - 1: refusing(
			driver.RefusedOperators{Operators: orders, Reason: sentenceOrder}, driver.RefusedOperators{Operators: words, Reason: sentenceWords},
		),
		filterNone - 1: {Refused: []driver.RefusedOperators{{Operators: all, Reason: sentenceNoKind}}},
		filterName - 1: {Refused: []driver.RefusedOperators{{Operators: all, Reason: sentenceName}}},
	}
	classes[filterText-1].Note = "Case, accents and punctuation are ignored."
	for i := range classes {
		classes[i].NoFold, classes[i].NoSuggest = sentenceFixedCase, sentenceNoFacet
	}
	for _, k := range listing {
		class := classes[k-1]
		class.NoSuggest = ""
		classes = append(classes, class)
	}
	return classes
}

// listing are the kinds whose values a server can list, if the field is a facet. Their classes follow the others.
var listing = []filterKind{filterText, filterNumeric, filterBoolean}

// classOf returns the number of the class of a field in [filterClasses].
func classOf(name, fieldType string, facet bool) int {
	k := kindOfFilter(name, fieldType)
	at := slices.Index(listing, k)
	if !facet || at < 0 || strings.Contains(name, ",") { // facet_by is a list separated by commas
		return int(k)
	}
	return int(filterName) + 1 + at
}

// others returns the operators of columns that are not among these.
func others(these []driver.OperatorID) []driver.OperatorID {
	return slices.DeleteFunc(driver.IDs(driver.CommonOperators()), func(id driver.OperatorID) bool { return slices.Contains(these, id) })
}

// kindOfFilter returns how a field can be filtered. A field that holds an array can be filtered by its entries.
func kindOfFilter(name, fieldType string) filterKind {
	switch {
	case name == "id":
		return filterID
	case unaddressable(name):
		return filterName
	}
	switch strings.TrimSuffix(fieldType, "[]") {
	case "string":
		return filterText
	case "int32", "int64", "float":
		return filterNumeric
	case "bool":
		return filterBoolean
	}
	return filterNone
}

// unaddressable reports whether a field's name has characters that are special in filter_by, which cannot be escaped.
func unaddressable(name string) bool {
	return strings.ContainsAny(name, ":(){}[]`") || strings.Contains(name, "&&") || strings.Contains(name, "||") || strings.HasPrefix(name, "$") ||
		strings.TrimSpace(name) != name || name == ""
}
