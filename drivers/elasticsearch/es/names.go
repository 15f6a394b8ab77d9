package es

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// forbidden are the characters that the name of an index, alias or data stream cannot contain (Create index API, "Path
// parameters"); a star makes a pattern and a comma a list.
const forbidden = `\/?"<>|# :`

const (
	nameless  = "Enter the name of an index, an alias or a data stream, a pattern or a comma-separated list."
	everyname = "_all is not accepted. Enter a pattern such as logs-* instead."
	emptyPart = "An empty entry would match every index."
)

// CheckName refuses an object that the engine would read as something else: an empty part of a path means every index,
// a part that begins with an underscore a route.
func CheckName(object string) error {
	if strings.TrimSpace(object) == "" {
		return Invalid(nameless)
	}
	hasStar := false
	for more := true; more; {
		var part string
		part, object, more = cutPart(object)
		switch {
		case NameProblem(part) != "":
			return Invalid(NameProblem(part))
		case strings.HasPrefix(part, "-") && !hasStar: // 7.x and 8.x search for it literally, though 7.x resolves it
			return Invalid("“" + part + "” excludes nothing, because no name before it contains a star. Write it after one, as in logs-*,-logs-old.")
		}
		hasStar = hasStar || strings.Contains(part, "*")
	}
	return nil
}

// Invalid returns an error of kind Invalid. Use it before anything was sent.
func Invalid(message string) error { return &driver.Error{Kind: driver.Invalid, Message: message} }

// NameProblem says why a part of a list cannot be sent, "" if it can.
func NameProblem(part string) string {
	switch {
	case part == "":
		return emptyPart
	case part == "_all":
		return everyname
	case IsDateMath(part):
		return ""
	case strings.HasSuffix(part, "*") && IsDateMath(strings.TrimRight(part, "*")): // would match nothing
		return "Put the star inside the date math: “" + strings.TrimRight(part, ">*") + "*>”."
	}
	name := strings.TrimPrefix(part, "-") // excludes what earlier parts match
	switch {
	case name == "." || name == "..":
		return "“" + name + "” is not a valid index name."
	case name == "" || strings.ContainsAny(name[:1], "_-+"):
		return "Names cannot begin with an underscore, a minus or a plus: “" + part + "”."
	}
	if i := strings.IndexAny(name, forbidden); i >= 0 {
		return "Names cannot contain " + spelt(name[i]) + ": “" + part + "”."
	}
	return ""
}

func spelt(c byte) string {
	switch c {
	case ' ':
		return "a space"
	case '"':
		return "a quote"
	case ':':
		return "a colon (indices of other clusters cannot be opened)"
	}
	return "the character " + string(rune(c))
}

// Parts returns the trimmed names of a comma-separated list.
func Parts(object string) []string {
	var all []string
	for more := true; more; {
		var part string
		part, object, more = cutPart(object)
		all = append(all, part)
	}
	return all
}

// cutPart returns the first name of a comma-separated list, trimmed, the list after its comma, and whether there is
// more. Commas inside date math do not separate names.
func cutPart(object string) (part, rest string, more bool) {
	inside := false
	for i := range len(object) {
		switch c := object[i]; {
		case c == '<' || c == '>':
			inside = c == '<'
		case c == ',' && !inside:
			return strings.TrimSpace(object[:i]), object[i+1:], true
		}
	}
	return strings.TrimSpace(object), "", false
}

// IsDateMath reports whether a name uses date math, such as <logs-{now/d}> (REST APIs, "Date math support in index and
// index alias names").
func IsDateMath(part string) bool {
	part = strings.TrimPrefix(part, "-")
	return len(part) > 2 && part[0] == '<' && part[len(part)-1] == '>' && !strings.ContainsAny(part[1:len(part)-1], "<>")
}

// IsPattern reports whether a name can refer to several others.
func IsPattern(object string) bool { return strings.ContainsAny(object, "*,") }

// pathRoom is spare capacity for percent-encoded characters of a path.
const pathRoom = 16

// Path joins an object and other parts, percent-encoded, with slashes. The commas and stars of a list keep their
// meaning, since no index name contains one.
func Path(object string, rest ...string) string {
	room := len(object) + pathRoom
	for _, part := range rest {
		room += len(part) + 1
	}
	out := append(make([]byte, 0, room), '/')
	for more := true; more; {
		var part string
		part, object, more = cutPart(object)
		for found := true; found; {
			var between string
			if between, part, found = strings.Cut(part, "*"); found {
				out = append(jx.Segment(out, between), '*')
				continue
			}
			out = jx.Segment(out, between)
		}
		if more {
			out = append(out, ',')
		}
	}
	for _, part := range rest {
		out = jx.Segment(append(out, '/'), part)
	}
	return string(out)
}
