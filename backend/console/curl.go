package console

import (
	"context"
	"net/url"
	"strings"

	"quarry/backend/requests"
	"quarry/backend/session"
	"quarry/drivers/driver"
)

// Curl returns the command lines that send the selected requests, byte for byte, without the credential.
func (t *Consoles) Curl(ctx context.Context, s *session.Session, source string, what Selection) (string, error) {
	all, err := planAll(ctx, s, source, what)
	if err != nil {
		return "", err
	}
	defer release(s, all)
	lines := make([]string, 0, len(all))
	for _, p := range all {
		if p.Err != nil {
			return "", p.Err
		}
		lines = append(lines, requests.Curl(s.Base(), p.Method, p.Path, p.Query, p.ContentType, p.body.Text))
	}
	return strings.Join(lines, "\n"), nil
}

// FromCurl returns the request of a command line of curl as a console has it. A credential in it is left out. The error
// is of kind refused if its address is not that of the connection, or if it has an option that a request cannot have.
func FromCurl(s *session.Session, command string) (string, error) {
	c, err := readCurl(command)
	if err != nil {
		return "", err
	}
	target, ok := below(s.Base(), c.target)
	if !ok {
		return "", notCurl("The command is for another server. Only requests to " + s.Base() + " can be pasted.")
	}
	if len(c.data) > 0 && c.get {
		sign := "?"
		if strings.Contains(target, "?") {
			sign = "&"
		}
		target, c.data = target+sign+strings.Join(c.data, "&"), nil
	}
	body := strings.Join(c.data, "&")
	text := c.verb(body) + " " + target
	if body != "" {
		text += "\n" + body
	}
	return text, nil
}

func notCurl(message string) error {
	return &driver.Error{Kind: driver.Refused, Message: message, Hint: "It was pasted as it is."}
}

// below returns what an address has below a base, if scheme, host and port are the same.
func below(base, address string) (string, bool) {
	if !strings.Contains(address, "://") {
		address = "http://" + address // what curl assumes
	}
	b, err1 := url.Parse(base)
	a, err2 := url.Parse(address)
	if err1 != nil || err2 != nil || a.Scheme != b.Scheme || !strings.EqualFold(a.Hostname(), b.Hostname()) || port(a) != port(b) {
		return "", false
	}
	_, path, _ := strings.Cut(address, "://")
	path = path[len(before(path, "/", "?", "#")):]
	path = before(path, "#")
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(b.EscapedPath(), "/"))
	if !ok || rest != "" && rest[0] != '/' && rest[0] != '?' {
		return "", false
	}
	if !strings.HasPrefix(rest, "/") {
		rest = "/" + rest
	}
	return rest, true
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// curl is a command line as far as it is a request.
type curl struct {
	method, target string
	data           []string
	get, head      bool
}

func (c *curl) verb(body string) string {
	switch {
	case c.method != "":
		return strings.ToUpper(c.method)
	case c.head:
		return "HEAD"
	case body != "" && !c.get:
		return "POST"
	}
	return "GET"
}

// silent are options that change nothing about what is sent, by whether a value follows them. Credentials and TLS are the
// connection's own.
var silent = map[string]bool{
	"-s": false, "--silent": false, "-S": false, "--show-error": false, "-k": false, "--insecure": false, "-i": false, "--include": false, "-v": false,
	"--verbose": false, "-L": false, "--location": false, "-f": false, "--fail": false, "-g": false, "--globoff": false, "--compressed": false, "-#": false,
	"-sS": false, "-Ss": false, "-sk": false, "-ks": false, "-n": false, "--netrc": false, "--path-as-is": false, "--http1.1": false,
	"-H": true, "--header": true, "-u": true, "--user": true, "--cacert": true, "-E": true, "--cert": true, "--key": true, "-o": true, "--output": true,
	"-A": true, "--user-agent": true, "-m": true, "--max-time": true, "--connect-timeout": true, "-w": true, "--write-out": true, "--oauth2-bearer": true,
	"-b": true, "--cookie": true, "-e": true, "--referer": true,
}

// readCurl reads a command line.
func readCurl(command string) (*curl, error) {
	words, ok := shellWords(command)
	if !ok {
		return nil, notCurl("The command has a quote without an end.")
	}
	if len(words) > 0 && words[0] == "$" {
		words = words[1:]
	}
	if len(words) == 0 || words[0] != "curl" {
		return nil, notCurl("The text is not a command line of curl.")
	}
	c := &curl{}
	for words = words[1:]; len(words) > 0; {
		n, err := c.read(words)
		if err != nil {
			return nil, err
		}
		words = words[n:]
	}
	if c.target == "" {
		return nil, notCurl("The command has no address.")
	}
	return c, nil
}

// read reads an option or the address, and returns how many words it has.
func (c *curl) read(words []string) (int, error) {
	name := words[0]
	if !strings.HasPrefix(name, "-") || name == "-" {
		if c.target != "" {
			return 0, notCurl("The command has more than one address.")
		}
		c.target = name
		return 1, nil
	}
	if takes, known := silent[name]; known && !takes {
		return 1, nil
	}
	switch name {
	case "-G", "--get":
		c.get = true
		return 1, nil
	case "-I", "--head":
		c.head = true
		return 1, nil
	}
	long, value, joined := strings.Cut(name, "=")
	used := 1
	switch {
	case strings.HasPrefix(name, "--") && joined:
		name = long
	case !strings.HasPrefix(name, "--") && len(name) > 2:
		name, value = name[:2], name[2:]
	case len(words) < 2:
		return 0, notCurl("The option " + name + " has no value.")
	default:
		value, used = words[1], 2
	}
	return used, c.set(name, value)
}

func (c *curl) set(name, value string) error {
	switch name {
	case "-X", "--request":
		c.method = value
	case "--url":
		c.target = value
	case "-d", "--data", "--data-ascii", "--data-binary", "--json":
		if strings.HasPrefix(value, "@") {
			return notCurl("The body of the command is a file, " + value[1:] + ".")
		}
		c.data = append(c.data, value)
	case "--data-raw":
		c.data = append(c.data, value)
	default:
		if !silent[name] {
			return notCurl("The option " + name + " of curl is not supported.")
		}
	}
	return nil
}

// shellWords splits a command line into words as a POSIX shell does (Shell Command Language, 2.2), and reads $'...' as
// bash does. It reports whether every quote ends. Nothing is expanded.
func shellWords(command string) ([]string, bool) {
	var words []string
	var word strings.Builder
	open := false
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
			continue
		case c == '\\' && i+1 < len(command):
			i++
			if command[i] == '\r' && i+1 < len(command) && command[i+1] == '\n' {
				i++
			}
			if command[i] == '\n' {
				continue
			}
			word.WriteByte(command[i])
		case c == '\'' || c == '"' || c == '$' && strings.HasPrefix(command[i:], "$'"):
			text, n := quotedWord(command[i:])
			if n == 0 {
				return nil, false
			}
			word.WriteString(text)
			i += n - 1
		default:
			word.WriteByte(c)
		}
		open = true
	}
	if open {
		words = append(words, word.String())
	}
	return words, true
}

// quotedWord returns the text in the quotes that a text begins with, and its length with them; 0 if they have no end.
func quotedWord(text string) (string, int) {
	if text[0] == '\'' {
		if end := strings.IndexByte(text[1:], '\''); end >= 0 {
			return text[1 : end+1], end + 2
		}
		return "", 0
	}
	begin, mark := 1, byte('"')
	if text[0] == '$' {
		begin, mark = 2, '\''
	}
	var out strings.Builder
	for i := begin; i < len(text); i++ {
		switch c := text[i]; {
		case c == mark:
			return out.String(), i + 1
		case c == '\\' && i+1 < len(text):
			i++
			out.WriteString(unescaped(text[i], mark))
		default:
			out.WriteByte(c)
		}
	}
	return "", 0
}

// unescaped returns what a character behind a backslash stands for, between double quotes or in $'...'.
func unescaped(c, mark byte) string {
	if mark == '\'' {
		if plain, ok := map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': "\\", '\'': "'", '"': `"`}[c]; ok {
			return plain
		}
		return "\\" + string(c)
	}
	switch c {
	case '\n':
		return ""
	case '$', '`', '"', '\\':
		return string(c)
	}
	return "\\" + string(c)
}
