package elasticsearch

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// fail records that the document cannot be indexed. From version 8 on, the reason begins with the position of the
// value.
func (l *loader) fail(v gjson.Result, cause *failure, format string, a ...any) {
	if l.failed == nil {
		l.failed = l.placed(v, format, a...)
		l.failed.cause = cause
	}
}

// unfit records that a field cannot store a value.
func (l *loader) unfit(f *field, v gjson.Result, cause *failure) {
	shown := preview(v)
	if f.kind == "float" && strings.HasSuffix(cause.reason, "got [Infinity]") {
		shown = "Infinity" // the parser has already read it as a float
	}
	l.fail(v, cause, "failed to parse field [%s] of type [%s] in document with id '%s'. Preview of field's value: '%s'", f.path, f.kind, l.doc.id, shown)
	if cause.kind == "parsing_exception" || cause.kind == "parse_exception" {
		l.failed.root = cause
	}
}

// misplaced records that a value is not a point.
func (l *loader) misplaced(f *field, v gjson.Result, cause *failure) {
	l.fail(v, cause, "failed to parse field [%s] of type [%s]", f.path, f.kind)
	if cause.kind == "parse_exception" {
		l.failed.root = cause
	}
}

// broken returns the failure of a document that cannot be read at all.
func (l *loader) broken(format string, a ...any) *failure {
	return l.placed(gjson.Result{}, "failed to parse: %s", fmt.Sprintf(format, a...))
}

func (l *loader) placed(v gjson.Result, format string, a ...any) *failure {
	f := &failure{kind: "mapper_parsing_exception", reason: fmt.Sprintf(format, a...)}
	if l.release.major >= 8 {
		before := string(l.doc.source[:min(v.Index, len(l.doc.source))])
		line := strings.Count(before, "\n")
		column := len(before) - strings.LastIndexByte(before, '\n')
		f.kind, f.reason = "document_parsing_exception", fmt.Sprintf("[%d:%d] %s", line+1, column, f.reason)
	} else if strings.HasPrefix(f.reason, "failed to parse: ") {
		f.reason = "failed to parse" // the cause has the rest
	}
	return f
}

// preview returns a value as Java prints it.
func preview(v gjson.Result) string {
	switch {
	case v.IsObject():
		var members []string
		v.ForEach(func(name, member gjson.Result) bool {
			members = append(members, name.String()+"="+preview(member))
			return true
		})
		return "{" + strings.Join(members, ", ") + "}"
	case v.IsArray():
		var items []string
		for _, item := range v.Array() {
			items = append(items, preview(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case v.Type == gjson.Number:
		return strings.Trim(respelled(v.Raw), `"`)
	}
	return scalar(v)
}

// refuses returns why a field cannot store a scalar or an object, nil if its form and range fit. The engine checks this
// only when it indexes a value, not when a query names it.
func (f *field) refuses(v gjson.Result) *failure {
	switch f.kind {
	case "keyword", "text", "date", "date_nanos", "ip":
		return f.refusesText(v)
	case "boolean":
		if text := scalar(v); v.Type == gjson.Number || v.IsObject() {
			return coercion("Current token (%s) not of boolean type", tokenName(v))
		} else if text != "true" && text != "false" && text != "" {
			return badArgument("Failed to parse value [%s] as only [true] or [false] are allowed.", text)
		}
	case "long", "integer", "short", "byte", "double", "float", "half_float":
		return f.refusesNumber(v)
	}
	return nil
}

func (f *field) refusesText(v gjson.Result) *failure {
	switch {
	case v.IsObject():
		return badArgument("Expected text but found START_OBJECT")
	case f.class() != whole:
		return nil
	case scalar(v) == "":
		return badArgument("cannot parse empty datetime")
	}
	formats := defaultFormats
	if f.kind == "date_nanos" {
		formats = "strict_date_optional_time_nanos||epoch_millis"
	}
	at, ok := isoMoment(scalar(v), false)
	if !ok {
		fail := badArgument("failed to parse date field [%s] with format [%s]", scalar(v), formats)
		fail.cause = &failure{kind: "date_time_parse_exception", reason: "Failed to parse with all enclosed parsers"}
		return fail
	}
	return f.storable(at)
}

func (f *field) refusesNumber(v gjson.Result) *failure {
	switch {
	case v.IsObject():
		return badArgument("Cannot parse object as number")
	case v.IsBool():
		return coercion("Current token (%s) not numeric, can not use numeric value accessors", tokenName(v))
	case f.isEmpty(v):
		return nil
	}
	limit, integers := limits[f.kind]
	if !integers {
		return f.refusesFraction(v)
	}
	n, fail := integer(scalar(v))
	text := scalar(v)
	switch {
	case fail != nil && fail.kind == "number_format_exception" && f.kind == "long":
		return badArgument("%s", fail.reason)
	case fail != nil && fail.kind == "number_format_exception":
		return fail
	case fail == nil && n >= limit[0] && n <= limit[1]:
		return nil
	case v.Type == gjson.String:
		return badArgument("Value [%s] is out of range for %s %s", text, map[bool]string{true: "an", false: "a"}[f.kind == "integer"], f.kind)
	case f.kind == "long", f.kind == "integer":
		return coercion("Numeric value (%s) out of range of %s (%d - %d)", text, strings.TrimSuffix(f.kind, "eger"), limit[0], limit[1])
	}
	return coercion("Numeric value (%s) out of range of Java %s", text, f.kind)
}

func (f *field) refusesFraction(v gjson.Result) *failure {
	text := strings.TrimSpace(scalar(v))
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil && !math.IsInf(n, 0) || strings.ContainsAny(text, "xX_"):
		return numberFormat(scalar(v))
	case math.IsNaN(n):
		return badArgument("[%s] supports only finite values, but got [NaN]", f.kind)
	case math.IsInf(roundTo(f.kind, n), 0):
		if f.kind != "half_float" || math.IsInf(n, 0) {
			n = roundTo(f.kind, n)
		}
		return badArgument("[%s] supports only finite values, but got [%s]", f.kind, strings.Trim(javaDouble(n), `"`))
	}
	return nil
}

// isEmpty reports whether a value counts as missing: an empty string in a numeric field.
func (f *field) isEmpty(v gjson.Result) bool {
	if _, integers := limits[f.kind]; !integers && f.class() != fraction {
		return false
	}
	return v.Type == gjson.String && v.String() == ""
}

func coercion(format string, a ...any) *failure {
	return &failure{kind: "x_content_parse_exception", reason: fmt.Sprintf(format, a...)}
}

// tokenName returns the parser's own name for a value's first token.
func tokenName(v gjson.Result) string {
	switch {
	case v.Type == gjson.True:
		return "VALUE_TRUE"
	case v.Type == gjson.False:
		return "VALUE_FALSE"
	case v.Type == gjson.Number && strings.ContainsAny(v.Raw, ".eE"):
		return "VALUE_NUMBER_FLOAT"
	case v.Type == gjson.Number:
		return "VALUE_NUMBER_INT"
	}
	return tokenOf(v)
}
