// Package console sends the requests that a user types and stores the responses.
//
// Decisions:
//   - A request begins where the beginning of a line says so, never because of brackets, so a half-typed body cannot
//     swallow the request below it. Bytes between requests belong to neither; the last body extends to the end of the
//     text.
//   - A name such as <logs-{now/d}> is one part of a path wherever it is typed: its slash is percent-encoded (parse.go).
//   - The host, not the driver, finds profiles: they can be larger than the driver's memory.
//
// Saved text:
//   - The text of a console is saved with its connection's tabs, without the lines that could expose a credential:
//     everything below the first line of a request whose route the driver calls private, and lines outside requests whose
//     words suggest one (stored.go). If the driver cannot be asked, only the words decide.
package console

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the kind of a piece.
type kind byte

const (
	space      kind = iota
	comment         // from # to the end of the line
	remark          // from // to the end of the line, or from /* to */
	definition      // a line "@name = value"
	head            // the first line of a request, without its line break
	text            // a JSON string
	long            // text between """ and """
	variable        // ${name} or {{name}}, outside of strings
	sign            // one of { } [ ] : ,
	word            // anything else
)

// piece is part of a text; from and to are in bytes.
type piece struct {
	kind     kind
	from, to int
}

// isContent reports whether a piece is part of a request's body.
func (p piece) isContent() bool { return p.kind >= text }

// methods are those that a typed request can have.
var methods = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}

// statements are the words that begin an SQL statement.
var statements = []string{
	"ALTER", "BEGIN", "CALL", "COMMIT", "CREATE", "DESC", "DESCRIBE", "DROP", "EXEC", "EXECUTE", "EXPLAIN", "GRANT", "INSERT", "MERGE",
	"REPLACE", "REVOKE", "ROLLBACK", "SELECT", "SET", "SHOW", "TRUNCATE", "UPDATE", "USE", "WITH",
}

var (
	definitions = regexp.MustCompile(`^@([A-Za-z_][A-Za-z0-9_-]*)[ \t]*=`)
	variables   = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_-]*)\}|\{\{([A-Za-z_][A-Za-z0-9_-]*)\}\}`)
	variableAt  = regexp.MustCompile(`^(?:` + variables.String() + `)`)
)

// scan divides a text into pieces. The beginning of a line takes precedence over everything: only a text in """ and a
// comment in /* */ extend beyond a line, so an incomplete request never swallows the next one.
//
// The editor's grammar does the same (frontend/src/features/console/editor); testdata/console/splits.json has texts
// that both must split in the same way.
func scan(source string) []piece {
	var pieces []piece
	at := 0
	if strings.HasPrefix(source, byteOrderMark) {
		at = len(byteOrderMark)
	}
	for begins := true; at < len(source); {
		p := piece{from: at}
		if begins {
			p.kind, p.to = lineAt(source, at)
		}
		if p.to == 0 {
			p.kind, p.to = pieceAt(source, at)
		}
		begins = source[p.to-1] == '\n'
		pieces = append(pieces, p)
		at = p.to
	}
	return pieces
}

const byteOrderMark = "\ufeff"

// lineAt returns the end of the line at a position if it is a definition or begins a request, otherwise 0. Leading
// white space is part of it.
func lineAt(source string, at int) (kind, int) {
	begin := at + blanks(source[at:])
	rest := source[begin:]
	switch {
	case definitions.MatchString(rest):
		return definition, lineEnd(source, begin)
	case beginsRequest(rest):
		return head, lineEnd(source, begin)
	}
	return 0, 0
}

// beginsRequest reports whether a line begins with a method or an SQL keyword.
func beginsRequest(line string) bool {
	n := 0
	for n < len(line) && isLetter(line[n]) {
		n++
	}
	first := strings.ToUpper(line[:n])
	if slices.Contains(methods, first) {
		return endsWord(line[n:])
	}
	return slices.Contains(statements, first) && (endsWord(line[n:]) || line[n] == ';' || line[n] == '(')
}

// endsWord reports whether a text begins with white space or is empty.
func endsWord(rest string) bool { return rest == "" || rest[0] == '\n' || blanks(rest) > 0 }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// pieceAt returns the piece at a position, whatever comes before it.
func pieceAt(source string, at int) (kind, int) {
	rest := source[at:]
	switch c := rest[0]; {
	case c == '\n':
		return space, at + 1
	case blanks(rest) > 0:
		return space, at + blanks(rest)
	case c == '#':
		return comment, lineEnd(source, at)
	case strings.HasPrefix(rest, "//"):
		return remark, lineEnd(source, at)
	case strings.HasPrefix(rest, "/*"):
		return remark, after(source, at+2, "*/")
	case strings.HasPrefix(rest, quotes):
		return long, after(source, at+len(quotes), quotes)
	case c == '"':
		return text, stringEnd(source, at)
	}
	if found := variableAt.FindString(rest); found != "" {
		return variable, at + len(found)
	}
	if strings.IndexByte("{}[]:,", rest[0]) >= 0 {
		return sign, at + 1
	}
	return word, wordEnd(source, at)
}

const quotes = `"""`

// isBlank reports whether a character is white space within a line. Text from web pages has more kinds of it than
// ASCII.
func isBlank(r rune) bool { return r != '\n' && unicode.IsSpace(r) }

// blanks returns the length of the blanks at the beginning of a text.
func blanks(source string) int { return len(source) - len(strings.TrimLeftFunc(source, isBlank)) }

// lineEnd returns where the line at a position ends, before its line break.
func lineEnd(source string, at int) int {
	if n := strings.IndexByte(source[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(source)
}

// after returns the position after the next mark, or the end of the text if there is none.
func after(source string, at int, mark string) int {
	if n := strings.Index(source[at:], mark); n >= 0 {
		return at + n + len(mark)
	}
	return len(source)
}

// stringEnd returns the position after the closing quote of a JSON string, or the end of its line: such a string has no
// line break.
func stringEnd(source string, at int) int {
	for i := at + 1; i < len(source); i++ {
		switch source[i] {
		case '"':
			return i + 1
		case '\n':
			return i
		case '\\':
			if i+1 < len(source) && source[i+1] != '\n' {
				i++
			}
		}
	}
	return len(source)
}

// wordEnd returns the end of a number, a literal or anything without another kind. It takes at least one character.
func wordEnd(source string, at int) int {
	for i := at + 1; i < len(source); i++ {
		rest := source[i:]
		if strings.IndexByte("\n\"#{}[]:,$", source[i]) >= 0 || utf8.RuneStart(source[i]) && blanks(rest) > 0 || strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") {
			return i
		}
	}
	return len(source)
}
