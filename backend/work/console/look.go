package console

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

const (
	maxLooked = 16 << 20 // maximum size of a response that is searched for times and totals
	maxFault  = 1 << 20  // maximum size of an error that is searched for a position
)

// look finds out what the response says about itself.
func (a *Response) look(s *session.Session, p *Plan) error {
	if a.Binary != "" {
		return a.doubted(s, p)
	}
	good := a.Status >= http.StatusOK && a.Status < http.StatusMultipleChoices
	form, most := driver.ConsoleRows{}, int64(maxFault)
	if good {
		var err error
		if form, err = a.form(s, p.route); err != nil {
			return err
		}
		a.Form, a.Search = form, p.route.Search
		most = maxLooked
		if p.measures() {
			a.Measured, a.Layout = measuredIn(shelved{s.Shelf(), a.Number}, p.route.Profiled), p.route.Layout
		}
	}
	if err := a.doubted(s, p); err != nil {
		return err
	}
	if good && a.Size > most {
		start, err := s.Shelf().Range(a.Number, 0, maxPage)
		if err != nil {
			return err
		}
		a.Failed = failedInLong(shelved{s.Shelf(), a.Number}, start, p.route.Parts)
		a.Hint = hintAbout(a.Failed.Why, p.route.Hints)
		return nil
	}
	if a.Size > most || good && form.Took == "" && form.Total == "" && len(p.route.Parts) == 0 {
		return nil
	}
	response, err := s.Shelf().Get(a.Number)
	if err != nil {
		return err
	}
	if good {
		a.count(response)
		a.Failed = failedIn(response, p.route.Parts)
		a.Hint = hintAbout(a.Failed.Why, p.route.Hints)
	} else {
		a.Fault = p.faultIn(response)
		a.Hint = hintAbout(string(response), p.route.Hints)
	}
	return nil
}

// hintAbout returns the driver's hint about an error, "" for none.
func hintAbout(said string, hints []driver.Text) string {
	for _, hint := range hints {
		if strings.Contains(said, hint.Key) {
			return hint.Value
		}
	}
	return ""
}

// form returns the form of a response: its route's first one with an array of rows. If several forms are possible and
// none has one, as for several searches, there are no totals either.
func (a *Response) form(s *session.Session, route *driver.ConsoleRoute) (driver.ConsoleRows, error) {
	usual := driver.ConsoleRows{Rows: route.Rows, Doc: route.Doc, Took: route.Took, Total: route.Total, Around: route.Around}
	if len(route.Others) == 0 {
		return usual, nil
	}
	for _, form := range append([]driver.ConsoleRows{usual}, route.Others...) {
		found, err := rows.NewTable(shelved{s.Shelf(), a.Number}, a.Size, form.Rows, form.Doc).Found()
		if found || err != nil {
			return form, err
		}
	}
	return driver.ConsoleRows{Rows: usual.Rows, Doc: usual.Doc}, nil
}

// count finds the response's times and totals.
func (a *Response) count(response []byte) {
	form := a.Form
	outer, inner, grouped := strings.Cut(form.Rows, ".*.")
	found := gjson.GetManyBytes(response, given(form.Took), given(form.Total), given(outer), given(form.Groups))
	a.Took, a.Total, a.AllGroups = number(found[0]), number(found[1]), number(found[3])
	if total := found[1]; total.IsObject() {
		s := a.Search
		a.Total, a.AtLeast = number(total.Get(given(s.Count))), s.AtLeast != "" && total.Get(given(s.Relation)).Str == s.AtLeast
	}
	switch list := found[2]; {
	case a.Total == "" || !list.IsArray():
	case !grouped:
		a.Count = strconv.FormatInt(list.Get("#").Int(), 10)
	default:
		groups, many := 0, int64(0)
		list.ForEach(func(_, group gjson.Result) bool {
			groups++
			many += group.Get(inner + ".#").Int()
			return true
		})
		a.Groups, a.Count = strconv.Itoa(groups), strconv.FormatInt(many, 10)
	}
}

// measures reports whether the response can have a profile: only if the request asks for one, except for the response
// of a search that another request began.
func (p *Plan) measures() bool {
	asks := p.route.Profile
	return p.route.Profiled != "" && (asks == "" || strings.Contains(p.Body(), asks) || strings.Contains(p.Query, asks) || strings.Contains(p.Body(), `\u`))
}

// given returns path, or one that never exists if it is "".
func given(path string) string {
	if path == "" {
		return "\x00"
	}
	return path
}

// number returns the digits of a whole number, "" for anything else.
func number(r gjson.Result) string {
	if r.Type != gjson.Number {
		return ""
	}
	if _, err := strconv.ParseInt(r.Raw, 10, 64); err != nil {
		return ""
	}
	return r.Raw
}

// inText finds the first line and column in a text that has one of the driver's patterns, 0 if there are none.
func inText(text []byte, forms []string) (line, column int) {
	first := len(text)
	for _, form := range forms {
		before, rest, _ := strings.Cut(form, "{line}")
		between, after, _ := strings.Cut(rest, "{column}")
		q := regexp.QuoteMeta
		pattern, err := regexp.Compile(q(before) + `(\d+)` + q(between) + `(\d+)` + q(after))
		if err != nil {
			continue
		}
		if at := pattern.FindSubmatchIndex(text); at != nil && at[0] < first {
			first = at[0]
			line, _ = strconv.Atoi(string(text[at[2]:at[3]]))
			column, _ = strconv.Atoi(string(text[at[4]:at[5]]))
		}
	}
	return line, column
}

// faultIn returns the position in the console's text that an error points to, in UTF-16 code units; -1 for none.
func (p *Plan) faultIn(response []byte) int {
	named := p.route.Faults
	line, column := placeIn(gjson.ParseBytes(response), named, deepestPlace)
	if line == 0 {
		line, column = inText(response, named.Texts)
	}
	if line == 0 {
		return -1
	}
	if at, ok := p.body.Place(line, column); ok {
		return units(p.text.source, at)
	}
	return -1
}

// deepestPlace limits how many nested values are searched: each takes time for all of the text in it.
const deepestPlace = 64

// placeIn returns the first line and column that are members of one object, 0 if there are none.
func placeIn(value gjson.Result, named driver.ConsoleFaults, depth int) (line, column int) {
	if named.Line == "" || depth == 0 || !value.IsObject() && !value.IsArray() {
		return 0, 0
	}
	if l, c := value.Get(named.Line), value.Get(named.Column); value.IsObject() && l.Type == gjson.Number && c.Type == gjson.Number {
		return int(l.Int()), int(c.Int())
	}
	value.ForEach(func(_, member gjson.Result) bool {
		line, column = placeIn(member, named, depth-1)
		return line == 0
	})
	return line, column
}
