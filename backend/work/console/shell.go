package console

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shell parses command lines like a POSIX shell (Shell Command Language, 2.2 to 2.10), and $'...' like bash. It expands
// nothing, leaves out redirections, and continues lines that end with ^ or `, as on Windows.
type shell struct {
	source   string
	at       int
	commands [][]string
	words    []string
	word     strings.Builder
	open     bool // inside a word
	windows  bool // between double quotes, two double quotes are one, as in program arguments on Windows
	aside    bool // the next word is the target of a redirection
	from, to int  // position of the last word in the source
	spans    []span
}

// windowsPrompt matches the prompt of PowerShell or the Windows command line, with the folder.
var windowsPrompt = regexp.MustCompile(`^\s*(?:PS )?[A-Za-z]:\\[^<>|\n]*>`)

func newShell(source string) *shell {
	return &shell{
		source: source, at: len(windowsPrompt.FindString(source)),
		windows: strings.Contains(strings.ToLower(source), "curl.exe"),
	}
}

// shellCommands returns the commands in a text, each as its words. It reports whether every quote is closed.
func shellCommands(source string) ([][]string, bool) {
	s := newShell(source)
	for s.at < len(source) {
		if !s.step() {
			return nil, false
		}
	}
	s.endCommand()
	return s.commands, true
}

// step reads the next thing. It returns false for an unclosed quote.
func (s *shell) step() bool {
	rest := s.source[s.at:]
	c := rest[0]
	if r, size := utf8.DecodeRuneInString(rest); unicode.IsSpace(r) {
		s.endWord()
		s.at += size
		if c == '\n' && beginsCurl(s.source[s.at:]) {
			s.endCommand()
		}
		return true
	}
	switch {
	case c == '\'' || c == '"' || strings.HasPrefix(rest, "$'"):
		text, n := quotedWord(rest, s.windows)
		if n == 0 {
			return false
		}
		s.add(text, n)
	case (c == '\\' || c == '^' || c == '`') && lineBreakAt(rest[1:]) > 0:
		s.at += 1 + lineBreakAt(rest[1:])
	case c == '\\' && len(rest) > 1:
		s.add(rest[1:2], 2)
	case c == '#' && !s.open:
		s.at = lineEnd(s.source, s.at)
	case strings.HasPrefix(rest, "<<"):
		s.at = len(s.source)
	case c == '>' || c == '<' || strings.HasPrefix(rest, "&>"):
		s.redirect()
	case c == '&' && s.inAddress():
		s.add("&", 1)
	case strings.IndexByte("|;&", c) >= 0:
		s.endCommand()
		s.at++
	default:
		s.add(rest[:1], 1)
	}
	return true
}

// lineBreakAt returns the length of the line break at the beginning of a text, 0 if there is none.
func lineBreakAt(text string) int {
	switch {
	case strings.HasPrefix(text, "\n"):
		return 1
	case strings.HasPrefix(text, "\r\n"):
		return 2
	}
	return 0
}

func (s *shell) add(text string, n int) {
	if !s.open {
		s.from = s.at
	}
	s.word.WriteString(text)
	s.at += n
	s.open, s.to = true, s.at
}

// redirect skips a redirection operator, and the number before it.
func (s *shell) redirect() {
	if _, err := strconv.Atoi(s.word.String()); s.open && err == nil {
		s.word.Reset()
		s.open = false
	}
	s.endWord()
	s.at += len(s.source[s.at:]) - len(strings.TrimLeft(s.source[s.at:], "<>&|"))
	s.aside = true
}

// inAddress reports whether an & is part of an address typed without quotes.
func (s *shell) inAddress() bool {
	next := s.source[s.at+1:]
	return s.open && strings.Contains(s.word.String(), "?") && next != "" && strings.IndexByte(" \t\r\n&>|;", next[0]) < 0
}

func (s *shell) endWord() {
	if s.open && !s.aside {
		s.words = append(s.words, s.word.String())
		s.spans = append(s.spans, span{s.word.String(), s.from, s.to})
	}
	s.aside = s.aside && !s.open
	s.word.Reset()
	s.open = false
}

func (s *shell) endCommand() {
	s.endWord()
	if len(s.words) > 0 {
		s.commands = append(s.commands, s.words)
	}
	s.words, s.aside = nil, false
}

// beginsCurl reports whether a line begins a curl command.
func beginsCurl(line string) bool {
	words := strings.Fields(line[:lineEnd(line, 0)])
	return len(argumentsOfCurl(words)) > 0
}

// launchers are commands that run another command.
var launchers = []string{"sudo", "time", "env", "nohup", "command", "exec"}

// valued are the options of sudo with a value.
var valued = []string{"-u", "-g", "-h", "-p", "-C", "-D", "-R", "-r", "-t", "-T", "-U"}

// argumentsOfCurl returns a command from the name of curl on, nil for any other command. A prompt, a launcher and
// variables can precede it.
func argumentsOfCurl(words []string) []string {
	for i := 0; i < len(words); i++ {
		word := words[i]
		name := word[strings.LastIndexAny(word, `/\`)+1:]
		switch {
		case strings.EqualFold(name, "curl"), strings.EqualFold(name, "curl.exe"):
			return words[i:]
		case i > 0 && slices.Contains(valued, word):
			i++
		case i > 0 && strings.HasPrefix(word, "-"), i == 0 && isPrompt(word), slices.Contains(launchers, word), isAssignment(word):
		default:
			return nil
		}
	}
	return nil
}

// isPrompt reports whether a word ends like a shell prompt.
func isPrompt(word string) bool {
	return strings.HasSuffix(word, "$") || strings.HasSuffix(word, "%") || strings.HasSuffix(word, "#")
}

// isAssignment reports whether a word sets a shell variable.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// quotedWord returns the text in the quotes at the beginning of a text, and its length with the quotes; 0 if they are
// not closed. If doubled is set, two double quotes between double quotes are one.
func quotedWord(text string, doubled bool) (string, int) {
	if text[0] == '\'' {
		if end := strings.IndexByte(text[1:], '\''); end >= 0 {
			return text[1 : end+1], end + 2
		}
		return "", 0
	}
	begin, mark, unescape := 1, byte('"'), inDouble
	if text[0] == '$' {
		begin, mark, unescape = 2, '\'', inDollar
	}
	var out strings.Builder
	for i := begin; i < len(text); {
		switch c := text[i]; {
		case c == '"' && doubled && i > begin && strings.HasPrefix(text[i:], `""`):
			out.WriteByte('"')
			i += 2
		case c == mark:
			return out.String(), i + 1
		case c == '\\' && i+1 < len(text):
			plain, n := unescape(text[i+1:])
			out.WriteString(plain)
			i += 1 + n
		default:
			out.WriteByte(c)
			i++
		}
	}
	return "", 0
}

// inDouble returns what a backslash sequence between double quotes stands for, and its length in bytes.
func inDouble(rest string) (string, int) {
	if n := lineBreakAt(rest); n > 0 {
		return "", n
	}
	if strings.IndexByte("$`\"\\", rest[0]) >= 0 {
		return rest[:1], 1
	}
	return "\\" + rest[:1], 1
}

// plainEscapes are the single-character escapes in $'...' (Bash Reference Manual, 3.1.2.4).
var plainEscapes = map[byte]string{
	'a': "\a", 'b': "\b", 'e': "\x1b", 'E': "\x1b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", '\\': "\\", '\'': "'", '"': `"`, '?': "?",
}

// inDollar returns what a backslash sequence in $'...' stands for, and its length in bytes.
func inDollar(rest string) (string, int) {
	if plain, ok := plainEscapes[rest[0]]; ok {
		return plain, 1
	}
	switch c := rest[0]; {
	case c >= '0' && c <= '7':
		value, n := digits(rest, 3, 8)
		return string([]byte{byte(value)}), n
	case c == 'x':
		if value, n := digits(rest[1:], 2, 16); n > 0 {
			return string([]byte{byte(value)}), 1 + n
		}
	case c == 'u' || c == 'U':
		if value, n := digits(rest[1:], map[byte]int{'u': 4, 'U': 8}[c], 16); n > 0 {
			return string(rune(value)), 1 + n
		}
	case c == 'c' && len(rest) > 1:
		return string([]byte{rest[1] & 0x1f}), 2
	}
	return "\\" + rest[:1], 1
}

// digits returns the number at the beginning of a text, with at most most digits, and how many it has.
func digits(text string, most, base int) (int64, int) {
	n := 0
	for n < min(most, len(text)) {
		if _, err := strconv.ParseInt(text[n:n+1], base, 64); err != nil {
			break
		}
		n++
	}
	value, _ := strconv.ParseInt(text[:n], base, 64)
	return value, n
}
