package console

import (
	"slices"
	"strings"
)

// secretOptions are the curl options whose values are credentials.
var secretOptions = []string{"-u", "--user", "-U", "--proxy-user", "--oauth2-bearer", "-b", "--cookie", "--pass"}

// userOptions are those whose value begins with a user name.
var userOptions = []string{"-u", "--user", "-U", "--proxy-user"}

// span is a word of a command line and its position in the text.
type span struct {
	text     string
	from, to int
}

// strip removes credentials from command lines and leaves the rest unchanged.
type strip struct {
	source string
	spans  []span
	out    strings.Builder
	copied int      // how much of the source has been copied to out
	left   []string // what was removed, in words
}

// withoutCredential returns curl command lines without credentials, and says what was removed. Everything else is
// unchanged.
func withoutCredential(source string) (text string, left []string) {
	s := newShell(source)
	for s.at < len(source) {
		if !s.step() { // unterminated quote: the rest is one word
			s.add(strings.TrimLeft(source[s.at:], `$'"`), len(source)-s.at)
		}
	}
	s.endCommand()
	c := &strip{source: source, spans: s.spans}
	for at := 0; at < len(c.spans); {
		at += c.word(at)
	}
	c.out.WriteString(source[c.copied:])
	return strings.TrimRight(c.out.String(), " "), c.left
}

// word handles a word and returns how many words it and its value take.
func (c *strip) word(at int) int {
	w := c.spans[at]
	if strings.HasPrefix(w.text, "--") {
		name, value, joined := strings.Cut(w.text, "=")
		return c.option(at, w.from, name, value, joined)
	}
	if !strings.HasPrefix(w.text, "-") {
		c.address(w)
		return 1
	}
	for i := 1; i < len(w.text); i++ {
		name, value := "-"+w.text[i:i+1], w.text[i+1:]
		if takes, err := new(curl).takes(name); takes && err == nil {
			from := w.from
			if i > 1 {
				from += i // keep the options before it
			}
			return c.option(at, from, name, value, value != "")
		}
	}
	return 1
}

// option handles an option whose text begins at from, and returns how many words it and its value take.
func (c *strip) option(at, from int, name, value string, joined bool) int {
	takes, err := new(curl).takes(name)
	if err != nil || !takes {
		return 1
	}
	words := 1
	if !joined && at+1 < len(c.spans) {
		words, value = 2, c.spans[at+1].text
	}
	last := c.spans[at+words-1]
	header := &curl{}
	switch {
	case slices.Contains(userOptions, name):
		c.remove(from, last.to, "the user "+before(value, ":"))
	case slices.Contains(secretOptions, name):
		c.remove(from, last.to, "its "+name)
	case name == "-H" || name == "--header":
		if header.header(value); len(header.headers) > 0 {
			c.remove(from, last.to, "the header "+header.headers[0])
		}
	case name == "--url" || name == "-x" || name == "--proxy":
		c.address(last)
	}
	return words
}

// address removes the user from an address.
func (c *strip) address(w span) {
	a := addressOf(w.text)
	if a.user == "" {
		return
	}
	raw := c.source[w.from:w.to]
	begin := strings.Index(raw, a.user)
	end := strings.LastIndex(before(raw[begin:], "/"), "@")
	if begin >= 0 && end >= 0 {
		c.remove(w.from+begin, w.from+begin+end+1, "the user "+a.user)
	}
}

// remove leaves out a part of the source, and the space before a whole word.
func (c *strip) remove(from, to int, what string) {
	text := c.source[c.copied:from]
	ends := to == len(c.source) || strings.IndexByte(" \t\r\n", c.source[to]) >= 0
	if plain := strings.TrimRight(text, " "); ends && plain != text {
		text = plain
	}
	c.out.WriteString(text)
	c.copied = to
	if !slices.Contains(c.left, what) {
		c.left = append(c.left, what)
	}
}
