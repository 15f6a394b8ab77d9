package driver

import (
	"slices"
	"strings"

	"quarry/drivers/driver/wire"
)

// OperatorID names an operator of filter rows. Saved filters contain it, so it never changes.
type OperatorID string

// The ids of operators that engines have in common. A driver gives its own operators other ids. Only drivers and their
// tests use these ids: the host and the page use what the driver lists, and [OperatorRole].
const (
	Equals         OperatorID = "equals"
	NotEquals      OperatorID = "not equals"
	Greater        OperatorID = "greater than"
	GreaterOrEqual OperatorID = "greater or equal"
	Less           OperatorID = "less than"
	LessOrEqual    OperatorID = "less or equal"
	Between        OperatorID = "between"
	InList         OperatorID = "in list"
	NotInList      OperatorID = "not in list"
	Contains       OperatorID = "contains"
	NotContains    OperatorID = "not contains"
	StartsWith     OperatorID = "starts with"
	EndsWith       OperatorID = "ends with"
	MatchesRegex   OperatorID = "matches regex"
	IsNull         OperatorID = "is null"
	IsNotNull      OperatorID = "is not null"
	IsEmpty        OperatorID = "is empty"
	IsNotEmpty     OperatorID = "is not empty"
)

// RawQuery is the operator of a row without a column, in every driver that has one: see [EditQuery].
const RawQuery OperatorID = "query string"

// Arity says how many values an operator takes.
type Arity string

// The arities of operators.
const (
	NoValue   Arity = "none"
	OneValue  Arity = "one"
	TwoValues Arity = "two"  // the ends of a range
	Values    Arity = "list" // one or more
)

// ValueEditor is the editor for an operator's values.
type ValueEditor string

// The editors of values.
const (
	EditAsColumn ValueEditor = ""      // the editor for the column's kind: two choices for a boolean, a calendar for a date
	EditText     ValueEditor = "text"  // a text field for any column
	EditQuery    ValueEditor = "query" // a field for a query in the engine's own language; the row has no column
)

// OperatorRole is the purpose of a filter that Quarry creates for the user from a cell, a suggested value, a bar of a
// chart or a selection. At most one operator has each role.
type OperatorRole string

// The roles of operators. Each name says how many values the operator takes.
const (
	HasValue     OperatorRole = "value"      // documents with one value
	LacksValue   OperatorRole = "not value"  // all other documents
	HasAnyValue  OperatorRole = "values"     // documents with one of several values
	LacksValues  OperatorRole = "not values" // all other documents
	HasNothing   OperatorRole = "nothing"    // documents without a value
	HasSomething OperatorRole = "something"  // documents with a value
	HasEmptyText OperatorRole = "empty text" // documents with an empty string
	HasOtherText OperatorRole = "other text" // documents with any other string
	InRange      OperatorRole = "range"      // documents between two values
	FromOn       OperatorRole = "from"       // documents from one value on
)

// Operator compares values in a filter row, as a driver lists it in [Description.Operators].
type Operator struct {
	ID      OperatorID
	Title   string // inside a sentence: "greater than"
	Hint    string // what it finds, in a sentence; with EditQuery, what to know about such a row
	Arity   Arity
	Editor  ValueEditor
	Role    OperatorRole // "" for none
	Letters bool         // it compares letters, so Match Case applies: see FilterRow.FoldCase and FilterClass.NoFold
	Begins  bool         // it begins a group of operators
	Instead []OperatorID // operators to offer where this one is refused, closest first; each is listed too

	Language string // with EditQuery: the engine's name for the language, "Lucene query string"
	Example  string // with EditQuery: an example query
}

// Fields implements [wire.Message].
func (o *Operator) Fields(c *wire.Codec) {
	c.Text(1, (*string)(&o.ID))
	c.Text(2, &o.Title)
	c.Text(3, &o.Hint)
	c.Text(4, (*string)(&o.Arity))
	c.Text(5, (*string)(&o.Editor))
	c.Text(6, (*string)(&o.Role))
	c.Bool(7, &o.Letters)
	c.Bool(8, &o.Begins)
	operatorIDs(c, 9, &o.Instead)
	c.Text(10, &o.Language)
	c.Text(11, &o.Example)
}

// operatorIDs encodes a list of operator ids.
func operatorIDs(c *wire.Codec, tag byte, ids *[]OperatorID) {
	var texts []string
	for _, id := range *ids {
		texts = append(texts, string(id))
	}
	c.Texts(tag, &texts)
	if !c.Reading() {
		return
	}
	for _, text := range texts {
		*ids = append(*ids, OperatorID(text))
	}
}

// CommonOperators returns the column operators that engines have in common, in display order: those named, each offering
// only others of them instead, or all if none is named. Their ids are what a [FilterRow] holds.
func CommonOperators(named ...OperatorID) []Operator {
	if len(named) == 0 {
		return commonOperators()
	}
	other := func(id OperatorID) bool { return !slices.Contains(named, id) }
	some := slices.DeleteFunc(commonOperators(), func(o Operator) bool { return other(o.ID) })
	for i := range some {
		some[i].Instead = slices.DeleteFunc(slices.Clone(some[i].Instead), other)
	}
	return some
}

func commonOperators() []Operator {
	return []Operator{
		{ID: Equals, Title: "equals", Hint: "The value equals this one.", Arity: OneValue, Role: HasValue, Letters: true, Instead: ids(Contains, IsNotNull)},
		{ID: NotEquals, Title: "not equals", Hint: "No value equals this one, or there is no value.", Arity: OneValue, Role: LacksValue, Letters: true, Instead: usual},
		{ID: Greater, Title: "greater than", Hint: "The value is greater than this one.", Arity: OneValue, Instead: usual},
		{ID: GreaterOrEqual, Title: "greater or equal", Hint: "The value is greater than or equal to this one.", Arity: OneValue, Role: FromOn, Instead: usual},
		{ID: Less, Title: "less than", Hint: "The value is less than this one.", Arity: OneValue, Instead: usual},
		{ID: LessOrEqual, Title: "less or equal", Hint: "The value is less than or equal to this one.", Arity: OneValue, Instead: usual},
		{ID: Between, Title: "between", Hint: "The value is in this range, including both ends.", Arity: TwoValues, Role: InRange, Instead: usual},
		{ID: InList, Title: "in list", Hint: "The value is one of these.", Arity: Values, Role: HasAnyValue, Letters: true, Instead: usual},
		{ID: NotInList, Title: "not in list", Hint: "No value is one of these, or there is no value.", Arity: Values, Role: LacksValues, Letters: true, Instead: usual},
		{ID: Contains, Title: "contains", Hint: "The text contains this.", Arity: OneValue, Editor: EditText, Letters: true, Begins: true, Instead: ids(Equals, Between, IsNotNull)},
		{ID: NotContains, Title: "not contains", Hint: "No text contains this, or there is no value.", Arity: OneValue, Editor: EditText, Letters: true, Instead: ids(NotEquals, IsNotNull)},
		{ID: StartsWith, Title: "starts with", Hint: "The text begins with this.", Arity: OneValue, Editor: EditText, Letters: true, Instead: ids(GreaterOrEqual, Contains, Equals)},
		{ID: EndsWith, Title: "ends with", Hint: "The text ends with this.", Arity: OneValue, Editor: EditText, Letters: true, Instead: ids(Contains, LessOrEqual, Equals)},
		{ID: MatchesRegex, Title: "matches regex", Hint: "The whole text matches this regular expression.", Arity: OneValue, Editor: EditText, Letters: true, Instead: ids(Between, Contains, Equals)},
		{ID: IsNull, Title: "is NULL", Hint: "There is no value.", Arity: NoValue, Role: HasNothing, Begins: true, Instead: ids(IsEmpty)},
		{ID: IsNotNull, Title: "is not NULL", Hint: "There is a value.", Arity: NoValue, Role: HasSomething, Instead: ids(IsNotEmpty)},
		{ID: IsEmpty, Title: "is empty", Hint: "The text is empty.", Arity: NoValue, Role: HasEmptyText, Instead: ids(IsNull)},
		{ID: IsNotEmpty, Title: "is not empty", Hint: "The text is not empty.", Arity: NoValue, Role: HasOtherText, Instead: ids(IsNotNull)},
	}
}

func ids(all ...OperatorID) []OperatorID { return all }

// usual is offered in place of most operators.
var usual = ids(Equals, Contains, IsNotNull)

// IDs returns the ids of the operators that work on columns.
func IDs(operators []Operator) []OperatorID {
	var all []OperatorID
	for i := range operators {
		if operators[i].Editor != EditQuery {
			all = append(all, operators[i].ID)
		}
	}
	return all
}

// OperatorOf returns the operator with a role, nil if there is none.
func OperatorOf(operators []Operator, role OperatorRole) *Operator {
	for i := range operators {
		if operators[i].Role == role {
			return &operators[i]
		}
	}
	return nil
}

// Title returns the id with a capital, to begin a sentence.
func (id OperatorID) Title() string { return capital(string(id)) }

func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// WithOperator puts the title of an operator into a reason.
func WithOperator(reason, title string) string {
	return strings.ReplaceAll(strings.ReplaceAll(reason, "{Operator}", capital(title)), "{operator}", title)
}
