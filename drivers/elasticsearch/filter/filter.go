package filter

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

// Compile implements Filter of [driver.Filterer]. Each row is one clause in filter context (Query and filter context);
// with Any they are clauses of should, one of which must match. Rows about the same array element are one nested query.
func Compile(c *driver.Conn, a *driver.FilterArgs) (*driver.Filtered, error) {
	v, err := search.ViewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	compiler := &compiler{server: es.VersionOf(c), now: c.Now(), any: a.Any, filtered: &driver.Filtered{}}
	for i := range a.Rows {
		compiler.row(a.Rows, i)
	}
	compiler.close()
	f := compiler.filtered
	if len(f.Refusals) > 0 {
		return f, nil
	}
	v.Filter = joined(compiler.clauses, a.Any)
	f.View = wire.Append(nil, &v)
	return f, nil
}

// joined joins clauses into a query, "" if there are none.
func joined(clauses []string, any bool) string {
	if len(clauses) == 0 {
		return ""
	}
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("bool").Open('{').Key("filter").Open('[')
	if any {
		return string(w.Raw(oneOf(clauses)).Close("]}}").Bytes())
	}
	return string(w.Raws(clauses).Close("]}}").Bytes())
}

// compiler compiles the rows of a filter, one after the other.
type compiler struct {
	server   es.Version
	now      int64 // milliseconds since 1970
	any      bool
	filtered *driver.Filtered
	clauses  []string // of the query
	group    *elementGroup
}

// elementGroup are rows about the same array element.
type elementGroup struct {
	path     string
	unnested bool
	clauses  []string
}

// row compiles one row.
func (f *compiler) row(rows []driver.FilterRow, i int) {
	row := &rows[i]
	clause, e := "", (*driver.Error)(nil)
	if row.Operator == driver.RawQuery {
		f.close()
		if clause, e = rawClause(row); e == nil {
			f.clauses = append(f.clauses, clause)
		}
		f.end(i, row, clause, e)
		return
	}
	known := aboutOf(row)
	sharing := i+1 < len(rows) && rows[i+1].SameElement
	if e = sameElement(rows, i); e == nil && sharing && len(row.Nested) == 0 {
		sharing = false // the next row is refused
	}
	if !row.SameElement {
		f.close()
	}
	var required condition
	if e == nil {
		required, e = f.condition(i, row, known)
	}
	switch {
	case e != nil:
	case row.SameElement || sharing:
		clause = required.clause()
		f.join(row, known, clause)
	default:
		if len(row.Nested) > 0 {
			required = required.nested(row.Nested[len(row.Nested)-1], known.Unnested)
		}
		clause = required.clause()
		f.clauses = append(f.clauses, clause)
	}
	if e == nil {
		f.notes(i, row, known)
	}
	f.end(i, row, clause, e)
}

func (f *compiler) end(i int, row *driver.FilterRow, clause string, e *driver.Error) {
	if e != nil {
		clause = ""
		f.filtered.Refusals = append(f.filtered.Refusals, driver.Refusal{Row: i, Column: row.Column, Err: e})
	}
	f.filtered.Clauses = append(f.filtered.Clauses, clause)
}

// sameElement says why a row cannot be about the same element as the previous one, nil if it can or need not be.
func sameElement(rows []driver.FilterRow, i int) *driver.Error {
	row := &rows[i]
	switch {
	case !row.SameElement:
		return nil
	case len(row.Nested) == 0:
		return refusedRow(row.Column + " is not inside an array of objects, so it has no element in common with another filter.")
	case i == 0:
		return refusedRow("There is no filter before this one to share an element of " + row.Nested[len(row.Nested)-1] + " with.")
	}
	path, before := row.Nested[len(row.Nested)-1], &rows[i-1]
	if before.Operator == driver.RawQuery || len(before.Nested) == 0 || before.Nested[len(before.Nested)-1] != path {
		return refusedRow("Both filters must match the same object in " + path + ", but the filter before this one is not about " + path + ".")
	}
	return nil
}

// join adds a row to the group of rows about the same element.
func (f *compiler) join(row *driver.FilterRow, known *About, clause string) {
	if f.group == nil {
		f.group = &elementGroup{path: row.Nested[len(row.Nested)-1]}
	}
	f.group.unnested = f.group.unnested || known.Unnested
	f.group.clauses = append(f.group.clauses, clause)
}

// close ends the group of rows about the same element: together they are one clause.
func (f *compiler) close() {
	g := f.group
	if g == nil {
		return
	}
	f.group = nil
	query := condition{must: g.clauses}.clause()
	if f.any {
		query = oneOf(g.clauses)
	}
	f.clauses = append(f.clauses, nestedClause(g.path, query, g.unnested))
}

// aboutOf returns what is known about a row's column. If its class is unknown, the column's type label counts.
func aboutOf(row *driver.FilterRow) *About {
	known := &About{}
	if len(row.About) > 0 && wire.Decode(string(row.About), known) == nil && len(known.Definitions) > 0 {
		return known
	}
	f := Field{Kind: row.Type}
	if sub, found := strings.CutPrefix(row.Exact, row.Field+"."); found && row.Type == "text" {
		f.exact = sub
	}
	return &About{Definitions: []Field{f}}
}

// condition compiles a row for every definition of its field; the results must agree.
func (f *compiler) condition(at int, row *driver.FilterRow, known *About) (condition, *driver.Error) {
	if known.Never != "" {
		return condition{}, refusedRow(strings.ReplaceAll(known.Never, "{name}", row.Column))
	}
	if !among(row.Operator, allGroups) {
		return condition{}, refusedRow("There is no operator named “" + string(row.Operator) + "”.")
	}
	nanos := false
	for i := range known.Definitions {
		nanos = nanos || known.Definitions[i].Kind == "date_nanos"
	}
	var all condition
	var meant []driver.RowMoment
	for i := range known.Definitions {
		field := &known.Definitions[i]
		one := &comparison{Field: field, row: row, server: f.server, way: field.way(), nanos: nanos, now: f.now}
		required, e := one.condition()
		switch {
		case e != nil:
			return condition{}, e
		case i > 0 && required.clause() != all.clause():
			return condition{}, refusedRow(row.Column + " is " + known.Differs + ", and no single condition fits all of them. Open one of the indices to filter by it.")
		}
		all, meant = required, one.meant
	}
	for _, m := range meant {
		m.Row = at
		f.filtered.Moments = append(f.filtered.Moments, m)
	}
	return all, nil
}

// rawClause returns the clause for a text in the engine's query language (Query string query).
func rawClause(row *driver.FilterRow) (string, *driver.Error) {
	if len(row.Values) != 1 || strings.TrimSpace(row.Values[0]) == "" {
		return "", refusedRow("Enter a query, such as " + exampleQuery + ".")
	}
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("query_string").Open('{').Key("query").Text(row.Values[0]).Key("default_field").Text("*").Close("}}")
	return string(w.Bytes()), nil
}

// notes says what to know about an accepted row.
func (f *compiler) notes(i int, row *driver.FilterRow, known *About) {
	note := func(text string) {
		text = strings.ReplaceAll(text, "{name}", row.Column)
		f.filtered.Notes = append(f.filtered.Notes, driver.RowNote{Row: i, Text: text})
	}
	field := &known.Definitions[0]
	switch {
	case known.Lacking != "" && (negative(row.Operator) || row.Operator == driver.IsNull):
		note(known.Lacking + " no field {name}: all documents there match.")
	case known.Lacking != "":
		note(known.Lacking + " no field {name}: no document there matches.")
	case negative(row.Operator) && field.way() != asID && field.way() != asIndex:
		note("Documents without a value match too.")
	}
	switch {
	case row.FoldCase && !among(row.Operator, byNull|byEmpty):
		note("Ignores case for A to Z only (not ä, é, ß).")
	case field.way() == asFraction && field.Kind != "double" && among(row.Operator, byEquality):
		note("{name} is " + field.called() + ": values are rounded before they are compared, so " + string(row.Operator) + " is approximate.")
	case among(row.Operator, byNull|byEmpty) && field.above > 0 && field.exact == "" && !f.server.AtLeast(7, 17):
		note("Before Elasticsearch 7.17, a value of {name} with more than " + strconv.Itoa(field.above) + " characters can count as NULL.")
	case field.null != "" && among(row.Operator, byNull):
		note("A null in {name} is indexed as " + field.null + ", so it counts as a value.")
	}
}
