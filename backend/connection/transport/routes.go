package transport

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Route is a method and a path pattern. In the pattern, `*` matches one segment, and `**`, allowed only at the end, any
// remaining segments or none.
type Route struct {
	Method string
	Path   string
}

// Table lists the requests that only read. Any other request is a write. The zero Table lists none.
type Table struct{ reads, writes []route }

type route struct {
	method   string
	segments []string
	anyRest  bool
}

// ParseReads makes a Table from routes that read and exceptions among them that write. The error names an invalid
// pattern.
func ParseReads(reads []Route, writes ...Route) (Table, error) {
	var table Table
	var err error
	if table.reads, err = parseRoutes(reads); err != nil {
		return Table{}, err
	}
	if table.writes, err = parseRoutes(writes); err != nil {
		return Table{}, err
	}
	return table, nil
}

func parseRoutes(routes []Route) ([]route, error) {
	list := make([]route, 0, len(routes))
	for _, r := range routes {
		parsed, err := parseRoute(r)
		if err != nil {
			return nil, fmt.Errorf("route %q %q: %w", r.Method, r.Path, err)
		}
		list = append(list, parsed)
	}
	return list, nil
}

func parseRoute(r Route) (route, error) {
	if err := Check(r.Method, r.Path, ""); err != nil {
		return route{}, err
	}
	segments, anyRest := split(r.Path), false
	if n := len(segments); n > 0 && segments[n-1] == "**" {
		segments, anyRest = segments[:n-1], true
	}
	for _, segment := range segments {
		if segment != "*" && strings.Contains(segment, "*") {
			return route{}, fmt.Errorf("%q: a star stands for a whole segment and two stars for the rest", segment)
		}
	}
	return route{method: r.Method, segments: segments, anyRest: anyRest}, nil
}

// split returns the segments of a checked path; a trailing slash makes no difference.
func split(path string) []string {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// IsRead reports whether the table lists a request, judging by method and path alone. A word of the pattern must be in
// the path unencoded: to the engine, an encoded spelling is another route, or none. A star stands for a name, so it
// does not match what an engine, or a proxy in front of it, could take for part of a route: a segment that begins with
// an underscore, or one that decodes to something with a slash, unless that is part of a computed name. `/**` alone
// matches every path that Check allows. A write takes precedence over a read, however its words are encoded and
// whatever a star stands for.
func (t Table) IsRead(method, path string) bool {
	if Check(method, path, "") != nil {
		return false
	}
	if lists(t.writes, method, path) {
		return false
	}
	segments := split(path)
	for _, r := range t.reads {
		if r.method == method && r.matches(segments) {
			return true
		}
	}
	return false
}

// lists reports whether routes cover a request, however its words are encoded.
func lists(routes []route, method, path string) bool {
	for _, spelling := range []string{path, decoded(path), decoded(decoded(path))} {
		segments := split(spelling)
		if slices.ContainsFunc(routes, func(r route) bool { return r.method == method && r.covers(segments) }) {
			return true
		}
	}
	return false
}

// covers is like matches, except that a star matches any segment.
func (r route) covers(segments []string) bool {
	if len(segments) < len(r.segments) || len(segments) > len(r.segments) && !r.anyRest {
		return false
	}
	for i, want := range r.segments {
		if want != "*" && want != segments[i] {
			return false
		}
	}
	return true
}

func (r route) matches(segments []string) bool {
	if len(segments) < len(r.segments) || len(segments) > len(r.segments) && !r.anyRest {
		return false
	}
	for i, want := range r.segments {
		if want != segments[i] && (want != "*" || !isName(segments[i])) {
			return false
		}
	}
	if len(r.segments) == 0 {
		return true
	}
	for _, segment := range segments[len(r.segments):] {
		if !staysInPlace(segment) {
			return false
		}
	}
	return true
}

func isName(segment string) bool {
	decoded, err := url.PathUnescape(segment)
	return err == nil && !strings.HasPrefix(decoded, "_") && (staysInPlace(segment) || isComputed(decoded))
}

// computedName is a name that an engine computes from the time, such as <logs-{now/d{yyyy.MM.dd|Europe/Paris}}>. Each
// slash in it is inside braces, after "now" or in a time zone, and is followed by a letter. A proxy may treat such a
// slash as the end of a segment. That is harmless: the segment before the slash contains an angle bracket, which no
// object's name does, and the segment after it does not begin with an underscore.
var computedName = regexp.MustCompile(`^-?<[^<>{}/\\,]*(\{now([+-][0-9]+[yMwdhHms]|/[yMwdhHms])*(\{[^{}<>/\\,|]*(\|[+:0-9A-Za-z-]+(/[A-Za-z][A-Za-z_]*)?)?\})?\}[^<>{}/\\,]*)+>\*?$`)

// isComputed reports whether every name in the list that has a slash is a computed one.
func isComputed(list string) bool {
	for _, name := range strings.Split(list, ",") {
		if strings.ContainsAny(name, `/\`) && !computedName.MatchString(name) {
			return false
		}
	}
	return true
}

func staysInPlace(segment string) bool {
	decoded, err := url.PathUnescape(segment)
	return err == nil && !strings.ContainsAny(decoded, `/\`)
}
